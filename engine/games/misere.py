"""Tic-tac-toe under the misère rule: whoever completes a line loses, so the art is to wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.in_a_row import InARow

if TYPE_CHECKING:
    from engine.game import Action, State


class Misere(InARow):
    """A game that is lost by completing a line."""

    def __init__(self, slug: str, *, rows: int, columns: int, length: int) -> None:
        super().__init__(slug, rows=rows, columns=columns, length=length, misere=True)

    def gain(self, state: State, action: Action) -> int:
        """Return less where an action takes a cell that loses for the opponent."""
        return -int(self.has_line[state.position & self.full | 1 << action])


GAMES = (Misere("tic-tac-toe-misere", rows=3, columns=3, length=3),)
