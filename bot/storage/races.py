"""The races of channels: their puzzles, and how those fare who solve them."""

from collections.abc import Iterator, Sequence

from bot import policy
from bot.models import SECONDS_TO_POST, Place, Race, Runner
from bot.storage.columns import Columns
from bot.storage.database import Row, Statement, Subject
from bot.storage.rows import inserting, placeholders
from engine.puzzles import Puzzle

_PROGRESS = "(SELECT count(*) + count(fate) FROM attempts WHERE race_id = races.id)"
_RACE = Columns(
    Race,
    "guild_id: place.guild_id, channel_id: place.channel_id, parent_id: place.parent_id, owner_id,"
    " game: game_slug, begun_at, ends_at, is_weekly, first_at,"
    " next_at",
    "id, message_id, progress, is_open",
)
_ADD = (
    f"INSERT INTO races ({_RACE.names}) SELECT {placeholders(_RACE.names)} WHERE {{}}"
    " ON CONFLICT DO NOTHING RETURNING id"
)
_HAS_NO_SERIES = (
    "NOT EXISTS (SELECT 1 FROM races WHERE guild_id = ? AND channel_id = ? AND is_weekly = 1 AND ? = 1)"
)
_IS_WEEKLY = "EXISTS (SELECT 1 FROM races WHERE id = ? AND is_weekly = 1)"
_PUZZLE = Columns(Puzzle, "game: game_slug, difficulty, goal, start: actions, theme")
_ADD_PUZZLE = inserting("race_puzzles", f"race_id, place, {_PUZZLE.names}")
_FIND = f"SELECT {_RACE.names}, id, message_id, {_PROGRESS}, is_open FROM races WHERE id = ?"
_PUZZLES = f"SELECT {_PUZZLE.names} FROM race_puzzles WHERE race_id = ? ORDER BY place"
_COUNTS = "CASE WHEN fate = 'solved' AND ended_at <= ends_at THEN {} ELSE 0 END"
_SECONDS = f"ended_at - attempts.begun_at + {policy.RACE_PENALTY_SECONDS} * (mistakes + hints - free_hints)"
_RUNNERS = (
    f"SELECT user_id, sum({_COUNTS.format(1)}), sum({_COUNTS.format(_SECONDS)}), count(fate)"
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
        """Store a new race and give it an id; None if the channel has one that is not closed.

        None, too, if both this and another one of the channel are weekly. The weekly race before it is not
        weekly any more; None if it was not by now.
        """
        place, past = race.place, () if after is None else (after.id,)
        alone = (place.guild_id, place.channel_id, int(race.is_weekly))
        condition = (_HAS_NO_SERIES, alone) if after is None else (_IS_WEEKLY, past)

        def follow(added: Race) -> Iterator[Statement]:
            yield from (Statement(_STOP, (id_,)) for id_ in past)
            for number, puzzle in enumerate(race.puzzles, 1):
                yield Statement(_ADD_PUZZLE, (added.id, number, *_PUZZLE.values(puzzle)))

        adding = Statement(_ADD.format(condition[0]), (*_RACE.values(race), *condition[1]))
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
        """Return the races whose message does not show how they stand, or that they are over; at most 100.

        Also those that are to begin again, as no race of their channel is open, and, a minute after they
        have begun, those that have no message yet.
        """
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
    return _RACE.read(
        row,
        puzzles=tuple(map(_PUZZLE.read, puzzles)),
        runners=tuple(
            Runner(user_id, solved, round(seconds), ended) for user_id, solved, seconds, ended in runners
        ),
    )
