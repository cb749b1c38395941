"""Teachers: why the moves of a game are good or bad, beyond what follows from any rules."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from engine.analysis import Analysis
from engine.base import Action, Game, State, find_nearest
from engine.facts import Kind, Remark
from engine.solver import AnalysedMove
from engine.tactics import pass_turn


class Severity(NamedTuple):
    """How fast accuracy falls with losses, and with which power of them: see `engine.reviews`.

    `fading` is the part of a result that is left with every ply of distance. It is lower for deeper games:
    where no player sees what decides the game, errors near the end count most.
    """

    pace: float
    power: float
    fading: float = 0.9


class Teacher:
    """The teacher of one game or family; the base class is that of all other games.

    A subclass in a module of `engine.teachers` says which game it is `of`, or which family of games. If it
    `explains_alone`, nothing follows what `explain` tells of a move from `remarks`. If it `explains_first`,
    that outweighs a single threat to win, and what is only prepared. Of what is `evident` a beginner sees the
    point, though it may decide the game far ahead. `hinted` are the kinds that a hint may tell of, the
    weightiest first. In a game that counts, `errors_begin` says with how many points lost an inaccuracy, a
    mistake and a blunder begin.
    """

    explains_alone: bool = False
    explains_first: bool = False
    evident: frozenset[Kind] = frozenset()
    hinted: tuple[Kind, ...] = ()
    severity: Severity = Severity(2.2, 1.0)
    errors_begin: tuple[int, int, int] = (3, 5, 8)

    def __init_subclass__(cls, of: type[Game]) -> None:
        TEACHERS[of] = cls

    def __init__(self, game: Game) -> None:
        self.game = game

    def remarks(self, state: State, action: Action) -> Iterable[Remark]:  # noqa: ARG002 - not every game has any
        """Tell what an action does that does not win at once, as far as it follows from the rules alone.

        Threats to win at once are left out: those are remarked in every game.
        """
        return ()

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterable[Remark]:  # noqa: ARG002 - not every game can
        """Tell why a move that does not end the game is worth what it is, as far as the analysis proves it.

        The weightiest comes first. Such remarks stand before those of the rules alone; what the next three
        moves decide is remarked in every game, and left out.
        """
        return ()

    def motives(self, state: State, action: Action) -> Iterable[Kind]:
        """Tell likewise what speaks for such an action, by the kinds of its remarks, the weightiest first."""
        if not self.hinted:
            return ()
        kinds = {remark.kind for remark in self.remarks(state, action)}
        return (kind for kind in self.hinted if kind in kinds)

    def keeps_order(self, state: State, action: Action) -> bool:
        """Whether an action forgoes and allows nothing that comes before any rule of thumb.

        That is what wins at once, as far as either player can threaten it.
        """
        turned = pass_turn(state)
        return turned is not None and not any(
            self.game.wins(each.position) for each in (state, turned, state.successor(action))
        )


TEACHERS: dict[type[Game], type[Teacher]] = {}
"""The teachers by their games: all in `engine.teachers`."""


@cache
def get_teacher(game: Game) -> Teacher:
    """Return the teacher of a game or of its nearest family; if there is none, that of any game."""
    return (find_nearest(game, TEACHERS) or Teacher)(game)
