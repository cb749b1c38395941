"""`maxine playground`: try Maxine on this machine."""

import argparse

from bot.cli import arguments
from bot.cli.arguments import Commands
from bot.cli.event_loop import run

_DESCRIPTION = (
    "Starts a stand-in for Discord on this machine with Maxine connected to it, and prints the address of its"
    " page. It needs no token and ignores .env. Matches are kept in playground.db, or in the database that"
    " the environment variable DATABASE_URL names. Ctrl-C stops both."
)


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "playground", help="try Maxine on this machine, without a token", description=_DESCRIPTION
    )
    parser.add_argument(
        "--port", type=arguments.port, default=8765, help="the port of the page (8765); 0: any free port"
    )
    parser.add_argument(
        "--http", action="store_true", help="deliver interactions as signed requests, as for `maxine serve`"
    )
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from bot.cli.trying import run_playground  # noqa: PLC0415 - discord.py and pictures load slowly

    return run(run_playground(options.port, by_http=options.http))
