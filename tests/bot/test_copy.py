"""`maxine copy` moves all that is kept, or nothing, and what it leaves can be played on."""

import asyncio
import os
import shlex
import signal
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path

import psycopg
import pytest

from bot.__main__ import main
from bot.cli import copying
from bot.models import Finding
from bot.storage import migrations, transfer
from bot.storage.migrations import Migration
from bot.storage.sqlite import lock
from tests.bot.attempts import DRAFT
from tests.bot.copied import OLD, ask, bytes_of, is_empty, refused, rows, rules
from tests.bot.drafts import ADA, FIRST_WINS, GRACE, begun, opened, played, sent
from tests.bot.test_main import ROOT, files
from tests.bot.test_migrations import NEWEST, filled_file
from tests.patience import LONG
from tests.postgres import postgres_database

EXTREMES = (
    "INSERT INTO command_sync VALUES (-9223372036854775808, '')",
    "INSERT INTO command_sync VALUES (9223372036854775807, 'a\t, b\n, \\N, \\. and ''Käse'' \U0001f9c0\r')",
    "UPDATE matches SET touched_at = 0.1 + 0.2, created_at = 1e-300, guild_id = 4611686018427387904",
    "INSERT INTO findings VALUES (7, 5, 0, 1e300, printf('%.*c', 100000, 'x'))",
)
KILLED = """import os, signal, sys; from bot.cli import copying
def watched(things, count, unit, name):
    for number, thing in enumerate(things):
        if name == at and number:
            os.kill(os.getpid(), signal.SIGKILL)
        yield thing
at, copying._watched = sys.argv.pop(1), watched
from bot.__main__ import main; sys.exit(main())"""
BARE = "import sys; sys.modules['psycopg'] = None; from bot.__main__ import main; sys.exit(main())"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a database that has something in every table."""
    monkeypatch.chdir(tmp_path)
    filled_file(tmp_path / "old.db")
    with closing(sqlite3.connect("old.db", isolation_level=None)) as db:
        for sql in EXTREMES:
            db.execute(sql)
    return tmp_path


@pytest.fixture
def bare() -> Iterator[str]:
    """One without any schema."""
    with postgres_database(is_empty=True) as url:
        yield url


# What is copied


def test_copy_has_every_row(bare: str, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    before, source = rows(OLD), bytes_of("old.db")
    assert all(before.values())
    assert main(["copy", OLD, bare]) == 0
    count = sum(map(len, before.values()))
    assert capsys.readouterr().out == f"{count} rows were copied, and all 6 matches replayed.\n"
    assert repr(rows(bare)) == repr(before)  # 1 is not 1.0
    assert bytes_of("old.db") == source
    assert rules(bare) == rules(url)
    asyncio.run(play_on(bare))


async def play_on(where: Path | str) -> None:
    """Do what takes new ids, and counts what was there."""
    async with opened(where) as storage:
        match = await played(storage, await begun(storage), *FIRST_WINS)
        assert (match.id, (await sent(storage)).id) == (7, 4)
        assert (await storage.puzzles.add(DRAFT)).id == 3
        await storage.findings.add([Finding(match.id, 0, 0.5, ())])
        assert await storage.matches.find(match.id) == match
        (table,) = await storage.standings.find_tables("tic-tac-toe", None, ["people"], ADA, 10)
        assert [(each.user_id, each.wins) for each in table.top] == [(ADA, 4), (GRACE, 0)]


@pytest.mark.ci
def test_newer_columns_are_copied(bare: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sql = "CREATE TABLE pictures (id INTEGER PRIMARY KEY, is_good {} NOT NULL, png {}, size {});"
    kinds = {"": ("INTEGER", "BLOB", "REAL"), "postgres": ("BOOLEAN", "BYTEA", "DOUBLE PRECISION")}
    newer = {
        dialect: [*migrations.load(dialect), Migration(NEWEST + 1, "pictures", sql.format(*kinds[dialect]))]
        for dialect in kinds
    }
    monkeypatch.setattr(migrations, "load", lambda dialect="": newer[dialect])
    transfer.tables.cache_clear()
    try:
        asyncio.run(open_and_close(Path("old.db")))
        ask(OLD, "INSERT INTO pictures VALUES (1, 1, x'00ff0a5c', 0.5), (2, 0, NULL, NULL)")
        assert main(["copy", OLD, bare]) == 0
        assert ask(bare, "SELECT is_good, png FROM pictures") == [(True, b"\x00\xff\n\\"), (False, None)]
    finally:
        transfer.tables.cache_clear()


async def open_and_close(where: Path | str) -> None:
    """Let her have been there."""
    async with opened(where) as storage:
        await storage.deadlines.record_heartbeat(1000.0, 6)
    url = f"sqlite:///{where}" if isinstance(where, Path) else where
    ask(url, "INSERT INTO command_sync VALUES (1, 'of an older one') ON CONFLICT DO NOTHING")


@pytest.mark.ci
def test_unplayed_database_counts_as_empty(url: str) -> None:
    asyncio.run(open_and_close(url))
    assert main(["copy", OLD, url]) == 0
    assert rows(url) == rows(OLD)


# All or nothing


@pytest.mark.ci
@pytest.mark.parametrize("at", ["moves", pytest.param("replay", marks=pytest.mark.ci)])
def test_kill_in_the_middle_leaves_nothing(url: str, at: str) -> None:
    source = bytes_of("old.db")
    killed = program(KILLED, at, "copy", OLD, url)
    assert (killed.returncode, killed.stderr) == (-signal.SIGKILL, "")
    assert is_empty(url)
    assert bytes_of("old.db") == source
    assert main(["copy", OLD, url]) == 0
    assert rows(url) == rows(OLD)


@pytest.mark.ci
def test_kill_ends_those_who_replay(url: str) -> None:
    by_all = KILLED.replace("at, copying", "copying._ALONE = 0; at, copying")
    killed = program(by_all, "replay", "copy", OLD, url)  # which waits for whoever can still say something
    assert killed.returncode == -signal.SIGKILL
    assert is_empty(url)


@pytest.mark.ci
def test_killed_replaying_process_is_told_of(url: str) -> None:
    others = "[each.kill() for each in multiprocessing.active_children()]"
    by_all = KILLED.replace("os.kill(os.getpid(), signal.SIGKILL)", others).replace(
        "at, copying", "import multiprocessing; copying._ALONE = 0; at, copying"
    )
    ended = program(by_all, "replay", "copy", OLD, url)
    assert ended.returncode == 1
    assert ended.stderr.startswith("maxine: One of the processes that did the work has been killed")
    assert "Traceback" not in ended.stderr
    assert is_empty(url)


def program(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python code to its end."""
    command, env = [sys.executable, "-c", code, *arguments], os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=LONG)  # noqa: S603 - our own


@pytest.mark.ci
def test_interrupt_leaves_nothing(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(things: Iterable[object], *_: object) -> Iterator[object]:
        yield next(iter(things))
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(copying, "_watched", interrupted)
        assert refused(capsys, OLD, url, status=130) == "Stopped. Nothing was copied."
    assert is_empty(url)
    assert main(["copy", OLD, url]) == 0


def test_rows_that_are_missed_are_noticed(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(copying, "_watched", lambda things, *_: islice(things, 1))
    said = "Of the table attempts, 2 rows were read, and 1 are in the copy. Nothing was copied."
    assert refused(capsys, OLD, url) == said
    assert is_empty(url)


@pytest.mark.ci
def test_many_matches_use_all_cores(
    url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(copying, "_ALONE", 0)
    monkeypatch.setattr(copying, "_BATCH", 2)
    ((last,),) = ask(OLD, "SELECT max(match_id) FROM moves")
    ask(OLD, "UPDATE moves SET action = action + 90 WHERE match_id = (SELECT max(match_id) FROM moves)")
    said = f"A move of match {last} is not allowed by the rules. Nothing was written."
    assert refused(capsys, OLD, url) == said
    assert is_empty(url)
    ask(OLD, "UPDATE moves SET action = action - 90 WHERE match_id = (SELECT max(match_id) FROM moves)")
    assert main(["copy", OLD, url]) == 0
    assert rows(url) == rows(OLD)


# What is refused

UNFIT = {  # by what was done to the source; `maxine backup` examines it alike, but for its version
    "PRAGMA user_version = 36": "old.db was left by an older Maxine (schema 36, not ",
    "DELETE FROM moves WHERE ply = 0": "A move of match 1 is missing. Nothing was written.",
}


@pytest.mark.ci
@pytest.mark.parametrize("unfit", UNFIT)
def test_unfit_file_is_not_copied(url: str, capsys: pytest.CaptureFixture[str], unfit: str) -> None:
    ask(OLD, unfit)
    source = bytes_of("old.db")
    assert refused(capsys, OLD, url).startswith(UNFIT[unfit])
    assert is_empty(url)
    assert bytes_of("old.db") == source


def test_too_large_number_is_not_cut(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    ask(OLD, "UPDATE moves SET action = action + 4294967296")
    assert " is out of range for type integer" in refused(capsys, OLD, url)
    assert is_empty(url)


def test_file_with_wrong_indexes(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect("old.db")) as db, db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute(
            "UPDATE sqlite_schema SET sql = replace(sql, '(channel_id, id)', '(first_id, id)')"
            " WHERE name = 'matches_of_channel'"
        )
    said = "old.db is no whole database of Maxine: row 1 missing from index matches_of_channel."
    assert refused(capsys, OLD, url).startswith(said)
    assert is_empty(url)


def test_filled_target_is_left_alone(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["copy", OLD, url]) == 0
    capsys.readouterr()
    before = rows(url)
    assert refused(capsys, OLD, url).startswith(f"What is kept in {url} would be lost.")
    assert rows(url) == before


def test_target_of_a_newer_schema(bare: str, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(open_and_close(bare))
    before = rows(bare)
    ask(bare, "UPDATE schema_version SET version = 1000")  # which she may use, but does not know
    assert refused(capsys, OLD, bare).startswith("The database was written by a newer Maxine (schema 1000, ")
    assert rows(bare) == before


def test_file_in_use_is_not_copied(capsys: pytest.CaptureFixture[str], url: str) -> None:
    with lock.hold(Path("old.db")):
        assert refused(capsys, OLD, url).startswith("Another Maxine has the database old.db already.")


@pytest.mark.ci
def test_server_in_use_is_not_filled(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    with psycopg.connect(url, application_name="maxine"):
        said = refused(capsys, OLD, url)
    assert said.startswith(f"Maxine is connected to {url}. Stop the bot first: ")


@pytest.mark.ci
def test_owner_needs_no_other_rights(bare: str, capsys: pytest.CaptureFixture[str]) -> None:
    name = psycopg.conninfo.conninfo_to_dict(bare)["dbname"]
    ask(bare, f"CREATE ROLE owner_of_{name} LOGIN")
    ask(bare, f"ALTER DATABASE {name} OWNER TO owner_of_{name}")
    theirs = bare.replace("maxine@", f"owner_of_{name}@")
    with psycopg.connect(bare, application_name="maxine"):  # as somebody else
        assert refused(capsys, OLD, theirs).startswith(f"Maxine is connected to {theirs}.")
    assert main(["copy", OLD, theirs]) == 0
    assert rows(theirs) == rows(OLD)


def test_addresses_that_lead_nowhere_are_said(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    nowhere = "postgresql://ada:secret@/maxine?host=/nowhere"
    said = refused(capsys, OLD, nowhere)
    assert said.startswith("postgresql://ada@/maxine?host=/nowhere cannot be used: connection ")
    assert "secret" not in said
    assert refused(capsys, "sqlite:///none.db", url).startswith("The database none.db cannot be opened: ")
    for pair in ((OLD, OLD), (nowhere, OLD), (nowhere, nowhere)):
        said = refused(capsys, *pair, status=2)
        assert said == "SOURCE must be a SQLite file, and TARGET a database of PostgreSQL."
    for odd in ("postgresql://ada:s%zz@host/maxine", "mysql://ada:s%zz@host/maxine"):
        with suppress(SystemExit):  # of argparse
            assert main(["copy", OLD, odd]) == 2
        assert "s%zz" not in capsys.readouterr().err
    assert files(Path()) == ["old.db"]


@pytest.mark.ci
def test_missing_extra_says_how_to_install() -> None:
    ended = program(BARE, "copy", OLD, "postgresql://ada@host/maxine")
    assert ended.returncode == 2
    said, _, command = ended.stderr.partition(" In your checkout of Maxine, run: ")
    assert said == "maxine: This takes the extra “postgres”, which is not installed."
    *pip, lock_file, here = shlex.split(command)
    assert (pip, here) == ([sys.executable, "-m", "pip", "install", "-c"], ".[postgres]")
    assert (ROOT / lock_file).is_file()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "postgres" in project["optional-dependencies"]
