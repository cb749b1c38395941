"""The commands to learn by: /replay, /review, /hint, /analyse, /think, /puzzle, /daily, /race, /streaks."""

from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import THINKING_GAMES, Scope, command, suggest_matches
from bot.components import analysis_boards, hints, puzzles, races, replays, reviews, thinking
from bot.components.answers import Request, Text
from bot.components.parts import Layout
from bot.delivery.client import Interaction
from bot.delivery.interactions import reply
from bot.models import AGAIN, PuzzleFilter
from bot.services import daily, find, puzzle
from bot.words import puzzles as words
from bot.words.match_lists import NOTHING_FINISHED


class StudyCommands(commands.Cog):
    """Learning from matches."""

    @command("replay")
    async def replay(
        self, interaction: Interaction, match_id: int | None = None, *, is_public: bool = False
    ) -> None:
        """Answer with a replay."""
        act = partial(replays.replay_here, match_id=match_id)
        await reply(interaction, act, is_public=is_public)

    @command("review")
    async def review(
        self, interaction: Interaction, match_id: int | None = None, *, is_public: bool = False
    ) -> None:
        """Answer with a review."""
        act = partial(reviews.review_here, match_id=match_id or None)  # 0 where there was none to choose
        await reply(interaction, act, is_public=is_public)

    @command("analyse")
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

    @command("hint")
    async def hint(self, interaction: Interaction) -> None:
        """Answer with what to look for."""
        await reply(interaction, hints.hint_here)

    @command("think", game=THINKING_GAMES)
    async def think(self, interaction: Interaction, game: str | None = None) -> None:
        """Answer with the lesson on how the bot thinks."""
        await reply(interaction, partial(thinking.begin_lesson, game=game))


class PuzzleCommands(commands.Cog):
    """Positions with a single solution, each for one person alone, or for all at the same time."""

    @command("puzzle")
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

    @command("daily")
    async def daily(self, interaction: Interaction) -> None:
        """Answer with today's puzzle."""
        await reply(interaction, puzzles.draw_daily)

    @command("race")
    async def race(
        self, interaction: Interaction, game: str | None = None, *, is_weekly: bool = False
    ) -> None:
        """Answer with a message in which everybody can solve the same puzzles."""
        begin = partial(races.begin_race, game_slug=game, is_weekly=is_weekly)
        await reply(interaction, begin, is_public=True)

    @command("streaks")
    async def streaks(self, interaction: Interaction, scope: Scope = "server") -> None:
        """Answer with the leaderboard of streaks."""

        async def act(request: Request) -> Text:
            guild_id = request.place.guild_id if scope == "server" else None
            table = await daily.find_streaks(request.context, guild_id, request.user_id)
            language, is_of_server = request.public_language, guild_id is not None
            return Text(words.format_streaks(language, table, request.user_id, is_of_server=is_of_server))

        await reply(interaction, act, is_public=True)
