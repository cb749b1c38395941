"""Grids of marks whose cells are buttons, for the views of the games that are played on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from bot.rendering import grids
from bot.rendering.game_view import GameView, Key, Tint
from bot.rendering.grids import Cell, Look
from bot.rendering.views import lines
from bot.words.language import template
from engine.games.grid import cell_names
from engine.games.in_a_row import CellFault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from PIL import Image

    from bot.models import Move
    from bot.rendering.chips import Chip, Chips
    from bot.rendering.overlays import Spot
    from bot.rendering.pictures import Palette, Tile
    from bot.words.language import Language
    from bot.words.remarks import Phrase
    from engine import Action, Fault, Kind, Motive, State
    from engine.games.in_a_row import InARow

_T = TypeVar("_T")

MARKS = ("X", "O")
"""The letters that are also the marks."""

_TINTS = (Tint.FIRST, Tint.SECOND)
_MOST_COLUMNS = 4  # of a board that can be read when it is small

CELL_NAMES = template(
    "A cell is named by the letter of its column, from the left, and the number of its row, from the top:"
    " `{corner}` is in the bottom right corner."
)
FULL = template("If the board is full without such a line, it is a draw.")
KNOWN = template(
    "I know every position exactly; on the level `perfect` I only ever choose among the best moves."
)
KNOWN_SHORTLY = "every position, exactly"
KNOWN_IN_TIME = template(
    "I work out exactly what every move is worth, to the end of the game. Should my time run out before that,"
    " I give an estimate and say so, as in `about +0.3`."
)
KNOWN_IN_TIME_SHORTLY = "exactly, to the end of the game; an estimate where time runs out"


class GridView(GameView):
    """A grid of marks, in which each cell is a button."""

    is_shown_by_keys = True
    phrases: ClassVar[Mapping[Kind, Phrase]] = lines.PHRASES
    advice: ClassVar[Mapping[Kind, Phrase]] = lines.ADVICE
    motives: ClassVar[Mapping[Motive, str]] = lines.MOTIVES
    faults: ClassVar[Mapping[Fault, str]] = {CellFault.TAKEN: template("“{name}” is taken.")}
    game: InARow

    def __init__(self, game: InARow) -> None:
        super().__init__(game)
        start = game.initial()
        self._names = [game.name_of(start, action) for action in start.actions()]
        self._cell_names = cell_names(game.rows, game.columns)

    def describe(self, language: Language, state: State, last: Move | None = None) -> str:
        """Say which cells are marked, what the last move was, and which line ended the game."""
        return " ".join(self._describe(language, state, last))

    def draw(
        self,
        language: Language,
        state: State,
        last: Move | None,
        chips: Chips,
        *,
        is_over: bool,  # noqa: ARG002 - open cells do not stand out
    ) -> Tile:
        """Draw the marks, the last one outlined, or the line that ended the game."""
        names, marks, looks = self._cell_names, self.game.cells(state), self._choose_looks(state, last)
        labels = self._label_cells(chips)
        cells = [
            Cell(name, marks[cell], looks[cell], labels.get(cell, ())) for cell, name in enumerate(names)
        ]
        return grids.draw_grid(language, self.game.columns, cells, self.name_side(language, state.to_move))

    def locate_cell(self, cell: int) -> Spot:
        """Return where a cell is in the picture."""
        return grids.locate_cell(self.game.columns, cell)

    def locate_action(self, state: State, action: Action) -> Spot:  # noqa: ARG002 - an action is a cell
        """Return where the cell of an action is."""
        return self.locate_cell(self._locate(action))

    def draw_small(self, state: State, palette: Palette) -> Tile | None:
        """Draw the marks and the line that ended the game, unless there are too many columns."""
        if self.game.columns > _MOST_COLUMNS:
            return None
        return grids.draw_small(self.game.columns, self.game.cells(state), self.game.decisive(state), palette)

    def sample_small(self) -> list[Image.Image]:
        """Return cells."""
        return grids.sample_small() if self.game.columns <= _MOST_COLUMNS else []

    def _locate(self, action: Action) -> int:
        """Return the cell that an action marks."""
        return action

    def _name_mark(self, action: Action) -> str:  # noqa: ARG002 - there is no choice
        """Return which mark an action places, if there is a choice."""
        return ""

    def list_keys(self, state: State, mark: int | None = None) -> list[list[Key]]:  # noqa: ARG002 - there is no choice
        """Return a button for each cell, an empty one labelled with its name."""
        return self._list_keys(state, self._names, range(len(self._names)))

    def _list_keys(self, state: State, names: Sequence[str], actions: Sequence[Action]) -> list[list[Key]]:
        """Return the cells with the actions that they play, and the names that they have while empty."""
        legal, marks = state.actions(), self.game.cells(state)
        keys = [
            Key(
                action=actions[cell],
                label=names[cell] if mark is None else MARKS[mark],
                tint=tint,
                is_open=actions[cell] in legal,
            )
            for cell, (mark, tint) in enumerate(zip(marks, self._tint(state, marks), strict=True))
        ]
        columns = self.game.columns
        return [keys[start : start + columns] for start in range(0, len(keys), columns)]

    def _tint(self, state: State, marks: Sequence[int | None]) -> list[Tint]:
        if decisive := self.game.decisive(state):
            ending = _choose_by_ending(state, Tint.WON, Tint.LOST)
            return [ending if cell in decisive else Tint.PLAIN for cell in range(len(marks))]
        return [Tint.PLAIN if mark is None else _TINTS[mark] for mark in marks]

    def _choose_looks(self, state: State, last: Move | None) -> list[Look]:
        cells = range(len(self._cell_names))
        if decisive := self.game.decisive(state):
            ending = _choose_by_ending(state, Look.WON, Look.LOST)
            return [ending if cell in decisive else Look.BESIDES for cell in cells]
        marked = None if last is None else self._locate(last.action)
        return [Look.LAST if cell == marked else Look.PLAIN for cell in cells]

    def _label_cells(self, chips: Chips) -> dict[int, tuple[tuple[str, Chip], ...]]:
        """Return the chips of each cell, with the marks that they are about if there is a choice."""
        labels: dict[int, tuple[tuple[str, Chip], ...]] = {}
        for action, chip in sorted(chips):
            cell = self._locate(action)
            labels[cell] = (*labels.get(cell, ()), (self._name_mark(action), chip))
        return labels

    def _describe(self, language: Language, state: State, last: Move | None) -> Iterator[str]:
        yield self._describe_marks(language, state)
        if last is not None:
            yield language.say("The last move was {name}.", name=self._names[last.action])
        if decisive := self.game.decisive(state):
            ending = _choose_by_ending(state, _WINNING_LINE, _LOSING_LINE)
            yield language.say(ending, cells=language.listed(self.name_cells(decisive)))

    def _describe_marks(self, language: Language, state: State) -> str:
        marks = self.game.cells(state)
        told = [
            (letter, language.listed(names))
            for mark, letter in enumerate(MARKS)
            if (names := self.name_cells(cell for cell, placed in enumerate(marks) if placed == mark))
        ]
        if not told:
            return language.say("The board is empty.")
        (mark, cells), *others = told
        if not others:
            return language.say("{mark} on {cells}.", mark=mark, cells=cells)
        [(other, other_cells)] = others
        return language.say(
            "{mark} on {cells}, {other} on {other_cells}.",
            mark=mark,
            cells=cells,
            other=other,
            other_cells=other_cells,
        )

    def name_cells(self, cells: Iterable[int]) -> list[str]:
        """Return the letter of the column and the number of the row of each."""
        return [self._cell_names[cell] for cell in cells]


_WINNING_LINE = template("{cells} make a line, which wins.")
_LOSING_LINE = template("{cells} make a line, which loses.")


def _choose_by_ending(state: State, won: _T, lost: _T) -> _T:
    """Return the first if whoever completed the line has won by it, the second if that lost the game."""
    return lost if state.utility > 0 else won
