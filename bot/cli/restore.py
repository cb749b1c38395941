"""`maxine restore`: replace the database by a backup of it."""

import argparse
from pathlib import Path

from bot import config
from bot.cli import arguments
from bot.cli.arguments import Commands

_DESCRIPTION = (
    "Puts a copy of a database where DATABASE_URL says, once every match in it has been replayed. It is"
    " refused while she runs, and where anything is kept already: move that away first."
)


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "restore", help="put a copy of her database in its place", description=_DESCRIPTION
    )
    parser.add_argument("file", type=Path, help="what `maxine backup` has made")
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
