"""The contract of deadlines: time passes only while somebody is awake, and each is told of once.

Both clocks show the true time; to let some pass, what is stored is moved back.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.models import NOTICES, PACES, Match, Offer
from bot.storage import Storage
from engine import Outcome
from tests.bot.databases import KINDS, Database
from tests.bot.drafts import begun, draft, present

LONGEST, PACE = 6.0, 600


class Watch:
    """A database in which time passes as a test wants."""

    def __init__(self, database: Database, storage: Storage) -> None:
        self.database, self.storage = database, storage
        self.deadlines, self.matches = storage.deadlines, storage.matches

    async def begin(self, left: float, pace: int = PACE) -> Match:
        match = await begun(self.storage, replace(draft(), pace=pace, message_id=8).timed_from(time.time()))
        await self.beat()
        self.watch(pace - left)
        return present(await self.matches.find(match.id))

    async def beat(self, longest: float = LONGEST, needed: Sequence[str] = ()) -> None:
        before = time.time()
        now = await self.deadlines.record_heartbeat(before, longest, needed)
        assert before - 1 < now < time.time() + 1

    def watch(self, seconds: float) -> None:
        """Let time pass while somebody is awake all along."""
        self.database.change("UPDATE matches SET due_at = due_at - ?", (seconds,))

    def sleep(self, seconds: float) -> None:
        """Let time pass while nobody is."""
        self.watch(seconds)
        self.database.change("UPDATE awake SET seen_at = seen_at - ?", (seconds,))

    def left(self) -> float:
        """How many seconds there are for the move in the only match."""
        [(due_at,)] = self.database.rows("SELECT due_at + lost FROM matches, awake")
        return float(due_at) - time.time()

    async def due(self) -> list[int]:
        return [deadline.match_id for deadline in await self.deadlines.list_due()]


@pytest.fixture(params=KINDS)
async def watch(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Watch]:
    """A new database of each kind."""
    database = KINDS[request.param](tmp_path / "maxine.db")
    storage = await database.open()
    yield Watch(database, storage)
    await storage.close()


async def test_deadline_passes_when_seen_awake(watch: Watch) -> None:
    match = await watch.begin(20)
    watch.watch(15)
    await watch.beat()
    assert (await watch.due(), watch.left() < 6) == ([], True)
    watch.watch(6)
    await watch.beat()
    [deadline] = await watch.deadlines.list_due()
    assert (deadline.match_id, deadline.due_at <= time.time()) == (match.id, True)


@pytest.mark.parametrize("seconds", [8, 3600, 1e7])
async def test_absence_is_held_against_nobody(watch: Watch, seconds: float) -> None:
    await watch.begin(20)
    watch.sleep(seconds)
    await watch.beat()
    assert 15 < watch.left() <= 21.5
    await watch.beat()
    assert (await watch.due(), watch.left() <= 21.5) == ([], True)


async def test_unseen_turn_begins_anew(watch: Watch) -> None:
    await watch.beat()
    watch.sleep(5000)
    match = replace(draft(), pace=PACE, message_id=8).timed_from(time.time())
    await begun(watch.storage, match)
    watch.sleep(1000)
    await watch.beat()
    assert PACE - 5 < watch.left() <= PACE + 1
    assert await watch.due() == []


async def test_unshown_board_loses_no_time(watch: Watch) -> None:
    await watch.begin(20)
    watch.database.change("UPDATE matches SET message_id = NULL")
    watch.watch(500)
    await watch.beat()
    assert (await watch.due(), await watch.deadlines.list_closing()) == ([], [])
    await watch.matches.set_message(1, 9)
    assert PACE - 5 < watch.left() <= PACE + 2
    watch.watch(300)
    await watch.matches.set_message(1, 10)
    assert PACE - 305 < watch.left() <= PACE - 298


async def test_time_stops_while_some_are_unheard(watch: Watch) -> None:
    if not watch.storage.leases.is_shared:
        pytest.skip("one process hears all")
    await watch.begin(20)
    leases = watch.storage.leases
    await leases.take("one", "otherwise")
    for seconds in (4, 0, 0, 4):
        watch.sleep(seconds)
        await watch.beat(needed=["one", "other"])
    assert 17 < watch.left() <= 21.5
    await leases.take(f"other {leases.holder}")
    watch.sleep(4)
    await watch.beat(needed=["one", "other"])
    assert 13 < watch.left() <= 17.5


async def test_clock_set_back_costs_no_time(watch: Watch) -> None:
    await watch.beat()
    watch.database.change("UPDATE awake SET seen_at = seen_at + 3600")  # as it was before
    await watch.beat()
    await watch.begin(20)
    assert await watch.due() == []
    watch.sleep(3600)  # which is how it looks when it is set right
    await watch.beat()
    assert (await watch.due(), 17 < watch.left() <= 21.5) == ([], True)


@pytest.mark.parametrize(("seconds", "is_shown"), [(20, False), (100, True)])
async def test_visible_change_draws_anew(watch: Watch, seconds: float, *, is_shown: bool) -> None:
    match = await watch.begin(20)
    await watch.matches.set_message(match.id, 9)
    assert await watch.matches.confirm_drawn([match.shown_in(9)]) == []
    watch.sleep(seconds)
    await watch.beat()
    assert [each.id for each in await watch.matches.list_undrawn()] == [match.id] * is_shown


async def test_postponed_deadline_has_gone_on(watch: Watch) -> None:
    match = await watch.begin(20)
    watch.sleep(100)
    match = replace(match, due_at=(match.due_at or 0) - 100)
    await watch.beat()
    assert not await watch.matches.save(match, match.with_end(Outcome.SECOND, 1001, "time"))
    stored = present(await watch.matches.find(match.id))
    assert await watch.matches.save(stored, stored.with_end(Outcome.SECOND, 1001, "time").timed_from(0))
    await watch.beat()
    assert await watch.due() == []


@pytest.mark.parametrize("pace", NOTICES)
async def test_reminder_until_confirmed(watch: Watch, pace: int) -> None:
    match = await watch.begin(NOTICES[pace] + 5, pace)
    assert await watch.deadlines.list_closing() == []
    watch.watch(7)
    [deadline] = await watch.deadlines.list_closing()
    assert deadline.match_id == match.id
    assert await watch.deadlines.list_closing() == [deadline]
    await watch.deadlines.confirm_reminded(deadline)
    assert await watch.deadlines.list_closing() == []


async def test_offer_needs_no_reminder(watch: Watch) -> None:
    await watch.begin(20, 60)
    watch.watch(10)
    [deadline] = await watch.deadlines.list_closing()
    match = present(await watch.matches.find(deadline.match_id))
    assert match.due_at == deadline.due_at
    await watch.deadlines.confirm_reminded(deadline)
    offered = match.with_offer(Offer("draw", 0))
    assert await watch.matches.save(match, offered)
    assert await watch.deadlines.list_closing() == []
    moved = offered.with_move(4, 1001).timed_from(time.time() - 55)
    assert await watch.matches.save(offered, moved)
    assert [each.match_id for each in await watch.deadlines.list_closing()] == [match.id]


async def test_waking_together_postpones_once(watch: Watch) -> None:
    await watch.begin(20)
    watch.sleep(50)
    other = await watch.database.open() if watch.storage.leases.is_shared else watch.storage
    await asyncio.gather(
        *(each.deadlines.record_heartbeat(time.time(), LONGEST) for each in [watch.storage, other] * 5)
    )
    if other is not watch.storage:
        await other.close()
    assert 15 < watch.left() <= 21.5


def test_every_pace_has_a_reminder() -> None:
    assert {None, *NOTICES} == {*PACES.values()}


async def test_old_abandoned_matches_are_told_apart(watch: Watch) -> None:
    match = await begun(watch.storage)
    watch.database.change("UPDATE matches SET result = 'abandoned', touched_at = ?", (9000,))
    found = await watch.matches.find(match.id)
    assert found == match.with_end(None, 9000, "abandonment")
    assert found is not None
    assert found.unrated == "unfinished"
