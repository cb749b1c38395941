"""How fast every game is analysed, and how deep three searches look in the same time, none with a book.

Run `python -m tests.benchmarks.games` in the checkout, best where nothing else is running. easyAI and
OpenSpiel take part with the games they have, if they are installed
(`pip install -c requirements.lock -e '.[bench]'`).

The first table: how many positions a game has (where they can be counted or are in the literature), and how
long it takes to say what every move is worth in the opening, in the middle and near the end of a match, each
in a fresh process. `book` says that the answer is from a book. An analysis stops after a second: then the
table says how many plies it looked ahead. The second: how far each search looks ahead from the start in one
second, without a book. The libraries need only find the best move, Maxine says what each is worth. Times are
CPU time.
"""

import subprocess
import sys
from importlib.util import find_spec

import engine
from tests.benchmarks.games_contenders import EASYAI, OPENSPIEL
from tests.retrograde import solve

LIBRARIES = {"easyAI": "easyAI", "OpenSpiel": "pyspiel"}
POSITIONS = {
    "four-in-a-row-4x4": "9,722,011",
    "connect-four": "4,531,985,219,092",
}
STAGES = ("opening", "middle", "end")


def main() -> None:
    """Print both tables."""
    print("| game | positions | opening | middle | end |\n|---|--:|--:|--:|--:|")
    for slug in engine.game_slugs():
        cells = [run("analyse", slug, stage) for stage in STAGES]
        print(f"| {slug} | {positions(slug)} | {' | '.join(cells)} |", flush=True)
    print(f"\n| game | Maxine | {' | '.join(LIBRARIES)} |\n|---|--:|--:|--:|")
    for slug in dict.fromkeys((*OPENSPIEL, *EASYAI)):
        cells = [
            run(f"depth_{name.lower()}", slug) if find_spec(module) else "not installed"
            for name, module in LIBRARIES.items()
        ]
        print(f"| {slug} | {run('depth_maxine', slug)} | {' | '.join(cells)} |", flush=True)


def positions(slug: str) -> str:
    """Return how many positions can be reached, where that is known."""
    game = engine.get_game(slug)
    return f"{len(solve(game)):,}" if game.is_small else POSITIONS.get(slug, "")


def run(function: str, *arguments: str) -> str:
    """Return what a function of `games_contenders` says in a fresh process."""
    program = f"from tests.benchmarks.games_contenders import {function}; print({function}(*{arguments}))"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603 - our own program
    return done.stdout.strip()


if __name__ == "__main__":
    main()
