"""How many clicks a second come in by each door: the gateway, or one and more processes behind HTTP.

Run `python -m tests.benchmarks.doors` (on Linux) for SQLite, which allows for one process; with
`--database postgresql` also for one, two and four that share a database of a server started for this. Each
door is a playground in this process, which is Discord and the people there, with Maxine in processes of
their own, as `maxine run` and `maxine serve` start her. Eight people at once click as fast as they are
answered, in short rounds that alternate between the doors, so that a busy machine slows all alike. CPU time
is from /proc: hers over all her processes, and that of this process, which runs on the same machine; where
both together come near to the cores there are, it is the machine that limits the clicks.

`edits` are the boards that a process has drawn again for a click, as one does whose match went on in another.
Whoever presses in the moment in which that has undone a newer drawing is `refused`, as is who gets no answer
within three seconds, and looks again.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bot.playground.things import Person
from tests.benchmarks.clicks import Bot, begin, cpu_of, open_cells
from tests.postgres import durable_database
from tests.trouble import Playground

PEOPLE, PILE, ROUNDS, WARM_UP = 8, 10, 6, 1
_AGAIN = 0.1  # seconds until whoever was refused looks at the board again
SCRIPT, LOG = Path(__file__).with_name("click_bots.py"), "log.txt"


@dataclass
class Door(Bot):
    """A playground, the processes that Maxine runs in for it, and what each round has shown."""

    name: str = ""
    processes: list[asyncio.subprocess.Process] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    hers: list[float] = field(default_factory=list)
    ours: list[float] = field(default_factory=list)
    edits: list[float] = field(default_factory=list)
    refused: int = 0

    def cpu(self) -> float:
        """Seconds of CPU that all her processes have used."""
        return sum(cpu_of(process.pid) for process in self.processes)

    async def round(self) -> None:
        """Let everybody play their boards to the end, and press Rematch on each."""
        cpu, own, edits = self.cpu(), time.process_time(), self._count_edits()
        clock = time.perf_counter()
        latencies = [each for took in await asyncio.gather(*map(self._play, self.piles)) for each in took]
        self.rates.append(len(latencies) / (time.perf_counter() - clock))
        self.hers.append((self.cpu() - cpu) / len(latencies))
        self.ours.append((time.process_time() - own) / len(latencies))
        self.edits.append((self._count_edits() - edits) / len(latencies))
        self.latencies += latencies

    def _count_edits(self) -> int:
        return sum(method == "PATCH" and "/channels/" in path for method, path, _ in self.playground.requests)

    async def _play(self, person: Person) -> list[float]:
        rng, next_pile = random.Random(person.name), list[str]()
        latencies: list[float] = []
        for message_id in self.piles[person]:
            while cells := open_cells(self.playground.message(message_id)):
                await self._press(person, message_id, rng.choice(cells), latencies)
            if rematch := await self._press(person, message_id, "Rematch", latencies):
                next_pile.append(rematch["id"])
        self.piles[person] = next_pile
        return latencies

    async def _press(
        self, person: Person, message_id: str, button: str, latencies: list[float]
    ) -> dict[str, Any] | None:
        """Press a button; return what was answered, None if it was not obeyed."""
        took, answer = await self.try_to_press(person, message_id, button)
        if answer.failed or answer.ephemeral:
            self.refused += 1
            await asyncio.sleep(_AGAIN)
            return None
        latencies.append(took)
        return answer.message

    def reset(self) -> None:
        """Leave the warm-up out."""
        for figures in (self.rates, self.latencies, self.hers, self.ours, self.edits):
            figures.clear()
        self.refused = 0

    def line(self, first: Door) -> str:
        """One line of the table."""
        rate, hers, ours = median(self.rates), median(self.hers), median(self.ours)
        ratio = median(mine / its for mine, its in zip(self.rates, first.rates, strict=True))
        return (
            f"{self.name:<24}{len(self.latencies):>7}{rate:>10.0f}{ratio:>8.2f}"
            f"{quantiles(self.latencies, n=20)[-1] * 1000:>9.1f}{hers * 1000:>12.2f}{ours * 1000:>12.2f}"
            f"{rate * (hers + ours):>8.2f}{median(self.edits):>8.2f}{self.refused:>9}"
        )


@contextlib.asynccontextmanager
async def opened(database: str, processes: int, url: str, folder: Path) -> AsyncIterator[Door]:
    """Start a door; no processes behind HTTP are one at the gateway."""
    async with Playground() as playground:
        people = [Person(playground.world.new_id(), f"p{n}", f"P{n}", "#808080") for n in range(PEOPLE)]
        playground.world.people = (*playground.world.people, *people)
        started = [
            await _start(playground, url, folder, by_http=bool(processes)) for _ in range(processes or 1)
        ]
        try:
            if processes:
                await playground.deliver_to(*[await _address(process, folder) for process in started])
            await playground.bot_ready(None)
            name = f"{database}, {f'HTTP {processes}' if processes else 'gateway'}"
            door = Door(playground, started[0], {person: [] for person in people}, name, started)
            await asyncio.gather(*(begin(door, person, "challenge", PILE) for person in people))
            yield door
        finally:
            for process in started:
                process.terminate()
            await asyncio.gather(*(process.wait() for process in started))


async def _start(
    playground: Playground, url: str, folder: Path, *, by_http: bool
) -> asyncio.subprocess.Process:
    settings = {
        "DISCORD_TOKEN": playground.token,
        "DISCORD_PUBLIC_KEY": playground.public_key,
        "DATABASE_URL": url,
        "PYTHONPATH": str(SCRIPT.parents[2]),
    }
    command = ("serve", "--port", "0") if by_http else ("run",)
    with (folder / LOG).open("ab") as log:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, SCRIPT, "maxine", playground.url, *command),
            env=os.environ | settings,
            cwd=folder,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
        )


async def _address(process: asyncio.subprocess.Process, folder: Path) -> str:
    """Wait until she says where she takes requests, however busy the machine is, or until she has ended."""
    assert process.stdout is not None
    line = await process.stdout.readline()
    found = re.search(r"http:\S+", line.decode())
    if found is None:
        raise SystemExit(f"She has not started:\n{(folder / LOG).read_text(encoding='utf-8')}")
    return found[0]


async def main(places: list[tuple[str, int, str]], folder: Path) -> None:
    """Measure and print; a place is a database, how many processes take requests there, and its URL."""
    async with contextlib.AsyncExitStack() as stack:
        doors = [await stack.enter_async_context(opened(*place, folder)) for place in places]
        for number in range(WARM_UP + ROUNDS):
            for door in doors:
                await door.round()
                if number < WARM_UP:
                    door.reset()
    print(
        f"{'':<24}{'clicks':>7}{'clicks/s':>10}{'ratio':>8}{'p95 ms':>9}"
        f"{'her CPU ms':>12}{'our CPU ms':>12}{'cores':>8}{'edits':>8}{'refused':>9}"
    )
    for door in doors:
        print(door.line(doors[0]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    with contextlib.ExitStack() as databases:
        folder = Path(databases.enter_context(tempfile.TemporaryDirectory()))
        places = [("SQLite", count, f"sqlite:///{folder}/{count}.db") for count in (0, 1)]
        if parser.parse_args().database == "postgresql":
            urls = [databases.enter_context(durable_database()) for _ in range(4)]
            places += [("PostgreSQL", *place) for place in zip((0, 1, 2, 4), urls, strict=True)]
        asyncio.run(main(places, folder))
