"""Deadlines of moves: time passes only while the bot can take moves, and a player who has none left loses."""

import asyncio
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress

from bot.errors import StaleBoardError, StorageError
from bot.models import Deadline, Match
from bot.services import Context
from bot.services.play import change_match
from engine import Outcome

_ROUNDS = 6.0  # seconds, two rounds of upkeep, in which a process that runs sends a heartbeat


async def wake(context: Context, count: int = 1) -> None:
    """Begin to let time pass: downtime does not count, unless other processes heard all shards meanwhile."""
    await _send_heartbeat(
        context, _ROUNDS if context.storage.leases.is_shared else 0, _name_leases(range(count), count)
    )


async def send_heartbeat(context: Context, heard: Collection[int], count: int) -> None:
    """Let the time since the last heartbeat pass, or no time if that is long ago.

    Time passes for all players or for none: only while some process hears each of the `count` shards, or
    players who cannot move would lose. This process hears the shards `heard`; by HTTP there are none.
    """
    context.storage.leases.drop(
        *(_own(context, name) for name in _name_leases({*range(count)} - {*heard}, count))
    )
    await hear(context, heard, count)
    if heard or not count:
        await _send_heartbeat(context, _ROUNDS, _name_leases(range(count), count))


async def hear(context: Context, heard: Collection[int], count: int) -> None:
    """Store that this process hears these shards, for other processes and `maxine doctor`."""
    await context.storage.leases.take(*(_own(context, name) for name in _name_leases(heard, count)))


def _name_leases(numbers: Iterable[int], count: int) -> list[str]:
    """Return the names of the leases on shards, without their holders."""
    return [f"shard {number}/{count}" for number in numbers]


def _own(context: Context, name: str) -> str:
    return f"{name} {context.storage.leases.holder}"


async def _send_heartbeat(context: Context, longest: float, needed: Sequence[str]) -> None:
    asked_at = asyncio.get_running_loop().time()
    now = await context.storage.deadlines.record_heartbeat(context.now(), longest, needed)
    context.now.record_database_time(now, asked_at, is_servers=context.storage.leases.is_shared)


async def still(context: Context, deadline: Deadline) -> Match | None:
    """Return the match as it is now, None if the player has moved, or the match is over."""
    match = await context.storage.matches.find(deadline.match_id)
    return None if match is None or match.is_over or match.due_at != deadline.due_at else match


async def record_reminded(context: Context, deadline: Deadline) -> None:
    """Store that a player was reminded, or is not to be; `reminded` knows of it until that succeeds.

    If this process is killed before, the next one reminds the player once more.
    """
    context.reminded.add(deadline)
    await context.storage.deadlines.confirm_reminded(deadline)
    context.reminded.discard(deadline)


async def list_due(context: Context) -> list[Deadline]:
    """Return the deadlines that have passed.

    None by the clock of a single process that was never compared: it may be wrong, above all at a start. One
    that is set later does no harm, as time in which no process ran counts for nothing.
    """
    is_trusted = context.storage.leases.is_shared or context.now.was_compared
    return await context.storage.deadlines.list_due() if is_trusted else []


async def stop_clock(context: Context, match: Match) -> bool:
    """Stop the clock of a match whose board cannot be shown; return whether it stands still, or may.

    That of a vote goes on: it closes in any case.
    """

    def step(current: Match) -> Match:
        is_vote = current.together is not None
        if is_vote or current.is_over or current.due_at is None or current.version != match.version:
            return current
        return current.stopped(context.now())

    after: Match | None = None
    with suppress(StaleBoardError, StorageError):  # other changes were faster, or it is logged already
        after = await change_match(context, match.id, step)
    return after is None or after.is_stopped


async def resume_clock(context: Context, match_id: int) -> Match | None:
    """Restart the time for a move of a match whose clock was stopped; return the match if it was."""
    has_stood = False

    def step(match: Match) -> Match:
        nonlocal has_stood
        has_stood = match.is_stopped
        return match.timed_from(context.now.shared()) if has_stood else match

    after: Match | None = None
    with suppress(StaleBoardError, StorageError):  # other changes were faster, or it is logged already
        after = await change_match(context, match_id, step)
    return after if has_stood else None


async def excuse(context: Context, deadline: Deadline, until: float) -> bool:
    """Restart the time for a move of a player who may not move before `until`.

    `until` is by Discord's clock, and may have passed. Returns whether the deadline was put off.
    """

    def step(match: Match) -> Match:
        if match.is_over or match.due_at != deadline.due_at or match.pace is None:
            return match
        return match.with_due_at(max(match.due_at, context.now.to_database_time(until) + match.pace))

    after: Match | None = None
    with suppress(StaleBoardError):  # other changes were faster each time
        after = await change_match(context, deadline.match_id, step)
    return after is None or after.due_at != deadline.due_at


async def forfeit(context: Context, deadline: Deadline) -> None:
    """End a match whose deadline has passed; if the player moved before this is stored, it goes on."""

    def step(match: Match) -> Match:
        if match.is_over or match.due_at != deadline.due_at:
            return match
        winner = Outcome.SECOND if match.state.to_move == 0 else Outcome.FIRST
        return match.with_end(winner, context.now(), "time")

    with suppress(StaleBoardError):  # other changes were faster each time
        await change_match(context, deadline.match_id, step)
