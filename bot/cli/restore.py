"""`maxine restore`: replace the database by a backup of it."""

import argparse
from pathlib import Path

from bot import config
from bot.cli import arguments
from bot.cli.arguments import Commands

_DESCRIPTION = (
    "Replays every match of a backup, then puts it where DATABASE_URL says. It refuses while the bot runs,"
    " and if a database with data is there already: move that away first."
)


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "restore", help="put a backup in the place of the database", description=_DESCRIPTION
    )
    parser.add_argument("file", type=Path, help="a file written by `maxine backup`")
    parser.set_defaults(run=_run, stopped="Nothing was written.")


def _run(options: argparse.Namespace) -> int:
    from bot.cli.copying import copy_checked  # noqa: PLC0415 - the bot runs without it
    from bot.storage import dumps  # noqa: PLC0415 - likewise
    from bot.storage.sqlite import backups, lock  # noqa: PLC0415 - likewise

    settings = config.load()
    file = config.database_file(settings.database)
    if file is None:
        dumps.refuse_to_restore(settings.database, options.file)
    with lock.hold(file):
        backups.refuse_to_lose(file)
        matches = copy_checked(options.file, file.resolve())
    arguments.say(f"{file}: {matches:,} matches, all of them replayed.")
    return 0
