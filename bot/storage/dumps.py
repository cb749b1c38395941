"""Copies of a PostgreSQL database, which its own programs make."""

import os
import re
import shlex
import subprocess
from pathlib import Path
from shutil import which
from typing import NoReturn
from urllib.parse import unquote

from bot.start_errors import (
    FailedProgramError,
    MissingProgramError,
    ServerRestoreError,
    Wrong,
    WrongSettingError,
)
from bot.storage.replacing import replaced

_ADDRESS = re.compile(r"(\w+://)(?:([^:/@?]*)(?::([^/@]*))?@)?([^?@]*)\??(.*)", re.DOTALL)
"""Scheme, user, password, place and settings as libpq tells them apart: a password may hold `#?[`."""
_SECRETS = ("password", "sslpassword")
_NO_TEXT = {"\0", "\ufffd"}  # what `%00` and bytes that are no UTF-8 come to


def dump(url: str, target: Path) -> None:
    """Write what is in the database to a file, in one piece; StartError if that cannot be done."""
    public, password = without_password(url)
    if which("pg_dump") is None:
        command = ["pg_dump", "--format=custom", f"--file={target}", public]
        raise MissingProgramError("pg_dump", shlex.join(command))
    with replaced(target) as partial:
        _run_pg_dump(
            {"PGPASSWORD": password} if password else {}, "--format=custom", f"--file={partial}", public
        )


def refuse_to_restore(url: str, source: Path) -> NoReturn:
    """Raise the error that names the command by which the server's own program restores a database."""
    options = ("--single-transaction", "--no-owner", f"--dbname={without_password(url)[0]}")
    raise ServerRestoreError(shlex.join(["pg_restore", *options, str(source)]))


def without_password(url: str) -> tuple[str, str]:
    """Take the password out of an address, as every user of the machine can read the arguments of a program.

    Raises:
        WrongSettingError: it is not plain where the password ends.
    """
    if not (found := _ADDRESS.fullmatch(url)) or _NO_TEXT & {*unquote(url)}:
        raise WrongSettingError(Wrong.SERVER)
    scheme, user, password, place, query = found.groups("")
    settings = [text.partition("=") for text in query.split("&")]
    password = [password, *(value for name, _, value in settings if unquote(name) == "password")][-1]
    kept = "&".join("".join(each) for each in settings if unquote(each[0]) not in _SECRETS)
    if "@" in kept:  # which may as well be the end of a password
        raise WrongSettingError(Wrong.SERVER)
    public = "".join((scheme, user and f"{user}@", place, kept and f"?{kept}"))
    return public, unquote(password)


def _run_pg_dump(settings: dict[str, str], *arguments: str) -> None:
    done = subprocess.run(  # noqa: S603 - no shell, and an address that the operator wrote
        ["pg_dump", "--no-password", *arguments],  # noqa: S607 - the one that is installed
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise FailedProgramError("pg_dump", " ".join(done.stderr.split()))
