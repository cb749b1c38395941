"""What only one process at a time does of all that share a database."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager


class Leases:
    """What only one process at a time does of all that share the database, by name.

    A lease lasts until it is dropped, or for some seconds after its process has gone. It saves work and
    requests, and no more: a process that was held up may have lost one without knowing, so whatever is stored
    is right without it, and whatever is done may be done twice. Where no other process can have the database,
    this one has all leases.
    """

    is_shared = False
    """Whether there may be other processes at all."""

    holder = ""
    """What no other process is called: with it in its name, several can have the same lease side by side."""

    def __init__(self) -> None:
        self._next: dict[str, float] = {}  # by name, when it is time again

    async def take(self, *names: str) -> Collection[str]:
        """Take the leases that no other process has; return those of these names that this one has now."""
        return names

    def drop(self, *names: str) -> None:
        """Let others take these leases, soon; those that this process has not are left as they are."""

    @asynccontextmanager
    async def held(self, name: str) -> AsyncIterator[bool]:
        """Take a lease for a block, and yield whether this process has it."""
        try:
            yield bool(await self.take(name))
        finally:
            self.drop(name)

    async def pace(self, name: str, seconds: float) -> float:
        """Return 0 once in so many seconds, to one of all processes; else the seconds until then."""
        now = asyncio.get_running_loop().time()
        wait = max(0.0, self._next.get(name, now) - now)
        if not wait:
            self._next[name] = now + seconds
        return wait

    async def close(self) -> None:
        """Give back all leases."""
