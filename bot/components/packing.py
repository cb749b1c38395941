"""Lines of play in the ids of buttons: a few actions as numbers, or as many as one word has room for."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Sequence

from engine import Action, State

LONGEST = 20
"""How many actions two numbers hold."""

_BASE = 64  # more than the actions in a state of any game
_IN_ONE = LONGEST // 2  # 64 to this power has 19 digits, the most that a number in an id may have


def pack_line(actions: Sequence[Action]) -> tuple[int, int]:
    """Return two numbers for a line of play, which is cut off if it is too long."""
    halves = actions[:_IN_ONE], actions[_IN_ONE:LONGEST]
    first, second = (sum((action + 1) * _BASE**place for place, action in enumerate(half)) for half in halves)
    return first, second


def unpack_line(first: int, second: int) -> tuple[Action, ...]:
    """Return the line of play in two numbers."""
    return (*_unpack_number(first), *_unpack_number(second))


def _unpack_number(number: int) -> list[Action]:
    actions = []
    while number:
        number, digit = divmod(number, _BASE)
        actions.append(digit - 1)
    return actions


def write_line(state: State, actions: Sequence[Action]) -> str:
    """Return a word for a line of play that begins in a state.

    Each action is stored as its index among the legal ones: 2.8 bits for six of them, one bit for one. So
    69 characters hold at least 147 moves of Oware, and more than any match of the other games has.
    """
    places = []
    for action in actions:
        legal = state.actions()
        places.append((legal.index(action) + 1, len(legal) + 1))
        state = state.successor(action)
    number = 0
    for place, base in reversed(places):
        number = number * base + place
    return urlsafe_b64encode(number.to_bytes((number.bit_length() + 7) // 8)).decode().rstrip("=")


def read_line(state: State, word: str) -> list[Action] | None:
    """Return the line of play that begins in a state, None if the word is invalid."""
    try:
        number = int.from_bytes(urlsafe_b64decode(word + "=" * (-len(word) % 4)))
    except Base64Error:
        return None
    actions = []
    while number:
        legal = state.actions()
        number, place = divmod(number, len(legal) + 1)
        if not place:
            return None
        actions.append(legal[place - 1])
        state = state.successor(actions[-1])
    return actions
