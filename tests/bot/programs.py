"""The command line in this process, for what it says; `test_main.py` starts it as people do."""

import gc
import logging
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

from bot.__main__ import main

SETTINGS = ("DISCORD_TOKEN", "DISCORD_PUBLIC_KEY", "DATABASE_URL", "LOG_LEVEL")
"""What is not passed on from the environment of whoever runs the tests."""


class Ended(NamedTuple):
    """How a program has ended, and what it has said."""

    status: int | None
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """The last line of standard error, once it is sure that no traceback is above it."""
        assert "Traceback" not in self.err
        return self.err.splitlines()[-1]


class Maxine(Protocol):
    """The command line, with arguments and settings."""

    def __call__(self, *arguments: str, **settings: str) -> Ended:
        """Run it to its end."""


@contextmanager
def in_process(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Maxine]:
    """Have the command line in a folder for a block, without what it has set for a process of its own."""
    monkeypatch.chdir(folder)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str, **settings: str) -> Ended:
        with monkeypatch.context() as environment:
            for name, value in settings.items():
                environment.setenv(name, value)
            return Ended(_status(arguments), *capsys.readouterr())

    with _restored():
        yield run


def _status(arguments: tuple[str, ...]) -> int | None:
    try:
        return main(arguments)
    except SystemExit as ending:  # of argparse
        return ending.code if isinstance(ending.code, int) else None


@contextmanager
def _restored() -> Iterator[None]:
    """Let the collector, threads, signals and logs be as they are now when the block has ended."""
    thresholds, interval = gc.get_threshold(), sys.getswitchinterval()
    reactions = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    level = logging.getLogger("discord").level
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        sys.setswitchinterval(interval)
        for number, react in reactions.items():
            signal.signal(number, react)
        for library in ("discord", "aiohttp", "aiosqlite", "asyncio", "psycopg"):
            logging.getLogger(library).setLevel(level)
