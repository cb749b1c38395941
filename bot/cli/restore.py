"""Put a backup in the place of the database.

Replays every match of a backup, then puts it where DATABASE_URL says. It refuses while the bot runs, and if a
database with data is there already: move that away first.
"""

import argparse
from pathlib import Path

from bot import config
from bot.cli import arguments

STOPPED = "Nothing was written."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("file", type=Path, help="a file written by `maxine backup`")


def run(options: argparse.Namespace) -> int:
    """Run the command."""
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
