"""Endgames of Oware: how many of the last seeds each player gets at least, against any play.

A file beside this module holds one byte for each board with up to nine seeds in the houses: what the player
to move is sure of, times sixteen, and what the other is. Boards with fewer seeds come first, then those with
fewer in the mover's leftmost house, and so on round the board. `python -m tests.make_endgames` makes it.

A player gets that number without any position coming again, or by staying among positions that are
worth as much if they do. So it holds wherever no earlier position could end the game for less.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb
from typing import TYPE_CHECKING, TypeAlias

from engine.analysis import Analysis
from engine.games.oware import Oware

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.game import Action, Position, State
    from engine.solver import AnalysedMove

    Remembered: TypeAlias = tuple[tuple[int, int], tuple[int, int]]

MOST = 9
"""The most seeds in the houses."""

_HALF = 24
_SEEDS = 48
_ANYTHING = -1, 1

_SOMETIME = 10_000
"""Plies to a win of which it is not known how soon it comes: more than any endgame takes."""


def knows(state: State) -> bool:
    """Return whether the table knows the position, and so all that follow."""
    return isinstance(state.game, Oware) and _SEEDS - sum(state.game.stores(state)) <= MOST


def single(state: State, goals: Sequence[int] = (1, 0)) -> Action | None:
    """Return the only action that wins, or else holds the draw; None if none is known to be the only one.

    Remembered positions may change its result, which it ignores. Only the given goals are looked for.
    """
    if not knows(state):
        return None
    hopes = _limits(state, has_past=False)
    for goal in goals:
        may = [action for action, (_, most) in hopes.items() if most >= goal]
        if may:
            is_one = len(may) == 1 and hopes[may[0]][0] >= goal
            return may[0] if is_one and _are_worse(state, may[0], goal) else None
    return None


def _are_worse(state: State, solution: Action, goal: int) -> bool:
    """Whether all other actions are worth less, whatever positions are remembered."""
    return all(most < goal for action, (_, most) in _limits(state).items() if action != solution)


def wins_within(state: State, player: int, plies: int) -> bool:
    """Whether a player can win an endgame within so many plies, if no earlier position comes again."""
    game = state.game
    return isinstance(game, Oware) and _wins(game, game.forget(state.position)[0], player, plies, {})


def _wins(
    game: Oware, board: Position, player: int, plies: int, known: dict[Position, tuple[int, int]]
) -> bool:
    """Whether a player wins; `known` holds for each board how many plies suffice, and how many do not."""
    is_own, successors = game.mover(board) == player, game.successors(board)
    if not successors:
        return game.utility(board) == (1 if is_own else -1)
    enough, too_few = known.get(board, (_SOMETIME, 0))
    if not too_few < plies < enough:
        return plies >= enough
    hopeful = [after for after in successors.values() if _sure(game, after)[1 - player] < _HALF]
    wins = (_wins(game, after, player, plies - 1, known) for after in hopeful)
    does_win = any(wins) if is_own else len(hopeful) == len(successors) and all(wins)
    known[board] = (plies, too_few) if does_win else (enough, plies)
    return does_win


def inform(analysis: Analysis) -> Analysis:
    """Return the analysis with all moves proven whose value the table knows."""
    if analysis.is_proven:
        return analysis
    limits = _limits(analysis.state)
    return Analysis.of(analysis.state, (_informed(move, limits) for move in analysis.moves))


def _informed(move: AnalysedMove, limits: dict[Action, tuple[int, int]]) -> AnalysedMove:
    least, most = limits.get(move.action, _ANYTHING)
    if move.is_proven or least < most:
        return move
    distance = _SOMETIME if most == 1 else move.distance
    return move._replace(value=float(most), distance=distance, proven=True)


def _limits(state: State, *, has_past: bool = True) -> dict[Action, tuple[int, int]]:
    """Return the known bounds of the value of each action; nothing for the others."""
    game, position, player = state.game, state.position, state.to_move
    if not (isinstance(game, Oware) and knows(state)):
        return {}
    past, kept = [*_past(game, position)] if has_past else [], game.stores(state)[player]
    return {
        action: _limits_of(game, after, player, kept, past)
        for action, after in game.successors(position).items()
    }


def _limits_of(
    game: Oware, position: Position, player: int, kept: int, past: Sequence[Remembered]
) -> tuple[int, int]:
    """Return the bounds of a position's value to the player who moved there with so many seeds."""
    if not game.successors(position):
        return -game.utility(position), -game.utility(position)
    board = game.forget(position)[0]
    doubts = [] if game.seeds_on(board)[0][player] > kept else past
    mine, theirs = (
        next((worth for worth in (1, 0) if _holds(_sure(game, board), doubts, each, _HALF + worth)), -1)
        for each in (player, 1 - player)
    )
    return mine, -theirs


def _holds(sure: tuple[int, int], doubts: Sequence[Remembered], player: int, seeds: int) -> bool:
    """Whether a player is sure of so many seeds, and no remembered position could end the game for less.

    A position could not if the player has as many there, or was not sure of as many and so avoids it.
    """
    return sure[player] >= seeds and all(
        kept[player] >= seeds or then[player] < seeds for kept, then in doubts
    )


def _past(game: Oware, position: Position) -> Iterator[Remembered]:
    """Yield for each remembered position the seeds players would keep and those they were sure of."""
    for board in game.forget(position)[1]:
        stores, houses = game.seeds_on(board)
        yield (stores[0] + sum(houses[:6]), stores[1] + sum(houses[6:])), _sure(game, board)


@lru_cache(maxsize=1 << 12)
def _sure(game: Oware, board: Position) -> tuple[int, int]:
    """Return how many seeds the players are sure of, the first and the second."""
    (first, second), houses = game.seeds_on(board)
    if game.mover(board):
        sure = _table()[_place(houses[6:] + houses[:6])]
        return first + (sure & 15), second + (sure >> 4)
    sure = _table()[_place(houses)]
    return first + (sure >> 4), second + (sure & 15)


def _place(houses: Sequence[int]) -> int:
    """Return how many boards come before the one with these houses."""
    left = sum(houses)
    place = comb(left + 11, 12)
    for before, seeds in zip(_BEFORE, houses, strict=False):
        place += before[left][seeds]
        left -= seeds
    return place


_BEFORE = [
    [
        [comb(left + others, others) - comb(left - seeds + others, others) for seeds in range(left + 1)]
        for left in range(MOST + 1)
    ]
    for others in reversed(range(1, 12))
]
"""Of each house, the seeds in it and behind it, and those in it: how many boards have fewer."""


@cache
def _table() -> bytes:
    import lzma  # noqa: PLC0415 - needed by look-ups, not by each import of the engine
    from importlib.resources import files  # noqa: PLC0415 - slow to import, and not always needed

    return lzma.decompress(files("engine.puzzles").joinpath("oware-endgames.xz").read_bytes())
