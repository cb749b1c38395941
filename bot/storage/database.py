"""What all subjects ask of a database: to read at one moment, and to decide under locks what is written.

SQL is written once, for all databases, with the places of SQLite, `?` and `:name`; a statement that changes
rows says by RETURNING which. What cannot be said alike stands in it as a word in braces:

- `{same}` and `{differs}` compare as `=` and `<>`, but NULL equals NULL;
- `{moves}` is the moves of the row of `matches` as text, in their order;
- `{claimed}` ends a query of the rows that are to be changed, and skips those that others change;
- `{is_maxine_to_move}` says of a row of `matches` that Maxine is to move, as the index of those does;
- `{now}` is the time by the database's clock, in seconds, or `:now` where it has none of its own.

`INDEXED BY` names an index for SQLite alone.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any, NamedTuple, TypeAlias, TypeVar

from bot.errors import Refusal, StorageError
from bot.models import Invitation, Match, Plan, Race, Tournament
from bot.storage.transfer import Whole

_log = logging.getLogger(__name__)

_T = TypeVar("_T")
_Added = TypeVar("_Added", Invitation, Match, Plan, Race, Tournament)
Row: TypeAlias = tuple[Any, ...]
Values: TypeAlias = Sequence[Any] | Mapping[str, Any]

MOST_AT_ONCE = 1000
"""Rows that a statement changes which could be any number: it must end in time."""


class Statement(NamedTuple):
    """SQL with the values of its places."""

    sql: str
    values: Values = ()


Decide: TypeAlias = Callable[[list[list[Row]]], tuple[_T, Iterable[Statement]]]
"""Returns, of the rows that were found, what comes of it, and what is written; it may be called again."""


class Locked(IntEnum):
    """What is locked until the end of a transaction; also the first number of our advisory locks."""

    SCHEMA = 0
    STANDINGS = 1
    PUZZLES = 2  # streaks and ratings
    DAY = 3
    INVITER = 4
    INVITATION = 5
    MATCH = 6
    TOURNAMENT = 7
    AWAKE = 8
    PLAN = 9


class Lock(NamedTuple):
    """One of a kind."""

    kind: Locked
    key: int = 0


class Database(ABC):
    """One database; StorageError, with nothing written, when it refuses."""

    is_shared: bool
    """Whether other processes may use it at the same time."""

    @abstractmethod
    async def read(self, *asked: Statement) -> list[list[Row]]:
        """Return the rows of each statement, all of one moment."""

    @abstractmethod
    async def read_named(self, asked: Statement) -> list[dict[str, Any]]:
        """Return the rows of a statement by the names of their columns."""

    @abstractmethod
    async def decide(self, locks: Iterable[Lock], asked: Sequence[Statement], decide: Decide[_T]) -> _T:
        """Take locks, run statements, decide by their rows what else is written, and commit all of it.

        Locks are for databases that others write to meanwhile. It is on disk for good on return.
        """

    @abstractmethod
    async def rewrite(self, work: Callable[[Whole], _T]) -> _T:
        """Run a long work in a thread, in one transaction in which no match and no puzzle is rated.

        Raises:
            StartError: the database cannot be read or written.
        """

    @abstractmethod
    async def trim(self) -> None:
        """Make small what has grown beside the database."""

    async def count_free_bytes(self) -> int | None:
        """Return the free bytes on the disk of the database, None if it is on another machine."""
        return None

    def find_damage(self) -> str | None:
        """Return what a check beside play has found damaged, None if that is nothing so far."""
        return None

    @abstractmethod
    async def close(self) -> None:
        """Finish what is being written, and let the database go."""

    async def find(self, sql: str, *values: object) -> list[Row]:
        """Return the rows of a statement."""
        return (await self.read(Statement(sql, values)))[0]

    async def find_one(self, sql: str, *values: object) -> Row | None:
        """Return the first row of a statement, None if it finds none."""
        found = await self.find(sql, *values)
        return found[0] if found else None

    async def list_ids(self, sql: str, *values: object) -> list[int]:
        """Return what a statement finds that asks for a single column of numbers."""
        return [number for (number,) in await self.find(sql, *values)]

    async def write(self, *written: Statement, locks: Iterable[Lock] = ()) -> list[Row]:
        """Write all of it or nothing; return the rows that the first statement tells."""
        return await self.decide(locks, written, lambda found: (found[0] if found else [], ()))

    async def add(
        self,
        value: _Added,
        adding: Statement,
        then: Callable[[_Added], Iterable[Statement]] = lambda _: (),
        locks: Iterable[Lock] = (),
    ) -> _Added | None:
        """Run a statement that adds a value and tells its id, and what has to follow if it was added.

        Returns the value with its id; None, with nothing written, if it was not added.
        """

        def decide(found: list[list[Row]]) -> tuple[_Added | None, Iterable[Statement]]:
            if not found[0]:
                return None, ()
            added = replace(value, id=found[0][0][0])
            return added, then(added)

        return await self.decide(locks, [adding], decide)

    async def write_often(self, written: Statement, locks: Sequence[Lock] = (), most: int = 1) -> int:
        """Write again and again until fewer rows than `most` are changed; return how many were."""
        count = 0
        while (changed := len(await self.write(written, locks=locks))) >= most:
            count += changed
        return count + changed


def log_refusal(reason: str, refusal: Refusal = Refusal.SILENT) -> StorageError:
    """Log why the database refuses; return the error to raise."""
    _log.error("The database refused: %s", reason)
    return StorageError(refusal)


class Subject:
    """All that is asked about one kind of things."""

    def __init__(self, database: Database) -> None:
        self._database = database
