"""The database is deleted or replaced while she runs: that is said, and nothing is acknowledged."""

import logging
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bot.errors import StorageError
from bot.storage.sqlite import open_storage
from tests.bot.drafts import begun, connection_of, opened, played
from tests.bot.shown import cells
from tests.bot.stage import Stage


def replace_by_copy(path: Path) -> None:
    """Put a copy in its place, as an older one is put back."""
    copy = path.with_name("copy.db")
    shutil.copy(path, copy)
    copy.replace(path)


def replace_link(path: Path) -> None:
    """Put a link in its place, to where it was moved."""
    path.rename(path.with_name("elsewhere.db"))
    path.with_name("other.db").touch()
    path.symlink_to("other.db")


HARMS: dict[str, Callable[[Path], None]] = {
    "deleted": Path.unlink,
    "replaced by a copy": replace_by_copy,
    "without its log": lambda path: path.with_name(f"{path.name}-wal").unlink(),
    "without its index": lambda path: path.with_name(f"{path.name}-shm").unlink(),
    "replaced by a link": replace_link,
}


def said(caplog: pytest.LogCaptureFixture, level: int) -> list[str]:
    """What whoever runs her reads of the files."""
    of_files = (record for record in caplog.records if record.name == "bot.storage.sqlite.files")
    return [record.getMessage() for record in of_files if record.levelno == level]


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS)
async def test_missing_file_is_logged_once(
    stage: Stage, caplog: pytest.LogCaptureFixture, harm: Callable[[Path], None]
) -> None:
    board = await stage.challenge(stage.ada)
    await stage.click(stage.ada, board, "b2")
    before = cells(stage.message(board))
    harm(stage.path)
    for answer in (
        await stage.click(stage.ada, board, before.split()[-1]),
        await stage.command(stage.ada, "board"),
        await stage.command(stage.ada, "challenge", first="me"),
    ):
        assert answer.ephemeral
        assert "the file I keep matches in has been taken away" in answer.text
    assert await stage.playground.autocomplete(stage.ada, stage.general, "move", "to", "") == []
    assert cells(stage.message(board)) == before
    [report] = said(caplog, logging.CRITICAL)
    assert report.startswith(str(stage.path))
    assert caplog.text.count("The database refused") == 0


async def test_returned_file_is_used_again(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    board = await stage.challenge(stage.ada)
    away = stage.path.rename(stage.path.with_name("away.db"))
    assert (await stage.click(stage.ada, board, "b2")).ephemeral
    away.rename(stage.path)
    assert stage.rows("SELECT count(*) FROM moves") == [(0,)]
    assert not (await stage.click(stage.ada, board, "b2")).ephemeral
    assert stage.rows("SELECT count(*) FROM moves") == [(2,)]
    assert len(said(caplog, logging.CRITICAL)) == 1
    assert said(caplog, logging.WARNING) == [f"{stage.path} is back: all goes on."]


async def test_commit_to_a_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "maxine.db"
    async with opened(path) as storage:
        with pytest.raises(StorageError, match="deleted or replaced"):
            await connection_of(storage).write(lambda _: path.unlink())


def rescue(folder: Path) -> None:
    """Copy what is deleted but still open to where it was."""
    for link in list(Path("/proc/self/fd").iterdir()):
        with suppress(FileNotFoundError):  # what the folder itself was read by
            name = str(link.readlink())
            if name.startswith(str(folder)) and name.endswith((".db (deleted)", ".db-wal (deleted)")):
                shutil.copy(link, name.removesuffix(" (deleted)"))


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="this system does not show what is open")
async def test_open_files_can_be_copied(tmp_path: Path) -> None:
    path = tmp_path / "maxine.db"
    storage = await open_storage(path)
    match = await played(storage, await begun(storage), 4, 0)
    path.unlink()
    path.with_name("maxine.db-wal").unlink()
    rescue(tmp_path)
    await storage.close()
    async with opened(path) as again:
        assert await again.matches.find(match.id) == match


async def test_linked_database_is_watched(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "maxine.db").symlink_to(tmp_path / "folder" / "real.db")
    async with opened(tmp_path / "maxine.db") as storage:
        match = await played(storage, await begun(storage), 4)
        (tmp_path / "folder" / "real.db-wal").unlink()
        with pytest.raises(StorageError, match="deleted or replaced"):
            await storage.matches.find(match.id)


async def test_tool_beside_her_is_no_trouble(tmp_path: Path) -> None:
    async with opened(tmp_path / "maxine.db") as storage:
        match = await begun(storage)
        with (
            closing(sqlite3.connect(tmp_path / "maxine.db")) as db,
            closing(sqlite3.connect(":memory:")) as copy,
        ):
            db.backup(copy)
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            db.execute("VACUUM")
        await played(storage, match, 4)
