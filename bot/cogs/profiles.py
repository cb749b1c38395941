"""The commands about people: /profile, /versus and /history."""

from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import GAMES
from bot.components import histories, profiles
from bot.components.answers import Request
from bot.components.parts import Layout
from bot.delivery.client import Interaction
from bot.delivery.interactions import reply
from bot.errors import Reason, Refused
from bot.models import MAXINE, Past
from bot.services import profile as service
from bot.words.commands import COMMANDS


class ProfileCommands(commands.Cog):
    """What people have played, and how well."""

    @app_commands.command(description=COMMANDS["profile"].description)
    @app_commands.rename(is_public="public")
    @app_commands.describe(**COMMANDS["profile"].options)
    async def profile(
        self, interaction: Interaction, user: discord.User | None = None, *, is_public: bool = False
    ) -> None:
        """Answer with a person's profile."""
        drawing = partial(profiles.draw_profile, user_id=_person(user or interaction.user))
        await reply(interaction, drawing, is_public=is_public)

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

        async def act(request: Request) -> Layout:
            duel = await service.versus(request.context, request.asker, one, two, is_public=is_public)
            return profiles.draw_duel(request.reader.language, duel)

        await reply(interaction, act, is_public=is_public)

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
        user_id = _person(user or interaction.user)

        async def act(request: Request) -> Layout:
            return await histories.draw_history(request, Past(user_id, request.asker, game, opponent_id))

        await reply(interaction, act)


def _player(interaction: Interaction, user: discord.User | discord.Member) -> int:
    """Return the id of a player in matches; Refused if it is another bot."""
    return MAXINE if user == interaction.client.user else _person(user)


def _person(user: discord.User | discord.Member) -> int:
    if user.bot:
        raise Refused(Reason.BOT_PROFILE)
    return user.id
