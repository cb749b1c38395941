"""Minimax trees as the textbooks draw them: the root above, and values that back up from the leaves."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import engine
from bot.rendering.boards import face
from bot.rendering.chips import Chip, Kind, colours
from bot.rendering.lettering import UP, fitting, write
from bot.rendering.pictures import Brush, Palette, length, png
from engine import Grid
from engine.tree import Node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL import Image

    from bot.rendering.pictures import Colour, Tile

_LEFT, _PITCH, _RIGHT, _EDGE = 86, 98, 24, 10  # pixels: the names of the levels, a leaf, around all
_NAME, _SIDE, _CHIP, _BAND = 27, 66, 32, 26  # what is below one another: a name, a board, a value, branches
_FRAME = 3  # around a board, whose cells fill the rest to the pixel, be there three or four in a row
_CAPTION, _SMALL, _LARGE = 36, 22, 25  # the line below the tree, and sizes of text
_FEWEST = 5  # leaves for which there is room at least
_MOST_COLUMNS = 4  # of a board that can be read when it is so small

_GROUND, _CELL, _DECISIVE = "#1b2130", "#333f58", "#6d7fa6"
_MARKS = ("#66bdf8", "#f7aa45")  # crosses and rings
_BEST, _OTHER, _BRANCH = "#ffffff", "#b4c0d6", "#76839c"
_KINDS = {1: Kind.WIN, 0: Kind.DRAW, -1: Kind.LOSS}

_ROLES = {True: "MAX", False: "MIN"}

RESULTS = {1: "+1 win", 0: "0 draw", -1: "\N{MINUS SIGN}1 loss"}
"""What a value is called."""


class _Spot(NamedTuple):
    """Where a node stands, and under what name: so many plies down, and so far right in its middle."""

    node: Node
    name: str
    plies: int
    x: int
    below: tuple[_Spot, ...]

    def all(self) -> Iterator[_Spot]:
        """Yield this spot and all below it."""
        yield self
        for spot in self.below:
            yield from spot.all()


@lru_cache(maxsize=64)
def picture(root: Node) -> bytes:
    """Return a tree as a PNG."""
    return png(_drawn(root))


def prepare() -> None:
    """Draw what trees share, so that nobody has to wait for it."""
    state = engine.get_game("tic-tac-toe").initial()
    picture(Node(state, "", 0, is_principal=True, children=(), hidden=len(state.actions()), is_max=True))


def _drawn(root: Node) -> Tile:
    columns = max(root.leaves, _FEWEST)
    has_levels = _alternates(root)
    spots = list(_spot(root, _LEFT + (columns - root.leaves) * _PITCH // 2, has_levels=has_levels).all())
    levels, row = 1 + max(spot.plies for spot in spots), _row(root)
    width, height = _LEFT + columns * _PITCH + _RIGHT, levels * row + _CAPTION
    tree = _palette().blank((width, height), _GROUND)
    for level in range(levels if has_levels else 0):
        tree.paste(_level(root, level), (_EDGE // 2, level * row + _NAME))
    for spot in spots:
        _put(tree, spot, spot.plies * row + _NAME)
    tree.paste(_legend(tuple(_caption(root)), width), (0, levels * row))
    return tree


@cache
def _legend(line: tuple[str, ...], width: int) -> Tile:
    brush = Brush(width, _CAPTION, _GROUND)
    size = min(_SMALL, fitting(width - 2 * _EDGE, _CAPTION, [line]))
    write(brush, (width / 2, _CAPTION / 2), size, line, _OTHER)
    return _palette().tile(brush.finished())


def _caption(root: Node) -> list[str]:
    """Say what lines and signs in the tree mean, those that there are."""
    line = ["Thick: best play"]
    if root.is_whole:
        line += ["·", "every move is shown"]
    if any(node.is_cut for node in root.nodes()):
        line += ["·", UP, "play goes on"]
    if most := max(node.left_out for node in root.nodes()):
        line += ["·", f"…{most}: {most} {'move' if most == 1 else 'moves'} left out"]
    return line


def _row(root: Node) -> int:
    """Return how far apart the levels are."""
    return _NAME + (_SIDE if _grid(root) else 0) + _CHIP + _BAND


def _grid(node: Node) -> Grid | None:
    """Return the game if its board can be read even when it is so small."""
    game = node.state.game
    return game if isinstance(game, Grid) and game.columns <= _MOST_COLUMNS else None


def _alternates(root: Node) -> bool:
    """Whether MAX and MIN take turns, so that each level is one player's."""
    return all(child.is_max != node.is_max for node in root.nodes() for child in node.children)


def _spot(node: Node, left: int, plies: int = 0, *, has_levels: bool = True) -> _Spot:
    """Place a node over the middle of those below it, of which the first begins at the left.

    Unless its level says whose turn it is, its name does.
    """
    below, right = [], left
    for child in node.children:
        below.append(_spot(child, right, plies + 1, has_levels=has_levels))
        right += child.leaves * _PITCH
    x = (below[0].x + below[-1].x) // 2 if below else left + _PITCH // 2
    says_role = not has_levels and not node.state.is_terminal
    name = f"{node.name} {_ROLES[node.is_max]}" if says_role else node.name
    return _Spot(node, name, plies, x, tuple(below))


def _put(tree: Tile, spot: _Spot, top: int) -> None:
    """Draw a node, and the moves below it."""
    node = spot.node
    if grid := _grid(node):
        tree.paste(_board(grid, node), (spot.x - _SIDE // 2, top))
        top += _SIDE
    tree.paste(_value(node.value, is_best=node.is_principal), (spot.x - _PITCH // 2, top))
    if node.is_cut:
        tree.paste(_cut(), (spot.x - _PITCH // 2, top + _CHIP))
    elif spot.below:
        _put_moves(tree, spot, top + _CHIP)


def _put_moves(tree: Tile, spot: _Spot, top: int) -> None:
    """Draw the branches below a node, with the names of the moves at their ends."""
    ends = [(below.x, below.name, below.node.is_principal) for below in spot.below]
    if spot.node.left_out:
        ends.append((ends[-1][0] + _PITCH // 2, f"…{spot.node.left_out}", False))
    left = ends[0][0] - _EDGE
    branches = _branches(spot.x - left, tuple((x - left, is_best) for x, _, is_best in ends))
    tree.paste(branches, (left, top))
    for x, name, is_best in ends:
        label = _name(name, is_best=is_best)
        tree.paste(label, (x - label.width // 2, top + _BAND))


@lru_cache(maxsize=256)
def _branches(start: int, ends: tuple[tuple[int, bool], ...]) -> Tile:
    """Draw lines from one point above to several below, best play thick."""
    brush = Brush(ends[-1][0] + _EDGE, _BAND, _GROUND)
    for end, is_best in sorted(ends, key=lambda end: end[1]):
        brush.line((start, 4), (end, _BAND - 3), *((6, _BEST) if is_best else (2.5, _BRANCH)))
    return _palette().tile(brush.finished())


@cache
def _name(name: str, *, is_best: bool) -> Tile:
    size = _SMALL if name[0] == "…" else _LARGE
    return _text(name, (round(length(name, size)) + 4, _NAME), _BEST if is_best else _OTHER, size)


@cache
def _text(text: str, room: tuple[int, int], colour: Colour, size: int = _SMALL) -> Tile:
    brush = Brush(*room, _GROUND)
    brush.text(room[0] / 2, room[1] / 2, text, size, colour)
    return _palette().tile(brush.finished())


def _level(root: Node, level: int) -> Tile:
    """Name who moves at a level, and what they play with, if that is their own."""
    names = face(root.state.game).side_names
    return _level_of(_ROLES[level % 2 == 0], names[(root.state.to_move + level) % 2] if names else "")


@cache
def _level_of(role: str, side: str) -> Tile:
    brush, middle = Brush(_LEFT - _EDGE, 2 * _NAME, _GROUND), (_LEFT - _EDGE) / 2
    brush.text(middle, _NAME / 2, role, _LARGE, _BEST)
    brush.text(middle, 3 * _NAME / 2, side, _SMALL, _OTHER)
    return _palette().tile(brush.finished())


@cache
def _value(value: int, *, is_best: bool) -> Tile:
    return _palette().tile(_drawn_value(value, is_best=is_best))


def _drawn_value(value: int, *, is_best: bool) -> Image.Image:
    fill, ink = colours(Chip(_KINDS[value]))
    brush = Brush(_PITCH, _CHIP, _GROUND)
    for width, colour in enumerate((_BEST, fill) if is_best else (fill,)):
        edge = 3.25 * width
        brush.box((2 + edge, 1 + edge), (_PITCH - 3 - edge, _CHIP - 2 - edge), 9 - edge, colour)
    brush.text(_PITCH / 2, _CHIP / 2, RESULTS[value], 23, ink)
    return brush.finished()


@cache
def _cut() -> Tile:
    brush = Brush(_PITCH, 26, _GROUND)
    brush.triangle(_PITCH / 2, 14, 20, _BRANCH, is_upwards=True)
    return _palette().tile(brush.finished())


def _board(grid: Grid, node: Node) -> Tile:
    """Draw the position of a node, framed if best play comes by."""
    board = _frame(_BEST if node.is_principal else _GROUND).copy()
    side, decisive = (_SIDE - 2 * _FRAME) // grid.columns, grid.decisive(node.state)
    for cell, mark in enumerate(grid.cells(node.state)):
        row, column = divmod(cell, grid.columns)
        tile = _cell(side, mark, is_decisive=cell in decisive)
        board.paste(tile, (_FRAME + column * side, _FRAME + row * side))
    return board


@cache
def _frame(colour: Colour) -> Tile:
    return _palette().blank((_SIDE, _SIDE), colour)


@cache
def _cell(side: int, mark: int | None, *, is_decisive: bool) -> Tile:
    return _palette().tile(_drawn_cell(side, mark, is_decisive=is_decisive))


def _drawn_cell(side: int, mark: int | None, *, is_decisive: bool = False) -> Image.Image:
    brush, middle, reach = Brush(side, side, _GROUND), side / 2, 0.22 * side
    brush.box((1, 1), (side - 1.25, side - 1.25), 0, _DECISIVE if is_decisive else _CELL)
    if mark == 0:
        for rise in (-reach, reach):
            brush.line(
                (middle - reach, middle - rise), (middle + reach, middle + rise), 0.14 * side, _MARKS[0]
            )
    elif mark == 1:
        brush.ring(middle, middle, 1.4 * reach, 0.14 * side, _MARKS[1])
    return brush.finished()


@cache
def _palette() -> Palette:
    cells = [
        _drawn_cell(28, mark, is_decisive=is_decisive)
        for mark in (None, 0, 1)
        for is_decisive in (False, True)
    ]
    values = [_drawn_value(value, is_best=is_best) for value in RESULTS for is_best in (False, True)]
    text = Brush(_PITCH, _PITCH, _GROUND)
    text.text(_PITCH / 2, 20, "MAX b2", 25, _BEST)
    text.text(_PITCH / 2, 50, "MAX b2", 25, _OTHER)
    text.line((0, 70), (_PITCH, 90), 5, _BRANCH)
    return Palette([*cells, *values, text.finished()])
