"""Analyses: the value of every legal action of a state."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from engine.base import Action, Game, State
from engine.solver import AnalysedMove, Stop
from engine.solvers import SolverPool, solver_class

POOL = SolverPool()
"""The solvers that analyses ask."""

_POSITIONS = 20_000


class Analysis(NamedTuple):
    """Every legal action of a running state, best first."""

    state: State
    moves: tuple[AnalysedMove, ...]

    @classmethod
    def of(cls, state: State, moves: Iterable[AnalysedMove]) -> Analysis:
        """Return the analysis that moves in any order make."""
        if state.game.turn(state.position) is not None:
            moves = [_counted(state, move) for move in moves]
        return cls(state, tuple(sorted(moves, key=lambda move: move.rank, reverse=True)))

    @property
    def value(self) -> float:
        """The value of the state to the player to move."""
        return self.moves[0].value

    @property
    def distance(self) -> int:
        """Plies from the state to the end under best play, or the plies that were searched."""
        return self.moves[0].distance

    @property
    def margin(self) -> int | None:
        """How far ahead the player to move ends under best play, None in a game that does not count."""
        return self.moves[0].margin

    @property
    def exact(self) -> bool:
        """Whether every move is exact, and so are the value and the distance of the state."""
        return all(move.exact for move in self.moves)

    @property
    def is_proven(self) -> bool:
        """Whether it is known of every move if it wins, draws or loses."""
        return all(move.is_proven for move in self.moves)

    @property
    def is_decided(self) -> bool:
        """Whether it is known if the player to move wins, draws or loses."""
        return self.moves[0].is_proven and (self.value == 1 or self.is_proven)

    @property
    def best(self) -> tuple[Action, ...]:
        """All equally best actions, as far as they are known: see `is_best_known`."""
        rank = self.moves[0].rank
        return tuple(move.action for move in self.moves if move.rank == rank)

    @property
    def is_best_known(self) -> bool:
        """Whether the best actions are proven to be: no other wins, or wins sooner or by more, and so on."""
        first = self.moves[0]
        others = all(move.exact or (move.proven and move.value < first.value) for move in self.moves)
        return (first.wins_at_once and first.margin is None) or (first.exact and others)


def analyse(state: State, stop: Stop = None, depth: int | None = None, *, has_lines: bool = True) -> Analysis:
    """Return what every legal action is worth; ValueError if the game has ended.

    `stop` is polled during long searches. Once it is true, what is not proven by then is an estimate, which
    still sees every win at once and every loss to the very next move. Games that have to be searched
    are searched `depth` plies ahead at most; small ones are always exact. Without `has_lines` the lines
    may be shorter, which saves the time to find them.
    """
    if state.is_terminal:
        raise ValueError("The game is over, so there is no move left to analyse.")
    moves = POOL.get(state.game).moves(state.position, stop, depth, has_lines=has_lines)
    return Analysis.of(state, moves if state.game.is_small else _share_estimates(state, moves))


def _share_estimates(state: State, moves: list[AnalysedMove]) -> list[AnalysedMove]:
    """Return moves of which those that are each other's images have the same worth.

    At the start of a game in which all moves are the same, an estimate says nothing, and is even.
    """
    moves = _share_among_images(state, moves)
    if state.position != state.game.start or not are_moves_alike(state):
        return moves
    return [move if move.is_proven else move._replace(value=0.0, margin=move.margin and 0) for move in moves]


def _share_among_images(state: State, moves: list[AnalysedMove]) -> list[AnalysedMove]:
    """Return moves of which those that are each other's images have the same worth, and lines alike."""
    images = enumerate(state.game.symmetries(state.position))
    kept = [number for number, image in images if image == state.position]
    if len(kept) == 1:
        return moves
    shared: dict[Action, AnalysedMove] = {}
    for move in sorted(moves, key=lambda move: (not move.exact, not move.proven, move.action)):
        for number in kept:
            (action,) = _mirror(state, (move.action,), number)
            if action not in shared:
                losing_to = (_mirror(state, (move.action, reply), number)[1] for reply in move.losing_to)
                shared[action] = move._replace(
                    action=action,
                    line=_mirror(state, move.line, number),
                    losing_to=tuple(sorted(losing_to)),
                )
    return [*shared.values()]


def _mirror(state: State, line: tuple[Action, ...], number: int) -> tuple[Action, ...]:
    """Return the image of a line by the symmetry of that number, which the state has."""
    game, here, there, mirrored = state.game, state.position, state.position, []
    for action in line:
        here = game.successors(here)[action]
        *_, image = islice(game.symmetries(here), number + 1)
        replies = {after: reply for reply, after in game.successors(there).items()}
        there = image
        mirrored.append(replies[image])
    return tuple(mirrored)


@lru_cache(maxsize=8)  # every remark on an analysis asks again
def are_moves_alike(state: State) -> bool:
    """Whether there are several legal moves, all of them images of each other by a symmetry of the game."""
    first, *others = state.game.successors(state.position).values()
    images = {*state.game.symmetries(first)} if others else set()
    return bool(others) and images.issuperset(others)


def is_instant(game: Game) -> bool:
    """Whether any state of the game is analysed within a moment, so that callers need no worker."""
    return game.is_small


def moves_until_decided(player: int, state: State, move: AnalysedMove) -> int:
    """Return how many moves a player makes from an exact move of this state on, this one included.

    They are counted until it is decided who wins, which may be before the end.
    """
    if state.game.turn(state.position) is None:
        return (move.distance + (player == state.to_move)) // 2
    movers = []
    for action in move.line:
        if state.game.is_decided(state.position):
            break
        movers.append(state.to_move)
        state = state.successor(action)
    return movers.count(player)


def _counted(state: State, move: AnalysedMove) -> AnalysedMove:
    """Return a move of a game in which turns need not alternate, with the moves of the winner counted."""
    if not move.exact or not move.value:
        return move
    winner = state.to_move if move.value > 0 else 1 - state.to_move
    return move._replace(counted=max(moves_until_decided(winner, state, move), 1))


def polls_in(game: Game) -> int:
    """Return how often a search polls while it visits some 20,000 positions, for a fifth of a second."""
    return _POSITIONS // solver_class(game).nodes_between_polls


def polls_of_strongest(game: Game) -> int:
    """Return how often the search of the strongest level polls where a count replaces its time."""
    solver = solver_class(game)
    return solver.positions // solver.nodes_between_polls
