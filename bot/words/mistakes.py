"""What was wrong with a move: the reason, the reply that punishes it, and what was better."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.words.language import template
from bot.words.remarks import format_remark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.words.language import Language
    from engine import Action, AnalysedMove, Analysis, Judgement

_REPLY = template("The answer is {reply}.")
_LOST = template("It leads to a loss, and {moves} does not.")
_DRAWN = template("It only draws, and {moves} wins.")
_ESTIMATED = template("By my estimate {moves} is better.")
_NOT_FASTEST = template("It wins too, but {moves} wins sooner.")
_QUICKER = template("It loses sooner than {moves}.")


def format_reason(language: Language, judgement: Judgement) -> str:
    """Say in whole sentences what is wrong with a move, and which reply shows it."""
    return " ".join(_sentences(language, judgement))


def format_best_reason(language: Language, analysis: Analysis) -> str | None:
    """Say what speaks for the first of the best moves, None if there is nothing to say."""
    return _find_reason(language, analysis, engine.recommended(analysis))


def find_reply(judgement: Judgement) -> Action | None:
    """Return the reply that punishes a move, None if it is not known or the opponent is not to move."""
    after = judgement.analysis.state.successor(judgement.move.action)
    if after.is_terminal or after.to_move == judgement.seat or not judgement.drop > 0:
        return None
    winning = after.game.wins(after.position)
    if winning:
        return min(winning)
    line = judgement.move.line
    return line[1] if len(line) > 1 else None


def _sentences(language: Language, judgement: Judgement) -> Iterator[str]:
    analysis, move = judgement.analysis, judgement.move
    reason = _find_reason(language, analysis, move)
    if reason is not None:
        yield reason
    elif judgement.move.action not in analysis.best:
        yield _compare(language, judgement)
    reply = find_reply(judgement)
    if reply is not None and reply not in _named(analysis, move):
        after = analysis.state.successor(move.action)
        yield language.say(_REPLY, reply=after.game.name_of(after, reply))


def _compare(language: Language, judgement: Judgement) -> str:
    """Say what the move is worth beside a better one, of which there is nothing else to say."""
    state, best, move = judgement.analysis.state, judgement.best, judgement.move
    name = state.game.name_of(state, best.action)
    if not (best.is_proven and move.is_proven):
        return language.say(_ESTIMATED, moves=name)
    if move.value < best.value:
        return language.say(_LOST if move.value < 0 else _DRAWN, moves=name)
    return language.say(_NOT_FASTEST if move.value > 0 else _QUICKER, moves=name)


def _find_reason(language: Language, analysis: Analysis, move: AnalysedMove) -> str | None:
    """Say what matters most about a move: `a1: lets the opponent win with b2.`"""
    state, remarks = analysis.state, engine.remarks(analysis)[move.action]
    if not remarks:
        return None
    reason = format_remark(language, state, move.action, remarks[0])
    return language.say("{move}: {reason}.", move=state.game.name_of(state, move.action), reason=reason)


def _named(analysis: Analysis, move: AnalysedMove) -> frozenset[Action]:
    """Return the replies that the reason names already."""
    return frozenset(
        action for remark in engine.remarks(analysis)[move.action][:1] for action in remark.actions
    )
