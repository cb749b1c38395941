"""What people have played is readable for the account alone that Maxine runs as."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.bot.drafts import begun, opened


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working directory of an account whose new files everybody may read and write."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "")
    before = os.umask(0)
    yield tmp_path
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir() if path.suffix != ".lock"}


async def test_new_database_is_private(folder: Path) -> None:
    async with opened(folder / "maxine.db") as storage:
        await begun(storage)
        beside = {f"maxine.db{suffix}": 0o600 for suffix in ("", "-wal", "-shm")}
        assert modes(folder) == beside


async def test_database_behind_a_link_is_private(folder: Path) -> None:
    (folder / "link.db").symlink_to(folder / "maxine.db")
    async with opened(folder / "link.db"):
        assert modes(folder)["maxine.db"] == 0o600


@pytest.mark.parametrize(("before", "after"), [(0o644, 0o600), (0o660, 0o600), (0o444, 0o400)])
async def test_older_database_becomes_private(folder: Path, before: int, after: int) -> None:
    path = folder / "maxine.db"
    async with opened(path):
        pass
    path.chmod(before)
    async with opened(path):
        assert modes(folder)["maxine.db"] == after


async def test_copies_are_private(folder: Path) -> None:
    async with opened(folder / "maxine.db") as storage:
        await begun(storage)
        assert main(["backup", "copy.db"]) == 0
    (folder / "maxine.db").unlink()
    assert main(["restore", "copy.db"]) == 0
    assert modes(folder) == dict.fromkeys(("maxine.db", "copy.db"), 0o600)
