"""The commands about puzzles: /puzzle, /daily and /streaks."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import DIFFICULTIES, GAMES, SCOPES, Scope
from bot.components import messages, promises, puzzles
from bot.components.answers import NO_PINGS, Interaction, public_language_of
from bot.components.press import place_of
from bot.models import Wish
from bot.services import daily, find
from bot.words import puzzles as words
from bot.words.commands import COMMANDS


class Puzzles(commands.Cog):
    """Positions with a single solution, each for one person alone."""

    @app_commands.command(description=COMMANDS["puzzle"].description)
    @app_commands.choices(game=GAMES, difficulty=DIFFICULTIES)
    @app_commands.describe(**COMMANDS["puzzle"].options)
    async def puzzle(
        self, interaction: Interaction, game: str | None = None, difficulty: str = "easy"
    ) -> None:
        """Answer with a new puzzle."""
        context, place = interaction.client.context, place_of(interaction)
        game = game or await find.usual_game(context, place, interaction.user.id)
        await puzzles.post_puzzle(interaction, Wish(game, difficulty))

    @app_commands.command(description=COMMANDS["daily"].description)
    async def daily(self, interaction: Interaction) -> None:
        """Answer with the puzzle of today."""
        await puzzles.post_daily(interaction)

    @app_commands.command(description=COMMANDS["streaks"].description)
    @app_commands.choices(scope=SCOPES)
    @app_commands.describe(**COMMANDS["streaks"].options)
    async def streaks(self, interaction: Interaction, scope: Scope = "server") -> None:
        """Answer with the leaderboard of streaks."""
        guild_id = interaction.guild_id if scope == "server" else None
        promises.will_post(interaction)
        table = await daily.streaks(interaction.client.context, guild_id, interaction.user.id)
        content = words.streaks(public_language_of(interaction), table, is_of_server=guild_id is not None)
        await messages.send(interaction, {"content": content, "allowed_mentions": NO_PINGS})
