"""What comes before any rule of thumb, by plain search and by slow rules."""

import engine
from engine.rules.reversi import Reversi
from engine.rules.three_mens_morris import Morris
from tests.engine import morris_again, plain, reversi_again


def is_kept(state: engine.State, action: engine.Action) -> bool:
    """Whether a move forgoes nothing that comes first, and leaves nothing of it to the opponent."""
    if isinstance(state.game, Reversi):
        return keeps_corners(reversi_again.seen(state), action)
    if isinstance(state.game, Morris):
        board = morris_again.seen(state)
        return not any(each.wins() for each in (board, board.passed(), board.play(state.name_of(action))))
    has_won = plain.has_won(state.successor(action), state.to_move)
    is_quiet = not any(plain.threats_of(state, player) for player in (0, 1))
    return plain.shows_threats(state) and is_quiet and not has_won and not plain.loses_next(state, action)


def keeps_corners(board: reversi_again.Slow, cell: int) -> bool:
    return bool(board.corners([cell])) or not board.corners(
        [*board.actions(), *board.play(cell).can(1 - board.turn)]
    )
