"""Why a move is good or bad: the remarks of the engine, in phrases of which several can stand in a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import engine
from bot.rendering.views import get_view
from bot.words.language import Plural, plural, template
from engine import General

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.words.language import Language
    from engine import Action, Analysis, Kind, Remark, State

    Places: TypeAlias = Mapping[str, str]
    Phrase: TypeAlias = str | Plural | Callable[[Language, Remark, Places], str]

_TWO = 2
_MOST_NAMES = 3  # of replies that win; more are counted


def format_remarks(language: Language, analysis: Analysis) -> dict[Action, str]:
    """Say why each legal move is good or bad; an empty text where there is nothing to remark."""
    return {
        action: "; ".join(format_remark(language, analysis.state, action, remark) for remark in remarks)
        for action, remarks in engine.remarks(analysis).items()
    }


def format_remark(language: Language, state: State, action: Action, remark: Remark) -> str:
    """Say what is remarked on an action of the state, by the game's own phrase or by that for every game.

    A template may name what `find_places` returns, and the {number}. A plural goes by the number or, where
    there is none, by how many actions there are.
    """
    phrase = get_view(state.game).phrases.get(remark.kind) or PHRASES[remark.kind]
    return fill_phrase(language, phrase, remark, find_places(language, state, action, remark))


def fill_phrase(language: Language, phrase: Phrase, remark: Remark, places: Places) -> str:
    """Say a phrase of a remark with its places."""
    if isinstance(phrase, Plural):
        return language.count(phrase.one, phrase.many, remark.number or len(remark.actions), **places)
    if isinstance(phrase, str):
        return language.say(phrase, number=remark.number, **places)
    return phrase(language, remark, places)


def find_places(language: Language, state: State, action: Action, remark: Remark) -> Places:
    """Return what phrases may name: the {move}, the {opponent}, and what the remark carries.

    Those are its actions, as a list of {names} or as {choices}, and some others {besides}.
    """
    view = get_view(state.game)
    names = [view.name_reply(language, state, action, reply) for reply in remark.actions]
    besides = [view.name_reply(language, state, action, reply) for reply in remark.besides]
    return {
        "move": state.game.name_of(state, action),
        "names": language.listed(names),
        "choices": language.either(names),
        "besides": language.listed(besides),
        "opponent": view.name_side(language, 1 - state.to_move) or language.say("the opponent"),
    }


def _format_threat(language: Language, remark: Remark, places: Places) -> str:
    if remark.besides:
        return language.say("threatens to win on {names} besides {besides}", **places)
    return language.say("threatens to win on {names}", **places)


def _format_fork(language: Language, remark: Remark, places: Places) -> str:
    is_of_two, number = len(remark.actions) == _TWO, len(remark.actions)
    if is_of_two and remark.besides:
        return language.say("makes two threats, {names} besides {besides}", **places)
    if is_of_two:
        return language.say("makes two threats, {names}", **places)
    if remark.besides:
        return language.count(
            "makes {number} threat, {names} besides {besides}",
            "makes {number} threats, {names} besides {besides}",
            number,
            **places,
        )
    return language.count(
        "makes {number} threat, {names}", "makes {number} threats, {names}", number, **places
    )


def _format_win(language: Language, remark: Remark, places: Places) -> str:
    number = len(remark.actions)
    if number <= _MOST_NAMES:
        return language.say("lets the opponent win with {choices}", **places)
    return language.count(
        "lets the opponent win in {number} way", "lets the opponent win in {number} ways", number
    )


def _format_sure_win(language: Language, remark: Remark, places: Places) -> str:
    number = len(remark.actions)
    if number <= _MOST_NAMES:
        return language.say("the opponent still wins with {choices}", **places)
    return language.count(
        "the opponent still wins in {number} way", "the opponent still wins in {number} ways", number
    )


PHRASES: Final[Mapping[Kind, Phrase]] = {
    General.WINS: template("wins at once"),
    General.LOSES: template("loses at once"),
    General.BLOCKS_WIN: template("blocks a win"),
    General.THREATENS: _format_threat,
    General.FORKS: _format_fork,
    General.FORESTALLS_FORK: template("keeps the opponent from making two threats at once"),
    General.LETS_WIN: _format_win,
    General.STILL_LOSES: _format_sure_win,
    General.IGNORES_THREATS: plural("ignores the threat on {names}", "ignores the threats on {names}"),
    General.LETS_FORK: template("lets the opponent make two threats with {names}"),
    General.STILL_FORKED: template("the opponent makes two threats with {names}"),
    General.LETS_FORCE_WIN: template("lets the opponent force a win, starting with {names}"),
    General.ONLY_LEGAL: template("only legal move"),
    General.ONLY_WIN: template("only move that wins"),
    General.ONLY_DRAW: template("only move that holds"),
    General.ONLY_SAFE: template("only move that does not lose right away"),
    General.GIVES_WIN_AWAY: template("gives the win away"),
    General.GIVES_DRAW_AWAY: template("gives the draw away"),
    General.HOLDS_OUT_LONGEST: template("holds out longest"),
    General.LOSES_SOONER: template("loses sooner"),
    General.EVERY_MOVE_LOSES: template("every move loses"),
    General.DRAWS: template("ends the game in a draw"),
    General.LEAVES_NO_SAFE_REPLY: template("leaves no safe reply"),
    General.LEAVES_ONE_SAFE_REPLY: template("leaves one safe reply, {names}"),
    General.WINS_BY_ZUGZWANG: template("the opponent runs out of safe moves in the end"),
    General.LOSES_BY_ZUGZWANG: template("runs out of safe moves in the end"),
}
"""What is said of the kinds that every game has."""

ADVICE: Final[Mapping[Kind, Phrase]] = {
    General.WINS: template("Play {move}: it wins at once."),
    General.ONLY_LEGAL: template("Play {move}: there is no other move."),
    General.ONLY_WIN: template("Play {move}: no other move wins."),
    General.ONLY_DRAW: template("Play {move}: every other move loses."),
    General.ONLY_SAFE: template("Play {move}: every other move loses right away."),
    General.HOLDS_OUT_LONGEST: template("Every move loses now; {move} holds out longest."),
    General.EVERY_MOVE_LOSES: template("Every move loses now, whatever you play."),
    General.WINS_BY_ZUGZWANG: template("Play {move}: in the end {opponent} has only bad moves left."),
}
"""What to play in a sentence, where such a remark is the weightiest on the best move."""
