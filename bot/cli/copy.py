"""Copy all data from SQLite to PostgreSQL.

Copies all data from a SQLite file to PostgreSQL, compares the counts and replays every match there. Stop
Maxine first. SOURCE is not changed. TARGET must be empty, and stays empty if anything fails. The password may
be in PGPASSWORD or ~/.pgpass instead of the address.
"""

import argparse

from bot import config
from bot.cli import arguments
from bot.start_errors import WrongSettingError

STOPPED = "Nothing was copied."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("source", type=_address, help="the file to read, as sqlite:///maxine.db")
    parser.add_argument("target", type=_address, help="the database to fill, as postgresql://user@host/name")


def _address(text: str) -> str:
    try:
        config.database_file(text)
    except WrongSettingError as error:
        raise argparse.ArgumentTypeError(
            "an address looks like sqlite:///maxine.db or postgresql://user@host/name"
        ) from error
    return text


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    from bot.cli.copying import copy_all  # noqa: PLC0415 - the bot runs without it

    source = config.database_file(options.source)
    if source is None or config.database_file(options.target) is not None:
        return arguments.fail("SOURCE must be a SQLite file, and TARGET a database of PostgreSQL.", 2)
    rows, matches = copy_all(source, options.target)
    arguments.say(f"{rows:,} rows were copied, and all {matches:,} matches replayed.")
    return 0
