"""What every move is worth in a few lines: moves that share a value and a reason stand together."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import engine
from bot.rendering.views import get_view
from bot.words.remarks import format_remark
from bot.words.values import format_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.words.language import Language
    from engine import AnalysedMove, Analysis, State

_EACH = 9
"""Legal moves, up to which each has a line of its own."""
_MOST = 8
"""Lines, where there are more moves than that."""
_MOST_NAMES, _FEW_NAMES = 5, 3  # that a line lists; of more it lists a few, and counts the others


class Group(NamedTuple):
    """Moves that are told together: their names, what each is worth, and why."""

    names: tuple[str, ...]
    worth: str
    reason: str
    is_best: bool


def format_groups(language: Language, analysis: Analysis) -> list[str]:
    """Say in a few lines what the moves are worth and why, best first: `a1, c1 and c3: draw · …`."""
    reasons = _format_reasons(language, analysis)
    singles = [
        Group(
            (analysis.state.game.name_of(analysis.state, move.action),),
            format_worth(language, analysis.state, move),
            reasons[move.action],
            move.action in analysis.best,
        )
        for move in analysis.moves
    ]
    has_lines = len(singles) <= _EACH
    groups = _say_reasons_once(language, singles) if has_lines else _condense(_unite(singles))
    return [_format_group(language, group) for group in groups]


def format_worth(language: Language, state: State, move: AnalysedMove) -> str:
    """Say what a move is worth, an estimate in what the game counts, if it counts anything."""
    in_seeds = None if move.exact else get_view(state.game).format_estimate(language, move.value)
    return in_seeds or format_value(language, move)


def _format_reasons(language: Language, analysis: Analysis) -> dict[int, str]:
    """Say the weightiest that there is to remark on each move, or nothing."""
    return {
        action: format_remark(language, analysis.state, action, remarks[0]) if remarks else ""
        for action, remarks in engine.remarks(analysis).items()
    }


def _say_reasons_once(language: Language, singles: Iterable[Group]) -> Iterator[Group]:
    """Yield moves whose reason is not repeated for those that follow and share it with their worth."""
    same = language.say("the same")
    for _, each in groupby(singles, key=lambda single: (single.worth, single.reason, single.is_best)):
        first, *others = each
        yield first
        yield from (other._replace(reason=same) if other.reason else other for other in others)


def _unite(singles: Iterable[Group]) -> list[Group]:
    """Put moves together that differ in nothing but their names."""
    united: dict[tuple[str, str, bool], Group] = {}
    for single in singles:
        key = single.worth, single.reason, single.is_best
        before = united.get(key)
        united[key] = single if before is None else before._replace(names=before.names + single.names)
    return list(united.values())


def _condense(groups: list[Group]) -> list[Group]:
    """Return few groups: of those of one worth the smallest lose their reasons and become one.

    The worth with most groups gives way first, the worst of several; the best moves keep their reasons. If
    all that is not enough, the worst moves are left out.
    """
    while len(groups) > _MOST:
        by_worth = [list(same) for _, same in groupby(groups, key=lambda group: (group.is_best, group.worth))]
        crowd = max(reversed(by_worth), key=lambda same: (not same[0].is_best, len(same)))
        if len(crowd) == 1 or crowd[0].is_best:
            return groups[:_MOST]
        groups = [group for same in by_worth for group in (_merge(same) if same is crowd else same)]
    return groups


def _merge(crowd: list[Group]) -> list[Group]:
    """Put the smallest group together with those that were before, or with the next one, at the end."""
    first, second = sorted(crowd, key=lambda group: (bool(group.reason), len(group.names)))[:2]
    merged = first._replace(names=first.names + second.names, reason="")
    return [*(group for group in crowd if group not in {first, second}), merged]


def _format_group(language: Language, group: Group) -> str:
    star = "★ " if group.is_best else ""
    worth = " · ".join(filter(None, (group.worth, group.reason)))
    return f"{star}{_format_names(language, group.names)}: {worth}"


def _format_names(language: Language, names: tuple[str, ...]) -> str:
    if len(names) <= _MOST_NAMES:
        return language.listed(names)
    more = len(names) - _FEW_NAMES
    shown = ", ".join(names[:_FEW_NAMES])
    return language.count("{names} and {number} more", "{names} and {number} more", more, names=shown)
