"""Minimax trees as the textbooks draw them: the root above, and values that back up from the leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from PIL import Image

import engine
from bot import caches
from bot.caches import ResultCache
from bot.rendering.chips import Chip, ChipKind, get_colours
from bot.rendering.game_view import GameView
from bot.rendering.lettering import UP, fit_lines, measure_line, write_line
from bot.rendering.pictures import SMALL, TILES, Brush, Colour, Palette, Tile, encode_png
from bot.rendering.views import get_view
from bot.words.language import ENGLISH, Language, template
from bot.words.values import format_utility
from engine.tree import Node

_LEFT, _PITCH, _RIGHT, _EDGE = 86, 98, 24, 10  # pixels: the names of the levels, a leaf, around all
_NAME, _CHIP, _BAND = 27, 32, 26  # what is below one another besides boards: a name, a value, branches
_FRAME = 3  # around a board
_SIDE = SMALL + 2 * _FRAME
_CAPTION, _SMALL, _LARGE = 36, 22, 25  # the line below the tree, and sizes of text
_FEWEST = 5  # leaves for which there is room at least

_GROUND, _BEST, _OTHER, _BRANCH = "#1b2130", "#ffffff", "#b4c0d6", "#76839c"
_KINDS = {1: ChipKind.WIN, 0: ChipKind.DRAW, -1: ChipKind.LOSS}

_ROLES = {True: template("MAX"), False: template("MIN")}
"""The names of the players, by whether they are to move at the root."""


TREES = ResultCache(caches.TREES)
"""The pictures of trees that were drawn last."""


class _Spot(NamedTuple):
    """Where a node stands: so many levels down, and so far right in its middle."""

    node: Node
    level: int
    x: int
    below: tuple[_Spot, ...]

    def list_spots(self) -> Iterator[_Spot]:
        """Yield this spot and all below it."""
        yield self
        for spot in self.below:
            yield from spot.list_spots()


@TREES.remember
def render_tree(language: Language, root: Node) -> bytes:
    """Return a tree as a PNG."""
    return encode_png(_Drawing(language, root).draw())


def prepare() -> None:
    """Draw the parts that trees share in advance, so that no request waits for them."""
    state = engine.get_game("tic-tac-toe").initial()
    render_tree(ENGLISH, Node(state, "", 0, is_principal=True, children=(), hidden=len(state.actions())))


class _Drawing:
    """A tree while it is drawn: all its tiles have the palette of its game."""

    def __init__(self, language: Language, root: Node) -> None:
        self._language, self._root = language, root
        self._view = get_view(root.state.game)
        self._palette = _make_palette(self._view)
        self._spots = list(place_nodes(root))
        self._row = measure_row(root)
        self._players = [self._list_players(level) for level in range(1 + max(s.level for s in self._spots))]
        self._has_levels = all(len(players) == 1 for players in self._players)

    def draw(self) -> Tile:
        """Return the whole tree above its caption."""
        width, height = _LEFT + _count_columns(self._root) * _PITCH + _RIGHT, len(self._players) * self._row
        tree = self._palette.make_blank((width, height + _CAPTION), _GROUND)
        for level, players in enumerate(self._players if self._has_levels else self._players[:1]):
            tree.paste(self._draw_level(*players), (_EDGE // 2, level * self._row + _NAME))
        for spot in self._spots:
            self._put_node(tree, spot, spot.level * self._row + _NAME)
        caption = tuple(write_caption(self._language, self._root))
        tree.paste(_draw_caption(self._palette, caption, width), (0, height))
        return tree

    def _list_players(self, level: int) -> set[int]:
        """Return who is to move at a level: both, in games in which a player may move again."""
        states = [spot.node.state for spot in self._spots if spot.level == level]
        running = {state.to_move for state in states if not state.is_terminal}
        return running or {states[0].to_move}

    def _draw_level(self, player: int) -> Tile:
        """Name who moves at a level, and what they play with, if that is their own."""
        side = self._view.words.name_side(self._language, player)
        return _draw_level(self._palette, self._name_role(player), side or "")

    def _name_role(self, player: int) -> str:
        return self._language.say(_ROLES[player == self._root.state.to_move])

    def _put_node(self, tree: Tile, spot: _Spot, top: int) -> None:
        """Draw a node, and the moves below it."""
        node, palette = spot.node, self._palette
        if board := self._view.draw_small(node.state, palette):
            frame = palette.make_blank((_SIDE, _SIDE), _BEST if node.is_principal else _GROUND)
            frame.paste(board, (_FRAME, _FRAME))
            tree.paste(frame, (spot.x - _SIDE // 2, top))
            top += _SIDE
        value = _draw_value_tile(palette, self._label(node), node.value, is_best=node.is_principal)
        tree.paste(value, (spot.x - _PITCH // 2, top))
        if node.is_cut:
            tree.paste(palette.draw(_draw_cut), (spot.x - _PITCH // 2, top + _CHIP))
        elif spot.below:
            self._put_moves(tree, spot, top + _CHIP)

    def _put_moves(self, tree: Tile, spot: _Spot, top: int) -> None:
        """Draw the branches below a node, with the names of the moves at their ends."""
        ends = [(below.x, below.node.name, below.node.is_principal) for below in spot.below]
        if spot.node.left_out:
            ends.append((ends[-1][0] + _PITCH // 2, f"…{spot.node.left_out}", False))
        left = ends[0][0] - _EDGE
        targets = tuple((x - left, is_best) for x, _, is_best in ends)
        tree.paste(_draw_branches(self._palette, spot.x - left, targets), (left, top))
        for x, name, is_best in ends:
            tile = _draw_move_name(self._palette, name, is_best=is_best)
            tree.paste(tile, (x - tile.width // 2, top + _BAND))

    def _label(self, node: Node) -> tuple[str, ...]:
        """Say what a node is worth, and who is to move there if that is not the same for whole levels."""
        result = format_utility(self._language, node.value)
        if self._has_levels or node.state.is_terminal:
            return (result,)
        return self._name_role(node.state.to_move), result


def _count_columns(root: Node) -> int:
    return max(root.leaves, _FEWEST)


def measure_row(root: Node) -> int:
    """Return how far apart the levels are."""
    view = get_view(root.state.game)
    return _NAME + (_SIDE if view.sample_small() else 0) + _CHIP + _BAND


def place_nodes(root: Node) -> Iterator[_Spot]:
    """Yield where each node of a tree stands."""
    yield from _place_node(root, _LEFT + (_count_columns(root) - root.leaves) * _PITCH // 2).list_spots()


def _place_node(node: Node, left: int, level: int = 0) -> _Spot:
    """Place a node over the middle of those below it, of which the first begins at the left."""
    below, right = [], left
    for child in node.children:
        below.append(_place_node(child, right, level + 1))
        right += child.leaves * _PITCH
    x = (below[0].x + below[-1].x) // 2 if below else left + _PITCH // 2
    return _Spot(node, level, x, tuple(below))


def write_caption(language: Language, root: Node) -> list[str]:
    """Say what lines and signs in the tree mean, those that there are."""
    line = [language.say("Thick: best play")]
    if root.is_whole:
        line += ["·", language.say("every move is shown")]
    if any(node.is_cut for node in root.nodes()):
        line += ["·", UP, language.say("play goes on")]
    if most := max(node.left_out for node in root.nodes()):
        left_out = language.count(
            "…{number}: {number} move left out", "…{number}: {number} moves left out", most
        )
        line += ["·", left_out]
    return line


@TILES.remember
def _draw_caption(palette: Palette, line: tuple[str, ...], width: int) -> Tile:
    return _draw_text(palette, [line], (width, _CAPTION), (_SMALL,), (_OTHER,), margin=_EDGE)


@TILES.remember
def _draw_level(palette: Palette, role: str, side: str) -> Tile:
    lines, size = [(role,), (side,)], (_LEFT - _EDGE, 2 * _NAME)
    return _draw_text(palette, lines, size, (_LARGE, _SMALL), (_BEST, _OTHER))


@TILES.remember
def _draw_move_name(palette: Palette, name: str, *, is_best: bool) -> Tile:
    size = _SMALL if name.startswith("…") else _LARGE
    room = min(round(measure_line([name], size)) + 4, _PITCH)
    return _draw_text(palette, [[name]], (room, _NAME), (size,), (_BEST if is_best else _OTHER,))


def _draw_text(  # noqa: PLR0913 - the lines, and how large and in which colour each of them is
    palette: Palette,
    lines: Sequence[Sequence[str]],
    room: tuple[int, int],
    sizes: Sequence[int],
    colours: Sequence[Colour],
    *,
    margin: int = 0,
) -> Tile:
    """Write lines below one another in the middle of a tile, smaller where there is no room for them."""
    brush, height = Brush(*room, _GROUND), room[1] / len(lines)
    for number, (line, most, colour) in enumerate(zip(lines, sizes, colours, strict=True)):
        if any(line):
            size = min(most, fit_lines(room[0] - 2 * margin, height + most, [line]))
            write_line(brush, (room[0] / 2, (number + 0.5) * height), size, line, colour)
    return palette.make_tile(brush.finish())


@TILES.remember
def _draw_branches(palette: Palette, start: int, ends: tuple[tuple[int, bool], ...]) -> Tile:
    """Draw lines from one point above to several below, best play thick."""
    brush = Brush(ends[-1][0] + _EDGE, _BAND, _GROUND)
    for end, is_best in sorted(ends, key=lambda end: end[1]):
        brush.draw_line((start, 4), (end, _BAND - 3), *((6, _BEST) if is_best else (2.5, _BRANCH)))
    return palette.make_tile(brush.finish())


@TILES.remember
def _draw_value_tile(palette: Palette, label: tuple[str, ...], value: int, *, is_best: bool) -> Tile:
    return palette.make_tile(_draw_value(label, value, is_best=is_best))


def _draw_value(label: tuple[str, ...], value: int, *, is_best: bool) -> Image.Image:
    fill, ink = get_colours(Chip(_KINDS[value]))
    brush = Brush(_PITCH, _CHIP, _GROUND)
    for width, colour in enumerate((_BEST, fill) if is_best else (fill,)):
        edge = 3.25 * width
        brush.draw_box((2 + edge, 1 + edge), (_PITCH - 3 - edge, _CHIP - 2 - edge), 9 - edge, colour)
    size = min(23, fit_lines(_PITCH - 2 * _EDGE, _CHIP, [label]))
    write_line(brush, (_PITCH / 2, _CHIP / 2), size, label, ink)
    return brush.finish()


def _draw_cut() -> Image.Image:
    brush = Brush(_PITCH, _BAND, _GROUND)
    brush.draw_triangle(_PITCH / 2, 14, 20, _BRANCH, is_upwards=True)
    return brush.finish()


@cache
def _make_palette(view: GameView) -> Palette:
    values = [_draw_value(("+1",), value, is_best=is_best) for value in _KINDS for is_best in (False, True)]
    text = Brush(_PITCH, _PITCH, _GROUND)
    text.draw_text(_PITCH / 2, 20, "b2 c3", 25, _BEST)
    text.draw_text(_PITCH / 2, 50, "b2 c3", 25, _OTHER)
    text.draw_line((0, 70), (_PITCH, 90), 5, _BRANCH)
    return Palette([*view.sample_small(), *values, text.finish()])
