"""The SQL of leases. Their times are the server's, so no clock of another machine matters."""

import asyncio
import os
import secrets
import socket
from contextlib import suppress

from bot.errors import StorageError
from bot.storage.database import Database, Row, Statement
from bot.storage.dialects import NOW
from bot.storage.leases import Leases

_SECONDS, _RENEWAL = 3.0, 0.75  # for which a lease lasts, and after which all are renewed
_LONGEST = 60  # more than any lease or pace lasts: what ends later was taken before the clock was set back
_SHORTEST = 0.01  # seconds until it makes sense to ask again
_NOBODY = ""  # who holds a pace, which goes on when the process that kept it is gone

_TAKE = f"""INSERT INTO leases AS lease (name, holder, until)
    SELECT name, %(holder)s, {NOW} + %(seconds)s FROM unnest(%(names)s::text[]) AS name ORDER BY name
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE lease.until <= {NOW} OR lease.until > {NOW} + {_LONGEST}"""
_TAKE_OR_RENEW = f"{_TAKE} OR lease.holder = excluded.holder RETURNING name"
_PACE = f"{_TAKE} RETURNING name"
_WAIT = f"SELECT until - {NOW} FROM leases WHERE name = %s"
_DROP = "DELETE FROM leases WHERE holder = %s AND name = ANY(%s::text[])"
_LEAVE = f"DELETE FROM leases WHERE holder = %s OR until < {NOW} - 60"


class SharedLeases(Leases):
    """The leases that this process has in the database, renewed until they are dropped."""

    is_shared = True

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database
        self.holder = f"{socket.gethostname()} {os.getpid()} {secrets.token_hex(4)}"
        self._held: dict[str, float] = {}  # until when, by the event loop's time
        self._renewing: asyncio.Task[None] | None = None
        self._dropping: set[asyncio.Task[None]] = set()

    async def take(self, *names: str) -> set[str]:
        """Take the leases that no other process has; return those of these names that this one has now."""
        now = asyncio.get_running_loop().time()
        held = {name for name in names if self._held.get(name, now) > now}
        if len(held) < len({*names}):
            taken = await self._take_or_renew([name for name in names if name not in held])
            self._held |= taken
            held |= taken.keys()
        if self._held and self._renewing is None:
            self._renewing = asyncio.create_task(self._renew_all())
        return held

    async def _take_or_renew(self, names: list[str]) -> dict[str, float]:
        """Take or renew leases; return until when this process has them."""
        until = asyncio.get_running_loop().time() + _SECONDS
        rows = await self._write_leases(_TAKE_OR_RENEW, self.holder, names, _SECONDS)
        return {row[0]: until for row in rows}

    async def _write_leases(self, sql: str, holder: str, names: list[str], seconds: float) -> list[Row]:
        return await self._database.write(
            Statement(sql, {"holder": holder, "names": names, "seconds": seconds})
        )

    async def _renew_all(self) -> None:
        while True:
            await asyncio.sleep(_RENEWAL)
            with suppress(StorageError):  # logged already; others may take what is not renewed in time
                renewed = await self._take_or_renew([*self._held])
                # What has come since is as it was, and what was dropped must not come back.
                self._held = {name: max(until, renewed.get(name, 0)) for name, until in self._held.items()}

    def drop(self, *names: str) -> None:
        """Let others take these leases, soon; those that this process has not are left as they are."""
        mine = [name for name in names if self._held.pop(name, None) is not None]
        if mine:
            task = asyncio.create_task(self._drop_leases(mine))
            self._dropping.add(task)
            task.add_done_callback(self._dropping.discard)

    async def _drop_leases(self, names: list[str]) -> None:
        with suppress(StorageError):  # logged already, and it ends by itself
            await self._database.write(Statement(_DROP, (self.holder, names)))

    async def pace(self, name: str, seconds: float) -> float:
        """Return 0 once in so many seconds, to one of all processes; else the seconds until then."""
        if await self._write_leases(_PACE, _NOBODY, [name], seconds):
            return 0.0
        rows = await self._database.find(_WAIT, name)
        return max(_SHORTEST, rows[0][0] if rows else 0)

    async def close(self) -> None:
        """Give back all leases, and delete those that were left long ago."""
        if self._renewing is None:
            return
        self._renewing.cancel()
        await asyncio.gather(*self._dropping)
        with suppress(StorageError):  # logged already
            await self._database.write(Statement(_LEAVE, (self.holder,)))
