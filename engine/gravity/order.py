"""What matters most about a move of Connect Four."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.gravity.kinds import ConnectFourKind
from engine.remarks import General

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.remarks import Kind, Remark
    from engine.solver import AnalysedMove

_FIRST: tuple[Kind, ...] = (
    General.WINS,
    General.LOSES,
    General.LETS_WIN,
    General.STILL_LOSES,
    General.IGNORES_THREATS,
    General.BLOCKS_WIN,
    General.FORKS,
    General.LETS_FORK,
    General.STILL_FORKED,
    ConnectFourKind.STACKS_THREATS,
    ConnectFourKind.ANSWERS_TO_WIN,
    ConnectFourKind.ANSWERED_TO_LOSS,
    General.FORESTALLS_FORK,
)
_LAST: tuple[Kind, ...] = (
    ConnectFourKind.LEADS_TO_ANSWERS,
    ConnectFourKind.LEADS_TO_ANSWERED,
    ConnectFourKind.LEAVES_NEEDED,
    ConnectFourKind.WAITING_THREATS,
    ConnectFourKind.TAKES_NEEDED,
    ConnectFourKind.NO_LINE_LEFT,
    ConnectFourKind.ANSWERS_TO_HOLD,
    ConnectFourKind.PREVENTS_THREATS,
    ConnectFourKind.LEADS_TO_FORK,
    ConnectFourKind.LEADS_TO_STACK,
    ConnectFourKind.LEADS_TO_SQUEEZE,
    ConnectFourKind.LED_TO_FORK,
    ConnectFourKind.LED_TO_STACK,
    ConnectFourKind.LED_TO_SQUEEZE,
    General.THREATENS,
    ConnectFourKind.ANSWERED_TO_HOLD,
    ConnectFourKind.SHUNS,
    ConnectFourKind.USES_UP_THREAT,
    General.LEAVES_NO_SAFE_REPLY,
    General.LEAVES_ONE_SAFE_REPLY,
    General.ONLY_LEGAL,
    General.ONLY_SAFE,
    General.ONLY_WIN,
    General.ONLY_DRAW,
    General.HOLDS_OUT_LONGEST,
    General.EVERY_MOVE_LOSES,
    General.LOSES_SOONER,
    ConnectFourKind.THUMB_MOST_LINES,
    ConnectFourKind.THUMB_LINES,
    ConnectFourKind.THUMB_CLOSES_LINES,
)
_WEIGHTS = {kind: weight for weight, kind in enumerate(_FIRST, -len(_FIRST))} | {
    kind: weight for weight, kind in enumerate(_LAST, 1)
}
_PRAISE = {
    ConnectFourKind.STACKS_THREATS,
    ConnectFourKind.WAITING_THREATS,
    ConnectFourKind.PREVENTS_THREATS,
    ConnectFourKind.NO_LINE_LEFT,
    ConnectFourKind.SHUNS,
    ConnectFourKind.THUMB_MOST_LINES,
    ConnectFourKind.THUMB_LINES,
    ConnectFourKind.THUMB_CLOSES_LINES,
}
_BLAME = {ConnectFourKind.USES_UP_THREAT, ConnectFourKind.ANSWERED_TO_HOLD}
_TOLD_BY_GRAVITY = {General.WINS_BY_ZUGZWANG, General.LOSES_BY_ZUGZWANG, General.LETS_FORCE_WIN}
"""What is said in any game, but said better of Connect Four."""


def arranged(move: AnalysedMove, remarks: Iterable[Remark]) -> list[Remark]:
    """Return what is of use of all remarks on a move, the weightiest first; what stands between the lists stays."""
    return sorted((remark for remark in remarks if remark.kind not in _unsaid(move)), key=_weight)


def _unsaid(move: AnalysedMove) -> set[Kind]:
    """Return what is not said of a move: no praise of one that loses, no blame of one that wins."""
    if move.exact and move.value:
        return {*_TOLD_BY_GRAVITY, *(_PRAISE if move.value < 0 else _BLAME), ConnectFourKind.ANSWERS_TO_HOLD}
    return {*_TOLD_BY_GRAVITY}


def _weight(remark: Remark) -> int:
    return _WEIGHTS.get(remark.kind, 0)
