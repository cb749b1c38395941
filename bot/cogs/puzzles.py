"""The commands about puzzles: /puzzle, /daily and /streaks."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.cogs.matches import GAMES
from bot.components import messages, puzzles
from bot.components.answers import NO_PINGS, Interaction
from bot.models import Wish
from bot.rendering import puzzles as words
from bot.services import daily
from engine.puzzles import DIFFICULTIES

_DIFFICULTIES = [app_commands.Choice(name=difficulty, value=difficulty) for difficulty in DIFFICULTIES]


class Puzzles(commands.Cog):
    """Positions with a single solution, each for one person alone."""

    @app_commands.command()
    @app_commands.choices(game=GAMES, difficulty=_DIFFICULTIES)
    @app_commands.describe(
        game="Which game; any if left out",
        difficulty="How hard it is to solve; easy if left out",
    )
    async def puzzle(
        self, interaction: Interaction, game: str | None = None, difficulty: str = DIFFICULTIES[0]
    ) -> None:
        """Solve a position in which only one move wins, or saves the draw."""
        await puzzles.post_puzzle(interaction, Wish(game, difficulty))

    @app_commands.command()
    async def daily(self, interaction: Interaction) -> None:
        """Solve the puzzle of today, the same for everyone, and build a streak."""
        await puzzles.post_daily(interaction)

    @app_commands.command()
    @app_commands.describe(scope="This server's people or everybody; this server's if left out")
    async def streaks(self, interaction: Interaction, scope: Literal["server", "global"] = "server") -> None:
        """Show who has solved the daily puzzle for most days in a row."""
        guild_id = interaction.guild_id if scope == "server" else None
        table = await messages.promise_post(
            interaction, daily.streaks(interaction.client.context, guild_id, interaction.user.id)
        )
        where = "on this server" if guild_id else "everywhere"
        message = {"content": words.streaks(table, where), "allowed_mentions": NO_PINGS}
        await messages.send(interaction, message)
