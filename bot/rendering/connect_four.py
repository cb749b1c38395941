"""Connect Four: a picture of the discs, and a button for each column."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, ClassVar

from bot.rendering.chips import label, samples
from bot.rendering.face import Face, Key
from bot.rendering.legend import with_legend
from bot.rendering.pictures import Brush, Palette
from bot.words.language import template
from engine.games.connect_four import ColumnFault, ConnectFourKind, ConnectFourMotive

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PIL import Image

    from bot.rendering.chips import Chips
    from bot.rendering.pictures import Tile
    from bot.words.language import Language
    from bot.words.remarks import Phrase, Places
    from engine import Action, Fault, Kind, Motive, Remark, State
    from engine.games.connect_four import ConnectFour

_ROWS, _COLUMNS = 6, 7
_PLAYERS = ("Red", "Yellow")

_SIDE, _HEAD, _EDGE = 90, 54, 14  # pixels: a cell, the numbers above, the board's edge
_MARGIN = 3  # around a chip in its cell
_CHIP = _SIDE - 2 * _MARGIN
_WIDTH, _HEIGHT = _COLUMNS * _SIDE + 2 * _EDGE, _HEAD + _ROWS * _SIDE + _EDGE

_BOARD, _HOLE, _SHADOW = "#2450b8", "#122a63", "#1a3d92"
_NUMBER, _EMPHASIS = "#dbe6ff", "#ffffff"
_BRIGHT = (("#e5333f", "#b81c2b", "#ff8a8f"), ("#ffce1f", "#d79a00", "#8a5a00"))  # disc, rim and emblem
_FADED = (("#923a5c", "#783054", "#b0708c"), ("#a8934e", "#8c7c4a", "#6a5c35"))


def _format_waiting_threats(language: Language, remark: Remark, _: Places) -> str:
    """Say where the threats are: odd or even rows tell who may have to play below them in the end."""
    phrases = []
    for cell in remark.cells:
        row, column = divmod(cell, _COLUMNS)
        is_lowest = cell == max(other for other in remark.cells if other % _COLUMNS == column)
        phrase = _WAITING_THREATS[(_ROWS - row) % 2 == 1, is_lowest and column in remark.actions]
        phrases.append(language.say(phrase, row=_ROWS - row, column=column + 1))
    return "; ".join(phrases)


_WAITING_THREATS = {
    (True, False): template("makes an odd threat on row {row} of column {column}"),
    (False, False): template("makes an even threat on row {row} of column {column}"),
    (True, True): template(
        "makes an odd threat on row {row} of column {column} that the opponent must not play under"
    ),
    (False, True): template(
        "makes an even threat on row {row} of column {column} that the opponent must not play under"
    ),
}


class Columns(Face):
    """The board of Connect Four: an action is a column, to the bottom of which a disc falls."""

    sides, side_names = ("🔴", "🟡"), _PLAYERS
    phrases: ClassVar[Mapping[Kind, Phrase]] = {
        ConnectFourKind.WAITING_THREATS: _format_waiting_threats,
        ConnectFourKind.USES_UP_THREAT: template("uses up the threat above it"),
    }
    motives: ClassVar[Mapping[Motive, str]] = {
        ConnectFourMotive.WAITING_THREAT: template(
            "Look for a move that makes a threat that waits for discs below it."
        ),
    }
    faults: ClassVar[Mapping[Fault, str]] = {
        ColumnFault.UNKNOWN: template("“{name}” is not a column."),
        ColumnFault.FULL: template("“{name}” is full."),
    }

    def __init__(self, game: ConnectFour) -> None:
        self._game = game

    def keys(self, state: State, mark: int | None = None) -> list[list[Key]]:  # noqa: ARG002 - there is no choice
        """Return the columns in two rows, because a row holds five buttons at most."""
        legal = state.actions()
        keys = [Key(column, str(column + 1), is_open=column in legal) for column in range(_COLUMNS)]
        return [keys[:4], keys[4:]]

    def text(self, state: State, last: Action | None = None) -> str:
        """Say which discs are in each column."""
        cells = self._game.cells(state)
        columns = "; ".join(f"column {n + 1} {_said(_column(cells, n))}" for n in range(_COLUMNS))
        sentences = [f"The discs from the bottom up: {columns}."]
        mover = _PLAYERS[1 - state.to_move]
        if last is not None:
            sentences.append(f"{mover} played column {last + 1} last.")
        if self._game.decisive(state):
            sentences.append(f"{mover} has four in a row.")
        return " ".join(sentences)

    def draw(self, state: State, last: Action | None, chips: Chips, *, is_over: bool) -> Tile:  # noqa: ARG002 - no column stands out
        """Draw the discs, the last one or the decisive four outlined, and chips where discs would fall."""
        cells, palette = self._game.cells(state), _palette()
        empty = [cells[column::_COLUMNS].count(None) for column in range(_COLUMNS)]
        board = _drawn(
            cells, None if last is None else empty[last] * _COLUMNS + last, self._game.decisive(state)
        )
        for column, chip in chips:
            left, top = _EDGE + column * _SIDE, _HEAD + (empty[column] - 1) * _SIDE
            board.paste(label(palette, chip, (_CHIP, _CHIP), _BOARD), (left + _MARGIN, top + _MARGIN))
        return with_legend(board, palette, _BOARD, _PLAYERS[state.to_move], [chip for _, chip in chips])

    def name_reply(self, language: Language, state: State, action: Action, reply: Action) -> str:
        """Return the number of the column, and whether the reply lies on the disc that it answers."""
        name = super().name_reply(language, state, action, reply)
        return language.say("{column} above it", column=name) if reply == action else name


def _column(cells: tuple[int | None, ...], column: int) -> list[int]:
    """Return who owns the discs of a column, from the bottom up."""
    return [owner for owner in reversed(cells[column::_COLUMNS]) if owner is not None]


def _said(discs: list[int]) -> str:
    return ", ".join(_PLAYERS[owner].lower() for owner in discs) or "empty"


def _drawn(cells: Sequence[int | None], last: int | None, decisive: Sequence[int]) -> Tile:
    """Draw the cells row by row from the top left, the last one taken and those that decided the game."""
    board = _palette().blank((_WIDTH, _HEIGHT), _BOARD)
    for column in range(_COLUMNS):
        board.paste(_number(column), (_EDGE + column * _SIDE, 0))
    for cell, owner in enumerate(cells):
        row, column = divmod(cell, _COLUMNS)
        is_faded = bool(decisive) and cell not in decisive
        tile = _cell(owner, is_outlined=cell in (decisive or (last,)), is_faded=is_faded)
        board.paste(tile, (_EDGE + column * _SIDE, _HEAD + row * _SIDE))
    return board


@cache
def _number(column: int) -> Tile:
    brush = Brush(_SIDE, _HEAD, _BOARD)
    brush.text(_SIDE / 2, _HEAD / 2 + 3, str(column + 1), 40, _NUMBER)
    return _palette().tile(brush.finished())


@cache
def _cell(owner: int | None, *, is_outlined: bool, is_faded: bool) -> Tile:
    return _palette().tile(_drawn_cell(owner, is_outlined=is_outlined, is_faded=is_faded))


def _drawn_cell(owner: int | None, *, is_outlined: bool = False, is_faded: bool = False) -> Image.Image:
    """Draw a hole of the board, and a disc in it that is told by its emblem as well as by its colour."""
    brush, middle = Brush(_SIDE, _SIDE, _BOARD), _SIDE / 2
    brush.disc(middle, middle, 41, _SHADOW)
    brush.disc(middle, middle + 1, 39, _HOLE)
    if owner is None:
        return brush.finished()
    disc, rim, emblem = (_FADED if is_faded else _BRIGHT)[owner]
    brush.disc(middle, middle, 38, rim)
    brush.disc(middle, middle, 32, disc)
    if owner:
        brush.ring(middle, middle, 18, 6.5, emblem)
    else:
        for rise in (-12, 12):
            brush.line((middle - 12, middle - rise), (middle + 12, middle + rise), 7, emblem)
    if is_outlined:
        brush.ring(middle, middle, 41, 5, _EMPHASIS)
    return brush.finished()


@cache
def _palette() -> Palette:
    number = Brush(_SIDE, _SIDE, _BOARD)
    number.text(_SIDE / 2, _SIDE / 2, "8", 60, _NUMBER)
    outlined = (_drawn_cell(owner, is_outlined=True) for owner in (0, 1))
    faded = (_drawn_cell(owner, is_faded=True) for owner in (0, 1))
    return Palette([number.finished(), _drawn_cell(None), *outlined, *faded, *samples(_BOARD)])
