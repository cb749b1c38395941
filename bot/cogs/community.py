"""The commands about no match: /leaderboard, /characters, /rules and /help."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

import engine
from bot.cogs.choices import BOARDS, GAMES, PERIODS, SCOPES, USUAL_GAME, Board, Level, Period, Scope
from bot.components import messages, promises, rankings
from bot.components.answers import NO_PINGS, Interaction, language_of, public_language_of, reader_of
from bot.components.characters import draw_characters
from bot.components.press import place_of
from bot.components.rules import draw_rules
from bot.services import find, guards
from bot.services import rankings as ranking_service
from bot.services import standings as service
from bot.words import standings
from bot.words.commands import COMMANDS
from bot.words.help import guide

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.components.parts import Layout
    from bot.words.language import Reader


_EMBEDS_MOST, _LONGEST_EMBEDS = 10, 6_000  # characters in all of them; Discord takes no more


class Community(commands.Cog):
    """Who has won how much, how games are played, and what there is to do."""

    @app_commands.command(description=COMMANDS["leaderboard"].description)
    @app_commands.choices(game=GAMES, scope=SCOPES, board=BOARDS, period=PERIODS)
    @app_commands.describe(**COMMANDS["leaderboard"].options)
    async def leaderboard(  # noqa: PLR0913, PLR0917 - its options
        self,
        interaction: Interaction,
        game: str | None = None,
        scope: Scope = "server",
        level: Level | None = None,
        board: Board | None = None,
        period: Period = "all",
    ) -> None:
        """Answer with the tables that have anybody in them, or with a board of ratings."""
        guild_id = interaction.guild_id if scope == "server" else None
        promises.will_post(interaction)
        game = await _chosen_game(interaction, game)
        if board is not None or period != "all":
            context = interaction.client.context
            key = ranking_service.key_of(context, board or "rating", game, guild_id, period)
            await rankings.post(interaction, key)
            return
        tables = await service.tables(interaction.client.context, game, guild_id, interaction.user.id, level)
        language = public_language_of(interaction)
        embeds = [
            discord.Embed(
                title=standings.table_heading(language, table),
                description=standings.format_table(language, table),
            )
            for table in tables
        ]
        shown = embeds[: _count_fitting(embeds)]
        content = standings.heading(language, game, is_of_server=guild_id is not None)
        if not embeds:
            content += f"\n{standings.emptiness(language, level)}"
        if omitted := len(embeds) - len(shown):
            content += f"\n{standings.omission(language, omitted)}"
        await messages.send(interaction, {"content": content, "embeds": shown, "allowed_mentions": NO_PINGS})

    @app_commands.command(description=COMMANDS["characters"].description)
    @app_commands.choices(game=GAMES)
    @app_commands.describe(**COMMANDS["characters"].options)
    async def characters(self, interaction: Interaction, game: str | None = None) -> None:
        """Answer with who plays a game, and a menu to challenge them."""
        game = await _chosen_game(interaction, game)

        async def answer(reader: Reader) -> Layout:
            return draw_characters(reader.language, game)

        await messages.post_answer(interaction, answer)

    @app_commands.command(description=COMMANDS["rules"].description)
    @app_commands.choices(game=GAMES)
    @app_commands.rename(is_public="public")
    @app_commands.describe(**COMMANDS["rules"].options)
    async def rules(
        self, interaction: Interaction, game: str | None = None, *, is_public: bool = False
    ) -> None:
        """Answer with the rules of a game."""
        promises.will_post(interaction, is_public=is_public)
        game = await _chosen_game(interaction, game)
        guards.refuse_unknown_game(game)
        language = reader_of(interaction, is_public=is_public).language
        layout = draw_rules(language, engine.get_game(game))
        await messages.send(interaction, messages.posted_with(layout), is_public=is_public)

    @app_commands.command(description=COMMANDS["help"].description)
    async def help(self, interaction: Interaction) -> None:
        """Answer with what there is to do."""
        await messages.send(interaction, {"content": guide(language_of(interaction))}, is_public=False)


def _count_fitting(embeds: Sequence[discord.Embed]) -> int:
    """Return how many embeds, from the first on, fit into a message."""
    lengths = accumulate(map(len, embeds[:_EMBEDS_MOST]))
    return sum(length <= _LONGEST_EMBEDS for length in lengths)


async def _chosen_game(interaction: Interaction, game: str | None) -> str:
    """Return the game that was asked for, else that of the person's newest match here."""
    context, place = interaction.client.context, place_of(interaction)
    return game or await find.usual_game(context, place, interaction.user.id) or USUAL_GAME
