"""The strip below a board that says how to read the chips on it."""

from collections.abc import Collection, Iterable, Sequence

from PIL import Image

from bot.rendering.chips import ESTIMATES, THOUGHTS, Chip, ChipKind, draw_chip
from bot.rendering.lettering import DISC, STAR, measure_line, write_line
from bot.rendering.overlays import LEFT
from bot.rendering.pictures import Brush, Colour, Palette, Tile
from bot.words.language import Language, template

_HEIGHT, _ROWS = 92, (24, 67)
_LEAST_WIDTH = 1.3  # of its height: a picture as wide as a phone leaves room there for what is said of it
_EDGE, _GAP, _SPACE, _SIZE = 16, 30, 5, 27  # around the strip, between entries, within one; the text
_LEAST_GAP = 12  # between entries, for which the text is smaller where it has to be
_CHIP = (40, 34)
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

_SIGNS = {
    **dict.fromkeys((*ESTIMATES, ChipKind.SCORE, ChipKind.LEAD), "±"),
    ChipKind.CHANCE: "%",
    ChipKind.VISITS: "n",
}
"""What is written on chips in the strip, in the place of numbers."""


def add_legend(  # noqa: PLR0913, PLR0917 - a board and its look, whose moves it is about, and the chips
    language: Language, board: Tile, palette: Palette, ground: Colour, side: str | None, chips: Iterable[Chip]
) -> Tile:
    """Return a board above the strip for the chips on it, or the board alone if there are none.

    `side` is the name of the one whose moves the chips are about, where sides have names.
    """
    kinds = frozenset(chip.kind for chip in chips)
    if not kinds:
        return board
    height = board.height + _HEIGHT
    width = max(board.width, round(_LEAST_WIDTH * height))
    picture = palette.make_blank((width, height), ground)
    picture.info[LEFT] = (width - board.width) // 2
    picture.paste(board, (picture.info[LEFT], 0))
    title, mark = language.say("Worth of each move"), (STAR, language.say("best"))
    if not kinds.isdisjoint(THOUGHTS):
        title, mark = language.say("Its view of each move"), (DISC, language.say("its move"))
    if side is not None:
        title = language.say("{side} to move", side=side)
    entries = tuple((kind, language.say(_KINDS[kind])) for kind in ChipKind if kind in kinds)
    strip = palette.draw_cached(draw_legend, width, ground, (title, *mark), entries)
    picture.paste(strip, (0, board.height))
    return picture


def draw_legend(
    width: int, ground: Colour, texts: tuple[str, str, str], entries: Sequence[tuple[ChipKind, str]]
) -> Image.Image:
    """Draw the strip: a title, a shape and what it means, and below them each kind of chip with its name."""
    brush = Brush(width, _HEIGHT, ground)
    title, mark = texts[:1], texts[1:]
    size = min(_SIZE, (width - 2 * _EDGE - _GAP) / (measure_line(title) + measure_line(mark)))
    _write_entry(brush, _EDGE, _ROWS[0], size, title)
    _write_entry(brush, width - _EDGE - measure_line(mark, size), _ROWS[0], size, mark)
    names = [name for _, name in entries]
    size = _fit(width, names)
    places = _locate_entries(width, size, names)
    for name, left in zip(names, places, strict=True):
        _write_entry(brush, left + _CHIP[0] + _SPACE, _ROWS[1], size, [name])
    strip = brush.finish()
    for (kind, _), left in zip(entries, places, strict=True):
        chip = draw_chip(Chip(kind), _CHIP, ground, _SIGNS.get(kind, ""))
        strip.paste(chip, (left, _ROWS[1] - _CHIP[1] // 2))
    return strip


def _fit(width: int, names: Collection[str]) -> float:
    """Return in which size all names of kinds find room beside their chips."""
    room = width - 2 * _EDGE - len(names) * (_CHIP[0] + _SPACE + _LEAST_GAP)
    return min(_SIZE, room / sum(measure_line([name]) for name in names))


def _locate_entries(width: int, size: float, names: Collection[str]) -> list[int]:
    """Return where the entry of each kind begins, the closer together the more of them there are."""
    lengths = [_CHIP[0] + _SPACE + measure_line([name], size) for name in names]
    gap = min(_GAP, (width - 2 * _EDGE - sum(lengths)) / max(len(lengths) - 1, 1))
    return [round(_EDGE + sum(lengths[:number]) + gap * number) for number in range(len(lengths))]


def _write_entry(brush: Brush, left: float, y: float, size: float, line: Sequence[str]) -> None:
    write_line(brush, (left + measure_line(line, size) / 2, y), size, line, _INK)
