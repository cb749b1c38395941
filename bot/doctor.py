"""Examines whether all that Maxine needs is there, without changing anything."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, TypeAlias

import aiohttp
import discord
from discord.http import Route

import engine
from bot import monitor
from bot.client import list_commands
from bot.cogs import registration
from bot.config import Shards, parse_shards
from bot.delivery import permissions
from bot.models import Diagnosis, Examined, Symptom, Topic
from bot.start_errors import (
    RefusedTokenError,
    SettingError,
    StartError,
    UnreachableError,
    Wrong,
    WrongSettingError,
)
from bot.workers import process_pools
from bot.workers.protocol import AnalysisRequest
from bot.workers.worker import Worker, WorkerError
from engine.fours import search

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Collection, Iterator, Mapping, Sequence
    from types import SimpleNamespace

    from discord.guild import GuildChannel
    from discord.http import HTTPClient

    from bot.cogs.registration import Payload
    from bot.config import Settings

Look: TypeAlias = Callable[[], Awaitable[Examined]]
"""Examines the database; StartError if it cannot."""

_PATIENCE = 15.0  # seconds for all requests to Discord
_MOST_SERVERS = 200  # the most that Discord lists at once
_MOST_ENTERED = 20  # servers whose channels are examined: each takes three requests
_ENTERING = 5.0  # seconds for all of these
_CLOCK_TOLERANCE = 5.0  # seconds; Discord's time has whole ones
_WORKER_SECONDS = 0.1
_PRIVILEGED = {"presence": (12, 13), "server members": (14, 15), "message content": (18, 19)}
"""The bits of an application's flags that allow it an intent."""

_CHANNELS = {
    discord.ChannelType.text: "text channels",
    discord.ChannelType.news: "text channels",
    discord.ChannelType.voice: "voice channels",
    discord.ChannelType.stage_voice: "voice channels",
    discord.ChannelType.forum: "forums",
    discord.ChannelType.media: "forums",
}


@dataclass(frozen=True)
class _DiscordFacts:
    """Discord's facts about an application; `ahead` are the seconds by which this machine's clock is ahead.

    `channels` are those that the bot sees on each examined server, by its id, with its permissions there.
    """

    application: dict[str, Any]
    commands: Payload | UnreachableError
    servers: list[dict[str, Any]]
    channels: Mapping[Any, Sequence[tuple[GuildChannel, discord.Permissions]]]
    ahead: float


async def diagnose(
    settings: Settings, look: Look, now: Callable[[], float]
) -> AsyncGenerator[Diagnosis, None]:
    """Yield each diagnosis as soon as it is known; `now` is the clock of this machine."""
    discord_facts: _DiscordFacts | None = None
    examined: Examined | None = None
    try:
        discord_facts = await _ask_discord(settings.token, now)
    except (SettingError, StartError) as error:
        yield Diagnosis(Topic.TOKEN, Symptom.REFUSED, {"error": error})
    for diagnosis in _outside(discord_facts, settings.public_key):
        yield diagnosis
    try:
        examined = await look()
    except (SettingError, StartError) as error:
        yield Diagnosis(Topic.DATABASE, Symptom.REFUSED, {"error": error})
    else:
        yield _database(examined)
        for diagnosis in _shards(examined.heard):
            yield diagnosis
    for diagnosis in _permissions(discord_facts, examined.threaded if examined else frozenset()):
        yield diagnosis
    if settings.metrics_at is not None:
        async for diagnosis in _metrics(*settings.metrics_at):
            yield diagnosis
    if settings.cluster is not None:
        yield await _cluster(settings.cluster)
    yield await _commands(discord_facts, examined)
    yield await _workers()


def _outside(discord_facts: _DiscordFacts | None, public_key: bytes | None) -> Iterator[Diagnosis]:
    if discord_facts is None:
        for topic in (Topic.APPLICATION, Topic.INTENTS, Topic.SERVERS, Topic.CLOCK):
            yield Diagnosis(topic, Symptom.UNKNOWN)
        return
    yield Diagnosis(Topic.TOKEN)
    yield _diagnose_application(discord_facts.application, public_key)
    yield _invitation(int(discord_facts.application["id"]))
    yield _intents(int(discord_facts.application.get("flags", 0)))
    yield from _servers(discord_facts.servers)
    yield _clock(discord_facts.ahead)


async def _ask_discord(token: str | None, now: Callable[[], float]) -> _DiscordFacts:
    """Return what Discord tells; SettingError or StartError if it tells nothing."""
    if token is None:
        raise WrongSettingError(Wrong.MISSING_TOKEN)
    try:
        async with asyncio.timeout(_PATIENCE):
            return await _fetch_facts(token, now)
    except discord.LoginFailure as error:
        raise RefusedTokenError from error
    except TimeoutError as error:
        raise UnreachableError("it does not answer") from error
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        raise UnreachableError(str(error).rstrip(".")) from error
    except (KeyError, TypeError, ValueError) as error:
        raise UnreachableError("something else answers in its place") from error


async def _fetch_facts(token: str, now: Callable[[], float]) -> _DiscordFacts:
    ahead: list[float] = []

    async def compare(_: object, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
        ahead.append(now() - parsedate_to_datetime(end.response.headers["Date"]).timestamp())

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(compare)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot does not speak
    async with discord.Client(intents=discord.Intents.none(), http_trace=trace) as client:
        http = client.http
        bot = await http.static_login(token)
        application = await http.request(Route("GET", "/applications/@me"))
        registered = await _registered(http, int(application["id"]))
        servers = await http.get_guilds(_MOST_SERVERS, with_counts=False)
        ids = [server["id"] for server in servers[:_MOST_ENTERED]]
        entered = await asyncio.gather(*(_enter_server(client, id_, bot["id"]) for id_ in ids))
    channels = dict(zip(ids, entered, strict=True))
    return _DiscordFacts(
        application, registered, [{**each} for each in servers], channels, min(ahead, key=abs)
    )


async def _enter_server(
    client: discord.Client, server_id: int | str, bot_id: int | str
) -> list[tuple[GuildChannel, discord.Permissions]]:
    """Return the channels that the bot sees on a server, with its permissions; none if unknown."""
    try:
        async with asyncio.timeout(_ENTERING):
            server = await client.fetch_guild(int(server_id), with_counts=False)
            me = await server.fetch_member(int(bot_id))
            channels = [(channel, channel.permissions_for(me)) for channel in await server.fetch_channels()]
    except (discord.DiscordException, TimeoutError):
        return []
    return [(channel, given) for channel, given in channels if given.view_channel]


async def _registered(http: HTTPClient, application_id: int) -> Payload | UnreachableError:
    """Return the registered commands, or the error if Discord refuses only these."""
    try:
        return await registration.fetch_commands(http, application_id)
    except discord.HTTPException as error:
        return UnreachableError(str(error).rstrip("."))


def _diagnose_application(application: dict[str, Any], public_key: bytes | None) -> Diagnosis:
    if public_key is not None and public_key.hex() != application["verify_key"]:
        return Diagnosis(Topic.APPLICATION, Symptom.KEY_WRONG, {"name": application["name"]})
    if url := application.get("interactions_endpoint_url"):
        return Diagnosis(Topic.APPLICATION, Symptom.ENDPOINT_SET, {"url": url})
    return Diagnosis(
        Topic.APPLICATION, Symptom.KNOWN_AS, {"name": application["name"], "id": application["id"]}
    )


def _invitation(application_id: int) -> Diagnosis:
    plain, threaded = (
        permissions.make_invite_url(application_id, has_threads=wanted) for wanted in (False, True)
    )
    return Diagnosis(Topic.INVITATION, Symptom.INVITED_BY, {"plain": plain, "threaded": threaded})


def _intents(flags: int) -> Diagnosis:
    needless = [name for name, bits in _PRIVILEGED.items() if any(flags & 1 << bit for bit in bits)]
    if needless:
        return Diagnosis(Topic.INTENTS, Symptom.NEEDLESS_INTENTS, {"names": needless})
    return Diagnosis(Topic.INTENTS, Symptom.NO_INTENTS)


def _servers(servers: list[dict[str, Any]]) -> Iterator[Diagnosis]:
    """Yield the servers that lack permissions for the bot, and how many servers there are."""
    for server in servers:
        yield from _missing(server, permissions.INVITED, Symptom.PERMISSIONS_MISSING)
    symptom = Symptom.SERVERS_SEEN if servers else Symptom.NO_SERVERS
    yield Diagnosis(Topic.SERVERS, symptom, {"number": len(servers)})


def _permissions(discord_facts: _DiscordFacts | None, threaded: Collection[int]) -> Iterator[Diagnosis]:
    """Yield the servers that want threads but lack permissions for them, and what channels take away."""
    if discord_facts is None:
        return
    for server in discord_facts.servers:
        has_threads = int(server["id"]) in threaded
        if has_threads:
            yield from _missing(server, permissions.THREADS, Symptom.THREADS_MISSING)
        yield from _diagnose_closed_channels(
            server, discord_facts.channels.get(server["id"], ()), has_threads=has_threads
        )


def _missing(server: dict[str, Any], needed: Sequence[str], symptom: Symptom) -> Iterator[Diagnosis]:
    """Yield the needed permissions that a server has not given the bot, if any."""
    missing = _lacking(discord.Permissions(int(server["permissions"])), needed)
    if missing:
        yield Diagnosis(Topic.SERVERS, symptom, {"name": server["name"], "permissions": missing})


def _diagnose_closed_channels(
    server: dict[str, Any], channels: Sequence[tuple[GuildChannel, discord.Permissions]], *, has_threads: bool
) -> Iterator[Diagnosis]:
    """Yield the permissions that the bot lacks in channels it sees, equal ones together."""
    needed = (*permissions.INVITED, *permissions.THREADS) if has_threads else permissions.INVITED
    known = _lacking(discord.Permissions(int(server["permissions"])), needed)
    alike = defaultdict[tuple[str, tuple[str, ...]], list[str]](list)
    for channel, given in channels:
        lacking = _lacking(given, permissions.needed_in(channel.type, has_threads=has_threads))
        if missing := tuple(name for name in lacking if name not in known):
            alike[_CHANNELS[channel.type], missing].append(f"#{channel.name}")
    for (kind, missing), names in alike.items():
        facts = {"name": server["name"], "kind": kind, "permissions": missing, "channels": names}
        yield Diagnosis(Topic.SERVERS, Symptom.CHANNELS_CLOSED, facts)


def _lacking(given: discord.Permissions, needed: Sequence[str]) -> list[str]:
    return [name for name in needed if not (given.administrator or getattr(given, name))]


def _clock(ahead: float) -> Diagnosis:
    is_right = abs(ahead) <= _CLOCK_TOLERANCE
    symptom = Symptom.CLOCK_RIGHT if is_right else Symptom.CLOCK_WRONG
    return Diagnosis(Topic.CLOCK, symptom, {"seconds": ahead})


def _database(examined: Examined) -> Diagnosis:
    if examined.free is not None and examined.free < monitor.LEAST_FREE:
        return Diagnosis(
            Topic.DATABASE, Symptom.DISK_FULL, {"database": examined.name, "megabytes": examined.free >> 20}
        )
    if examined.version is None:
        return Diagnosis(Topic.DATABASE, Symptom.DATABASE_TO_COME, {"database": examined.name})
    facts = {"database": examined.name, "version": examined.version, "newest": examined.newest}
    if examined.version < examined.newest:  # above: a newer bot wrote it, and this one may use it, too
        return Diagnosis(Topic.DATABASE, Symptom.DATABASE_OLDER, facts)
    if examined.wrong_totals:
        return Diagnosis(Topic.DATABASE, Symptom.TOTALS_WRONG, facts | {"count": examined.wrong_totals})
    symptom = Symptom.DATABASE_WELL if examined.is_checked else Symptom.DATABASE_UNCHECKED
    return Diagnosis(Topic.DATABASE, symptom, facts)


async def _commands(discord_facts: _DiscordFacts | None, examined: Examined | None) -> Diagnosis:
    if discord_facts is None:
        return Diagnosis(Topic.COMMANDS, Symptom.UNKNOWN)
    if isinstance(discord_facts.commands, UnreachableError):
        return Diagnosis(Topic.COMMANDS, Symptom.REFUSED, {"error": discord_facts.commands})
    wanted = await list_commands()
    missing, others = (
        find(wanted, discord_facts.commands) for find in (registration.missing_of, registration.others_of)
    )
    if not missing and not others:
        return Diagnosis(Topic.COMMANDS)
    if examined is not None and (examined.version or 0) < examined.newest:
        return Diagnosis(Topic.COMMANDS, Symptom.COMMANDS_TO_COME)
    symptom = Symptom.COMMANDS_MISSING if missing else Symptom.COMMANDS_CHANGED
    return Diagnosis(Topic.COMMANDS, symptom, {"names": missing or others})


def _shards(heard: Sequence[tuple[str, str]] | None) -> Iterator[Diagnosis]:
    """Yield which shards are heard, by each process, by none or by several."""
    if not heard:
        if heard is not None:
            yield Diagnosis(Topic.SHARDS, Symptom.NO_SHARDS_YET)
        return
    together = defaultdict[tuple[str, int], list[int]](list)
    for process, written in heard:
        shards = parse_shards(written)
        together[process, shards.count] += shards.ids
    runs = sorted((sorted(ids), count) for (_, count), ids in together.items())
    facts = {"names": [name for ids, count in runs for name in _ranges(ids, count)]}
    count, *others = {count for _, count in runs}
    if others:
        yield Diagnosis(Topic.SHARDS, Symptom.SHARD_COUNTS_DIFFER, facts)
        return
    times = Counter(chain.from_iterable(ids for ids, _ in runs))
    twice = [id_ for id_ in range(count) if times[id_] > 1]
    unheard = [id_ for id_ in range(count) if not times[id_]]
    for symptom, ids in ((Symptom.SHARDS_HEARD_TWICE, twice), (Symptom.SHARDS_UNHEARD, unheard)):
        if ids:
            yield Diagnosis(Topic.SHARDS, symptom, {"names": _ranges(ids, count)})
    if not twice and not unheard:
        yield Diagnosis(Topic.SHARDS, Symptom.SHARDS_HEARD, facts)


def _ranges(ids: Sequence[int], count: int) -> list[str]:
    """Return shards as operators write them, successive ones together."""
    runs = groupby(enumerate(ids), lambda place: place[1] - place[0])
    together = ([id_ for _, id_ in run] for _, run in runs)
    return [str(Shards(range(run[0], run[-1] + 1), count)) for run in together]


async def _cluster(address: str) -> Diagnosis:
    try:
        await asyncio.to_thread(_enter, address)
    except (SettingError, StartError) as error:
        return Diagnosis(Topic.CLUSTER, Symptom.REFUSED, {"error": error})
    return Diagnosis(Topic.CLUSTER)


def _enter(address: str) -> None:
    with process_pools.open_pool(address):
        pass  # it has workers of this version, or there would have been an error


async def _metrics(host: str, port: int) -> AsyncIterator[Diagnosis]:
    facts = {"host": host, "port": port}
    try:
        is_served = await monitor.is_served(host, port)
    except StartError as error:
        yield Diagnosis(Topic.METRICS, Symptom.REFUSED, {"error": error})
        return
    yield Diagnosis(Topic.METRICS, Symptom.METRICS_SERVED if is_served else Symptom.METRICS_TO_COME, facts)
    if not _is_loopback(host):
        yield Diagnosis(Topic.METRICS, Symptom.METRICS_OPEN, facts)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


async def _workers() -> Diagnosis:
    worker = Worker()
    try:
        state = engine.get_game("connect-four").initial()
        await worker.ask(AnalysisRequest(state, _WORKER_SECONDS), _PATIENCE)
    except WorkerError as error:
        return Diagnosis(Topic.WORKERS, Symptom.WORKER_SILENT, {"reason": str(error)})
    finally:
        await worker.stop()
    is_compiled = not str(search.__file__).endswith(".py")
    return Diagnosis(Topic.WORKERS, Symptom.COMPILED if is_compiled else Symptom.PLAIN)
