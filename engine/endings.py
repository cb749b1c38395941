"""Endings of Oware: how many of the last seeds each player gets at least, whatever the other plays.

A file among the books holds two bytes for each board with up to twelve seeds in the houses. First come those
of what the player to move is sure of, times sixteen, and what the other is; then those of the ranks. Boards
with fewer seeds come first, then those with fewer in the mover's leftmost house, and so on round the board.
`python -m tests.make_endgames` makes it.

A player gets that number without any position coming again, or by staying among positions that are worth as
much if they do. The way there leads from rank to lower rank. So it holds wherever no earlier position could
end the game for less: those of which the player was less sure, or of a higher rank, do not come again.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import comb
from typing import Final

from engine.base import Action, Position
from engine.books import table
from engine.captures.board import BOARD
from engine.rules.oware import Oware

TABLE: Final = "oware-endgames"
MOST: Final = 12
"""The most seeds in the houses."""

_LONGEST: Final = 99
"""The most moves of a line."""

HALF: Final = 24
_ALL: Final = 48
_BOARDS: Final = comb(MOST + 12, 12)


def limits(game: Oware, position: Position, *, has_past: bool = True) -> dict[Action, tuple[int, int]]:
    """Return the known bounds of the value of each action where few seeds are left; nothing elsewhere."""
    if game.seeds_left(position) > MOST:
        return {}
    board, past = game.split_history(position)
    return {
        action: _limits_of(game, board, after, past if has_past else ())
        for action, after in game.successors(position).items()
    }


def _limits_of(
    game: Oware, before: Position, position: Position, past: Iterable[Position]
) -> tuple[int, int]:
    """Return the bounds of a position's value to the player who moved there from a board."""
    if not game.successors(position):
        return -game.utility(position), -game.utility(position)
    player, board = game.mover(before), game.split_history(position)[0]
    if game.seeds_left(board) < game.seeds_left(before):
        past = ()  # a capture is never undone
    return _find_sure_value(game, board, past, player), -_find_sure_value(game, board, past, 1 - player)


def _find_sure_value(game: Oware, board: Position, past: Iterable[Position], player: int) -> int:
    """Return the value that a player is sure of."""
    return next((worth for worth in (1, 0) if _is_sure_of(game, board, past, player, HALF + worth)), -1)


def _is_sure_of(game: Oware, board: Position, past: Iterable[Position], player: int, seeds: int) -> bool:
    """Whether a player is sure of so many seeds, and no earlier position could end the game for less."""
    has = sure(game, board)[player]
    return has >= seeds and all(
        sure(game, each)[player] < has
        or game.kept_by(each, player) >= seeds
        or (
            sure(game, each)[player] == has
            and rank_board(game, each, player) > rank_board(game, board, player)
        )
        for each in past
    )


@lru_cache(maxsize=1 << 12)
def sure(game: Oware, board: Position) -> tuple[int, int]:
    """Return how many seeds the players are sure of in the end, the first and the second."""
    first, second = game.seeds_on(board)[0]
    both = load_table()[_find_place(game, board)]
    if game.mover(board):
        return first + (both & 15), second + (both >> 4)
    return first + (both >> 4), second + (both & 15)


@lru_cache(maxsize=1 << 12)
def rank_board(game: Oware, board: Position, player: int) -> int:
    """Return the rank of a board to a player: by sure play, all that follow on their turn are lower."""
    if game.mover(board) == player:
        return load_table()[_BOARDS + _find_place(game, board)]
    seeds, has = game.seeds_left(board), sure(game, board)[player]
    replies = game.successors(board).values()
    quiet = (reply for reply in replies if game.seeds_left(reply) == seeds)
    return max(
        (rank_board(game, each, player) for each in quiet if sure(game, each)[player] == has), default=0
    )


def line(game: Oware, position: Position) -> tuple[tuple[Action, ...], Position]:
    """Return how it goes on if both get what they are sure of, and where that leads: to the end mostly."""
    actions: list[Action] = []
    while len(actions) < _LONGEST and (successors := game.successors(position)):
        actions.append(_surest(game, game.split_history(position)[0], successors))
        position = successors[actions[-1]]
    return tuple(actions), position


def _surest(game: Oware, board: Position, successors: dict[Action, Position]) -> Action:
    """Return the action that wins at once or after which the player to move is sure of most.

    Of equal ones it is a capture, or that of the lowest rank; and the last are those that lose at once.
    """
    player = game.mover(board)

    def prospect(action: Action) -> tuple[int, int]:
        after = game.split_history(successors[action])[0]
        if game.has_ended(successors[action]):
            return game.kept_by(after, player) - _ALL * game.utility(after), 0
        is_quiet = game.seeds_left(after) == game.seeds_left(board)
        return sure(game, after)[player], -rank_board(game, after, player) if is_quiet else 1

    return max(successors, key=prospect)


@cache
def load_table() -> bytes:
    """Return the table, loaded once."""
    return table(TABLE)


def _find_place(game: Oware, board: Position) -> int:
    return BOARD.place(*game.rows(board), game.seeds_left(board))
