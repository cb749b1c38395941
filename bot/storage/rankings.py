"""Pages of the boards of ratings: what is asked for them, and what comes of it, in every database."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from bot.models import Page, Ranking, SeasonBoard, Standing
from bot.storage import statements
from bot.storage.rows import EVERYWHERE, HIDDEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.models import BoardKey, Kept

STATEMENTS = (statements.BEST_RANKED, statements.OWN_PLACE, statements.COUNT_RANKED)
"""What is asked, with `values_of`, for `page_from`."""


def values_of(key: BoardKey, user_id: int, number: int, size: int) -> dict[str, Any]:
    """Return the values of the statements."""
    scope = EVERYWHERE if key.guild_id is None else key.guild_id
    found_by = {"board": key.board, "game": key.game_slug, "scope": scope, "period": key.period}
    pages = {"size": size, "skipped": number * size, "reached": (number + 1) * size}
    return {**found_by, "user_id": user_id, **pages}


def page_from(key: BoardKey, number: int, size: int, found: Sequence[Sequence[tuple[Any, ...]]]) -> Page:
    """Return the page that was found."""
    best, own, ((people,),) = found
    lines = [Ranking(*row) for row in best]
    places = [Ranking(None if rung is None else int(rank), *row) for rank, rung, *row in own]
    elsewhere = (place for place in places if place.user_id not in {line.user_id for line in lines})
    return Page(key, number, -(-int(people) // size), lines, next(elsewhere, None))


def scopes_values(kept: Kept, after: int | None) -> dict[str, Any]:
    """Return the values of SCOPES."""
    return {**prune_values(kept, 0), "after": HIDDEN - 1 if after is None else after}


def scopes_from(found: Sequence[tuple[Any, ...]]) -> list[tuple[int, bool]]:
    """Return the servers of the rows of SCOPES, and whether there is anything to prune."""
    return [(scope, bool(is_outdated)) for scope, is_outdated in sorted(found)]


def prune_values(kept: Kept, scope: int) -> dict[str, Any]:
    """Return the values of PRUNE."""
    return {**kept._asdict(), "year": kept.year, "scope": scope}


def season_from(found: Sequence[tuple[Any, ...]]) -> list[SeasonBoard]:
    """Return the boards of the rows of SEASON."""
    return [
        SeasonBoard(game, people, [Standing(*row[2:]) for row in group])
        for (game, people), group in groupby(found, key=lambda row: row[:2])
    ]
