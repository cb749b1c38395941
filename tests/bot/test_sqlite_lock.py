"""A database has one Maxine: whoever comes second is told so, whatever name it is given."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from bot.start_errors import StartError, TakenDatabaseError
from bot.storage.sqlite.lock import hold
from bot.words.operations import format_failure
from tests.bot.drafts import begun, opened
from tests.bot.test_sqlite_trouble import _in_a_namespace


@pytest.mark.parametrize("name", ["maxine.db", "link.db", "folder/../maxine.db", "folder/link.db"])
async def test_second_one_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.db").symlink_to("maxine.db")
    (tmp_path / "folder" / "link.db").symlink_to("../link.db")
    with hold(tmp_path / "maxine.db"), pytest.raises(TakenDatabaseError), hold(tmp_path / name):
        pass
    with hold(tmp_path / name):
        async with opened(tmp_path / name) as storage:
            assert (await begun(storage)).id == 1


def test_other_databases_are_free(tmp_path: Path) -> None:
    with hold(tmp_path / "maxine.db"), hold(tmp_path / "playground.db"):
        pass


def _refusal(path: Path) -> str:
    with ExitStack() as stack, pytest.raises(StartError) as refused:
        stack.enter_context(hold(path))
    return format_failure(refused.value)


def test_impossible_lock_is_said(tmp_path: Path) -> None:
    path = tmp_path / "maxine.db"
    path.with_name("maxine.db.lock").mkdir()
    assert _refusal(path) == f"The database {path} cannot be opened: Is a directory."


@pytest.mark.ci
def test_read_only_folder_is_said(tmp_path: Path) -> None:
    script = """mount --bind "$1" "$1"; mount -o remount,bind,ro "$1"
        DISCORD_TOKEN=t DATABASE_URL="sqlite:///$1/maxine.db" "$0" -m bot run"""
    printed, sentence = _in_a_namespace(script, tmp_path)
    assert printed == []
    assert sentence == f"maxine: The database {tmp_path}/maxine.db cannot be opened: Read-only file system."
