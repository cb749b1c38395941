"""Play a match in the terminal.

Plays a match in the terminal, without a database. Type the name of a move, or ? (what every move is worth),
hint (again for the move itself), back (take your last move back) or resign.
"""

import argparse

import engine
from bot.cli import arguments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    games = engine.game_slugs()
    parser.add_argument("game", nargs="?", choices=games, default="tic-tac-toe", help="(tic-tac-toe)")
    parser.add_argument(
        "--level", default="medium", help=f"{', '.join(engine.LEVELS)}, or a character (medium)"
    )
    parser.add_argument("--first", choices=("me", "opponent"), default="me", help="who begins (me)")


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    if options.level not in engine.player_names():
        from bot.services.characters import offered  # noqa: PLC0415 - as below

        return arguments.fail(
            f"There is no level {options.level!r}: try {', '.join(offered(options.game))}.", 2
        )
    if not engine.get_player(options.level).knows(engine.get_game(options.game)):
        return arguments.fail(f"{options.level} does not know {options.game}.", 2)
    from bot.cli.terminal import Terminal  # noqa: PLC0415 - sentences load slowly

    Terminal(options.game, options.level, is_first=options.first == "me").play()
    return 0
