"""Exact minimax with a memo, for games small enough to finish.

A score is one int, so that the better of two is the greater one. It says what moving *into* a position is
worth to the player who does so, and counts the plies to the end with that move included:

    win in d plies: WIN - d        draw in d plies: -d        loss in d plies: d - WIN

A win is hurried, a loss delayed, and a draw taken as soon as it can be had. A score depends on its position
alone, never on where the search began, so it can be memoized.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Action, Game, Position

WIN = 1 << 20
"""Far more than twice the plies of any game."""

_POLL_MASK = 0xFF


class StoppedError(Exception):
    """The search was told to stop before it had an answer."""


class Minimax:
    """The exact scores of one game's positions, each worked out once and then remembered."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._memo: dict[Position, int] = {}

    def known(self, position: Position) -> int | None:
        """Return the score of moving into the position if it has been worked out before."""
        return self._memo.get(position)

    def score(self, position: Position, stop: Callable[[], bool] | None = None) -> int:
        """Return the score of moving into the position; StoppedError once `stop()` is true before that is known."""
        score = self._memo.get(position)
        return self._search(position, stop) if score is None else score

    def line(self, position: Position) -> list[Action]:
        """Return the actions of best play from a position to the end."""
        line: list[Action] = []
        while successors := self._game.successors(position):
            action = max(successors, key=lambda action: self.score(successors[action]))
            line.append(action)
            position = successors[action]
        return line

    def _search(self, position: Position, stop: Callable[[], bool] | None) -> int:
        memo = self._memo
        if stop is not None and not len(memo) & _POLL_MASK and stop():
            raise StoppedError
        successors = self._game.successors(position)
        if not successors:
            score = terminal_score(self._game.utility(position))
        else:
            best = -WIN
            for successor in successors.values():
                reply = memo.get(successor)
                if reply is None:
                    reply = self._search(successor, stop)
                best = max(best, reply)
            score = before(best)
        memo[position] = score
        return score


def terminal_score(utility: int) -> int:
    """Return the score of moving into an ended position, given its worth to the player to move there."""
    return -1 if utility == 0 else -utility * (WIN - 1)


def before(best: int) -> int:
    """Return the score of moving into a position whose player to move can reach `best`."""
    value, distance = decoded(best)
    return -distance - 1 if value == 0 else -value * (WIN - distance - 1)


def decoded(score: int) -> tuple[int, int]:
    """Return a score as value and distance."""
    if abs(score) < WIN // 2:
        return 0, -score
    return (1, WIN - score) if score > 0 else (-1, WIN + score)
