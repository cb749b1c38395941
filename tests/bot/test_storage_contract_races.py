"""Races of channels: one at a time, read as begun, and forgotten with their server."""

import asyncio
from dataclasses import replace

from bot.models import WEEK, Attempt, Place, Race, RaceStage, Runner
from bot.storage import Storage
from tests.bot.attempts import DRAFT, PUZZLE
from tests.bot.drafts import ADA, GRACE, present

DRAWN = Race(0, Place(7, 70), ADA, None, 1000.0, 4600.0, (PUZZLE, PUZZLE._replace(theme="block")))
NEXT = 1000.0 + WEEK
WEEKLY = replace(DRAWN, is_weekly=True, first_at=1000.0, next_at=NEXT)


async def added(storage: Storage) -> Race:
    """A race of channel 70 whose message is 8."""
    race = present(await storage.races.add(DRAWN))
    await storage.races.set_message(race, 8)
    return race


async def begun(storage: Storage, race: Race, user_id: int, number: int = 1) -> Attempt:
    race_stage = RaceStage(race.id, number, race.ends_at)
    return await storage.puzzles.add_of_race(replace(DRAFT, user_id=user_id, race_stage=race_stage))


async def test_race_is_read_as_begun(storage: Storage) -> None:
    race = await added(storage)
    assert await storage.races.find(race.id) == replace(race, message_id=8)
    assert await storage.races.find(race.id + 1) is None
    assert await storage.races.add(DRAWN) is None
    assert await storage.races.add(replace(DRAWN, place=Place(7, 71)))
    await storage.races.close(race.id)
    assert await storage.races.add(DRAWN)


async def test_weekly_race_hands_on(storage: Storage) -> None:
    first = present(await storage.races.add(replace(WEEKLY, place=Place(7, 70, 69))))
    assert await storage.races.list_due(1059.0) == []
    assert await storage.races.list_due(1060.0) == [first.id]  # it has no message
    await storage.races.set_message(first, 8)
    assert await storage.races.list_due(1060.0) == []
    await storage.races.close(first.id)
    assert await storage.races.find(first.id) == replace(first, message_id=8, is_open=False)
    assert await storage.races.list_due(NEXT - 1) == []
    assert await storage.races.list_due(NEXT) == [first.id]
    begun = await asyncio.gather(*(storage.races.add(first, first) for _ in range(5)))
    [second] = [each for each in begun if each is not None]
    assert await storage.races.list_due(NEXT) == [second.id]
    await storage.races.close(second.id)
    assert await storage.races.add(first, first) is None
    assert [await storage.races.stop_weekly(each.id) for each in (first, second, second)] == [
        False,
        True,
        False,
    ]
    assert await storage.races.list_due(9e9) == []


async def test_newest_message_shows_a_race(storage: Storage) -> None:
    race = await added(storage)
    late = replace(race, begun_at=2000.0, ends_at=5600.0)
    await storage.races.set_message(late, 9)
    await storage.races.set_message(race, 8)
    assert await storage.races.find(race.id) == replace(late, message_id=9)


async def test_weekly_race_waits_for_another(storage: Storage) -> None:
    first = present(await storage.races.add(WEEKLY))
    await storage.races.close(first.id)
    other = await added(storage)
    assert await storage.races.add(first, first) is None
    assert await storage.races.list_due(NEXT) == [other.id]
    await storage.races.close(other.id)
    assert await storage.races.list_due(NEXT) == [first.id]


async def test_only_what_was_solved_in_time_counts(storage: Storage) -> None:
    race = await added(storage)
    for user_id, fate, end in ((ADA, "solved", 1060.4), (GRACE, "solved", 4601.0), (9, "shown", 1060.0)):
        before = replace(await begun(storage, race, user_id), mistakes=0)
        after = replace(before.with_mistake(8).with_hint(is_free=True), actions=(0,))
        assert await storage.puzzles.save(before, after.with_end(fate, end))  # type: ignore[arg-type]
    found = present(await storage.races.find(race.id))
    assert {*found.runners} == {Runner(ADA, 1, 90, 1), Runner(GRACE, 0, 0, 1), Runner(9, 0, 0, 1)}
    assert [rank for rank, _ in found.standings] == [1, 2, 2]


async def test_changed_races_are_due(storage: Storage) -> None:
    race = await added(storage)
    assert await storage.races.list_due(4599.0) == []
    assert await storage.races.list_due(4600.0) == [race.id]
    await begun(storage, race, ADA)
    assert await storage.races.list_due(4599.0) == [race.id]
    found = present(await storage.races.find(race.id))
    await storage.races.set_message(found, 9)
    assert await storage.races.list_due(4599.0) == []
    await storage.races.close(race.id)
    assert await storage.races.list_due(9999.0) == []


async def test_forgotten_server_has_no_races(storage: Storage) -> None:
    race = await added(storage)
    attempt = await begun(storage, race, ADA)
    await storage.servers.purge(7, 9e9)
    assert await storage.races.find(race.id) is None
    assert await storage.puzzles.find(attempt.id) == replace(attempt, guild_id=None, race_stage=None)
