"""The commands that look closer at a match: /replay, /review, /hint, /analyse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import GAMES, suggest_matches
from bot.components import analysis_boards, hints, replays, reviews
from bot.components.press import asker_of, place_of
from bot.services import analysis_board, find, hint, replay, review
from bot.words.commands import COMMANDS

if TYPE_CHECKING:
    from bot.components.answers import Interaction


class Study(commands.Cog):
    """Learning from matches."""

    @app_commands.command(description=COMMANDS["replay"].description)
    @app_commands.rename(match_id="match", is_public="public")
    @app_commands.describe(**COMMANDS["replay"].options)
    async def replay(
        self, interaction: Interaction, match_id: int | None = None, *, is_public: bool = False
    ) -> None:
        """Answer with a replay."""
        question = replay.by_command(interaction.client.context, asker_of(interaction), match_id)
        await replays.post(interaction, question, is_public=is_public)

    @app_commands.command(description=COMMANDS["review"].description)
    @app_commands.rename(match_id="match", is_public="public")
    @app_commands.describe(**COMMANDS["review"].options)
    async def review(
        self, interaction: Interaction, match_id: int | None = None, *, is_public: bool = False
    ) -> None:
        """Answer with a review."""
        match = review.by_command(interaction.client.context, asker_of(interaction), match_id)
        await reviews.post(interaction, match, is_public=is_public)

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
        context, asker = interaction.client.context, asker_of(interaction)
        beginning = analysis_board.by_command(context, asker, match_id, ply, game)
        await analysis_boards.post(interaction, beginning)

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
        return await suggest_matches(interaction, finished, str(typed))

    @app_commands.command(description=COMMANDS["hint"].description)
    async def hint(self, interaction: Interaction) -> None:
        """Answer with what to look for."""
        question = hint.by_command(interaction.client.context, asker_of(interaction))
        await hints.post(interaction, question)
