"""`maxine recompute`: compute ratings and totals again from the matches."""

import argparse
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bot import config
from bot.cli import arguments
from bot.cli.arguments import Commands

if TYPE_CHECKING:  # the other commands' help would load the storage
    from bot.storage.transfer import Row

_DESCRIPTION = (
    "Computes every rating, rank and total again from the stored matches, in the order in which they ended,"
    " and corrects the rows that differ. With --check it only reports them, with exit status 1. Ranks by"
    " puzzles are compared with the stored puzzle ratings; a server's rank that only a daily puzzle can have"
    " given is kept. Stop Maxine first."
)


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "recompute", help="compute ratings and totals again from the matches", description=_DESCRIPTION
    )
    parser.add_argument("--check", action="store_true", help="only report differences, and change nothing")
    parser.set_defaults(run=_run, stopped="Nothing was changed.")


def _run(options: argparse.Namespace) -> int:
    from bot.cli.copying import open_to_read  # noqa: PLC0415 - the bot runs without it
    from bot.storage.recounts import recount  # noqa: PLC0415 - likewise

    with open_to_read(config.load().database, is_changed=not options.check) as whole:
        differences = recount(whole, _watched, time.time(), is_mended=not options.check)
    if not differences:
        arguments.say("All ratings and totals agree with the matches.")
        return 0
    listed = ", ".join(f"{count:,} in {table}" for table, count in sorted(differences.items()))
    if options.check:
        return arguments.fail(f"Rows that do not agree with the matches: {listed}.", 1)
    arguments.say(f"Rows that did not agree with the matches, and do now: {listed}.")
    return 0


def _watched(batches: "Iterable[list[Row]]", count: int, purpose: str) -> "Iterator[list[Row]]":
    from tqdm import tqdm  # noqa: PLC0415 - likewise

    with tqdm(desc=purpose, total=count, unit="match", leave=False, delay=1, disable=None) as bar:
        for batch in batches:
            yield batch
            bar.update(len(batch))
