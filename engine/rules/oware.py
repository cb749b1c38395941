"""Oware as played under the Abapa rules: sow seeds around the board, and capture more than the opponent.

A player empties a house of their own row and sows the seeds one by one into the houses that follow, leaving
out the emptied one when they come round to it. If the last seed makes two or three in a house of the
opponent, these are captured, and so are those of the houses before it for as long as they too are the
opponent's and hold two or three.

- A move that would capture all seeds of the opponent (a grand slam) is legal and captures nothing.
- A player whose opponent has no seeds must give them some.
- More than 24 seeds win. When the player to move has no legal move, or a position comes again, the game ends
  as well, and each player keeps the seeds of their own row.

The houses are numbered as they are sown, 0 to 5 the first player's from their left, 6 to 11 the second's. A
board has six bits for each house, then six for each store, then one for whose turn it is. A position is a
board and above it the memory: a leading 1, and the boards since the last capture, each of which ends the game
by coming again. Without that 1, nothing is remembered.
"""

from enum import auto
from math import tanh
from typing import Final

from engine.base import Action, Fault, Position, State
from engine.captures.board import BOARD, ENOUGH, SEED
from engine.rows import ROW
from engine.rules.sowing import Capture, Sowing

_SEEDS: Final = 48

_STORES: Final = 72
"""How far up the stores are on a board."""

_TURN: Final = 84
_BYTES: Final = 11
"""How many bytes a board takes."""

MEMORY: Final = 8 * _BYTES
"""How far up the memory is in a position."""

_BOARD: Final = (1 << MEMORY) - 1
_UPS: Final = range(0, _STORES, 6)
"""How far up each house is."""

_ROWS: Final = (ROW, ROW << 36)
_ALL_BUT_ONE: Final = 62
_TWO: Final = 2
"""A house holds two or three seeds if all of its bits but the one for a single seed are those of two."""


def _sowings(house: int) -> list[tuple[int, int]]:
    """Return of every number of seeds what sowing them adds to the board, and who got the last of them.

    That is how far up the house is which got the last seed, or -1 if it is not one of the opponent's.
    """
    player, last = house // 6, house
    added = 1 - 2 * player << _TURN
    sowings = [(added, -1)]
    for _ in range(_SEEDS):
        last = (last + (2 if last == (house - 1) % 12 else 1)) % 12
        added += (1 << 6 * last) - (1 << 6 * house)
        sowings.append((added, 6 * last if last // 6 != player else -1))
    return sowings


_MOVES: Final = [
    [(house % 6, 6 * house, _sowings(house)) for house in row] for row in (range(6), range(6, 12))
]
"""Of each player, each action with how far up its house is and the sowing of every number of seeds."""


_SCALE: Final = 7.7 * SEED
"""The lead that is worth tanh(1), about the result to expect of it."""

_LEFT: Final = [_SEEDS - (stores & 63) - (stores >> 6) for stores in range(1 << 12)]
_HAVE_ENOUGH: Final = [max(stores & 63, stores >> 6) >= ENOUGH for stores in range(1 << 12)]


class HouseFault(Fault):
    """What is wrong with the name of a house."""

    EMPTY = auto()
    GIVES_NO_SEEDS = auto()
    """It would leave the opponent without seeds, who has none."""


class Oware(Sowing):
    """Six houses and four seeds in each, for both players."""

    slug = "oware"
    scale = _SCALE / SEED
    start = 1 << MEMORY | sum(4 << 6 * house for house in range(12))
    cycle = 12
    """A board can only come again once seeds have gone all round it, so all houses have been emptied."""

    def successors(self, position: Position) -> dict[Action, Position]:
        """Return the position after sowing each house; nothing once the game has ended."""
        memory = position >> MEMORY
        if memory:
            return self._remembering(position & _BOARD, memory)
        if _HAVE_ENOUGH[position >> _STORES & 4095]:
            return {}
        turn = position >> _TURN
        theirs = _ROWS[1 - turn]
        must_feed = not position & theirs
        successors = {}
        for action, house, sowings in _MOVES[turn]:
            seeds = position >> house & 63
            if seeds:
                added, last = sowings[seeds]
                successor = position + added
                if last >= 0 and successor >> last & _ALL_BUT_ONE == _TWO:
                    successor = _capture(successor, last, turn)
                if not must_feed or successor & theirs:
                    successors[action] = successor
        return successors

    def utility(self, position: Position) -> int:
        """Compare what the players have, once each has kept the seeds of their own row."""
        first, second = (self.kept_by(position, player) for player in (0, 1))
        utility = (first > second) - (first < second)
        return -utility if position >> _TURN & 1 else utility

    def evaluate(self, position: Position) -> float:
        """Compare the seeds captured, and a little what those in the houses are worth."""
        return self.worth(self.lead(position))

    def static_value(self, position: Position) -> float:
        """Return the utility once more than half of the seeds are captured, else the estimate."""
        if _HAVE_ENOUGH[position >> _STORES & 4095]:
            return self.utility(position)
        return self.evaluate(position)

    def lead(self, position: Position) -> int:
        """Return about how far the player to move is ahead, counted in parts of a seed."""
        turn = position >> _TURN & 1
        ahead = _store(position, turn) - _store(position, 1 - turn)
        return BOARD.lead(*self.rows(position), ahead)

    def worth(self, lead: float) -> float:
        """Return what a lead is worth: about the result to expect."""
        return tanh(lead / _SCALE)

    def rows(self, position: Position) -> tuple[int, int]:
        """Return the rows, that of the player to move first, as the search takes them."""
        first, second = position & ROW, position >> 36 & ROW
        return (second, first) if position >> _TURN & 1 else (first, second)

    def split_history(self, position: Position) -> tuple[Position, frozenset[Position]]:
        """Return the board, and the boards that end the game by coming again: those in memory, and itself."""
        board = position & _BOARD
        return board, _boards(position >> MEMORY) | {board}

    def mover(self, board: Position) -> int:
        """Return whose turn it is on a board without its past: 0 the first player's, 1 the second's."""
        return board >> _TURN & 1

    def seeds_left(self, position: Position) -> int:
        """Return how many seeds are in the houses."""
        return _LEFT[position >> _STORES & 4095]

    def kept_by(self, board: Position, player: int) -> int:
        """Return how many seeds a player has if the game ends here and both keep those of their rows."""
        return _store(board, player) + sum(board >> 36 * player + 6 * house & 63 for house in range(6))

    def seeds_on(self, board: Position) -> tuple[tuple[int, int], tuple[int, ...]]:
        """Return how many seeds of a board are in the stores, and in all houses from the first one on."""
        return (_store(board, 0), _store(board, 1)), tuple([board >> up & 63 for up in _UPS])

    def fault(self, state: State, name: str) -> Fault:
        """Tell whether the house of that name is empty or would leave the opponent without seeds."""
        if len(name) != 1 or name not in self.names or state.is_terminal:
            return super().fault(state, name)
        seeds = self.houses(state)[6 * state.to_move + self.names.index(name)]
        return HouseFault.GIVES_NO_SEEDS if seeds else HouseFault.EMPTY

    def captured(self, state: State, action: Action) -> int:
        """Return how many seeds an action captures."""
        return _store(state.successor(action).position, state.to_move) - _store(state.position, state.to_move)

    def taken(self, position: Position, action: Action) -> tuple[int, ...]:
        """Return which houses of the opponent an action captures that captures any, from their left."""
        board = position & _BOARD
        turn = board >> _TURN
        _, house, sowings = _MOVES[turn][action]
        added, last = sowings[board >> house & 63]
        taken = []
        while last >= 36 - 36 * turn and board + added >> last & _ALL_BUT_ONE == _TWO:
            taken.append(last // 6 % 6)
            last -= 6
        return tuple(reversed(taken))

    def passed(self, position: Position) -> Position:
        """Return the board with the other player to move."""
        return position & _BOARD ^ 1 << _TURN

    def best_capture(self, position: Position) -> Capture:
        """Return the move that captures the most seeds, the first of equals."""
        board = position & _BOARD
        player = board >> _TURN
        captures = (
            Capture(_store(after, player) - _store(board, player), action)
            for action, after in self.successors(board).items()
        )
        return max(captures, key=lambda capture: capture.seeds, default=Capture(0, 0))

    def houses(self, state: State) -> tuple[int, ...]:
        """Return the seeds in the first player's houses a to f, then in the second's.

        There are none left once the players have kept those of their own rows.
        """
        if self._is_shared_out(state):
            return (0,) * 12
        return tuple(state.position >> 6 * house & 63 for house in range(12))

    def stores(self, state: State) -> tuple[int, int]:
        """Return how many seeds the first player has, and the second, in the end with those they kept."""
        if self._is_shared_out(state):
            return self.kept_by(state.position, 0), self.kept_by(state.position, 1)
        return _store(state.position, 0), _store(state.position, 1)

    def kept(self, state: State, action: Action) -> tuple[int, int]:
        """Return what is in the rows if the game ends and no player has captured enough."""
        after = state.successor(action)
        if not self._is_shared_out(after):
            return 0, 0
        (first, second), stores = self.stores(after), after.position
        return first - _store(stores, 0), second - _store(stores, 1)

    def _is_shared_out(self, state: State) -> bool:
        """Whether the game has ended without a player having captured enough."""
        return state.is_terminal and max(_store(state.position, 0), _store(state.position, 1)) < ENOUGH

    def _remembering(self, board: Position, memory: int) -> dict[Action, Position]:
        if _has_board(memory, board):
            return {}
        nothing, all_so_far = 1 << MEMORY, (memory << MEMORY | board) << MEMORY
        return {
            action: successor | (nothing if (successor ^ board) >> _STORES & 4095 else all_so_far)
            for action, successor in self.successors(board).items()
        }


def _capture(board: Position, last: int, player: int) -> Position:
    """Return the board after the captures that end with the last house sown, unless they would take all."""
    taken, after, lowest = 0, board, 36 - 36 * player
    while last >= lowest and board >> last & _ALL_BUT_ONE == _TWO:
        seeds = board >> last & 63
        taken += seeds
        after -= seeds << last
        last -= 6
    return after + (taken << _STORES + 6 * player) if after & _ROWS[1 - player] else board


def _has_board(memory: int, board: Position) -> bool:
    """Return whether a board is in a memory: it is looked for as a text is, for there may be thousands."""
    raw, sought = _raw(memory), board.to_bytes(_BYTES, "little")
    at = raw.find(sought)
    while at % _BYTES and at >= 0:  # it lies across two boards
        at = raw.find(sought, at + 1)
    return at >= 0


def _boards(memory: int) -> frozenset[Position]:
    """Return the boards in a memory."""
    raw = _raw(memory)
    return frozenset(int.from_bytes(raw[at : at + _BYTES], "little") for at in range(0, len(raw) - 1, _BYTES))


def _raw(memory: int) -> bytes:
    """Return the boards in a memory one after the other, and its leading 1."""
    return memory.to_bytes(memory.bit_length() // 8 + 1, "little")


def _store(position: Position, player: int) -> int:
    """Return how many seeds the player has captured."""
    return position >> _STORES + 6 * player & 63


GAMES: Final = (Oware(),)
