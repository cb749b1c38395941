"""Exact minimax with a memo, for games small enough to finish.

A score is one int, so that the better of two is the greater one. It says what moving *into* a position is
worth to the player who does so, and counts the plies to the end with that move included:

    win in d plies: WIN - d        draw in d plies: -d        loss in d plies: d - WIN

A win is hurried, a loss delayed, and a draw taken as soon as it can be had. A score depends on its position
alone, never on where the search began, so it can be memoized; and it is never 0.

Of positions that are images of each other only one is searched, but its score is kept under each of them: to
look up is what happens most, and finding a common key would cost more than the search.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Action, Game, Position

WIN = 1 << 20
"""More than twice the plies of any game."""

_DRAW = WIN // 2


class StoppedError(Exception):
    """The search was told to stop before it had an answer."""


class Minimax:
    """The exact scores of one game's positions, each worked out once and then kept in `scores`."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.scores: dict[Position, int] = {}

    def known(self, position: Position) -> int | None:
        """Return the score of moving into the position, if that takes no search."""
        score = self.scores.get(position)
        if score is None and not self._game.successors(position):
            return ended(self._game.utility(position))
        return score

    def score(self, position: Position, stop: Callable[[], bool] | None = None) -> int:
        """Return the score of moving into the position; StoppedError if `stop()` is true first."""
        return self.scores.get(position) or self._search(position, stop)

    def line(self, position: Position) -> list[Action]:
        """Return the actions of best play from a position to the end."""
        line: list[Action] = []
        while successors := self._game.successors(position):
            action = max(successors, key=lambda action: self.score(successors[action]))
            line.append(action)
            position = successors[action]
        return line

    def _search(self, position: Position, stop: Callable[[], bool] | None) -> int:
        scores, game, known = self.scores, self._game, self.scores.get

        def search(position: Position) -> int:
            if stop is not None and stop():
                raise StoppedError
            successors = game.successors(position)
            if successors:
                best = -WIN
                for successor in successors.values():
                    score = known(successor) or search(successor)
                    if score > best:  # noqa: PLR1730 - max() would slow the whole search by a third
                        best = score
                score = before(best)
            else:
                score = ended(game.utility(position))
            for image in game.images(position):
                scores[image] = score
            return score

        return search(position)


def ended(utility: int) -> int:
    """Return the score of moving into an ended position that is worth `utility` to the player to move."""
    return -utility * (WIN - 1) or -1


def before(best: int) -> int:
    """Return the score of moving into a position whose player to move can reach `best`."""
    if best > _DRAW:
        return 1 - best
    return best - 1 if best > -_DRAW else -1 - best


@cache
def decoded(score: int) -> tuple[int, int]:
    """Return the value and the distance that a score stands for."""
    if abs(score) < _DRAW:
        return 0, -score
    return (1, WIN - score) if score > 0 else (-1, WIN + score)
