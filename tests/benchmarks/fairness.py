"""What people feel of others who let Maxine think: the time of a click, and how long she thinks for them.

Run `python -m tests.benchmarks.fairness [--cluster]` (on Linux). Maxine, as `maxine run` starts her, is a
process of its own; the playground with the people is this one, which is as nice as she is. A hundred people
play tic-tac-toe against her, each with a pause of about a second between clicks, in rounds that alternate:
alone, with four analyses asked for all the time, and with as many arenas as a server may have. The analyses
are of Oware, as they use all the time they are given.

Then a reply of hers at `perfect` in Oware, by one worker: alone, while another person has thirty
explanations outstanding, each dropped one asked for again, and while an arena is played. How far she looks is
told by how often a search asks whether it has to stop.

With `--cluster` all that is searched is searched by workers of a cluster on this machine, two for the clicks
and one for the replies, and what a trip to them and back costs is printed beside that to a worker process.
"""

import argparse
import asyncio
import logging
import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import IO

import engine
from bot.errors import ManyQuestionsError
from bot.playground.things import Person
from bot.workers import Analysts
from bot.workers.worker import COMMAND
from engine import State
from tests.benchmarks.clicks import Bot, begin, cpu_of, open_cells, running_bot
from tests.benchmarks.telling import TELLING, TELLING_THERE, Ear
from tests.bot.clusters import There, started_there
from tests.driver import Answer

PEOPLE, ANALYSES, ARENAS, PAUSE = 100, 4, 3, 1.0
ROUNDS, SECONDS = 4, 8.0
GOAL = 2.0

REPLIES, EXPLANATIONS = 8, 30
REPLY_SECONDS, EXPLANATION_SECONDS = 0.9, 2.5
ASKER, PLAYER = 1, 2
LEAST = 0.5

STEPPING_BACK = "import os; os.nice(10)  # as worker processes do"
TRIPS = 200


async def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure what people feel of others.")
    parser.add_argument("--cluster", action="store_true", help="search on a cluster")
    if not parser.parse_args().cluster:
        await measure_clicks()
        await measure_replies(Analysts(1, [sys.executable, "-c", TELLING, *COMMAND[3:]]))
        return
    with started_there(2, preload=STEPPING_BACK) as there:
        os.environ["CLUSTER"] = there.address
        await measure_clicks(there)
        await measure_trips(there)
    with tempfile.TemporaryFile() as out, started_there(1, preload=TELLING_THERE, out=out) as there:
        await measure_replies(await leaning_on(there), out)


async def leaning_on(there: There) -> Analysts:
    """Let searches be made on a cluster."""
    analysts = Analysts(1, cluster=there.address)
    analysts.start()
    while analysts._cluster is None or not analysts._cluster.remote_task():  # noqa: ASYNC110 - nobody announces it
        await asyncio.sleep(0.01)
    return analysts


async def measure_trips(there: There) -> None:
    """Measure how long the same short search takes here and there."""
    near, far = Analysts(1), await leaning_on(there)
    print(f"\n{'':<24}{'median ms':>10}{'p95 ms':>8}")
    for name, analysts in {"asked of a process": near, "asked of a cluster": far}.items():
        took = []
        for seed in range(TRIPS):
            started = time.perf_counter()
            await analysts.choose("hard", positions(1)[0], seconds=0, seed=seed, asker_id=PLAYER)
            took.append(time.perf_counter() - started)
        print(f"{name:<24}{median(took) * 1000:>10.2f}{_p95(took) * 1000:>8.2f}")
        await analysts.close()


async def measure_replies(analysts: Analysts, out: IO[bytes] | None = None) -> None:
    """Measure her replies to one person, alone and beside the many questions of another."""
    ear = Ear(out)
    log = logging.getLogger("bot.workers.worker")
    log.addHandler(ear)
    log.propagate = False
    await analysts.analyse(positions(1)[0], seconds=0, asker_id=PLAYER)
    alone = [await reply(analysts, ear, number) for number in range(REPLIES)]
    asking = [asyncio.create_task(_keep_asking(analysts, number)) for number in range(EXPLANATIONS)]
    await asyncio.sleep(1)
    beside = [await reply(analysts, ear, number) for number in range(REPLIES, 2 * REPLIES)]
    await _ended(asking, seconds=0)
    playing = asyncio.create_task(_keep_playing(analysts))
    behind = []
    for number in range(2 * REPLIES, 3 * REPLIES):
        await asyncio.sleep(0.1)  # so that the arena has its turn
        behind.append(await reply(analysts, ear, number))
    await _ended([playing], seconds=0)
    await analysts.close()
    print(f"\n{'':<24}{'granted s':>10}{'looks':>9}{'in all s':>10}{'searches before':>17}")
    rows = {"alone": alone, f"beside {EXPLANATIONS} explanations": beside, "beside an arena": behind}
    for name, replies in rows.items():
        granted, looks, took, before = (median(figures) for figures in zip(*replies, strict=True))
        print(f"{name:<24}{granted:>10.2f}{looks:>9.0f}{took:>10.2f}{before:>17.0f}")
    least, most = min(granted for granted, *_ in beside), max(before for *_, before in beside)
    print(
        f"The least time granted beside them is {least / REPLY_SECONDS:.2f} of that alone, the goal at least"
        f" {LEAST}; she was kept waiting for {most} searches at most, the goal is one."
    )


async def reply(analysts: Analysts, ear: Ear, number: int) -> tuple[float, int, float, int]:
    """Let her reply; the seconds granted, how often it looked, the seconds in all, the searches before."""
    state, told, started = positions(REPLIES * 3)[number], len(ear.searches), time.perf_counter()
    await analysts.choose("perfect", state, seconds=REPLY_SECONDS, seed=1, asker_id=PLAYER)
    took = time.perf_counter() - started
    while "ChoiceRequest" not in [kind for kind, _, _ in ear.searches[told:]]:  # noqa: ASYNC110 - nobody announces it
        await asyncio.sleep(0.001)
    before = [kind for kind, _, _ in ear.searches[told:]].index("ChoiceRequest")
    _, granted, looks = ear.searches[told + before]
    return granted, looks, took, before


def positions(number: int) -> list[State]:
    """Positions of Oware, each after six moves by chance."""
    found, rng = [], Random(7)
    for _ in range(number):
        state = engine.game("oware").initial()
        for _ in range(6):
            state = state.successor(rng.choice(state.actions()))
        found.append(state)
    return found


async def _keep_asking(analysts: Analysts, number: int) -> None:
    """Ask for one explanation after the other."""
    rng = Random(f"asker {number}")
    while True:
        state = engine.game("oware").initial()
        for _ in range(8):
            state = state.successor(rng.choice(state.actions()))
        with suppress(ManyQuestionsError):
            await analysts.analyse(state, seconds=EXPLANATION_SECONDS, asker_id=ASKER)
        await asyncio.sleep(0.1)


async def _keep_playing(analysts: Analysts) -> None:
    """Let two players meet whose every move takes long."""
    state, names = engine.game("oware").initial(), ("mcts", "mcts")
    while True:
        await analysts.play(state, names, seed=1, number=0, games=1, asker_id=ASKER)


async def measure_clicks(there: There | None = None) -> None:
    """Measure how long clicks take."""
    async with running_bot("maxine", PEOPLE + ANALYSES) as maxine:
        people = list(maxine.piles)
        players, thinkers = people[ANALYSES:], people[:ANALYSES]
        for person in players:
            await begin(maxine, person, "challenge", 1)
        for person in thinkers:
            await begin(maxine, person, "challenge", 1, game="oware")
        await _round(maxine, players)
        alone, crowded, beside, busy, playing = [], [], [], [], []
        for _ in range(ROUNDS):
            alone += await _round(maxine, players)
            asking = [asyncio.create_task(_ask(maxine, person)) for person in thinkers]
            before = _workers_cpu(maxine, there)
            crowded += await _round(maxine, players)
            busy.append((_workers_cpu(maxine, there) - before) / SECONDS)
            await _ended(asking)
            holding = [asyncio.create_task(_hold_arenas(maxine, person)) for person in thinkers[:ARENAS]]
            before = _workers_cpu(maxine, there)
            beside += await _round(maxine, players)
            playing.append((_workers_cpu(maxine, there) - before) / SECONDS)
            await _ended(holding)
    print(f"{'':<18}{'clicks':>7}{'median ms':>11}{'p95 ms':>8}")
    print(_line("alone", alone))
    print(_line("with 4 analyses", crowded))
    print(_line(f"with {ARENAS} arenas", beside))
    print(f"The analyses kept {median(busy):.2f} cores busy, the arenas {median(playing):.2f}.")
    ratio, other = _p95(crowded) / _p95(alone), _p95(beside) / _p95(alone)
    print(
        f"The p95 of a click is {ratio:.2f} and {other:.2f} times that alone; the goal is at most {GOAL:.0f}."
    )


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


async def _hold_arenas(maxine: Bot, person: Person) -> None:
    """Hold one short arena after the other, as nobody can end a long one."""
    options = {"x": "mcts", "o": "mcts", "game": "connect-four", "games": 1}
    while True:
        with suppress(TimeoutError):
            await _answered(maxine, person, "arena", **options)
        await asyncio.sleep(0.5)


async def _answered(maxine: Bot, person: Person, name: str, **options: object) -> Answer:
    answer = await maxine.playground.command(person, maxine.playground.channels[0], name, **options)
    while answer.message is None:
        await answer.more(timeout=30)
    return answer


async def _ended(asking: list[asyncio.Task[None]], seconds: float = 6) -> None:
    """Ask no more, and wait until what was asked is answered."""
    for task in asking:
        task.cancel()
    await asyncio.wait(asking)
    await asyncio.sleep(seconds)


def _workers_cpu(maxine: Bot, there: There | None) -> float:
    children = Path(f"/proc/{maxine.process.pid}/task/{maxine.process.pid}/children").read_text()
    return sum(map(cpu_of, there.pids() if there else map(int, children.split())))


def _line(name: str, latencies: list[float]) -> str:
    return f"{name:<18}{len(latencies):>7}{median(latencies) * 1000:>11.1f}{_p95(latencies) * 1000:>8.1f}"


def _p95(latencies: list[float]) -> float:
    return quantiles(latencies, n=20)[-1]


if __name__ == "__main__":
    asyncio.run(main())
