"""Boards drawn with characters, for the terminal."""

from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import Final

from bot.words.games import get_words
from bot.words.games.sowing import HOUSES
from bot.words.language import ENGLISH
from engine import Game, Grid, State
from engine.rules.dots_and_boxes import DotsAndBoxes
from engine.rules.nim import Nim
from engine.rules.reversi import Reversi
from engine.rules.sowing import Sowing
from engine.rules.three_mens_morris import SIDE, Morris

_LETTERS: Final = "abcdefgh"


def draw_board(state: State, seat: int) -> str:
    """Return a drawing of the position, from the side of a player, with the names of what can be played."""
    return "\n".join(line.rstrip() for line in _draw(state.game, state, seat))


@singledispatch
def _draw(game: Game, state: State, seat: int) -> Iterator[str]:  # noqa: ARG001 - a game may have no drawing
    yield from ()


@_draw.register
def _draw_grid(game: Grid, state: State, _seat: int) -> Iterator[str]:
    is_dropped = not state.game.name_of(game.initial(), 0).startswith("a")  # moves are columns, not cells
    names = [str(column + 1) if is_dropped else _LETTERS[column] for column in range(game.columns)]
    return _draw_cells(game, game.cells(state), names, has_row_names=not is_dropped)


@_draw.register
def _draw_morris(game: Morris, state: State, _seat: int) -> Iterator[str]:
    return _draw_cells(game, game.cells(state), _LETTERS[:SIDE])


@_draw.register
def _draw_discs(game: Reversi, state: State, _seat: int) -> Iterator[str]:
    return _draw_cells(game, game.owners(state.position), _LETTERS[: game.size])


def _draw_cells(
    game: Game, cells: Sequence[int | None], names: Sequence[str], *, has_row_names: bool = True
) -> Iterator[str]:
    """Yield a line for each row of cells below the names of the columns."""
    marks, width = _list_marks(game), len(names)
    yield "  " + " ".join(names)
    for row in range(len(cells) // width):
        drawn = ("." if cell is None else marks[cell] for cell in cells[row * width : (row + 1) * width])
        yield f"{row + 1 if has_row_names else ' '} {' '.join(drawn)}"


def _list_marks(game: Game) -> list[str]:
    """Return the letter of each player: X and O, or the first of their names."""
    words = get_words(game)
    return [(words.name_side(ENGLISH, player) or "XO"[player])[0] for player in (0, 1)]


@_draw.register
def _draw_houses(game: Sowing, state: State, seat: int) -> Iterator[str]:
    """Yield the player's row below that of the opponent, whose houses run backwards."""
    houses, stores, words = game.houses(state), game.stores(state), get_words(game)
    for player, step in ((1 - seat, -1), (seat, 1)):
        names = "".join(f"{name:>4}" for name in HOUSES[::step])
        seeds = "".join(f"{number:>4}" for number in houses[6 * player : 6 * player + 6][::step])
        row = [names, f"{seeds}   {words.name_side(ENGLISH, player)}: {stores[player]}"]
        yield from row[::-step]


@_draw.register
def _draw_heaps(game: Nim, state: State, _seat: int) -> Iterator[str]:
    for name, stones in zip(_LETTERS, game.heaps(state.position), strict=False):
        yield f"{name} {'o ' * stones}"


@_draw.register
def _draw_lines(game: DotsAndBoxes, state: State, _seat: int) -> Iterator[str]:
    """Yield the dots with the names of open lines between them, and the owners of boxes."""
    drawn, marks, width = game.drawn(state.position), _list_marks(game), game.columns
    owners = [" " if owner is None else marks[owner] for owner in game.owners(state)]
    for first in range(0, game.lines, 2 * width + 1):
        across, down = range(first, first + width), range(first + width, first + 2 * width + 1)
        lines = ("---" if drawn >> line & 1 else f" {game.names[line]} " for line in across)
        yield f"+{'+'.join(lines)}+"
        sides = ["|" if drawn >> line & 1 else game.names[line] for line in down if line < game.lines]
        row, owners = [*owners[:width], ""], owners[width:]
        if sides:
            yield "".join(f"{side} {owner} " for side, owner in zip(sides, row, strict=True))
