"""The commands about matches: to begin, play, explain and end them, and Explain in a message's menu."""

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import MATCH_SCOPES, Level, command, suggest_matches
from bot.cogs.options import is_bare
from bot.components import endings, explanations, match_lists, sheets
from bot.components.answers import Answer, Board, Request, Text
from bot.components.boards import find_match_id, vote
from bot.components.parts import Sheet
from bot.components.sheets import Wish
from bot.delivery.client import Interaction
from bot.delivery.interactions import place_of, reply
from bot.delivery.messages import buttons_in
from bot.delivery.responder import suggest
from bot.errors import Reason, Refused, StorageError
from bot.models import PACES, Blocks, First, MatchScope, OfferKind
from bot.services import find, offers, play, privacy
from bot.words.privacy import format_blocks


@app_commands.context_menu(name="Challenge")
async def challenge_person(interaction: Interaction, person: discord.User) -> None:
    """Answer with a sheet on which a person is challenged."""

    async def act(request: Request) -> Sheet:
        invitee = request.people[str(person.id)]
        if invitee.is_maxine:
            return await sheets.open_challenge(request)
        sheets.refuse_opponent(request, invitee)
        return await sheets.open_invitation(request, invitee)

    await reply(interaction, act, is_sheet=True)


class MatchCommands(commands.Cog):
    """Starting, playing, explaining and ending matches."""

    @command("challenge")
    async def challenge(  # noqa: PLR0913, PLR0917 - the options that people see
        self,
        interaction: Interaction,
        game: str | None = None,
        opponent: discord.User | None = None,
        level: Level | None = None,
        first: First = "me",
        pace: str = "none",
        *,
        is_rated: bool | None = None,
        is_open: bool = False,
        has_thread: bool | None = None,
        is_together: bool = False,
        is_explained: bool = True,
        shows_votes: bool | None = None,
        at: str | None = None,
    ) -> None:
        """Answer with a board, or with an invitation to a person; without options, with a sheet."""
        if is_bare(interaction):
            await reply(interaction, sheets.open_challenge, is_sheet=True)
            return

        def act(request: Request) -> AsyncIterator[Answer]:
            wish = Wish(
                opponent=None if opponent is None else request.people[str(opponent.id)],
                game=game,
                level=level,
                first=first,
                pace=PACES[pace],
                is_rated=is_rated,
                is_open=is_open,
                has_thread=has_thread,
                is_together=is_together,
                is_explained=is_explained,
                shows_votes=shows_votes,
                at=at,
            )
            return sheets.begin_challenge(request, wish)

        await reply(interaction, act, is_public=at is None)

    @command("block")
    async def block(
        self, interaction: Interaction, user: discord.User | None = None, *, everyone: bool = False
    ) -> None:
        """Answer with the people whom the person blocks now."""
        await _change_blocks(interaction, privacy.block, user, everybody=everyone)

    @command("unblock")
    async def unblock(
        self, interaction: Interaction, user: discord.User | None = None, *, everyone: bool = False
    ) -> None:
        """Answer with the people whom the person still blocks."""
        await _change_blocks(interaction, privacy.unblock, user, everybody=everyone)

    @command("board")
    async def board(self, interaction: Interaction) -> None:
        """Answer with a board as a new message."""

        async def act(request: Request) -> Board:
            return Board(await find.shown_match(request.context, request.place, request.user_id))

        await reply(interaction, act, is_public=True)

    @command("move")
    async def move(self, interaction: Interaction, to: app_commands.Range[str, 1, 100]) -> None:
        """Play, and answer with the board as a new message."""

        async def act(request: Request) -> AsyncIterator[Answer]:
            match = await play.by_name(request.context, request.place, request.user_id, to)
            if match.together is None:
                yield Board(match, pings_mover=True)
                return
            async for answer in vote(request, match, play.action_named(match, to)):
                yield answer

        await reply(interaction, act, is_public=True)

    @move.autocomplete("to")
    async def _legal_moves(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            names = await play.suggest_moves(
                interaction.client.context, place_of(interaction), interaction.user.id, typed
            )
        except StorageError:  # logged already; the command itself will say what is wrong
            names = []
        return await suggest(interaction, [app_commands.Choice(name=name, value=name) for name in names])

    @command("explain")
    async def explain(
        self,
        interaction: Interaction,
        ply: int | None = None,
        *,
        is_public: bool = False,
        with_tree: bool = False,
    ) -> None:
        """Answer with an explanation."""
        act = partial(explanations.explain_here, ply=ply, with_tree=with_tree)
        await reply(interaction, act, is_public=is_public)

    @command("resign")
    async def resign(self, interaction: Interaction, match_id: int | None = None) -> None:
        """Answer with a question for confirmation."""
        await reply(interaction, partial(endings.ask_to_resign, match_id=match_id))

    @resign.autocomplete("match_id")
    async def _own_matches(
        self, interaction: Interaction, typed: int | str
    ) -> list[app_commands.Choice[int]]:
        return await suggest_matches(interaction, find.running_matches, typed)


async def _change_blocks(
    interaction: Interaction,
    change: Callable[..., Awaitable[Blocks]],
    user: discord.User | None,
    *,
    everybody: bool,
) -> None:
    async def act(request: Request) -> Text:
        blocked_id = user.id if user else None
        blocked = await change(request.context, request.user_id, blocked_id, everybody=everybody)
        return Text(format_blocks(request.language, blocked))

    await reply(interaction, act)


class RunningCommands(commands.Cog):
    """Agreements between players, lists of running matches, and the powers of moderators."""

    @command("draw")
    async def draw(self, interaction: Interaction) -> None:
        """Answer with the board and the offer on it, or with the end of the match."""
        await _reply_with_offer(interaction, "draw")

    @command("takeback")
    async def takeback(self, interaction: Interaction) -> None:
        """Answer with the board and the question on it, or with the position before the move."""
        await _reply_with_offer(interaction, "takeback")

    @command("matches", scope=MATCH_SCOPES)
    async def matches(self, interaction: Interaction, scope: MatchScope = "channel") -> None:
        """Answer with a list of matches."""
        await reply(interaction, partial(match_lists.draw_list, scope=scope))

    @command("stop")
    async def stop(self, interaction: Interaction, match_id: int) -> None:
        """Answer with a question for confirmation."""
        await reply(interaction, partial(endings.ask_to_stop, match_id=match_id))

    @stop.autocomplete("match_id")
    async def _running_matches(
        self, interaction: Interaction, typed: int | str
    ) -> list[app_commands.Choice[int]]:
        return await suggest_matches(interaction, find.channel_matches, typed)


async def _reply_with_offer(interaction: Interaction, kind: OfferKind) -> None:
    async def act(request: Request) -> Board:
        return Board(await offers.by_command(request.context, request.asker, kind), pings_mover=True)

    await reply(interaction, act, is_public=True)


@app_commands.context_menu(name="Explain")
async def explain_message(interaction: Interaction, message: discord.Message) -> None:
    """Answer with an explanation of the match that a message shows."""
    is_own = message.author == interaction.client.user
    match_id = find_match_id(buttons_in(message)) if is_own else None
    if match_id is None:
        raise Refused(Reason.NO_BOARD)
    await reply(interaction, partial(explanations.explain_match, match_id=match_id))


MENUS = (challenge_person, explain_message)
"""The commands in the menus of people and messages."""
