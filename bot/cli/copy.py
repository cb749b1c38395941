"""`maxine copy`: copy all data to another database."""

import argparse

from bot import config
from bot.cli import arguments
from bot.cli.arguments import Commands
from bot.start_errors import MalformedDatabaseError

_DESCRIPTION = (
    "Copies all data from one database to another (SQLite or PostgreSQL), compares the counts and replays"
    " every match there. Stop Maxine first. SOURCE is not changed. TARGET must be empty, and stays empty if"
    " anything fails. Passwords may be in PGPASSWORD or ~/.pgpass instead of the address."
)


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser("copy", help="copy all data to another database", description=_DESCRIPTION)
    parser.add_argument("source", type=_address, help="the database to read, written like DATABASE_URL")
    parser.add_argument("target", type=_address, help="the database to fill, written likewise")
    parser.set_defaults(run=_run, stopped="Nothing was copied.")


def _address(text: str) -> str:
    try:
        config.database_file(text)
    except MalformedDatabaseError as error:
        raise argparse.ArgumentTypeError(
            "an address looks like sqlite:///maxine.db or postgresql://user@host/name"
        ) from error
    return text


def _run(options: argparse.Namespace) -> int:
    from bot.cli.copying import copy_all  # noqa: PLC0415 - the bot runs without it

    if options.source == options.target:
        return arguments.fail("SOURCE and TARGET are the same database.", 2)
    rows, matches = copy_all(options.source, options.target)
    arguments.say(f"{rows:,} rows were copied, and all {matches:,} matches replayed.")
    return 0
