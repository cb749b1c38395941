"""The rules of a game: how they look in a message, and the button that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.components import messages, parts, positions
from bot.components.press import Press, asker_of
from bot.services import find
from bot.words import rules

if TYPE_CHECKING:
    from bot.components.answers import Interaction
    from bot.components.parts import Layout
    from bot.words.language import Language, Reader
    from engine import Game


def draw_rules(language: Language, game: Game) -> Layout:
    """Draw how a game is played, with an example."""
    above, below = rules.format_play(language, game), rules.format_notes(language, game)
    return positions.layout(language, above, *rules.play_example(game), below, parts.RUNNING)


class RulesButton(Press, kind="mr", numbers=1):
    """Rules: match."""

    async def act(self, interaction: Interaction) -> None:
        """Show privately how the game of the match is played."""
        context, [match_id] = interaction.client.context, self.numbers

        async def answer(reader: Reader) -> Layout:
            match = await find.seen_match(context, asker_of(interaction), match_id)
            return draw_rules(reader.language, match.game)

        await messages.post_answer(interaction, answer)
