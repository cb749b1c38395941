"""Connects the bot: storage, services and client are put together here."""

import asyncio
import contextlib
import gc
import sys
from collections.abc import Callable
from pathlib import Path

import engine
from bot import client, memory
from bot.config import Settings
from bot.rendering import trees, views
from bot.services import Context
from bot.storage.opening import open_storage
from bot.workers import Analysts

_MINUTE = 60.0  # seconds


def _settle_down() -> None:
    """Tune this process for short answers and for returning memory."""
    gc.set_threshold(20_000, 2, 2)  # seldom, but then soon in all objects newer than the start
    sys.setswitchinterval(0.0005)  # seconds: a click may wait dozens of times for a thread that draws
    with contextlib.suppress(OSError):  # on Linux, which makes each of these waits twice as long by default
        Path("/proc/self/timerslack_ns").write_text("1000", encoding="ascii")
    memory.return_freed()


def _collect() -> None:
    """Collect garbage, now and each minute: Python alone does it seldom, and fragments memory."""
    gc.collect()  # 4 ms for all objects since the start
    asyncio.get_running_loop().call_later(_MINUTE, _collect)


async def serve(
    settings: Settings,
    token: str,
    stop: asyncio.Event,
    make: Callable[[Context], client.Maxine] = client.Maxine,
) -> None:
    """Run Maxine until the event is set; StartError if it cannot start."""
    _settle_down()
    async with open_storage(settings.database, stop.is_set) as storage:
        if stop.is_set():
            return
        analysts = Analysts(cluster=settings.cluster)
        try:
            engine.puzzles.daily(0)  # this orders the puzzles of all days, once
            for slug in engine.game_slugs():
                engine.puzzles.of(slug)  # or requests would read these files one by one, for days
            analysts.start()
            views.prepare()
            trees.prepare()
            _collect()
            gc.freeze()  # later collections scan only newer objects
            await client.run_bot(Context(storage, analysts), token, stop, settings.metrics_at, make)
        finally:
            await analysts.close()
