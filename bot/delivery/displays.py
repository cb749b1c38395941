"""Tracks whether the message of each match is up to date, and redraws the ones that are not.

What Discord has accepted is noted, and stored in the next round of upkeep. But an edit that timed out may
still arrive, and undo a later drawing: while it may, nothing is stored, and the match is drawn again in each
round, the last time when no edit can undo it any more.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from cachetools import LRUCache

from bot.components.answers import EDITABLE_SECONDS
from bot.components.boards import QUESTION_SECONDS
from bot.delivery import matches, messages, reminders
from bot.errors import StorageError
from bot.services import deadlines, play, upkeep, votes

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from bot.delivery.client import Client
    from bot.delivery.messages import OnLost
    from bot.models import Deadline, Match

_log = logging.getLogger(__name__)

_LATE_SECONDS = 8.0  # after an edit timed out, about ten after it was sent, it does not arrive any more
_AT_ONCE = 32  # matches
_PAUSE, _LONGEST_PAUSE = 1.0, 600.0  # seconds
_BETWEEN, _BETWEEN_OLD = 2.0, 60.0  # seconds between two drawings of a match of a whole channel


class Pauses(dict[int, tuple[float, float]]):
    """When to retry what has failed, and how long to wait the next time: twice as long each time."""

    def is_over(self, id_: int) -> bool:
        """Return whether the id may be tried now."""
        return self.get(id_, (0.0, 0.0))[0] <= asyncio.get_running_loop().time()

    def record(self, id_: int, *, is_done: bool) -> None:
        """Note a try of the id, and whether it has nothing left to do."""
        _, pause = self.pop(id_, (0.0, _PAUSE))
        if not is_done:
            until = asyncio.get_running_loop().time() + pause
            self[id_] = until, min(2 * pause, _LONGEST_PAUSE)

    def keep(self, known: Container[int]) -> None:
        """Forget all other ids."""
        kept = {id_: pause for id_, pause in self.items() if id_ in known}
        self.clear()
        self.update(kept)


class Displays:
    """The state of the messages that show matches, and the tasks that redraw the outdated ones.

    By match, `shown` are the matches whose message shows them, which is still to be stored, and `uncertain`
    until when (by the event loop's clock) an edit that timed out may still replace a newer one. `asked` is
    until when the board may ask "Really resign?".
    """

    def __init__(self, client: Client) -> None:
        self.shown: dict[int, Match] = {}
        self.uncertain: dict[int, float] = {}
        self.asked: dict[int, float] = {}
        self.pauses = Pauses()
        self.drawing: dict[int, asyncio.Task[None]] = {}
        self._client, self._context = client, client.context
        self._leases = client.context.storage.leases
        self._found: dict[int, Match] = {}
        self._due: dict[int, Deadline] = {}
        self._wanted: set[int] = set()  # to be drawn once more
        self._turns = LRUCache[int, float](_AT_ONCE * _AT_ONCE)  # by the event loop's clock

    def note_lost_edit(self, match_id: int) -> None:
        """Note that an edit of the match's message timed out, which may still arrive."""
        self.uncertain[match_id] = asyncio.get_running_loop().time() + _LATE_SECONDS

    def note_question(self, match_id: int, *, is_asked: bool) -> None:
        """Note whether the match's message asks "Really resign?" since now, which is not to stay there."""
        self.asked.pop(match_id, None)
        if is_asked:
            self.asked[match_id] = asyncio.get_running_loop().time() + QUESTION_SECONDS

    def _end_questions(self) -> None:
        """Let boards be drawn again that ask "Really resign?" for too long."""
        now = asyncio.get_running_loop().time()
        for match_id in [match_id for match_id, until in self.asked.items() if until <= now]:
            del self.asked[match_id]
            self.uncertain[match_id] = now

    def on_lost(self, match_id: int) -> OnLost:
        """Return the callback for an edit of the match's message that times out."""
        return partial(self.note_lost_edit, match_id)

    def note_shown(self, match: Match) -> bool:
        """Note that the match's message shows this state of it; False if the match was changed since."""
        newest = self._context.storage.matches.recall(match.id) or match
        if newest.version > match.version or (newest.is_over and not match.is_over):
            return False
        if (match.message_id or 0) >= (self.shown.get(match.id, match).message_id or 0):
            self.shown[match.id] = match  # else a newer message shows the match
        return True

    def note_redrawn(self, match: Match, begun_at: float) -> None:
        """Note that the match was redrawn, and if that began late enough, that no edit can undo it."""
        if self.uncertain.get(match.id, begun_at) <= begun_at:
            self.uncertain.pop(match.id, None)
        self.note_shown(match)

    async def note_posted(self, match: Match, message_id: int) -> tuple[Match, int | None]:
        """Store that this message shows the match, unless a newer one shows it already.

        Returns:
            The match as it is shown now, and the message that has become outdated (None: there is none).
        """
        try:
            newest_id, outdated_id = await self._context.storage.matches.show(match.id, message_id)
        except StorageError:  # logged already; the message is there, and a press on it records it
            self._context.storage.matches.note_message(match.id, message_id)
            return match.shown_in(message_id), match.message_id
        return match.shown_in(newest_id), outdated_id

    async def confirm(self) -> None:
        """Store what was noted and is certain; what cannot be stored now is left to the next round.

        A match that another process has changed may have been drawn there before it was drawn here: it is
        drawn again.
        """
        noted = {match_id: match for match_id, match in self.shown.items() if match_id not in self.uncertain}
        storage = self._context.storage.matches
        for match_id in await storage.confirm([*noted.values()]) if noted else []:
            match = noted[match_id]
            if _drawn_state(storage.recall(match_id) or match) == _drawn_state(match):
                self.uncertain[match_id] = asyncio.get_running_loop().time()
        for match_id, match in noted.items():
            if self.shown.get(match_id) is match:  # no newer state was noted meanwhile
                del self.shown[match_id]

    async def begin(self) -> None:
        """Mark all undrawn matches as uncertain at the start: an edit from before may still undo a drawing.

        Where there are several processes, each match that one takes over from another is uncertain, too.
        """
        for match in await upkeep.undrawn(self._context):
            self.note_lost_edit(match.id)

    def stop(self) -> None:
        """Cancel all drawing tasks."""
        self._wanted.clear()
        for task in self.drawing.values():
            task.cancel()

    async def draw_due(self, *, is_for_all: bool) -> None:
        """Go on with some matches that no task draws or searches, of this process or of all processes.

        Matches with a lease of another process are left to it.
        """
        self._end_questions()
        due = [*await self._find_due(), *self.uncertain] if is_for_all else [*self.uncertain]
        names = {play.lease_of(match_id): match_id for match_id in due if self._is_free(match_id)}
        taken, room = await self._leases.take(*names), max(0, _AT_ONCE - len(self.drawing))
        for number, name in enumerate(name for name in names if name in taken):
            if number < room:
                self._begin_drawing(names[name])
            else:
                self._leases.drop(name)

    async def _find_due(self) -> Iterable[int]:
        """Return the matches to go on with.

        An undrawn match is drawn by the process that answers a press on it, which has two rounds for that.
        """
        context, before = self._context, self._found
        awaited = [match.id for match in await upkeep.awaited(context)]
        undrawn = [match for match in await upkeep.undrawn(context) if self.shown.get(match.id) != match]
        self._found = {match.id: match for match in undrawn}
        self._due = {deadline.match_id: deadline for deadline in await deadlines.due(context)}
        self.pauses.keep(self._found.keys() | self.uncertain.keys() | {*awaited} | self._due.keys())
        late = [match.id for match in undrawn if before.get(match.id) == match]
        return [*self._due, *awaited, *late]

    def _is_free(self, match_id: int) -> bool:
        """Return whether no task goes on with the match, and no pause after a failure is left."""
        is_under_way = match_id in self._context.replies or match_id in self.drawing
        return not is_under_way and self.pauses.is_over(match_id)

    def draw_soon(self, match_id: int) -> None:
        """Draw a match, or if that is being done, once more after that: the last that is drawn is the newest.

        However often it is called, the match of a whole channel is not drawn more often than it may be.
        """
        if match_id in self.drawing:
            self._wanted.add(match_id)
        else:
            self._begin(match_id)

    async def take_turn(self, match_id: int) -> None:
        """Wait until the match of a whole channel may be drawn again: then as it is."""
        pause = self._turns.get(match_id, 0.0) - asyncio.get_running_loop().time()
        if pause > 0:
            await asyncio.sleep(pause)
        self._wanted.discard(match_id)

    def note_turn(self, match: Match) -> None:
        """Note that a match is drawn now: that of a whole channel may not be for a while after this.

        Discord limits how often a message is edited, above all an old one.
        """
        if match.together is not None:
            posted_at = messages.posted_at(match.message_id) if match.message_id else self._context.now()
            is_old = self._context.now() - posted_at > EDITABLE_SECONDS
            pause = _BETWEEN_OLD if is_old else _BETWEEN
            self._turns[match.id] = asyncio.get_running_loop().time() + pause

    def _begin_drawing(self, match_id: int) -> None:
        if self._leases.is_shared and match_id not in self.uncertain:
            self.note_lost_edit(match_id)
        self._begin(match_id)

    def _begin(self, match_id: int) -> None:
        def end(_: object) -> None:
            del self.drawing[match_id]
            if match_id in self._wanted:
                self._begin(match_id)

        task = self.drawing[match_id] = asyncio.create_task(self._go_on(match_id))
        task.add_done_callback(end)

    async def _go_on(self, match_id: int) -> None:
        """Go on with one match; after each failure the pause before the next try is longer."""
        deadline = self._due.pop(match_id, None)
        try:
            if deadline is not None and not await votes.close_due(self._context, deadline):
                await self._end_time(deadline)
            is_done = await matches.catch_up(self._client, match_id)
        except Exception as error:  # noqa: BLE001 - a match that cannot go on must not keep others waiting
            log_hindrance(f"Match {match_id} is put off", error)
            is_done = False
        finally:
            if match_id not in self._context.replies:
                self._leases.drop(play.lease_of(match_id))
        self.pauses.record(match_id, is_done=is_done)

    async def _end_time(self, deadline: Deadline) -> None:
        """End a match in which a player has no time left, unless they could not move."""
        if not await reminders.excuse(self._client, deadline):
            await matches.draw_again(self._client, deadline.match_id)  # else the clock stops
            await deadlines.forfeit(self._context, deadline)


def log_hindrance(what: str, error: Exception) -> None:
    """Log what is put off and why: a bug with its traceback, a refusal of the database in a line."""
    is_ours = not isinstance(error, StorageError)
    _log.log(logging.ERROR if is_ours else logging.WARNING, "%s: %s", what, error, exc_info=is_ours)


def _drawn_state(match: Match) -> tuple[int, bool, int | None]:
    """Return the parts of a match that change when it goes on."""
    return match.version, match.is_over, match.message_id
