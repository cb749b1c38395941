"""What the commands that run until they are stopped have in common: signals and the log."""

import asyncio
import contextlib
import json
import logging
import signal
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime

from bot.config import Settings


def run(work: Coroutine[object, object, None]) -> int:
    """Run the work of a command until it ends or is stopped; return the exit status."""
    with contextlib.suppress(KeyboardInterrupt):  # where the platform has no signal handlers
        asyncio.run(work)
    return 0


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
