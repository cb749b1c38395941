"""The commands about tournaments: /tournament create, join, start, cancel and show."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs import choices
from bot.cogs.choices import GAMES, USUAL_GAME, Level
from bot.components import tournaments
from bot.components.press import asker_of, place_of
from bot.errors import Reason, Refused
from bot.models import PACES, Challenge
from bot.services import tournaments as service
from bot.words.commands import COMMANDS

if TYPE_CHECKING:
    from bot.components.answers import Interaction
    from bot.components.tournaments import Change
    from bot.models import Tournament

_USUAL_PACE = "1 day"
_PACES = [choice for choice in choices.PACES if PACES[choice.value] is not None]


class Tournaments(
    commands.GroupCog, group_name="tournament", group_description=COMMANDS["tournament"].description
):
    """Everybody in a channel against everybody, or by the Swiss system."""

    @app_commands.command(description=COMMANDS["tournament create"].description)
    @app_commands.choices(game=GAMES, pace=_PACES)
    @app_commands.describe(**COMMANDS["tournament create"].options)
    async def create(
        self,
        interaction: Interaction,
        game: str = USUAL_GAME,
        pace: str = _USUAL_PACE,
        maxine: Level | None = None,
    ) -> None:
        """Answer with a message by which everybody can take part."""
        _refuse_silence(interaction)
        challenge = Challenge(place_of(interaction), interaction.user.id, game, "random")
        seconds = PACES[pace] or 0
        creating = service.create(interaction.client.context, challenge, seconds, maxine)
        await tournaments.post(interaction, creating)

    @app_commands.command(description=COMMANDS["tournament join"].description)
    async def join(self, interaction: Interaction) -> None:
        """Enter the person."""
        await _do(interaction, service.join, "join")

    @app_commands.command(description=COMMANDS["tournament start"].description)
    async def start(self, interaction: Interaction) -> None:
        """Begin the first round."""
        _refuse_silence(interaction)
        await tournaments.begin(interaction, lambda change: _do(interaction, change, "start"))

    @app_commands.command(description=COMMANDS["tournament cancel"].description)
    async def cancel(self, interaction: Interaction) -> None:
        """Call it off."""
        await _do(interaction, service.cancel, "cancel")

    @app_commands.command(description=COMMANDS["tournament show"].description)
    async def show(self, interaction: Interaction) -> None:
        """Answer with the tournament as a new message."""
        await tournaments.post(interaction, service.newest(interaction.client.context, asker_of(interaction)))


async def _do(interaction: Interaction, change: Change, deed: str) -> None:
    """Change the channel's newest tournament, and confirm it."""
    context, asker = interaction.client.context, asker_of(interaction)

    async def changing() -> Tournament:
        return await change(context, asker, (await service.newest(context, asker)).id)

    await tournaments.confirm(interaction, changing(), deed)


def _refuse_silence(interaction: Interaction) -> None:
    """Raise the error that says why she can post no boards in the channel by herself, if she cannot.

    Raises:
        Refused: she is no member of the server.
        Refused: she may not post there.
    """
    if not interaction.is_guild_integration() or interaction.guild_id is None:
        raise Refused(Reason.HOMELESS_TOURNAMENT)
    may = interaction.app_permissions
    is_thread = isinstance(interaction.channel, discord.Thread)
    if not may.view_channel or not (may.send_messages_in_threads if is_thread else may.send_messages):
        raise Refused(Reason.MUTED_TOURNAMENT)
