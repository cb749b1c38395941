"""A server that is gone, refuses or keeps waiting is a sentence, and all goes on once it is back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import psycopg
import pytest

from bot.errors import MalformedServerError, Refusal, StartError, StorageError
from bot.storage.opening import open_storage
from bot.words.language import ENGLISH
from bot.words.starting import format_failure
from tests.bot.drafts import begun, opened, played
from tests.postgres import OWNER, STRANGER, postgres_database

if TYPE_CHECKING:
    from collections.abc import Iterator

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'maxine'"


@pytest.fixture
def url() -> Iterator[str]:
    """A database of the test's own."""
    with postgres_database() as url:
        yield url


async def test_lost_connection_is_opened_again(url: str) -> None:
    async with opened(url) as storage:
        match = await begun(storage)
        for _ in range(3):
            assert await storage.matches.find(match.id) == match
            with psycopg.connect(url, autocommit=True) as other:
                other.execute(CUT)
            match = await played(storage, match, match.state.actions()[0])


async def test_match_that_another_keeps_locked_is_refused_as_busy_and_others_go_on(url: str) -> None:
    async with opened(url) as storage:
        locked, free = await begun(storage), await begun(storage)
        with psycopg.connect(url) as other:
            other.execute("SELECT id FROM matches WHERE id = %s FOR UPDATE", (locked.id,))
            with pytest.raises(StorageError) as refused:
                await storage.matches.save(locked, locked.with_move(4, 1001))
        assert refused.value.refusal is Refusal.BUSY
        await played(storage, free, 4)
        await played(storage, locked, 4)


async def test_database_that_may_only_be_read_refuses(url: str) -> None:
    async with opened(f"{url}&options=-c%20default_transaction_read_only%3Don") as storage:
        with pytest.raises(StorageError) as refused:
            await begun(storage)
        assert refused.value.refusal is Refusal.READ_ONLY


async def test_read_that_is_cancelled_leaves_the_others_alone(url: str) -> None:
    async with opened(url) as storage:
        match = await begun(storage)
        reading = [asyncio.create_task(storage.matches.find(match.id)) for _ in range(20)]
        await asyncio.sleep(0.002)
        for task in reading[::2]:
            task.cancel()
        assert await asyncio.gather(*reading[1::2]) == [match] * 10


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (f"{OWNER}@", f"{STRANGER}:wrong@", "password authentication failed"),
        ("/test_", "/nowhere_", "does not exist"),
        ("host=", "host=/nowhere", "No such file or directory"),
    ],
)
async def test_server_that_cannot_be_used_is_a_sentence(url: str, old: str, new: str, reason: str) -> None:
    with pytest.raises(StartError) as refused:
        async with open_storage(url.replace(old, new)):
            pass
    sentence = format_failure(ENGLISH, refused.value)
    assert sentence.startswith("The database in DATABASE_URL cannot be used: ")
    assert reason in sentence
    assert "wrong" not in sentence


async def test_address_that_is_none_is_a_sentence_without_the_password() -> None:
    with pytest.raises(MalformedServerError) as refused:
        async with open_storage("postgresql://ada:secret@[host/maxine"):
            pass
    assert "secret" not in format_failure(ENGLISH, refused.value)
