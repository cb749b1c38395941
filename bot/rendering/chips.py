"""Chips: small labels on a board with the values of moves, one for each move.

A chip says the same by its colour, by its shape and in figures: a green triangle points up for a win, a red
one down for a loss, both with the number of moves that the winner still makes or, in a game that counts, by
how much; two bars are a draw; a hollow chip is an estimate, from -1 to +1 or, where something is counted, how
far one is ahead. A star marks the best moves, and a white rim the one of them that is recommended. What a
player of the bot thought of moves instead stands on violet chips, on which a disc marks the move that it
took. The colour-blind tell the colours apart by their lightness, if by nothing else.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum, auto
from typing import NamedTuple, TypeAlias

from PIL import Image

import engine
from bot.rendering.lettering import BARS, DISC, DOWN, LEADING, STAR, UP, fit_lines, write_line
from bot.rendering.pictures import Brush, Colour
from bot.words.language import Language
from engine import Action, AnalysedMove, Analysis, Choice, Measure


class ChipKind(Enum):
    """What a chip says of a move."""

    WIN = auto()
    WIN_BY = auto()
    DRAW = auto()
    LOSS = auto()
    LOSS_BY = auto()
    ESTIMATE = auto()
    SEEDS = auto()
    CHANCE = auto()
    VISITS = auto()
    SCORE = auto()
    LEAD = auto()


ESTIMATES = {ChipKind.ESTIMATE, ChipKind.SEEDS}
"""The kinds of chips that say what is not proven."""

THOUGHTS = {ChipKind.CHANCE, ChipKind.VISITS, ChipKind.SCORE, ChipKind.LEAD}
"""The kinds of chips that say what a player thought: how likely it took a move, how often it tried that, the
score that it gave it, and how many seeds ahead that would be."""


class Chip(NamedTuple):
    """What one move is worth: in how many moves the winner wins or by how much, or the estimate itself.

    What a player thought of it is a number as well, and what `is_best` to it is what it took. Of several
    best moves, only the one that is recommended is not one that `is_also_best`.
    """

    kind: ChipKind
    number: str = ""
    is_best: bool = False
    is_also_best: bool = False


Chips: TypeAlias = tuple[tuple["Action", Chip], ...]
"""The chips of a position, best first; none where the worth of moves is not to be shown."""

_DARK, _BEST = "#10131a", "#ffffff"
_WON, _LOST = "#2fd09b", "#f0702f"
_LEANING = {"+": "#5fe0b4", "-": "#ff9a68"}
_EVEN = "#d5deee"
_THOUGHT, _ON_THOUGHT = "#3a2d73", "#e9e2ff"
_FILLS = {
    **dict.fromkeys((ChipKind.WIN, ChipKind.WIN_BY), _WON),
    ChipKind.DRAW: "#c6d2e6",
    **dict.fromkeys((ChipKind.LOSS, ChipKind.LOSS_BY), _LOST),
}
SHAPES = dict(zip(_FILLS, (UP, UP, BARS, DOWN, DOWN), strict=True))
"""What chips say by their shape, by their kinds."""

_ROOM = {
    ChipKind.ESTIMATE: "+0.0",
    ChipKind.SEEDS: "+20",
    ChipKind.CHANCE: "100",
    ChipKind.VISITS: "999",
    ChipKind.SCORE: "+0.0",
    ChipKind.LEAD: "+20",
}
"""The widest usual numbers, by the kinds of chips that all have the same size of text."""

_PAD, _TALLEST = 7, 0.7  # pixels beside the text; a single line, in heights of its chip


def make_chips(
    language: Language, analysis: Analysis | None, count: Callable[[float], int | None] = lambda _: None
) -> Chips:
    """Return a chip for each move; `count` says how many seeds an estimate comes to, if any are counted."""
    if analysis is None:
        return ()
    best = {*analysis.best}
    also_best = best - {engine.recommended(analysis).action} if len(best) > 1 else ()
    return tuple(
        (
            move.action,
            _make_chip(language, move, count(move.value), is_best=move.action in best)._replace(
                is_also_best=move.action in also_best
            ),
        )
        for move in analysis.moves
    )


def _make_chip(language: Language, move: AnalysedMove, seeds: int | None, *, is_best: bool) -> Chip:
    seeds = seeds if move.margin is None else move.margin
    if not move.is_proven and seeds is not None:
        return Chip(ChipKind.SEEDS, _write_seeds(seeds), is_best)
    if not move.is_proven:
        return Chip(ChipKind.ESTIMATE, language.number(move.value, "+z.1f"), is_best)
    if move.value == 0:
        return Chip(ChipKind.DRAW, is_best=is_best)
    if move.margin is not None:
        kind = ChipKind.WIN_BY if move.value > 0 else ChipKind.LOSS_BY
        return Chip(kind, str(abs(move.margin)) if move.exact else "", is_best)
    number = str(move.winner_moves) if move.exact else ""
    return Chip(ChipKind.WIN if move.value > 0 else ChipKind.LOSS, number, is_best)


def make_thought_chips(
    language: Language, actions: Iterable[Action], choice: Choice, count: Callable[[float], int | None]
) -> Chips:
    """Return a chip for each move with the number that the player had for it, 0 if there was none."""
    measure, numbers, _ = choice.thoughts
    written = (
        (action, _write_thought(language, measure, numbers.get(action, 0), count)) for action in actions
    )
    return tuple((action, Chip(*thought, action == choice.action)) for action, thought in written)


def _write_thought(
    language: Language, measure: Measure, number: float, count: Callable[[float], int | None]
) -> tuple[ChipKind, str]:
    if measure is Measure.CHANCE:
        return ChipKind.CHANCE, f"{100 * number:.0f}"
    if measure is Measure.VISITS:
        return ChipKind.VISITS, f"{number:.0f}"
    seeds = None if abs(number) == 1 else count(number)
    if seeds is not None:
        return ChipKind.LEAD, _write_seeds(seeds)
    return ChipKind.SCORE, language.number(number, "+z.1f")


def _write_seeds(seeds: int) -> str:
    return f"{seeds:+d}" if seeds else "0"


def get_colours(chip: Chip) -> tuple[Colour, Colour]:
    """Return in which colours a chip is filled and written on."""
    if chip.kind in THOUGHTS:
        return _THOUGHT, _ON_THOUGHT
    if chip.kind in ESTIMATES:
        is_even = not chip.number.strip("+-.,0")
        return _DARK, _EVEN if is_even else _LEANING[chip.number[0]]
    return _FILLS[chip.kind], _DARK


def draw_chip(chip: Chip, size: tuple[int, int], ground: Colour, name: str = "") -> Image.Image:
    """Draw a chip in all of its colours, with the name of its move if one is given."""
    brush, (width, height), (fill, ink) = Brush(*size, ground), size, get_colours(chip)
    radius, edge, rim = (
        0.24 * min(size),
        *((5, _BEST) if chip.is_best and not chip.is_also_best else (3, ink)),
    )
    brush.draw_box((1, 1), (width - 2, height - 2), radius, rim)
    brush.draw_box((1 + edge, 1 + edge), (width - 2 - edge, height - 2 - edge), radius - edge, fill)
    scale, lines = _lay_out(chip, name, width - 2 * _PAD, height - _PAD)
    for number, line in enumerate(lines):
        away = LEADING * scale * (number - (len(lines) - 1) / 2)
        write_line(brush, (width / 2, height / 2 + away), scale, line, ink)
    return brush.finish()


def sample_chips(ground: Colour) -> list[Image.Image]:
    """Return chips in which all colours of chips are."""
    estimates = [Chip(ChipKind.ESTIMATE, number) for number in ("+0.3", "-0.3", "+0.0")]
    return [
        draw_chip(chip, (80, 40), ground)
        for chip in (
            *map(Chip, _FILLS),
            *estimates,
            Chip(ChipKind.WIN, "1", is_best=True),
            Chip(ChipKind.VISITS),
        )
    ]


def _lay_out(chip: Chip, name: str, width: float, height: float) -> tuple[float, list[list[str]]]:
    """Return the size of the text and its lines: one or two, whichever leaves the text larger.

    It leaves room for a star, so that a best move has the same size as others.
    """
    mark, shape = DISC if chip.kind in THOUGHTS else STAR, SHAPES.get(chip.kind, "")
    number = chip.number.replace("-", "\N{MINUS SIGN}")
    widest = max(number, number and _ROOM.get(chip.kind, ""), key=len)
    most, shown = (name, mark, shape, widest), (name, mark if chip.is_best else "", shape, number)
    are_alike = bool(name and number and not shape)  # a3 on one line would be a name
    layouts = [_split(most, at) for at in range(are_alike, len(most))]
    sizes = [min(fit_lines(width, height, lines), _TALLEST * height) for lines in layouts]
    return max(sizes), _split(shown, are_alike + sizes.index(max(sizes)))


def _split(words: Sequence[str], at: int) -> list[list[str]]:
    """Return words in two lines, of which the second begins at a place, or in one, without the empty ones."""
    return [line for part in (words[:at], words[at:]) if (line := [*filter(None, part)])]
