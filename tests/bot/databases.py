"""The databases that fulfil the contract of storage, for the tests that all of them must pass."""

from __future__ import annotations

from contextlib import ExitStack, asynccontextmanager
from typing import TYPE_CHECKING, TypeAlias

from bot.storage.postgres import open_storage
from tests.bot.drafts import opened
from tests.postgres import postgres_database

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from bot.storage import Storage

Opening: TypeAlias = "Callable[[Path], AbstractAsyncContextManager[Storage]]"
"""Opens the database of a folder for the length of a block: a new one the first time, then the same."""

_FEW = 4  # databases on the server at once: a test has one or two
_served: dict[Path, tuple[str, ExitStack]] = {}


def _open_sqlite(folder: Path) -> AbstractAsyncContextManager[Storage]:
    return opened(folder / "maxine.db")


@asynccontextmanager
async def _open_postgres(folder: Path) -> AsyncIterator[Storage]:
    storage = await open_storage(_url_of(folder))
    try:
        yield storage
    finally:
        await storage.close()


def _url_of(folder: Path) -> str:
    """Return the URL of the database that stands for the folder."""
    if folder not in _served:
        for oldest in [*_served][: -_FEW + 1]:
            _served.pop(oldest)[1].close()
        stack = ExitStack()
        _served[folder] = stack.enter_context(postgres_database()), stack
    return _served[folder][0]


DATABASES: dict[str, Opening] = {"sqlite": _open_sqlite, "postgresql": _open_postgres}
