"""The times at which players run out of time.

They are stored without the time in which no process was running, so that a gap changes one row.
"""

from collections.abc import Sequence
from functools import partial
from math import floor

from bot.models import CHANNEL, NOTICES, Deadline
from bot.storage.database import Lock, Locked, Row, Statement, Subject
from bot.storage.rows import DOWNTIME, upserting

_MOST_DUE = 100
_SHOWN = "result IS NULL AND message_id IS NOT NULL"
_LIMITED = f"{_SHOWN} AND due_at IS NOT NULL"
_UPTIME = "(SELECT seen_at - lost FROM awake WHERE id = 1)"
_NOTICE = "CASE pace {} END".format(
    " ".join(f"WHEN {pace} THEN {notice}" for pace, notice in NOTICES.items())
)
UNTOUCHED = "result IS NULL AND touched_at < ? AND (due_at IS NULL OR message_id IS NULL)"
STOPPED = (
    "result IS NULL AND touched_at < ? AND pace IS NOT NULL AND due_at IS NULL AND message_id IS NOT NULL"
    f" AND CASE to_move WHEN 0 THEN first_id ELSE second_id END <> {CHANNEL}"
)
"""Where the clock of one person stands still, as the board cannot be shown."""
BEGUN_WHEN_SEEN = (
    f"due_at = CASE WHEN message_id IS NULL AND due_at < {_UPTIME} + pace * 0.95"
    f" THEN {_UPTIME} + pace ELSE due_at END"
)
"""No time passes on a board that no player could see; a few seconds are not worth redrawing it."""
_SEEN = "SELECT seen_at, lost FROM awake WHERE id = 1"
_LOOK = (
    f"SELECT {{now}}, EXISTS (SELECT 1 FROM matches WHERE {_LIMITED}),"
    " (SELECT seen_at FROM awake WHERE id = 1)"
)
_NOW, _NOT_ASKED = "SELECT {now}", "SELECT NULL"
_HELD = (
    "SELECT 1 FROM leases WHERE (name = :name OR substr(name, 1, length(:name) + 1) = :name || ' ')"
    " AND until > {now} LIMIT 1"
)
_FIRST_BEGUN = f"SELECT min(due_at - pace) FROM matches WHERE {_LIMITED}"
_FIRST = f"ORDER BY due_at LIMIT {_MOST_DUE}"
_DEADLINE = f"id, due_at + {DOWNTIME}"
_DUE = f"SELECT {_DEADLINE} FROM matches WHERE {_SHOWN} AND due_at <= {_UPTIME} {_FIRST}"
_CLOSING = (
    f"SELECT {_DEADLINE} FROM matches WHERE {_SHOWN} AND due_at <= {_UPTIME} + {max(NOTICES.values())}"
    f" AND due_at <= {_UPTIME} + {_NOTICE} AND is_reminded = 0"
    f" AND first_id {{differs}} {CHANNEL} AND second_id {{differs}} {CHANNEL} {_FIRST}"
)
_CONFIRM_REMINDED = (
    f"UPDATE matches SET is_reminded = 1 WHERE {_LIMITED} AND id = ? AND due_at + {DOWNTIME} = ?"
)
_HEARTBEAT = upserting("awake", "id", "seen_at, lost")
_NEXT = f"SELECT id FROM matches WHERE {_LIMITED} {_FIRST}"
_DRAW_ANEW = f"UPDATE matches SET is_drawn = 0 WHERE pace < ? * 20 AND id IN ({_NEXT} {{claimed}})"
"""Of the matches that end next by their time, those of which a person would see that it was put off."""


class Deadlines(Subject):
    """The times at which players run out of time: they count only while a process is running to take a move.

    It is the time of the last heartbeat that says what is due, and no clock.
    """

    async def record_heartbeat(self, now: float, longest: float, needed: Sequence[str] = ()) -> float:
        """Store that a process runs now, while any match has a limit; return the time by the clock used.

        That is the server's where several processes can share the database, else `now`. If none was for
        more than `longest` seconds, or the clock was set, each player has as much time left, by the same
        write, as when one was running last; in doubt more, but never more than the pace. So it is while any
        of the leases that are `needed` is not held: one of that name, or whose name goes on after a space.
        """
        [[(by_clock, is_any, seen_at)]] = await self._database.read(Statement(_LOOK, {"now": now}))
        if is_any or seen_at is None or by_clock < seen_at:
            is_long_ago = seen_at is not None and abs(by_clock - seen_at) > longest
            leases = needed if self._database.is_shared else ()
            asked = [
                Statement(_SEEN),
                Statement(_NOW, {"now": now}),
                Statement(_FIRST_BEGUN if is_long_ago else _NOT_ASKED),  # it looks at each match with a limit
                *(Statement(_HELD, {"name": name, "now": now}) for name in leases),
            ]
            # Of several who write after a gap, the others see the new time.
            decide = partial(_decide_due_times, longest=longest)
            await self._database.decide([Lock(Locked.AWAKE, 1)], asked, decide)
        return float(by_clock)

    async def list_due(self) -> list[Deadline]:
        """Return the deadlines that have passed in running matches, oldest first; at most 100."""
        return [Deadline(*row) for row in await self._database.find(_DUE)]

    async def list_closing(self) -> list[Deadline]:
        """Return the deadlines that a player is to be reminded of, until that is confirmed; at most 100."""
        return [Deadline(*row) for row in await self._database.find(_CLOSING)]

    async def confirm_reminded(self, deadline: Deadline) -> None:
        """Store that the player was reminded of a deadline, if the deadline is still that one."""
        await self._database.write(Statement(_CONFIRM_REMINDED, deadline))


def _decide_due_times(found: Sequence[Sequence[Row]], longest: float) -> tuple[None, list[Statement]]:
    """Return what is to be stored.

    What is lost are whole seconds, so that sums with them are exact. Nothing is known of the time in which
    no match had a limit: the first match since then has the pace and no more.
    """
    seen, ((now,),), ((first_begun,),), *held = found
    if not seen:
        return None, [Statement(_HEARTBEAT, (1, now, 0.0))]
    ((seen_at, lost),) = seen
    gap = floor(now - seen_at)
    if all(held) and abs(gap) <= longest:
        return None, [Statement(_HEARTBEAT, (1, now, lost))]
    put_off = gap - (0 if first_begun is None else max(0, floor(first_begun - (seen_at - lost))))
    draw_anew = [Statement(_DRAW_ANEW, (abs(put_off),))] if put_off else []
    return None, [Statement(_HEARTBEAT, (1, seen_at + gap, lost + put_off)), *draw_anew]
