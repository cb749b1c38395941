"""The strip below a board that says how to read the chips on it."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from bot.rendering.chips import ESTIMATES, SHAPES, THOUGHTS, Chip, ChipKind, get_colours
from bot.rendering.lettering import DISC, STAR, measure_line, write_line
from bot.rendering.pictures import Brush, Colour, Palette, Tile
from bot.words.language import Language, template

_LINE, _SIZE, _PAD, _EDGE = 40, 28, 11, 4  # pixels: a line, its text, around text and between chips, outside
_INK = "#f6f8fc"
_KINDS = {
    ChipKind.WIN: template("win in n"),
    ChipKind.WIN_BY: template("win by n"),
    ChipKind.DRAW: template("draw"),
    ChipKind.LOSS: template("loss in n"),
    ChipKind.LOSS_BY: template("loss by n"),
    ChipKind.ESTIMATE: template("estimate"),
    ChipKind.SEEDS: template("estimated lead"),
    ChipKind.CHANCE: template("how likely it was to play that"),
    ChipKind.VISITS: template("games it tried in its head"),
    ChipKind.SCORE: template("its score: +1 would be a win"),
    ChipKind.LEAD: template("its estimated lead"),
}

_SIGNS = SHAPES | {
    **dict.fromkeys((*ESTIMATES, ChipKind.SCORE, ChipKind.LEAD), "±"),
    ChipKind.CHANCE: "% ",
    ChipKind.VISITS: "n ",
}
"""What is written on chips in the strip, in the place of numbers."""


class _Entry(NamedTuple):
    """What is written in one place of the strip, in which colours: on a chip, or on the ground."""

    text: tuple[str, str]
    fill: Colour
    ink: Colour

    @property
    def width(self) -> float:
        return measure_line(self.text, _SIZE) + 2 * _PAD


def add_legend(
    language: Language, board: Tile, palette: Palette, ground: Colour, chips: Sequence[Chip]
) -> Tile:
    """Return a board above the strip for the chips on it, or the board alone if there are none."""
    if not chips:
        return board
    kinds = {chip.kind for chip in chips}
    best = (STAR, language.say("best")) if kinds.isdisjoint(THOUGHTS) else (DISC, language.say("its move"))
    entries = [_Entry(best, ground, _INK)]
    for kind, said in _KINDS.items():
        if kind in kinds:
            entries.append(_Entry((_SIGNS[kind], language.say(said)), *get_colours(Chip(kind))))
    lines = _wrap(entries, board.width - 2 * _EDGE)
    picture = palette.make_blank((board.width, board.height + len(lines) * _LINE + _EDGE), ground)
    picture.paste(board)
    for number, line in enumerate(lines):
        strip = palette.draw_cached(_draw_line, board.width, ground, line)
        picture.paste(strip, (0, board.height + number * _LINE))
    return picture


def _wrap(entries: Sequence[_Entry], width: float) -> list[tuple[_Entry, ...]]:
    """Return lines with as many of the entries as there is room for in each."""
    lines: list[tuple[_Entry, ...]] = [()]
    for entry in entries:
        if lines[-1] and sum(each.width + _PAD for each in lines[-1]) + entry.width > width:
            lines.append(())
        lines[-1] += (entry,)
    return lines


def _draw_line(width: int, ground: Colour, line: Sequence[_Entry]) -> Image.Image:
    """Draw entries side by side."""
    brush, left, middle = Brush(width, _LINE, ground), float(_EDGE), _LINE / 2
    for entry in line:
        right = left + entry.width
        if entry.fill != ground:
            brush.draw_box((left, 1), (right, _LINE - 2), _PAD, entry.ink)
            brush.draw_box((left + 2, 3), (right - 2, _LINE - 4), _PAD - 2, entry.fill)
        write_line(brush, ((left + right) / 2, middle), _SIZE, entry.text, entry.ink)
        left = right + _PAD
    return brush.finish()
