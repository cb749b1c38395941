"""The races of channels: their puzzles, and how those fare who solve them."""

from collections.abc import Iterator, Sequence

from bot import policy
from bot.models import SECONDS_TO_POST, Place, Race, Runner
from bot.storage.database import Row, Statement, Subject
from bot.storage.rows import inserting, numbers_of, text_of
from engine.puzzles import Puzzle

_PROGRESS = "(SELECT count(*) + count(fate) FROM attempts WHERE race_id = races.id)"
_INSERT = (
    "INSERT INTO races (guild_id, channel_id, parent_id, owner_id, game, begun_at, ends_at, is_weekly,"
    " first_at, next_at) SELECT :guild_id, :channel_id, :parent_id, :owner_id, :game_slug, :begun_at,"
    " :ends_at, :is_weekly, :first_at, :next_at"
)
_ADD = (
    f"{_INSERT} WHERE NOT EXISTS (SELECT 1 FROM races"
    " WHERE guild_id = :guild_id AND channel_id = :channel_id AND is_weekly = 1 AND :is_weekly = 1)"
    " ON CONFLICT DO NOTHING RETURNING id"
)
_ADD_NEXT = (
    f"{_INSERT} WHERE EXISTS (SELECT 1 FROM races WHERE id = :past_id AND is_weekly = 1)"
    " ON CONFLICT DO NOTHING RETURNING id"
)
_ADD_PUZZLE = inserting("race_puzzles", "race_id, place, game, difficulty, goal, start, theme")
_FIND = (
    "SELECT id, guild_id, channel_id, parent_id, owner_id, game, begun_at, ends_at, message_id,"
    f" {_PROGRESS}, is_weekly, is_open, first_at, next_at FROM races WHERE id = ?"
)
_PUZZLES = "SELECT game, difficulty, goal, start, theme FROM race_puzzles WHERE race_id = ? ORDER BY place"
_RUNNERS = (
    "SELECT user_id, count(*) FILTER (WHERE fate = 'solved' AND ended_at <= ends_at),"
    f" sum(ended_at - attempts.begun_at + {policy.RACE_PENALTY_SECONDS} * (mistakes + hints - free_hints))"
    " FILTER (WHERE fate = 'solved' AND ended_at <= ends_at), count(fate)"
    " FROM attempts JOIN races ON races.id = race_id WHERE race_id = ? GROUP BY user_id"
)
_CURRENT = (
    "SELECT id FROM races WHERE guild_id = ? AND channel_id = ? AND (is_open = 1 OR is_weekly = ?)"
    " ORDER BY is_open DESC, id DESC LIMIT 1"
)
DUE = (
    "SELECT id FROM races WHERE is_open = 1"
    f" AND (ends_at <= :now OR (message_id IS NOT NULL AND drawn <> {_PROGRESS})"
    f" OR (message_id IS NULL AND begun_at <= :now - {SECONDS_TO_POST}))"
    " UNION ALL SELECT id FROM races AS past WHERE is_weekly = 1 AND next_at <= :now"
    " AND NOT EXISTS (SELECT 1 FROM races WHERE is_open = 1 AND channel_id = past.channel_id) LIMIT 100"
)
_SHOW = (
    "UPDATE races SET message_id = :message_id, drawn = :drawn, begun_at = :begun_at, ends_at = :ends_at"
    " WHERE id = :id AND coalesce(message_id, 0) <= :message_id"
)
_STOP = "UPDATE races SET is_weekly = 0 WHERE id = ? AND is_weekly = 1 RETURNING id"
_CLOSE = "UPDATE races SET is_open = 0 WHERE id = ?"


class Races(Subject):
    """The races of channels."""

    async def add(self, race: Race, after: Race | None = None) -> Race | None:
        """Store a new race and give it an id; None if the channel has an open one, or a second weekly one.

        The weekly race `after` which it comes is weekly no more; None if it was not by now.
        """

        def follow(added: Race) -> Iterator[Statement]:
            if after is not None:
                yield Statement(_STOP, (after.id,))
            for number, puzzle in enumerate(race.puzzles, 1):
                yield Statement(_ADD_PUZZLE, (added.id, number, *_puzzle_values(puzzle)))

        values = {**vars(race), **vars(race.place), "is_weekly": int(race.is_weekly)}
        past = {} if after is None else {"past_id": after.id}
        adding = Statement(_ADD if after is None else _ADD_NEXT, values | past)
        return await self._database.add(race, adding, follow)

    async def find(self, race_id: int) -> Race | None:
        """Return the race as it stands, None if there is none with this id."""
        asked = (Statement(sql, (race_id,)) for sql in (_FIND, _PUZZLES, _RUNNERS))
        found, *others = await self._database.read(*asked)
        return _race_from(found[0], *others) if found else None

    async def find_current(self, place: Place, *, is_weekly: bool) -> Race | None:
        """Return the race of a channel that is not closed, else the newest of its weekly ones if asked."""
        asked = (place.guild_id, place.channel_id, 1 if is_weekly else None)
        found = await self._database.list_ids(_CURRENT, *asked)
        return await self.find(found[0]) if found else None

    async def list_due(self, now: float) -> list[int]:
        """Return the races to draw, to begin again, or without a message a minute later; at most 100."""
        [found] = await self._database.read(Statement(DUE, {"now": now}))
        return [id_ for (id_,) in found]

    async def set_message(self, race: Race, message_id: int) -> None:
        """Store that this message shows a race as it stands there, unless a newer message does."""
        shown = {"id": race.id, "message_id": message_id, "drawn": race.progress}
        times = {"begun_at": race.begun_at, "ends_at": race.ends_at}
        await self._database.write(Statement(_SHOW, shown | times))

    async def stop_weekly(self, race_id: int) -> bool:
        """Store that a race does not begin again; False if so it was."""
        return bool(await self._database.write(Statement(_STOP, (race_id,))))

    async def close(self, race_id: int) -> None:
        """Store that nothing of a race will be drawn any more."""
        await self._database.write(Statement(_CLOSE, (race_id,)))


def _race_from(row: Row, puzzles: Sequence[Row], runners: Sequence[Row]) -> Race:
    id_, guild_id, channel_id, parent_id, *times, message_id, progress, is_weekly, is_open, first, next_ = row
    place, found = Place(guild_id, channel_id, parent_id), tuple(map(_puzzle_from, puzzles))
    ranked = tuple(map(_runner_from, runners))
    state = message_id, ranked, progress, bool(is_weekly), bool(is_open), first, next_
    known = *times, found, *state
    return Race(id_, place, *known)


def _runner_from(row: Row) -> Runner:
    user_id, solved, seconds, ended = row
    return Runner(user_id, solved, round(seconds or 0), ended)


def _puzzle_values(puzzle: Puzzle) -> tuple[object, ...]:
    return puzzle.game_slug, puzzle.difficulty, puzzle.goal, text_of(puzzle.actions), puzzle.theme


def _puzzle_from(row: Row) -> Puzzle:
    game, difficulty, goal, start, theme = row
    return Puzzle(game, numbers_of(start), difficulty, goal, theme)
