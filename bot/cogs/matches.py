"""The commands about one match: /challenge, /board, /move, /explain, /resign."""

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs import choices
from bot.cogs.choices import FIRST, GAMES, USUAL_GAME, Level, suggest_matches
from bot.components import endings, explanations, invitations, plans
from bot.components.answers import Answer, Board, Request, Text
from bot.components.boards import vote
from bot.components.threads import find_place, tell_hindrance
from bot.delivery.client import Interaction
from bot.delivery.interactions import place_of, reply
from bot.delivery.responder import suggest
from bot.errors import Reason, Refused, StorageError
from bot.models import PACES, Blocks, Challenge, First, Together
from bot.services import find, invite, play, privacy, settings, start
from bot.words.commands import COMMANDS
from bot.words.privacy import format_blocks


def _refuse_opponent(interaction: Interaction, opponent: discord.User | discord.Member) -> None:
    if opponent.bot:
        raise Refused(Reason.BOT_CHALLENGE)
    if interaction.context.dm_channel and opponent != interaction.user:
        raise Refused(Reason.ABSENT_OPPONENT, player_id=opponent.id)
    if interaction.guild_id is not None and not isinstance(opponent, discord.Member):
        raise Refused(Reason.OUTSIDE_OPPONENT, player_id=opponent.id)
    if isinstance(opponent, discord.Member) and opponent != interaction.user:
        _refuse_silenced(opponent, interaction.client.context.now())


def _refuse_silenced(opponent: discord.Member, now: float) -> None:
    """Refuse an opponent who could not answer, by what the interaction tells of them."""
    may, until = opponent.resolved_permissions, opponent.timed_out_until
    if may is not None and not may.view_channel:
        raise Refused(Reason.BLIND_OPPONENT, player_id=opponent.id)
    if until is not None and until.timestamp() > now:
        raise Refused(Reason.TIMED_OUT_OPPONENT, player_id=opponent.id, until=until.timestamp())


def _refuse_open(interaction: Interaction, opponent: discord.User | None) -> None:
    if opponent is not None:
        raise Refused(Reason.UNCLEAR_CHALLENGE)
    if interaction.context.dm_channel:
        raise Refused(Reason.LONELY_CHALLENGE)


def _refuse_unfit(*, is_together: bool, is_alone: bool, is_planned: bool) -> None:
    """Refuse options that exclude each other: a channel plays only against Maxine, only it plays by plan."""
    if is_together and not is_alone:
        raise Refused(Reason.OPPONENT_OF_CHANNEL)
    if is_planned and not is_together:
        raise Refused(Reason.LONELY_TIME)


@app_commands.context_menu(name="Challenge")
async def challenge_person(interaction: Interaction, person: discord.User) -> None:
    """Answer with a menu of the games to challenge a person to."""
    is_maxine = person == interaction.client.user
    if not is_maxine:
        _refuse_opponent(interaction, person)
        if person == interaction.user:
            raise Refused(Reason.SELF_CHALLENGE)
    asking = partial(invitations.ask_for_game, opponent_id=0 if is_maxine else person.id)
    await reply(interaction, asking)


class MatchCommands(commands.Cog):
    """Starting, playing, explaining and ending matches."""

    @app_commands.command(description=COMMANDS["challenge"].description)
    @app_commands.choices(game=GAMES, first=FIRST, pace=choices.PACES)
    @app_commands.rename(
        is_rated="rated",
        is_open="open",
        has_thread="thread",
        is_together="together",
        is_explained="explain",
        shows_votes="votes",
    )
    @app_commands.describe(**COMMANDS["challenge"].options)
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
        """Answer with a board, or with an invitation to a person."""
        is_maxine = not is_open and (opponent is None or opponent == interaction.client.user)
        _refuse_unfit(is_together=is_together, is_alone=is_maxine, is_planned=at is not None)
        if is_open:
            _refuse_open(interaction, opponent)
        elif opponent is not None and not is_maxine:
            _refuse_opponent(interaction, opponent)

        async def act(request: Request) -> AsyncIterator[Answer]:
            context = request.context
            usual = await settings.look_up(context, request.place.guild_id)
            place, hindrance = find_place(request, is_usual=usual.has_threads, wanted=has_thread)
            slug = game or usual.game or USUAL_GAME
            challenge = Challenge(place, request.user_id, slug, first, PACES[pace], is_rated=is_rated)
            chosen = level or usual.level or start.USUAL_LEVEL
            if is_together:
                request.refuse_silence()
                is_shown = usual.shows_votes if shows_votes is None else shows_votes
                together = Together(request.user_id, is_shown, is_explained)
                async for answer in plans.begin_or_plan_match(request, challenge, chosen, together, at):
                    yield answer
            elif is_maxine:
                yield Board(await start.challenge_maxine(context, challenge, chosen))
            else:
                invited_id = None if opponent is None else opponent.id
                yield invitations.make_post(request, await invite.invite(context, challenge, invited_id))
            if hindrance is not None:
                yield tell_hindrance(request, hindrance)

        await reply(interaction, act, is_public=at is None)

    @app_commands.command(description=COMMANDS["block"].description)
    @app_commands.describe(**COMMANDS["block"].options)
    async def block(
        self, interaction: Interaction, user: discord.User | None = None, *, everyone: bool = False
    ) -> None:
        """Answer with the people whom the person blocks now."""
        await _change_blocks(interaction, privacy.block, user, everybody=everyone)

    @app_commands.command(description=COMMANDS["unblock"].description)
    @app_commands.describe(**COMMANDS["unblock"].options)
    async def unblock(
        self, interaction: Interaction, user: discord.User | None = None, *, everyone: bool = False
    ) -> None:
        """Answer with the people whom the person still blocks."""
        await _change_blocks(interaction, privacy.unblock, user, everybody=everyone)

    @app_commands.command(description=COMMANDS["board"].description)
    async def board(self, interaction: Interaction) -> None:
        """Answer with a board as a new message."""

        async def act(request: Request) -> Board:
            return Board(await find.shown_match(request.context, request.place, request.user_id))

        await reply(interaction, act, is_public=True)

    @app_commands.command(description=COMMANDS["move"].description)
    @app_commands.describe(**COMMANDS["move"].options)
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
        return await suggest(interaction, [app_commands.Choice(name=name, value=name) for name in names[:25]])

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
        act = partial(explanations.explain_here, ply=ply, with_tree=with_tree)
        await reply(interaction, act, is_public=is_public)

    @app_commands.command(description=COMMANDS["resign"].description)
    @app_commands.rename(match_id="match")
    @app_commands.describe(**COMMANDS["resign"].options)
    async def resign(self, interaction: Interaction, match_id: int | None = None) -> None:
        """Answer with a question for confirmation."""
        await reply(interaction, partial(endings.ask_to_resign, match_id=match_id))

    @resign.autocomplete("match_id")
    async def _own_matches(
        self, interaction: Interaction, typed: int | str
    ) -> list[app_commands.Choice[int]]:
        context, place = interaction.client.context, place_of(interaction)
        running = find.running_matches(context, place, interaction.user.id)
        return await suggest_matches(interaction, running, str(typed))


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
