"""The commands that concern no match: /leaderboard, /characters, /rules, /help and /play."""

from collections.abc import Sequence
from itertools import accumulate

import discord
from discord.ext import commands

import engine
from bot.cogs.choices import USUAL_GAME, Board, Level, Period, Scope, command
from bot.components import rankings, starts
from bot.components.answers import Request, Text
from bot.components.characters import draw_characters
from bot.components.parts import Layout
from bot.components.rules import draw_rules
from bot.delivery.client import Interaction
from bot.delivery.interactions import reply
from bot.services import find, guards
from bot.services import rankings as service
from bot.words import standings

_ROWS = 32  # of text in all embeds, for which a phone has room; a line takes two, a heading three


class CommunityCommands(commands.Cog):
    """Leaderboards, characters, rules, help, and the games as buttons."""

    @command("leaderboard")
    async def leaderboard(  # noqa: PLR0913, PLR0917 - its options
        self,
        interaction: Interaction,
        game: str | None = None,
        scope: Scope = "server",
        level: Level | None = None,
        board: Board | None = None,
        period: Period = "all",
    ) -> None:
        """Answer with the tables that are not empty, or with a board of ratings."""

        async def act(request: Request) -> Layout | Text:
            guild_id = request.place.guild_id if scope == "server" else None
            slug = await _chosen_game(request, game)
            if board is None and period == "all":
                return await _list_tables(request, slug, guild_id, level)
            key = service.key_of(request.context, board or "rating", slug, guild_id, period)
            return await rankings.draw_page(request, key)

        await reply(interaction, act, is_public=True)

    @command("characters")
    async def characters(self, interaction: Interaction, game: str | None = None) -> None:
        """Answer with the players of a game, and a menu to challenge them."""

        async def act(request: Request) -> Layout:
            return draw_characters(request.language, await _chosen_game(request, game))

        await reply(interaction, act)

    @command("rules")
    async def rules(
        self, interaction: Interaction, game: str | None = None, *, is_public: bool = False
    ) -> None:
        """Answer with the rules of a game."""

        async def act(request: Request) -> Layout:
            slug = await _chosen_game(request, game)
            guards.refuse_unknown_game(slug)
            return draw_rules(request.reader.language, engine.get_game(slug))

        await reply(interaction, act, is_public=is_public)

    @command("help")
    async def help(self, interaction: Interaction) -> None:
        """Answer with an overview of what the bot can do."""
        await reply(interaction, starts.draw_help)

    @command("play")
    async def play(self, interaction: Interaction) -> None:
        """Answer with the games as buttons."""
        await reply(interaction, starts.choose_game)


async def _list_tables(request: Request, game: str, guild_id: int | None, level: str | None) -> Text:
    """Return the tables that are not empty, as many as fit."""
    tables = await service.find_tables(request.context, game, guild_id, request.user_id, level)
    language = request.public_language
    embeds = [
        discord.Embed(
            title=standings.table_heading(language, game, table),
            description=standings.format_table(language, table),
        )
        for table in tables
    ]
    shown = embeds[: _count_fitting(embeds)]
    content = standings.heading(language, game, is_of_server=guild_id is not None)
    if not embeds:
        content += f"\n{standings.emptiness(language, game, level)}"
    if omitted := len(embeds) - len(shown):
        content += f"\n{standings.omission(language, omitted)}"
    return Text(content, tuple(shown))


def _count_fitting(embeds: Sequence[discord.Embed]) -> int:
    """Return how many embeds, from the first on, fit the screen of a phone."""
    told = (each.description or "" for each in embeds)
    rows = accumulate(3 + 2 * len(said.splitlines()) - ("…" in said) for said in told)
    return sum(row <= _ROWS for row in rows)


async def _chosen_game(request: Request, game: str | None) -> str:
    """Return the game that was asked for, else that of the person's newest match in the channel."""
    return game or await find.usual_game(request.context, request.place, request.user_id) or USUAL_GAME
