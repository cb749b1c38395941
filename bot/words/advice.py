"""What to do in a position and why, in one sentence: the verdict that an explanation begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import engine
from bot.rendering.views import get_view
from bot.words.groups import format_worth
from bot.words.language import Plural
from bot.words.remarks import ADVICE, format_remark

if TYPE_CHECKING:
    from bot.words.language import Language
    from bot.words.remarks import Places
    from engine import AnalysedMove, Analysis, Remark, State


class Advice(NamedTuple):
    """The best move to recommend, and the weightiest that there is to say of it."""

    move: AnalysedMove
    remark: Remark | None


def get_advice(analysis: Analysis) -> Advice:
    """Return the first of the best moves of which there is anything to say."""
    remarks = engine.remarks(analysis)
    best = analysis.moves[: len(analysis.best)]
    move = next((move for move in best if remarks[move.action]), best[0])
    return Advice(move, next(iter(remarks[move.action]), None))


def format_advice(language: Language, analysis: Analysis) -> str:
    """Say which move to play, and why."""
    (move, remark), state = get_advice(analysis), analysis.state
    name = state.game.name_of(state, move.action)
    if remark is None:
        return _format_unexplained(language, analysis, name)
    phrase = get_view(state.game).advice.get(remark.kind) or ADVICE.get(remark.kind)
    if phrase is None:
        reason = format_remark(language, state, move.action, remark)
        return _format_reasoned(language, analysis, name, reason)
    places = _find_places(language, state, move, remark)
    if isinstance(phrase, Plural):
        return language.count(phrase.one, phrase.many, remark.number or len(remark.actions), **places)
    if isinstance(phrase, str):
        return language.say(phrase, number=remark.number, **places)
    return phrase(language, remark, places)


def _format_unexplained(language: Language, analysis: Analysis, name: str) -> str:
    """Recommend a move of which there is nothing to say."""
    if len(analysis.best) < len(analysis.moves):
        worth = format_worth(language, analysis.state, analysis.moves[0])
        return language.say("Play {move}: {worth}.", move=name, worth=worth)
    return language.say("Play what you like, such as {move}: every move is as good.", move=name)


def _format_reasoned(language: Language, analysis: Analysis, name: str, reason: str) -> str:
    """Recommend a move by what is remarked on it in any list."""
    if analysis.exact and analysis.value < 0:
        return language.say("Every move loses now. Play {move}: it {reason}.", move=name, reason=reason)
    return language.say("Play {move}: it {reason}.", move=name, reason=reason)


def _find_places(language: Language, state: State, move: AnalysedMove, remark: Remark) -> Places:
    view = get_view(state.game)
    names = [view.name_reply(language, state, move.action, reply) for reply in remark.actions]
    besides = [view.name_reply(language, state, move.action, reply) for reply in remark.besides]
    return {
        "move": state.game.name_of(state, move.action),
        "names": language.listed(names),
        "choices": language.either(names),
        "besides": language.listed(besides),
        "opponent": view.name_side(language, 1 - state.to_move) or language.say("the opponent"),
    }
