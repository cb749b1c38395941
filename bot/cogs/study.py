"""The commands to learn by: /replay, /review, /hint, /analyse, /think, /puzzle, /daily, /race, /streaks."""

from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import DIFFICULTIES, GAMES, SCOPES, THEMES, THINKING_GAMES, Scope, suggest_matches
from bot.components import analysis_boards, hints, puzzles, races, replays, reviews, thinking
from bot.components.answers import Request, Text
from bot.components.parts import Layout
from bot.delivery.client import Interaction
from bot.delivery.interactions import reply
from bot.models import AGAIN, PuzzleFilter
from bot.services import daily, find, puzzle
from bot.words import puzzles as words
from bot.words.commands import COMMANDS
from bot.words.match_lists import NOTHING_FINISHED


class StudyCommands(commands.Cog):
    """Learning from matches."""

    @app_commands.command(description=COMMANDS["replay"].description)
    @app_commands.rename(match_id="match", is_public="public")
    @app_commands.describe(**COMMANDS["replay"].options)
    async def replay(
        self, interaction: Interaction, match_id: int | None = None, *, is_public: bool = False
    ) -> None:
        """Answer with a replay."""
        act = partial(replays.replay_here, match_id=match_id)
        await reply(interaction, act, is_public=is_public)

    @app_commands.command(description=COMMANDS["review"].description)
    @app_commands.rename(match_id="match", is_public="public")
    @app_commands.describe(**COMMANDS["review"].options)
    async def review(
        self, interaction: Interaction, match_id: int | None = None, *, is_public: bool = False
    ) -> None:
        """Answer with a review."""
        act = partial(reviews.review_here, match_id=match_id or None)  # 0 where there was none to choose
        await reply(interaction, act, is_public=is_public)

    @app_commands.command(description=COMMANDS["analyse"].description)
    @app_commands.choices(game=GAMES)
    @app_commands.rename(match_id="match")
    @app_commands.describe(**COMMANDS["analyse"].options)
    async def analyse(
        self,
        interaction: Interaction,
        match_id: int | None = None,
        ply: int | None = None,
        game: str | None = None,
    ) -> None:
        """Answer with a board to try out moves on."""
        act = partial(analysis_boards.draw_analysis_board, match_id=match_id, ply=ply, game=game)
        await reply(interaction, act)

    @analyse.autocomplete("match_id")
    @replay.autocomplete("match_id")
    async def _matches(self, interaction: Interaction, typed: int | str) -> list[app_commands.Choice[int]]:
        return await suggest_matches(interaction, find.recent_matches, typed)

    @review.autocomplete("match_id")
    async def _finished_matches(
        self, interaction: Interaction, typed: int | str
    ) -> list[app_commands.Choice[int]]:
        return await suggest_matches(interaction, find.finished_matches, typed, NOTHING_FINISHED)

    @app_commands.command(description=COMMANDS["hint"].description)
    async def hint(self, interaction: Interaction) -> None:
        """Answer with what to look for."""
        await reply(interaction, hints.hint_here)

    @app_commands.command(description=COMMANDS["think"].description)
    @app_commands.choices(game=THINKING_GAMES)
    @app_commands.describe(**COMMANDS["think"].options)
    async def think(self, interaction: Interaction, game: str | None = None) -> None:
        """Answer with the lesson on how the bot thinks."""
        await reply(interaction, partial(thinking.begin_lesson, game=game))


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
