"""What each move in Reversi does, as a player sees it on the board."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import takewhile
from operator import and_
from typing import Final, NamedTuple

from engine.base import Action, Position
from engine.rules.grid import list_cells
from engine.rules.reversi import Cells, Reversi

_NEAR_END: Final = 10
"""How many cells are empty at most where discs count more than moves."""


class Effect(NamedTuple):
    """What one move does."""

    replies: Cells
    """What the opponent can choose from."""
    choices: Cells
    """What the player could choose from if the opponent passed."""
    opened: int
    """How many replies the opponent could not have chosen before."""
    kept: Cells
    """The corners that the opponent could have taken had the player passed, and now cannot."""
    given: Cells
    """The corners that the opponent can take."""
    near: Cells
    """The empty corners that the disc stands right beside."""
    is_corner: bool
    gets_corner: bool
    """The player can take a corner next, whatever the opponent replies."""
    left_corners: Cells
    """The other corners that the player could take instead."""
    waiting: Cells
    """Those of them that they can still take next, whatever the opponent replies, or without a reply."""
    turned: int
    empty_around: int
    """How many empty cells touch the disc."""
    safe: int
    """How many discs more stand in unbroken rows along an edge from a corner, where nothing turns them."""
    is_near_end: bool
    discs: tuple[int, int]
    """How many the player has then, and the opponent."""


@lru_cache(maxsize=1 << 8)
def read_effects(game: Reversi, position: Position) -> Mapping[Action, Effect]:
    """Return what each legal move does."""
    mine, theirs = game.sides(position)
    return {cell: _read_effect(game, mine, theirs, cell) for cell in list_cells(game.legal(mine, theirs))}


def _read_effect(game: Reversi, mine: Cells, theirs: Cells, cell: Action) -> Effect:
    disc, empty, before = 1 << cell, game.empty(mine, theirs), game.legal(theirs, mine)
    after, left, turned = _play(game, mine, theirs, cell)
    replies, left_corners = game.legal(left, after), game.legal(mine, theirs) & game.corners & ~disc
    choices, following = game.legal(after, left), [*_list_following(game, after, left)]
    return Effect(
        replies=replies,
        choices=choices,
        opened=(replies & ~before).bit_count(),
        kept=before & ~replies & game.corners & ~disc,
        given=replies & game.corners,
        near=_find_near_corners(game, disc) & empty,
        is_corner=bool(disc & game.corners),
        gets_corner=bool(following) and all(each & game.corners for each in following),
        left_corners=left_corners,
        waiting=reduce(and_, following or [choices], left_corners),
        turned=turned.bit_count(),
        empty_around=(_find_neighbours(game, cell) & empty).bit_count(),
        safe=(_find_safe(game, after) & ~_find_safe(game, mine)).bit_count(),
        is_near_end=empty.bit_count() <= _NEAR_END,
        discs=(after.bit_count(), left.bit_count()),
    )


def _play(game: Reversi, mine: Cells, theirs: Cells, cell: Action) -> tuple[Cells, Cells, Cells]:
    """Return the discs of both after a move of the player of the first, and those that it turned."""
    turned = game.turned(cell, mine, theirs)
    return mine | turned | 1 << cell, theirs ^ turned, turned


def _list_following(game: Reversi, mine: Cells, theirs: Cells) -> Iterator[Cells]:
    """List what the player of the first discs can choose from after each reply."""
    for reply in list_cells(game.legal(theirs, mine)):
        others, own, _ = _play(game, theirs, mine, reply)
        yield game.legal(own, others)


def _find_near_corners(game: Reversi, disc: Cells) -> Cells:
    near = (corner for corner, diagonal, adjacent in game.by_corners if disc & (diagonal | adjacent))
    return sum(near)


@cache
def _find_neighbours(game: Reversi, cell: Action) -> Cells:
    row, column = divmod(cell, game.size)
    near = (
        down * game.size + right
        for down in range(max(row - 1, 0), min(row + 2, game.size))
        for right in range(max(column - 1, 0), min(column + 2, game.size))
    )
    return sum(1 << other for other in near if other != cell)


def _find_safe(game: Reversi, discs: Cells) -> Cells:
    """Return the discs in unbroken rows along an edge from a corner: they can never be turned."""
    safe = 0
    for edge in _list_edges(game.size):
        for cell in takewhile(lambda cell: discs >> cell & 1, edge):
            safe |= 1 << cell
    return safe


@cache
def _list_edges(size: int) -> tuple[Sequence[Action], ...]:
    """Return the cells of each edge, from either end."""
    last = size * (size - 1)
    edges = (
        range(size),
        range(last, last + size),
        range(0, last + 1, size),
        range(size - 1, size**2, size),
    )
    return tuple(cells for edge in edges for cells in (edge, edge[::-1]))
