"""Kalah, which many call mancala: sow seeds around the board and into your store, and have more in the end.

A player empties a house of their own row and sows the seeds one by one into the houses that follow: along
their own row, into their own store at its end, along the row of the opponent, past the opponent's store, and
so on around.

- If the last seed falls into the own store, the player moves again.
- If it falls into an empty house of the own row, it is captured together with all seeds of the house
  opposite, even if that is empty ("empty capture"). After a whole lap this may be the house it came from.
- If a row is empty after a move, either player's, all seeds that are left go to the store of the player in
  whose row they lie, and the game ends, even if the player who emptied their row could move again.
- The player with more seeds in store in the end wins.

Seeds only move on until they pass the store of the player, where one stays, so no position comes again.

The houses are numbered as they are sown, first those of the first player from their left, then those of the
second. A position has six bits for each house, then six for each store, then one for whose turn it is.
"""

from enum import auto
from functools import cached_property
from math import tanh
from typing import Final

from engine.base import Action, Fault, Position, State
from engine.rules.counting import Counting
from engine.rules.sowing import Capture, Sowing
from engine.seeds.board import WORTHS

_MOST_SEEDS: Final = 63
"""What six bits hold, and so how many seeds there can be in all."""

_SEED: Final = 4
_SCALE: Final = 34
"""The lead that is worth tanh(1)."""

_GREATEST: Final = 600
"""More than any lead: all seeds in store, and twelve houses of the greatest worth."""

_WORTH: Final = [tanh(lead / _SCALE) for lead in (*range(_GREATEST), *range(-_GREATEST, 0))]
_WORTHS: Final = (_WORTH, [-worth for worth in _WORTH])
"""What every lead of the first player is worth to each player on their turn: about the result to expect."""


class KalahFault(Fault):
    """What is wrong with the name of a house."""

    EMPTY = auto()


class Kalah(Sowing, Counting):
    """A game with so many houses for both players, and so many seeds in each: at most 63 in all."""

    scale = _SCALE / _SEED
    own_seeds = 1

    def __init__(self, slug: str, houses: int = 6, seeds: int = 4) -> None:
        self._total = 2 * houses * seeds
        if houses > len(self.names) or self._total > _MOST_SEEDS:
            raise ValueError(f"{houses} houses with {seeds} seeds each are more than a position can hold.")
        self.slug = slug
        self.houses_in_row = houses
        self._stores, self._turn = 12 * houses, 12 * houses + 12
        self._row = 6 * houses
        self._rows = ((1 << self._row) - 1, (1 << self._row) - 1 << self._row)
        self.start = sum(seeds << 6 * house for house in range(2 * houses))

    def successors(self, position: Position) -> dict[Action, Position]:
        """Return the position after sowing each house; nothing once the game has ended."""
        first, second = self._rows
        successors = {}
        for action, house, sowings in self._sowings_by_player[position >> self._turn]:
            seeds = position >> house & 63
            if seeds:
                added, last = sowings[seeds]
                successor = position + added
                if last >= 0 and successor >> last & 63 == 1:
                    successor = self._after_capture(successor, last)
                if not successor & first or not successor & second:
                    successor = self._shared_out(successor)
                successors[action] = successor
        return successors

    def turn(self, position: Position) -> int:
        """Return whose turn it is; in the end, who would have been next."""
        return position >> self._turn

    def margin(self, position: Position) -> int:
        """Return how many seeds more the player to move has in the end, when all are in the stores."""
        return self.lead(position)

    def is_decided(self, position: Position) -> bool:
        """Whether a player has more than half of the seeds, or the game is over."""
        most = max(self._store(position, 0), self._store(position, 1))
        return 2 * most > self._total or super().is_decided(position)

    def evaluate(self, position: Position) -> float:
        """Compare the seeds in the stores, and those in the houses of both players."""
        return self.static_value(position)

    def static_value(self, position: Position) -> float:
        """Return the same of any position: of an ended one, what its lead would be worth in a running one."""
        one, two, three = self._pair_worths
        theirs = position >> self._row
        lead = (
            self._leads[position >> self._stores & 4095]
            + one[position & 4095]
            + two[position >> 12 & 4095]
            + three[position >> 24 & 4095]
            - one[theirs & 4095]
            - two[theirs >> 12 & 4095]
            - three[theirs >> 24 & 4095]
        )
        return _WORTHS[position >> self._turn][lead]

    @staticmethod
    def expected(lead: int) -> float:
        """Return the estimate of a player who is so many quarters of a seed ahead with all that counts."""
        return _WORTH[lead]

    @cached_property
    def _leads(self) -> list[int]:
        """How far the first player is ahead by the two stores, as they stand in a position."""
        return [_SEED * ((stores & 63) - (stores >> 6)) for stores in range(1 << 12)]

    def fault(self, state: State, name: str) -> Fault:
        """Tell whether the house of that name is empty."""
        if len(name) != 1 or name not in self.names[: self.houses_in_row] or state.is_terminal:
            return super().fault(state, name)
        return KalahFault.EMPTY

    def houses(self, state: State) -> tuple[int, ...]:
        """Return the seeds in the first player's houses from their left, then in the second's."""
        return tuple(state.position >> 6 * house & 63 for house in range(2 * self.houses_in_row))

    def stores(self, state: State) -> tuple[int, int]:
        """Return how many seeds are in the store of the first player, and of the second."""
        return self._store(state.position, 0), self._store(state.position, 1)

    def rows(self, position: Position) -> tuple[int, int]:
        """Return the row of the player to move and that of the opponent, each with six bits a house."""
        first, second = position & self._rows[0], position >> self._row & self._rows[0]
        return (second, first) if position >> self._turn else (first, second)

    def lead(self, position: Position) -> int:
        """Return how many seeds more than the opponent the player to move has in the store."""
        lead = self._store(position, 0) - self._store(position, 1)
        return -lead if position >> self._turn else lead

    def kept(self, state: State, action: Action) -> tuple[int, int]:
        """Return what is left in the rows if one of them is empty, which ends the game."""
        sown, last = self._sown(state.position, action)
        if _falls_alone(sown, last):
            sown = self._after_capture(sown, last)
        first, second = self._count_seeds(sown, 0), self._count_seeds(sown, 1)
        return (0, 0) if first and second else (first, second)

    def captured(self, state: State, action: Action) -> int:
        """Return how many seeds an action captures."""
        return self._count_captured(state.position, action)

    def best_capture(self, position: Position) -> Capture:
        """Return the move that captures the most seeds, the first of equals."""
        captures = (
            Capture(self._count_captured(position, action), action) for action in self.successors(position)
        )
        return max(captures, key=lambda capture: capture.seeds, default=Capture(0, 0))

    def taken(self, position: Position, action: Action) -> tuple[int]:
        """Return which house of the opponent an action captures that captures any."""
        _, last = self._sown(position, action)
        return (self._opposite(last) // 6 % self.houses_in_row,)

    def _count_captured(self, position: Position, action: Action) -> int:
        """Return how many seeds a legal action captures."""
        sown, last = self._sown(position, action)
        return 1 + (sown >> self._opposite(last) & 63) if _falls_alone(sown, last) else 0

    def _sown(self, position: Position, action: Action) -> tuple[Position, int]:
        """Return the position after sowing alone, and how far up the own house is that got the last seed."""
        _, house, sowings = self._sowings_by_player[position >> self._turn][action]
        added, last = sowings[position >> house & 63]
        return position + added, last

    def _after_capture(self, sown: Position, last: int) -> Position:
        """Return the position after the capture by a last seed."""
        opposite = self._opposite(last)
        seeds = sown >> opposite & 63
        store = self._stores + (6 if last > opposite else 0)
        return sown + (seeds + 1 << store) - (1 << last) - (seeds << opposite)

    def _opposite(self, house: int) -> int:
        """Return how far up the house opposite is."""
        return 6 * (2 * self.houses_in_row - 1) - house

    def _shared_out(self, position: Position) -> Position:
        """Return the position with all seeds of both rows in the stores of their owners."""
        kept = sum(self._count_seeds(position, player) << self._stores + 6 * player for player in (0, 1))
        return (position >> self._stores << self._stores) + kept

    def passed(self, position: Position) -> Position:
        """Return the position with the other player to move."""
        return position ^ 1 << self._turn

    def _store(self, position: Position, player: int) -> int:
        """Return how many seeds are in the store of a player."""
        return position >> self._stores + 6 * player & 63

    def _count_seeds(self, position: Position, player: int) -> int:
        """Return how many seeds are in the row of a player."""
        first = player * self.houses_in_row
        return sum(position >> 6 * house & 63 for house in range(first, first + self.houses_in_row))

    @cached_property
    def _pair_worths(self) -> list[list[int]]:
        """What the first two houses of a row are worth by what is in them, the next two, and the next."""
        rooms = [*range(self.houses_in_row - 1, -1, -1), *[None] * len(self.names)]
        singles = [[0] * 64 if room is None else _by_seeds(WORTHS[room]) for room in rooms]
        return [
            [low + high for high in singles[house + 1] for low in singles[house]]
            for house in range(0, len(self.names), 2)
        ]

    @cached_property
    def _sowings_by_player(self) -> list[list[tuple[Action, int, list[tuple[int, int]]]]]:
        """Of each player, each action, how far up its house is, and the sowing of every number of seeds."""
        return [
            [
                (action, 6 * (player * self.houses_in_row + action), self._sowings(player, action))
                for action in range(self.houses_in_row)
            ]
            for player in (0, 1)
        ]

    def _sowings(self, player: int, action: Action) -> list[tuple[int, int]]:
        """Return of every number of seeds what sowing them adds to a position, and where the last one falls.

        That is how far up the house is which gets it, or -1 if it is not one of the player's own.
        """
        size, store = self.houses_in_row, self._stores + 6 * player
        house = player * size + action
        mine = [6 * (player * size + each) for each in range(size)]
        theirs = [6 * ((1 - player) * size + each) for each in range(size)]
        lap = [*mine, store, *theirs]
        added, sowings = 0, [(0, -1)]
        for number in range(self._total):
            last = lap[(action + 1 + number) % len(lap)]
            added += (1 << last) - (1 << 6 * house)
            turned = 0 if last == store else (1 - 2 * player) << self._turn
            sowings.append((added + turned, last if last in mine else -1))
        return sowings


def _by_seeds(worths: tuple[int, ...]) -> list[int]:
    """Return what a house is worth by any number of seeds, the last of those given for all greater ones."""
    return [worths[min(seeds, len(worths) - 1)] for seeds in range(64)]


def _falls_alone(sown: Position, last: int) -> bool:
    """Whether the last seed, sown into this own house if any, is the only one there."""
    return last >= 0 and sown >> last & 63 == 1


GAMES: Final = (Kalah("kalah"),)
