"""The commands about people: /profile, /versus and /history."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import GAMES
from bot.components import histories, profiles
from bot.components.press import asker_of
from bot.errors import Reason, Refused
from bot.models import MAXINE, Past
from bot.words.commands import COMMANDS

if TYPE_CHECKING:
    from bot.components.answers import Interaction


class Profiles(commands.Cog):
    """What people have played, and how well."""

    @app_commands.command(description=COMMANDS["profile"].description)
    @app_commands.rename(is_public="public")
    @app_commands.describe(**COMMANDS["profile"].options)
    async def profile(
        self, interaction: Interaction, user: discord.User | None = None, *, is_public: bool = False
    ) -> None:
        """Answer with how a person fares."""
        await profiles.post(interaction, _person(user or interaction.user), is_public=is_public)

    @app_commands.command(description=COMMANDS["versus"].description)
    @app_commands.rename(is_public="public")
    @app_commands.describe(**COMMANDS["versus"].options)
    async def versus(
        self,
        interaction: Interaction,
        user: discord.User,
        other: discord.User | None = None,
        *,
        is_public: bool = False,
    ) -> None:
        """Answer with the record between two players."""
        one, two = (_player(interaction, each) for each in (other or interaction.user, user))
        await profiles.post_duel(interaction, one, two, is_public=is_public)

    @app_commands.command(description=COMMANDS["history"].description)
    @app_commands.choices(game=GAMES)
    @app_commands.describe(**COMMANDS["history"].options)
    async def history(
        self,
        interaction: Interaction,
        user: discord.User | None = None,
        game: str | None = None,
        opponent: discord.User | None = None,
    ) -> None:
        """Answer with finished matches."""
        opponent_id = None if opponent is None else _player(interaction, opponent)
        past = Past(_person(user or interaction.user), asker_of(interaction), game, opponent_id)
        await histories.post(interaction, past)


def _player(interaction: Interaction, user: discord.User | discord.Member) -> int:
    """Return what matches know a player by; Refused if it is another bot."""
    return MAXINE if user == interaction.client.user else _person(user)


def _person(user: discord.User | discord.Member) -> int:
    if user.bot:
        raise Refused(Reason.BOT_PROFILE)
    return user.id
