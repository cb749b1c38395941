"""`maxine backup`: copy the database while the bot runs."""

import argparse
from pathlib import Path

from bot import config
from bot.cli import arguments
from bot.cli.arguments import Commands
from bot.start_errors import ExistingFileError, UnwritableFileError

_DESCRIPTION = (
    "Copies the SQLite database of DATABASE_URL to a file, also while the bot runs, and replays every match"
    " of the copy before the file gets its name. PostgreSQL is dumped by pg_dump, in its custom format."
)


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "backup", help="copy the database, also while the bot runs", description=_DESCRIPTION
    )
    parser.add_argument("file", type=Path, help="the file to write")
    parser.add_argument("--force", action="store_true", help="replace an existing file")
    parser.set_defaults(run=_run, stopped="Nothing was written.")


def _run(options: argparse.Namespace) -> int:
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
