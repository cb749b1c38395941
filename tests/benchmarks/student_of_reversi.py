"""What the student recognises in Reversi: corners, and replies."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from engine.rules.reversi import Reversi

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import engine


def takes_corner(state: engine.State, action: engine.Action) -> float:
    """Whether the move is a corner."""
    return _is_corner(state.game, action)


def gives_no_corner(state: engine.State, action: engine.Action) -> float:
    """Whether the opponent can take no corner next."""
    return not any(_is_corner(state.game, reply) for reply in _replies(state, action))


def leaves_few(state: engine.State, action: engine.Action) -> float:
    """How few moves the opponent has next."""
    return -len(_replies(state, action))


def is_quiet(state: engine.State, action: engine.Action) -> float:
    """How few moves the opponent has next that they had not before."""
    assert isinstance(state.game, Reversi)
    mine, theirs = state.game.sides(state.position)
    before = state.game.legal(theirs, mine)
    return -sum(not before >> reply & 1 for reply in _replies(state, action))


def stays_away(state: engine.State, action: engine.Action) -> float:
    """Whether the disc stands beside no empty corner."""
    game, corners = _reversi(state), _corners(state)
    taken = [owner is not None for owner in game.owners(state.position)]
    return not any(near in corners and not taken[near] for near in _around(game, action))


def gets_corner(state: engine.State, action: engine.Action) -> float:
    """Whether every reply leaves the player a corner to take."""
    after = [state.successor(action).successor(reply) for reply in _replies(state, action)]
    return bool(after) and all(
        not each.is_terminal and each.to_move == state.to_move and _corners(each) & {*each.actions()}
        for each in after
    )


def makes_safe(state: engine.State, action: engine.Action) -> float:
    """How many discs the player has in unbroken rows along an edge from a corner."""
    game, after = _reversi(state), state.successor(action)
    own = {cell for cell, owner in enumerate(game.owners(after.position)) if owner == state.to_move}
    size, last = game.size, game.size - 1
    ends = [(0, size), (0, 1), (last, size), (last, -1)]
    ends += [(last * size, -size), (last * size, 1), (size * size - 1, -size), (size * size - 1, -1)]
    rows = [[start + step * number for number in range(size)] for start, step in ends]
    return len({cell for row in rows for cell in takewhile(own.__contains__, row)})


def is_inside(state: engine.State, action: engine.Action) -> float:
    """How few empty cells touch the disc."""
    game = _reversi(state)
    owners = game.owners(state.position)
    return -sum(owners[near] is None for near in _around(game, action))


def keeps_choices(state: engine.State, action: engine.Action) -> float:
    """How many moves the player would have if the opponent passed."""
    game, position = _reversi(state), state.successor(action).position
    mine, theirs = game.sides(position)
    is_own = state.successor(action).to_move == state.to_move
    return (game.legal(mine, theirs) if is_own else game.legal(theirs, mine)).bit_count()


def turns_few(state: engine.State, action: engine.Action) -> float:
    """How few discs the move turns, until ten cells are empty."""
    return 0 if _is_near_end(state) else -state.game.gain(state, action)


def turns_many(state: engine.State, action: engine.Action) -> float:
    """How many discs the move turns, when ten cells are empty or fewer."""
    return state.game.gain(state, action) if _is_near_end(state) else 0


def _is_near_end(state: engine.State) -> bool:
    return _reversi(state).owners(state.position).count(None) <= 10


def _around(game: Reversi, cell: int) -> list[int]:
    row, column = divmod(cell, game.size)
    return [
        other
        for other in range(game.cells_number)
        if other != cell and max(abs(other // game.size - row), abs(other % game.size - column)) == 1
    ]


def _corners(state: engine.State) -> set[int]:
    last = _reversi(state).size - 1
    return {0, last, last * (last + 1), last * (last + 2)}


def _reversi(state: engine.State) -> Reversi:
    assert isinstance(state.game, Reversi)
    return state.game


def _replies(state: engine.State, action: engine.Action) -> tuple[engine.Action, ...]:
    after = state.successor(action)
    return () if after.to_move == state.to_move else after.actions()


def _is_corner(game: engine.Game, action: engine.Action) -> bool:
    assert isinstance(game, Reversi)
    return bool(game.corners >> action & 1)


PATTERNS: Mapping[str, Callable[[engine.State, engine.Action], float]] = {
    "corner": takes_corner,
    "no corner": gives_no_corner,
    "few replies": leaves_few,
    "quiet": is_quiet,
    "away": stays_away,
    "sure corner": gets_corner,
    "safe discs": makes_safe,
    "inside": is_inside,
    "choices": keeps_choices,
    "turn few": turns_few,
    "turn most": turns_many,
}
