"""Why a move is good or bad: the remarks of the engine, in phrases of which several can stand in a list."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final

import engine
from bot.words.game_words import say_if_most
from bot.words.games import get_words
from bot.words.language import Plural, plural, template
from engine import General

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from bot.words.game_words import Phrase, Places
    from bot.words.language import Language
    from engine import Action, Analysis, Kind, Remark, State

_TWO = 2
_MOST_NAMES = 3  # of moves to choose from; more are counted


def format_remarks(language: Language, analysis: Analysis) -> dict[Action, str]:
    """Say why each legal move is good or bad; an empty text where there is nothing to remark."""
    return {
        action: "; ".join(format_remark(language, analysis.state, action, remark) for remark in remarks)
        for action, remarks in engine.remarks(analysis).items()
    }


def format_remark(language: Language, state: State, action: Action, remark: Remark) -> str:
    """Say what is remarked on an action of the state, by the game's own phrase or by that for every game.

    A template may name what `find_places` returns, and the {number} and what it is {of}. A plural goes by
    the number or, where there is none, by how many actions there are.
    """
    phrase = get_words(state.game).phrases.get(remark.kind) or PHRASES[remark.kind]
    return fill_phrase(language, phrase, remark, find_places(language, state, action, remark))


def fill_phrase(language: Language, phrase: Phrase, remark: Remark, places: Places) -> str:
    """Say a phrase of a remark with its places."""
    number = remark.number or len(remark.actions)
    if isinstance(phrase, Plural):
        return language.count(phrase.one, phrase.many, number, of=remark.of, **places)
    if isinstance(phrase, str):
        return language.say(phrase, number=remark.number, of=remark.of, **places)
    return phrase(language, remark, places)


def find_places(language: Language, state: State, action: Action, remark: Remark) -> Places:
    """Return what phrases may name: the {move}, the {opponent}, and what the remark carries.

    Those are its actions, as a list of {names} or as {choices}, some others {besides}, and its {cells}, or
    {any_cell} of them, also two by two as {pairs}, or as {answers} to replies, and the {last} of them, of
    which there are none in games that name none.
    """
    words = get_words(state.game)
    names = [words.name_reply(language, state, action, reply) for reply in remark.actions]
    cells = words.name_cells(remark.cells)
    besides = [words.name_reply(language, state, action, reply) for reply in remark.besides]
    return {
        "move": state.game.name_of(state, action),
        "names": language.listed(names),
        "choices": language.either(names),
        "besides": language.listed(besides),
        "cells": language.listed(cells),
        "any_cell": language.either(cells),
        "pairs": "; ".join(language.listed(pair) for pair in zip(cells[::2], cells[1::2], strict=False)),
        "answers": "; ".join(_format_answers(language, cells)),
        "last": cells[-1] if cells else "",
        "opponent": words.name_side(language, 1 - state.to_move) or language.say("the opponent"),
    }


def _format_answers(language: Language, cells: Sequence[str]) -> Iterator[str]:
    """Say which cell to take after which replies; `cells` has replies and answers by turns."""
    pairs = zip(cells[::2], cells[1::2], strict=False)
    for answer, each in groupby(pairs, key=itemgetter(1)):
        yield language.say(
            "{answer} after {replies}", answer=answer, replies=language.either([reply for reply, _ in each])
        )


def named(remark: Remark) -> tuple[Action, ...]:
    """Return the actions of a remark if they are few enough for a phrase to name them."""
    return remark.actions if len(remark.actions) <= _MOST_NAMES else ()


def _format_if_few(named: str, counted: Plural) -> Callable[[Language, Remark, Places], str]:
    """Return what names the actions of a remark if there are few, and else counts them."""

    def format_actions(language: Language, remark: Remark, places: Places) -> str:
        number = len(remark.actions)
        if 0 < number <= _MOST_NAMES:
            return language.say(named, **places)
        return language.count(counted.one, counted.many, number, **places)

    return format_actions


def _format_if_any(named: str, bare: str) -> Callable[[Language, Remark, Places], str]:
    """Return what names the actions and the cells of a remark if it has some, but not many actions."""

    def format_any(language: Language, remark: Remark, places: Places) -> str:
        has_any = bool(remark.actions or places.get("cells")) and len(remark.actions) <= _MOST_NAMES
        return language.say(named if has_any else bare, number=remark.number, of=remark.of, **places)

    return format_any


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


PHRASES: Final[Mapping[Kind, Phrase]] = {
    General.WINS: _format_if_any(template("wins at once: {cells}"), template("wins at once")),
    General.LOSES: _format_if_any(template("loses at once: {cells}"), template("loses at once")),
    General.BLOCKS_WIN: _format_if_any(template("blocks the line {cells}"), template("blocks a win")),
    General.THREATENS: _format_threat,
    General.FORKS: _format_fork,
    General.FORCES: _format_if_any(
        template("wins by threats that must all be blocked, next with {choices}"),
        template("wins by threats that must all be blocked"),
    ),
    General.TAKES_FORK: template("takes the place where the opponent would make two threats at once"),
    General.FORESTALLS_FORK: _format_if_any(
        template("keeps the opponent from making two threats at once with {choices}"),
        template("keeps the opponent from making two threats at once"),
    ),
    General.TAKES_SERIES: template(
        "takes the place from which the opponent would win by one threat after another"
    ),
    General.FORESTALLS_SERIES: _format_if_any(
        template("keeps the opponent from winning by one threat after another, beginning with {choices}"),
        template("keeps the opponent from winning by one threat after another"),
    ),
    General.PREPARES_FORK: _format_if_any(
        template("prepares two threats at once, with {choices} next"),
        template("prepares two threats at once"),
    ),
    General.PREPARES_SERIES: _format_if_any(
        template("prepares a win by one threat after another, with {choices} next"),
        template("prepares a win by one threat after another"),
    ),
    General.LETS_WIN: _format_if_few(
        template("lets the opponent win with {choices}"),
        plural("lets the opponent win in {number} way", "lets the opponent win in {number} ways"),
    ),
    General.STILL_LOSES: _format_if_few(
        template("the opponent still wins with {choices}"),
        plural("the opponent still wins in {number} way", "the opponent still wins in {number} ways"),
    ),
    General.IGNORES_THREATS: plural("ignores the threat on {names}", "ignores the threats on {names}"),
    General.LETS_FORK: _format_if_any(
        template("lets the opponent make two threats with {choices}"),
        template("lets the opponent make two threats"),
    ),
    General.STILL_FORKED: _format_if_any(
        template("the opponent makes two threats with {choices}"),
        template("the opponent makes two threats"),
    ),
    General.LETS_SERIES: _format_if_any(
        template("lets the opponent win by one threat after another, beginning with {choices}"),
        template("lets the opponent win by one threat after another"),
    ),
    General.STILL_SERIES: _format_if_any(
        template("the opponent wins by one threat after another, beginning with {choices}"),
        template("the opponent wins by one threat after another"),
    ),
    General.LETS_FORCE_WIN: _format_if_any(
        template("lets the opponent force a win, starting with {names}"),
        template("lets the opponent force a win"),
    ),
    General.STILL_FORCED: _format_if_any(
        template("the opponent forces a win, starting with {names}"), template("the opponent forces a win")
    ),
    General.LETS_PREPARE: template(
        "lets the opponent prepare two threats at once with {names}, and nothing stops them"
    ),
    General.STILL_PREPARED: template(
        "the opponent prepares two threats at once with {names}, and nothing stops them"
    ),
    General.LETS_ESCAPE: _format_if_few(
        template("lets the opponent save a draw with {choices}"),
        plural(
            "lets the opponent save a draw in {number} way", "lets the opponent save a draw in {number} ways"
        ),
    ),
    General.MISSES_WIN: template("misses a win at once"),
    General.MISSES_FORK: template("misses a move that makes two threats at once"),
    General.MISSES_SERIES: template("misses a win by one threat after another"),
    General.ONLY_LEGAL: template("only legal move"),
    General.ONLY_WIN: template("only move that wins"),
    General.ONLY_DRAW: template("only move that does not lose"),
    General.ONLY_SAFE: template("only move that does not lose right away"),
    General.STAYS_SAFE: say_if_most(
        template("does not lose right away, as most other moves do"),
        template("does not lose right away, as some other moves do"),
    ),
    General.HOLDS_OUT_LONGEST: template("holds out longest"),
    General.LOSES_SOONER: template("loses sooner"),
    General.LOSES_BY_LEAST: template("loses by least"),
    General.LOSES_BY_MORE: template("loses by more"),
    General.EVERY_MOVE_LOSES: template("every move loses"),
    General.DRAWS: template("ends the game in a draw"),
    General.LEAVES_NO_SAFE_REPLY: template("leaves no safe reply"),
    General.LEAVES_ONE_SAFE_REPLY: template("leaves one safe reply, {names}"),
    General.LEAVES_FEW_SAFE_REPLIES: plural(
        "leaves {number} safe reply of {of}", "leaves {number} safe replies of {of}"
    ),
    General.FEW_REPLIES_HOLD: _format_if_any(
        template("sets a trap: of the opponent's {of} replies all but {names} lose"),
        template("sets a trap: of the opponent's {of} replies all but {number} lose"),
    ),
    General.WINS_BY_ZUGZWANG: template("the opponent runs out of safe moves in the end"),
    General.LOSES_BY_ZUGZWANG: _format_if_any(
        template("runs out of safe moves first if the opponent replies {choices}"),
        template("runs out of safe moves first"),
    ),
}
"""The phrases for the kinds that every game has."""


def _advise_fork(language: Language, remark: Remark, places: Places) -> str:
    if len(remark.actions) == _TWO and not remark.besides:
        return language.say(
            "Play {move}: it makes two threats at once, {names}, and only one can be stopped.", **places
        )
    return language.say("Play {move}: it makes more threats than can be stopped at once.", **places)


def _advise_forcing(language: Language, remark: Remark, places: Places) -> str:
    if not 0 < len(remark.actions) <= _MOST_NAMES:
        return language.say(
            "Play {move}: it begins a row of threats that must all be blocked, until one cannot be.", **places
        )
    if remark.besides:
        return language.say(
            "Play {move}: {opponent} has to block {besides}, and then {choices} makes two threats at once.",
            **places,
        )
    return language.say(
        "Play {move}: it begins a row of threats that must all be blocked; go on with {choices}.", **places
    )


def _advise_few(language: Language, remark: Remark, places: Places) -> str:
    if remark.actions:
        return language.count(
            "Play {move}: it sets a trap. Only {names} saves {opponent}; after every other reply you win.",
            "Play {move}: it sets a trap. Only {names} save {opponent}; after every other reply you win.",
            remark.number,
            **places,
        )
    return language.count(
        "Play {move}: it sets a trap. Only {number} of the {of} replies saves {opponent}; after any other you"
        " win.",
        "Play {move}: it sets a trap. Only {number} of the {of} replies save {opponent}; after any other you"
        " win.",
        remark.number,
        of=remark.of,
        **places,
    )


def _advise_running_out(language: Language, remark: Remark, places: Places) -> str:
    if remark.of:
        return language.say(
            "Everything loses now: even after {move} you run out of safe moves first, whatever {opponent}"
            " replies.",
            **places,
        )
    if 0 < len(remark.actions) <= _MOST_NAMES:
        return language.say(
            "Everything loses now; play {move} and hope that {opponent} overlooks {choices}, after which you"
            " run out of safe moves first.",
            **places,
        )
    return language.say(
        "Everything loses now: if {opponent} makes no mistake, you run out of safe moves first.", **places
    )


def _add_fork(language: Language, remark: Remark, places: Places) -> str:
    if len(remark.actions) == _TWO and not remark.besides:
        return language.say(
            "It also makes two threats at once, {names}, and only one can be stopped.", **places
        )
    return language.say("It also makes more threats than can be stopped at once.", **places)


ALSO: Final[Mapping[Kind, Phrase]] = {
    General.THREATENS: template("It also threatens to win with {names}."),
    General.FORKS: _add_fork,
    General.FORCES: template("It also begins a row of threats that must all be blocked."),
}
"""What is added where a move that is played to block does that as well."""

ADVICE: Final[Mapping[Kind, Phrase]] = {
    General.WINS: _format_if_any(
        template("Play {move} and win: it completes {cells}."), template("Play {move}: it wins at once.")
    ),
    General.LOSES: _format_if_any(
        template("Everything loses now: {move} completes {cells}."),
        template("Everything loses now, and {move} at once."),
    ),
    General.BLOCKS_WIN: _format_if_any(
        template("Block {move}, or {opponent} completes {cells}."),
        template("Block {move}, or {opponent} wins there."),
    ),
    General.THREATENS: template("Play {move}: it threatens to win with {names}, and that must be blocked."),
    General.FORKS: _advise_fork,
    General.FORCES: _advise_forcing,
    General.TAKES_FORK: template("Take {move} yourself: there {opponent} would make two threats at once."),
    General.FORESTALLS_FORK: _format_if_any(
        template("Play {move}, or {opponent} makes two threats at once with {choices}."),
        template("Play {move}, or {opponent} makes two threats at once."),
    ),
    General.TAKES_SERIES: template(
        "Take {move} yourself: from there {opponent} would win by one threat after another."
    ),
    General.FORESTALLS_SERIES: _format_if_any(
        template("Play {move}, or {opponent} wins by one threat after another, beginning with {choices}."),
        template("Play {move}, or {opponent} wins by one threat after another."),
    ),
    General.PREPARES_FORK: _format_if_any(
        template("Play {move}: if nobody stops you, {choices} makes two threats at once next."),
        template("Play {move}: if nobody stops you, you make two threats at once next."),
    ),
    General.PREPARES_SERIES: _format_if_any(
        template("Play {move}: if nobody stops you, {choices} begins threats next that win."),
        template("Play {move}: if nobody stops you, you win next by one threat after another."),
    ),
    General.STILL_LOSES: _format_if_any(
        template("Everything loses now; play {move} and hope that {opponent} overlooks {choices}."),
        template("Everything loses now: {opponent} wins in more ways than you can stop."),
    ),
    General.STILL_FORKED: _format_if_any(
        template(
            "Everything loses now; play {move} and hope that {opponent} overlooks {choices}, which makes two"
            " threats at once."
        ),
        template("Everything loses now: {opponent} can make two threats at once in many ways."),
    ),
    General.STILL_SERIES: _format_if_any(
        template(
            "Everything loses now; play {move} and hope that {opponent} overlooks {choices}: from there one"
            " threat follows another, until two come at once."
        ),
        template("Everything loses now: {opponent} wins by one threat after another, in many ways."),
    ),
    General.STILL_FORCED: _format_if_any(
        template(
            "Everything loses now; play {move} and hope that {opponent} does not go on with {names}, which"
            " wins in the end."
        ),
        template("Everything loses now if {opponent} makes no mistake; {move} makes it hardest."),
    ),
    General.STILL_PREPARED: template(
        "Everything loses now; play {move} and hope that {opponent} overlooks {names}, which prepares two"
        " threats at once."
    ),
    General.ONLY_WIN: template("Play {move}: no other move wins."),
    General.ONLY_DRAW: template("Play {move}: every other move loses."),
    General.ONLY_SAFE: template("Play {move}: every other move loses right away."),
    General.STAYS_SAFE: say_if_most(
        template("Play {move}: most other moves lose right away."),
        template("Play {move}: some other moves lose right away."),
    ),
    General.HOLDS_OUT_LONGEST: template("Every move loses now; {move} holds out longest."),
    General.LOSES_BY_LEAST: template("Every move loses now; {move} loses by least."),
    General.EVERY_MOVE_LOSES: template("Every move loses now, whatever you play."),
    General.DRAWS: template("Play {move}: it ends the game in a draw."),
    General.LEAVES_NO_SAFE_REPLY: template("Play {move}: whatever {opponent} replies, you win."),
    General.LEAVES_ONE_SAFE_REPLY: template("Play {move}: every reply but {names} loses to your next move."),
    General.LEAVES_FEW_SAFE_REPLIES: plural(
        "Play {move}: of {of} replies, only {number} does not lose right away.",
        "Play {move}: of {of} replies, only {number} do not lose right away.",
    ),
    General.FEW_REPLIES_HOLD: _advise_few,
    General.WINS_BY_ZUGZWANG: template("Play {move}: in the end {opponent} has only bad moves left."),
    General.LOSES_BY_ZUGZWANG: _advise_running_out,
}
"""The advice in a sentence, where such a remark is the weightiest on the best move."""
