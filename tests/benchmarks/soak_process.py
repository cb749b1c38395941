"""`maxine run` as a process that a soak starts, kills and weighs."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.benchmarks.clicks import cpu_of

if TYPE_CHECKING:
    from asyncio.subprocess import Process

    from bot.playground import Playground

SCRIPT = Path(__file__).with_name("click_bots.py")
PAGE = os.sysconf("SC_PAGE_SIZE")


class Bot:
    """The bot's process, whether it is connected, and since when."""

    def __init__(self, playground: Playground, folder: Path) -> None:
        self.playground, self.path, self._folder = playground, folder / "maxine.db", folder
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
            "DATABASE_URL": f"sqlite:///{self.path.resolve()}",
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }
        with (self._folder / "log.txt").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, SCRIPT, "maxine", self.playground.url),
                env=os.environ | settings,
                cwd=self._folder,
                stderr=log,
            )
        await self.playground.bot_ready(60)
        self.up_since = time.monotonic()
        self.up.set()

    async def kill(self) -> None:
        """Kill her, and start her again once Discord has noticed."""
        self.up.clear()
        self.kills += 1
        await self._end(kill=True)
        while self.playground._gateway.ready.is_set():  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0.01)
        await self.start()

    async def stop(self) -> None:
        """Stop her as a service manager does."""
        self.up.clear()
        await self._end(kill=False)

    async def _end(self, *, kill: bool) -> None:
        process = self._process
        if process is not None:
            (process.kill if kill else process.terminate)()
            await process.wait()

    def count_errors(self) -> str:
        """Return what her log says in warnings and errors, the most frequent first."""
        lines = (self._folder / "log.txt").read_text(encoding="utf-8", errors="replace").splitlines()
        found = Counter(
            f"{words[2]} {words[3]}"
            for words in (line.split(maxsplit=4) for line in lines)
            if words[2:3] in (["WARNING"], ["ERROR"])
        )
        return ", ".join(f"{number} {name.rstrip(':')}" for name, number in found.most_common(5)) or "nothing"


class Sample(NamedTuple):
    """How much memory a process held, in MB, at a time."""

    time: float
    size: float


class Memory:
    """What her processes hold, sampled again and again since the last start."""

    def __init__(self, bot: Bot) -> None:
        self._bot, self._pid = bot, 0
        self._samples: dict[str, list[Sample]] = {}
        self._busy: list[float] = []

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
            self._pid, self._samples, self._busy = pid, {"Maxine": [], "her workers": []}, []
        children = _children(pid)
        now, cpu = time.monotonic(), sum(map(cpu_of, (pid, *children)))
        for name, pids in zip(self._samples, ([pid], children), strict=True):
            self._samples[name].append(Sample(now, sum(map(_size, pids))))
        self._busy.append(cpu)

    def stretch(self) -> dict[str, list[Sample]]:
        """Return the samples since the last start, by what each process is."""
        return self._samples

    def busy(self) -> float:
        """Return how many cores her processes kept busy since the last start, workers that died left out."""
        [first, *_, last] = self._samples["Maxine"]
        return (self._busy[-1] - self._busy[0]) / (last.time - first.time)


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _size(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 1e6
