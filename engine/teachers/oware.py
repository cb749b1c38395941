"""What is taught of Oware."""

from collections.abc import Iterator
from enum import auto
from typing import ClassVar, Final

from engine.base import Action, State
from engine.facts import HARM, Kind, Remark, Traits
from engine.rules.oware import Oware
from engine.teacher import Severity
from engine.teachers.sowing import SowingTeacher
from engine.teachers.sowing_kinds import SowingKind

_ROUND: Final = 12
"""How many seeds go all the way round the board."""

_EASY_PREY: Final = 2
"""How many seeds a house holds at most that may be captured with the next one or two."""


class OwareKind(Kind):
    """What may be remarked in Oware; the number is that of seeds."""

    CAPTURES = auto(), Traits(is_gain=True, weight=1)
    """Captures that many, in the houses `besides`, in the last of which the last seed falls."""
    GRAND_SLAM = auto(), Traits(weight=-1)
    """Would capture all seeds of the opponent, and so captures none."""
    FEEDS = auto(), Traits(weight=-0.5)
    """Gives seeds to the opponent, who has none."""
    LETS_CAPTURE = auto(), HARM
    """Lets the opponent capture that many with this reply, in the houses `besides`, and no reply more.

    The move itself captures `of`.
    """
    THREATENS_CAPTURE = auto(), Traits(weight=0.5)
    """Threatens to capture that many with this action, which is more than could be captured before."""
    SAVES = auto(), Traits(weight=1.1)
    """Leaves nothing to capture to the opponent, who would have captured that many in the houses `besides`.

    The action is the one with which they would have done so, had the player passed.
    """
    GATHERS = auto(), Traits(weight=0.1)
    """Fills a house, `besides`, with that many seeds: enough to go all the way round."""
    LEAVES_ONE_MOVE = auto(), Traits(weight=0.8)
    """Leaves the opponent this legal reply alone."""


class OwareTeacher(SowingTeacher, of=Oware):
    """Tells which seeds are won, lost, threatened and saved, and what the rules have to do with it."""

    severity = Severity(1.8, 1.9)
    threatening = frozenset({OwareKind.THREATENS_CAPTURE})
    saving = frozenset({OwareKind.SAVES})
    said_by: ClassVar = {
        OwareKind.THREATENS_CAPTURE: frozenset(
            {SowingKind.PREPARES, SowingKind.SURE_CAPTURE, SowingKind.SURE_HOUSE}
        )
    }
    hinted = (OwareKind.CAPTURES, OwareKind.SAVES, OwareKind.THREATENS_CAPTURE)
    game: Oware

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell which seeds are won, lost, threatened and saved, and what the rules have to do with it."""
        after, gained = state.successor(action), self.game.captured(state, action)
        if gained:
            taken = self.game.taken(state.position, action)
            yield Remark(OwareKind.CAPTURES, number=gained, besides=taken)
        elif self.game.is_grand_slam(state, action):
            yield Remark(OwareKind.GRAND_SLAM)
        if not any(self.game.row(state, 1 - state.to_move)):
            yield Remark(OwareKind.FEEDS)
        yield from self._gathered(state, after)
        if not after.is_terminal:
            yield from self._compare_captures(state, action, after, gained)

    def prospects(self, state: State, player: int) -> dict[SowingKind, int]:
        """Return how many houses can be sown, are safe for a while, and go all the way round."""
        mine, theirs = self.game.row(state, player), self.game.row(state, 1 - player)
        return {
            SowingKind.ROUND_HOUSES: sum(seeds >= _ROUND for seeds in mine),
            SowingKind.FEWER_HOUSES: -sum(seeds > 0 for seeds in theirs),
            SowingKind.MORE_HOUSES: sum(seeds > 0 for seeds in mine),
            SowingKind.SAFE_HOUSES: sum(seeds > _EASY_PREY for seeds in mine),
        }

    def _compare_captures(self, state: State, action: Action, after: State, gained: int) -> Iterator[Remark]:
        """Compare what either player can capture next before the action and after it."""
        best, turned = self.game.best_capture, self.game.passed
        lost, attacked = best(after.position), best(turned(state.position))
        threatened = best(turned(after.position))
        if lost.seeds:
            houses = self.game.taken(after.position, lost.action)
            yield Remark(OwareKind.LETS_CAPTURE, (lost.action,), lost.seeds, houses, of=gained)
        yield from self.safety(state, action)
        yield from self.sure_capture(state, after)
        if threatened.seeds > best(state.position).seeds:
            yield Remark(OwareKind.THREATENS_CAPTURE, (threatened.action,), threatened.seeds)
        if attacked.seeds and not lost.seeds:
            houses = self.game.taken(turned(state.position), attacked.action)
            yield Remark(OwareKind.SAVES, (attacked.action,), attacked.seeds, houses)
        if len(after.actions()) == 1:
            yield Remark(OwareKind.LEAVES_ONE_MOVE, after.actions())

    def _gathered(self, before: State, after: State) -> Iterator[Remark]:
        """Tell which house of the player has enough seeds now to go all the way round, and had not before."""
        (_, had), (_, has) = (self.game.seeds_on(state.position) for state in (before, after))
        for house in range(6):
            place = 6 * before.to_move + house
            if has[place] >= _ROUND > had[place]:
                yield Remark(OwareKind.GATHERS, (), has[place], (house,))
