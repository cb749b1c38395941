"""The commands about puzzles: /puzzle, /daily, /race and /streaks."""

from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import DIFFICULTIES, GAMES, SCOPES, THEMES, Scope
from bot.components import puzzles, races
from bot.components.answers import Request, Text
from bot.components.parts import Layout
from bot.delivery.client import Interaction
from bot.delivery.interactions import reply
from bot.models import AGAIN, PuzzleFilter
from bot.services import daily, puzzle
from bot.words import puzzles as words
from bot.words.commands import COMMANDS


class PuzzleCommands(commands.Cog):
    """Positions with a single solution, each for one person alone, or for all at the same time."""

    @app_commands.command(description=COMMANDS["puzzle"].description)
    @app_commands.rename(is_again="again", own="mine")
    @app_commands.choices(game=GAMES, difficulty=DIFFICULTIES, theme=THEMES)
    @app_commands.describe(**COMMANDS["puzzle"].options)
    async def puzzle(  # noqa: PLR0913 - the options that people see
        self,
        interaction: Interaction,
        game: str | None = None,
        difficulty: str = "easy",
        theme: str | None = None,
        *,
        is_again: bool = False,
        own: bool = False,
    ) -> None:
        """Answer with a new puzzle."""

        async def act(request: Request) -> Layout:
            asked = AGAIN if is_again and not own else difficulty
            puzzle_filter = PuzzleFilter(game, asked, theme, own)
            usual = await puzzle.with_usual_game(request.context, request.asker, puzzle_filter)
            return await puzzles.draw_puzzle(request, usual)

        await reply(interaction, act)

    @app_commands.command(description=COMMANDS["daily"].description)
    async def daily(self, interaction: Interaction) -> None:
        """Answer with today's puzzle."""
        await reply(interaction, puzzles.draw_daily)

    @app_commands.command(description=COMMANDS["race"].description)
    @app_commands.rename(is_weekly="weekly")
    @app_commands.choices(game=GAMES)
    @app_commands.describe(**COMMANDS["race"].options)
    async def race(
        self, interaction: Interaction, game: str | None = None, *, is_weekly: bool = False
    ) -> None:
        """Answer with a message in which everybody can solve the same puzzles."""
        begin = partial(races.begin_race, game_slug=game, is_weekly=is_weekly)
        await reply(interaction, begin, is_public=True)

    @app_commands.command(description=COMMANDS["streaks"].description)
    @app_commands.choices(scope=SCOPES)
    @app_commands.describe(**COMMANDS["streaks"].options)
    async def streaks(self, interaction: Interaction, scope: Scope = "server") -> None:
        """Answer with the leaderboard of streaks."""

        async def act(request: Request) -> Text:
            guild_id = request.place.guild_id if scope == "server" else None
            table = await daily.find_streaks(request.context, guild_id, request.user_id)
            language, is_of_server = request.public_language, guild_id is not None
            return Text(words.format_streaks(language, table, request.user_id, is_of_server=is_of_server))

        await reply(interaction, act, is_public=True)
