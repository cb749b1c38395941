"""The backups, restores and upgrades of docs/operations.md are run as written.

A program called docker stands in for the containers: it runs in a folder what they would run in /data.
"""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from bot.start_errors import NewerDatabaseError
from bot.words.operations import format_failure
from tests.bot.test_migrations import NEWEST, filled_file
from tests.postgres import OWNER, server, url_of, why_missing

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
NIGHTS = re.findall(r"(?m)^17 4 \* \* \* \w+ (.*)$", PAGE)
"""The commands of cron: for compose on SQLite and on PostgreSQL, and for the service."""
SHELL = re.compile(r"```sh\n(.*?)```", re.DOTALL)
COUNT = "SELECT count(*), sum(id), sum(touched_at) FROM matches"
SERVER = "postgresql://maxine@postgresql/maxine"
DOCKER = """#!/bin/sh
case "$1 $2" in
"exec maxine") shift 2 && cd "$DATA" ;;
"cp maxine:"*) exec cp "$DATA/${2#maxine:/data/}" "$3" ;;
"compose run")
    shift 3 # and --rm
    program=maxine
    if [ "$1" = --entrypoint ]; then program=$2 && shift 2; fi
    shift && set -- "$program" "$@" && cd "$DATA" ;;
"compose exec") shift 4 ;; # and -T postgresql
"compose "*) echo "$*" >> "$LOG" && exit ;;
*) exit 9 ;;
esac
exec "$@"
"""
SUDO = """#!/bin/sh
[ "$1" = -u ] && shift 2
exec "$@"
"""
RECORDED = """#!/bin/sh
echo "${0##*/} $*" >> "$LOG"
"""
MAXINE = """#!/bin/sh
echo "maxine $*" >> "$LOG"
case "$1 $2 $3" in
doctor*) exit ;; # there is no Discord here
copy*) set -- copy "sqlite:///$DATA/${2#sqlite:////data/}" "$HERE" ;;
esac
exec "$PYTHON" -m bot "$@"
"""


class Machine:
    """A machine with Docker, sudo and a played database."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder / "home", folder / "data"
        for each in (self.folder, self.data, folder / "bin"):
            each.mkdir()
        programs = {"docker": DOCKER, "maxine": MAXINE, "sudo": SUDO}
        programs |= dict.fromkeys(("git", "pip", "systemctl"), RECORDED)
        for name, text in programs.items():
            (folder / "bin" / name).write_text(text, encoding="utf-8")
            (folder / "bin" / name).chmod(0o755)
        (self.folder / ".env").write_text("DISCORD_TOKEN=t\nCOMPOSE_PROFILES=sqlite\n", encoding="utf-8")
        self._log = folder / "log"
        self._settings = {
            "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "DATA": str(self.data),
            "LOG": str(self._log),
            "DATABASE_URL": f"sqlite:///{self.data / 'maxine.db'}",
            "HERE": "",
            "PYTHON": sys.executable,
        }
        filled_file(self.data / "maxine.db")

    def let(self, **settings: str) -> None:
        """Have settings besides."""
        self._settings |= settings

    def follow(self, heading: str) -> list[str]:
        """Run the commands under a heading; return the recorded calls of other programs."""
        section = PAGE.partition(f"\n### {heading}\n")[2].partition("\n##")[0]
        commands = re.findall(r"^\d+\. `(.+?)`", section, re.MULTILINE) or SHELL.findall(section)
        self._log.write_text("", encoding="utf-8")
        done = subprocess.run(  # noqa: S603 - what our own page says
            ["bash", "-ec", self._moved("\n".join(commands))],  # noqa: S607 - the shell that there is
            cwd=self.folder,
            env=os.environ | self._settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert commands
        assert done.returncode == 0, done.stdout
        return self._log.read_text(encoding="utf-8").splitlines()

    def _moved(self, script: str) -> str:
        """Return a script with the paths of this machine."""
        return script.replace("/var/lib/maxine", str(self.data)).replace("/opt/maxine/bin/", "")

    def wait_for_night(self, number: int, kept: Path) -> int:
        """Run what cron runs, with a folder for the copies; return its status."""
        line = NIGHTS[number].replace("/var/backups/maxine", str(kept)).replace("\\%", "%")
        run = ["sh", "-c", self._moved(line)]
        return subprocess.run(run, cwd=self.folder, env=os.environ | self._settings, check=False).returncode  # noqa: S603

    def lose_matches(self) -> None:
        """Lose all matches."""
        with closing(sqlite3.connect(self.data / "maxine.db", isolation_level=None)) as db:
            db.execute("PRAGMA foreign_keys = OFF")
            for table in ("votes", "together"):
                db.execute(f"DELETE FROM {table}")  # noqa: S608 - a name of ours
            db.execute("DELETE FROM matches")

    def matches(self, file: str = "maxine.db") -> tuple[object, ...]:
        """What a file knows of matches."""
        with closing(sqlite3.connect(self.data / file)) as db:
            return tuple(db.execute(COUNT).fetchone())


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def postgres(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server with the empty database that compose makes."""
    if (reason := why_missing()) or shutil.which("pg_restore") is None:
        pytest.skip(reason or "the programs of PostgreSQL are not in the path")
    monkeypatch.setenv("PGHOST", server())
    with psycopg.connect(url_of(server(), "postgres"), autocommit=True) as db:
        db.execute(f"CREATE DATABASE {OWNER} TEMPLATE template0".encode())
        machine.let(HERE=url_of(server(), OWNER))
        yield url_of(server(), OWNER)
        db.execute(f"DROP DATABASE IF EXISTS {OWNER} WITH (FORCE)".encode())


def kept_by(url: str) -> tuple[object, ...]:
    """What a server knows of matches."""
    with psycopg.connect(url) as db:
        return tuple(db.execute(COUNT.encode()).fetchone() or ())


@pytest.mark.ci
@pytest.mark.parametrize(
    ("way", "stop", "start"),
    [
        ("Docker", "compose stop", "compose up -d"),
        ("systemd", "systemctl stop maxine", "systemctl start maxine"),
    ],
)
def test_copy_is_restored_as_written(machine: Machine, way: str, stop: str, start: str) -> None:
    known = machine.matches()
    machine.follow(f"Back up with {way}")
    if way == "Docker":
        assert (machine.folder / "before.db").read_bytes() == (machine.data / "before.db").read_bytes()
    machine.lose_matches()
    lost = machine.matches()
    assert machine.follow(f"Restore with {way}") == [stop, "maxine restore before.db", start]
    assert (machine.matches(), machine.matches("old/maxine.db")) == (known, lost)
    assert known != lost


@pytest.mark.ci
@pytest.mark.parametrize("line", [0, 2], ids=["compose", "service"])
def test_night_keeps_a_copy_elsewhere_and_drops_old_ones(machine: Machine, line: int) -> None:
    kept = machine.folder / "kept"
    kept.mkdir()
    old = kept / "2026-01-01.db"
    old.touch()
    os.utime(old, (0, 0))
    machine.let(DATABASE_URL="sqlite:///missing/maxine.db")
    assert machine.wait_for_night(line, kept) != 0
    assert [*kept.iterdir()] == [old]  # a night that fails removes nothing
    machine.let(DATABASE_URL=f"sqlite:///{machine.data / 'maxine.db'}")
    assert machine.wait_for_night(line, kept) == 0
    (copy,) = kept.iterdir()
    assert machine.matches(str(copy)) == machine.matches()
    assert copy.stat().st_mode & 0o077 == 0
    assert not (machine.data / "nightly.db").exists()


def test_backups_are_outside_of_the_volume() -> None:
    mounted = re.findall(r"(?m)^  volumes: .*$", (ROOT / "compose.yaml").read_text(encoding="utf-8"))
    assert not any("/var/backups" in each for each in mounted)
    assert len(NIGHTS) == 3
    assert all(" -mtime +14 -delete" in each for each in NIGHTS)


@pytest.mark.ci
def test_move_to_postgresql_as_written(machine: Machine, postgres: str) -> None:
    known = machine.matches()
    asked = machine.follow("Move to PostgreSQL")
    assert asked[1] == "compose down"
    assert asked[2] == f"maxine copy sqlite:////data/maxine.db {SERVER}"
    assert asked[3:] == ["compose up -d", "maxine doctor"]
    assert [str(each) for each in kept_by(postgres)] == [str(each) for each in known]
    token, profile, password = (machine.folder / ".env").read_text(encoding="utf-8").splitlines()
    assert (token, profile) == ("DISCORD_TOKEN=t", "COMPOSE_PROFILES=postgresql")
    assert re.fullmatch("POSTGRES_PASSWORD=[0-9a-f]{32}", password)
    machine.follow("Back up PostgreSQL with Docker")
    with psycopg.connect(postgres) as db:
        for table in ("votes", "together"):
            db.execute(f"DELETE FROM {table}")  # noqa: S608 - a name of ours
        db.execute("DELETE FROM matches WHERE id % 2 = 0")
    assert machine.follow("Restore PostgreSQL with Docker") == [
        "compose stop maxine-postgresql",
        "compose up -d",
    ]
    assert [str(each) for each in kept_by(postgres)] == [str(each) for each in known]


def test_page_quotes_what_an_older_program_says() -> None:
    said = format_failure(NewerDatabaseError(NEWEST + 1, NEWEST))
    (quoted,) = re.findall("“(.*)”", PAGE.partition("\n### Roll back\n")[2].partition("\n##")[0])
    assert said.startswith(quoted)


@pytest.mark.parametrize(
    ("heading", "start"),
    [
        ("Upgrade with Docker", "compose up -d"),
        ("Rotate the token", "compose up -d"),
        ("Upgrade with systemd", "systemctl restart maxine"),
    ],
)
def test_start_ends_with_an_examination(machine: Machine, heading: str, start: str) -> None:
    assert machine.follow(heading)[-2:] == [start, "maxine doctor"]
