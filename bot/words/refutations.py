"""Why a move is not the one, and the reply that it runs into."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.words.lines_of_play import format_deeds
from bot.words.remarks import format_remark, named
from bot.words.values import format_worth
from engine.steps import refute

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.words.language import Language
    from engine import Action, AnalysedMove, Analysis, Remark, State
    from engine.steps import Step


def format_refutation(language: Language, analysis: Analysis, move: AnalysedMove) -> str:
    """Say what a move is worth and why, with which reply the opponent shows it, and what that does."""
    worth = f"{format_worth(language, analysis.state, move)}."
    reason = format_reason(language, analysis, move)
    return f"{worth[:-1]} · {reason}" if reason else worth


def format_reason(language: Language, analysis: Analysis, move: AnalysedMove) -> str:
    """Say only why, and the reply; nothing where there is nothing to say."""
    remark = _find_refutation(analysis, move)
    reason = () if remark is None else (f"{format_remark(language, analysis.state, move.action, remark)}.",)
    return " ".join([*reason, *_answers(language, analysis.state, move, remark)])


def _find_refutation(analysis: Analysis, move: AnalysedMove) -> Remark | None:
    """Return the weightiest remark that names the reply, else one that does not tell what is better."""
    remarks, reply = engine.remarks(analysis)[move.action], refute(analysis.state, move).action
    telling = [remark for remark in remarks if _names(remark, reply) and not remark.kind.names_better]
    silent = (remark for remark in remarks if not {*named(remark), *remark.besides} & {*analysis.best})
    return next(iter([*telling, *silent]), None)


def _names(remark: Remark, reply: Action) -> bool:
    """Whether a remark names the reply, be it only as what comes before something worse."""
    return reply in named(remark) or (remark.kind.names_reply and reply in remark.besides)


def format_caption(language: Language, analysis: Analysis, move: AnalysedMove) -> str:
    """Say what the picture of the reply shows."""
    state, step = analysis.state, refute(analysis.state, move)
    name = state.game.name_of(state, move.action)
    if step.state.to_move == state.to_move:
        return language.say("After {move}:", move=name)
    return language.say("After {move} and the answer {reply}:", move=name, reply=_name(step))


def _answers(language: Language, state: State, move: AnalysedMove, remark: Remark | None) -> Iterator[str]:
    """Tell of the reply, unless there is none or the remark names it."""
    step = refute(state, move)
    if step.state.to_move == state.to_move or (remark is not None and _names(remark, step.action)):
        return
    yield language.say("The opponent answers {reply}.", reply=_name(step))
    yield from format_deeds(language, step)


def _name(step: Step) -> str:
    return step.state.game.name_of(step.state, step.action)
