"""What a click costs Maxine, as a multiple of what the barest persistent button costs.

Run `python tests/benchmarks/clicks.py` (on Linux); `clicks.py PATH` also measures, in the same minutes, the
Maxine of the checkout at that path, as `git worktree add PATH COMMIT` makes one. Maxine, as `maxine run`
starts her, and a bot with one button that stores nothing are processes of their own, each connected to a
playground in this process over HTTP and WebSocket. Eight people at once click as fast as they are answered,
in short rounds that alternate between the bots, so that a busy machine slows both alike. Each person has a
pile of boards against Maxine: one phase of a round plays them all to the end, another presses Rematch on
each, which makes the next pile.
CPU time is that of the bot's process alone, user and system, from /proc.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bot.playground.things import Person
from tests.driver import Answer
from tests.patience import LONG
from tests.trouble import Playground

PEOPLE, PILE, ROUNDS, WARM_UP = 8, 25, 6, 1
GOAL = 2.0
CELL = re.compile(r"[a-c][1-3]")
HERE = Path(__file__).parents[2]
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Bot:
    """A bot in its process, the playground it is connected to, and the people who use it."""

    playground: Playground
    process: asyncio.subprocess.Process
    piles: dict[Person, list[str]] = field(default_factory=dict)

    def cpu(self) -> float:
        """Seconds of CPU the bot's process has used."""
        return cpu_of(self.process.pid)

    async def press(self, person: Person, message_id: str, button: str) -> tuple[float, dict[str, Any]]:
        """Press a button; how long its answer took, and the message that was the answer."""
        started = time.perf_counter()
        answer = await _arrived(await self.playground.click(person, message_id, button))
        took = time.perf_counter() - started
        if answer.failed or answer.ephemeral or answer.message is None:
            raise AssertionError(f"{button} was refused: {answer.text}")
        return took, answer.message


async def _arrived(answer: Answer) -> Answer:
    """Wait for what was only promised, as on a machine that has much else to do."""
    while answer.deferred and answer.message is None:
        await answer.more(LONG)
    return answer


def cpu_of(pid: int) -> float:
    """Seconds of CPU a process has used, user and system."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@dataclass
class Phase:
    """What a kind of click costs, round by round."""

    name: str
    cpu: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)

    async def run(self, bot: Bot, clicking: Callable[[Bot, Person], Coroutine[Any, Any, list[float]]]) -> int:
        """Let everybody click at once until all are done; return how many clicks that were."""
        cpu, clock = bot.cpu(), time.perf_counter()
        each = await asyncio.gather(*(clicking(bot, person) for person in bot.piles))
        latencies = [latency for latencies in each for latency in latencies]
        self.cpu.append((bot.cpu() - cpu) / len(latencies))
        self.rates.append(len(latencies) / (time.perf_counter() - clock))
        self.latencies += latencies
        return len(latencies)

    def reset(self) -> None:
        """Leave the warm-up out."""
        self.cpu.clear()
        self.rates.clear()
        self.latencies.clear()

    def ratio(self, bare: Phase) -> float:
        """CPU a click as a multiple of the bare button's, the median of the rounds."""
        return median(mine / its for mine, its in zip(self.cpu, bare.cpu, strict=True))

    def line(self, bare: Phase) -> str:
        """One line of the table."""
        p95 = quantiles(self.latencies, n=20)[-1]
        return (
            f"{self.name:<18}{len(self.latencies):>7}{median(self.cpu) * 1000:>10.3f}{self.ratio(bare):>8.2f}"
            f"{median(self.rates):>10.0f}{p95 * 1000:>10.1f}"
        )


async def main(paths: Sequence[Path]) -> None:
    """Measure and print."""
    bare, each = Phase("bare button"), [(Phase("move"), Phase("rematch")) for _ in paths]
    async with contextlib.AsyncExitStack() as stack:
        plain = await stack.enter_async_context(running_bot("bare"))
        await asyncio.gather(*(_begin(plain, person, "button", 1) for person in plain.piles))
        bots = [await stack.enter_async_context(running_bot("maxine", at=path)) for path in paths]
        for bot in bots:
            await asyncio.gather(
                *(_begin(bot, person, "challenge", PILE, first="me") for person in bot.piles)
            )
        for number in range(WARM_UP + ROUNDS):
            if number == WARM_UP:
                for phase in (bare, *chain(*each)):
                    phase.reset()
            for bot, (moves, _) in zip(bots, each, strict=True):
                clicks = await moves.run(bot, _play_all)
            await bare.run(plain, _pressing(clicks // PEOPLE))
            for bot, (_, rematches) in zip(bots, each, strict=True):
                await rematches.run(bot, _rematch_all)
    print(f"{'':<18}{'clicks':>7}{'CPU ms':>10}{'ratio':>8}{'clicks/s':>10}{'p95 ms':>10}")
    print(bare.line(bare))
    for path, phases in zip(paths, each, strict=True):
        print(f"{path}:", *(phase.line(bare) for phase in phases), sep="\n")
    print(f"A move costs {each[-1][0].ratio(bare):.2f} times a bare press; the goal is at most {GOAL}.")


@contextlib.asynccontextmanager
async def running_bot(which: str, at: Path = HERE) -> AsyncIterator[Bot]:
    """Start a bot with people around it, and stop it in the end."""
    with tempfile.TemporaryDirectory() as folder:
        async with Playground() as playground:
            people = [Person(playground.world.new_id(), f"p{n}", f"P{n}", "#808080") for n in range(PEOPLE)]
            playground.world.people = (*playground.world.people, *people)
            process = await _start(which, playground, Path(folder), at)
            try:
                await playground.bot_ready()
                yield Bot(playground, process, {person: [] for person in people})
            finally:
                process.terminate()
                await process.wait()


async def _start(which: str, playground: Playground, folder: Path, at: Path) -> asyncio.subprocess.Process:
    script = at / "tests" / "benchmarks" / "click_bots.py"
    settings = {"DISCORD_TOKEN": playground.token, "DATABASE_URL": f"sqlite:///{folder / 'matches.db'}"}
    settings["PYTHONPATH"] = str(at)
    with (folder / "log.txt").open("wb") as log:
        return await asyncio.create_subprocess_exec(
            sys.executable, script, which, playground.url, env=os.environ | settings, cwd=folder, stderr=log
        )


async def _begin(bot: Bot, person: Person, command: str, times: int, **options: object) -> None:
    """Fill a person's pile by a slash command."""
    for _ in range(times):
        answer = await _arrived(
            await bot.playground.command(person, bot.playground.channels[0], command, **options)
        )
        if answer.message is None:
            raise AssertionError(f"/{command} was not answered")
        bot.piles[person].append(answer.message["id"])


async def _play_all(bot: Bot, person: Person) -> list[float]:
    """Play every board of the pile to its end, any open cell at a time."""
    rng, latencies = random.Random(person.name), []
    for message_id in bot.piles[person]:
        while cells := _open_cells(bot.playground.message(message_id)):
            latency, _ = await bot.press(person, message_id, rng.choice(cells))
            latencies.append(latency)
    return latencies


def _open_cells(message: dict[str, Any]) -> list[str]:
    """Return the labels of the cells that can be pressed."""
    rows = (part for part in message["components"][0]["components"] if "components" in part)
    buttons = (button for row in rows for button in row["components"])
    return [button["label"] for button in buttons if CELL.match(button["label"]) and not button["disabled"]]


async def _rematch_all(bot: Bot, person: Person) -> list[float]:
    """Press Rematch on every board of the pile; the boards that begin are the next pile."""
    pressed = [await bot.press(person, message_id, "Rematch") for message_id in bot.piles[person]]
    bot.piles[person] = [message["id"] for _, message in pressed]
    return [latency for latency, _ in pressed]


def _pressing(times: int) -> Callable[[Bot, Person], Coroutine[Any, Any, list[float]]]:
    async def press_all(bot: Bot, person: Person) -> list[float]:
        (message_id,) = bot.piles[person]
        return [(await bot.press(person, message_id, "Press"))[0] for _ in range(times)]

    return press_all


if __name__ == "__main__":
    asyncio.run(main([*(Path(path).resolve() for path in sys.argv[1:]), HERE]))
