"""Rate players by matches between them.

Plays matches between all pairs of players on all cores, each side equally often. Prints a table of results,
and ratings fitted to all of them. The same seed gives the same table.
"""

import argparse
from pathlib import Path

import engine
from bot import config
from bot.cli import arguments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--game", choices=engine.game_slugs(), default="tic-tac-toe", help="(tic-tac-toe)")
    parser.add_argument(
        "--players", type=_players, help="names with commas between them (random, greedy and the levels)"
    )
    parser.add_argument(
        "--games",
        type=arguments.count,
        default=100,
        help="matches of each pair (100), rounded up to an even number",
    )
    parser.add_argument("--seed", type=int, default=2026, help="the same seed gives the same table (2026)")
    parser.add_argument("--json", type=Path, help="a file for the table")
    parser.add_argument(
        "--picture", type=Path, help="a file for a picture of the results of each pair, as PNG"
    )
    arguments.add_cluster(parser, "play on the Dask cluster of this scheduler")


def _players(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    if unknown := [name for name in names if name not in engine.player_names()]:
        raise argparse.ArgumentTypeError(f"there is no player {unknown[0]!r}")
    if len(names) < 2:  # noqa: PLR2004 - a pair
        raise argparse.ArgumentTypeError("it takes two players at least")
    return names


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    from bot import arena  # noqa: PLC0415 - the bot runs without it

    names = options.players or ("random", "greedy", *engine.LEVELS)
    if strangers := [
        name for name in names if not engine.get_player(name).knows(engine.get_game(options.game))
    ]:
        return arguments.fail(f"{strangers[0]} does not know {options.game}.", 2)
    cluster = options.cluster or config.load_cluster()
    results = arena.hold_here(options.game, names, options.games, options.seed, cluster)
    arguments.say(results.as_table())
    try:
        if options.json is not None:
            options.json.write_text(results.as_json(), encoding="utf-8")
        if options.picture is not None:
            options.picture.write_bytes(results.as_picture())
    except OSError as error:
        return arguments.fail(f"{error.filename} cannot be written: {error.strerror}.", 1)
    return 0
