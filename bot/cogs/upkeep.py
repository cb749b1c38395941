"""The background tasks that end what nobody comes back to in time, and go on where a crash has stopped."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from discord.ext import commands, tasks

from bot import memory
from bot.components import drawings, invitations, places, reminders, reviews, seasons, tournaments
from bot.errors import StorageError
from bot.services import deadlines, play, show, upkeep
from bot.services import tournaments as service

if TYPE_CHECKING:
    from collections.abc import Awaitable, Container, Iterable

    from bot.cogs.registration import Registration
    from bot.components.answers import Client
    from bot.models import Deadline, Match

_log = logging.getLogger(__name__)

_AT_ONCE = 32  # matches
_PAUSE, _LONGEST_PAUSE = 1.0, 600.0  # seconds
_LEASE, _TOURNAMENTS = "upkeep", "tournaments"


class _Pauses(dict[int, tuple[float, float]]):
    """Until when what has failed is left alone, and for how long the next time: twice as long each time."""

    def is_over(self, id_: int) -> bool:
        """Return whether it may be tried now."""
        return self.get(id_, (0.0, 0.0))[0] <= asyncio.get_running_loop().time()

    def note(self, id_: int, *, is_done: bool) -> None:
        """Note that it was tried, and whether there is nothing left to do."""
        _, pause = self.pop(id_, (0.0, _PAUSE))
        if not is_done:
            until = asyncio.get_running_loop().time() + pause
            self[id_] = until, min(2 * pause, _LONGEST_PAUSE)

    def keep(self, known: Container[int]) -> None:
        """Forget all but these."""
        kept = {id_: pause for id_, pause in self.items() if id_ in known}
        self.clear()
        self.update(kept)


class Upkeep(commands.Cog):
    """Looks after old matches, invitations and servers every ten minutes, after boards every few seconds.

    Of all processes that are ready one looks after boards; the others only after what they drew themselves.
    """

    def __init__(self, client: Client, registration: Registration) -> None:
        self._client, self._leases = client, client.context.storage.leases
        self._registration, self._looked_after = registration, 0.0
        self._found: dict[int, Match] = {}
        self._due: dict[int, Deadline] = {}
        self._hindrances: set[str] = set()
        self._pauses, self._rests = _Pauses(), _Pauses()  # of matches, and of tournaments
        self._catching_up: dict[int, asyncio.Task[None]] = {}
        self._held: dict[int, asyncio.Task[None]] = {}

    async def cog_load(self) -> None:
        """Begin, before anybody is heard; StorageError if the database does not answer."""
        await self._try(deadlines.wake(self._client.context, self._count()))
        await self._doubt()
        self._tidy.start()
        self._catch_up.start()

    async def cog_unload(self) -> None:
        """Stop."""
        self._tidy.cancel()
        self._catch_up.cancel()
        self._registration.stop()
        for task in (*self._catching_up.values(), *self._held.values()):
            task.cancel()

    @tasks.loop(minutes=10)
    async def _tidy(self) -> None:
        works = (
            self._end_old,
            self._close_expired,
            self._end_lost,
            self._client.servers.forget_silent,
            self._close_seasons,
            self._prune,
            self._registration.go_on,
            self._complete_reviews,
            self._client.context.storage.trim,
        )
        for work in works:
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - a mistake of ours must not end all rounds to come
                _log_hindrance("Upkeep is put off", error)

    async def _end_old(self) -> None:
        abandoned, expired = await upkeep.tidy(self._client.context)
        if abandoned or expired:
            _log.info("upkeep abandoned=%d expired=%d", abandoned, expired)

    async def _end_lost(self) -> None:
        self._looked_after = await places.end_lost(self._client, self._looked_after)

    async def _complete_reviews(self) -> None:
        await reviews.complete_left(self._client)

    async def _close_seasons(self) -> None:
        await seasons.close_ended(self._client)

    async def _prune(self) -> None:
        if removed := await upkeep.prune(self._client.context):
            _log.info("upkeep pruned=%d", removed)

    async def _close_expired(self) -> None:
        for invitation, message_id in await upkeep.expired(self._client.context):
            if await invitations.close_expired(self._client, invitation, message_id):
                await upkeep.confirm_expired(self._client.context, invitation)

    @tasks.loop(seconds=3)
    async def _catch_up(self) -> None:
        """Confirm what was drawn, let time pass, and go on with matches that nobody draws or thinks about.

        And give back the memory that drawings have left, often, so that it is not in use again before.
        """
        memory.return_gaps()
        tried = (
            await self._try(show.confirm(self._client.context)),
            await self._try(self._beat()),
            await self._try(self._remind()),
            await self._try(self._begin_due()),
            await self._try(self._hold_tournaments()),
        )
        self._hindrances = {repr(error) for error in tried if error is not None}

    async def _try(self, work: Awaitable[None]) -> Exception | None:
        """Return what hindered a part of a round, None if nothing did; it is logged when it begins."""
        try:
            await work
        except Exception as error:  # noqa: BLE001 - the same
            if repr(error) not in self._hindrances:
                self._hindrances.add(repr(error))
                _log_hindrance("Boards are put off", error)
            return error
        return None

    @_catch_up.before_loop
    async def _wait(self) -> None:
        await self._client.wait_until_ready()

    async def _doubt(self) -> None:
        """Doubt what is not drawn at the start: what was sent before may yet arrive, and undo a drawing.

        Where there are several processes, each also doubts what it takes over from another.
        """
        for match in await upkeep.undrawn(self._client.context):
            show.doubt(self._client.context, match.id)

    async def _beat(self) -> None:
        """Let time pass for those who are to move, unless she would not hear of their moves."""
        await deadlines.beat(self._client.context, self._heard(), self._count())

    def _count(self) -> int:
        """Return how many shards all processes have together; by HTTP there are none."""
        return (self._client.shard_count or 1) if self._client.has_gateway else 0

    def _heard(self) -> set[int]:
        """Return which of them this one hears."""
        return {number for number, shard in self._client.shards.items() if not shard.is_closed()}

    async def _remind(self) -> None:
        """Remind whoever has little time left; a stop waits for what is on its way."""
        if await self._leases.take(_LEASE):
            for deadline in await deadlines.closing(self._client.context):
                task = asyncio.create_task(reminders.remind(self._client, deadline))
                self._client.in_hand.add(task)
                task.add_done_callback(self._client.in_hand.discard)

    async def _begin_due(self) -> None:
        """Go on with some matches, but leave those to themselves that another process thinks about."""
        unsure = self._client.context.unsure
        due = [*await self._find_due(), *unsure] if await self._leases.take(_LEASE) else [*unsure]
        names = {play.lease_of(match_id): match_id for match_id in due if self._is_free(match_id)}
        taken, room = await self._leases.take(*names), max(0, _AT_ONCE - len(self._catching_up))
        for number, name in enumerate(name for name in names if name in taken):
            if number < room:
                self._begin(names[name])
            else:
                self._leases.drop(name)

    async def _hold_tournaments(self) -> None:
        """Go on with tournaments, each by itself, in one process at a time; later and later if it fails."""
        if not await self._leases.take(_TOURNAMENTS):
            return
        due = await service.due(self._client.context)
        self._rests.keep(due)
        for id_ in due:
            if id_ not in self._held and self._rests.is_over(id_):
                self._held[id_] = asyncio.create_task(self._hold(id_))

    async def _hold(self, tournament_id: int) -> None:
        is_done = False
        try:
            is_done = await tournaments.go_on(self._client, tournament_id)
        except Exception as error:  # noqa: BLE001 - one that cannot go on must not keep others waiting
            _log_hindrance(f"Tournament {tournament_id} is put off", error)
        finally:
            del self._held[tournament_id]
        self._rests.note(tournament_id, is_done=is_done)

    async def _find_due(self) -> Iterable[int]:
        """Return the matches to go on with.

        One that is not drawn is drawn by whoever was pressed, who is given until the round after the next.
        """
        context, before = self._client.context, self._found
        awaited = [match.id for match in await upkeep.awaited(context)]
        undrawn = [match for match in await upkeep.undrawn(context) if context.drawn.get(match.id) != match]
        self._found = {match.id: match for match in undrawn}
        self._due = {deadline.match_id: deadline for deadline in await deadlines.due(context)}
        known = self._found.keys() | context.unsure.keys() | {*awaited} | self._due.keys()
        self._pauses.keep(known)
        late = [match.id for match in undrawn if before.get(match.id) == match]
        return [*self._due, *awaited, *late]

    def _is_free(self, match_id: int) -> bool:
        """Return whether nobody goes on with the match, and nothing has failed just now."""
        is_under_way = match_id in self._client.context.replies or match_id in self._catching_up
        return not is_under_way and self._pauses.is_over(match_id)

    def _begin(self, match_id: int) -> None:
        if self._leases.is_shared and match_id not in self._client.context.unsure:
            show.doubt(self._client.context, match_id)
        task = self._catching_up[match_id] = asyncio.create_task(self._go_on(match_id))
        task.add_done_callback(lambda _: self._catching_up.pop(match_id))

    async def _go_on(self, match_id: int) -> None:
        """Go on with one match, at the same time as a few others; later and later if it fails."""
        deadline = self._due.pop(match_id, None)
        try:
            if deadline is not None and not await reminders.excuse(self._client, deadline):
                await drawings.draw_again(self._client, match_id)  # where that is impossible the clock stops
                await deadlines.forfeit(self._client.context, deadline)
            is_done = await drawings.catch_up(self._client, match_id)
        except Exception as error:  # noqa: BLE001 - a match that cannot go on must not keep others waiting
            _log_hindrance(f"Match {match_id} is put off", error)
            is_done = False
        finally:
            if match_id not in self._client.context.replies:
                self._leases.drop(play.lease_of(match_id))
        self._pauses.note(match_id, is_done=is_done)


def _log_hindrance(what: str, error: Exception) -> None:
    """Log what is put off and why: a mistake of ours in full, a refusal of the database in a line."""
    is_ours = not isinstance(error, StorageError)
    _log.log(logging.ERROR if is_ours else logging.WARNING, "%s: %s", what, error, exc_info=is_ours)
