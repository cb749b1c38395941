"""Databases of a throw-away PostgreSQL server, which ends with the process that has asked for one."""

import asyncio
import atexit
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path

REQUIRED = "POSTGRES_REQUIRED"
"""Where this is set in the environment, no test may be skipped for want of a server."""

OWNER = "maxine"
"""The role that owns all databases; it needs no password."""

STRANGER = "stranger"
"""A role that nobody can log in as: it would need a password."""

_HERE = "/usr/lib/postgresql"  # where Debian keeps the programs of each version, out of the path
_TEMPLATE = "template"
_MEMORY = "/dev/shm"  # noqa: S108 - a new folder is made in it
_MUCH = 1 << 30  # bytes: containers have 64 MB there, unless they are told otherwise
_SETTINGS = (
    "fsync=off",  # the machine may lose it, a killed server not
    "full_page_writes=off",
    "listen_addresses=",
    "max_connections=200",
    "shared_buffers=64MB",
    "log_min_messages=panic",
    "autovacuum=off",  # it would commit at any time
)
_RESET = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
    SET session_replication_role = replica;
    DO $$ DECLARE name TEXT; BEGIN
        FOR name IN SELECT tablename FROM pg_tables
            WHERE schemaname = 'public' AND tablename <> 'schema_version' LOOP
            EXECUTE format('DELETE FROM %I', name);
        END LOOP;
        PERFORM setval(sequencename::regclass, 1, FALSE) FROM pg_sequences WHERE schemaname = 'public';
    END $$"""
"""Empties a database a hundred times faster than one is made."""
_BARE = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
    DROP SCHEMA public CASCADE;
    CREATE SCHEMA public AUTHORIZATION pg_database_owner;
    GRANT USAGE ON SCHEMA public TO PUBLIC"""
"""Leaves nothing in it, not even a schema: what a new database has."""
_numbers = itertools.count(1)
_spare: list[str] = []
_spare_bare: list[str] = []


def why_missing() -> str | None:
    """Return why there can be no server here, None if there can be one."""
    if _programs() is None:
        return "no PostgreSQL server is installed"
    if os.getuid() == 0 and "postgres" not in {user.pw_name for user in pwd.getpwall()}:
        return "PostgreSQL refuses to run as root, and there is no user postgres"
    return None


@contextmanager
def postgres_database(*, is_empty: bool = False) -> Iterator[str]:
    """Have a database for a block, of the present schema or without any; yield its URL.

    The schema of one that is not asked to be empty must stay as it is: it is used again.
    """
    if reason := why_missing():
        _skip(reason)
    folder = server()
    spare, reset = (_spare_bare, _BARE) if is_empty else (_spare, _RESET)
    url = spare.pop() if spare else _make(folder, "template0" if is_empty else _template(folder))
    try:
        yield url
    finally:
        _administer(url, reset)
        spare.append(url)


def _make(folder: str, template: str) -> str:
    name = f"test_{next(_numbers)}"
    _administer(url_of(folder, "postgres"), f"CREATE DATABASE {name} TEMPLATE {template}")
    return url_of(folder, name)


def url_of(folder: str, name: str, user: str = OWNER) -> str:
    """Return the URL of a database of the server whose socket is in the folder."""
    return f"postgresql://{user}@/{name}?host={folder}"


@cache
def server() -> str:
    """Start a server and return the folder of its socket; it ends with this process, however that ends."""
    command = (sys.executable, "-I", "-S", __file__)
    keeper = subprocess.Popen(  # noqa: S603 - our own
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    atexit.register(keeper.communicate)
    assert keeper.stdout is not None
    folder = keeper.stdout.readline().strip()
    assert folder, "PostgreSQL has not started"
    return folder


def _skip(reason: str) -> None:
    import pytest  # noqa: PLC0415 - the process that keeps the server has none

    if os.environ.get(REQUIRED):
        pytest.fail(reason)
    pytest.skip(reason)


@cache
def _template(folder: str) -> str:
    """Make the database that others are copied from, of the present schema."""
    from bot.storage.postgres import schema  # noqa: PLC0415 - the process that keeps the server has none

    _administer(url_of(folder, "postgres"), f"CREATE DATABASE {_TEMPLATE}")
    with ThreadPoolExecutor() as aside:  # an event loop may be running here
        aside.submit(asyncio.run, schema.migrate(url_of(folder, _TEMPLATE))).result()
    return _TEMPLATE


def _administer(url: str, sql: str) -> None:
    import psycopg  # noqa: PLC0415 - the process that keeps the server has none

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.encode())


@cache
def _programs() -> Path | None:
    """Return the folder of the newest server's programs, None if there is none."""
    versions = sorted(Path(_HERE).glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    found = shutil.which("initdb") or (versions[-1] if versions else None)
    return Path(found).resolve().parent if found else None


def _keep() -> None:
    """Run a server until standard input ends; print the folder of its socket when it can be used."""
    programs = _programs()
    assert programs is not None
    _become_nobody_special()
    quick = _MEMORY if _has_room(_MEMORY) else None  # a database is a hundred files
    with tempfile.TemporaryDirectory(prefix="maxine-postgres-", dir=quick) as folder:
        os.chdir(folder)
        _initialise(programs, folder)
        settings = [part for setting in _SETTINGS for part in ("-c", setting)]
        command = [f"{programs}/postgres", "-D", f"{folder}/data", "-k", folder, *settings]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as running:  # noqa: S603 - known programs
            try:
                _wait_for(Path(folder, "data", "postmaster.pid"), running)
                print(folder, flush=True)  # noqa: T201 - told to whoever has started this
                sys.stdin.read()
            finally:
                running.send_signal(signal.SIGQUIT)  # at once: nobody needs what is in it


def _has_room(folder: str) -> bool:
    """Whether a server and many databases can be kept there."""
    return os.access(folder, os.W_OK) and shutil.disk_usage(folder).free > _MUCH


def _become_nobody_special() -> None:
    if os.getuid() == 0:
        user = pwd.getpwnam("postgres")
        os.setgroups([])
        os.setgid(user.pw_gid)
        os.setuid(user.pw_uid)


def _initialise(programs: Path, folder: str) -> None:
    options = ("--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", f"--username={OWNER}")
    data = f"{folder}/data"
    subprocess.run([programs / "initdb", "-D", data, *options], check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - known programs
    rules = Path(data, "pg_hba.conf")
    rules.write_text(f"local all {STRANGER} scram-sha-256\nlocal all all trust\n", encoding="utf-8")


def _wait_for(status: Path, running: subprocess.Popen[bytes]) -> None:
    """Wait until the server says in its file that it is ready."""
    while not (status.is_file() and "ready" in status.read_text(encoding="utf-8")):
        if running.poll() is not None:
            sys.exit("PostgreSQL has ended.")
        time.sleep(0.01)


if __name__ == "__main__":
    _keep()
