"""The SQL of the times at which players run out of time. The clock is the server's: it is nobody's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import Deadline
from bot.storage import statements
from bot.storage.postgres.batches import Write
from bot.storage.postgres.dialect import Row, Statement, placed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.storage.postgres.connection import Connection

_NOW = "extract(epoch FROM clock_timestamp())::float8"
_LOOK = f"SELECT {_NOW}, ({statements.IS_ANY_LIMITED}), (SELECT seen_at FROM awake WHERE id = 1)"
_SEEN = Statement(f"{statements.SEEN} FOR UPDATE")  # of several who beat after a gap, the others see the new
_HELD = f"""SELECT {_NOW}, (SELECT count(*) FROM unnest(%s::text[]) AS needed WHERE EXISTS (
    SELECT FROM leases WHERE (name = needed OR starts_with(name, needed || ' ')) AND until > {_NOW}))"""
_FIRST_BEGUN, _NOT_ASKED = Statement(statements.FIRST_BEGUN), Statement("SELECT NULL")
_CONFIRM_REMINDED, _BEAT = placed(statements.CONFIRM_REMINDED), placed(statements.BEAT)
_DRAW_ANEW = placed(statements.DRAW_ANEW).format(f"{statements.NEXT} FOR NO KEY UPDATE SKIP LOCKED")


class PostgresDeadlines:
    """The deadlines of the matches in the database."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def beat(self, now: float, longest: float, needed: Sequence[str] = ()) -> float:  # noqa: ARG002
        """Store that somebody is awake now, and let no time pass if nobody was; return the server's time."""
        ((server_now, is_any, seen_at),) = await self._connection.read(_LOOK)
        if is_any or seen_at is None or server_now < seen_at:
            is_long_ago = seen_at is not None and abs(server_now - seen_at) > longest
            reads = [
                _SEEN,
                Statement(_HELD, ([*needed],)),
                _FIRST_BEGUN if is_long_ago else _NOT_ASKED,  # it looks at every match that has a limit
            ]
            await self._connection.decide((), reads, lambda found: _decide(found, longest, len(needed)))
        return float(server_now)

    async def list_due(self) -> list[Deadline]:
        """Return the first deadlines that have passed."""
        return [Deadline(*row) for row in await self._connection.read(statements.DUE)]

    async def list_closing(self) -> list[Deadline]:
        """Return the first deadlines of which nobody is confirmed to be reminded."""
        return [Deadline(*row) for row in await self._connection.read(statements.CLOSING)]

    async def confirm_reminded(self, deadline: Deadline) -> None:
        """Store that somebody was reminded of a deadline, if it is still that."""
        await self._connection.write(Write(Statement(_CONFIRM_REMINDED, deadline)))


def _decide(found: list[list[Row]], longest: float, needed: int) -> tuple[None, list[Statement]]:
    seen, ((now, held),), ((first_begun,),) = found
    longest = longest if held == needed else -1
    beat = statements.beat([(row[0], row[1]) for row in seen], now, longest, first_begun)
    draw_anew = [Statement(_DRAW_ANEW, (abs(beat.gap),))] if beat.gap else []
    return None, [Statement(_BEAT, (beat.seen_at, beat.lost)), *draw_anew]
