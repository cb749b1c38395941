"""Whether the boards of ratings answer as fast among many people as among a few.

Run it from the checkout: `python -m tests.benchmarks.people --matches 100000 --people 10000`. Two files are
filled with finished matches, the smaller with a thousand and a tenth as many people; `maxine recompute` makes
of them all ratings, places and totals, and that is timed too. Then both are asked the same things in turn, so
that a busy machine slows both alike.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bot.models import ALL_TIME, BoardKey, Match, Participant, Place, periods_of
from bot.storage.recounts import recount
from bot.storage.sqlite import open_storage, transfer
from engine import Outcome
from tests.benchmarks.growth import Timed, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.storage import Storage

ROUNDS = 300
GAME, LEVEL = "tic-tac-toe", "medium"
GUILDS = 50
START, SPAN = 1_700_000_000.0, 90 * 24 * 3600.0
LINES = {(0, 3, 1, 4, 2): "first", (4, 0, 2, 6, 3, 5, 1, 7, 8): "draw", (0, 3, 1, 4, 8, 5): "second"}
MATCHES = (
    "INSERT INTO matches (id, game, guild_id, channel_id, first_id, second_id, level, result, manner,"
    " created_at, touched_at, ended_at, is_rated, strength)"
    " VALUES (?, 'tic-tac-toe', ?, 1, ?, ?, ?, ?, 'rules', ?, ?, ?, 1, 1400)"
)
MOVES = "INSERT INTO moves (match_id, ply, action) VALUES (?, ?, ?)"


@dataclass
class Filled(Timed):
    """A file of so many matches of so many people."""

    people: int = field(kw_only=True)

    def anybody(self) -> int:
        """Return some person's id."""
        return self.rng.randint(1, self.people)

    async def fill(self) -> None:
        """Make the file."""
        await (await open_storage(self.path)).close()
        with closing(sqlite3.connect(self.path)) as db:
            db.execute("PRAGMA synchronous = OFF")
            lines = [self.rng.choice([*LINES]) for _ in range(self.matches)]
            db.executemany(MATCHES, self._rows(lines))
            moves = ((id_, *move) for id_, line in enumerate(lines, start=1) for move in enumerate(line))
            db.executemany(MOVES, moves)
            db.commit()
        began = time.perf_counter()
        with transfer.opened(self.path, is_changed=True) as whole:
            recount(whole, lambda batches, *_: batches, START + SPAN, is_mended=True)
        seconds = time.perf_counter() - began
        print(f"{self.matches:,} matches recounted in {seconds:.1f} s", file=sys.stderr, flush=True)

    def _rows(self, lines: list[tuple[int, ...]]) -> Iterator[tuple[object, ...]]:
        for id_, line in enumerate(lines, start=1):
            first, second = self.rng.sample(range(1, self.people + 1), 2)
            seats = (first, None, LEVEL) if id_ % 2 else (first, second, None)
            at = START + SPAN * id_ / self.matches
            yield (id_, 1 + first % GUILDS, *seats, LINES[line], at, at, at)


async def ask(storage: Storage, filled: Filled) -> None:
    """Ask for boards, and end a rated match."""
    week, who = periods_of(START + SPAN)[1], filled.anybody()
    here = 1 + who % GUILDS
    for name, key in {
        "ratings, global": BoardKey("people", GAME, None, ALL_TIME),
        "ratings, server": BoardKey("people", GAME, here, ALL_TIME),
        "against Maxine, global": BoardKey("maxine", GAME, None, ALL_TIME),
        "points of a week, global": BoardKey("people", GAME, None, week),
    }.items():
        await filled.timed(f"{name}, and one's own place", storage.rankings.find_page(key, who, 0, 10))
    key = BoardKey("people", GAME, None, ALL_TIME)
    await filled.timed("page 5 of ratings", storage.rankings.find_page(key, who, 4, 10))
    players = Participant(who), Participant(who % filled.people + 1)
    draft = Match(0, GAME, Place(here, 1), players, START, START + 2 * SPAN, is_rated=True)
    match = await storage.matches.add(replace(draft, actions=(4, 0, 2, 6)))
    assert match is not None
    over = match.with_end(Outcome.FIRST, START + 2 * SPAN)
    assert await filled.timed("the end of a rated match", storage.matches.save(match, over))


async def main(matches: int, people: int) -> None:
    """Fill both files, ask both in turn, print the table."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        both = [
            Filled(1000, folder / "small.db", people=100),
            Filled(matches, folder / "large.db", people=people),
        ]
        storages = []
        for filled in both:
            await filled.fill()
            storages.append(await open_storage(filled.path))
            stack.push_async_callback(storages[-1].close)
        for _ in range(ROUNDS):
            for storage, filled in zip(storages, both, strict=True):
                await ask(storage, filled)
        print(table(*both))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=1_000_000, help="(1000000)")
    parser.add_argument("--people", type=int, default=100_000, help="(100000)")
    options = parser.parse_args()
    asyncio.run(main(options.matches, options.people))
