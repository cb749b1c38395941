"""Playing on from a position of a match: what is offered, and what is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.words.games import get_words
from bot.words.language import template
from bot.words.names import format_game, format_level, name_seat

if TYPE_CHECKING:
    from bot.words.language import Language
    from engine import Game, State

PLAY_FROM_HERE = template("Play from here")
"""What is written on the button below a position."""


def play_side(language: Language, game: Game, seat: int) -> str:
    """Return what is on the button that takes a side."""
    if get_words(game).sides is None:
        return language.say("Play as player {number}", number=seat + 1)
    return language.say("Play {side}", side=name_seat(language, game, seat))


def question(language: Language, state: State, level: str) -> str:
    """Say which position it is and whose turn it is there, and ask which side somebody wants to play."""
    title = language.say("Play from here: {game}", game=format_game(language, state.game.slug))
    told = language.say(
        "It is the turn of {side}, for move {number}. Which side do you play? I take the other, at level"
        " {level}. It is for trying out, and counts in no leaderboard.",
        side=name_seat(language, state.game, state.to_move),
        number=state.ply + 1,
        level=format_level(language, level),
    )
    return f"### {title}\n{told}"
