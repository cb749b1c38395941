"""Wild tic-tac-toe: every move chooses one of two marks that nobody owns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rendering.views.grid import GridView
from bot.words.games.grid import MARKS
from engine.games.wild import Wild

if TYPE_CHECKING:
    from bot.rendering.game_view import Key
    from engine import Action, State


class WildView(GridView, of=Wild):
    """A grid on which an action is twice the cell, plus the mark."""

    marks = MARKS

    def list_keys(self, state: State, mark: int | None = None) -> list[list[Key]]:
        """Return a button for each cell, an empty one labelled with its move, or with its name alone."""
        actions = range(mark or 0, len(self._names), len(MARKS))
        names = self._cell_names if mark is None else [self._names[action] for action in actions]
        return self._list_keys(state, names, actions)

    def _locate(self, action: Action) -> int:
        return action // len(MARKS)

    def _name_mark(self, action: Action) -> str:
        return MARKS[action % len(MARKS)]
