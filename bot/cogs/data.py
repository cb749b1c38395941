"""The commands about stored data and settings: /privacy, of a person, and /settings, of a server."""

from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.components import privacy, settings
from bot.delivery.client import Interaction
from bot.delivery.interactions import reply
from bot.delivery.responder import suggest
from bot.services import settings as service
from bot.words.commands import COMMANDS

_SUGGESTED_MOST = 25


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

    @app_commands.command(description=COMMANDS["settings"].description)
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.rename(time_zone="timezone")
    @app_commands.describe(**COMMANDS["settings"].options)
    async def settings(self, interaction: Interaction, time_zone: str | None = None) -> None:
        """Answer with a sheet of the server's settings, or change the time zone."""
        if time_zone is None:
            await reply(interaction, settings.open_settings, is_sheet=True)
        else:
            await reply(interaction, partial(settings.change_time_zone, name=time_zone))

    @settings.autocomplete("time_zone")
    async def _time_zones(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        zones = (await service.suggest_time_zones(typed))[:_SUGGESTED_MOST]
        return await suggest(interaction, [app_commands.Choice(name=zone, value=zone) for zone in zones])
