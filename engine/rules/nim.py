"""Nim: take as many as you like from one heap; taking the last one wins or, in misère, loses.

A position is the number that is left in each heap, three bits a heap, the first heap lowest. An action is how
many are taken, less one, above three bits for the heap: it stays the same, whatever was taken before.
"""

from collections.abc import Iterable
from enum import auto
from functools import reduce
from itertools import permutations
from operator import xor
from typing import Final

from engine.base import Action, Fault, Game, Position, State

_BITS: Final = 3
_MOST: Final = (1 << _BITS) - 1
_LETTERS: Final = "abcdefgh"


class NimFault(Fault):
    """What is wrong with the name of a heap and a number."""

    TOO_MANY = auto()
    """The heap holds fewer."""


class Nim(Game):
    """Heaps of up to seven; a player who cannot move has lost or, if it is `is_misere`, won."""

    is_small = is_proven = True

    def __init__(self, slug: str, *sizes: int, is_misere: bool = False) -> None:
        self.slug, self.sizes, self.is_misere = slug, sizes, is_misere
        self.names = tuple(name_action(*read_action(action)) for action in range(1 << 2 * _BITS))
        self.start = _pack_heaps(sizes)

    def heaps(self, position: Position) -> tuple[int, ...]:
        """Return how many are left in each heap."""
        return tuple(position >> _BITS * heap & _MOST for heap in range(len(self.sizes)))

    def successors(self, position: Position) -> dict[Action, Position]:
        """Return where taking any number from any heap leads."""
        return {
            make_action(heap, number): position - (number << _BITS * heap)
            for heap, size in enumerate(self.heaps(position))
            for number in range(1, size + 1)
        }

    def utility(self, position: Position) -> int:  # noqa: ARG002 - who has to move and cannot
        """Return what it is worth that the opponent has taken the last one."""
        return 1 if self.is_misere else -1

    def symmetries(self, position: Position) -> Iterable[Position]:
        """Return the position with its heaps in every order: of equal ones it is no matter which is which."""
        heaps = self.heaps(position)
        orders = {_pack_heaps(order) for order in permutations(heaps)}
        return [order for order in orders if all(map(int.__le__, self.heaps(order), self.sizes))]

    def evaluate(self, position: Position) -> float:  # noqa: ARG002 - it belongs to the rules
        """Estimate 0: both players share the heaps, and the game is small enough to be solved."""
        return 0.0

    def fault(self, state: State, name: str) -> Fault:
        """Tell whether the name is that of more than the heap holds."""
        once = {self.names[action] for action in self.successors(self.start)}
        return NimFault.TOO_MANY if name in once else super().fault(state, name)


def make_action(heap: int, number: int) -> Action:
    """Return the action that takes so many from a heap."""
    return number - 1 << _BITS | heap


def read_action(action: Action) -> tuple[int, int]:
    """Return from which heap an action takes, and how many."""
    return action & _MOST, (action >> _BITS) + 1


def name_action(heap: int, number: int) -> str:
    """Return the letter of a heap, and the number that is taken from it."""
    return f"{_LETTERS[heap]}{number}"


def nim_sum(heaps: Iterable[int]) -> int:
    """Return the powers of two of which the heaps hold an odd number, if each is a sum of different ones."""
    return reduce(xor, heaps, 0)


def is_lost(heaps: Iterable[int], *, is_misere: bool) -> bool:
    """Whether who has to move loses against best play, as Bouton proved in 1901.

    That is so if no power of two is odd; in misère, as long as a heap holds more than one, and then if their
    number is odd.
    """
    left = [*heaps]
    return (nim_sum(left) == 0) != (is_misere and max(left, default=0) <= 1)


def _pack_heaps(heaps: Iterable[int]) -> Position:
    return sum(size << _BITS * heap for heap, size in enumerate(heaps))


GAMES = (
    Nim("nim", 1, 3, 5, 7),
    Nim("nim-3-4-5", 3, 4, 5),
    Nim("nim-misere", 1, 3, 5, 7, is_misere=True),
)
