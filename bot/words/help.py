"""The help, in one short message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.words.names import format_game

if TYPE_CHECKING:
    from bot.words.language import Language


def guide(language: Language) -> str:
    """Say what there is to do, and with which command."""
    games = [format_game(language, slug) for slug in engine.game_slugs()]
    return language.say(
        """\
**I play board games, perfectly or as weakly as you ask, and I can always say why.**
`/challenge` starts a match of any `game`: against me (choose a `level`), or name an `opponent`.
`/board` shows your match here again, as a new message.
`/move` plays by name: the middle is `b2`.
`/explain` says what every legal move is worth, and why; `ply` goes back to an earlier move, \
and `tree` draws how play can go on.
`/hint` helps with your move; `/replay` steps through a match; `/review` says how well it was played; \
`/analyse` tries moves out.
`/puzzle` asks you for the move that wins; `/daily` is the same for all, and `/streaks` counts days.
`/arena` lets two levels or characters meet, and says who won more.
`/resign` ends your match here.
`/rules` says how a `game` is played: {games}; `/characters` who I can be.
`/leaderboard` shows who has won how much; `/help` shows this.
A match waits for you for a week, whatever happens to me in between.""",
        games="; ".join(games),
    )
