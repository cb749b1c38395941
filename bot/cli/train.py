"""Train a player for a game.

Trains a player by games against itself, replaces its file, and prints its results. The same seed and number
of games make the same file. A network takes minutes and needs the extra “train”.
"""

import argparse
from pathlib import Path

import engine
from bot import config
from bot.cli import arguments

STOPPED = "Nothing was written."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("kind", choices=("q-table", "neural"), help="what to train: a table, or a network")
    parser.add_argument("--game", choices=engine.game_slugs(), default="tic-tac-toe", help="(tic-tac-toe)")
    parser.add_argument(
        "--games", type=arguments.count, default=20_000, help="how many games to play (20000)"
    )
    parser.add_argument("--seed", type=int, default=2026, help="the same seed gives the same player (2026)")
    parser.add_argument(
        "--to", type=arguments.folder, help="the folder for the file (the one that the player reads)"
    )
    parser.add_argument("--picture", type=Path, help="a PNG file for the learning curve")
    arguments.add_cluster(parser, "measure its strength on the Dask cluster of this scheduler")


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    from bot import training  # noqa: PLC0415 - the bot runs without it
    from bot.rendering.learning import render_learning  # noqa: PLC0415 - likewise

    if not training.is_learnable(options.kind, options.game):
        return arguments.fail(f"{options.kind} cannot learn {options.game}.", 2)
    cluster = options.cluster or config.load_cluster()
    try:
        report = training.train(
            options.kind, options.game, options.games, options.seed, options.to, cluster=cluster
        )
        options.stopped = f"{report.path} is written."
        if options.picture is not None:
            title = f"{options.kind} learns {options.game}: points won after so many games"
            options.picture.write_bytes(render_learning(title, report.curves()))
    except OSError as error:
        return arguments.fail(f"{error.filename} cannot be written: {error.strerror}.", 1)
    arguments.say(f"{report.path}, {report.path.stat().st_size:,} bytes\n\n{report.as_table()}")
    return 0
