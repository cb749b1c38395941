"""Why a move is not the one, and the reply that it runs into."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.rendering.views import get_view
from bot.words.remarks import format_remark
from bot.words.steps import format_deeds
from engine.refutations import refute

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.words.language import Language
    from engine import AnalysedMove, Analysis
    from engine.steps import Step


def format_refutation(language: Language, analysis: Analysis, move: AnalysedMove) -> str:
    """Say what is wrong with a move, with which reply the opponent shows it, and what that does."""
    return " ".join(_sentences(language, analysis, move))


def format_caption(language: Language, analysis: Analysis, move: AnalysedMove) -> str:
    """Say what the picture of the reply shows."""
    state, step = analysis.state, refute(analysis.state, move)
    name = state.game.name_of(state, move.action)
    if step.state.to_move == state.to_move:
        return language.say("After {move}:", move=name)
    return language.say("After {move} and the answer {reply}:", move=name, reply=_name(step))


def _sentences(language: Language, analysis: Analysis, move: AnalysedMove) -> Iterator[str]:
    state, step = analysis.state, refute(analysis.state, move)
    remark = next(iter(engine.remarks(analysis)[move.action]), None)
    if remark is not None:
        reason = format_remark(language, state, move.action, remark)
        yield language.say("It {reason}.", reason=reason)
    is_named = remark is not None and step.action in remark.actions
    if step.state.to_move != state.to_move and not is_named:
        reply = get_view(state.game).name_reply(language, state, move.action, step.action)
        yield language.say("The opponent answers {reply}.", reply=reply)
        yield from format_deeds(language, step)


def _name(step: Step) -> str:
    return step.state.game.name_of(step.state, step.action)
