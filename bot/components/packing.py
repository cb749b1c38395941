"""Lines of play as words in the ids of buttons."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Sequence

from engine import Action, State


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
