"""Copy the database, also while the bot runs.

Copies the SQLite database of DATABASE_URL to a file, also while the bot runs, and replays every match of the
copy before the file gets its name. PostgreSQL is dumped by pg_dump, in its custom format.
"""

import argparse
from pathlib import Path

from bot import config
from bot.cli import arguments
from bot.start_errors import ExistingFileError, UnwritableFileError

STOPPED = "Nothing was written."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("file", type=Path, help="the file to write")
    parser.add_argument("--force", action="store_true", help="replace an existing file")


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    from bot.cli.copying import copy_checked  # noqa: PLC0415 - the bot runs without it
    from bot.storage import dumps  # noqa: PLC0415 - likewise

    settings, target = config.load(), options.file
    if target.is_dir():
        raise UnwritableFileError(target, "it is a folder")
    if target.exists() and not options.force:
        raise ExistingFileError(target)
    file = config.database_file(settings.database)
    if file is None:
        dumps.dump(settings.database, target)
        arguments.say(f"{target}: {target.stat().st_size:,} bytes, for `pg_restore`.")
        return 0
    matches = copy_checked(file, target)
    arguments.say(f"{target}: {matches:,} matches, all of them replayed, {target.stat().st_size:,} bytes.")
    return 0
