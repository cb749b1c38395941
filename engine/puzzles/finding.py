"""Finds puzzles in games that players of the weaker levels play against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.alphabeta import AlphaBeta
from engine.analysis import Analysis, moves_of, new_solver
from engine.players.levels import PLAYERS
from engine.puzzles import DIFFICULTIES, Puzzle
from engine.solver import within

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from engine.game import Action, Game, Position, State
    from engine.solver import Solver

_ERRING = PLAYERS[:2]
"""The levels whose errors make puzzles; they move quickly, too."""

_IDLE_GAMES = 300
"""How many games in a row may bring nothing new before no more is looked for."""

_TRIES = 4
"""How many positions of a game may be too hard to prove before the earlier ones are left alone."""

_NODES = 20_000
"""How many positions a proof may look at: a tenth of a second's work, so that nobody waits for a puzzle."""

_FEWEST_CHOICES = 2
_QUICKEST, _LONGEST = 2, 8
"""How many moves the solver of a puzzle makes: a win at once is no puzzle, and a long one is a whole game."""

_EFFORTS = {"easy": 3, "medium": 5}
"""The greatest effort of each difficulty; what takes more is hard."""


def find(game: Game, rng: Random, count: int) -> Iterator[Puzzle]:
    """Yield puzzles, no two alike, until there are `count` of each difficulty or no more turn up.

    What is found follows from the random generator's state alone. One is taken of those that a game has at a
    time, as they often continue each other.
    """
    solver = new_solver(game)
    wanted = dict.fromkeys(DIFFICULTIES, count)
    known: set[Position] = set()
    idle = 0
    while any(wanted.values()) and idle < _IDLE_GAMES:
        idle += 1
        found = [
            puzzle
            for puzzle in _puzzles(solver, game, _play_game(game, rng))
            if wanted[puzzle.difficulty] and canonical(puzzle.state) not in known
        ]
        puzzle = next(filter(is_provable_to_the_end, rng.sample(found, len(found))), None)
        if puzzle is not None:
            known.add(canonical(puzzle.state))
            wanted[puzzle.difficulty] -= 1
            idle = 0
            yield puzzle


def canonical(state: State) -> Position:
    """Return what makes a position a puzzle of its own: neither its image nor its past."""
    return min(state.game.symmetries(state.game.forget(state.position)[0]))


def is_puzzle(analysis: Analysis) -> bool:
    """Whether the position is a puzzle.

    There are moves to choose from, and all are exact. One wins, but not at once, or one draws and the others
    lose, but not all of them to the next move. And the game ends soon. A win of which all other moves would
    lose at once is nothing but a forced move, and so at most an easy puzzle.
    """
    first, *others = analysis.moves
    return (
        analysis.exact
        and len(analysis.moves) >= _FEWEST_CHOICES
        and first.value >= 0
        and all(move.value < first.value for move in others)
        and _winning_moves(analysis) >= _QUICKEST
        and moves_of(analysis.state.to_move, analysis.state, first) <= _LONGEST
        and (difficulty(analysis) == DIFFICULTIES[0] or not all(move.loses_next for move in others))
    )


def difficulty(analysis: Analysis) -> str:
    """Return how difficult a puzzle is.

    The effort it takes is one for each move the winner has to make, and one for each tempting wrong move.
    Where only the draw can be saved, the winner is the opponent after the wrong move that is punished last.
    A move is tempting if a look no further than the reply likes it at least as much as the solution.
    Up to an effort of 3 a puzzle is easy, up to 5 medium, beyond that hard.
    """
    effort = _winning_moves(analysis) + _tempting_moves(analysis)
    return next((name for name, most in _EFFORTS.items() if effort <= most), DIFFICULTIES[-1])


def proof(solver: Solver, state: State) -> Analysis | None:
    """Return the exact analysis of a running position, None if it takes longer than one would wait."""
    polls = _NODES // solver.nodes_between_polls
    analysis = Analysis.of(state, solver.moves(state.position, within(polls)))
    return analysis if analysis.exact else None


def is_provable_to_the_end(puzzle: Puzzle) -> bool:
    """Whether every position of best play from the puzzle on can be proven, with nothing known before."""
    state = puzzle.state
    while not state.is_terminal:
        analysis = proof(new_solver(state.game), state)
        if analysis is None:
            return False
        state = state.successor(analysis.best[0])
    return True


def _play_game(game: Game, rng: Random) -> list[Action]:
    """Return the actions of a game between two players who err."""
    levels = rng.choices(_ERRING, k=2)
    state = game.initial()
    actions: list[Action] = []
    while not state.is_terminal:
        actions.append(levels[state.to_move].choose(state, None, rng).action)
        state = state.successor(actions[-1])
    return actions


def _puzzles(solver: Solver, game: Game, actions: Sequence[Action]) -> Iterator[Puzzle]:
    """Yield the puzzles of a game, looking back from its end for as long as positions can be proven."""
    states = [game.initial()]
    for action in actions[:-1]:
        states.append(states[-1].successor(action))
    tries = _TRIES
    for state in reversed(states):
        analysis = proof(solver, state)
        if analysis is None:
            tries -= 1
            if not tries:
                return
        elif is_puzzle(analysis):
            yield Puzzle(game.slug, tuple(actions[: state.ply]), difficulty(analysis), int(analysis.value))


def _winning_moves(analysis: Analysis) -> int:
    """Return how many moves the winner makes after the solution, or after the wrong move punished last."""
    state = analysis.state
    if analysis.value > 0:
        return moves_of(state.to_move, state, analysis.moves[0])
    return max(moves_of(1 - state.to_move, state, move) for move in analysis.moves[1:])


def _tempting_moves(analysis: Analysis) -> int:
    game, position = analysis.state.game, analysis.state.position
    seen = {move.action: move.value for move in AlphaBeta(game).moves(position, depth=2)}
    solution, *others = (seen[move.action] for move in analysis.moves)
    return sum(value >= solution for value in others)
