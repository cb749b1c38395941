"""The schema of PostgreSQL is that of SQLite, and newer ones are welcome only if they say so."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from bot.start_errors import NewerDatabaseError, OlderProcessesError, UnreachableDatabaseError
from bot.storage import migrations, postgres
from bot.storage.migrations import Migration
from bot.storage.postgres import schema
from bot.words.operations import format_failure
from tests.bot.drafts import begun, opened, played
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


async def test_several_open_a_new_database(url: str) -> None:
    storages = await asyncio.gather(*(postgres.open_storage(url) for _ in range(4)))
    matches = await asyncio.gather(*(begun(storage) for storage in storages))
    assert sorted(match.id for match in matches) == [1, 2, 3, 4]
    await asyncio.gather(*(storage.close() for storage in storages))


@pytest.mark.parametrize(("by", "is_welcome"), [(1, True), (2, False)])
async def test_older_program_uses_a_newer_schema(
    url: str, monkeypatch: pytest.MonkeyPatch, by: int, *, is_welcome: bool
) -> None:
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
