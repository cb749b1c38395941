"""The commands about running matches: /draw, /takeback, /matches, /stop, and Explain in a message's menu."""

from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import MATCH_SCOPES, suggest_matches
from bot.components import endings, explanations, match_lists
from bot.components.answers import Board, Request
from bot.components.boards import find_match_id
from bot.delivery.client import Interaction
from bot.delivery.interactions import reply, request_of
from bot.delivery.messages import buttons_in
from bot.errors import NoBoardError
from bot.models import Match, MatchScope, OfferKind
from bot.services import find, offers
from bot.words.commands import COMMANDS

_SUGGESTED_MOST = 25


class RunningCommands(commands.Cog):
    """Agreements between players, lists of running matches, and the powers of moderators."""

    @app_commands.command(description=COMMANDS["draw"].description)
    async def draw(self, interaction: Interaction) -> None:
        """Answer with the board and the offer on it, or with the end of the match."""
        await _reply_with_offer(interaction, "draw")

    @app_commands.command(description=COMMANDS["takeback"].description)
    async def takeback(self, interaction: Interaction) -> None:
        """Answer with the board and the question on it, or with the position before the move."""
        await _reply_with_offer(interaction, "takeback")

    @app_commands.command(description=COMMANDS["matches"].description)
    @app_commands.choices(scope=MATCH_SCOPES)
    @app_commands.describe(**COMMANDS["matches"].options)
    async def matches(self, interaction: Interaction, scope: MatchScope = "channel") -> None:
        """Answer with a list of matches."""
        await reply(interaction, partial(match_lists.draw_list, scope=scope))

    @app_commands.command(description=COMMANDS["stop"].description)
    @app_commands.rename(match_id="match")
    @app_commands.describe(**COMMANDS["stop"].options)
    async def stop(self, interaction: Interaction, match_id: int) -> None:
        """Answer with a question for confirmation."""
        await reply(interaction, partial(endings.ask_to_stop, match_id=match_id))

    @stop.autocomplete("match_id")
    async def _running_matches(
        self, interaction: Interaction, typed: int | str
    ) -> list[app_commands.Choice[int]]:
        return await suggest_matches(interaction, _list_here(interaction), str(typed))


async def _reply_with_offer(interaction: Interaction, kind: OfferKind) -> None:
    async def act(request: Request) -> Board:
        return Board(await offers.by_command(request.context, request.asker, kind), pings_mover=True)

    await reply(interaction, act, is_public=True)


async def _list_here(interaction: Interaction) -> list[Match]:
    request = request_of(interaction)
    return (await find.current_matches(request.context, request.asker, "channel", _SUGGESTED_MOST))[0]


@app_commands.context_menu(name="Explain")
async def explain_message(interaction: Interaction, message: discord.Message) -> None:
    """Answer with an explanation of the match that a message shows."""
    is_own = message.author == interaction.client.user
    match_id = find_match_id(buttons_in(message)) if is_own else None
    if match_id is None:
        raise NoBoardError
    await reply(interaction, partial(explanations.explain_match, match_id=match_id))


MENUS = (explain_message,)
"""The commands in menus."""
