"""Minimax trees as the textbooks draw them: the root above, and values that back up from the leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache
from typing import NamedTuple

from PIL import Image

import engine
from bot import caches
from bot.caches import ResultCache
from bot.rendering.chips import Chip, ChipKind, get_colours
from bot.rendering.game_view import GameView
from bot.rendering.lettering import BARS, DOTS, DOWN, UP, fit_lines, measure_line, write_line
from bot.rendering.pictures import SMALL, Brush, Colour, Palette, Tile, encode_png
from bot.rendering.views import get_view
from bot.words.language import ENGLISH, Language, template
from bot.words.values import format_figure
from engine.tree import Mark, Node

_LEFT, _PITCH, _RIGHT, _EDGE = 90, 76, 20, 10  # pixels: the names of the levels, a leaf, around all
_NAME, _CHIP, _BAND = 27, 32, 26  # what is below one another besides boards: a name, a value, branches
_FRAME = 3  # around a board
_SIDE = SMALL + 2 * _FRAME
_RIM = 3  # around a value
_TOP, _FOOT = 12, 8  # above the root and below the caption
_CAPTION, _TINY, _SMALL, _LARGE = 27, 20, 23, 27  # a line below the tree, and sizes of text
_FEWEST = 5  # leaves for which there is room at least

_GROUND, _BEST, _OTHER, _BRANCH, _FAINT = "#1b2130", "#ffffff", "#b4c0d6", "#76839c", "#4b576e"
_RINGED, _KNOWN, _CUT = "#ffd166", "#b9a5ff", "#ff9a68"
_KINDS = {1: ChipKind.WIN, 0: ChipKind.DRAW, -1: ChipKind.LOSS}

_ROLES = {True: template("MAX"), False: template("MIN")}
"""The names of the players, by whether they are to move at the root."""

_MARKS = {
    Mark.LOOKED_AT: template("ring: here now"),
    Mark.BEST_SO_FAR: template("hollow: best so far"),
    Mark.ESTIMATE: template("hollow: an estimate"),
    Mark.CUT_OFF: template("crossed: not needed"),
    Mark.KNOWN: template("=: known before"),
}
"""What the signs of a search in the tree mean."""

_UNSEEN_BELOW = {Mark.KNOWN, Mark.ESTIMATE}
"""Where a search has a value without a look at the children."""


TREES = ResultCache(caches.TREES)
"""The pictures of trees that were drawn last."""


class _Line(Enum):
    """How a branch is drawn; a later one covers an earlier one."""

    FAINT = 0
    CUT = 1
    PLAIN = 2
    BEST = 3


class _Look(NamedTuple):
    """The colours of a value."""

    fill: Colour
    ink: Colour
    rim: Colour


class _Spot(NamedTuple):
    """Where a node stands: so many levels down, and so far right in its middle.

    It is faint if a search leaves it out.
    """

    node: Node
    level: int
    x: int
    below: tuple[_Spot, ...]
    is_faint: bool

    def list_spots(self) -> Iterator[_Spot]:
        """Yield this spot and all below it."""
        yield self
        for spot in self.below:
            yield from spot.list_spots()


@TREES.remember
def render_tree(language: Language, root: Node) -> bytes:
    """Return a tree as a PNG: one of best play, or what a search has found in a whole one."""
    return encode_png(draw_tree(language, root, root))


def draw_tree(language: Language, root: Node, explained: Node) -> Tile:
    """Draw a tree above a caption for the signs of another one, with which it may share a film."""
    return _Drawing(language, root).draw(write_caption(language, explained))


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
        self._has_levels = all(len(players) <= 1 for players in self._players)

    def draw(self, caption: Sequence[Sequence[str]]) -> Tile:
        """Return the whole tree above its caption."""
        width = _LEFT + _count_columns(self._root) * _PITCH + _RIGHT
        height = len(self._players) * self._row - _NAME + _TOP
        lines = wrap_caption([*self._explain_shapes(), *caption], width - 2 * _EDGE)
        tree = self._palette.make_blank((width, height + len(lines) * _CAPTION + _FOOT), _GROUND)
        for level, players in enumerate(self._players if self._has_levels else ()):
            for player in players:
                tree.paste(self._draw_level(player), (_EDGE // 2, level * self._row + _TOP))
        for spot in self._spots:
            self._put_node(tree, spot, spot.level * self._row + _TOP)
        for number, line in enumerate(lines):
            tree.paste(self._palette.draw_cached(_draw_caption, line, width), (0, height + number * _CAPTION))
        return tree

    def _explain_shapes(self) -> Iterator[tuple[str, ...]]:
        """Say who is who, where the levels do not."""
        if not self._has_levels:
            yield from ((_shape(is_max), self._language.say(role)) for is_max, role in _ROLES.items())

    def _list_players(self, level: int) -> set[int]:
        """Return who is to move at a level: both, in games in which a player may move again."""
        states = [spot.node.state for spot in self._spots if spot.level == level]
        return {state.to_move for state in states if not state.is_terminal}

    def _draw_level(self, player: int) -> Tile:
        """Name who moves at a level, and what they play with, if that is their own."""
        side, is_max = self._view.words.name_side(self._language, player), self._is_max(player)
        role = self._language.say(_ROLES[is_max])
        return self._palette.draw_cached(_draw_level, _shape(is_max), role, side or "")

    def _is_max(self, player: int) -> bool:
        return player == self._root.state.to_move

    def _put_node(self, tree: Tile, spot: _Spot, top: int) -> None:
        """Draw a node, and the moves below it."""
        node, palette, left = spot.node, self._palette, spot.x - _PITCH // 2
        board = self._view.draw_small(node.state, palette)
        if Mark.LOOKED_AT in node.marks:
            height = _CHIP + (_SIDE if board else 0)
            tree.paste(palette.draw(_draw_ring, height), (left, top - 2))
        if board:
            frame = palette.make_blank((_SIDE, _SIDE), _choose_rim(node) or _GROUND)
            frame.paste(_fade(board) if spot.is_faint else board, (_FRAME, _FRAME))
            tree.paste(frame, (spot.x - _SIDE // 2, top))
            top += _SIDE
        look = _choose_look(node, is_faint=spot.is_faint)
        tree.paste(palette.draw_cached(_draw_value, self._label(node), look), (left + _RIM, top))
        if node.is_cut:
            tree.paste(palette.draw(_draw_cut), (left, top + _CHIP))
        elif spot.below:
            self._put_moves(tree, spot, top + _CHIP)

    def _put_moves(self, tree: Tile, spot: _Spot, top: int) -> None:
        """Draw the branches below a node, with the names of the moves at their ends."""
        ends = [(below.x, below.node.name, _choose_line(below)) for below in spot.below]
        if spot.node.left_out:
            ends.append((ends[-1][0] + _PITCH // 2, f"…{spot.node.left_out}", _Line.PLAIN))
        left = ends[0][0] - _EDGE
        targets = tuple((x - left, line) for x, _, line in ends)
        tree.paste(self._palette.draw_cached(_draw_branches, spot.x - left, targets), (left, top))
        for x, name, line in ends:
            tile = self._palette.draw_cached(_draw_move_name, name, line)
            tree.paste(tile, (x - tile.width // 2, top + _BAND))

    def _label(self, node: Node) -> tuple[str, ...]:
        """Say who is to move at a node by a shape, and what it is worth."""
        is_max = self._is_max(node.state.to_move)
        sign = ("≥" if is_max else "≤") if Mark.BEST_SO_FAR in node.marks else ""
        shape = BARS if Mark.KNOWN in node.marks else "" if node.state.is_terminal else _shape(is_max)
        figure = "" if node.value is None else format_figure(self._language, node.value)
        return tuple(filter(None, (shape, sign + figure)))


def _count_columns(root: Node) -> int:
    return max(root.leaves, _FEWEST)


def measure_row(root: Node) -> int:
    """Return how far apart the levels are."""
    view = get_view(root.state.game)
    return _NAME + (_SIDE if view.sample_small() else 0) + _CHIP + _BAND


def place_nodes(root: Node) -> Iterator[_Spot]:
    """Yield where each node of a tree stands."""
    left = _LEFT + (_count_columns(root) - root.leaves) * _PITCH // 2
    yield from _place_node(root, left, 0, is_faint=False).list_spots()


def _place_node(node: Node, left: int, level: int, *, is_faint: bool) -> _Spot:
    """Place a node over the middle of those below it, of which the first begins at the left."""
    below, right, is_faint = [], left, is_faint or Mark.CUT_OFF in node.marks
    for child in node.children:
        is_unseen = is_faint or not _UNSEEN_BELOW.isdisjoint(node.marks)
        below.append(_place_node(child, right, level + 1, is_faint=is_unseen))
        right += child.leaves * _PITCH
    x = (below[0].x + below[-1].x) // 2 if below else left + _PITCH // 2
    return _Spot(node, level, x, tuple(below), is_faint)


def write_caption(language: Language, root: Node) -> list[tuple[str, ...]]:
    """Say what lines and signs in the tree mean, those that there are."""
    marks = {mark for node in root.nodes() for mark in node.marks}
    entries: list[tuple[str, ...]] = []
    if any(child.is_principal for child in root.children):
        entries.append((language.say("Thick: best play"),))
    if root.is_whole and not marks:
        entries.append((language.say("every move is shown"),))
    if any(node.is_cut for node in root.nodes()):
        entries.append((DOTS, language.say("play goes on")))
    if most := max(node.left_out for node in root.nodes()):
        left_out = language.count("…{number}: {number} [move|moves] left out", most)
        entries.append((left_out,))
    return entries + [(language.say(said),) for mark, said in _MARKS.items() if mark in marks]


def wrap_caption(entries: Sequence[Sequence[str]], width: int) -> list[tuple[str, ...]]:
    """Return lines with as many of the entries as there is room for in each."""
    lines: list[tuple[str, ...]] = []
    for entry in entries:
        if lines and measure_line(longer := (*lines[-1], "·", *entry), _SMALL) <= width:
            lines[-1] = longer
        else:
            lines.append(tuple(entry))
    return lines


def _shape(is_max: bool) -> str:  # noqa: FBT001 - one argument
    return UP if is_max else DOWN


def _choose_rim(node: Node) -> Colour | None:
    if Mark.LOOKED_AT in node.marks:
        return _RINGED
    return _KNOWN if Mark.KNOWN in node.marks else _BEST if node.is_principal else None


def _choose_line(spot: _Spot) -> _Line:
    if Mark.CUT_OFF in spot.node.marks:
        return _Line.CUT
    if spot.is_faint:
        return _Line.FAINT
    return _Line.BEST if spot.node.is_principal else _Line.PLAIN


def _choose_look(node: Node, *, is_faint: bool) -> _Look:
    """Choose the colours of a value: green if it is good for MAX, hollow if it is not final."""
    rim = _choose_rim(node)
    if is_faint or node.value is None:
        ink, edge = (_FAINT, _FAINT) if is_faint else (_OTHER, _BRANCH)
        return _Look(_GROUND, ink, rim or edge)
    sign = (node.value > 0) - (node.value < 0)
    if node.value == int(node.value) and node.marks.isdisjoint({Mark.BEST_SO_FAR, Mark.ESTIMATE}):
        fill, ink = get_colours(Chip(_KINDS[sign]))
        return _Look(fill, ink, rim or fill)
    fill, ink = get_colours(Chip(ChipKind.ESTIMATE, f"{sign:+}"))
    return _Look(fill, ink, rim or ink)


def _fade(board: Tile) -> Tile:
    """Return a board that is hardly there, in the same colours."""
    return _fade_image(board.convert("RGB")).quantize(palette=board, dither=Image.Dither.NONE)


def _fade_image(image: Image.Image) -> Image.Image:
    return Image.blend(image, Image.new("RGB", image.size, _GROUND), 0.65)


def _draw_caption(line: tuple[str, ...], width: int) -> Image.Image:
    return _draw_text([line], (width, _CAPTION), (_SMALL,), (_OTHER,), margin=_EDGE)


def _draw_level(shape: str, role: str, side: str) -> Image.Image:
    lines, size = [(shape, role), (side,)], (_LEFT - _EDGE, 2 * _NAME)
    return _draw_text(lines, size, (_LARGE, _SMALL), (_BEST, _OTHER))


def _draw_move_name(name: str, line: _Line) -> Image.Image:
    size = _TINY if name.startswith("…") else _LARGE
    room = min(round(measure_line([name], size)) + 4, _PITCH - 8)
    colour = {_Line.BEST: _BEST, _Line.PLAIN: _OTHER}.get(line, _FAINT)
    return _draw_text([[name]], (room, _NAME), (size,), (colour,))


def _draw_text(
    lines: Sequence[Sequence[str]],
    room: tuple[int, int],
    sizes: Sequence[int],
    colours: Sequence[Colour],
    *,
    margin: int = 0,
) -> Image.Image:
    """Write lines below one another in the middle of a picture, smaller where there is no room for them."""
    brush, height = Brush(*room, _GROUND), room[1] / len(lines)
    for number, (line, most, colour) in enumerate(zip(lines, sizes, colours, strict=True)):
        if any(line):
            size = min(most, fit_lines(room[0] - 2 * margin, height + most, [line]))
            write_line(brush, (room[0] / 2, (number + 0.5) * height), size, line, colour)
    return brush.finish()


def _draw_branches(start: int, ends: tuple[tuple[int, _Line], ...]) -> Image.Image:
    """Draw lines from one point above to several below, best play thick."""
    brush = Brush(ends[-1][0] + _EDGE, _BAND, _GROUND)
    for end, line in sorted(ends, key=lambda end: end[1].value):
        colour = {_Line.BEST: _BEST, _Line.PLAIN: _BRANCH}.get(line, _FAINT)
        brush.draw_line((start, 4), (end, _BAND - 3), 6 if line is _Line.BEST else 2.5, colour)
        if line is _Line.CUT:
            brush.draw_cross(start + 0.65 * (end - start), 0.6 * _BAND, 7, 4, _CUT)
    return brush.finish()


def _draw_value(label: tuple[str, ...], look: _Look) -> Image.Image:
    width = _PITCH - 2 * _RIM
    brush = Brush(width, _CHIP, _GROUND)
    for edge, colour in ((0, look.rim), (_RIM, look.fill)):
        brush.draw_box((edge, edge), (width - 1 - edge, _CHIP - 1 - edge), 9 - edge, colour)
    if label:
        size = min(_LARGE, fit_lines(width - 4 * _RIM, _CHIP, [label]))
        write_line(brush, (width / 2, _CHIP / 2), size, label, look.ink)
    return brush.finish()


def _draw_ring(height: int) -> Image.Image:
    brush = Brush(_PITCH, height + 4, _GROUND)
    brush.draw_box((0, 0), (_PITCH - 1, height + 3), 12, _RINGED)
    return brush.finish()


def _draw_cut() -> Image.Image:
    brush = Brush(_PITCH, _BAND, _GROUND)
    write_line(brush, (_PITCH / 2, _BAND / 2), 28, (DOTS,), _BRANCH)
    return brush.finish()


@cache
def _make_palette(view: GameView) -> Palette:
    fills = [get_colours(Chip(ChipKind.ESTIMATE, sign)) for sign in ("+1", "-1", "+0")]
    fills += [get_colours(Chip(kind)) for kind in _KINDS.values()]
    values = [_draw_value(("+1",), _Look(*fill, rim)) for fill in fills for rim in (fill[1], _BEST, _KNOWN)]
    text = Brush(_PITCH, _PITCH, _GROUND)
    text.draw_text(_PITCH / 2, 20, "b2 c3", 25, _BEST)
    text.draw_text(_PITCH / 2, 50, "b2 c3", 25, _OTHER)
    text.draw_line((0, 70), (_PITCH, 90), 5, _BRANCH)
    marks = Brush(_PITCH, _PITCH, _GROUND)
    for number, colour in enumerate((_FAINT, _CUT, _RINGED, _KNOWN)):
        marks.draw_box((0, 19 * number), (_PITCH - 1, 19 * number + 12), 4, colour)
    boards = view.sample_small()
    return Palette([*boards, *map(_fade_image, boards), *values, text.finish(), marks.finish()])
