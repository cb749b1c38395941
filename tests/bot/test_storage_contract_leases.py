"""What only one process at a time does: two storages on one database are two processes to each other."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import psycopg
import pytest

from bot.storage import Storage
from bot.storage.leases import Leases
from bot.storage.postgres import leases, open_storage
from tests.bot.drafts import begun, draft, played
from tests.patience import LONG
from tests.postgres import postgres_database


@asynccontextmanager
async def process(url: str) -> AsyncIterator[Leases]:
    storage = await open_storage(url)
    try:
        yield storage.leases
    finally:
        await storage.close()


@pytest.fixture
def renewed_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases last longer than any test and are renewed again and again, so that no clock decides."""
    monkeypatch.setattr(leases, "_SECONDS", 50.0)
    monkeypatch.setattr(leases, "_RENEWAL", 0.01)


async def taken(one: Leases, *names: str) -> None:
    async with asyncio.timeout(LONG):
        while {*await one.take(*names)} != {*names}:  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0.01)


def lost(one: Leases) -> None:
    """Let a process renew its leases no more, as if it were killed."""
    assert isinstance(one, leases.SharedLeases)
    assert one._renewing is not None
    one._renewing.cancel()


def let_end(url: str, one: Leases) -> None:
    """Let so much time pass that whatever a process has taken ends, for the server and for itself."""
    assert isinstance(one, leases.SharedLeases)
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE leases SET until = until - 3600 WHERE holder = %s", (one.holder,))
    one._held = {name: until - 3600 for name, until in one._held.items()}


async def renewed(url: str, name: str) -> None:
    """Wait until a lease is renewed; it never lasts longer than one that is taken now."""
    left = "SELECT until, until - extract(epoch FROM clock_timestamp()) FROM leases WHERE name = %s"
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        first = None
        async with asyncio.timeout(LONG):
            while True:
                [(until, seconds)] = await (await connection.execute(left, (name,))).fetchall()
                assert seconds <= leases._SECONDS
                first = first or until
                if until > first:
                    return
                await asyncio.sleep(0.01)


async def test_lease_holds_until_dropped(storage: Storage) -> None:
    one = storage.leases
    for _ in range(2):
        assert {*await one.take("upkeep", "match 1")} == {"upkeep", "match 1"}
    one.drop("upkeep", "unheard of")
    await taken(one, "upkeep")
    assert [*await one.take()] == []


async def test_pace_allows_once_in_a_while(storage: Storage) -> None:
    pace = storage.leases.pace
    assert await pace("identify 0", 60) == 0
    assert 0 < await pace("identify 0", 60) <= 60
    assert await pace("identify 1", 0.1) == 0
    async with asyncio.timeout(LONG):
        while wait := await pace("identify 1", 0.1):
            assert 0 < wait < 0.2
            await asyncio.sleep(wait)


async def test_lease_excludes_other_processes() -> None:
    with postgres_database() as url:
        async with process(url) as one, process(url) as other:
            assert await one.take("match 1", "match 2") == {"match 1", "match 2"}
            assert await other.take("match 2", "match 3") == {"match 3"}
            assert await one.pace("identify 0", 60) == 0
            assert 0 < await other.pace("identify 0", 60) <= 60
            one.drop("match 1")
            await taken(other, "match 1")
            assert await one.take("match 1", "match 2", "match 3") == {"match 2"}


async def test_stop_leaves_all_but_the_pace() -> None:
    with postgres_database() as url:
        async with process(url) as other:
            async with process(url) as one:
                assert await one.take("upkeep")
                one.drop("match 1")
                await one.take("match 1")
                one.drop("match 1")
                assert await one.pace("identify 0", 60) == 0
            assert await other.take("upkeep", "match 1") == {"upkeep", "match 1"}
            assert await other.pace("identify 0", 60) > 50


@pytest.mark.usefixtures("renewed_often")
async def test_lease_ends_soon_after_its_process() -> None:
    with postgres_database() as url:
        async with process(url) as one, process(url) as other:
            assert await one.take("upkeep", "match 1") == {"upkeep", "match 1"}
            one.drop("match 1")
            await renewed(url, "upkeep")
            await taken(other, "match 1")
            assert await other.take("upkeep", "match 1") == {"match 1"}
            lost(one)
            let_end(url, one)
            assert await other.take("upkeep") == {"upkeep"}
            assert await one.take("upkeep") == set()


async def test_servers_clock_set_back() -> None:
    with postgres_database() as url:
        async with process(url) as one, process(url) as other:
            assert await one.take("upkeep")
            assert await one.pace("identify 0", 5) == 0
            lost(one)
            with psycopg.connect(url) as connection:
                connection.execute("UPDATE leases SET until = until + 3600")
            assert await other.take("upkeep")
            assert await other.pace("identify 0", 5) == 0


@pytest.mark.usefixtures("renewed_often")
async def test_lost_lease_is_not_renewed() -> None:
    with postgres_database() as url:
        async with process(url) as one, process(url) as other:
            assert await one.take("upkeep") == {"upkeep"}
            lost(one)
            let_end(url, one)
            assert await other.take("upkeep") == {"upkeep"}
            assert isinstance(one, leases.SharedLeases)
            one._renewing = None
            assert await one.take("match 1") == {"match 1"}  # and goes on to renew all that it has
            await renewed(url, "match 1")
            assert (await one.take("upkeep"), await other.take("upkeep")) == (set(), {"upkeep"})


async def test_confirming_tells_which_went_on(storage: Storage) -> None:
    matches = [await begun(storage, replace(draft(), message_id=500 + number)) for number in range(3)]
    await played(storage, matches[0], 4)
    await storage.matches.set_message(matches[1].id, 600)
    assert await storage.matches.confirm_drawn(matches) == [matches[0].id, matches[1].id]
    assert await storage.matches.confirm_drawn(matches[2:]) == []
