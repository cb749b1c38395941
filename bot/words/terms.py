"""What the words of explanations mean, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.words.language import template

if TYPE_CHECKING:
    from bot.words.language import Language

_TERMS: Final = (
    template("★ before a move: no other move is better."),
    template(
        "`win in 3`: whoever moves can win with their third move at the latest, this one included, whatever"
        " the other does; `loss in 3`: the other can."
    ),
    template("`about +0.3`: my guess, where I cannot see the end; +1 would be a win, -1 a loss."),
    template("A threat: you would win there with your next move, if you were let."),
    template("A forced move: every other one loses right away."),
    template(
        "Best play: neither side makes a mistake; the number before it says which move of the match it is."
    ),
)


def format_terms(language: Language) -> str:
    """Say what each word means, a line for each."""
    title = language.say("**What I mean by**")
    return "\n".join([title, *(f"- {language.say(term)}" for term in _TERMS)])
