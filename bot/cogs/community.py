"""The commands about no match: /leaderboard, /rules and /help."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

import engine
from bot.cogs.matches import GAMES
from bot.components import messages, parts, positions
from bot.components.answers import NO_PINGS, Interaction
from bot.rendering import rules as how
from bot.rendering import words
from bot.rendering.help import HELP
from bot.services import find, standings


class Community(commands.Cog):
    """Who has won how much, how games are played, and what there is to do."""

    @app_commands.command()
    @app_commands.choices(game=GAMES)
    @app_commands.describe(
        game="Which game; tic-tac-toe if left out",
        scope="This server's matches or everybody's; this server's if left out",
    )
    async def leaderboard(
        self,
        interaction: Interaction,
        game: str = "tic-tac-toe",
        scope: Literal["server", "global"] = "server",
    ) -> None:
        """Show who has won how much, between people and against me."""
        guild_id = interaction.guild_id if scope == "server" else None
        tables = await messages.promise_post(
            interaction, standings.tables(interaction.client.context, game, guild_id, interaction.user.id)
        )
        where = "on this server" if guild_id else "everywhere"
        title = f"### {engine.get_game(game).title}, {where}"
        embeds = [
            discord.Embed(title=words.leaderboard_heading(table), description=words.leaderboard(table))
            for table in tables
        ]
        content = (
            title if embeds else f"{title}\nNobody has finished a match yet. Be the first: `/challenge`."
        )
        await messages.send(interaction, {"content": content, "embeds": embeds, "allowed_mentions": NO_PINGS})

    @app_commands.command()
    @app_commands.choices(game=GAMES)
    @app_commands.rename(is_public="public")
    @app_commands.describe(
        game="Which game; tic-tac-toe if left out",
        is_public="Show them to everybody in the channel; only to you if left out",
    )
    async def rules(
        self, interaction: Interaction, game: str = "tic-tac-toe", *, is_public: bool = False
    ) -> None:
        """Say how a game is played, with an example."""
        find.refuse_unknown_game(game)
        above, below = how.above(game), how.below(game)
        layout = positions.layout(above, *how.example(game), below, accent=parts.RUNNING)
        await messages.send(interaction, messages.posted_with(layout), is_public=is_public)

    @app_commands.command()
    async def help(self, interaction: Interaction) -> None:
        """Say what I can do."""
        await messages.send(interaction, {"content": HELP}, is_public=False)
