"""The SQL of standings: counted up when a match ends, so that a table is read and not worked out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.models import Standing, Table, versus_of
from engine import Outcome

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

    from bot.models import Match
    from bot.storage.sqlite.connection import Connection

_EVERYWHERE = 0  # the guild_id of global standings

_KEY = "game = :game AND guild_id = :scope AND versus = :versus"
_OF_TABLE = f"FROM standings WHERE {_KEY}"
_TIED = f"(SELECT count(*) {_OF_TABLE} AND halves = :halves AND"
_AHEAD = (  # a sum of short ranges of the index, where one condition with OR would look at the whole table
    f"SELECT (SELECT coalesce(sum(people), 0) FROM ladder WHERE {_KEY} AND halves > :halves)"
    f" + {_TIED} wins > :wins) + {_TIED} wins = :wins AND losses < :losses)"
    f" + {_TIED} wins = :wins AND losses = :losses AND user_id < :user_id)"
)


class SqliteStandings:
    """The totals in the file."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find_tables(
        self, game: str, guild_id: int | None, versus: Sequence[str], user_id: int, size: int
    ) -> list[Table]:
        """Return, for each of `versus` with anybody in it, the best `size` and the person's place below."""
        keys = [_key(game, guild_id, one) for one in versus]
        tables = await self._connection.read(lambda db: [_table(db, key, user_id, size) for key in keys])
        return [table for table in tables if table.top]


def _key(game: str, guild_id: int | None, versus: str) -> dict[str, Any]:
    """Return what one table is found by; without a server it is the one of all of them."""
    return {"game": game, "scope": _EVERYWHERE if guild_id is None else guild_id, "versus": versus}


def _table(db: sqlite3.Connection, key: dict[str, Any], user_id: int, size: int) -> Table:
    """Return the best `size`, and the person's own place if it is further down."""
    best = db.execute(
        f"SELECT user_id, wins, draws, losses {_OF_TABLE}"
        " ORDER BY halves DESC, wins DESC, losses, user_id LIMIT :size",
        {**key, "size": size},
    )
    top = [Standing(rank, *row) for rank, row in enumerate(best, start=1)]
    listed = any(standing.user_id == user_id for standing in top)
    return Table(key["versus"], top, None if listed else _own_standing(db, {**key, "user_id": user_id}))


def _own_standing(db: sqlite3.Connection, key: dict[str, Any]) -> Standing | None:
    sql = f"SELECT user_id, wins, draws, losses {_OF_TABLE} AND user_id = :user_id"
    row = db.execute(sql, key).fetchone()
    if row is None:
        return None
    own = Standing(0, *row)
    results = {"halves": own.halves, "wins": own.wins, "losses": own.losses}
    (ahead,) = db.execute(_AHEAD, {**key, **results}).fetchone()
    return replace(own, rank=ahead + 1)


def results_of(match: Match) -> list[tuple[object, ...]]:
    """Return what a finished match adds to the totals of the people in it, on its server and everywhere."""
    return [
        (match.game_slug, scope, versus_of(match), user_id, *results)
        for user_id, results in _results_by_person(match)
        for scope in {match.place.guild_id, _EVERYWHERE} - {None}
    ]


def _results_by_person(match: Match) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """Yield user id and (win, draw, loss) for each person in a finished match that is not casual."""
    if match.ending is None or match.ending.outcome is None or match.origin is not None:
        return
    drawn = match.ending.outcome is Outcome.DRAW
    for player in match.players:
        if player.user_id is not None:
            won = match.winner == player
            yield player.user_id, (int(won), int(drawn), int(not won and not drawn))


def add_results(db: sqlite3.Connection, results: list[tuple[object, ...]]) -> None:
    """Count what `results_of` a match says; in the transaction that ends it."""
    db.executemany(
        "INSERT INTO standings (game, guild_id, versus, user_id, wins, draws, losses)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET wins = wins + excluded.wins, draws = draws + excluded.draws,"
        " losses = losses + excluded.losses",
        results,
    )
