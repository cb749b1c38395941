"""Finds puzzles, and judges stored ones again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count as numbers
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from engine.analysis import Analysis, analyse, is_instant
from engine.base import Action, IllegalActionError, State
from engine.puzzles import DIFFICULTIES, Puzzle, endgames
from engine.puzzles.judging import FEWEST_CHOICES, MOST_PLIES, find_theme, is_puzzle, judge_difficulty
from engine.puzzles.sources import candidates, canonical, every_way, play_game
from engine.rules import get_game
from engine.solver import Solver, limit_polls
from engine.solvers import new_solver

if TYPE_CHECKING:
    from random import Random

    Chance: TypeAlias = Callable[[str], Random]
    """Returns a source of chance, the same for the same name."""

_T = TypeVar("_T")
_R = TypeVar("_R")

_IDLE_GAMES = 3_000
"""How many games in a row without a new puzzle end the search."""

_TRIES = 2
"""How many positions of a game may be too hard to prove before the earlier ones are skipped.

More, and more nodes for a search, find more in a game and less in a minute: 2 and 2,000 find ten times as
many puzzles of Connect Four as 4 and 20,000 do.
"""

_NODES = 20_000
"""How many positions a proof may visit: a tenth of a second's work, so that people wait for no puzzle."""

_NODES_OF_A_SEARCH = _NODES // 10
"""How many positions a proof may visit before it is known whether there is a puzzle."""

_NODES_OF_A_GLANCE = _NODES // 40
"""How many suffice to show of most positions that they are no puzzle."""

_FAR = 99
"""More plies than any puzzle has: a search that is told how far to look asks no table."""

_APART = 4
"""The fewest plies between two puzzles of one game, as near ones often continue each other."""


class Each(Protocol):
    """Calls a function with each argument and yields what it returns, in that order, as `map` does."""

    def __call__(self, function: Callable[[_T], _R], arguments: Iterable[_T], /) -> Iterable[_R]:
        """Yield what the function returns."""


def find_puzzles(
    game_slug: str, chance: Chance, count: int, kept: Sequence[Puzzle] = (), each: Each = map
) -> Iterator[Puzzle]:
    """Yield puzzles that are not among those kept, until there are `count` of each difficulty or no more.

    Of a small game every position is tried. The result depends only on `chance` and `kept`.
    """
    known = {canonical(puzzle.state) for puzzle in kept}
    wanted = Counter(dict.fromkeys(DIFFICULTIES, count))
    wanted.subtract(puzzle.difficulty for puzzle in kept)
    idle = 0
    for found in _looks(game_slug, chance, frozenset(+wanted), frozenset(known), each):
        if idle == _IDLE_GAMES or max(wanted.values()) <= 0:
            return
        idle += not get_game(game_slug).is_small
        for puzzle in found:
            if wanted[puzzle.difficulty] > 0 and canonical(puzzle.state) not in known:
                known.add(canonical(puzzle.state))
                wanted[puzzle.difficulty] -= 1
                idle = 0
                yield puzzle


def judge_again(puzzles: Iterable[Puzzle], each: Each = map) -> Iterator[Puzzle]:
    """Yield the valid puzzles, no two alike, with their present difficulty and theme."""
    known = set()
    for puzzle in each(_judged, puzzles):
        if puzzle is not None and canonical(puzzle.state) not in known:
            known.add(canonical(puzzle.state))
            yield puzzle


def proof(
    state: State, solver: Solver | None = None, nodes: int = _NODES, *, has_lines: bool = False
) -> Analysis:
    """Return the analysis of a running position: exact, unless that takes longer than a person would wait."""
    if is_instant(state.game):
        return analyse(state)
    solver = solver or new_solver(state.game)
    polls = nodes // solver.nodes_between_polls
    moves = solver.moves(state.position, limit_polls(polls), has_lines=has_lines)
    is_timeless = any(move.is_proven and not move.exact for move in moves)
    if state.game.cycle is not None and is_timeless:  # a table of endings does not know how soon it comes
        searched = solver.moves(state.position, limit_polls(polls), _FAR, has_lines=has_lines)
        found = {move.action: move for move in searched}
        moves = [found[move.action] if found[move.action].exact else move for move in moves]
    return Analysis.of(state, moves)


def is_provable_to_the_end(state: State) -> bool:
    """Whether every position of best play from a state on can be proven, without earlier results."""
    while not state.game.is_decided(state.position):
        analysis = proof(state)
        first = analysis.moves[0]
        is_enough = first.value == 1 and first.margin is None  # no other move can be worth more
        if not (first.exact and (analysis.is_proven or is_enough)):
            return False
        state = state.successor(analysis.best[0])
    return True


def _looks(
    game_slug: str, chance: Chance, wanted: frozenset[str], known: frozenset[Hashable], each: Each
) -> Iterable[Iterable[Puzzle]]:
    """Yield the new puzzles of one place after the other that may have some of a wanted difficulty."""
    game = get_game(game_slug)
    if game.is_small:
        return each(partial(_puzzle_after, game_slug), every_way(game, chance(game_slug)))
    return each(partial(_puzzles_of_game, game_slug, chance, wanted, known), numbers())


def _puzzle_after(game_slug: str, actions: tuple[Action, ...]) -> list[Puzzle]:
    """Return the position of a small game that actions lead to, if it is a puzzle."""
    puzzle = _judged(Puzzle(game_slug, actions, DIFFICULTIES[0], 0))
    return [] if puzzle is None else [puzzle]


def _puzzles_of_game(
    game_slug: str, chance: Chance, wanted: frozenset[str], known: frozenset[Hashable], number: int
) -> list[Puzzle]:
    """Return new puzzles of the game of that number: one of a difficulty at most, none near another."""
    rng = chance(f"{game_slug} {number}")
    goals = (1, 0) if DIFFICULTIES[0] in wanted else (1,)  # a draw to hold is almost never more difficult
    every = _puzzles(game_slug, play_game(get_game(game_slug), rng), goals, known)
    found = [puzzle for puzzle in every if puzzle.difficulty in wanted]
    chosen: list[Puzzle] = []
    for puzzle in rng.sample(found, len(found)):
        if all(_is_apart(puzzle, other) for other in chosen) and (judged := _judged(puzzle)):
            chosen.append(judged)
    return chosen


def _is_apart(one: Puzzle, other: Puzzle) -> bool:
    return one.difficulty != other.difficulty and abs(len(one.actions) - len(other.actions)) >= _APART


def _puzzles(
    game_slug: str,
    actions: Sequence[Action],
    goals: Sequence[int] = (1, 0),
    known: frozenset[Hashable] = frozenset(),
) -> Iterator[Puzzle]:
    """Yield the puzzles of a game, looking back from its end for as long as positions can be proven.

    They have no theme yet, as that takes longer than finding them.
    """
    game = get_game(game_slug)
    solver, tries = new_solver(game), _TRIES
    for way, state in candidates(game, actions, goals):
        if (
            len(state.actions()) >= FEWEST_CHOICES
            and canonical(state) not in known
            and not _is_hopeless(state, solver)
        ):
            analysis = proof(state, solver, _NODES_OF_A_SEARCH if game.cycle is None else _NODES)
            tries -= game.cycle is None and not analysis.is_proven
            if not tries:
                return
            if is_puzzle(analysis):
                yield Puzzle(game_slug, way, judge_difficulty(analysis), int(analysis.value))


def _is_hopeless(state: State, solver: Solver) -> bool:
    """Whether a static look shows more than one solution, or none, or none that decides soon."""
    win = endgames.single(state, (1,))
    if (solution := endgames.single(state) if win is None else win) is not None:
        after = state.successor(solution)
        if win is None:
            return after.is_terminal or not proof(after, solver, _NODES_OF_A_SEARCH).exact
        return after.is_terminal or not endgames.wins_within(after, state.to_move, MOST_PLIES - 1)
    moves = proof(state, solver, _NODES_OF_A_GLANCE).moves
    wins = [move for move in moves if move.is_proven and move.value == 1]
    return (
        len(wins) > 1 or moves[0].wins_at_once or all(move.is_proven and move.value == -1 for move in moves)
    )


def _judged(puzzle: Puzzle) -> Puzzle | None:
    """Return the puzzle with its present judgement, None if it is none."""
    try:
        state = puzzle.state
    except IllegalActionError:
        return None
    if state.game.is_decided(state.position):
        return None
    analysis = proof(state, has_lines=True)
    if not (is_puzzle(analysis) and is_provable_to_the_end(state.successor(analysis.best[0]))):
        return None
    slug, way, goal = puzzle.game_slug, puzzle.actions, int(analysis.value)
    return Puzzle(slug, way, judge_difficulty(analysis), goal, find_theme(analysis))
