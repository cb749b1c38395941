"""One run of the bot: where storage, services and client are put together."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import engine
from bot import client, memory
from bot.rendering import trees, views
from bot.services import Context
from bot.storage.opening import open_storage
from bot.workers import Analysts

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from bot.config import Settings

_MINUTE = 60.0  # seconds


def run(work: Coroutine[object, object, None]) -> int:
    """Do the work of a command until it ends or is stopped; return the exit status."""
    with contextlib.suppress(KeyboardInterrupt):  # where the platform has no signal handlers
        asyncio.run(work)
    return 0


def _settle_down() -> None:
    """Let a click wait little for what else this process does, and memory go back to the system."""
    gc.set_threshold(20_000, 2, 2)  # seldom, but then soon in all that is newer than the start
    sys.setswitchinterval(0.0005)  # seconds: a click waits for a thread that draws dozens of times
    with contextlib.suppress(OSError):  # Linux, which makes each of these waits twice as long otherwise
        Path("/proc/self/timerslack_ns").write_text("1000", encoding="ascii")
    memory.return_freed()


def _collect() -> None:
    """Collect garbage, now and each minute: by itself that happens seldom, and much would lie everywhere."""
    gc.collect()  # 4 ms for all that was made since the start
    asyncio.get_running_loop().call_later(_MINUTE, _collect)


async def serve(
    settings: Settings,
    token: str,
    stop: asyncio.Event,
    make: Callable[[Context], client.Maxine] = client.Maxine,
) -> None:
    """Be Maxine until the event is set; StartError if that cannot begin."""
    _settle_down()
    async with open_storage(settings.database) as storage:
        analysts = Analysts(cluster=settings.cluster)
        try:
            engine.puzzles.daily(0)  # which puts all days in their order, once and for all
            for slug in engine.game_slugs():
                engine.puzzles.of(slug)  # or they would be read one by one, for days
            analysts.prepare()
            views.prepare()
            trees.prepare()
            _collect()
            gc.freeze()  # what is there now stays, and only what comes later is looked through
            await client.run(Context(storage, analysts), token, stop, settings.metrics_at, make)
        finally:
            await analysts.close()


def on_signal(*reactions: Callable[[], None]) -> None:
    """Do all this when the process is asked to end."""

    def react() -> None:
        for reaction in reactions:
            reaction()

    with contextlib.suppress(NotImplementedError):  # on Windows Ctrl-C raises KeyboardInterrupt instead
        for number in signal.valid_signals():
            if number == signal.SIGINT or signal.getsignal(number) is signal.default_int_handler:
                asyncio.get_running_loop().add_signal_handler(number, react)


def log_to_stderr(settings: Settings, libraries: int = logging.INFO) -> None:
    """Log to standard error; libraries never below INFO, as their details hold tokens and message text."""
    level = settings.log_level
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    if settings.logs_json:
        logging.getLogger().handlers[0].setFormatter(JsonFormatter())
    for library in ("discord", "aiohttp", "aiosqlite", "asyncio", "psycopg"):
        logging.getLogger(library).setLevel(max(level, libraries))


class JsonFormatter(logging.Formatter):
    """Writes a record as an object of one line: `time` in UTC, `level`, `logger`, `message`, `exception`."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {
            "time": time.replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
