"""The commands that look closer at a match: /replay, /review, /hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.matches import place_of
from bot.components import hints, replays, reviews
from bot.errors import StorageError
from bot.rendering.choices import choice
from bot.services import find, hint, replay, review

if TYPE_CHECKING:
    from bot.components.answers import Interaction
    from bot.models import Match

_CHOICES_MOST = 25


class Study(commands.Cog):
    """Learning from matches."""

    @app_commands.command()
    @app_commands.rename(match_id="match", is_public="public")
    @app_commands.describe(
        match_id="Which match; your newest finished one here if left out",
        is_public="Show it to everybody in the channel; only to you if left out",
    )
    async def replay(
        self, interaction: Interaction, match_id: int | None = None, *, is_public: bool = False
    ) -> None:
        """Step through a match, with what every move was worth, and see all of it as a film."""
        place, user_id = place_of(interaction), interaction.user.id
        question = replay.by_command(interaction.client.context, place, user_id, match_id)
        await replays.post(interaction, question, is_public=is_public)

    @app_commands.command()
    @app_commands.rename(match_id="match", is_public="public")
    @app_commands.describe(
        match_id="Which finished match; your newest one here if left out",
        is_public="Show it to everybody in the channel; only to you if left out",
    )
    async def review(
        self, interaction: Interaction, match_id: int | None = None, *, is_public: bool = False
    ) -> None:
        """Say how well a match was played: what every move gave away, and how accurate both players were."""
        place, user_id = place_of(interaction), interaction.user.id
        match = review.by_command(interaction.client.context, place, user_id, match_id)
        await reviews.post(interaction, match, is_public=is_public)

    @replay.autocomplete("match_id")
    async def _matches(self, interaction: Interaction, typed: int | str) -> list[app_commands.Choice[int]]:
        return _choices(interaction, await _recent_matches(interaction), str(typed))

    @review.autocomplete("match_id")
    async def _finished_matches(
        self, interaction: Interaction, typed: int | str
    ) -> list[app_commands.Choice[int]]:
        finished = [match for match in await _recent_matches(interaction) if match.is_over]
        return _choices(interaction, finished, str(typed))

    @app_commands.command()
    async def hint(self, interaction: Interaction) -> None:
        """Give a hint for your next move in this channel: first what to look for, then the move."""
        question = hint.by_command(interaction.client.context, place_of(interaction), interaction.user.id)
        await hints.post(interaction, question)


async def _recent_matches(interaction: Interaction) -> list[Match]:
    try:
        return await find.recent_matches(
            interaction.client.context, place_of(interaction), interaction.user.id
        )
    except StorageError:  # logged where it was met; the command itself will say what is wrong
        return []


def _choices(interaction: Interaction, matches: list[Match], typed: str) -> list[app_commands.Choice[int]]:
    now, wanted = interaction.client.context.now(), typed.strip().lower()
    named = ((choice(match, interaction.user.id, now), match.id) for match in matches)
    found = [app_commands.Choice(name=name, value=id_) for name, id_ in named if wanted in name.lower()]
    return found[:_CHOICES_MOST]
