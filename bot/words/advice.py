"""What to do in a position and why, in one sentence: the verdict that an explanation begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import engine
from bot.words.games import get_words
from bot.words.language import template
from bot.words.remarks import ADVICE, fill_phrase, find_places, format_remark
from bot.words.values import format_worth
from engine import General, Remark
from engine.steps import read_step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.words.language import Language
    from engine import Action, AnalysedMove, Analysis


_EVERY_MOVE: Final[Mapping[float, str]] = {
    1: template("Every move wins here."),
    0: template("Every move draws here."),
}


class Advice(NamedTuple):
    """The best move to recommend, and the weightiest that there is to say of it."""

    move: AnalysedMove
    remark: Remark | None


def get_advice(analysis: Analysis) -> Advice:
    """Return the best move for which most speaks, and what that is."""
    move = engine.recommended(analysis)
    return Advice(move, find_reason(analysis, move.action))


def find_reason(analysis: Analysis, action: Action) -> Remark | None:
    """Return the weightiest remark on a move, None if there is nothing to remark."""
    return next(iter(engine.remarks(analysis)[action]), None)


def format_advice(language: Language, analysis: Analysis) -> str:
    """Say which move to play, and why."""
    (move, remark), state = get_advice(analysis), analysis.state
    said = [_format_reason(language, analysis, move, remark)]
    is_lost = move.is_proven and move.value < 0
    if is_lost and not move.loses_next and read_step(state, move.action).blocks:
        places = find_places(language, state, move.action, Remark(General.BLOCKS_WIN))
        said.insert(0, language.say("Block {move} first: {opponent} would win there.", **places))
    elif len(analysis.best) == len(analysis.moves) > 1 and analysis.is_proven and analysis.value >= 0:
        said.insert(0, language.say(_EVERY_MOVE[analysis.value]))
    return " ".join(said)


def _format_reason(language: Language, analysis: Analysis, move: AnalysedMove, remark: Remark | None) -> str:
    """Recommend a move for the weightiest that there is to say of it."""
    state = analysis.state
    name = state.game.name_of(state, move.action)
    if remark is None:
        return _format_unexplained(language, analysis, name)
    phrase = get_words(state.game).advice.get(remark.kind) or ADVICE.get(remark.kind)
    if phrase is None:
        reason = format_remark(language, state, move.action, remark)
        return _format_reasoned(language, analysis, name, reason)
    places = find_places(language, state, move.action, remark)
    return fill_phrase(language, phrase, remark, places)


def _format_unexplained(language: Language, analysis: Analysis, name: str) -> str:
    """Recommend a move of which there is nothing to say."""
    if len(analysis.best) < len(analysis.moves):
        worth = format_worth(language, analysis.state, analysis.moves[0])
        return language.say("Play {move}: {worth}.", move=name, worth=worth)
    return language.say("Play what you like, such as {move}: every move is as good.", move=name)


def _format_reasoned(language: Language, analysis: Analysis, name: str, reason: str) -> str:
    """Recommend a move by what is remarked on it in any list."""
    if analysis.is_proven and analysis.value < 0:
        return language.say("Every move loses now. Play {move}: {reason}.", move=name, reason=reason)
    return language.say("Play {move}: {reason}.", move=name, reason=reason)
