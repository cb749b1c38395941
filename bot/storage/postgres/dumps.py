"""Copies of a database on a server, which its own programs make."""

from __future__ import annotations

import os
import shlex
import subprocess
from shutil import which
from typing import TYPE_CHECKING, NoReturn

from psycopg.conninfo import make_conninfo

from bot.errors import FailedProgramError, MissingProgramError, ServerRestoreError
from bot.storage.postgres.schema import take_apart
from bot.storage.replacing import replaced

if TYPE_CHECKING:
    from pathlib import Path


def dump(url: str, target: Path) -> None:
    """Write what is in the database to a file, in one piece; StartError if that cannot be done."""
    public, password = _without_password(url)
    if which("pg_dump") is None:
        raise MissingProgramError("pg_dump", shlex.join(_command(public, target)))
    with replaced(target) as partial:
        done = subprocess.run(  # noqa: S603 - no shell, and an address that the operator wrote
            [*_command(public, partial), "--no-password"],
            env=os.environ | password,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise FailedProgramError("pg_dump", " ".join(done.stderr.split()))


def refuse_to_restore(url: str, source: Path) -> NoReturn:
    """Raise the error that names the command by which the server's own program restores a database."""
    public, _ = _without_password(url)
    command = ("pg_restore", "--single-transaction", "--no-owner", f"--dbname={public}", str(source))
    raise ServerRestoreError(shlex.join(command))


def _command(public: str, target: Path) -> list[str]:
    return ["pg_dump", "--format=custom", f"--dbname={public}", f"--file={target}"]


def _without_password(url: str) -> tuple[str, dict[str, str]]:
    """Return an address that everybody may see, and the password, as a setting for one program."""
    facts = take_apart(url)
    password = facts.pop("password", None)
    return make_conninfo("", **facts), {"PGPASSWORD": str(password)} if password else {}
