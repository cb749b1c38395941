"""The background tasks that end what no person has come back to, and go on after a crash."""

import logging
from collections.abc import Awaitable
from functools import partial

from discord.ext import commands, tasks

from bot import memory
from bot.cogs.registration import Registration
from bot.delivery import messages, reminders
from bot.delivery.client import Client
from bot.delivery.endings import KeptInvitation, KeptRace, KeptSeason
from bot.delivery.keeping import Keeper, Tasks, log_hindrance
from bot.delivery.messages import NETWORK_ERRORS
from bot.delivery.plans import KeptPlan
from bot.delivery.reviews import KeptReview
from bot.delivery.tournaments import KeptTournament
from bot.models import DormantMatch
from bot.services import deadlines, places, upkeep

_log = logging.getLogger(__name__)

_LEASE = "upkeep"

KINDS = (KeptTournament, KeptRace, KeptPlan, KeptSeason, KeptInvitation, KeptReview)
"""The messages that are kept true, besides those of matches."""


class Upkeep(commands.Cog):
    """Checks old matches, invitations and servers every ten minutes, and messages every few seconds.

    One of the ready processes checks all boards; the others only those that they drew themselves.
    """

    def __init__(self, client: Client, registration: Registration) -> None:
        self._client, self._leases = client, client.context.storage.leases
        self._registration, self._looked_after = registration, 0.0
        self._displays = client.displays
        self._hindrances: set[str] = set()
        self._keepers = [Keeper(client, kind) for kind in KINDS]
        self._reminders = Tasks("reminder")
        self._tasks = self._displays.tasks, self._reminders, *self._keepers

    async def cog_load(self) -> None:
        """Begin, before any interaction is answered; StorageError if the database does not answer."""
        await self._try(deadlines.wake(self._client.context, self._count_shards()))
        await self._displays.mark_undrawn()
        self._tidy.start()
        self._catch_up.start()

    async def cog_unload(self) -> None:
        """Cancel all tasks."""
        self._tidy.cancel()
        self._catch_up.cancel()
        self._registration.stop()
        for running in self._tasks:
            running.stop()

    @tasks.loop(minutes=10)
    async def _tidy(self) -> None:
        works = (
            self._end_old,
            self._end_lost,
            self._close_unawaited,
            self._client.servers.purge_silent,
            self._prune_storage,
            self._registration.retry_if_failed,
            self._client.context.storage.database.trim,
        )
        for work in works:
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - a mistake of ours must not end all rounds to come
                log_hindrance("Upkeep is put off", error)

    async def _end_old(self) -> None:
        abandoned, expired = await upkeep.tidy(self._client.context)
        if abandoned or expired:
            _log.info("upkeep abandoned=%d expired=%d", abandoned, expired)

    async def _end_lost(self) -> None:
        self._looked_after = await _end_lost(self._client, self._looked_after)

    async def _close_unawaited(self) -> None:
        if self._client.is_ready() and await self._leases.take(_LEASE):
            await self._displays.close_unawaited()

    async def _prune_storage(self) -> None:
        if removed := await upkeep.prune(self._client.context):
            _log.info("upkeep pruned=%d", removed)

    @tasks.loop(seconds=3)
    async def _catch_up(self) -> None:
        """Confirm what was drawn, let time pass, and go on with matches that no task draws or searches.

        It also returns the memory that drawings have left: often, before it is in use again.
        """
        memory.return_gaps()
        tried = (
            await self._try(self._displays.store_recorded()),
            await self._try(self._send_heartbeat()),
            await self._try(self._remind()),
            await self._try(self._draw_due()),
            *[await self._try(each.advance()) for each in self._keepers],
        )
        self._hindrances = {repr(error) for error in tried if error is not None}

    async def _try(self, work: Awaitable[None]) -> Exception | None:
        """Return the error of a part of a round, None if it had none; each error is logged when it begins."""
        try:
            await work
        except Exception as error:  # noqa: BLE001 - the same
            if repr(error) not in self._hindrances:
                self._hindrances.add(repr(error))
                log_hindrance("Boards are put off", error)
            return error
        return None

    @_catch_up.before_loop
    async def _wait(self) -> None:
        await self._client.wait_until_ready()

    async def _send_heartbeat(self) -> None:
        """Let time pass for the players to move, unless no process would get their moves."""
        await deadlines.send_heartbeat(self._client.context, self._heard(), self._count_shards())

    def _count_shards(self) -> int:
        """Return how many shards all processes have together; by HTTP there are none."""
        return (self._client.shard_count or 1) if self._client.has_gateway else 0

    def _heard(self) -> set[int]:
        """Return the numbers of the shards that this process hears."""
        return {number for number, shard in self._client.shards.items() if not shard.is_closed()}

    async def _remind(self) -> None:
        """Remind the players with little time left; a shutdown waits for the reminders."""
        if await self._leases.take(_LEASE):
            found = await self._client.context.storage.deadlines.list_closing()
            closing = {deadline.match_id: deadline for deadline in found}
            self._reminders.forget_all_but(closing)
            for id_ in self._reminders.list_free(closing):
                task = self._reminders.begin(id_, partial(reminders.remind, self._client, closing[id_]))
                self._client.keep_in_hand(task)

    async def _draw_due(self) -> None:
        """Draw the matches that no task draws."""
        await self._displays.draw_due(is_for_all=bool(await self._leases.take(_LEASE)))


async def _end_lost(client: Client, after: float) -> float:
    """Check some matches that were touched after a time; return after which time the next round begins."""
    async with places.dormant_matches(client.context, after) as found:
        for dormant in found:
            try:
                is_gone = await _is_gone(client, dormant)
            except NETWORK_ERRORS as error:
                _log.info(
                    "It is not known whether the place of match %d is there: %r", dormant.match_id, error
                )
            else:
                if is_gone is not None:
                    await places.record_presence(client.context, dormant, is_gone=is_gone)
    return found[-1].touched_at if len(found) == places.MOST_DORMANT else 0.0


async def _is_gone(client: Client, dormant: DormantMatch) -> bool | None:
    """Return whether the bot does not see a channel any more; None if it may never have seen it.

    For where a person's own installation brought it, it is no member of the server.
    """
    if await client.servers.find_language(dormant.guild_id) is None:
        was_there = dormant.gone_at is not None or dormant.parent_id is not None
        return True if was_there and not client.servers.is_guest(dormant.guild_id) else None
    try:
        await messages.once(client.http.get_channel(dormant.channel_id))
    except NETWORK_ERRORS as error:
        if not messages.is_closed(error):
            raise
        return True
    return False
