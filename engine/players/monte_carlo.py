"""Monte Carlo tree search: random games to the end, concentrated on the moves that went well.

UCT, after Kocsis and Szepesvári (2006): of the actions of a position the one is tried next whose results so
far, with a bonus for having been tried seldom, promise most. The tree grows by a position with each playout.
In playouts no player misses a win at once: such decisive moves, after Teytaud and Teytaud (2010), make the
first thousand more informative.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

from engine.base import Action, Game, Position, State
from engine.player import Choice, Measure, Player, Thoughts
from engine.solver import Stop

if TYPE_CHECKING:
    from random import Random


PLAYOUTS = 1_000

_CURIOSITY = sqrt(2)


class MonteCarlo(Player):
    """Searches with a number of playouts, a new tree for each move; the seed determines the result."""

    name = "mcts"

    def __init__(self, playouts: int = PLAYOUTS) -> None:
        self.playouts = playouts

    def choose(self, state: State, stop: Stop, rng: Random) -> Choice:
        """Choose the action that was tried most; its expected result is the mean of its playouts."""
        tree = _Tree(state.game, rng)
        root = _Node(state.game, state.position)
        root.visits = 1  # so that every playout belongs to an action
        for _ in range(self.playouts):
            if stop is not None and root.children and stop():
                break
            tree.try_once(root)
        tried = {action: child for action, child in root.children.items() if child.visits}
        visits = {action: child.visits for action, child in tried.items()}
        points = {action: root.side(child) * child.mean for action, child in tried.items()}
        return Choice(max(visits, key=visits.__getitem__), Thoughts(Measure.VISITS, visits, points))

    def is_instant(self, game: Game) -> bool:  # noqa: ARG002 - nowhere
        """Whether it chooses within a moment."""
        return False


class _Node:
    """A position of the tree, and how its playouts ended: `total` is for its player to move."""

    def __init__(self, game: Game, position: Position) -> None:
        self.position, self._game = position, game
        self.successors = game.successors(position)
        self.children: dict[Action, _Node] = {}
        self.visits, self.total = 0, 0.0

    @property
    def mean(self) -> float:
        return self.total / self.visits

    def side(self, child: _Node) -> int:
        """Return 1 if the child is for the same player to move, else -1."""
        return 1 if self._game.keeps_turn(self.position, child.position) else -1

    def promising(self) -> _Node:
        """Return the child to try next: an untried one, else the one with the greatest upper bound."""
        if len(self.children) < len(self.successors):
            action = next(action for action in self.successors if action not in self.children)
            child = self.children[action] = _Node(self._game, self.successors[action])
            return child
        width = log(self.visits)
        return max(
            self.children.values(),
            key=lambda child: self.side(child) * child.mean + _CURIOSITY * sqrt(width / child.visits),
        )


class _Tree:
    """The tree of one search, and its playouts."""

    def __init__(self, game: Game, rng: Random) -> None:
        self._game, self._rng = game, rng

    def try_once(self, node: _Node) -> float:
        """Go down the tree, play at random from the first new position, and return the end for the node."""
        if not node.successors:
            result = float(self._game.utility(node.position))
        elif not node.visits:
            result = self._play_out(node.position)
        else:
            child = node.promising()
            result = node.side(child) * self.try_once(child)
        node.visits += 1
        node.total += result
        return result

    def _play_out(self, position: Position) -> float:
        """Play at random to the end, and return the result for the player to move at the beginning.

        A player who can win at once does; but where positions may come again finding that takes too long.
        """
        game, side = self._game, 1
        while successors := game.successors(position):
            before, wins = position, () if game.cycle else game.wins(position)
            position = successors[wins[0]] if wins else self._rng.choice([*successors.values()])
            if not game.keeps_turn(before, position):
                side = -side
        return float(side * game.utility(position))


PLAYERS = (MonteCarlo(),)
