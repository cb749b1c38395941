"""Find puzzles, which the bot reads at its next start.

Finds puzzles, proves that each has a single solution, and adds them to Maxine's puzzle files. A running bot
reads them at its next start. Small games take seconds, the others up to an hour, and Oware days. Ctrl-C stops
the search: the puzzles found so far are kept.
"""

import argparse

import engine
from bot import config
from bot.cli import arguments

STOPPED = "What was found so far is kept."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--game", choices=engine.game_slugs(), help="the game to find them for (all games)")
    parser.add_argument(
        "--count", type=arguments.count, default=400, help="how many of each difficulty (400)"
    )
    parser.add_argument("--seed", type=int, default=2026, help="the same seed finds the same puzzles (2026)")
    parser.add_argument(
        "--to", type=arguments.folder, help="the folder for the files (the one that the bot reads)"
    )
    arguments.add_cluster(parser, "search on the Dask cluster of this scheduler")


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    from bot import puzzlemaking  # noqa: PLC0415 - the bot runs without it

    games = engine.game_slugs() if options.game is None else (options.game,)
    cluster = options.cluster or config.load_cluster()
    puzzlemaking.make(games, options.count, options.seed, options.to, cluster)
    return 0
