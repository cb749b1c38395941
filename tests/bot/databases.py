"""The databases that fulfil the contract of storage, each as the tests start, look into and disturb it."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import psycopg

from bot.storage import Storage, postgres, sqlite
from bot.storage.postgres.dialect import spell_for_postgres
from tests.bot.drafts import opened, prepared
from tests.postgres import postgres_database
from tests.virtual import real_time

Opening: TypeAlias = "Callable[[Path], AbstractAsyncContextManager[Storage]]"
"""Opens the database of a folder for the length of a block: a new one the first time, then the same."""


class Database(Protocol):
    """A database past the bot: where it is, what is in it, and what others do to it."""

    @property
    def url(self) -> str:
        """What DATABASE_URL says of it."""

    async def open(self) -> Storage:
        """Open it."""

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return what is found by a statement, with the places of SQLite."""

    def change(self, sql: str, *values: Sequence[object]) -> None:
        """Change what is in it, once for each of the values."""

    def locked(self) -> AbstractContextManager[None]:
        """Let another process be in the middle of writing until the block ends."""


@dataclass(frozen=True)
class File:
    """A SQLite file."""

    path: Path

    @property
    def url(self) -> str:
        return f"sqlite:///{self.path}"

    async def open(self) -> Storage:
        return await sqlite.open_storage(prepared(self.path))

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.path)) as connection:
            return connection.execute(sql, values).fetchall()

    def change(self, sql: str, *values: Sequence[object]) -> None:
        with closing(sqlite3.connect(self.path)) as connection, connection:
            connection.executemany(sql, values or [()])

    @contextmanager
    def locked(self) -> Iterator[None]:
        with closing(sqlite3.connect(self.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield


@dataclass(frozen=True)
class Server:
    """A database of a PostgreSQL server."""

    url: str

    async def open(self) -> Storage:
        return await postgres.open_storage(self.url)

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.url, autocommit=True) as connection:
            return connection.execute(spell_for_postgres(sql).encode(), values).fetchall()

    def change(self, sql: str, *values: Sequence[object]) -> None:
        # A transaction that the bot has open in this thread does not end while the thread waits for it.
        with psycopg.connect(self.url, options="-c lock_timeout=30s") as connection:
            connection.cursor().executemany(spell_for_postgres(sql).encode(), values or [()])

    @contextmanager
    def locked(self) -> Iterator[None]:
        with psycopg.connect(self.url) as other, real_time():  # the server has a clock of its own
            other.execute(
                "LOCK TABLE matches, invitations, attempts, shares, findings, accuracies IN EXCLUSIVE MODE"
            )
            yield
            other.rollback()


_FEW = 8  # databases on the server at once: a test has one or two
_served: dict[Path, tuple[Server, ExitStack]] = {}


def server_for(path: Path) -> Server:
    """Return the database on the server that stands for a file."""
    if path not in _served:
        for oldest in [*_served][: -_FEW + 1]:
            _served.pop(oldest)[1].close()
        stack = ExitStack()
        _served[path] = Server(stack.enter_context(postgres_database())), stack
    return _served[path][0]


def _open_sqlite(folder: Path) -> AbstractAsyncContextManager[Storage]:
    return opened(prepared(folder / "maxine.db"))


def _open_postgres(folder: Path) -> AbstractAsyncContextManager[Storage]:
    return opened(server_for(folder / "maxine.db").url)


DATABASES: dict[str, Opening] = {"sqlite": _open_sqlite, "postgresql": _open_postgres}
KINDS: dict[str, Callable[[Path], Database]] = {"sqlite": File, "postgresql": server_for}
"""What stands for a file where the whole bot is on the stage."""
