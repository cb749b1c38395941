"""Why an action is good or bad, in facts that are true by construction."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from engine.kinds import General, Kind, Remark
from engine.losses import losses, missed
from engine.merits import alone, preparations, replies, safety, threats
from engine.tactics import completed, is_sure

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.analysis import Analysis
    from engine.game import Action, State
    from engine.solver import AnalysedMove

__all__ = ["General", "Kind", "Remark", "principal_variation", "recommended", "remarks"]

_MOST_REMARKS = 3
_MANY = 99  # replies, where none is named


@lru_cache(maxsize=8)  # each is a few kilobytes: whatever is told of an analysis asks anew
def remarks(analysis: Analysis) -> Mapping[Action, tuple[Remark, ...]]:
    """Return up to three remarks on each legal action, the weightiest first: the first one is the reason.

    What they state of the outcome follows from exact values, all else from the rules alone.
    """
    return MappingProxyType({move.action: _first(_remarks(analysis, move)) for move in analysis.moves})


def recommended(analysis: Analysis) -> AnalysedMove:
    """Return the best move for which most speaks: rather proofs, and many, than a rule of thumb.

    Where every move loses as late, it is one that the opponent has few replies to.
    """
    remarked = remarks(analysis)
    best = [move for move in analysis.moves if move.action in analysis.best]
    weigh = _difficulty if is_sure(analysis.moves[0], -1) else _weight
    return max(best, key=lambda move: weigh(remarked[move.action]))


def _difficulty(remarks: tuple[Remark, ...]) -> int:
    """Return how hard it is to find one of the replies that win, which a remark names."""
    return -min((len(remark.actions) for remark in remarks if remark.actions), default=_MANY)


def _weight(remarks: tuple[Remark, ...]) -> tuple[int, int, int]:
    """Return what the reason of a move weighs, of rules of thumb by what they count; the simplest most.

    Two threats at once are seen to win, though a search might not have had the time to say how soon.
    """
    if remarks and remarks[0].kind is General.FORKS:
        return 3, 0, -len(remarks[0].besides)
    thumbs = sum(remark.number + remark.of for remark in remarks[:1] if remark.kind.is_rule_of_thumb)
    besides = sum(len(remark.besides) for remark in remarks[:1])
    return (1, thumbs, 0) if thumbs or not remarks else (2, len(remarks), -besides)


def principal_variation(state: State, move: AnalysedMove) -> tuple[str, ...]:
    """Return the names of a move of this state and of the best play after it, as far as that is known.

    They prove what the move is worth, or are what was looked at for an estimate.
    """
    names = []
    for action in move.line:
        names.append(state.game.name_of(state, action))
        state = state.successor(action)
    return tuple(names)


def _first(remarks: Iterator[Remark]) -> tuple[Remark, ...]:
    """Return the first few, of each kind but one."""
    by_kind: dict[Kind, Remark] = {}
    for remark in remarks:
        by_kind.setdefault(remark.kind, remark)
        if len(by_kind) == _MOST_REMARKS:
            break
    return tuple(by_kind.values())


def _remarks(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Yield all there is to remark on a move, the weightiest first."""
    state, action = analysis.state, move.action
    if move.wins_at_once:
        yield Remark(General.WINS, cells=completed(state, action))
    elif move.loses_next or is_sure(move, -1):
        yield from losses(analysis, move)  # and no praise, which would not matter
    elif analysis.moves[0].wins_at_once or (is_sure(move, 0) and is_sure(analysis.moves[0], 1)):
        yield from missed(analysis, move)
    else:
        yield from _praise(analysis, move)


def _praise(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Tell what is good about a move, or at least what it does."""
    state = analysis.state
    explained = tuple(state.game.explain(analysis, move))
    is_told = explained and state.game.explains_alone
    own = () if is_told else tuple(state.game.remarks(state, move.action))
    prepared = tuple(preparations(state, move.action))  # which are no reason why a draw cannot be lost
    near = tuple(threats(state, move.action))
    lesser = [one for one in near if one.kind is General.THREATENS and state.game.explains_first]
    proofs = [
        *(one for one in near if one not in lesser),
        *(prepared if move.value and not state.game.explains_first else ()),
        *explained,
        *lesser,
        *replies(analysis, move),
        *prepared,
        *(remark for remark in own if not remark.kind.is_rule_of_thumb),
        *safety(analysis, move),
    ]
    yield from proofs or (remark for remark in own if remark.kind.is_rule_of_thumb)
    yield from alone(analysis)
