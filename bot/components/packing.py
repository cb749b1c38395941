"""Lines of play in the ids of buttons: so many actions in one number, of which an id holds a few."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Action

LONGEST = 20
"""How many actions two numbers hold."""

_BASE = 64  # more than there are actions in a state of any game
_IN_ONE = LONGEST // 2  # 64 to the power of it has 19 digits, as many as an id's number may have


def pack(actions: Sequence[Action]) -> tuple[int, int]:
    """Return two numbers for a line of play, of which what is too long is cut off."""
    halves = actions[:_IN_ONE], actions[_IN_ONE:LONGEST]
    first, second = (sum((action + 1) * _BASE**place for place, action in enumerate(half)) for half in halves)
    return first, second


def unpack(first: int, second: int) -> tuple[Action, ...]:
    """Return the line of play that two numbers stand for."""
    return (*_read(first), *_read(second))


def _read(number: int) -> list[Action]:
    actions = []
    while number:
        number, digit = divmod(number, _BASE)
        actions.append(digit - 1)
    return actions
