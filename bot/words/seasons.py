"""How a season has ended."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Final

from bot.words.language import template
from bot.words.names import format_game
from bot.words.standings import format_standing

if TYPE_CHECKING:
    from bot.models import Season, SeasonBoard
    from bot.words.language import Language

NEW_SEASON: Final = template("New season")


def format_season(language: Language, season: Season) -> str:
    """Tell who was first in each game, how many took part, and where the new season stands."""
    month = language.month(date.fromisoformat(f"{season.month}-01"))
    return "\n".join(
        (
            language.say("### Season of {month}", month=month),
            language.say(
                "-# The month is over. Points were won in rated matches between people on this server: 1 for"
                " a win, a half for a draw."
            ),
            *(_format_board(language, board) for board in season.boards),
            language.say("The new season has begun: `/leaderboard board:rating period:month` shows it."),
        )
    )


def _format_board(language: Language, board: SeasonBoard) -> str:
    title = language.count(
        "**{game}**, {number} person took part",
        "**{game}**, {number} people took part",
        board.people,
        game=format_game(language, board.game_slug),
    )
    return "\n".join([title, *(format_standing(language, standing) for standing in board.first)])
