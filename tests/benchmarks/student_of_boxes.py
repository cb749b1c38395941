"""What the student recognises in dots and boxes: who draws the last line that gives nothing away."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tests.engine.boxes_again import the_game

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import engine

COUNTED = 6
"""How many such lines the student counts to the last one."""

_THIRD = 3


def draws_last_safe(state: engine.State, action: engine.Action) -> float:
    """Whether the line gives nothing, and the player can draw the last of a few such lines."""
    drawn = the_game().drawn(state.position)
    after = drawn | 1 << action
    return action in _list_safe(drawn) and len(_list_safe(after)) <= COUNTED and not _has_last(after)


@cache
def _has_last(drawn: int) -> bool:
    """Whether the player to move can draw the last such line, if both draw no others."""
    return any(not _has_last(drawn | 1 << line) for line in _list_safe(drawn))


@cache
def _list_safe(drawn: int) -> tuple[int, ...]:
    """Return the lines after which no box has three sides."""
    open_lines = the_game().open_lines(drawn)
    return tuple(line for line in open_lines if not _has_third(drawn | 1 << line))


def _has_third(drawn: int) -> bool:
    return any((drawn & sides).bit_count() == _THIRD for sides in the_game().sides)


PATTERNS: Mapping[str, Callable[[engine.State, engine.Action], float]] = {
    "last safe line": draws_last_safe,
}
