"""The commands about one match: /challenge, /board, /move, /explain, /resign."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

import engine
from bot.components import boards, explanations, invitations
from bot.errors import BotChallengeError, StorageError
from bot.models import Challenge, First, Place
from bot.services import explain, invite, play, resign, start

if TYPE_CHECKING:
    from bot.components.answers import Interaction

GAMES = [app_commands.Choice(name=engine.get_game(slug).title, value=slug) for slug in engine.game_slugs()]
LEVELS = [app_commands.Choice(name=level, value=level) for level in engine.LEVELS]


class Matches(commands.Cog):
    """Starting, playing, explaining and ending matches."""

    @app_commands.command()
    @app_commands.choices(game=GAMES, level=LEVELS)
    @app_commands.describe(
        game="Which game; tic-tac-toe if left out",
        opponent="Whom to play against; me if left out",
        level="How strongly I play; medium if left out, and nothing between people",
        first="Who makes the first move; you if left out",
    )
    async def challenge(
        self,
        interaction: Interaction,
        game: str = "tic-tac-toe",
        opponent: discord.User | None = None,
        level: str = "medium",
        first: First = "me",
    ) -> None:
        """Start a match against me or somebody else."""
        context = interaction.client.context
        challenge = Challenge(place_of(interaction), interaction.user.id, game, first)
        if opponent is None or opponent == interaction.client.user:
            await boards.post(interaction, start.challenge_maxine(context, challenge, level))
            return
        if opponent.bot:
            raise BotChallengeError
        await invitations.post(interaction, invite.invite(context, challenge, opponent.id))

    @app_commands.command()
    async def board(self, interaction: Interaction) -> None:
        """Show your match in this channel again, as a new message."""
        place = place_of(interaction)
        await boards.post(interaction, play.shown(interaction.client.context, place, interaction.user.id))

    @app_commands.command()
    @app_commands.describe(
        to="The name of the move: a cell such as b2, a column such as 4, a house such as c"
    )
    async def move(self, interaction: Interaction, to: app_commands.Range[str, 1, 100]) -> None:
        """Play a move by its name."""
        context, place = interaction.client.context, place_of(interaction)
        playing = play.by_name(context, place, interaction.user.id, to)
        await boards.post(interaction, playing, pings_mover=True)

    @move.autocomplete("to")
    async def _legal_moves(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            names = await play.names(
                interaction.client.context, place_of(interaction), interaction.user.id, typed
            )
        except StorageError:  # logged where it was met; the command itself will say what is wrong
            names = []
        return [app_commands.Choice(name=name, value=name) for name in names[:25]]

    @app_commands.command()
    @app_commands.rename(is_public="public", with_tree="tree")
    @app_commands.describe(
        ply="Look at the position before that move of the match (1 is the first)",
        is_public="Show it to everybody in the channel; only to you if left out",
        with_tree="Draw the minimax tree too, where few moves are left",
    )
    async def explain(
        self,
        interaction: Interaction,
        ply: int | None = None,
        *,
        is_public: bool = False,
        with_tree: bool = False,
    ) -> None:
        """Say what every legal move is worth, and why."""
        question = explain.by_command(
            interaction.client.context, place_of(interaction), interaction.user.id, ply, with_tree=with_tree
        )
        await explanations.post(interaction, question, is_public=is_public)

    @app_commands.command()
    async def resign(self, interaction: Interaction) -> None:
        """End your match in this channel: your opponent wins."""
        context, place = interaction.client.context, place_of(interaction)
        await boards.post(interaction, resign.by_command(context, place, interaction.user.id))


def place_of(interaction: Interaction) -> Place:
    """Return where a command was used."""
    if interaction.channel_id is None:
        raise AssertionError("a slash command is always used in a channel")
    return Place(interaction.guild_id, interaction.channel_id)
