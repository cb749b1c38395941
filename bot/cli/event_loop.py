"""One run of the bot: storage, services and client are put together here."""

import asyncio
import contextlib
import gc
import json
import logging
import signal
import sys
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from pathlib import Path

import engine
from bot import client, memory
from bot.config import Settings
from bot.rendering import trees, views
from bot.services import Context
from bot.storage.opening import open_storage
from bot.workers import Analysts

_MINUTE = 60.0  # seconds


def run(work: Coroutine[object, object, None]) -> int:
    """Run the work of a command until it ends or is stopped; return the exit status."""
    with contextlib.suppress(KeyboardInterrupt):  # where the platform has no signal handlers
        asyncio.run(work)
    return 0


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
    async with open_storage(settings.database) as storage:
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


def on_signal(*reactions: Callable[[], None]) -> None:
    """Call the functions when the process is asked to end."""

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
    """Formats a record as JSON on one line: `time` in UTC, `level`, `logger`, `message`, `exception`."""

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
