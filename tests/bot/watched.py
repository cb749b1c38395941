"""A bot that is watched, and what its watcher reads."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot import metrics
from bot.monitor import open_monitor
from tests.bot.paused_stage import PausedStage
from tests.bot.stage import Stage, staged
from tests.trouble import Playground


class Page(NamedTuple):
    """What is answered to a request."""

    status: int
    text: str


async def get(port: int, path: str) -> Page:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as response:
        return Page(response.status, await response.text())


def read_samples(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Return every number of a page of metrics, by its name and labels."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


class Watched(Stage):
    """A stage whose bot is watched through a port."""

    port = 0

    async def start(self) -> None:
        """Count from now on, and open the port."""
        metrics.begin_counting()
        await super().start()
        self._door = AsyncExitStack()
        monitor = open_monitor(("127.0.0.1", 0), self.bot)
        at = await self._door.enter_async_context(monitor)
        assert at is not None
        self.port = at[1]

    async def stop(self) -> None:
        await self._door.aclose()
        await super().stop()

    async def ready(self) -> Page:
        return await get(self.port, "/readyz")

    async def number(self, name: str, /, **labels: str) -> float:
        """Return one number, 0 if it is not there, and the sum if not all labels are named."""
        samples = read_samples((await get(self.port, "/metrics")).text)
        return sum(
            value for (each, found), value in samples.items() if each == name and found >= labels.items()
        )


class WatchedThinking(Watched, PausedStage):
    """The same, but she thinks until she is let come to an end."""


W = TypeVar("W", bound=Stage)


@asynccontextmanager
async def watched(
    path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Playground, Path], W]
) -> AsyncIterator[W]:
    """A stage whose bot counts from zero, and nothing any more after the block."""
    monkeypatch.setattr(metrics, "_meters", None)
    async with staged(path, make) as stage:
        yield stage
