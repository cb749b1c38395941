"""Several bots of one playground on one PostgreSQL database, each a process to the others."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import chain

from bot.client import Maxine
from bot.cogs.upkeep import Upkeep
from bot.config import Shards
from bot.playground import redirect
from bot.services import Context
from bot.services.clock import Clock
from bot.storage import Storage
from bot.storage.postgres import open_storage
from bot.workers import Analysts
from tests.bot.fork_server import ready_worker
from tests.bot.stage import PATIENCE
from tests.patience import LONG
from tests.postgres import postgres_database
from tests.trouble import Playground

SECONDS = 3600.0
"""Between two rounds of upkeep after boards, but for the first."""


@dataclass
class BotProcess:
    """A bot that shares its database with others, and stands for a process of its own."""

    storage: Storage
    analysts: Analysts
    bot: Maxine
    running: asyncio.Task[None]

    async def upkeep(self) -> None:
        """Let her look after boards once, and come to an end with it."""
        upkeep = self.bot.cogs["Upkeep"]
        assert isinstance(upkeep, Upkeep)
        await upkeep._catch_up()
        await asyncio.gather(*chain.from_iterable(tasks.values() for tasks in upkeep._tasks))

    async def tidy(self) -> None:
        upkeep = self.bot.cogs["Upkeep"]
        assert isinstance(upkeep, Upkeep)
        await upkeep._tidy()

    async def stop(self) -> None:
        """Disconnect and close the database."""
        self.running.cancel()  # or it would go on with a shard that waits for its turn
        await self.bot.close()
        await asyncio.gather(self.running, return_exceptions=True)
        await self.analysts.close()
        await self.storage.close()


class ProcessGroup:
    """A playground, a database, and the bots that serve its shards."""

    def __init__(self, playground: Playground, url: str, worker: Sequence[str]) -> None:
        self.playground, self.url, self._worker = playground, url, worker
        self.ada, self.grace, *_ = playground.people
        self.general = playground.channels[0]
        self.processes: list[BotProcess] = []

    async def launch(self, *ids: int, of: int = 2) -> BotProcess:
        storage = await open_storage(self.url)
        analysts = Analysts(size=1, command=self._worker)
        context = Context(storage, analysts, Clock(self.playground.world.time), reply_seconds=0.05)
        bot = Maxine(context, shards=Shards(range(ids[0], ids[-1] + 1), of))
        process = BotProcess(storage, analysts, bot, asyncio.create_task(bot.start(self.playground.token)))
        self.processes.append(process)
        return process

    async def ready(self) -> None:
        """Wait until all shards are there, and no bot looks after boards by itself any more."""
        await self.playground.bot_ready()
        for process in self.processes:
            await process.bot.wait_until_ready()
            upkeep = process.bot.cogs["Upkeep"]
            assert isinstance(upkeep, Upkeep)
            upkeep._catch_up.change_interval(seconds=SECONDS)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for what nobody announces."""
        async with asyncio.timeout(LONG):
            while not is_so():  # noqa: ASYNC110 - nobody announces it
                await asyncio.sleep(0.005)

    async def eventually(self, ask: Callable[[], Awaitable[object]]) -> None:
        """Wait until the answer is yes."""
        async with asyncio.timeout(LONG):
            while not await ask():  # noqa: ASYNC110 - nobody announces it
                await asyncio.sleep(0.01)


@asynccontextmanager
async def process_group(script: str = "") -> AsyncIterator[ProcessGroup]:
    """A group without a process, whose workers run a script before they begin to work."""
    with postgres_database() as url:
        async with Playground() as playground:
            redirect(playground.url)
            playground.interactions.answer_within = PATIENCE
            playground._gateway.max_concurrency = 2
            group = ProcessGroup(playground, url, ready_worker(script))
            try:
                yield group
            finally:
                for process in group.processes:
                    await process.stop()
