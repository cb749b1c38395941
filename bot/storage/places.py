"""Tables of the best, and a person's own place below them, whatever they are ranked by."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from bot.models import Standing, StreakStanding

_Placed = TypeVar("_Placed", Standing, StreakStanding)
_TIES = 500
"""At most so many people of equal rank are counted: places below take no longer to find."""
MINE = "(SELECT {} FROM own)"
"""A column of the person's own row."""


def before(step: str, *ranges: str) -> str:
    """Return what counts who comes before the only row of `own` on the same step, in ranges of an index.

    One condition with OR would look at the whole table.
    """
    each = " UNION ALL ".join(f"SELECT 1 FROM {step} AND {one}" for one in ranges)
    return f"(SELECT count(*) FROM ({each} LIMIT {_TIES}) AS tied)"


def ranked(best: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Yield each row of a table with its rank, shared by those in which all but the person is equal."""
    values = [row[1:] for row in best]
    return ((1 + values.index(row[1:]), row) for row in best)


def below(top: Sequence[_Placed], places: Iterable[_Placed]) -> _Placed | None:
    """Return the person's own place if it is not among those at the top."""
    shown = {place.user_id for place in top}
    return next((place for place in places if place.user_id not in shown), None)
