"""The command /arena: two of the bot's players against each other."""

from functools import partial

from discord import app_commands
from discord.ext import commands

from bot import policy
from bot.cogs.choices import GAMES, USUAL_GAME, Level
from bot.components import arenas
from bot.delivery.client import Interaction
from bot.delivery.interactions import reply
from bot.services import arena
from bot.words.commands import COMMANDS


class ArenaCommands(commands.Cog):
    """The command that shows which of two players is stronger."""

    @app_commands.command(description=COMMANDS["arena"].description)
    @app_commands.choices(game=GAMES)
    @app_commands.describe(**COMMANDS["arena"].options)
    async def arena(  # noqa: PLR0913, PLR0917 - the options are a contract
        self,
        interaction: Interaction,
        x: Level,
        o: Level,
        game: str = USUAL_GAME,
        games: app_commands.Range[int, 1, policy.MOST_ARENA_GAMES] = policy.ARENA_GAMES,
        seed: app_commands.Range[int, 0, 2**53 - 1] | None = None,
    ) -> None:
        """Answer with a message that counts the games, and shows the result at the end."""
        series = arena.set_up(interaction.client.context, game, (x, o), games, seed)
        await reply(interaction, partial(arenas.show_series, series=series), is_public=True)
