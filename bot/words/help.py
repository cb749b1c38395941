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
**Play.** `/challenge` starts a match of any `game`: against me (choose a `level`), an `opponent`, or \
with `open` whoever accepts. `/move` plays by name: the middle is `b2`. `/board` shows your match here \
again, `/matches` all that run. `/draw` offers a draw, `/takeback` takes a move back, `/resign` gives up.
**Learn.** `/explain` says what every legal move is worth, and why: `ply` goes back to an earlier move, \
and `tree` draws how play can go on. `/hint` helps with your move. `/replay` steps through a match, \
`/review` says how well it was played, `/analyse` tries moves out. `/puzzle` asks you for the move that \
wins; `/daily` is the same for all, and `/streaks` counts days.
**Compare.** `/leaderboard`, `/profile`, `/versus` and `/history` show who has won what. `/tournament` lets \
everybody here play, `/arena` two of my levels.
**Know.** `/rules` says how a `game` is played: {games}. `/characters` says who I can be.
**Decide.** `/block` keeps challenges away, `/unblock` lets them in. `/privacy` shows what I keep about you, \
and deletes it. For those who run the server: `/settings` and `/stop`.
A match without a time limit waits for you for a week, whatever happens to me in between.""",
        games="; ".join(games),
    )
