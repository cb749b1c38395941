"""What is told of a remark: all sentences for one kind together, in the forms of `bot.words.forms`."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from bot.words.forms import choose_parts, is_plural
from bot.words.language import Language, Plural, template
from engine import Action, Consequence, Kind, Remark

Places: TypeAlias = Mapping[str, str]
Phrase: TypeAlias = str | tuple[str, ...] | Callable[[Language, Remark, Places], str]

COUNTED_AHEAD: Final = template("Play {move}: I found this by counting ahead.")
"""The advice where no reason sets the best move apart."""
MOST_NAMES: Final = 3
"""How many moves to choose from are named; more are counted."""
_TWO = 2


class Telling(NamedTuple):
    """What is told of remarks of one kind, each a text, several sentences, or a function that says it.

    A text may name the places that `find_places` returns, the {number} and what it is {of}. A plural goes by
    what the text names: the {number}, else how many {cells}, else how many actions.
    """

    listed: Phrase = ""
    """What is said of a move in a list of moves, where several phrases may follow one another."""
    advice: Phrase = ""
    """What to play because of it, in a sentence to the player to move."""
    hint: str = ""
    """What to look for, without telling the move."""
    common: str = ""
    """What is said of several moves of which each has such a remark, in a list."""
    outlook: Phrase = ""
    """What is added to the advice that another remark gives."""
    also: Phrase = ""
    """What is added likewise only if the move is played to block a win."""
    is_hopeless: bool = False
    """Whether the advice follows a sentence that every move loses."""


Tellings: TypeAlias = Mapping[Kind, Telling]


def list_named_actions(remark: Remark) -> tuple[Action, ...]:
    """Return the actions of a remark if they are few enough for a phrase to name them."""
    return remark.actions if len(remark.actions) <= MOST_NAMES else ()


def join_tellings(general: Tellings, own: Tellings) -> Tellings:
    """Return what is told of all kinds; of one in both what is its own comes first."""
    return {**general, **{kind: _join(general.get(kind, Telling()), told) for kind, told in own.items()}}


def _join(general: Telling, own: Telling) -> Telling:
    return general._replace(**{name: said for name, said in own._asdict().items() if said})


def fill_phrase(language: Language, phrase: Phrase, remark: Remark, places: Places) -> str:
    """Say a phrase of a remark with its places."""
    if isinstance(phrase, str):
        return _fill_text(language, phrase, remark, places)
    if isinstance(phrase, tuple):
        return " ".join(filter(None, (_fill_text(language, text, remark, places) for text in phrase)))
    return phrase(language, remark, places)


def _fill_text(language: Language, phrase: str, remark: Remark, places: Places) -> str:
    numbers = {"number": remark.number, "of": remark.of}
    text = choose_parts(phrase, {**places, **numbers, **list_conditions(remark)})
    if isinstance(phrase, Plural) or is_plural(text):
        return language.count(text, _count(text, remark), of=remark.of, **places)
    return language.say(text, **numbers, **places) if text else ""


def list_conditions(remark: Remark) -> Mapping[str, int]:
    """Return what conditions of optional parts may name besides places: see `bot.words.forms`."""
    return {
        "actions": len(remark.actions),
        "others": len(remark.besides),
        "two": len(remark.actions) == _TWO and not remark.besides,
        "few": 0 < len(remark.actions) <= MOST_NAMES,
        "wins": remark.then is Consequence.WIN,
        "forks": remark.then is Consequence.FORK,
        "few_cells": 0 < len(remark.cells) <= MOST_NAMES,
        "most": 2 * remark.number > remark.of,
        "almost": 4 * remark.number >= 3 * remark.of,
    }


def _count(text: str, remark: Remark) -> int:
    """Return the number that a plural goes by."""
    if "{number}" in text:
        return remark.number or len(remark.actions)
    return len(remark.cells if "{cells}" in text else remark.actions)
