"""Endgames of Oware as puzzles: which have a single solution, and how soon it wins."""

from collections.abc import Sequence
from math import inf

from engine.base import Action, Position, State
from engine.endings import HALF, MOST, limits, sure
from engine.rules.oware import Oware


def knows(state: State) -> bool:
    """Return whether the table knows the position, and so all that follow."""
    return isinstance(state.game, Oware) and state.game.seeds_left(state.position) <= MOST


def single(state: State, goals: Sequence[int] = (1, 0)) -> Action | None:
    """Return the only action that wins, or else holds the draw; None if none is known to be the only one.

    Remembered positions may change its result, which it ignores. Only the given goals are looked for.
    """
    game, position = state.game, state.position
    if not isinstance(game, Oware):
        return None
    hopes = limits(game, position, has_past=False)
    for goal in goals:
        may = [action for action, (_, most) in hopes.items() if most >= goal]
        if may:
            if len(may) > 1 or hopes[may[0]][0] < goal:
                return None
            others = (most for action, (_, most) in limits(game, position).items() if action != may[0])
            return may[0] if all(most < goal for most in others) else None
    return None


def wins_within(state: State, player: int, plies: int) -> bool:
    """Whether a player can win an endgame within so many plies, if no earlier position comes again."""
    game, (board, _) = state.game, state.game.split_history(state.position)
    return isinstance(game, Oware) and _can_win(game, board, player, plies, {})


def _can_win(
    game: Oware, board: Position, player: int, plies: int, known: dict[Position, tuple[float, int]]
) -> bool:
    """Whether a player wins; `known` holds for each board how many plies suffice, and how many do not."""
    is_own, successors = game.mover(board) == player, game.successors(board)
    if not successors:
        return game.utility(board) == (1 if is_own else -1)
    enough, too_few = known.get(board, (inf, 0))
    if not too_few < plies < enough:
        return plies >= enough
    hopeful = [after for after in successors.values() if sure(game, after)[1 - player] < HALF]
    wins = (_can_win(game, after, player, plies - 1, known) for after in hopeful)
    does_win = any(wins) if is_own else len(hopeful) == len(successors) and all(wins)
    known[board] = (plies, too_few) if does_win else (enough, plies)
    return does_win
