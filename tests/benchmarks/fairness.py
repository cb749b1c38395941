"""What people who play tic-tac-toe feel of others who let Maxine think: the time of a click, as a ratio.

Run `python -m tests.benchmarks.fairness` (on Linux). Maxine, as `maxine run` starts her, is a process of its
own; the playground with the people is this one, which is as nice as she is. A hundred people play
tic-tac-toe against her, each with a pause of about a second between clicks, in rounds that alternate: alone,
and with four analyses asked for all the time. These are of Oware, as they use all the time they are given.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import TYPE_CHECKING

from tests.benchmarks.clicks import begin, cpu_of, open_cells, running_bot

if TYPE_CHECKING:
    from bot.playground.people import Answer
    from bot.playground.world import Person
    from tests.benchmarks.clicks import Bot

PEOPLE, ANALYSES, PAUSE = 100, 4, 1.0
ROUNDS, SECONDS = 4, 8.0
GOAL = 2.0


async def main() -> None:
    """Measure and print."""
    async with running_bot("maxine", PEOPLE + ANALYSES) as maxine:
        people = list(maxine.piles)
        players, thinkers = people[ANALYSES:], people[:ANALYSES]
        for person in players:
            await begin(maxine, person, "challenge", 1)
        for person in thinkers:
            await begin(maxine, person, "challenge", 1, game="oware")
        await _round(maxine, players)
        alone, crowded, busy = [], [], []
        for _ in range(ROUNDS):
            alone += await _round(maxine, players)
            asking = [asyncio.create_task(_ask(maxine, person)) for person in thinkers]
            before = _workers_cpu(maxine)
            crowded += await _round(maxine, players)
            busy.append((_workers_cpu(maxine) - before) / SECONDS)
            await _ended(asking)
    print(f"{'':<18}{'clicks':>7}{'median ms':>11}{'p95 ms':>8}")
    print(_line("alone", alone))
    print(_line("with 4 analyses", crowded))
    ratio = _p95(crowded) / _p95(alone)
    print(f"The analyses kept {median(busy):.2f} cores busy.")
    print(f"The p95 of a click is {ratio:.2f} times that without them; the goal is at most {GOAL:.0f}.")


async def _round(maxine: Bot, players: list[Person]) -> list[float]:
    """Let everybody play for some seconds; return how long each answer took."""
    end = time.perf_counter() + SECONDS
    each = await asyncio.gather(*(_play(maxine, person, end) for person in players))
    return [latency for latencies in each for latency in latencies]


async def _play(maxine: Bot, person: Person, end: float) -> list[float]:
    rng = Random(f"{person.name} {end}")
    latencies: list[float] = []
    while True:
        pause, left = rng.expovariate(1 / PAUSE), end - time.perf_counter()
        await asyncio.sleep(max(0, min(pause, left)))
        if pause > left:
            return latencies
        [message_id] = maxine.piles[person]
        cells = open_cells(maxine.playground.message(message_id))
        latency, message = await maxine.press(person, message_id, rng.choice(cells or ["Rematch"]))
        maxine.piles[person] = [message["id"]]
        latencies.append(latency)


async def _ask(maxine: Bot, person: Person) -> None:
    """Ask for one explanation after the other, each after another move, as she remembers her answers."""
    rng = Random(person.name)
    while True:
        await _answered(maxine, person, "explain")
        for house in rng.sample("abcdef", 6):
            if not (await _answered(maxine, person, "move", to=house)).ephemeral:
                break
        else:
            await _answered(maxine, person, "challenge", game="oware")


async def _answered(maxine: Bot, person: Person, name: str, **options: object) -> Answer:
    answer = await maxine.playground.command(person, maxine.playground.channels[0], name, **options)
    while answer.message is None:
        await answer.more(timeout=30)
    return answer


async def _ended(asking: list[asyncio.Task[None]]) -> None:
    """Ask no more, and wait until what was asked is answered."""
    for task in asking:
        task.cancel()
    await asyncio.wait(asking)
    await asyncio.sleep(6)


def _workers_cpu(maxine: Bot) -> float:
    children = Path(f"/proc/{maxine.process.pid}/task/{maxine.process.pid}/children").read_text()
    return sum(cpu_of(int(pid)) for pid in children.split())


def _line(name: str, latencies: list[float]) -> str:
    return f"{name:<18}{len(latencies):>7}{median(latencies) * 1000:>11.1f}{_p95(latencies) * 1000:>8.1f}"


def _p95(latencies: list[float]) -> float:
    return quantiles(latencies, n=20)[-1]


if __name__ == "__main__":
    asyncio.run(main())
