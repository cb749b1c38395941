"""The schema of PostgreSQL is that of SQLite, and newer ones are welcome only if they say so."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from bot.models import Reviewed
from bot.start_errors import NewerDatabaseError, OlderProcessesError, UnreachableDatabaseError
from bot.storage import Storage, migrations, postgres
from bot.storage.migrations import Migration
from bot.storage.postgres import schema
from bot.words.operations import format_failure
from engine import Review
from tests.bot.attempts import solved
from tests.bot.drafts import ADA, FIRST_WINS, begun, draft, opened, played, sent
from tests.bot.test_storage_contract import finding
from tests.postgres import postgres_database

NEWEST = migrations.load()[-1].version
KINDS = {"bigint": "INTEGER", "integer": "INTEGER", "smallint": "INTEGER", "text": "TEXT"} | {
    "double precision": "REAL"
}


@pytest.fixture
def url() -> Iterator[str]:
    """A database without any schema."""
    with postgres_database(is_empty=True) as url:
        yield url


def ask(url: str, sql: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(sql.encode()).fetchall()


def test_each_dialect_has_each_migration() -> None:
    known = [[(each.version, each.oldest) for each in migrations.load(name)] for name in ("", "postgres")]
    assert known[0] == known[1]


async def test_dialects_end_in_the_same_tables(tmp_path: Path, url: str) -> None:
    async with opened(tmp_path / "maxine.db"), opened(url):
        pass
    with closing(sqlite3.connect(tmp_path / "maxine.db")) as db:
        in_file = db.execute(
            'SELECT t.name, c.name, c.type, c."notnull" OR c.pk > 0, c.dflt_value, c.pk'
            " FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS c"
            " WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite%' ORDER BY 1, 2"
        ).fetchall()
        indexes = db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'index' AND name NOT LIKE 'sqlite%' ORDER BY 1"
        ).fetchall()
        references = db.execute(
            'SELECT t.name, f."from", f."table" FROM pragma_table_list AS t,'
            " pragma_foreign_key_list(t.name) AS f ORDER BY 1, 2"
        ).fetchall()
    on_server = ask(
        url,
        "SELECT c.table_name, c.column_name, c.data_type, (c.is_nullable = 'NO')::integer,"
        " split_part(c.column_default, '::', 1), coalesce(k.ordinal_position, 0)"
        " FROM information_schema.columns c"
        " LEFT JOIN information_schema.key_column_usage k ON k.table_name = c.table_name"
        " AND k.column_name = c.column_name AND k.constraint_name LIKE '%_pkey'"
        " WHERE c.table_schema = 'public' AND c.table_name <> 'schema_version'"  # a file has that in its head
        ' ORDER BY c.table_name COLLATE "C", c.column_name COLLATE "C"',
    )
    assert [(table, name, KINDS[str(kind)], *rest) for table, name, kind, *rest in on_server] == in_file
    assert references == ask(
        url,
        "SELECT k.conrelid::regclass::text, a.attname::text, k.confrelid::regclass::text"
        " FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]"
        " WHERE k.contype = 'f' ORDER BY 1, 2",
    )
    assert indexes == ask(
        url,
        "SELECT indexname::text FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT LIKE '%_pkey'"
        " AND indexname NOT LIKE '%_key' ORDER BY 1",
    )


REFUSED = (
    "INSERT INTO moves VALUES (99, 0, 4)",
    "INSERT INTO moves VALUES (1, 0, 8)",
    "INSERT INTO moves VALUES (1, -1, 8)",
    "UPDATE matches SET result = 'unknown'",
    "UPDATE matches SET level = 'easy' WHERE id = 1",
    "UPDATE matches SET to_move = 2",
    "UPDATE matches SET first_id = second_id WHERE id = 1",
    "UPDATE matches SET first_id = NULL, second_id = NULL, level = 'easy'",
    "UPDATE matches SET is_drawn = 2",
    "UPDATE matches SET is_helped = 2",
    "UPDATE matches SET origin_ply = 1",
    "UPDATE matches SET origin_id = 99, origin_ply = 0",
    "UPDATE matches SET origin_id = 1, origin_ply = -1",
    "UPDATE matches SET rematch_of = 1",
    "UPDATE invitations SET invitee_id = inviter_id",
    "UPDATE invitations SET begins = 7",
    "UPDATE invitations SET begins = 0",
    "INSERT INTO blocks VALUES (5, 5)",
    "UPDATE invitations SET fate = 'unknown'",
    "UPDATE invitations SET match_id = 99",
    "UPDATE findings SET match_id = 99",
    "UPDATE findings SET ply = -1",
    "UPDATE findings SET seconds = -1",
    "UPDATE attempts SET fate = NULL",
    "UPDATE attempts SET fate = 'guessed'",
    "UPDATE attempts SET goal = -1",
    "UPDATE attempts SET mistakes = -1",
    "UPDATE attempts SET told = 3, hints = 3",
    "UPDATE attempts SET told = 2, hints = 1",
    "UPDATE attempts SET free_hints = 3",
    "UPDATE attempts SET match_id = 99",
    "INSERT INTO shares VALUES (99, 70, NULL)",
    "UPDATE streaks SET longest = 0",
    "UPDATE streaks SET length = 0, longest = 0",
    "UPDATE solvers SET longest = run - 1",
    "UPDATE solvers SET deviation = 0",
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


async def test_dialects_refuse_the_same(tmp_path: Path, url: str) -> None:
    path = tmp_path / "maxine.db"
    for where in (path, url):
        async with opened(where) as storage:
            await _fill(storage)
    with closing(sqlite3.connect(path)) as db, psycopg.connect(url, autocommit=True) as connection:
        db.execute("PRAGMA foreign_keys = ON")
        for sql in REFUSED:
            with pytest.raises(sqlite3.IntegrityError):
                db.execute(sql)
            with pytest.raises(psycopg.IntegrityError):
                connection.execute(sql.encode())


async def _fill(storage: Storage) -> None:
    """Keep something in every table."""
    match = await played(storage, await begun(storage), *FIRST_WINS)
    await begun(storage, draft(None, ADA, level="easy"))
    await sent(storage)
    await storage.findings.add([finding(match, 0, 0.5)])
    await storage.profiles.add_accuracies(Reviewed(match, Review((), (50.0, None), None), None))
    await solved(storage, 20_000)


async def test_several_open_a_new_database(url: str) -> None:
    storages = await asyncio.gather(*(postgres.open_storage(url) for _ in range(4)))
    matches = await asyncio.gather(*(begun(storage) for storage in storages))
    assert sorted(match.id for match in matches) == [1, 2, 3, 4]
    await asyncio.gather(*(storage.close() for storage in storages))


@pytest.mark.parametrize(("by", "is_welcome"), [(1, True), (2, False)])
async def test_older_program_uses_a_newer_schema(
    url: str, monkeypatch: pytest.MonkeyPatch, by: int, *, is_welcome: bool
) -> None:
    """A migration that says it is compatible is welcome."""
    sql = "-- Compatible with the version before.\nALTER TABLE matches ADD COLUMN more TEXT;\n"
    known = [*migrations.load("postgres"), Migration(NEWEST + 1, "newer", sql)]
    known += [Migration(NEWEST + 2, "newest", sql.replace("more TEXT", "most TEXT"))][: by - 1]
    async with opened(url) as running:
        with monkeypatch.context() as newer:
            newer.setattr(migrations, "load", lambda _: known)
            async with opened(url) as storage:
                match = await begun(storage)
        match = await played(running, match, 4)
    if is_welcome:
        async with opened(url) as storage:
            assert await played(storage, match, 0) == await storage.matches.find(match.id)
    else:
        with pytest.raises(NewerDatabaseError):
            async with opened(url):
                pass


@pytest.mark.real_time("the server lets go of a connection that has been closed when it likes")
@pytest.mark.parametrize("is_compatible", [True, False])
async def test_newer_process_beside_older_ones(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, *, is_compatible: bool
) -> None:
    sql = "ALTER TABLE matches ADD COLUMN more TEXT;\n"
    sql = f"-- Compatible with the version before.\n{sql}" if is_compatible else sql
    known = [*migrations.load("postgres"), Migration(NEWEST + 1, "newer", sql)]
    caplog.set_level("INFO")
    async with opened(url) as running:
        await begun(running)
        monkeypatch.setattr(migrations, "load", lambda _: known)
        if is_compatible:
            await schema.migrate(url)
            assert "the migrations say that they are compatible" in caplog.text
        else:
            with pytest.raises(OlderProcessesError) as refused:
                await schema.migrate(url)
            assert "Stop all of them first." in format_failure(refused.value)
            assert ask(url, "SELECT version FROM schema_version") == [(NEWEST,)]
    await asyncio.gather(schema.migrate(url), schema.migrate(url))  # those who start at once let each other
    assert ask(url, "SELECT version FROM schema_version") == [(NEWEST + 1,)]


async def test_failing_migration_leaves_the_older_version(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(url) as storage:
        match = await begun(storage)
    sql = "CREATE TABLE half (id INTEGER);\nINSERT INTO nowhere VALUES (1);\n"
    known = [*migrations.load("postgres"), Migration(NEWEST + 1, "failing", sql)]
    with monkeypatch.context() as newer:
        newer.setattr(migrations, "load", lambda _: known)
        with pytest.raises(UnreachableDatabaseError, match="nowhere"):
            await schema.migrate(url)
    async with opened(url) as storage:
        assert await storage.matches.find(match.id) == match
    assert ask(url, "SELECT version FROM schema_version") == [(NEWEST,)]
    assert ask(url, "SELECT to_regclass('half')") == [(None,)]
