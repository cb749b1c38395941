"""The bot: registers commands and buttons with discord.py, and reports errors to people."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Any
from weakref import WeakValueDictionary

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands
from yarl import URL

from bot import metrics
from bot.cogs import options, registration
from bot.cogs.community import CommunityCommands
from bot.cogs.matches import MENUS, MatchCommands, RunningCommands
from bot.cogs.people import DataCommands, ProfileCommands
from bot.cogs.registration import Payload, Registration
from bot.cogs.study import PuzzleCommands, StudyCommands
from bot.cogs.tournaments import ArenaCommands, TournamentCommands
from bot.cogs.upkeep import Upkeep
from bot.config import Shards
from bot.delivery import interactions, permissions, refusals
from bot.delivery.client import NO_PINGS, Client, Interaction
from bot.delivery.directory import KnownPeople, KnownServers
from bot.delivery.displays import Displays
from bot.errors import Reason, Refused, StorageError
from bot.listening import limit_connections
from bot.monitor import open_monitor
from bot.services import Context, deadlines
from bot.start_errors import RefusedStartError, RefusedTokenError, UnreachableError
from bot.words.language import Languages

_log = logging.getLogger(__name__)

_CONNECTIONS_MOST = 100  # to Discord at a time; what waits for one is answered in turn
_IDENTIFY_SECONDS = 5.25  # between two of a bucket; Discord counts five from their arrival
_SPARE_STARTS = 100  # of a day, left for processes that are connected: they may lose their sessions
_STARTS_SECONDS = 60.0  # between two looks at how many are left


class Tree(app_commands.CommandTree[Client]):
    """The slash commands: open to everybody, timed, and refused in sentences."""

    def __init__(self, client: Client) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        for menu in MENUS:
            self.add_command(menu)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Note when the command began, and let it run if it is a first delivery that fits the command."""
        interaction.extras["started"] = time.perf_counter()
        if not interactions.begin_interaction(interaction):
            return False
        await self.client.servers.preload_settings(interaction)
        return await options.check_options(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer with what was wrong."""
        cause = _cause(error)
        await refusals.tell_refusal(interaction, cause)
        _end_command(interaction, cause)


_COGS: tuple[type[commands.Cog], ...] = (
    MatchCommands,
    RunningCommands,
    StudyCommands,
    PuzzleCommands,
    ArenaCommands,
    TournamentCommands,
    CommunityCommands,
    ProfileCommands,
    DataCommands,
)
"""The commands."""


async def list_commands() -> Payload:
    """Return the bot's commands in the form that Discord should have."""
    bot = commands.Bot((), help_command=None, intents=discord.Intents.none(), tree_cls=Tree)
    for make in _COGS:
        await bot.add_cog(make())
    return await registration.payload_of(bot.tree, Languages.load())


def _cause(error: app_commands.AppCommandError) -> Exception:
    if isinstance(error, app_commands.CommandInvokeError):
        return error.original
    if isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
        return Refused(Reason.CHANGED_COMMAND)
    return error


def _end_command(interaction: Interaction, error: Exception | None) -> None:
    interactions.end_command(interaction, interaction.extras.get("started", time.perf_counter()), error)


def _make_counting_trace() -> aiohttp.TraceConfig:
    """Return a trace that counts Discord's responses to all requests."""

    async def count(_: object, __: object, ended: aiohttp.TraceRequestEndParams) -> None:
        metrics.count_discord(str(ended.response.status))

    async def count_silence(*_: object) -> None:
        metrics.count_discord("none")

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(count)
    trace.on_request_exception.append(count_silence)
    return trace


class Maxine(Client):
    """The bot, at a context: on all shards, or on some of them."""

    has_gateway = True

    def __init__(
        self, context: Context, languages: Languages | None = None, shards: Shards | None = None
    ) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot does not speak
        state_log = logging.getLogger("discord.state")
        state_log.disabled = True  # it would warn that Discord sends no servers
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents.none(),
            guild_ready_timeout=0.0,
            allowed_mentions=NO_PINGS,
            tree_cls=Tree,
            max_messages=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            connector=aiohttp.TCPConnector(
                limit=0, limit_per_host=min(_CONNECTIONS_MOST, limit_connections())
            ),
        )
        state_log.disabled = False
        if shards is not None:
            self.shard_ids, self.shard_count = [*shards.ids], shards.count
        self._buckets = 1
        if metrics.has_begun():
            self.http.http_trace = _make_counting_trace()
        self.context, self.languages = context, languages or Languages.load()
        self.in_hand, self.handled, self.channel_locks = set(), {}, WeakValueDictionary()
        self.displays, self.people, self.servers = Displays(self), KnownPeople(self), KnownServers(self)

    async def setup_hook(self) -> None:
        """Register the commands before the first event arrives."""
        for make in _COGS:
            await self.add_cog(make())
        if self.has_gateway:
            limits = await self._wait_for_starts()
            self._buckets = 1 if self.shard_ids is None else limits.max_concurrency
        registering = Registration(self)
        await self.add_cog(Upkeep(self, registering))
        await registering.register()
        permissions.log_address(self.application_id or 0)

    async def _wait_for_starts(self) -> discord.SessionStartLimits:
        """Wait while few of the day's starts are left: Discord resets the token of a bot that uses all."""
        is_told = False
        while (limits := await self.fetch_session_start_limits()).remaining < _SPARE_STARTS:
            if not is_told:
                _log.error(
                    "Discord lets this bot connect only %d more times within %.1f hours, and resets the token"
                    " of a bot that uses them up. Not connecting until then. Something has started the bot"
                    " too often: the log above says why it ended.",
                    *(limits.remaining, limits.reset_after / 3_600_000),
                )
            is_told = True
            await asyncio.sleep(_STARTS_SECONDS)
        return limits

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect at the pace of identifies: discord.py gives up a connection that waits for a minute."""
        await self._wait_for_turn("connect", shard_id)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Store at once that the shard is heard: upkeep begins when all shards of this process are."""
        with contextlib.suppress(StorageError):  # logged already, and upkeep tries again
            await deadlines.hear(self.context, {shard_id}, self.shard_count or 1)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        """Wait for the shard's turn, however long connecting took, and if Discord asks for a new session."""
        await self._wait_for_turn("identify", shard_id or 0)

    async def _wait_for_turn(self, what: str, shard_id: int) -> None:
        """Wait for the shard's turn: of each bucket, one shard of all processes may connect at a time.

        If the database does not answer, the shard connects all the same: Discord says whether it is too
        early.
        """
        name = f"{what} {shard_id % self._buckets}"
        with contextlib.suppress(StorageError):
            pace = self.context.storage.leases.pace
            while wait := await pace(name, _IDENTIFY_SECONDS):  # noqa: ASYNC110 - it is known how long
                await asyncio.sleep(wait)

    async def on_ready(self) -> None:
        """Log that the bot is ready."""
        _log.info("Ready as %s, servers=%d.", self.user, len(self.guilds))
        if not self.guilds and self.shard_ids is None:  # other shards may well have servers
            permissions.warn_of_no_server(self.application_id or 0)

    async def close(self) -> None:
        """Stop taking requests, answer the open ones, for two seconds at most, and disconnect.

        Searches and drawings that take longer are refused; the bot searches its replies again after the next
        start.
        """
        await asyncio.gather(*(shard.disconnect() for shard in self.shards.values()))
        late = await _late(self.in_hand | {*self.context.replies.values()}, seconds=2)
        self.context.drawing_pool.close()
        if late:
            self.context.analysts.give_up()
            late = await _late(late, seconds=1)
        for task in late:
            task.cancel()
        with contextlib.suppress(StorageError):  # logged already; unconfirmed boards are drawn again
            await self.displays.store_recorded()
        await super().close()

    async def on_app_command_completion(self, interaction: Interaction, _: object) -> None:
        """Log a command that succeeded."""
        _end_command(interaction, None)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a press or a sheet, or what is no kind of interaction that Discord has had so far."""
        kinds = discord.InteractionType
        if interaction.type in {kinds.component, kinds.modal_submit}:
            await interactions.answer_press(interaction)
        elif interaction.type.value not in interactions.KNOWN_TYPES:
            await interactions.refuse_unknown(interaction)


async def _late(tasks: set[asyncio.Task[Any]], seconds: float) -> set[asyncio.Task[Any]]:
    """Return the tasks that are not done within some seconds."""
    return (await asyncio.wait(tasks, timeout=seconds))[1] if tasks else set()


async def run_bot(
    context: Context,
    token: str,
    stop: asyncio.Event,
    metrics_at: tuple[str, int] | None = None,
    make: Callable[[Context], Maxine] = Maxine,
) -> None:
    """Run the bot until `stop` is set; StartError if Discord refuses the token or cannot be reached.

    Metrics are served at `metrics_at`, if it is given; StartError if they cannot be.
    """
    if metrics_at is not None:
        metrics.begin_counting()
    async with make(context) as bot, open_monitor(metrics_at, bot):
        running = asyncio.create_task(bot.start(token))
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopping.cancel()
            running.cancel()  # or closing would look like a failure, and a wait for the next try would go on
            await bot.close()
    await _await_or_explain(running)


async def _await_or_explain(running: asyncio.Task[None]) -> None:
    try:
        with contextlib.suppress(asyncio.CancelledError):
            await running
    except discord.LoginFailure as error:
        raise RefusedTokenError from error
    except StorageError as error:
        raise RefusedStartError(error.refusal) from error
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise UnreachableError(str(error).rstrip(".")) from error
