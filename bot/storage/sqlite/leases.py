"""Leases where one process has the file: it has them all."""

from __future__ import annotations

import asyncio


class SqliteLeases:
    """The leases of a database that no other process has."""

    is_shared = False
    holder = ""

    def __init__(self) -> None:
        self._next: dict[str, float] = {}  # by name, when it is time again

    async def take(self, *names: str) -> tuple[str, ...]:
        """Return these names."""
        return names

    def drop(self, *names: str) -> None:
        """Do nothing: there is nobody else."""

    async def pace(self, name: str, seconds: float) -> float:
        """Return 0 once in so many seconds, else the seconds until then."""
        now = asyncio.get_running_loop().time()
        wait = max(0.0, self._next.get(name, now) - now)
        if not wait:
            self._next[name] = now + seconds
        return wait
