"""A database on a server is backed up by the server's own program, and examined as a file is."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import psycopg
import pytest

from bot.__main__ import main
from bot.errors import UnreachableDatabaseError
from bot.storage.postgres import open_storage
from bot.storage.postgres.examination import examine
from tests.bot.drafts import FIRST_WINS, begun, played
from tests.bot.test_doctor import examined
from tests.bot.test_main import files
from tests.postgres import postgres_database

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.bot.stage import Stage


def _shell(command: str) -> None:
    subprocess.run(["sh", "-ec", command], check=True)  # noqa: S603, S607 - what she has said


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The database of a working directory."""
    monkeypatch.chdir(tmp_path)
    with postgres_database() as url:
        monkeypatch.setenv("DATABASE_URL", url)
        yield url


async def test_dump_is_restored_by_the_command_that_restore_names(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed")
    storage = await open_storage(url)
    match = await played(storage, await begun(storage), *FIRST_WINS)
    await storage.close()
    assert main(["backup", "copy.dump"]) == 0
    assert capsys.readouterr().out.endswith(" bytes, for `pg_restore`.\n")
    assert main(["backup", "copy.dump"]) == 1
    assert "There is a file copy.dump already." in capsys.readouterr().err
    with postgres_database(is_empty=True) as other:
        monkeypatch.setenv("DATABASE_URL", other)
        assert main(["restore", "copy.dump"]) == 1
        command = capsys.readouterr().err.partition("and run: ")[2]
        _shell(command)
        storage = await open_storage(other)
        assert await storage.matches.find(match.id) == match
        await storage.close()
    assert files(tmp_path) == ["copy.dump"]


@pytest.mark.parametrize(
    "url",
    [
        "ada:se%20cret@/maxine?host={folder}",
        "ada@/maxine?password=secret&host={folder}",
        "ada@/maxine?host={folder}&password=secret",
    ],
)
def test_failure_and_missing_program_are_said_without_the_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], url: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", f"postgresql://{url.format(folder=tmp_path)}")
    assert main(["backup", "copy.dump"]) == 1
    assert capsys.readouterr().err.startswith("maxine: pg_dump has failed: ")
    monkeypatch.setenv("PATH", "")
    for command in ("backup", "restore"):
        assert main([command, "copy.dump"]) == 1
        said = capsys.readouterr().err
        assert f"postgresql://ada@/maxine?host={tmp_path}" in said
        assert "cret" not in said
    assert files(tmp_path) == []


async def test_database_on_a_server_is_examined_and_not_changed(
    stage: Stage, url: str, tmp_path: Path
) -> None:
    storage = await open_storage(url)
    await storage.commands.save_digest(int(stage.playground.application_id), "of others")
    await storage.close()
    told = await examined(stage, tmp_path, "--json", DATABASE_URL=url)
    said = {check["check"]: check["sentence"] for check in json.loads(told.out)["checks"]}
    assert said["database"].startswith("ok: schema ")
    assert said["commands"].startswith("Those that were registered are not those of this Maxine.")
    async with await psycopg.AsyncConnection.connect(url) as connection:
        cursor = await connection.execute("SELECT digest FROM command_sync")
        assert await cursor.fetchall() == [("of others",)]


async def test_missing_tables_and_missing_server_are_told_apart(tmp_path: Path) -> None:
    with postgres_database(is_empty=True) as empty:
        assert (await examine(empty, 1)).version is None
    with pytest.raises(UnreachableDatabaseError):
        await examine(f"postgresql:///maxine?host={tmp_path}", 1)
