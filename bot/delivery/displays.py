"""The messages of all matches: what Discord has accepted is stored, and outdated ones are drawn again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.delivery.matches import Display
from bot.services import deadlines, play, upkeep

if TYPE_CHECKING:
    from collections.abc import Container

    from bot.delivery.client import Client
    from bot.delivery.messages import OnLost
    from bot.models import Deadline, Match

_AT_ONCE = 32  # matches
_PAUSE, _LONGEST_PAUSE = 1.0, 600.0  # seconds


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


class Displays(dict[int, Display]):
    """The displays of matches by their ids: of all those of which something is to be remembered.

    A display may be another one after each wait, unless its task has run all the while.
    """

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.pauses = Pauses()
        self._client, self._context = client, client.context
        self._leases = client.context.storage.leases
        self._found: dict[int, Match] = {}

    def __missing__(self, match_id: int) -> Display:
        display = self[match_id] = Display(self._client, match_id)
        return display

    def on_lost(self, match_id: int) -> OnLost:
        """Return the callback for an edit of the match's message that times out."""

        def note() -> None:
            self[match_id].note_lost_edit()

        return note

    async def confirm(self) -> None:
        """Store what was noted and is certain; what cannot be stored now is left to the next round.

        A match that another process has changed may have been drawn there before it was drawn here: it is
        drawn again.
        """
        noted = {
            match_id: display.shown
            for match_id, display in self.items()
            if display.shown is not None and display.uncertain_until is None
        }
        storage = self._context.storage.matches
        changed = await storage.confirm([*noted.values()]) if noted else []
        for match_id, match in noted.items():
            display = self[match_id]
            if match_id in changed and _drawn_state(storage.recall(match_id) or match) == _drawn_state(match):
                display.uncertain_until = asyncio.get_running_loop().time()
            if display.shown is match:  # no newer state was noted meanwhile
                display.shown = None
        for match_id in [match_id for match_id, display in self.items() if display.is_idle]:
            del self[match_id]

    async def begin(self) -> None:
        """Mark all undrawn matches as uncertain at the start: an edit from before may still undo a drawing.

        Where there are several processes, each match that one takes over from another is uncertain, too.
        """
        for match in await upkeep.undrawn(self._context):
            self[match.id].note_lost_edit()

    def tasks(self) -> list[asyncio.Task[bool]]:
        """Return the tasks that draw."""
        return [display.task for display in self.values() if display.task is not None]

    def stop(self) -> None:
        """Cancel all drawing tasks."""
        for task in self.tasks():
            task.cancel()

    async def draw_due(self, *, is_for_all: bool) -> None:
        """Go on with some matches that no task draws or searches, of this process or of all processes.

        Matches with a lease of another process are left to it.
        """
        due = await self._find_due() if is_for_all else {}
        due |= {match_id: due.get(match_id) for match_id, display in self.items() if display.is_due}
        names = {play.lease_of(match_id): match_id for match_id in due if self._is_free(match_id)}
        taken, room = await self._leases.take(*names), max(0, _AT_ONCE - len(self.tasks()))
        for number, name in enumerate(name for name in names if name in taken):
            display = self[names[name]]
            if number >= room:
                self._leases.drop(name)
                continue
            if self._leases.is_shared and display.uncertain_until is None:
                display.note_lost_edit()  # of another process
            display.start(due[names[name]])

    async def _find_due(self) -> dict[int, Deadline | None]:
        """Return the matches to go on with, and in which of them the time is up.

        An undrawn match is drawn by the process that answers a press on it, which has two rounds for that.
        """
        context, before = self._context, self._found
        awaited = [match.id for match in await upkeep.awaited(context)]
        undrawn = [match for match in await upkeep.undrawn(context) if self._shown(match.id) != match]
        self._found = {match.id: match for match in undrawn}
        ended = {deadline.match_id: deadline for deadline in await deadlines.due(context)}
        self.pauses.keep({*self._found, *self, *awaited, *ended})
        late = [match.id for match in undrawn if before.get(match.id) == match]
        return ended | dict.fromkeys([*awaited, *late])

    def _shown(self, match_id: int) -> Match | None:
        return self[match_id].shown if match_id in self else None

    def _is_free(self, match_id: int) -> bool:
        """Return whether no task goes on with the match, and no pause after a failure is left."""
        is_drawn = match_id in self and self[match_id].task is not None
        return not is_drawn and match_id not in self._context.replies and self.pauses.is_over(match_id)


def _drawn_state(match: Match) -> tuple[int, bool, int | None]:
    """Return the parts of a match that change when it goes on."""
    return match.version, match.is_over, match.message_id
