"""The commands about puzzles: /puzzle, /daily and /streaks."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import DIFFICULTIES, GAMES, SCOPES, THEMES, Scope
from bot.components import messages, promises, puzzles
from bot.components.answers import NO_PINGS, Interaction, public_language_of
from bot.components.press import asker_of
from bot.models import Wish
from bot.services import daily, puzzle
from bot.words import puzzles as words
from bot.words.commands import COMMANDS


class Puzzles(commands.Cog):
    """Positions with a single solution, each for one person alone."""

    @app_commands.command(description=COMMANDS["puzzle"].description)
    @app_commands.rename(own="mine")
    @app_commands.choices(game=GAMES, difficulty=DIFFICULTIES, theme=THEMES)
    @app_commands.describe(**COMMANDS["puzzle"].options)
    async def puzzle(
        self,
        interaction: Interaction,
        game: str | None = None,
        difficulty: str = "easy",
        theme: str | None = None,
        *,
        own: bool = False,
    ) -> None:
        """Answer with a new puzzle."""
        context, asker = interaction.client.context, asker_of(interaction)
        wish = await puzzle.usual_wish(context, asker, Wish(game, difficulty, theme, own))
        await puzzles.post_puzzle(interaction, wish)

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
        language, is_of_server = public_language_of(interaction), guild_id is not None
        content = words.streaks(language, table, interaction.user.id, is_of_server=is_of_server)
        await messages.send(interaction, {"content": content, "allowed_mentions": NO_PINGS})
