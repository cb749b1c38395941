"""The races of channels: their puzzles, and how those fare who solve them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.models import PENALTY, Place, Race, Runner
from bot.storage.database import Statement
from bot.storage.rows import inserting, numbers_of, text_of
from engine.puzzles import Puzzle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.storage.database import Database, Row

_PROGRESS = "(SELECT count(*) + count(fate) FROM attempts WHERE race_id = races.id)"
_NEW_COLUMNS = "guild_id, channel_id, owner_id, game, begun_at, ends_at"
_ADD = f"{inserting('races', _NEW_COLUMNS)} ON CONFLICT DO NOTHING RETURNING id"
_ADD_PUZZLE = inserting("race_puzzles", "race_id, place, game, difficulty, goal, start, theme")
_FIND = f"SELECT {_NEW_COLUMNS}, message_id, {_PROGRESS} FROM races WHERE id = ?"
_PUZZLES = "SELECT game, start, difficulty, goal, theme FROM race_puzzles WHERE race_id = ? ORDER BY place"
_COUNTS = "CASE WHEN fate = 'solved' AND ended_at <= ends_at THEN {} ELSE 0 END"
_SECONDS = f"ended_at - attempts.begun_at + {PENALTY} * (mistakes + hints - free_hints)"
_RUNNERS = (
    f"SELECT user_id, sum({_COUNTS.format(1)}), sum({_COUNTS.format(_SECONDS)}), count(fate)"
    " FROM attempts JOIN races ON races.id = race_id WHERE race_id = ? GROUP BY user_id"
)
DUE = (
    "SELECT id FROM races WHERE is_open = 1"
    f" AND (ends_at <= ? OR (message_id IS NOT NULL AND drawn <> {_PROGRESS})) LIMIT 100"
)
_SHOW = "UPDATE races SET message_id = ?, drawn = ? WHERE id = ?"
_CLOSE = "UPDATE races SET is_open = 0 WHERE id = ?"


class Races:
    """The races of channels."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, race: Race) -> Race | None:
        """Store a new race and give it an id; None if the channel has one that is not closed."""
        place = race.place
        known = place.guild_id, place.channel_id, race.owner_id, race.game_slug, race.begun_at, race.ends_at

        def decide(found: list[list[Row]]) -> tuple[Race | None, list[Statement]]:
            if not found[0]:
                return None, []
            added = replace(race, id=found[0][0][0])
            return added, [
                Statement(_ADD_PUZZLE, (added.id, number, *_values_of(puzzle)))
                for number, puzzle in enumerate(race.puzzles, 1)
            ]

        return await self._database.decide([], [Statement(_ADD, known)], decide)

    async def find(self, race_id: int) -> Race | None:
        """Return the race as it stands, None if there is none with this id."""
        asked = (Statement(sql, (race_id,)) for sql in (_FIND, _PUZZLES, _RUNNERS))
        found, *others = await self._database.read(*asked)
        return _race_from(race_id, found[0], *others) if found else None

    async def list_due(self, now: float) -> list[int]:
        """Return the races whose message does not show how they stand, or that they are over; at most 100."""
        return [id_ for (id_,) in await self._database.find(DUE, now)]

    async def show(self, race: Race, message_id: int) -> None:
        """Store that this message shows a race as it stands there."""
        await self._database.write(Statement(_SHOW, (message_id, race.progress, race.id)))

    async def close(self, race_id: int) -> None:
        """Store that nothing of a race will be drawn any more."""
        await self._database.write(Statement(_CLOSE, (race_id,)))


def _values_of(puzzle: Puzzle) -> tuple[object, ...]:
    return puzzle.game_slug, puzzle.difficulty, puzzle.goal, text_of(puzzle.actions), puzzle.theme


def _race_from(race_id: int, row: Row, puzzles: Sequence[Row], runners: Sequence[Row]) -> Race:
    guild_id, channel_id, owner_id, game, begun_at, ends_at, message_id, progress = row
    return Race(
        race_id,
        Place(guild_id, channel_id),
        owner_id,
        game,
        begun_at,
        ends_at,
        tuple(Puzzle(slug, numbers_of(start), *others) for slug, start, *others in puzzles),
        message_id,
        tuple(Runner(user_id, solved, round(seconds), ended) for user_id, solved, seconds, ended in runners),
        progress,
    )
