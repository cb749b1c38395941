"""What can be seen on a board and two moves ahead, found slowly: by cells, and by trying every move."""

from functools import cache
from itertools import product
from typing import TypeAlias

import engine
from engine.rules.connect_four import ConnectFour
from engine.rules.three_mens_morris import Morris
from tests.engine import morris_again
from tests.engine.boards import cells

Cells: TypeAlias = tuple[int | None, ...]

CHEAP = 7
"""How many cells may be left."""


def has_won(state: engine.State, player: int) -> bool:
    """Whether the game has ended, and the player has won it."""
    return state.is_terminal and state.utility == (1 if state.to_move == player else -1)


@cache
def wins(state: engine.State) -> set[engine.Action]:
    """Return the actions that win at once."""
    return {action for action in state.actions() if has_won(state.successor(action), state.to_move)}


def loses_next(state: engine.State, action: engine.Action) -> bool:
    """Whether the action loses at once, or to the next one, whosever it is."""
    after = state.successor(action)
    if after.is_terminal:
        return has_won(after, 1 - state.to_move)
    if after.to_move == state.to_move:
        return all(has_won(after.successor(next_), 1 - state.to_move) for next_ in after.actions())
    return bool(wins(after))


def safe(state: engine.State) -> set[engine.Action]:
    """Return the actions that neither lose at once nor let the opponent win at once, whatever follows."""
    return {
        action
        for action in state.actions()
        if not loses_next(state, action)
        and (state.successor(action).to_move != state.to_move or is_safe(state.successor(action)))
    }


def is_safe(state: engine.State) -> bool:
    """Whether the game is over, or goes on with such an action."""
    return state.is_terminal or bool(safe(state))


@cache
def worth(state: engine.State) -> tuple[int, int]:
    """Return value and distance of a state by minimax."""
    if isinstance(state.game, Morris):
        return morris_again.worth(morris_again.seen(state))
    if state.is_terminal:
        return state.utility, 0
    assert state.game.turn(state.position) is None
    worths = [worth(state.successor(action)) for action in state.actions()]
    best = min(value for value, _ in worths)
    distances = [distance for value, distance in worths if value == best]
    return -best, 1 + (max(distances) if best > 0 else min(distances))


def is_cheap(state: engine.State) -> bool:
    """Whether minimax finds the worth of a state at once."""
    return isinstance(state.game, engine.Grid) and cells(state).count(None) <= CHEAP


def landing(state: engine.State, action: engine.Action, board: Cells) -> int:
    """Return the cell in which an action puts a mark on this board."""
    if not isinstance(state.game, ConnectFour):
        return action
    return max(cell for cell in range(action, len(board), state.game.columns) if board[cell] is None)


@cache
def lines(game: engine.Game) -> list[frozenset[int]]:
    """Return the cells of every line of a game on a grid."""
    assert isinstance(game, engine.Grid)
    length = 3 if game.slug.startswith("tic-tac-toe") else 4
    found = []
    for row, column in product(range(game.rows), range(game.columns)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            places = [(row + step * down, column + step * right) for step in range(length)]
            if all(0 <= r < game.rows and 0 <= c < game.columns for r, c in places):
                found.append(frozenset(r * game.columns + c for r, c in places))
    return found


def completing(state: engine.State, board: Cells, player: int) -> set[int]:
    """Return the empty cells in which the player's mark would complete a line of the game of the state."""
    return _completing(state.game, board, player)


@cache
def _completing(game: engine.Game, board: Cells, player: int) -> set[int]:
    marks = {cell for cell, owner in enumerate(board) if owner == player}
    missing = (line - marks for line in lines(game))
    return {cell for cells in missing if len(cells) == 1 for cell in cells if board[cell] is None}


def threats(state: engine.State, board: Cells, player: int) -> set[engine.Action]:
    """Return where the player would complete a line on this board, were it their turn."""
    places = completing(state, board, player)
    return {action for action in open_actions(state, board) if landing(state, action, board) in places}


def open_actions(state: engine.State, board: Cells) -> list[engine.Action]:
    """Return the actions for which there is room on this board."""
    places = board[: state.game.columns] if isinstance(state.game, ConnectFour) else board
    return [action for action, mark in enumerate(places) if mark is None]


def placed(board: Cells, cell: int, player: int) -> Cells:
    return (*board[:cell], player, *board[cell + 1 :])


def has_fork(state: engine.State, board: Cells, player: int) -> bool:
    """Whether the player could make two threats on this board, were it their turn."""
    return any(
        len(threats(state, placed(board, landing(state, action, board), player), player)) > 1
        for action in open_actions(state, board)
    )


def shows_threats(state: engine.State) -> bool:
    """Whether marks belong to players, who win by completing a line."""
    return isinstance(state.game, engine.Grid) and state.game.slug not in {
        "tic-tac-toe-misere",
        "tic-tac-toe-wild",
    }


def threats_of(state: engine.State, player: int) -> set[engine.Action]:
    """Return the same in a state; nothing in games where nobody threatens to complete a line."""
    return threats(state, cells(state), player) if shows_threats(state) else set()
