"""The SQL of standings: counted up when a match ends, so that a table is read and not worked out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.models import Standing, Table
from bot.storage import rows

if TYPE_CHECKING:
    import sqlite3

    from bot.models import Match

_EVERYWHERE = 0  # the guild_id of global standings

_KEY = "game = :game AND guild_id = :scope AND versus = :versus"
_OF_TABLE = f"FROM standings WHERE {_KEY}"
_TIED = f"(SELECT count(*) {_OF_TABLE} AND halves = :halves AND"
_AHEAD = (  # a sum of short ranges of the index, where one condition with OR would look at the whole table
    f"SELECT (SELECT coalesce(sum(people), 0) FROM ladder WHERE {_KEY} AND halves > :halves)"
    f" + {_TIED} wins > :wins) + {_TIED} wins = :wins AND losses < :losses)"
    f" + {_TIED} wins = :wins AND losses = :losses AND user_id < :user_id)"
)


def key(game: str, guild_id: int | None, versus: str) -> dict[str, Any]:
    """Return what one table is found by; without a server it is the one of all of them."""
    return {"game": game, "scope": _EVERYWHERE if guild_id is None else guild_id, "versus": versus}


def table(db: sqlite3.Connection, key: dict[str, Any], user_id: int, size: int) -> Table:
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


def add_results(db: sqlite3.Connection, match: Match) -> None:
    """Count a match that has just ended for the people in it; in a transaction."""
    for user_id, versus, results in rows.results_by_person(match):
        for scope in {match.place.guild_id, _EVERYWHERE} - {None}:
            _add_result(db, (match.game_slug, scope, versus, user_id), results)


def _add_result(db: sqlite3.Connection, key: tuple[object, ...], results: tuple[int, int, int]) -> None:
    db.execute(
        "INSERT INTO standings (game, guild_id, versus, user_id, wins, draws, losses)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET wins = wins + excluded.wins, draws = draws + excluded.draws,"
        " losses = losses + excluded.losses",
        (*key, *results),
    )
