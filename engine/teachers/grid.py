"""What is taught of games on a grid of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.facts import GeneralMotive
from engine.games.grid import Grid
from engine.teacher import Teacher

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.facts import Motive
    from engine.game import Action, Position, State


class GridTeacher(Teacher, of=Grid):
    """Tells of a move that keeps the opponent from making two threats."""

    game: Grid

    def motives(self, state: State, action: Action) -> Iterator[Motive]:
        """Tell whether that speaks for the action."""
        if self._forestalls(state, action):
            yield GeneralMotive.FORESTALL_FORK

    def _forestalls(self, state: State, action: Action) -> bool:
        """Whether the opponent, who threatens nothing, could have made two threats, and now cannot."""
        passed = self.game.null_move(state.position)
        if passed is None or self.game.wins(passed):
            return False
        return self._has_fork(passed) and not self._has_fork(self.game.successors(state.position)[action])

    def _has_fork(self, position: Position) -> bool:
        """Whether an action of the player to move makes two threats."""
        after = (self.game.null_move(successor) for successor in self.game.successors(position).values())
        return any(turned is not None and len(self.game.wins(turned)) > 1 for turned in after)
