"""Why a move is good or bad: the remarks of the engine, in phrases of which several can stand in a list."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

import engine
from bot.words.forms import split_forms
from bot.words.game_words import format_if_any, say_if_most
from bot.words.games import get_words
from bot.words.language import Language, Plural, template
from bot.words.tellings import MOST_NAMES, Phrase, Places, fill_phrase
from engine import Action, Analysis, General, Kind, Remark, State

_TWO = 2


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


def find_places(language: Language, state: State, action: Action, remark: Remark) -> Places:
    """Return what phrases may name: the {move}, the {opponent}, and what the remark carries.

    Those are its actions, as a list of {names} or as {choices}, some others {besides}, and its {cells}, or
    {any_cell} of them, also two by two as {pairs}, or as {answers} to replies, and the {last} of them, of
    which there are none in games that name none.
    """
    words = get_words(state.game)
    names = [words.name_reply(language, state, action, reply) for reply in remark.actions]
    cells = words.name_cells(remark.cells)
    is_instead = remark.kind is General.FORESTALLS_SERIES  # the opponent's move and the reply to that
    besides = [
        state.name_of(reply) if is_instead else words.name_reply(language, state, action, reply)
        for reply in remark.besides
    ]
    return {
        "move": state.name_of(action),
        "names": language.listed(names),
        "choices": language.either(names),
        "besides": language.listed(besides),
        "cells": language.listed(cells),
        "any_cell": language.either(cells),
        "pairs": "; ".join(language.listed(pair) for pair in zip(cells[::2], cells[1::2], strict=False)),
        "answers": "; ".join(_format_answers(language, cells)),
        "last": cells[-1] if len(cells) % 2 else "",
        "opponent": words.name_side(language, 1 - state.to_move) or language.say("the opponent"),
        **words.list_places(language, remark),
    }


def _format_answers(language: Language, cells: Sequence[str]) -> Iterator[str]:
    """Say which cell to take after which replies; `cells` has replies and answers by turns."""
    pairs = zip(cells[::2], cells[1::2], strict=False)
    for answer, each in groupby(pairs, key=itemgetter(1)):
        yield language.say(
            "{answer} after {replies}", answer=answer, replies=language.either([reply for reply, _ in each])
        )


def _format_if_few(named: str, counted: Plural) -> Callable[[Language, Remark, Places], str]:
    """Return what names the actions of a remark if there are few, and else counts them."""

    def format_actions(language: Language, remark: Remark, places: Places) -> str:
        number = len(remark.actions)
        if 0 < number <= MOST_NAMES:
            return language.say(named, **places)
        return language.count(counted, number, **places)

    return format_actions


def by_end(text: str, unknown: Phrase = "") -> Callable[[Language, Remark, Places], str]:
    """Return what says how a series goes on after the first reply; another phrase where that is not known.

    The three forms of the text are for a series that wins then, ends in two threats at once, or goes on.
    """
    wins, forks, goes_on = split_forms(text)

    def format_sequel(language: Language, remark: Remark, places: Places) -> str:
        if unknown and not remark.besides:
            return fill_phrase(language, unknown, remark, places)
        return language.say((goes_on, wins, forks)[remark.of], **places)

    return format_sequel


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
        return language.count("makes {number} [threat|threats], {names} besides {besides}", number, **places)
    return language.count("makes {number} [threat|threats], {names}", number, **places)


PHRASES: Final[Mapping[Kind, Phrase]] = {
    General.WINS: format_if_any("wins at once[: {cells}|]"),
    General.LOSES: format_if_any("loses at once[: {cells}|]"),
    General.BLOCKS_WIN: format_if_any("blocks [the line {cells}|a win]"),
    General.THREATENS: _format_threat,
    General.FORKS: _format_fork,
    General.FORCES: by_end(
        "forces the opponent to block {besides}, and [then wins with {choices}|then {choices} makes two"
        " threats|threats go on with {choices} until one wins]"
    ),
    General.TAKES_FORK: template("takes the place where the opponent would make two threats at once"),
    General.FORESTALLS_FORK: format_if_any(
        "keeps the opponent from making two threats at once[ with {choices}|]"
    ),
    General.TAKES_SERIES: template("takes the place of a threat that would win even if {besides} blocks it"),
    General.FORESTALLS_SERIES: template(
        "keeps the opponent from {choices}, a threat that wins even if {besides} blocks it"
    ),
    General.PREPARES_FORK: format_if_any("prepares two threats at once[, with {choices} next|]"),
    General.PREPARES_SERIES: format_if_any("prepares [{choices}, |]a threat that wins even if it is blocked"),
    General.LETS_WIN: _format_if_few(
        template("lets the opponent win with {choices}"),
        Plural("lets the opponent win in {number} [way|ways]"),
    ),
    General.STILL_LOSES: _format_if_few(
        template("the opponent still wins with {choices}"),
        Plural("the opponent still wins in {number} [way|ways]"),
    ),
    General.IGNORES_THREATS: Plural("ignores the [threat|threats] on {names}"),
    General.LETS_FORK: format_if_any("lets the opponent make two threats[ with {choices}|]"),
    General.STILL_FORKED: format_if_any("the opponent makes two threats[ with {choices}|]"),
    General.LETS_SERIES: format_if_any(
        "lets the opponent [play {choices},|make] a threat that wins even if it is blocked"
    ),
    General.STILL_SERIES: format_if_any(
        "the opponent [plays {choices},|makes] a threat that wins even if it is blocked"
    ),
    General.LETS_FORCE_WIN: format_if_any("lets the opponent force a win[, starting with {names}|]"),
    General.STILL_FORCED: format_if_any("the opponent forces a win[, starting with {names}|]"),
    General.LETS_PREPARE: template(
        "lets the opponent prepare two threats at once with {names}, and nothing stops them"
    ),
    General.STILL_PREPARED: template(
        "the opponent prepares two threats at once with {names}, and nothing stops them"
    ),
    General.LETS_ESCAPE: _format_if_few(
        template("lets the opponent save a draw with {choices}"),
        Plural("lets the opponent save a draw in {number} [way|ways]"),
    ),
    General.MISSES_WIN: template("misses a win at once"),
    General.MISSES_FORK: template("misses a move that makes two threats at once"),
    General.MISSES_SERIES: template("misses a win by one threat after another"),
    General.ONLY_LEGAL: template("only legal move"),
    General.ONLY_WIN: template("only move that wins"),
    General.ONLY_DRAW: template("only move that does not lose"),
    General.ONLY_SAFE: template("only move that does not lose right away"),
    General.STAYS_SAFE: say_if_most("does not lose right away, as [most|some] other moves do"),
    General.HOLDS_OUT_LONGEST: template("holds out longest"),
    General.LOSES_SOONER: template("loses sooner"),
    General.LOSES_BY_LEAST: template("loses by least"),
    General.LOSES_BY_MORE: template("loses by more"),
    General.EVERY_MOVE_LOSES: template("every move loses"),
    General.DRAWS: template("ends the game in a draw"),
    General.LEAVES_NO_SAFE_REPLY: template("leaves no safe reply"),
    General.LEAVES_ONE_SAFE_REPLY: template("leaves one safe reply, {names}"),
    General.LEAVES_FEW_SAFE_REPLIES: Plural("leaves {number} safe [reply|replies] of {of}"),
    General.FEW_REPLIES_HOLD: format_if_any(
        "sets a trap: of the opponent's {of} replies all but [{names}|{number}] lose"
    ),
    General.FEW_REPLIES_WIN: Plural("of the opponent's replies only {names} [wins|win]"),
    General.WINS_BY_ZUGZWANG: template("the opponent runs out of safe moves in the end"),
    General.LOSES_BY_ZUGZWANG: format_if_any(
        "runs out of safe moves first[ if the opponent replies {choices}|]"
    ),
}
"""The phrases for the kinds that every game has."""
