"""A server's settings, as those who manage the server have chosen them."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from bot.errors import ElsewhereError, Reason, Refused, StorageError
from bot.models import Place, ServerSettings
from bot.services import Context, guards, seasons

_SECONDS = 5.0  # until this process sees what another one has stored
_PATIENCE = 0.4  # seconds: an interaction must be answered within three
_DAY = 24 * 3600.0
_TRIES = 3


class Known(NamedTuple):
    """A server's settings as last read, until when they count (event loop's clock), and its last meeting."""

    settings: ServerSettings
    until: float
    met_at: float | None


async def look_up(context: Context, guild_id: int | None) -> ServerSettings:
    """Return a server's settings, at most a few seconds old; a change by this process counts at once."""
    if guild_id is None:
        return ServerSettings()
    if not _is_fresh(context, guild_id):
        found, met_at = await context.storage.servers.find(guild_id)
        until = asyncio.get_running_loop().time() + _SECONDS
        context.settings[guild_id] = Known(found, until, met_at)
    return get_cached(context, guild_id)


def _is_fresh(context: Context, guild_id: int) -> bool:
    found = context.settings.get(guild_id)
    return found is not None and found.until >= asyncio.get_running_loop().time()


def get_cached(context: Context, guild_id: int | None) -> ServerSettings:
    """Return a server's settings as last read, without a query."""
    found = None if guild_id is None else context.settings.get(guild_id)
    return ServerSettings() if found is None else found.settings


async def preload(context: Context, guild_id: int) -> None:
    """Read a server's settings in advance; if the database is slow, those last read must do."""
    if _is_fresh(context, guild_id):  # a limit of time costs more than the look
        return
    with suppress(StorageError, TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            await look_up(context, guild_id)


def is_activity_due(context: Context, guild_id: int) -> bool:
    """Return whether it is to be stored that the bot met people of a server: once a day is enough."""
    found = context.settings.get(guild_id)
    return found is not None and (found.met_at is None or found.met_at < context.now() - _DAY)


async def record_activity(context: Context, guild_id: int) -> None:
    """Store that the bot met people of a server now."""
    now, found = context.now(), context.settings[guild_id]
    context.settings[guild_id] = found._replace(met_at=now)
    with suppress(StorageError):  # logged already; the next meeting will do
        await context.storage.servers.meet(guild_id, now)


async def change(
    context: Context, guild_id: int, step: Callable[[ServerSettings], ServerSettings]
) -> ServerSettings:
    """Return a server's settings as `step` changes them, once they are stored."""
    servers, now = context.storage.servers, context.now()
    for _ in range(_TRIES):
        before, _met_at = await servers.find(guild_id)
        after = seasons.entered(before, step(before), now)
        if await servers.save(guild_id, before, after, now):
            context.settings[guild_id] = Known(after, asyncio.get_running_loop().time() + _SECONDS, now)
            return after
    raise Refused(Reason.STALE_SETTINGS)


async def find_zone(context: Context, guild_id: int | None) -> ZoneInfo:
    """Return a server's time zone, UTC where none was chosen."""
    return ZoneInfo((await look_up(context, guild_id)).time_zone or "UTC")


async def find_time_zone(name: str) -> str:
    """Return the IANA name of a time zone, however it is spelled; Refused if there is none."""
    zones, wanted = await asyncio.to_thread(available_timezones), _spell(name)
    return guards.found(next((zone for zone in zones if _spell(zone) == wanted), None), Reason.UNKNOWN_ZONE)


async def suggest_time_zones(typed: str) -> list[str]:
    """Return the time zones whose names hold what was typed, those of a city that begins so first."""
    zones, wanted = await asyncio.to_thread(available_timezones), _spell(typed)
    found = [zone for zone in zones if wanted in _spell(zone)]
    return sorted(found, key=lambda zone: (not _spell(zone.rpartition("/")[2]).startswith(wanted), zone))


def _spell(name: str) -> str:
    return name.strip().casefold().replace(" ", "_")


async def refuse_elsewhere(context: Context, place: Place) -> None:
    """Raise ElsewhereError if no match may begin in the channel; a thread counts as its channel."""
    channels = (await look_up(context, place.guild_id)).channels
    if channels and not {place.channel_id, place.parent_id} & {*channels}:
        raise ElsewhereError(channels)
