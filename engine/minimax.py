"""Exact minimax with a memo, for games small enough to finish.

Of positions that are images of each other only one is searched, but its score is kept under each of them:
look-ups are the most frequent step, and finding a common key would cost more than the search.
"""

from __future__ import annotations

from contextlib import suppress

from engine.base import Action, Game, Position
from engine.solver import (
    WIN,
    AnalysedMove,
    Solver,
    Stop,
    StoppedError,
    before,
    decoded,
    score_end,
    turn_score,
)


class Minimax(Solver):
    """The exact scores of one game's positions, each computed once and then kept in `scores`."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._alternates = game.turn(game.start) is None
        self.scores: dict[Position, int] = {}
        self._best_actions: dict[Position, Action] = {}

    def moves(
        self,
        position: Position,
        stop: Stop = None,
        depth: int | None = None,  # noqa: ARG002 - how deep makes no difference once all is known
        *,
        has_lines: bool = True,
    ) -> list[AnalysedMove]:
        """Return every legal action with its exact value; after a stop, by a look one reply ahead."""
        successors = self._game.successors(position)
        with suppress(StoppedError):
            for successor in successors.values():
                self.score(successor, stop)
        return [
            self._look_ahead(position, *successor, 1, has_lines=has_lines) for successor in successors.items()
        ]

    def known(self, position: Position) -> int | None:
        """Return the score of moving into the position, if that takes no search."""
        score = self.scores.get(position)
        if score is None and not self._game.successors(position):
            return score_end(self._game.utility(position))
        return score

    def score(self, position: Position, stop: Stop = None) -> int:
        """Return the score of moving into the position; StoppedError if `stop()` is true first."""
        return self.scores.get(position) or self._solve(position, stop)

    def find_line(self, position: Position) -> list[Action]:
        """Return the actions of best play from a position to the end."""
        line: list[Action] = []
        while successors := self._game.successors(position):
            action = self._best_actions.get(position)
            if action is None:  # most of the time of an analysis would go into finding the same lines again
                action = self._best_actions[position] = self._find_best_action(position, successors)
            line.append(action)
            position = successors[action]
        return line

    def _find_best_action(self, position: Position, successors: dict[Action, Position]) -> Action:
        def score(action: Action) -> int:
            score = self.score(successors[action])
            return turn_score(score) if self._game.keeps_turn(position, successors[action]) else score

        return max(successors, key=score)

    def _solve(self, position: Position, stop: Stop) -> int:
        scores, game, known = self.scores, self._game, self.scores.get
        alternates = self._alternates

        def search(position: Position) -> int:
            if stop is not None and stop():
                raise StoppedError
            successors = game.successors(position)
            if successors:
                best = -WIN
                for successor in successors.values():
                    score = known(successor) or search(successor)
                    if not alternates and game.keeps_turn(position, successor):
                        score = turn_score(score)
                    if score > best:  # noqa: PLR1730 - max() would slow the whole search by a third
                        best = score
                score = before(best)
            else:
                score = score_end(game.utility(position))
            for image in game.symmetries(position):
                scores[image] = score
            return score

        return search(position)

    def _look_ahead(
        self, position: Position, action: Action, after: Position, replies: int, *, has_lines: bool
    ) -> AnalysedMove:
        """Return what is known of moving from a position, or an estimate from that many replies ahead."""
        score = self.known(after)
        side = -1 if self._alternates or not self._game.keeps_turn(position, after) else 1
        if score is not None:
            value, distance = decoded(score)
            line = (action, *self.find_line(after)) if has_lines else (action,)
            return AnalysedMove(action, -side * value, distance, exact=True, line=line)
        if not replies:
            return AnalysedMove(action, side * self._game.evaluate(after), 1, exact=False, line=(action,))
        looks = [
            self._look_ahead(after, *reply, replies - 1, has_lines=has_lines)
            for reply in self._game.successors(after).items()
        ]
        best = max(looks, key=lambda move: move.rank)
        line = (action, *best.line)
        return AnalysedMove(action, side * best.value, best.distance + 1, best.wins_at_once, line)
