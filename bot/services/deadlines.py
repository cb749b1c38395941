"""How much time is left for a move: it passes only while she can take one. Whoever has none left loses."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.errors import StaleBoardError, StorageError
from bot.services.changes import change_match
from engine import Outcome

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from bot.models import Deadline, Match
    from bot.services import Context

_ROUNDS = 6.0  # seconds, two rounds of upkeep, in which somebody who is awake says so


async def wake(context: Context, count: int = 1) -> None:
    """Begin to let time pass: all until now counts for nothing, unless other processes heard all shards."""
    await _send_heartbeat(
        context, _ROUNDS if context.storage.leases.is_shared else 0, _names(range(count), count)
    )


async def send_heartbeat(context: Context, heard: Collection[int], count: int) -> None:
    """Let time pass since the last time, or if that is long ago, none.

    It passes for all or for nobody: only while of `count` shards each is heard by some process, or people
    would lose who cannot move. This one hears those of these numbers; by HTTP there are none.
    """
    context.storage.leases.drop(*(_own(context, name) for name in _names({*range(count)} - {*heard}, count)))
    await hear(context, heard, count)
    if heard or not count:
        await _send_heartbeat(context, _ROUNDS, _names(range(count), count))


async def hear(context: Context, heard: Collection[int], count: int) -> None:
    """Let others know that this process hears these shards: others may too, which is for `maxine doctor`."""
    await context.storage.leases.take(*(_own(context, name) for name in _names(heard, count)))


def _names(numbers: Iterable[int], count: int) -> list[str]:
    """Return what the leases on shards are called, before whose they are."""
    return [f"shard {number}/{count}" for number in numbers]


def _own(context: Context, name: str) -> str:
    return f"{name} {context.storage.leases.holder}"


async def _send_heartbeat(context: Context, longest: float, needed: Sequence[str]) -> None:
    asked_at = asyncio.get_running_loop().time()
    now = await context.storage.deadlines.record_heartbeat(context.now(), longest, needed)
    context.now.share(now, asked_at, is_servers=context.storage.leases.is_shared)


async def closing(context: Context) -> list[Deadline]:
    """Return the deadlines of which whoever is to move is to be reminded now, each once.

    That they were is stored afterwards: if the process is killed before, they are reminded by the next one.
    """
    for deadline in [deadline for deadline, is_done in context.reminders.items() if is_done]:
        await _confirm(context, deadline)
    found = await context.storage.deadlines.list_closing()
    new = [deadline for deadline in found if deadline not in context.reminders]
    context.reminders.update(dict.fromkeys(new, False))
    return new


async def still(context: Context, deadline: Deadline) -> Match | None:
    """Return the match as it is now, None if somebody has moved, or it is over."""
    match = await context.storage.matches.find(deadline.match_id)
    return None if match is None or match.is_over or match.due_at != deadline.due_at else match


def put_off(context: Context, deadline: Deadline) -> None:
    """Let somebody be reminded in a later round, as that could not be done."""
    context.reminders.pop(deadline, None)


async def reminded(context: Context, deadline: Deadline) -> None:
    """Store that somebody was reminded, or is not to be; what cannot be stored now is in a later round."""
    context.reminders[deadline] = True
    with suppress(StorageError):  # logged already
        await _confirm(context, deadline)


async def _confirm(context: Context, deadline: Deadline) -> None:
    await context.storage.deadlines.confirm_reminded(deadline)
    context.reminders.pop(deadline, None)


async def due(context: Context) -> list[Deadline]:
    """Return the deadlines that have passed.

    None by the clock of one process that was never compared: it may be wrong, above all at a start. One that
    is set later does no harm, as time in which nobody was awake counts for nothing.
    """
    is_trusted = context.storage.leases.is_shared or context.now.was_compared
    return await context.storage.deadlines.list_due() if is_trusted else []


async def stop(context: Context, match: Match) -> bool:
    """Let the clock of a match stand still whose board cannot be shown; return whether it does, or may."""

    def step(current: Match) -> Match:
        if current.is_over or current.due_at is None or current.version != match.version:
            return current
        return current.stopped(context.now())

    after: Match | None = None
    with suppress(StaleBoardError, StorageError):  # others were faster each time, or it is logged already
        after = await change_match(context, match.id, step)
    return after is None or after.is_stopped


async def resume(context: Context, match_id: int) -> Match | None:
    """Let the time for a move begin anew where the clock stands still; return the match if it did."""
    has_stood = False

    def step(match: Match) -> Match:
        nonlocal has_stood
        has_stood = match.is_stopped
        return match.timed_from(context.now.shared()) if has_stood else match

    after: Match | None = None
    with suppress(StaleBoardError, StorageError):  # others were faster each time, or it is logged already
        after = await change_match(context, match_id, step)
    return after if has_stood else None


async def excuse(context: Context, deadline: Deadline, until: float) -> bool:
    """Let the time for a move begin when whoever is to move may take one, as they may not until then.

    That is by Discord's clock, and may have passed. Returns whether the deadline is put off by it.
    """

    def step(match: Match) -> Match:
        if match.is_over or match.due_at != deadline.due_at or match.pace is None:
            return match
        return match.due(max(match.due_at, context.now.shared_at(until) + match.pace))

    after: Match | None = None
    with suppress(StaleBoardError):  # others were faster each time
        after = await change_match(context, deadline.match_id, step)
    return after is None or after.due_at != deadline.due_at


async def forfeit(context: Context, deadline: Deadline) -> None:
    """End a match whose deadline has passed; if somebody moved before this is stored, it goes on."""

    def step(match: Match) -> Match:
        if match.is_over or match.due_at != deadline.due_at:
            return match
        winner = Outcome.SECOND if match.state.to_move == 0 else Outcome.FIRST
        return match.with_end(winner, context.now(), "time")

    with suppress(StaleBoardError):  # others were faster each time
        await change_match(context, deadline.match_id, step)
