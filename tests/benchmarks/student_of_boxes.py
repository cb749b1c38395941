"""What the student recognises in dots and boxes: two boxes to leave, and the last line that gives nothing."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from tests.engine.boxes_again import the_game

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import engine

COUNTED: Final = 6
"""How many lines that give nothing the student counts to the last one."""

_PAIR, _THIRD = 2, 3


def leaves_two(state: engine.State, action: engine.Action) -> float:
    """Whether a box could be had, two are left to one line, and then every line gives more than two."""
    game, drawn = the_game(), the_game().drawn(state.position)
    after = drawn | 1 << action
    pairs = [line for line in game.open_lines(after) if game.completed(after, line) == _PAIR]
    if game.completed(drawn, action) or not game.given(drawn) or not pairs or game.given(after) != _PAIR:
        return False
    rest = after | 1 << pairs[0]
    return all(game.given(rest | 1 << line) > _PAIR for line in game.open_lines(rest))


def splits_pair(state: engine.State, action: engine.Action) -> float:
    """Whether the line gives two boxes, each to a line of its own."""
    after = the_game().drawn(state.position) | 1 << action
    return the_game().given(after) == _PAIR == len(the_game().takeable(after))


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
    "leave two": leaves_two,
    "split pair": splits_pair,
    "last safe line": draws_last_safe,
}
