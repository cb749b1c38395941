"""Races of channels: one at a time, read as begun, and forgotten with their server."""

from dataclasses import replace

from bot.models import Attempt, Place, Race, RaceStage
from bot.storage import Storage
from tests.bot.attempts import DRAFT, PUZZLE
from tests.bot.drafts import ADA

DRAWN = Race(0, Place(7, 70), ADA, None, 1000.0, 4600.0, (PUZZLE, PUZZLE._replace(theme="block")))


async def added(storage: Storage) -> Race:
    """A race of channel 70 whose message is 8."""
    race = await storage.races.add(DRAWN)
    assert race is not None
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


async def test_newest_message_shows_a_race(storage: Storage) -> None:
    race = await added(storage)
    late = replace(race, begun_at=2000.0, ends_at=5600.0)
    await storage.races.set_message(late, 9)
    await storage.races.set_message(race, 8)
    assert await storage.races.find(race.id) == replace(late, message_id=9)


async def test_forgotten_server_has_no_races(storage: Storage) -> None:
    race = await added(storage)
    attempt = await begun(storage, race, ADA)
    await storage.servers.purge(7, 9e9)
    assert await storage.races.find(race.id) is None
    assert await storage.puzzles.find(attempt.id) == replace(attempt, guild_id=None, race_stage=None)
