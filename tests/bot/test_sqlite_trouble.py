"""A database that cannot be used is reported in a sentence, with nothing half written."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Iterable
from contextlib import closing
from pathlib import Path

import pytest

from bot.errors import StorageError
from bot.models import PEOPLE
from bot.start_errors import StartError
from bot.storage import Storage
from bot.storage.sqlite import connection, damage, open_storage, schema
from bot.storage.sqlite.database import SqliteDatabase
from bot.words.operations import format_failure
from engine import Outcome
from tests.bot.drafts import FIRST_WINS, begun, connection_of, draft, opened, played, present
from tests.patience import LONG

ROOT = Path(__file__).parents[2]


async def _refusal(path: Path) -> str:
    with pytest.raises(StartError) as refused:
        async with opened(path):
            pass
    return format_failure(refused.value)


@pytest.mark.parametrize("content", [b"This is a letter, not a database.\n" * 200, b"\0" * 8192])
async def test_garbage_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "maxine.db"
    path.write_bytes(content)
    assert await _refusal(path) == f"The database {path} cannot be used: file is not a database."
    assert path.read_bytes() == content


def overwrite_page(path: Path, table: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


@pytest.mark.parametrize("table", ["matches", "moves"])
async def test_damaged_database_refuses_to_start(tmp_path: Path, table: str) -> None:
    path = tmp_path / "maxine.db"
    async with opened(path) as storage:
        await played(storage, await begun(storage), *FIRST_WINS)
    overwrite_page(path, table)
    content = path.read_bytes()
    assert (await _refusal(path)).startswith(f"The database {path} is damaged: ")
    assert path.read_bytes() == content


async def test_large_damaged_database_is_said_beside_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "maxine.db"
    async with opened(path) as storage:
        match = await begun(storage)
    overwrite_page(path, "matches")
    monkeypatch.setattr(damage, "_LARGE", 0)
    async with opened(path) as storage:
        with pytest.raises(StorageError, match="it does not answer"):
            await storage.matches.find(match.id)
        assert isinstance(storage.database, SqliteDatabase)
        assert storage.database.checking is not None
        storage.database.checking.thread.join()
    assert f"The database {path} is damaged: " in caplog.text


async def test_check_of_a_large_database_has_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(tmp_path / "maxine.db"):
        pass
    monkeypatch.setattr(damage, "_STEPS", 1)
    monkeypatch.setattr(damage, "_PATIENCE", -1.0)
    checking = damage.BackgroundCheck(tmp_path / "maxine.db")
    checking.thread.join()
    assert "was given up after" in caplog.text


async def test_own_mistake_is_no_refusal(tmp_path: Path) -> None:
    async with opened(tmp_path / "maxine.db") as storage:
        match = await begun(storage)
        database = connection_of(storage)
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            await database.read(lambda db: db.execute("SELECT * FROM nowhere"))
        with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
            await database.write(lambda db: db.execute("INSERT INTO moves VALUES (1, 0, 4), (1, 0, 4)"))
        with pytest.raises(sqlite3.ProgrammingError, match="bindings"):
            await database.write(lambda db: db.execute("DELETE FROM moves WHERE ply = ?"))
        with pytest.raises(ValueError, match="invalid literal"):
            await database.write(lambda _: int("four"))
        assert await storage.matches.find(match.id) == match


async def test_locked_database_refuses_to_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_BUSY_SECONDS", 0.05)
    with closing(sqlite3.connect(tmp_path / "maxine.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "cannot be used: database is locked." in await _refusal(tmp_path / "maxine.db")
        other.execute("ROLLBACK")
    async with opened(tmp_path / "maxine.db") as storage:
        assert await storage.matches.find(1) is None


@pytest.mark.real_time("a thread waits")
async def test_other_writer_is_awaited_at_start(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "maxine.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        opening = asyncio.create_task(open_storage(tmp_path / "maxine.db"))
        await asyncio.sleep(0.1)
        assert not opening.done()
        other.execute("ROLLBACK")
        await (await opening).close()


async def test_other_writer_is_not_awaited_forever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "_PATIENCE", 0.1)
    with closing(sqlite3.connect(tmp_path / "maxine.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "cannot be used: database is locked." in await _refusal(tmp_path / "maxine.db")


async def _limit(storage: Storage, pages: int) -> None:
    """Let the file grow by that many pages and no further, which SQLite reports as it does a full disk."""

    def limit(db: sqlite3.Connection) -> None:
        (count,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {count + pages}").fetchone()

    await connection_of(storage).run(limit)


async def _full(writes: Iterable[Awaitable[object]]) -> int:
    """Write until the database refuses; return how many writes it took."""
    stored = 0
    with pytest.raises(StorageError, match="the disk is full"):  # noqa: PT012 - any of the writes may be the one
        for write in writes:
            await write
            stored += 1
    return stored


@pytest.mark.ci
async def test_unsaved_end_changes_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path / "maxine.db") as storage:
        matches = [await begun(storage, draft(user, 1)) for user in range(2, 502)]
        await _limit(storage, 8)
        ends = (storage.matches.save(match, match.with_end(Outcome.FIRST, 1001)) for match in matches)
        stored = await _full(ends)
        assert 0 < stored < len(matches)
        assert await storage.matches.find(matches[stored].id) == matches[stored]
        (table,) = await storage.standings.find_tables("tic-tac-toe", None, [PEOPLE], 0, len(matches))
        assert {each.user_id: each.losses for each in table.top}[1] == stored == len(table.top) - 1


def _in_a_namespace(script: str, *arguments: Path) -> tuple[list[str], str]:
    """Run a shell script that may mount what it likes, seen by nobody else; skip where that is not allowed.

    Return what it printed and the last line of what it complained of.
    """
    unshare = shutil.which("unshare")
    inside = [str(unshare), "--user", "--map-root-user", "--mount"]
    if unshare is None or _shell([*inside, "true"]).returncode:
        pytest.skip("this machine does not let us mount a file system of our own")
    run = _shell([*inside, "sh", "-ec", script, sys.executable, *map(str, arguments)])
    return run.stdout.splitlines(), run.stderr.splitlines()[-1]


def _shell(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, timeout=LONG)  # noqa: S603 - the scripts below


@pytest.mark.ci
async def test_really_full_disk_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "small").mkdir()
    script = """mount -t tmpfs -o size=1300k none "$1/small"
        "$0" -m tests.bot.writer "$1/small/maxine.db" || cp "$1/small"/* "$1" """
    acknowledged, sentence = _in_a_namespace(script, tmp_path)
    assert "the disk is full" in sentence
    match_id, ply = map(int, acknowledged[-1].split())
    async with opened(tmp_path / "maxine.db") as storage:
        last = present(await storage.matches.find(match_id))
        assert last.actions == FIRST_WINS[:ply]
        assert last.is_over == last.state.is_terminal
        assert await storage.matches.find(match_id + 1) is None


@pytest.mark.ci
def test_full_disk_refuses_to_start(tmp_path: Path) -> None:
    script = 'mount -t tmpfs -o size=80k none "$1"; "$0" -m tests.bot.writer "$1/maxine.db"'
    acknowledged, sentence = _in_a_namespace(script, tmp_path)
    assert acknowledged == []
    assert sentence == f"The database {tmp_path}/maxine.db cannot be used: database or disk is full."


@pytest.mark.ci
async def test_read_only_file_refuses_to_write(tmp_path: Path) -> None:
    async with opened(tmp_path / "maxine.db") as storage:
        match = await begun(storage)
    script = 'mount --bind "$1" "$1"; mount -o remount,bind,ro "$1"; "$0" -m tests.bot.writer "$1"'
    acknowledged, sentence = _in_a_namespace(script, tmp_path / "maxine.db")
    assert acknowledged == []
    assert "the file is read-only" in sentence
    async with opened(tmp_path / "maxine.db") as storage:
        assert await storage.matches.find_newest(70) == match
