"""What is wrong with the name of a move that somebody wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.words.games import get_words
from bot.words.language import template
from engine import GeneralFault

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.words.language import Language
    from engine import Fault, Game, UnknownNameError


def format_unknown_name(language: Language, game: Game, error: UnknownNameError) -> str:
    """Say why no legal move has the name, and which names there are."""
    fault = language.say(get_words(game).faults.get(error.fault) or FAULTS[error.fault], name=error.name)
    if not error.legal_names:
        return " ".join((fault, language.say("The game is over.")))
    legal = language.say("The legal moves are {names}.", names=", ".join(error.legal_names))
    return f"{fault} {legal}"


FAULTS: Final[Mapping[Fault, str]] = {
    GeneralFault.NOT_LEGAL: template("“{name}” is not a legal move here."),
}
"""What is said of the faults that every game has."""
