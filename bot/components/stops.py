"""The question whether a moderator really wants to end a match, and its buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import ButtonStyle

from bot.components import boards, drawings, messages, parts
from bot.components.answers import language_of
from bot.components.parts import Layout, button
from bot.components.press import Press, asker_of, redraw_answer
from bot.services import stop
from bot.words import labels, matches, offers

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.components.answers import Interaction
    from bot.models import Match
    from bot.words.language import Language, Reader

STOP = "sq"


async def post(interaction: Interaction, asking: Awaitable[Match]) -> None:
    """Ask the moderator alone whether they really want to end the match."""

    async def answer(reader: Reader) -> Layout:
        return _question(reader.language, await asking)

    await messages.post_answer(interaction, answer)


def _question(language: Language, match: Match) -> Layout:
    heading, status = matches.heading(language, match), matches.format_status(language, match)
    asked = parts.text(f"{heading}\n{status}\n**{offers.question_to_moderator(language)}**")
    really = button(language.say(labels.REALLY_END), ReallyStopButton.id_for(match.id), ButtonStyle.danger)
    return Layout(asked, parts.row((really,)), accent=parts.ASKING)


class StopButton(Press, kind=STOP, numbers=1):
    """End the match, first press: match."""

    async def act(self, interaction: Interaction) -> None:
        """Ask once more."""
        context, [match_id] = interaction.client.context, self.numbers

        async def answer(reader: Reader) -> Layout:
            return _question(reader.language, await stop.by_number(context, asker_of(interaction), match_id))

        await redraw_answer(interaction, answer)


class ReallyStopButton(Press, kind="sy", numbers=1):
    """End the match, second press: match."""

    async def act(self, interaction: Interaction) -> None:
        """End it, and post its board with a ping for the players, in the thread if it is played in one."""
        client = interaction.client
        progress = await stop.confirm(client.context, asker_of(interaction), *self.numbers)
        said = parts.text(offers.confirmation_to_moderator(language_of(interaction)))
        layout = Layout(said, accent=parts.OVER)
        if progress.match.place.channel_id != interaction.channel_id:
            await drawings.draw_again(client, progress.match.id)
            await messages.redraw(interaction, layout)
            return
        await messages.attempt(messages.redraw(interaction, layout))
        people = [player.user_id for player in progress.match.players if player.user_id is not None]
        pings = discord.AllowedMentions(users=[discord.Object(user_id) for user_id in people])
        await boards.post_below(interaction, progress, pings)
