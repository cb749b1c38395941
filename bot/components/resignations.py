"""The question "Really resign?" put by command: a message for the person alone, and its button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.components import boards, messages, parts
from bot.components.answers import language_of
from bot.components.parts import Layout, button
from bot.components.press import Press, asker_of
from bot.errors import StaleBoardError
from bot.services import resign
from bot.words import labels, resignations

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.components.answers import Interaction
    from bot.models import Match
    from bot.words.language import Reader


async def post(interaction: Interaction, asking: Awaitable[Match]) -> None:
    """Ask the person alone whether they really want to end the match."""

    async def answer(_: Reader) -> Layout:
        return _question(interaction, await asking)

    await messages.post_answer(interaction, answer)


def _question(interaction: Interaction, match: Match) -> Layout:
    language = language_of(interaction)
    asked = parts.text(resignations.question(language, match, interaction.user.id))
    really = ResignMatchButton.id_for(match.id, match.stand)
    row = parts.row((button(language.say(labels.REALLY_RESIGN), really, ButtonStyle.danger),))
    return Layout(asked, row, accent=parts.ASKING)


class ResignMatchButton(Press, kind="rq", numbers=2):
    """Resign by command, second press: match, its stand."""

    async def act(self, interaction: Interaction) -> None:
        """End the match and post its board; if it has gone on since the question, ask anew."""
        context = interaction.client.context
        try:
            progress = await resign.confirm_command(context, asker_of(interaction), *self.numbers)
        except StaleBoardError as stale:
            await messages.redraw(interaction, _question(interaction, stale.match))
            return
        said = resignations.confirmation(language_of(interaction), progress.match, interaction.user.id)
        await messages.attempt(messages.redraw(interaction, Layout(parts.text(said), accent=parts.OVER)))
        await boards.post_below(interaction, progress)
