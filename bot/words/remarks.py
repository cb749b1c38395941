"""Why a move is good or bad: the remarks of the engine, in phrases of which several can stand in a list."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

import engine
from bot.words.games import get_words
from bot.words.language import Language
from bot.words.tellings import Places, fill_phrase
from engine import Action, Analysis, General, Remark, State


def format_remarks(language: Language, analysis: Analysis) -> dict[Action, str]:
    """Say why each legal move is good or bad; an empty text where there is nothing to remark."""
    return {
        action: "; ".join(format_remark(language, analysis.state, action, remark) for remark in remarks)
        for action, remarks in engine.remarks(analysis).items()
    }


def format_remark(language: Language, state: State, action: Action, remark: Remark) -> str:
    """Say what is remarked on an action of the state."""
    phrase = get_words(state.game).tellings[remark.kind].listed
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
