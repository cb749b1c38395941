"""The commands that study a match: /replay, /review, /hint, /analyse, /think."""

from functools import partial

from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import GAMES, THINKING_GAMES, suggest_matches
from bot.components import analysis_boards, hints, replays, reviews, thinking
from bot.delivery.client import Interaction
from bot.delivery.interactions import place_of, reply
from bot.services import find
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
        context, place = interaction.client.context, place_of(interaction)
        recent = find.recent_matches(context, place, interaction.user.id)
        return await suggest_matches(interaction, recent, str(typed))

    @review.autocomplete("match_id")
    async def _finished_matches(
        self, interaction: Interaction, typed: int | str
    ) -> list[app_commands.Choice[int]]:
        context, place = interaction.client.context, place_of(interaction)
        finished = find.finished_matches(context, place, interaction.user.id)
        return await suggest_matches(interaction, finished, str(typed), NOTHING_FINISHED)

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
