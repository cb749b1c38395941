"""The values of all moves in a few lines: moves that share a value and a reason stand together."""

import re
from collections.abc import Iterable
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

from bot.words.advice import find_reason
from bot.words.games import get_words
from bot.words.language import Language
from bot.words.remarks import format_remark
from bot.words.tellings import Tellings
from bot.words.values import format_listed_worth, format_range, format_worth, order_moves
from engine import AnalysedMove, Analysis, Kind

MOST = 4
"""Lines of a first answer, which with its picture is to fit the screen of a phone."""
_ROW = 38  # characters in a row of a phone's screen
_MENTION = re.compile("<@!?[0-9]+>")
_MOST_NAMES, _FEW_NAMES = 9, 3  # that a line lists; of more it lists a few, and counts the others


class Group(NamedTuple):
    """Moves that are told together: their names, what each is worth, why, and the kind of that reason."""

    names: tuple[str, ...]
    worth: str
    reason: str
    is_best: bool
    kind: Kind | None = None


def format_groups(language: Language, analysis: Analysis, *above: str) -> list[str]:
    """Say in a few lines what the moves are worth and why, the recommended one first: `a1 and c3: draw · …`.

    What does not fit the screen of a phone below the lines `above` is shortened.
    """
    singles = [_make_group(language, analysis, move) for move in order_moves(analysis)]
    groups = _condense(language, _unite(singles), get_words(analysis.state.game).tellings)
    groups = _fold(language, analysis, groups)
    lines = [_format_group(language, group) for group in groups]
    room = get_words(analysis.state.game).rows_below_picture
    while count_rows((*above, *lines)) > room and (shorter := _shorten(language, analysis, groups)):
        groups, lines = shorter, [_format_group(language, group) for group in shorter]
    return lines


def count_rows(lines: Iterable[str]) -> int:
    """Return how many rows of a phone's screen lines take, in which a mention is a name."""
    return sum(len(wrap(_MENTION.sub("@somebody", line), _ROW)) for line in lines)


def _shorten(language: Language, analysis: Analysis, groups: list[Group]) -> list[Group]:
    """Return groups without the longest reason; if none has one, with the last two as one, or none at all.

    The headline gives the first reason too, so that goes first; those of the other best moves go last.
    """
    reasoned = [group for group in groups if group.reason]
    if not reasoned:
        return [] if groups[-2:][0].is_best else _fold(language, analysis, groups, len(groups) - 1)
    first = groups[0]
    long = max(reasoned, key=lambda group: (group is first, not group.is_best, len(group.reason)))
    return _unite(group._replace(reason="") if group is long else group for group in groups)


def _make_group(language: Language, analysis: Analysis, move: AnalysedMove) -> Group:
    """Return a move alone, with the weightiest that there is to remark on it."""
    state, remark = analysis.state, find_reason(analysis, move.action)
    name, worth = state.name_of(move.action), format_listed_worth(language, analysis, move)
    is_best = move.action in analysis.best
    if remark is None:
        return Group((name,), worth, "", is_best)
    reason = format_remark(language, state, move.action, remark)
    return Group((name,), worth, reason, is_best, remark.kind)


def _unite(singles: Iterable[Group]) -> list[Group]:
    """Put moves together that differ in nothing but their names."""
    united: dict[tuple[str, str, bool], Group] = {}
    for single in singles:
        key = single.worth, single.reason, single.is_best
        before = united.get(key)
        united[key] = single if before is None else before._replace(names=before.names + single.names)
    return list(united.values())


def _condense(language: Language, groups: list[Group], tellings: Tellings) -> list[Group]:
    """Return few groups: of one worth those of like reasons become one, then the smallest, without a reason.

    The worth with most groups gives way first, the worst of several, and last the best moves, of which a
    reason is kept. There may still be too many, each of another worth.
    """
    while len(groups) > MOST:
        by_worth = [list(same) for _, same in groupby(groups, key=lambda group: (group.is_best, group.worth))]
        crowds = [same for same in reversed(by_worth) if len(same) > 1 + same[0].is_best]
        if not crowds:
            return groups
        crowd = max(crowds, key=lambda same: (not same[0].is_best, len(same)))
        groups = [
            group
            for same in by_worth
            for group in (_merge(language, same, tellings) if same is crowd else same)
        ]
    return groups


def _fold(language: Language, analysis: Analysis, groups: list[Group], most: int = MOST) -> list[Group]:
    """Return groups of which the last are one if there are too many: from the best worth to the worst."""
    if len(groups) <= most:
        return groups
    names = tuple(name for group in groups[most - 1 :] for name in group.names)
    state = analysis.state
    worths = [
        format_worth(language, state, move) for move in analysis.moves if state.name_of(move.action) in names
    ]
    return [
        *groups[: most - 1],
        Group(names, format_range(language, worths[0], worths[-1]), "", is_best=False),
    ]


def _merge(language: Language, crowd: list[Group], tellings: Tellings) -> list[Group]:
    """Put groups of the same worth together: all that share a kind of reason, else the two smallest."""
    for kind, told in tellings.items():
        alike = [group for group in crowd if group.kind is kind]
        if told.common and len(alike) > 1:
            return _put_together(crowd, alike, language.say(told.common))
    others = crowd[1:] if crowd[0].is_best else crowd  # the recommended move keeps its reason
    smallest = sorted(others, key=lambda group: (bool(group.reason), len(group.names)))[:2]
    return _put_together(crowd, smallest, "")


def _put_together(crowd: list[Group], some: list[Group], reason: str) -> list[Group]:
    """Return the crowd in which some are one group: the last, or the first if the first of all is in it."""
    names = tuple(name for group in crowd if group in some for name in group.names)
    together = Group(names, crowd[0].worth, reason, crowd[0].is_best)
    others = [group for group in crowd if group not in some]
    return [together, *others] if crowd[0] in some else [*others, together]


def _format_group(language: Language, group: Group) -> str:
    star = "★ " if group.is_best else ""
    worth = " · ".join(filter(None, (group.worth, group.reason)))
    return f"{star}{_format_names(language, group.names)}: {worth}"


def _format_names(language: Language, names: tuple[str, ...]) -> str:
    if len(names) <= _MOST_NAMES:
        return language.listed(names)
    more = len(names) - _FEW_NAMES
    shown = ", ".join(names[:_FEW_NAMES])
    return language.count("{names} and {number} more", more, names=shown)
