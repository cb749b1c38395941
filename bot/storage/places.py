"""Tables of the best, and a person's own place below them, whatever they are ranked by."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from bot.models import LAST_RANK, Ranking, Standing, StreakStanding

_Placed = TypeVar("_Placed", Ranking, Standing, StreakStanding)
MINE = "(SELECT {} FROM own)"
"""A column of the person's own row."""


def rank_after(board: str, *ranges: str) -> str:
    """Return the rank of the only row of `own`: those before it on a board are counted in ranges of an index.

    One condition with OR would look at the whole table.
    """
    each = " UNION ALL ".join(f"SELECT 1 FROM {board} AND {one}" for one in ranges)
    return f"1 + (SELECT count(*) FROM ({each} LIMIT {LAST_RANK}) AS better)"


def ranked(best: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Yield each row of a table with its rank, shared by those in which all but the person is equal."""
    values = [row[1:] for row in best]
    return ((1 + values.index(row[1:]), row) for row in best)


def below(top: Sequence[_Placed], places: Iterable[_Placed]) -> _Placed | None:
    """Return the person's own place if it is not among those at the top."""
    shown = {place.user_id for place in top}
    return next((place for place in places if place.user_id not in shown), None)
