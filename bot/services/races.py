"""Races: the same puzzles for everybody in a channel, solved by each alone, within an hour."""

from dataclasses import replace

from bot import policy
from bot.errors import Reason, Refused
from bot.models import Asker, Attempt, PuzzleFilter, Race, RaceStage, find_next_time
from bot.services import Context, guards, puzzle, settings


async def begin(context: Context, asker: Asker, game_slug: str | None, *, is_weekly: bool = False) -> Race:
    """Begin a race in a channel, with puzzles of a game or of any; a weekly one begins again by itself.

    Where a race is running, return that; where weekly races are, and another series is asked for, the newest.
    """
    current = await context.storage.races.find_current(asker.place, is_weekly=is_weekly)
    if current is not None and current.is_open and current.is_over(context.now()):
        await context.storage.races.close(current.id)  # its last standings could not be drawn
        current = replace(current, is_open=False)
    if current is not None and (current.is_open or (is_weekly and current.is_weekly)):
        return current.posted_at(context.now())
    draft = Race(0, asker.place, asker.user_id, game_slug, 0, 0, is_weekly=is_weekly)
    return guards.found(await context.storage.races.add(await _draft_race(context, draft)), Reason.OPEN_RACE)


async def begin_again(context: Context, before: Race) -> Race | None:
    """Begin the next of weekly races; None if it has begun, they were stopped, or another race is open.

    Raises:
        PlayerError: no race may begin there any more.
    """
    draft = Race(0, before.place, before.owner_id, before.game_slug, 0, 0, is_weekly=True)
    drawn = await _draft_race(context, replace(draft, first_at=before.first_at))
    return await context.storage.races.add(drawn, before)


async def _draft_race(context: Context, race: Race) -> Race:
    """Return a race with puzzles, that begins now; PlayerError if it may not begin there."""
    if race.game_slug is not None:
        guards.refuse_unknown_game(race.game_slug)
    await settings.refuse_elsewhere(context, race.place)
    now = context.now()
    drawn = await puzzle.draw_puzzles(
        context, [PuzzleFilter(race.game_slug, each) for each in policy.RACE_PUZZLES]
    )
    begun = replace(race, begun_at=now, ends_at=now + policy.RACE_SECONDS, puzzles=tuple(drawn))
    if not race.is_weekly:
        return begun
    first_at = now if race.first_at is None else race.first_at
    time_zone = (await settings.look_up(context, race.place.guild_id)).time_zone
    next_at = find_next_time(first_at, begun.ends_at, time_zone)
    return replace(begun, first_at=first_at, next_at=next_at)


async def find(context: Context, race_id: int) -> Race:
    """Return the race with this number; Refused if there is none."""
    return guards.found(await context.storage.races.find(race_id), Reason.FORGOTTEN_RACE)


async def take_next_puzzle(context: Context, user_id: int, race_id: int) -> Attempt:
    """Return a person's attempt at the puzzle of a race that is next for them, the last if none is left."""
    race, now = await find(context, race_id), context.now()
    if race.is_over(now):
        raise Refused(Reason.RACE_OVER)
    newest = await context.storage.puzzles.find_newest_of_race(race_id, user_id)
    if newest is None and await context.storage.puzzles.has_departed(user_id, race_id=race_id):
        raise Refused(Reason.LEFT_RACE)
    done = 0 if newest is None or newest.race_stage is None else newest.race_stage.number
    if newest is not None and (not newest.is_over or done == len(race.puzzles)):
        return newest
    next_, race_stage = race.puzzles[done], RaceStage(race_id, done + 1, race.ends_at)
    puzzle_filter = PuzzleFilter(race.game_slug, next_.difficulty)
    draft = Attempt(0, user_id, race.place.guild_id, next_, puzzle_filter, now, race_stage=race_stage)
    return await context.storage.puzzles.add_of_race(draft)


async def begin_next(context: Context, user_id: int, before: Attempt) -> Attempt:
    """Begin the puzzle after an attempt: the next of its race while that goes on, else one like it."""
    race_stage = before.race_stage
    if race_stage is not None and not race_stage.is_last and context.now() < race_stage.ends_at:
        return await take_next_puzzle(context, user_id, race_stage.race_id)
    return await puzzle.begin(context, user_id, before.guild_id, before.puzzle_filter)


async def stop_weekly(context: Context, asker: Asker, race_id: int) -> Race:
    """Stop weekly races: who has begun them can, and moderators."""
    race = await find(context, race_id)
    if asker.user_id != race.owner_id and not asker.is_moderator:
        raise Refused(Reason.NOT_STARTER, player_id=race.owner_id)
    if not await context.storage.races.stop_weekly(race_id):
        raise Refused(Reason.NOT_WEEKLY)
    return replace(race, is_weekly=False)


async def give_up(context: Context, race_id: int) -> bool:
    """End a race that cannot be shown, and do not begin it again; return whether it was to begin again."""
    was_weekly = await context.storage.races.stop_weekly(race_id)
    await context.storage.races.close(race_id)
    return was_weekly
