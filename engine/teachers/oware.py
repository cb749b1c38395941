"""What is taught of Oware."""

from collections.abc import Iterator
from enum import auto
from typing import ClassVar, Final

from engine.base import Action, State
from engine.facts import Kind, Remark, Traits
from engine.rules.oware import Oware
from engine.teacher import Severity
from engine.teachers.sowing import SowingTeacher
from engine.teachers.sowing_kinds import SowingKind
from engine.teachers.sowing_looks import count_filled, count_rows, win_by_move

_ROUND: Final = 12
"""How many seeds go all the way round the board."""

_EASY_PREY: Final = 2
"""How many seeds a house holds at most that may be captured with the next one or two."""


class OwareKind(Kind):
    """What may be remarked in Oware; the number is that of seeds."""

    CAPTURES = auto(), Traits(is_gain=True, weight=1)
    """Captures that many, in the houses `besides`, in the last of which the last seed falls."""
    GATHERS = auto(), Traits(weight=0.1)
    """Fills a house, `besides`, with that many seeds: enough to go all the way round."""


class OwareTeacher(SowingTeacher, of=Oware):
    """Tells which seeds are won, lost, threatened and saved, and what the rules have to do with it."""

    severity = Severity(1.8, 1.9)
    looks: ClassVar = {
        **SowingTeacher.looks,
        OwareKind.CAPTURES: win_by_move,
        OwareKind.GATHERS: count_rows(lambda mine, _: max(mine)),
    }
    rows: ClassVar = {
        SowingKind.ROUND_HOUSES: count_rows(lambda mine, _: sum(seeds >= _ROUND for seeds in mine)),
        SowingKind.FEWER_HOUSES: count_rows(lambda _, theirs: -count_filled(theirs)),
        SowingKind.MORE_HOUSES: count_rows(lambda mine, _: count_filled(mine)),
        SowingKind.SAFE_HOUSES: count_rows(lambda mine, _: sum(seeds > _EASY_PREY for seeds in mine)),
        SowingKind.LEAVES_PREY: count_rows(
            lambda _, theirs: sum(0 < seeds <= _EASY_PREY for seeds in theirs)
        ),
        SowingKind.KEEPS_SEEDS: count_rows(lambda mine, _: sum(mine)),
    }
    hinted = (OwareKind.CAPTURES, SowingKind.SAVES, SowingKind.THREATENS_CAPTURE)
    game: Oware

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell which seeds are won, lost, threatened and saved, and what the rules have to do with it."""
        after, gained = state.successor(action), self.game.captured(state, action)
        if gained:
            taken = self.game.taken(state.position, action)
            yield Remark(OwareKind.CAPTURES, number=gained, besides=taken)
        yield from self._gathered(state, after)
        if not after.is_terminal:
            yield from self.compare_captures(state, action, after, gained)

    def _gathered(self, before: State, after: State) -> Iterator[Remark]:
        """Tell which house of the player has enough seeds now to go all the way round, and had not before."""
        (_, had), (_, has) = (self.game.seeds_on(state.position) for state in (before, after))
        for house in range(6):
            place = 6 * before.to_move + house
            if has[place] >= _ROUND > had[place]:
                yield Remark(OwareKind.GATHERS, (), has[place], (house,))
