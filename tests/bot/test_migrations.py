"""A database of version 36 becomes the present one with all that is in it; an older one is refused."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path

import psycopg
import pytest

from bot.start_errors import OutdatedDatabaseError
from bot.storage import Storage, migrations
from bot.storage.database import Statement
from bot.storage.opening import examine, open_storage
from bot.storage.postgres.schema import VERSIONS
from bot.storage.sqlite import schema
from bot.storage.transfer import tables
from bot.words.operations import format_failure
from tests.bot.databases import File, Server
from tests.postgres import postgres_database

NEWEST = migrations.load()[-1].version
DATA = Path(__file__).with_name("data")
STEPS = """
    SELECT name FROM sqlite_schema
    WHERE type = 'trigger' OR name IN ('ladder', 'rungs', 'streak_ladder')"""
STEPS_ON_SERVER = """
    SELECT relname FROM pg_class WHERE relname IN ('ladder', 'rungs', 'streak_ladder')
    UNION ALL SELECT tgname FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace"""


def read(name: str) -> str:
    return (DATA / f"version-36{name}.sql").read_text(encoding="utf-8")


def older_file(path: Path) -> File:
    """Return a file as the program of version 36 left it."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(migrations.load()[0].sql + read("-sqlite") + read(""))
        db.executescript("PRAGMA user_version = 36; PRAGMA application_id = 36")
    return File(path)


def filled_file(path: Path) -> None:
    """Make a file of the present schema with a row in every table."""
    with closing(sqlite3.connect(older_file(path).path, isolation_level=None)) as db:
        schema.migrate(db, path)


def older_server(url: str) -> Server:
    """Return a database on a server as the program of version 36 left it."""
    with psycopg.connect(url) as connection:
        sql = migrations.load("postgres")[0].sql + read("-postgres") + read("") + VERSIONS
        connection.execute(sql.encode())
        connection.execute("INSERT INTO schema_version VALUES (36, 36)")
    return Server(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[File | Server]:
    """A database as the program of version 36 left it."""
    if request.param == "sqlite":
        yield older_file(tmp_path / "maxine.db")
    else:
        with postgres_database(is_empty=True) as url:
            yield older_server(url)


@cache
def kept_columns() -> dict[str, str]:
    """Return the columns of every table of version 36 but the places, of which a column has a new name."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(migrations.load()[0].sql)
        asked = {table: db.execute(f"PRAGMA table_info({table})").fetchall() for table in tables()}
    before = {table: {name for _, name, *_ in rows} for table, rows in asked.items() if rows}
    return {
        table: ", ".join(name for name in columns.split(", ") if name in before[table])
        for table, columns in tables().items()
        if table in before and table != "rankings"
    }


def contents(database: File | Server) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of those tables, without columns that came later."""
    return {
        table: sorted(database.rows(f"SELECT {columns} FROM {table}"), key=repr)  # noqa: S608
        for table, columns in kept_columns().items()
    }


async def test_contents_are_kept(older: File | Server) -> None:
    before = contents(older)
    assert all(before.values())
    async with open_storage(older.url):
        pass
    assert contents(older) == before
    assert older.rows("SELECT user_id, period, points FROM rankings ORDER BY 1, 2, guild_id") == [
        (101, "all", 0),
        (101, "all", 0),
        (103, "2026-11", 1),
        (103, "all", None),
    ]


async def test_steps_are_counted_no_more(older: File | Server) -> None:
    sql = STEPS if isinstance(older, File) else STEPS_ON_SERVER
    assert len(older.rows(sql)) >= 3 + 9
    async with open_storage(older.url):
        pass
    assert older.rows(sql) == []


async def test_older_file_has_the_schema_of_a_new_one(tmp_path: Path) -> None:
    schemas = []
    for database in (older_file(tmp_path / "old.db"), File(tmp_path / "new.db")):
        async with open_storage(database.url):
            pass
        schemas.append(database.rows("SELECT name, sql FROM sqlite_schema ORDER BY name"))
    assert schemas[0] == schemas[1]


async def test_too_old_database_is_refused(older: File | Server) -> None:
    sql = "PRAGMA user_version = 35" if isinstance(older, File) else "UPDATE schema_version SET version = 35"
    older.change(sql)
    before = contents(older)
    with pytest.raises(OutdatedDatabaseError) as refused:
        async with open_storage(older.url):
            pass
    assert "start the bot of commit 3eee9b39 with it once" in format_failure(refused.value)
    assert contents(older) == before
    with pytest.raises(OutdatedDatabaseError):
        await examine(older.url)


IMPOSSIBLE = (
    "INSERT INTO moves VALUES (99, 0, 4)",
    "INSERT INTO moves VALUES (1, 0, 8)",
    "INSERT INTO moves VALUES (1, 2, 'b2')",
    "UPDATE matches SET result = 'unknown'",
    "UPDATE matches SET level = 'easy'",
    "UPDATE matches SET to_move = 2",
    "UPDATE matches SET first_id = second_id",
    "UPDATE matches SET first_id = NULL, second_id = NULL, level = 'easy'",
    "UPDATE invitations SET invitee_id = inviter_id",
    "INSERT INTO blocks VALUES (5, 5)",
    "UPDATE matches SET is_drawn = 2",
    "UPDATE matches SET is_reminded = 2",
    "INSERT INTO awake VALUES (2, 1.5, 0)",
    "UPDATE matches SET origin_id = NULL WHERE id = 5",
    "UPDATE matches SET origin_ply = -1 WHERE id = 5",
    "UPDATE matches SET origin_id = 99 WHERE id = 5",
    "UPDATE matches SET is_helped = 2",
    "INSERT INTO findings VALUES (2, 99, 0, 0.9, '[]')",
    "UPDATE findings SET ply = -1",
    "UPDATE invitations SET match_id = 99",
    "UPDATE attempts SET fate = NULL",
    "UPDATE attempts SET fate = 'guessed'",
    "UPDATE attempts SET goal = -1",
    "UPDATE attempts SET told = 3, hints = 3",
    "UPDATE attempts SET told = 2, hints = 1",
    "INSERT INTO shares VALUES (99, 70, NULL)",
    "UPDATE streaks SET longest = 1",
    "UPDATE attempts SET free_hints = 3",
    "UPDATE attempts SET match_id = 99",
    "UPDATE attempts SET race_place = NULL WHERE id = 2",
    "UPDATE races SET is_open = 2",
    "UPDATE races SET is_weekly = 2",
    "UPDATE solvers SET longest = 0",
    "UPDATE solvers SET deviation = 0",
    "UPDATE servers SET has_threads = 2",
    "UPDATE servers SET shows_votes = 2",
    "UPDATE plans SET level = 'easy'",
    "INSERT INTO moves VALUES (1, -1, 8)",
    "UPDATE matches SET origin_ply = 1",
    "UPDATE matches SET rematch_of = 1",
    "UPDATE invitations SET begins = 7",
    "UPDATE invitations SET begins = 0",
    "UPDATE invitations SET fate = 'unknown'",
    "UPDATE findings SET match_id = 99",
    "UPDATE findings SET seconds = -1",
    "UPDATE attempts SET mistakes = -1",
    "UPDATE streaks SET length = 0, longest = 0",
    "UPDATE solvers SET longest = run - 1",
    "UPDATE rated_puzzles SET volatility = 0",
    "UPDATE matches SET unrated = 'dull'",
    "INSERT INTO ratings VALUES (1, 'oware', 'nobody', 1500, 90, 0.06, 1, 0, 0, 5)",
    "INSERT INTO ratings VALUES (1, 'oware', 'people', 1500, 90, 0.06, 0, 0, 0, 5)",
    "INSERT INTO ratings VALUES (1, 'oware', 'people', 1500, 90, 0.06, 2, 2, 1, 5)",
    "INSERT INTO rating_changes VALUES (99, 1, 'people', 'oware', 5, 1500, 90, 1510, 89, 0.06)",
    "INSERT INTO rankings VALUES (1, 'nobody', 'oware', 0, 'all', 0, 0, 0, NULL, 1500, 90, 0)",
    "UPDATE accuracies SET accuracy = 100.5",
    "UPDATE accuracies SET match_id = 99",
)


async def is_refused(storage: Storage, sql: str) -> bool:
    """Whether the database does not take what a statement writes."""
    try:
        await storage.database.write(Statement(sql))
    except (sqlite3.IntegrityError, psycopg.IntegrityError, psycopg.DataError):
        return True
    return False


async def test_impossible_rows_are_refused(older: File | Server) -> None:
    async with open_storage(older.url) as storage:
        taken = [sql for sql in IMPOSSIBLE if not await is_refused(storage, sql)]
    assert taken == []
