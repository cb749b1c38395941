"""`maxine run` as a process that a soak starts, kills and weighs."""

import asyncio
import os
import sys
import time
from asyncio.subprocess import Process
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.clicks import cpu_of
from tests.trouble import Playground

SCRIPT = Path(__file__).with_name("click_bots.py")
NAMES = ("Maxine", "her workers", "the playground")
PAGE = os.sysconf("SC_PAGE_SIZE")


class Bot:
    """The bot's process, whether it is connected, and since when."""

    def __init__(self, playground: Playground, folder: Path) -> None:
        self.playground, self.path, self._folder = playground, folder / "maxine.db", folder
        self._log = folder / "log.txt"
        self.up, self.up_since, self.kills = asyncio.Event(), 0.0, 0
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        """The process."""
        if self._process is None:
            raise AssertionError("she was started")
        return self._process.pid

    async def start(self) -> None:
        """Start her, and wait until she is connected."""
        settings = {
            "DISCORD_TOKEN": self.playground.token,
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "DATABASE_URL": f"sqlite:///{self.path.resolve()}",
        }
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, str(SCRIPT), "maxine", self.playground.url, "run"),
                env=os.environ | settings,
                cwd=self._folder,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=log,
            )
        await self._ready(self._process)
        self.up_since = time.monotonic()
        self.up.set()

    async def _until_connected(self, *, is_so: bool = True) -> None:
        async with asyncio.timeout(60):
            while self.playground._gateway.ready.is_set() is not is_so:  # noqa: ASYNC110 - nobody announces it
                await asyncio.sleep(0.01)

    async def _ready(self, process: Process) -> None:
        ready, ended = (asyncio.create_task(each) for each in (self._until_connected(), process.wait()))
        await asyncio.wait((ready, ended), return_when=asyncio.FIRST_COMPLETED)
        if ended.done():
            raise SystemExit(f"She does not start: {self._log.read_text()[-500:]}")
        ended.cancel()
        await ready

    async def kill(self) -> None:
        """Kill her, and start her again once Discord has noticed."""
        self.up.clear()
        self.kills += 1
        await self._end(kill=True)
        await self._until_connected(is_so=False)
        await self.start()

    async def stop(self) -> None:
        """Stop her as a service manager does."""
        self.up.clear()
        await self._end(kill=False)

    async def _end(self, *, kill: bool) -> None:
        process = self._process
        if process is not None:
            with suppress(ProcessLookupError):  # it has ended by itself
                (process.kill if kill else process.terminate)()
            await process.wait()

    def count_warnings(self) -> Counter[str]:
        """Return how often her log has a warning or an error, by who says so."""
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        words = (line.split(maxsplit=4)[2:4] for line in lines)
        return Counter(
            " ".join(found).rstrip(":") for found in words if found[:1] in (["WARNING"], ["ERROR"])
        )


class Sample(NamedTuple):
    """How much memory some processes held, in MB, at a time, and how many seconds they had worked."""

    time: float
    size: float
    cpu: float
    pids: tuple[int, ...]


class Memory:
    """What processes hold, sampled again and again since her last start."""

    def __init__(self, bot: Bot) -> None:
        self._bot, self._pid = bot, 0
        self._samples: list[tuple[Sample, ...]] = []

    async def sample(self) -> None:
        """Go on for ever."""
        while True:
            await self._bot.up.wait()
            with suppress(OSError, IndexError):  # she is killed just now
                self._take()
            await asyncio.sleep(1)

    def _take(self) -> None:
        pid = self._bot.pid
        if pid != self._pid:
            self._pid, self._samples = pid, []
        self._samples.append(tuple(_weigh(pids) for pids in ([pid], children_of(pid), [os.getpid()])))

    def stretch(self) -> dict[str, list[Sample]]:
        """Return the samples since the last start, by whose they are."""
        return dict(zip(NAMES, map(list, zip(*self._samples, strict=True)), strict=True))

    def busy(self) -> dict[str, float]:
        """Return how many cores each kept busy in that time."""
        ends = {name: (samples[0], samples[-1]) for name, samples in self.stretch().items()}
        return {
            name: (last.cpu - first.cpu) / (last.time - first.time) for name, (first, last) in ends.items()
        }


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _weigh(pids: list[int]) -> Sample:
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return Sample(time.monotonic(), pages * PAGE / 1e6, sum(map(cpu_of, pids)), tuple(pids))
