"""A backup is whole and proven, whatever happens while it is made; a restored one goes on."""

import asyncio
import os
import re
import shutil
import signal
import sqlite3
import sys
import threading
from asyncio.subprocess import Process
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.storage.sqlite import backups, lock
from engine import Outcome
from tests.bot.drafts import DRAW, FIRST_WINS, begun, draft, opened, played
from tests.bot.test_main import MAXINE, files, run, started
from tests.bot.test_sqlite_trouble import _in_a_namespace, overwrite_page
from tests.patience import LONG

KILLED = """import os, signal; from bot.cli import copying
copying.replay = lambda _: os.kill(os.getpid(), signal.SIGKILL)
from bot.__main__ import main; main()"""


@pytest.fixture
async def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory whose database has matches of each kind of end."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "")
    async with opened(tmp_path / "maxine.db") as storage:
        for line in (FIRST_WINS, DRAW, (4,)):
            await played(storage, await begun(storage), *line)
        resigned = await begun(storage, draft(104, None, level="easy"))
        assert await storage.matches.save(resigned, resigned.with_end(Outcome.SECOND, 1001))
    return tmp_path


async def _acknowledged(writer: Process, count: int) -> list[tuple[int, int]]:
    """Read so many acknowledgements of a writer: match, and its moves so far."""
    assert writer.stdout is not None
    lines = [await asyncio.wait_for(writer.stdout.readline(), LONG) for _ in range(count)]
    match_ids_and_plies = [tuple(map(int, line.split())) for line in lines]
    return [(match_id, ply) for match_id, ply in match_ids_and_plies]


@pytest.mark.ci
async def test_backup_under_load_has_every_move(tmp_path: Path) -> None:
    async with started(tmp_path, sys.executable, "-m", "tests.bot.writer", "maxine.db") as writer:
        before = await _acknowledged(writer, 200)
        made = await run(tmp_path, *MAXINE, "backup", "copy.db")
        assert (made.status, made.err) == (0, "")
        newest = int(re.findall(r"^copy\.db: ([\d,]+) matches", made.out)[0].replace(",", ""))
        while (await _acknowledged(writer, 1))[0][0] <= newest:  # it was written to all the time
            pass
        writer.kill()
    assert newest > before[-1][0]
    for left in [name for name in files(tmp_path) if name.startswith("maxine.db")]:
        (tmp_path / left).unlink()
    restored = await run(tmp_path, *MAXINE, "restore", "copy.db")
    assert (restored.status, restored.err) == (0, "")
    async with opened(tmp_path / "maxine.db") as storage:
        for match_id, ply in before:
            match = await storage.matches.find(match_id)
            assert match is not None
            assert match.ply >= ply
        await played(storage, await begun(storage, draft(8, 9)), 4)


async def test_backup_has_what_the_log_holds(folder: Path) -> None:
    async with opened(folder / "maxine.db") as storage:
        match = await played(storage, await begun(storage, draft(8, 9)), *DRAW)
        assert main(["backup", "copy.db"]) == 0
    async with opened(folder / "copy.db") as storage:
        assert await storage.matches.find(match.id) == match


def refused(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    """Run a command that is refused and return what is said."""
    assert main(command) == 1
    return capsys.readouterr().err.removeprefix("maxine: ").removesuffix("\n")


def _databases(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.db")}


@pytest.mark.ci
@pytest.mark.parametrize("command", ["backup --force copy.db", "restore copy.db"])
async def test_kill_leaves_what_was_there(folder: Path, command: str) -> None:
    assert main(["backup", "copy.db"]) == 0
    if command.startswith("restore"):
        (folder / "maxine.db").unlink()
    before = _databases(folder)
    killed = await run(folder, sys.executable, "-c", KILLED, *command.split())
    assert killed.status == -signal.SIGKILL
    assert _databases(folder) == before
    assert main(command.split()) == 0


def test_backup_is_private_and_replaces_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "copy.db"]) == 0
    assert capsys.readouterr().out.startswith("copy.db: 4 matches, all of them replayed, ")
    assert files(folder) == ["copy.db", "maxine.db"]
    assert (folder / "copy.db").stat().st_mode & 0o777 == 0o600
    assert "There is a file copy.db already." in refused(capsys, "backup", "copy.db")
    assert main(["backup", "--force", "copy.db"]) == 0
    for name in (".", "..", "/"):
        assert refused(capsys, "backup", "--force", name) == f"{name} cannot be written: it is a folder."
    said = refused(capsys, "backup", "--force", "maxine.db")
    assert said == "maxine.db cannot be written: it is the database itself."


# What is no whole database

DAMAGES = {
    "DELETE FROM moves WHERE match_id = 1 AND ply = 1": "A move of match 1 is missing.",
    "UPDATE matches SET result = 'draw' WHERE id = 3": "Match 3 cannot have ended as is written there.",
    "UPDATE matches SET rematch_of = 77 WHERE id = 3": (
        "maxine.db is no whole database of Maxine: matches refers to matches, where there is no such row."
    ),
    "PRAGMA user_version = 0": "maxine.db is no whole database of Maxine: it is not the bot's.",
    "PRAGMA user_version = 1000; PRAGMA application_id = 1000": "The database was written by a newer Maxine ",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_unsound_database_is_refused(folder: Path, capsys: pytest.CaptureFixture[str], damage: str) -> None:
    with closing(sqlite3.connect("maxine.db")) as db, db:
        db.executescript(damage)
    sentence = DAMAGES[damage]
    assert refused(capsys, "backup", "copy.db").startswith(sentence)
    assert files(folder) == ["maxine.db"]
    shutil.move("maxine.db", "copy.db")
    assert refused(capsys, "restore", "copy.db").startswith(sentence.replace("maxine.db", "copy.db"))
    assert files(folder) == ["copy.db"]


def test_damaged_copy_is_not_restored(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.move("maxine.db", "copy.db")
    overwrite_page(folder / "copy.db", "matches")
    (folder / "letter").write_text("Dear database, " * 1000)
    for name in ("copy.db", "letter"):
        assert refused(capsys, "restore", name).startswith(f"{name} is no whole database of Maxine: ")
    said = refused(capsys, "restore", "nowhere.db")
    assert said == "The database nowhere.db cannot be opened: there is no such file."
    assert files(folder) == ["copy.db", "letter"]


async def test_compatible_newer_schema_is_backed_up(folder: Path) -> None:
    with closing(sqlite3.connect("maxine.db")) as db:
        ((version,),) = db.execute("PRAGMA user_version").fetchall()
        db.execute(f"PRAGMA user_version = {version + 1}")
    assert main(["backup", "copy.db"]) == 0
    (folder / "maxine.db").unlink()
    assert main(["restore", "copy.db"]) == 0
    async with opened(folder / "maxine.db") as storage:
        assert await storage.matches.find(4) is not None


@pytest.mark.parametrize("command", ["backup copy.db", "restore copy.db"])
def test_locked_database_times_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    monkeypatch.setattr(backups, "_PATIENCE", 0.3)
    name = "maxine.db" if command.startswith("backup") else "copy.db"
    shutil.move("maxine.db", name)
    before = files(folder)
    with closing(sqlite3.connect(name, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("BEGIN EXCLUSIVE")
        said = refused(capsys, *command.split())
        assert said == f"The database {name} cannot be used: another program has locked it."
        with monkeypatch.context() as patch:
            patch.setattr(backups, "_PATIENCE", 20)
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()  # as Ctrl-C
            assert main(command.split()) == 130
    assert capsys.readouterr().err == "maxine: Stopped. Nothing was written.\n"
    assert files(folder) == before
    assert main(command.split()) == 0


# What a restore would lose


def test_restore_loses_nothing_that_is_kept(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "copy.db"]) == 0
    with lock.hold(folder / "maxine.db"):
        said = refused(capsys, "restore", "copy.db")
    assert "Another Maxine has the database maxine.db already." in said
    kept = (folder / "maxine.db").read_bytes()
    said = refused(capsys, "restore", "copy.db")
    assert said == f"What is kept in {folder}/maxine.db would be lost. Move it away first."
    assert (folder / "maxine.db").read_bytes() == kept
    (folder / "maxine.db").write_text("What is this?")
    assert main(["restore", "copy.db"]) == 1
    (folder / "maxine.db").unlink()
    for suffix in ("-wal", "-shm"):  # SQLite would take the first to belong to what is restored
        (folder / f"maxine.db{suffix}").write_bytes(b"of another one")
    capsys.readouterr()
    assert refused(capsys, "restore", "copy.db") == (
        f"What is kept in {folder}/maxine.db-wal and {folder}/maxine.db-shm would be lost."
        " Move them away first, all together."
    )


async def test_restore_replaces_an_unused_database(folder: Path) -> None:
    assert main(["backup", "copy.db"]) == 0
    (folder / "maxine.db").unlink()
    (folder / "maxine.db").symlink_to("real.db")
    async with opened(folder / "real.db") as storage:
        await storage.deadlines.record_heartbeat(1000.0, 6)
    assert main(["restore", "copy.db"]) == 0
    assert (folder / "maxine.db").is_symlink()
    async with opened(folder / "real.db") as storage:
        match = await storage.matches.find(2)
    assert match is not None
    assert match.actions == DRAW


# Where nothing can be written


@pytest.mark.ci
def test_full_disk_and_read_only_folder(folder: Path) -> None:
    (folder / "small").mkdir()
    script = """mount -t tmpfs -o size=40k none "$1/small"; export DATABASE_URL="sqlite:///$1/maxine.db"
        "$0" -m bot backup "$1/small/copy.db" 2>&1 || ls -A "$1/small"
        mount -o remount,ro "$1/small"; "$0" -m bot backup "$1/small/copy.db" """
    printed, sentence = _in_a_namespace(script, folder)
    beginning = f"maxine: {folder}/small/copy.db cannot be written:"
    assert printed == [f"{beginning} database or disk is full."]
    assert sentence == f"{beginning} Read-only file system."
