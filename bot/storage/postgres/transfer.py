"""A PostgreSQL database as a whole: read as of one moment, or filled by one transaction."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from bot import start_errors
from bot.storage import migrations
from bot.storage.database import Locked
from bot.storage.dumps import without_password
from bot.storage.postgres import schema
from bot.storage.postgres.dialect import spell_for_postgres
from bot.storage.postgres.errors import reason_of
from bot.storage.postgres.pool import APPLICATION
from bot.storage.transfer import OF_A_START, RECORDS, Row, Whole, tables

_T = TypeVar("_T")
_AT_ONCE = 20_000  # rows that come by one trip
_OURSELVES = f"{APPLICATION} copy"
_PATIENCE = (
    "SET LOCAL lock_timeout = 5000",  # ms
    "SET LOCAL statement_timeout = 0",
    "SET LOCAL idle_in_transaction_session_timeout = 0",
)
_NO_RATING = [
    f"SELECT pg_advisory_xact_lock({kind.value}, hashint8(0))" for kind in (Locked.STANDINGS, Locked.PUZZLES)
]
_ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
_LEAVING = 2.0  # seconds
_USERS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = %s"
_TABLES = "ANY(%s::text[]::regclass[])"
_ASIDE = f"""SELECT format('ALTER TABLE %%s DROP CONSTRAINT %%I', name, conname),
        format('ALTER TABLE %%s ADD CONSTRAINT %%I %%s', name, conname, pg_get_constraintdef(oid)),
        contype = 'f'
    FROM pg_constraint, CAST(conrelid AS regclass) AS name
    WHERE contype IN ('f', 'p', 'u') AND conrelid = {_TABLES}
    UNION ALL
    SELECT format('DROP INDEX %%s', CAST(indexrelid AS regclass)), pg_get_indexdef(indexrelid), FALSE
    FROM pg_index
    WHERE indrelid = {_TABLES} AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
    ORDER BY 3 DESC"""
"""References come first, for those are to what the others make unique."""
_SEQUENCES = f"""SELECT format('SELECT setval(%%L, max(%%I)) FROM %%s HAVING count(*) > 0',
        pg_get_serial_sequence(name::text, attname), attname, name)
    FROM pg_attribute, CAST(attrelid AS regclass) AS name WHERE attidentity <> '' AND attrelid = {_TABLES}"""


@contextmanager
def filled(url: str) -> Iterator[PostgresWhole]:
    """Fill a database by a transaction that ends with the block; StartError if anything is kept there."""
    with _connected(url) as whole:
        whole.refuse_users()
        whole.migrate()
        with whole.transaction():
            whole.refuse_newer_schema()
            whole.refuse_to_lose()
            yield whole
            whole.execute_all(*(sql for (sql,) in whole.find(_SEQUENCES, [*tables()])))
            whole.execute_all(*(f"ANALYZE {table}" for table in tables()))


def read(url: str, work: Callable[[Whole], _T]) -> _T:
    """Run a work that reads all of one moment, beside processes that write."""
    with _connected(url) as whole, whole.transaction(_ONE_MOMENT):
        return work(whole)


def rewrite(url: str, work: Callable[[Whole], _T]) -> _T:
    """Run a work in one transaction, under the locks of all ratings, which other processes wait for."""
    with _connected(url) as whole, whole.transaction():
        whole.execute_all("SET LOCAL lock_timeout = 0", *_NO_RATING)
        return work(whole)


@contextmanager
def _connected(url: str) -> Iterator[PostgresWhole]:
    name, _ = without_password(url)
    try:
        asked = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # What it says may hold a password.
        raise start_errors.WrongSettingError(start_errors.Wrong.SERVER) from None
    with _reporting_unusable(name):
        info = make_conninfo("", **{**asked, "application_name": _OURSELVES})
        db = psycopg.connect(info, autocommit=True)
    try:
        yield PostgresWhole(db, url, name)
    finally:
        db.close()


@contextmanager
def _reporting_unusable(name: str) -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise start_errors.UnusableServerError(name, reason_of(error)) from error


class PostgresWhole(Whole):
    """A connection to a database that has this name in sentences."""

    def __init__(self, db: psycopg.Connection, url: str, name: str) -> None:
        self._db, self._url, self._name = db, url, name

    def ask(self, sql: str) -> Iterator[Row]:
        """Yield the rows of a statement, which come in portions."""
        with _reporting_unusable(self._name), self._db.cursor("rows", binary=True) as cursor:
            cursor.itersize = _AT_ONCE
            yield from cursor.execute(sql.encode())

    def find(self, sql: str, *values: object) -> list[Row]:
        """Return the rows of a statement."""
        with _reporting_unusable(self._name):
            return self._db.execute(sql.encode(), values).fetchall()

    def execute_all(self, *statements: str) -> None:
        """Run statements for what they do."""
        with _reporting_unusable(self._name):
            for sql in statements:
                self._db.execute(sql.encode())

    def fill(self, table: str, rows: Iterable[Row]) -> None:
        """Store rows of all columns of a table."""
        sql = f"COPY {table} ({tables()[table]}) FROM STDIN (FREEZE)"  # binary would cut large numbers
        with _reporting_unusable(self._name), self._db.cursor() as cursor, cursor.copy(sql.encode()) as copy:
            for row in rows:
                copy.write_row(row)

    def change(self, sql: str, rows: Iterable[Row]) -> None:
        """Run a statement for each of the rows."""
        with _reporting_unusable(self._name), self._db.cursor() as cursor:
            cursor.executemany(spell_for_postgres(sql).encode(), rows)

    def records(self) -> Iterator[Row]:
        """Yield every match as a row of RECORDS, where what joins text has another name."""
        return self.ask(RECORDS.replace("group_concat", "string_agg"))

    @contextmanager
    def transaction(self, *first: str) -> Iterator[None]:
        """Keep what is done in a block if it ends well, and nothing otherwise."""
        with _reporting_unusable(self._name), self._db.transaction():
            self.execute_all(*first, *_PATIENCE)
            yield

    @contextmanager
    def unchecked(self) -> Iterator[None]:
        """Let a block fill tables in any order, without indexes; references are checked then."""
        aside = self.find(_ASIDE, [*tables()], [*tables()])
        self.execute_all(*(drop for drop, *_ in aside))
        yield
        self.execute_all(*(add for _, add, _ in reversed(aside)))

    def migrate(self) -> None:
        """Bring the database to the present schema."""
        try:
            asyncio.run(schema.migrate(self._url))
        except start_errors.UnreachableDatabaseError as error:
            raise start_errors.UnusableServerError(self._name, error.reason) from error

    def refuse_users(self) -> None:
        """Raise StartError if a Maxine is connected; the server sees one that has gone for a moment more."""
        name = conninfo_to_dict(self._url).get("application_name", APPLICATION)
        deadline = time.monotonic() + _LEAVING
        while users := self.find(_USERS, name):
            if time.monotonic() > deadline:
                raise start_errors.UsedDatabaseError(self._name, len(users))
            self.find("SELECT pg_stat_clear_snapshot()")  # or a transaction sees what it saw before
            time.sleep(0.05)

    def refuse_newer_schema(self) -> None:
        """Raise StartError if the schema is newer, as parts of it would stay empty."""
        ((version,),) = self.find("SELECT version FROM schema_version")
        if version > (newest := migrations.load("postgres")[-1].version):
            raise start_errors.NewerDatabaseError(version, newest)

    def refuse_to_lose(self) -> None:
        """Lock the tables; StartError if anything is in them but what a start leaves."""
        names = ", ".join(tables())
        self.execute_all(f"LOCK TABLE {names}")
        if any(self.find(f"SELECT FROM {table} LIMIT 1") for table in tables() if table not in OF_A_START):
            raise start_errors.FilledDatabaseError(self._name)
        self.execute_all(f"TRUNCATE {names}")
