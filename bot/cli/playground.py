"""Try Maxine on this machine, without a token.

Starts a stand-in for Discord on this machine with Maxine connected to it, and prints the address of its page.
It needs no token and ignores .env. Matches are kept in playground.db, or in the database that the environment
variable DATABASE_URL names. Ctrl-C stops both.
"""

import argparse

from bot.cli import arguments, event_loop


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "--port", type=arguments.port, default=8765, help="the port of the page (8765); 0: any free port"
    )
    parser.add_argument(
        "--http", action="store_true", help="deliver interactions as signed requests, as for `maxine serve`"
    )


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    from bot.cli.trying import run_playground  # noqa: PLC0415 - discord.py and pictures load slowly

    return event_loop.run(run_playground(options.port, by_http=options.http))
