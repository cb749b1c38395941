"""Series of threats, each of which leaves one reply, found slowly on boards of cells."""

from functools import cache

import engine
from tests.engine import plain
from tests.engine.boards import cells
from tests.engine.plain import Cells

LONGEST = 5


def shortest(state: engine.State, board: Cells, player: int) -> tuple[int, set[engine.Action]]:
    """Return how soon the player wins by threats on this board, were it their turn, and all first ones."""
    start = state.game.initial()
    if plain.shows_threats(state) and not plain.threats(start, board, player):
        for moves in range(2, LONGEST + 1):
            if found := {
                action
                for action in plain.open_actions(start, board)
                if begins(start, board, player, action, moves)
            }:
                return moves, found
    return 0, set()


@cache
def begins(start: engine.State, board: Cells, player: int, action: engine.Action, moves: int) -> bool:
    """Whether the player wins in so many moves at most, beginning with a threat by this action."""
    marked = put(start, board, action, player)
    threats = plain.threats(start, marked, player)
    if not threats or plain.threats(start, marked, 1 - player):
        return False
    if len(threats) > 1:
        return True
    blocked = put(start, marked, min(threats), 1 - player)
    return bool(plain.threats(start, blocked, player)) or (
        moves > 2
        and any(
            begins(start, blocked, player, next_, moves - 1) for next_ in plain.open_actions(start, blocked)
        )
    )


def put(state: engine.State, board: Cells, action: engine.Action, player: int) -> Cells:
    return plain.placed(board, plain.landing(state, action, board), player)


def forks(state: engine.State, board: Cells, player: int, actions: set[engine.Action]) -> set[engine.Action]:
    """Return those of the actions that make two threats at once."""
    return {
        action
        for action in actions
        if len(plain.threats(state, put(state, board, action, player), player)) > 1
    }


def can_still_begin(state: engine.State, action: engine.Action, moves: int) -> bool:
    """Whether the opponent can win by threats in so many moves, once a threat of the action is blocked."""
    mover, start = state.to_move, state.game.initial()
    board = put(state, cells(state), action, mover)
    threats = plain.threats(start, board, mover)
    if len(threats) == 1:
        board = put(start, board, min(threats), 1 - mover)
        if plain.threats(start, board, 1 - mover):
            return True
    return any(begins(start, board, 1 - mover, reply, moves) for reply in plain.open_actions(start, board))
