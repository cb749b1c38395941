"""The commands about matches that run: /draw, /takeback, /matches, /stop, and Explain in a message's menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import MATCH_SCOPES, suggest_matches
from bot.components import boards, explanations, match_lists, stops
from bot.components.press import asker_of
from bot.models import MatchScope  # noqa: TC001 - discord.py reads it
from bot.services import explain, find, offers, stop
from bot.words.commands import COMMANDS

if TYPE_CHECKING:
    from bot.components.answers import Interaction
    from bot.models import Match

_SUGGESTED_MOST = 25


class Running(commands.Cog):
    """What players agree on, what others see of it, and what moderators can do."""

    @app_commands.command(description=COMMANDS["draw"].description)
    async def draw(self, interaction: Interaction) -> None:
        """Answer with the board and the offer on it, or with the end of the match."""
        offering = offers.by_command(interaction.client.context, asker_of(interaction), "draw")
        await boards.post(interaction, offering, pings_mover=True)

    @app_commands.command(description=COMMANDS["takeback"].description)
    async def takeback(self, interaction: Interaction) -> None:
        """Answer with the board and the question on it, or with the position before the move."""
        offering = offers.by_command(interaction.client.context, asker_of(interaction), "takeback")
        await boards.post(interaction, offering, pings_mover=True)

    @app_commands.command(description=COMMANDS["matches"].description)
    @app_commands.choices(scope=MATCH_SCOPES)
    @app_commands.describe(**COMMANDS["matches"].options)
    async def matches(self, interaction: Interaction, scope: MatchScope = "channel") -> None:
        """Answer with a list."""
        await match_lists.post(interaction, scope)

    @app_commands.command(description=COMMANDS["stop"].description)
    @app_commands.rename(match_id="match")
    @app_commands.describe(**COMMANDS["stop"].options)
    async def stop(self, interaction: Interaction, match_id: int) -> None:
        """Answer with the question whether that is really meant."""
        await stops.post(
            interaction, stop.by_number(interaction.client.context, asker_of(interaction), match_id)
        )

    @stop.autocomplete("match_id")
    async def _running_matches(
        self, interaction: Interaction, typed: int | str
    ) -> list[app_commands.Choice[int]]:
        return await suggest_matches(interaction, _list_here(interaction), str(typed))


async def _list_here(interaction: Interaction) -> list[Match]:
    context, asker = interaction.client.context, asker_of(interaction)
    return (await find.current_matches(context, asker, "channel", _SUGGESTED_MOST))[0]


@app_commands.context_menu(name="Explain")
async def explain_message(interaction: Interaction, message: discord.Message) -> None:
    """Answer with an explanation of the match that a message shows."""
    match_id = boards.find_match_id(interaction, message)
    asking = explain.by_match(interaction.client.context, asker_of(interaction), match_id)
    await explanations.post(interaction, asking)


MENUS = (explain_message,)
"""The commands in menus."""
