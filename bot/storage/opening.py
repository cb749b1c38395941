"""Opens the database that a URL names, or looks at it, whichever it is."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from typing import TypeVar

from bot import config
from bot.extras import needing
from bot.models import Examined
from bot.storage import Storage, recounts, sqlite
from bot.storage.sqlite import examination as sqlite_examination
from bot.storage.sqlite import lock
from bot.storage.sqlite import transfer as sqlite_transfer
from bot.storage.transfer import Whole

_T = TypeVar("_T")


@asynccontextmanager
async def open_storage(url: str, is_stopped: Callable[[], bool] = lambda: False) -> AsyncIterator[Storage]:
    """Have the database for a block, a file for oneself alone; StartError if that cannot be done.

    Its ratings are computed again if their formula has changed, unless `is_stopped` becomes true meanwhile.
    """
    file = config.database_file(url)
    with lock.hold(file) if file else nullcontext():
        storage = await (sqlite.open_storage(file) if file else _open_server(url))
        try:
            await recounts.renew(storage.database, time.time(), is_stopped)
            yield storage
        finally:
            await storage.close()


def read(url: str, work: Callable[[Whole], _T]) -> _T:
    """Return what a work reads, also while the bot runs; StartError if the database cannot be used."""
    if file := config.database_file(url):
        return sqlite_transfer.read(file, work)
    with needing("postgres"):
        from bot.storage.postgres import transfer  # noqa: PLC0415 - an extra
    return transfer.read(url, work)


async def examine(url: str) -> Examined:
    """Find out how the database is, and change nothing; StartError if it cannot be used."""
    if file := config.database_file(url):
        return await sqlite_examination.examine(file)
    with needing("postgres"):
        from bot.storage.postgres import examination  # noqa: PLC0415 - an extra
    return await examination.examine(url)


async def _open_server(url: str) -> Storage:
    with needing("postgres"):
        from bot.storage import postgres  # noqa: PLC0415 - likewise
    return await postgres.open_storage(url)
