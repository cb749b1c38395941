"""The commands about one match: /challenge, /board, /move, /explain, /resign."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import FIRST, GAMES, USUAL_GAME, Level, suggest_matches
from bot.components import boards, explanations, invitations, promises, resignations
from bot.components.press import asker_of, place_of
from bot.errors import AbsentOpponentError, BotChallengeError, StorageError
from bot.models import Challenge, First
from bot.services import explain, find, invite, play, resign, start
from bot.words.commands import COMMANDS

if TYPE_CHECKING:
    from bot.components.answers import Interaction


class Matches(commands.Cog):
    """Starting, playing, explaining and ending matches."""

    @app_commands.command(description=COMMANDS["challenge"].description)
    @app_commands.choices(game=GAMES, first=FIRST)
    @app_commands.describe(**COMMANDS["challenge"].options)
    async def challenge(
        self,
        interaction: Interaction,
        game: str = USUAL_GAME,
        opponent: discord.User | None = None,
        level: Level = "medium",
        first: First = "me",
    ) -> None:
        """Answer with a board, or with an invitation to a person."""
        context = interaction.client.context
        challenge = Challenge(place_of(interaction), interaction.user.id, game, first)
        if opponent is None or opponent == interaction.client.user:
            await boards.post(interaction, start.challenge_maxine(context, challenge, level))
            return
        if opponent.bot:
            raise BotChallengeError
        if interaction.context.dm_channel and opponent != interaction.user:
            raise AbsentOpponentError(opponent.id)
        await invitations.post(interaction, invite.invite(context, challenge, opponent.id))

    @app_commands.command(description=COMMANDS["board"].description)
    async def board(self, interaction: Interaction) -> None:
        """Answer with a board as a new message."""
        place = place_of(interaction)
        await boards.post(interaction, play.shown(interaction.client.context, place, interaction.user.id))

    @app_commands.command(description=COMMANDS["move"].description)
    @app_commands.describe(**COMMANDS["move"].options)
    async def move(self, interaction: Interaction, to: app_commands.Range[str, 1, 100]) -> None:
        """Play, and answer with the board as a new message."""
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
        choices = [app_commands.Choice(name=name, value=name) for name in names[:25]]
        return await promises.suggest(interaction, choices)

    @app_commands.command(description=COMMANDS["explain"].description)
    @app_commands.rename(is_public="public", with_tree="tree")
    @app_commands.describe(**COMMANDS["explain"].options)
    async def explain(
        self,
        interaction: Interaction,
        ply: int | None = None,
        *,
        is_public: bool = False,
        with_tree: bool = False,
    ) -> None:
        """Answer with an explanation."""
        question = explain.by_command(
            interaction.client.context, asker_of(interaction), ply, with_tree=with_tree
        )
        await explanations.post(interaction, question, is_public=is_public)

    @app_commands.command(description=COMMANDS["resign"].description)
    @app_commands.rename(match_id="match")
    @app_commands.describe(**COMMANDS["resign"].options)
    async def resign(self, interaction: Interaction, match_id: int | None = None) -> None:
        """Answer with the question whether that is really meant."""
        asking = resign.by_command(interaction.client.context, asker_of(interaction), match_id)
        await resignations.post(interaction, asking)

    @resign.autocomplete("match_id")
    async def _own_matches(
        self, interaction: Interaction, typed: int | str
    ) -> list[app_commands.Choice[int]]:
        context, place = interaction.client.context, place_of(interaction)
        running = find.running_matches(context, place, interaction.user.id)
        return await suggest_matches(interaction, running, str(typed))
