"""A file becomes one of the present schema, or stays as it was, and refuses impossible rows."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.start_errors import NewerDatabaseError, UnusableDatabaseError
from bot.storage import migrations
from bot.storage.migrations import Migration
from tests.bot.drafts import begun, connection_of, opened, played
from tests.bot.test_migrations import older_file

NEWEST = migrations.load()[-1].version


def _ask(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(sql).fetchall()


def _schema(path: Path) -> list[tuple[object, ...]]:
    return _ask(path, "SELECT type, name, sql FROM sqlite_master ORDER BY name")


def test_migrations_are_numbered_without_a_gap() -> None:
    names = [migration.name for migration in migrations.load()]
    assert [int(name[:4]) for name in names] == list(range(36, NEWEST + 1))


def test_every_migration_says_why() -> None:
    assert all(migration.sql.startswith("-- ") for migration in migrations.load())


@pytest.mark.parametrize("is_new", [True, False])
async def test_failing_migration_leaves_the_older_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_new: bool
) -> None:
    if not is_new:
        older_file(tmp_path / "maxine.db")
    before = _schema(tmp_path / "maxine.db")
    sql = "CREATE TABLE half (id INTEGER);\nINSERT INTO nowhere VALUES (1);\n"
    known = [*migrations.load()[: not is_new], Migration(NEWEST, "failing", sql)]
    monkeypatch.setattr(migrations, "load", lambda: known)
    with pytest.raises(UnusableDatabaseError, match="no such table: nowhere"):
        async with opened(tmp_path / "maxine.db"):
            pass
    assert _schema(tmp_path / "maxine.db") == before
    monkeypatch.undo()
    async with opened(tmp_path / "maxine.db") as storage:
        assert (await storage.matches.find(1) is None) == is_new


async def test_newer_database_is_left_alone(tmp_path: Path) -> None:
    async with opened(tmp_path / "maxine.db"):
        pass
    with closing(sqlite3.connect(tmp_path / "maxine.db")) as db:
        db.execute(f"PRAGMA user_version = {NEWEST + 1}")
        db.execute(f"PRAGMA application_id = {NEWEST + 1}")
    before = (tmp_path / "maxine.db").read_bytes()
    with pytest.raises(NewerDatabaseError) as refused:
        async with opened(tmp_path / "maxine.db"):
            pass
    assert (refused.value.written, refused.value.known) == (NEWEST + 1, NEWEST)
    assert (tmp_path / "maxine.db").read_bytes() == before


@pytest.mark.parametrize(("by", "is_welcome"), [(1, True), (2, False)])
async def test_older_program_uses_a_newer_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: int, *, is_welcome: bool
) -> None:
    sql = "-- Compatible with the version before.\nALTER TABLE matches ADD COLUMN more TEXT;\n"
    known = [*migrations.load(), Migration(NEWEST + 1, "newer", sql)]
    known += [Migration(NEWEST + 2, "newest", sql.replace("more TEXT", "most TEXT"))][: by - 1]
    with monkeypatch.context() as newer:
        newer.setattr(migrations, "load", lambda: known)
        async with opened(tmp_path / "maxine.db") as storage:
            match = await begun(storage)
    if is_welcome:
        async with opened(tmp_path / "maxine.db") as storage:
            assert await played(storage, match, 4) == await storage.matches.find(match.id)
    else:
        with pytest.raises(NewerDatabaseError):
            async with opened(tmp_path / "maxine.db"):
                pass


async def test_database_of_another_program(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "maxine.db")) as db:
        db.execute("CREATE TABLE matches (phosphorus TEXT)")
    before = _schema(tmp_path / "maxine.db")
    with pytest.raises(UnusableDatabaseError, match="matches already exists"):
        async with opened(tmp_path / "maxine.db"):
            pass
    assert _schema(tmp_path / "maxine.db") == before


@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)]
)
async def test_connection_is_set_up_for_safety(tmp_path: Path, pragma: str, value: object) -> None:
    async with opened(tmp_path / "maxine.db") as storage:
        row = await connection_of(storage).read(lambda db: db.execute(f"PRAGMA {pragma}").fetchone())
        assert row == (value,)


async def test_every_table_is_strict(tmp_path: Path) -> None:
    async with opened(tmp_path / "maxine.db"):
        pass
    sql = (
        "SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict AND name NOT LIKE 'sqlite_%'"
    )
    assert _ask(tmp_path / "maxine.db", sql) == []
