"""A database on a server is backed up by the server's own program, and examined as a file is."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict

from bot.__main__ import main
from bot.start_errors import UnreachableDatabaseError
from bot.storage.postgres import open_storage
from bot.storage.postgres.examination import examine
from tests.bot.drafts import begun, random_matches
from tests.bot.test_main import files
from tests.postgres import postgres_database


def _shell(command: str) -> None:
    subprocess.run(["sh", "-ec", command], check=True)  # noqa: S603, S607 - what she has said


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The database of a working directory."""
    monkeypatch.chdir(tmp_path)
    with postgres_database() as url:
        monkeypatch.setenv("DATABASE_URL", url)
        yield url


async def test_dump_is_restored_as_told(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which("pg_dump") is None:
        pytest.skip("pg_dump is not installed")
    storage = await open_storage(url)
    matches = [await begun(storage, match) for match in random_matches().values()]
    await storage.close()
    assert main(["backup", "copy.dump"]) == 0
    assert capsys.readouterr().out.endswith(" bytes, for `pg_restore`.\n")
    assert (tmp_path / "copy.dump").stat().st_mode & 0o777 == 0o600
    assert main(["backup", "copy.dump"]) == 1
    assert "There is a file copy.dump already." in capsys.readouterr().err
    with postgres_database(is_empty=True) as other:
        monkeypatch.setenv("DATABASE_URL", other)
        assert main(["restore", "copy.dump"]) == 1
        command = capsys.readouterr().err.partition("and run: ")[2]
        _shell(command)
        storage = await open_storage(other)
        assert [await storage.matches.find(match.id) for match in matches] == matches
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
def test_failures_hide_the_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], url: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", f"postgresql://{url.format(folder=tmp_path)}")
    assert main(["backup", "copy.dump"]) == 1
    failure = "has failed: " if shutil.which("pg_dump") else "is not installed here."
    assert capsys.readouterr().err.startswith(f"maxine: pg_dump {failure}")
    monkeypatch.setenv("PATH", "")
    for command in ("backup", "restore"):
        assert main([command, "copy.dump"]) == 1
        said = capsys.readouterr().err
        assert f"postgresql://ada@/maxine?host={tmp_path}" in said
        assert "cret" not in said
    assert files(tmp_path) == []


ADDRESSES = [
    "postgresql://ada:se#?[cret]@/maxine?host={folder}",
    "postgres://ada:[secret#@/maxine?host={folder}&application_name=a#b",
    "postgresql://ada@/maxine?host={folder}&password=se@cret?#[",
    "postgresql://ada:x@?host={folder}&%70assword=s%C3%A4cret&sslpassword=cret",
    "postgresql:///maxine?host={folder}&password=cret",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_password_reaches_the_program_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "pg_dump"
    program.write_text(
        '#!/bin/sh\nprintf %s "$PGPASSWORD" >told; for last; do :; done; echo "$last" >&2; exit 1'
    )
    program.chmod(0o700)
    url = address.format(folder=tmp_path)
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    asked = conninfo_to_dict(url)
    assert main(["backup", "copy.dump"]) == 1
    said = capsys.readouterr().err
    assert (tmp_path / "told").read_bytes() == str(asked.pop("password")).encode()
    asked.pop("sslpassword", None)
    assert conninfo_to_dict(said.strip().removeprefix("maxine: pg_dump has failed: ")) == asked
    assert main(["restore", "copy.dump"]) == 1
    assert main(["copy", "sqlite:///copy.db", url]) == 1
    assert "cret" not in said + capsys.readouterr().err


@pytest.mark.parametrize(
    "rest",
    [
        "ada:se/cret@h/db",
        "ada:se@cret@h/db",
        "ada:s?e=/cret@h/db",
        "ada:cret%00@h",
        "h?password=cret&user=a@b",
        "h/?password=cret%ff",
    ],
)
def test_endless_password_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], rest: str
) -> None:
    url = f"postgresql://{rest}"
    monkeypatch.setenv("DATABASE_URL", url)
    for command in (["backup", "copy.dump"], ["restore", "copy.dump"], ["copy", "sqlite:///copy.db", url]):
        assert main(command) == 2
        said = capsys.readouterr().err
        assert said.startswith("maxine: DATABASE_URL must look like postgresql://user:password@host")
        assert "cret" not in said


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql+psycopg://u:geheim@h/db", "postgresql+psycopg:…@h/db"),
        ("u:ge@he:im@h", "u:…@h"),
        ("mysql://h/db?password=geheim", "mysql://h/db?…"),
    ],
)
def test_other_address_hides_its_password(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], url: str, shown: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(["backup", "copy.dump"]) == 2
    said = capsys.readouterr().err
    assert said.endswith(f" or postgresql://user:password@host/database, not '{shown}'.\n")


async def test_missing_tables_or_missing_server(tmp_path: Path) -> None:
    with postgres_database(is_empty=True) as empty:
        assert (await examine(empty)).version is None
    with pytest.raises(UnreachableDatabaseError):
        await examine(f"postgresql:///maxine?host={tmp_path}")
