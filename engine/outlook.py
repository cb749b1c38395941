"""Looks so many moves ahead by alpha-beta, and keeps what it finds: what Kalah and Reversi share.

A subclass puts the moves of a board on the stack, each in six words: both sides after it, what else the
search is told of that board, its number with what it gains, what it is worth, and its weight in the order.

What is kept of a board has 29 bits: its worth, whether that is the least or the most it is worth, how far was
looked, and the best move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.machine import Polling, Table, packed, put_heaviest_last

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

FIELDS: Final = 6
FIRST: Final = 1 << 20
"""The weight of a move to be tried before all others."""

RAISED: Final = 1 << 13
"""More than anything is worth."""

KEPT: Final = 1
"""Marks a move that keeps the turn."""

SETTLED: Final = 2
"""Marks a move of which it is known what it is worth."""

MOVE: Final = 2
"""How far up the move is in its fourth word."""

GAIN: Final = 9
"""How far up what the move gains is there."""

NO_MOVE: Final = 127
_NOTHING: Final = NO_MOVE << 22
"""What is kept of a board that is not in the table."""

_LEAST: Final = 1 << 14
_MOST: Final = 1 << 15
_DEPTH: Final = 16
_BEST: Final = 22


class Lookahead(Polling):
    """Looks ahead with room for so many words of moves, and polls after so many boards."""

    def __init__(self, room: i64, polled: i64, table: Table) -> None:
        super().__init__()
        self._table = table
        self._stack: vec[i64] = packed([0] * room)
        self._polled: i64 = polled

    def clear(self) -> None:
        """Begin another question, without the results of earlier ones."""
        self._table.clear()
        self._visits = 0

    def best(self, mine: i64, theirs: i64) -> int:
        """Return the move that is best by the last look, -1 if it is not known."""
        move: i64 = self._table.get(mine, theirs, _NOTHING) >> _BEST
        return -1 if move == NO_MOVE else move

    def _find_worth(  # noqa: PLR0913, PLR0917 - a board, what is known of it and what is asked
        self, mine: i64, theirs: i64, rest: i64, depth: i64, low: i64, high: i64, base: i64
    ) -> i64:
        """Return what a board is worth, or a bound of it on the same side if it is not in the window."""
        self._visits += 1
        if self._visits >= self._polled:
            self._pause()
        if depth == 1:
            return self._find_last_worth(mine, theirs, rest, high, base)
        known: i64 = self._table.get(mine, theirs, _NOTHING)
        worth: i64 = (known & _LEAST - 1) - RAISED
        if known >> _DEPTH & 63 >= depth and (
            (known & _LEAST and (worth >= high or known & _MOST)) or (known & _MOST and worth <= low)
        ):
            return worth
        stack = self._stack
        above: i64 = self._put_all(mine, theirs, rest, known >> _BEST, base)
        floor: i64 = low
        most: i64 = -RAISED
        move: i64 = NO_MOVE
        while above > base:
            put_heaviest_last(stack, base, above, FIELDS)
            above -= FIELDS
            about = stack[above + 3]
            worth = stack[above + 4]
            if not about & SETTLED:
                top: i64 = high if move == NO_MOVE else floor + 1
                worth = self._try_move(above, depth - 1, floor, top)
                if top <= worth < high:
                    worth = self._try_move(above, depth - 1, floor, high)
            if worth > most:
                most = worth
                move = about >> MOVE & NO_MOVE
                if worth > floor:
                    floor = worth
                    if worth >= high:
                        break
        bound: i64 = _MOST if most <= low else _LEAST if most >= high else _LEAST | _MOST
        self._table.put(mine, theirs, move << _BEST | depth << _DEPTH | bound | most + RAISED)
        return most

    def _try_move(self, at: i64, depth: i64, low: i64, high: i64) -> i64:
        """Return what a move on the stack is worth by a look so many moves further."""
        stack = self._stack
        gain: i64 = stack[at + 3] >> GAIN
        if stack[at + 3] & KEPT:
            return gain + self._find_worth(
                stack[at], stack[at + 1], stack[at + 2], depth, low - gain, high - gain, at + FIELDS
            )
        return gain - self._find_worth(
            stack[at + 1], stack[at], stack[at + 2], depth, gain - high, gain - low, at + FIELDS
        )

    def _put_all(self, mine: i64, theirs: i64, rest: i64, first: i64, base: i64) -> i64:
        """Put all moves on the stack, one move to be tried first, and return where they end."""
        raise NotImplementedError

    def _find_last_worth(self, mine: i64, theirs: i64, rest: i64, high: i64, base: i64) -> i64:
        """Return what a board is worth by a look one move ahead, or a bound of it beyond the window."""
        raise NotImplementedError
