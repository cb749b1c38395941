"""The rules of a game: the message, and the button that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.components import parts, positions
from bot.components.answers import Manner
from bot.components.press import Press
from bot.services import find
from bot.words import rules

if TYPE_CHECKING:
    from bot.components.answers import Request
    from bot.components.parts import Layout
    from bot.words.language import Language
    from engine import Game


def draw_rules(language: Language, game: Game) -> Layout:
    """Draw how a game is played, with an example."""
    above, below = rules.format_play(language, game), rules.format_notes(language, game)
    return positions.layout(language, above, *rules.play_example(game), below, parts.RUNNING)


class RulesButton(Press, kind="mr", numbers=1, answers=Manner.PRIVATE):
    """Rules: match."""

    async def act(self, request: Request) -> Layout:
        """Show how the game of the match is played."""
        match = await find.seen_match(request.context, request.asker, *self.numbers)
        return draw_rules(request.language, match.game)
