"""Two processes of one bot, killed at random: what was acknowledged stays, and nobody waits for long."""

import asyncio
import os
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

import psycopg
import pytest

from bot.playground.messages import text_of
from bot.playground.things import Channel, Json, Person
from tests.bot.paused_stage import GAME, THINKING
from tests.bot.shown import button_id, id_of, open_cells
from tests.patience import LONG
from tests.postgres import postgres_database
from tests.trouble import Playground

ROOT = Path(__file__).parents[2]
LEASE, ROUND = 1.0, 0.3
LONGEST = LEASE + ROUND + 10.0  # seconds, some of them for a machine that has much else to do
AWAITED = """SELECT id, (SELECT count(*) FROM moves WHERE match_id = id), split_part(holder, ' ', 2)::integer
    FROM matches LEFT JOIN leases ON name = 'match ' || id AND until > extract(epoch FROM clock_timestamp())
    WHERE result IS NULL AND level IS NOT NULL AND (to_move = 0) = (first_id IS NULL)"""
PROGRAM = f"""
import sys
from bot import client
from bot.cogs.upkeep import Upkeep
from bot.playground import redirect
from bot.storage.postgres import leases
from bot.__main__ import main
redirect(sys.argv.pop(1))
client._IDENTIFY_SECONDS = 0.1
leases._SECONDS, leases._RENEWAL = {LEASE}, 0.2
Upkeep._catch_up.change_interval(seconds={ROUND})
sys.exit(main())
"""


class Pair:
    """The two processes, and what was seen of the matches meanwhile."""

    def __init__(self, playground: Playground, url: str, folder: Path) -> None:
        self.playground, self.url, self.folder = playground, url, folder
        self.processes: list[Process] = []
        self.acknowledged: set[tuple[int, int, int]] = set()  # match, ply, action
        self.left: dict[tuple[int, int], float] = {}  # since when nobody thinks about a match, by its ply too
        self.longest = 0.0  # seconds that one was left so

    async def start(self, shard: int) -> Process:
        told = {"DISCORD_TOKEN": self.playground.token, "DATABASE_URL": self.url, "PYTHONPATH": str(ROOT)}
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", PROGRAM, self.playground.url, "run", "--shards", f"{shard}/2"),
            cwd=self.folder,
            env=os.environ | told,
            stderr=asyncio.subprocess.DEVNULL,
        )

    async def kill(self, shard: int) -> None:
        """Kill the process of a shard once both are there; another takes its place."""
        await self.playground.bot_ready(LONG)
        self.processes[shard].kill()
        await self.processes[shard].wait()
        while self.playground._gateway.ready.is_set():  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0.005)
        self.processes[shard] = await self.start(shard)

    async def play(self, person: Person, channel: Channel, rng: Random) -> None:
        """Play against her for ever, whatever happens."""
        board = None
        while True:
            await asyncio.sleep(0.05)
            shown = board and self.playground.message(board)
            if shown and THINKING in text_of(shown):
                continue
            if not board or not shown or not (cells := open_cells(shown)):
                asked = await self.playground.command(person, channel, "challenge", game=GAME)
                board = None if asked.failed or asked.message is None else id_of(asked)
                continue
            pressed = button_id(shown, rng.choice(cells))
            answer = await self.playground.click_id(person, board, pressed)
            if not answer.failed and not answer.ephemeral and not answer.deferred:
                _, *numbers = map(int, pressed.replace("m", "0").split(":"))
                self.acknowledged.add((numbers[0], numbers[1], numbers[2]))
            await asyncio.sleep(0.3)

    async def watch(self) -> None:
        """Measure for ever for how long no process that lives thinks about a match that waits for her."""
        async with await psycopg.AsyncConnection.connect(self.url, autocommit=True) as connection:
            while True:
                await asyncio.sleep(0.05)
                now, rows = time.monotonic(), await (await connection.execute(AWAITED)).fetchall()
                living = {process.pid for process in self.processes if process.returncode is None}
                left = {(match_id, ply) for match_id, ply, pid in rows if pid not in living}
                self.left = {each: self.left.get(each, now) for each in left}
                self.longest = max(self.longest, *(now - since for since in self.left.values()), 0.0)


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Pair]:
    """Two processes that are killed at the end of the block."""
    with postgres_database() as url:
        async with Playground() as playground:
            playground._gateway.max_concurrency = 2
            pair = Pair(playground, url, folder)
            pair.processes = [await pair.start(shard) for shard in (0, 1)]
            try:
                await playground.bot_ready(LONG)
                yield pair
            finally:
                for process in pair.processes:
                    with suppress(ProcessLookupError):
                        process.kill()
                    await process.wait()


@pytest.mark.nightly
async def test_killed_at_random_loses_nothing(tmp_path: Path) -> None:
    rng = Random(12)
    async with running(tmp_path) as pair, asyncio.timeout(4 * LONG):
        playground = pair.playground
        (ada, grace, *_), general = playground.people, playground.channels[0]
        players = [(ada, general), (grace, general), (ada, playground.direct(ada))]
        playing = [asyncio.create_task(pair.play(*each, rng)) for each in players]
        watching = asyncio.create_task(pair.watch())
        for shard in (1, 0):
            await asyncio.sleep(rng.uniform(1.2, 1.8))
            await pair.kill(shard)
        for task in playing:
            task.cancel()
        raised = await asyncio.gather(*playing, return_exceptions=True)
        assert {type(error) for error in raised} == {asyncio.CancelledError}
        await asyncio.sleep(LEASE + ROUND)
        while pair.left and pair.longest < LONGEST:  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0.05)
        watching.cancel()
        with psycopg.connect(pair.url) as connection:
            moves = connection.execute("SELECT match_id, ply, action FROM moves").fetchall()
    assert pair.acknowledged
    assert pair.acknowledged <= {*moves}
    assert pair.longest < LONGEST
    places = [general, *playground.world.directs.values()]
    boards = [board for place in places for board in playground.messages(place) if match_of(board)]
    assert len(boards) == len({*map(match_of, boards)})


def match_of(message: Json) -> str | None:
    found = [each for row in message["components"] for each in ids_in(row) if each.startswith("m:")]
    return found[0].split(":")[1] if found else None


def ids_in(component: Json) -> list[str]:
    own = [str(component["custom_id"])] if "custom_id" in component else []
    return own + [each for part in component.get("components", ()) for each in ids_in(part)]
