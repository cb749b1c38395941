"""The commands about people, and what is stored of them and of servers: /profile, /privacy, /settings."""

from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import command
from bot.components import histories, privacy, profiles, settings
from bot.components.answers import Request
from bot.components.parts import Layout
from bot.delivery.client import Interaction
from bot.delivery.interactions import reply
from bot.delivery.responder import suggest
from bot.errors import Reason, Refused
from bot.models import MAXINE, Past
from bot.services import profile as service
from bot.services.settings import suggest_time_zones
from bot.words.commands import COMMANDS


class ProfileCommands(commands.Cog):
    """What people have played, and how well."""

    @command("profile")
    async def profile(
        self, interaction: Interaction, user: discord.User | None = None, *, is_public: bool = False
    ) -> None:
        """Answer with a person's profile."""
        drawing = partial(profiles.draw_profile, user_id=_person(user or interaction.user))
        await reply(interaction, drawing, is_public=is_public)

    @command("versus")
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

    @command("history")
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


class DataCommands(commands.Cog):
    """People's control over their own data, and managers' over the settings of their server."""

    privacy = app_commands.Group(name="privacy", description=COMMANDS["privacy"].description)

    @privacy.command(description=COMMANDS["privacy export"].description)
    async def export(self, interaction: Interaction) -> None:
        """Answer with a file."""
        await reply(interaction, privacy.export_data)

    @privacy.command(description=COMMANDS["privacy delete"].description)
    async def delete(self, interaction: Interaction) -> None:
        """Answer with a question for confirmation."""
        await reply(interaction, privacy.ask_to_forget)

    @privacy.command(description=COMMANDS["privacy hide"].description)
    async def hide(self, interaction: Interaction) -> None:
        """Answer with where the person is listed from now on."""
        await reply(interaction, privacy.hide_from_lists)

    @privacy.command(description=COMMANDS["privacy show"].description)
    async def show(self, interaction: Interaction) -> None:
        """Answer with where the person is listed from now on."""
        await reply(interaction, privacy.show_in_lists)

    @command("settings")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def settings(self, interaction: Interaction, time_zone: str | None = None) -> None:
        """Answer with a sheet of the server's settings, or change the time zone."""
        if time_zone is None:
            await reply(interaction, settings.open_settings, is_sheet=True)
        else:
            await reply(interaction, partial(settings.change_time_zone, name=time_zone))

    @settings.autocomplete("time_zone")
    async def _time_zones(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        zones = await suggest_time_zones(typed)
        return await suggest(interaction, [app_commands.Choice(name=zone, value=zone) for zone in zones])
