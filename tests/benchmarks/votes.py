"""Whether votes of many people at once are all answered and counted, and boards not edited too often.

Run `python -m tests.benchmarks.votes` (on Linux). Maxine, as `maxine run` starts her, is a process of its
own, connected to a playground in this one. In each of 20 channels a match of the channel is begun, and in
each ten people vote, at random moments within the same five seconds; some change their vote. It is told how
long a vote waits for its answer, how many are in the database, and how often boards were edited meanwhile:
Discord lets at most five edits through in five seconds of a channel.

Exit status 1 if a vote is not answered within three seconds, is lost, or a board is edited too often.
"""

import asyncio
import sqlite3
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median, quantiles

from bot.playground.messages import text_of
from bot.playground.things import Channel, Json, Person
from tests.benchmarks.clicks import HERE, _arrived, _start, cpu_of
from tests.patience import LONG
from tests.trouble import Playground

CHANNELS, PEOPLE = 20, 10  # people in each channel
SECONDS, CHANGING = 5.0, 0.2  # of those who vote, so many change their vote
LATEST, MOST_EDITS = 3.0, 5  # seconds until an answer; edits of a channel in five seconds


class Crowd:
    """People who vote, and when boards are edited meanwhile."""

    def __init__(self, playground: Playground) -> None:
        self.playground, self.rng = playground, Random(7)
        world = playground.world
        numbers = range(CHANNELS * PEOPLE)
        self.people = [Person(world.new_id(), f"p{n}", f"P{n}", "#808080") for n in numbers]
        self.channels = [Channel(world.new_id(), f"c{n}", "", world.guild.id, n + 2) for n in range(CHANNELS)]
        world.people += tuple(self.people)
        world.channels += tuple(self.channels)
        self.edits = defaultdict[str, list[float]](list)
        self.latencies, self.refused, self.cpu = list[float](), list[str](), 0.0
        world.listeners.append(self._hear)

    def _hear(self, event: str, data: Json) -> None:
        if event == "message_update":
            self.edits[data["id"]].append(time.perf_counter())

    async def begin(self, channel: Channel) -> str:
        """Let the first person begin the match of a channel; return its board."""
        options = {"together": True, "game": "connect-four", "pace": "1 hour"}
        answer = await _arrived(
            await self.playground.command(self.people[0], channel, "challenge", **options)
        )
        if answer.message is None:
            raise AssertionError("/challenge was not answered")
        return str(answer.message["id"])

    async def vote(self, person: Person, board: str) -> None:
        """Vote at some moment of the five seconds, and perhaps again."""
        await asyncio.sleep(self.rng.uniform(0, SECONDS))
        await self._press(person, board)
        if self.rng.random() < CHANGING:
            await self._press(person, board)

    async def _press(self, person: Person, board: str) -> None:
        column, begun = self.rng.choice("1234567"), time.perf_counter()
        answer = await _arrived(await self.playground.click(person, board, column))
        self.latencies.append(time.perf_counter() - begun)
        if "Your vote" not in answer.text:
            self.refused.append(answer.text)

    def count_edits(self) -> int:
        """Return how often a board was edited at most within five seconds."""
        return max(
            (
                sum(0 <= at - first < SECONDS for at in times)
                for times in self.edits.values()
                for first in times
            ),
            default=0,
        )


async def measure() -> bool:
    """Let everybody vote and print what came of it; return whether all is as it is to be."""
    with tempfile.TemporaryDirectory() as folder:
        async with Playground() as playground:
            crowd = Crowd(playground)
            process = await _start("maxine", playground, Path(folder), HERE)
            try:
                await playground.bot_ready(LONG)
                boards = [await crowd.begin(channel) for channel in crowd.channels]
                await asyncio.sleep(SECONDS)  # what is drawn at the start counts for nothing
                crowd.edits.clear()
                begun = cpu_of(process.pid)
                await asyncio.gather(
                    *(crowd.vote(each, boards[n % CHANNELS]) for n, each in enumerate(crowd.people))
                )
                await asyncio.sleep(SECONDS)
                crowd.cpu = cpu_of(process.pid) - begun
                shown = [text_of(playground.message(board)) for board in boards]
            finally:
                process.terminate()
                await process.wait()
        with closing(sqlite3.connect(Path(folder, "matches.db"))) as db:
            ((kept,),) = db.execute("SELECT count(*) FROM votes").fetchall()
    return _tell(crowd, kept, sum(f"**{PEOPLE}** have voted." in text for text in shown))


def _tell(crowd: Crowd, kept: int, right: int) -> bool:
    waited, edits = [1000 * each for each in crowd.latencies], crowd.count_edits()
    total = sum(map(len, crowd.edits.values()))
    print(f"{len(waited)} votes of {len(crowd.people)} people in {CHANNELS} channels")
    print(f"refused: {len(crowd.refused)}")
    p95 = quantiles(waited, n=20)[-1]
    print(f"ms until an answer: {median(waited):.0f}, p95 {p95:.0f}, at most {max(waited):.0f}")
    print(f"ms of her CPU for a vote, with the drawings: {1000 * crowd.cpu / len(waited):.1f}")
    print(f"kept: {kept}; boards that show all votes in the end: {right} of {CHANNELS}")
    print(f"edits of boards: {total}, at most {edits} in five seconds of a channel")
    is_whole = not crowd.refused and kept == len(crowd.people) and right == CHANNELS
    return is_whole and max(crowd.latencies) < LATEST and edits <= MOST_EDITS


if __name__ == "__main__":
    sys.exit(not asyncio.run(measure()))
