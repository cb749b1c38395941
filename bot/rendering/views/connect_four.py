"""Connect Four: a picture of the discs, and a button for each column."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, ClassVar

from bot.rendering.chips import draw_chip_tile, sample_chips
from bot.rendering.game_view import GameView, Key, Rules
from bot.rendering.legend import add_legend
from bot.rendering.overlays import Spot
from bot.rendering.pictures import Brush, Palette
from bot.rendering.views.connect_four_advice import ADVICE
from bot.rendering.views.connect_four_words import PHRASES
from bot.rendering.views.grid import FULL, KNOWN_IN_TIME, KNOWN_IN_TIME_SHORTLY
from bot.words.language import template
from engine.games.connect_four import ColumnFault, ConnectFour, ConnectFourMotive

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PIL import Image

    from bot.models import Move
    from bot.rendering.chips import Chips
    from bot.rendering.pictures import Tile
    from bot.words.language import Language
    from bot.words.remarks import Phrase
    from engine import Action, Fault, Kind, Motive, State

_ROWS, _COLUMNS = 6, 7

_SIDE, _HEAD, _EDGE = 90, 54, 14  # pixels: a cell, the numbers above, the board's edge
_MARGIN = 3  # around a chip in its cell
_CHIP = _SIDE - 2 * _MARGIN
_WIDTH, _HEIGHT = _COLUMNS * _SIDE + 2 * _EDGE, _HEAD + _ROWS * _SIDE + _EDGE

_BOARD, _HOLE, _SHADOW = "#2450b8", "#122a63", "#1a3d92"
_NUMBER, _EMPHASIS = "#dbe6ff", "#ffffff"
_BRIGHT = (("#e5333f", "#b81c2b", "#ff8a8f"), ("#ffce1f", "#d79a00", "#8a5a00"))  # disc, rim and emblem
_FADED = (("#923a5c", "#783054", "#b0708c"), ("#a8934e", "#8c7c4a", "#6a5c35"))


class ConnectFourView(GameView, of=ConnectFour):
    """The board of Connect Four: an action is a column, to the bottom of which a disc falls."""

    title = template("Connect Four")
    sides, side_names = ("🔴", "🟡"), (template("Red"), template("Yellow"))
    rules = Rules(
        (
            template(
                "You take turns to drop a disc into a column, the first player a red one, the second a yellow"
                " one; it falls to the lowest free place."
            ),
            template(
                "Whoever first has four of their discs next to each other in a row, in a column or on a"
                " diagonal wins."
            ),
            FULL,
        ),
        example="4 4 3 3 5 5",
        caption=template(
            "Red is to move and wins with 2, which completes four in the bottom row; 6 would do as well."
        ),
        naming=(
            template("A move is the number of its column, `1` to `7` from the left."),
            template("Rows are counted from the bottom: row 3 of column 5 is the third place up there."),
        ),
        strength=KNOWN_IN_TIME,
        summary="discs fall, and four in a row win",
        knowledge=KNOWN_IN_TIME_SHORTLY,
    )
    phrases: ClassVar[Mapping[Kind, Phrase]] = PHRASES
    advice: ClassVar[Mapping[Kind, Phrase]] = ADVICE
    motives: ClassVar[Mapping[Motive, str]] = {
        ConnectFourMotive.WAITING_THREAT: template(
            "Look for a move that makes a threat that waits for discs below it."
        ),
    }
    faults: ClassVar[Mapping[Fault, str]] = {
        ColumnFault.UNKNOWN: template("“{name}” is not a column."),
        ColumnFault.FULL: template("“{name}” is full."),
    }
    game: ConnectFour

    def list_keys(self, state: State, mark: int | None = None) -> list[list[Key]]:  # noqa: ARG002 - there is no choice
        """Return the columns in two rows, because a row holds five buttons at most."""
        legal = state.actions()
        keys = [Key(column, str(column + 1), is_open=column in legal) for column in range(_COLUMNS)]
        return [keys[:4], keys[4:]]

    def describe(self, language: Language, state: State, last: Move | None = None) -> str:
        """Say which discs are in each column."""
        cells = self.game.cells(state)
        columns = [_describe_column(language, n + 1, cells[n::_COLUMNS]) for n in range(_COLUMNS)]
        sentences = [language.say("The discs from the bottom up: {columns}.", columns="; ".join(columns))]
        if last is not None:
            side, column = self.name_side(language, last.player), last.action + 1
            sentences.append(language.say("{side} played column {column} last.", side=side, column=column))
        if decisive := self.game.decisive(state):
            side = self.name_side(language, cells[decisive[0]] or 0)
            sentences.append(language.say("{side} has four in a row.", side=side))
        return " ".join(sentences)

    def draw(
        self,
        language: Language,
        state: State,
        last: Move | None,
        chips: Chips,
        *,
        is_over: bool,  # noqa: ARG002 - no column stands out
    ) -> Tile:
        """Draw the discs, the last one or the decisive four outlined, and chips where discs would fall."""
        cells, palette = self.game.cells(state), _palette()
        empty = [cells[column::_COLUMNS].count(None) for column in range(_COLUMNS)]
        fallen = None if last is None else empty[last.action] * _COLUMNS + last.action
        board = _draw_board(cells, fallen, self.game.decisive(state))
        for column, chip in chips:
            left, top = _EDGE + column * _SIDE, _HEAD + (empty[column] - 1) * _SIDE
            tile = draw_chip_tile(palette, chip, (_CHIP, _CHIP), _BOARD)
            board.paste(tile, (left + _MARGIN, top + _MARGIN))
        side = self.name_side(language, state.to_move)
        return add_legend(language, board, palette, _BOARD, side, [chip for _, chip in chips])

    def locate_cell(self, cell: int) -> Spot:
        """Return where a cell is in the picture."""
        row, column = divmod(cell, _COLUMNS)
        return Spot(_EDGE + (column + 0.5) * _SIDE, _HEAD + (row + 0.5) * _SIDE, 0.4 * _SIDE)

    def locate_action(self, state: State, action: Action) -> Spot:
        """Return where a disc would fall to in a column."""
        row = self.game.cells(state)[action::_COLUMNS].count(None) - 1
        return self.locate_cell(row * _COLUMNS + action)

    def name_reply(self, language: Language, state: State, action: Action, reply: Action) -> str:
        """Return the number of the column, and whether the reply lies on the disc that it answers."""
        name = super().name_reply(language, state, action, reply)
        return language.say("{column} above it", column=name) if reply == action else name


_DISCS = (template("red"), template("yellow"))


def _describe_column(language: Language, number: int, cells: Sequence[int | None]) -> str:
    """Say which discs are in a column, from the bottom up."""
    discs = [language.say(_DISCS[owner]) for owner in reversed(cells) if owner is not None]
    if not discs:
        return language.say("column {number} empty", number=number)
    return language.say("column {number} {discs}", number=number, discs=", ".join(discs))


def _draw_board(cells: Sequence[int | None], last: int | None, decisive: Sequence[int]) -> Tile:
    """Draw the cells row by row from the top left, the last one taken and those that decided the game."""
    board = _palette().make_blank((_WIDTH, _HEIGHT), _BOARD)
    for column in range(_COLUMNS):
        board.paste(_draw_number(column), (_EDGE + column * _SIDE, 0))
    for cell, owner in enumerate(cells):
        row, column = divmod(cell, _COLUMNS)
        is_faded = bool(decisive) and cell not in decisive
        tile = _draw_cell_tile(owner, is_outlined=cell in (decisive or (last,)), is_faded=is_faded)
        board.paste(tile, (_EDGE + column * _SIDE, _HEAD + row * _SIDE))
    return board


@cache
def _draw_number(column: int) -> Tile:
    brush = Brush(_SIDE, _HEAD, _BOARD)
    brush.draw_text(_SIDE / 2, _HEAD / 2 + 3, str(column + 1), 40, _NUMBER)
    return _palette().make_tile(brush.finish())


@cache
def _draw_cell_tile(owner: int | None, *, is_outlined: bool, is_faded: bool) -> Tile:
    return _palette().make_tile(_draw_cell(owner, is_outlined=is_outlined, is_faded=is_faded))


def _draw_cell(owner: int | None, *, is_outlined: bool = False, is_faded: bool = False) -> Image.Image:
    """Draw a hole of the board, and a disc in it that is told by its emblem as well as by its colour."""
    brush, middle = Brush(_SIDE, _SIDE, _BOARD), _SIDE / 2
    brush.draw_disc(middle, middle, 41, _SHADOW)
    brush.draw_disc(middle, middle + 1, 39, _HOLE)
    if owner is None:
        return brush.finish()
    disc, rim, emblem = (_FADED if is_faded else _BRIGHT)[owner]
    brush.draw_disc(middle, middle, 38, rim)
    brush.draw_disc(middle, middle, 32, disc)
    if owner:
        brush.draw_ring(middle, middle, 18, 6.5, emblem)
    else:
        for rise in (-12, 12):
            brush.draw_line((middle - 12, middle - rise), (middle + 12, middle + rise), 7, emblem)
    if is_outlined:
        brush.draw_ring(middle, middle, 41, 5, _EMPHASIS)
    return brush.finish()


@cache
def _palette() -> Palette:
    number = Brush(_SIDE, _SIDE, _BOARD)
    number.draw_text(_SIDE / 2, _SIDE / 2, "8", 60, _NUMBER)
    outlined = (_draw_cell(owner, is_outlined=True) for owner in (0, 1))
    faded = (_draw_cell(owner, is_faded=True) for owner in (0, 1))
    return Palette([number.finish(), _draw_cell(None), *outlined, *faded, *sample_chips(_BOARD)])
