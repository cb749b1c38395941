"""What all tests share: random examples that are the same in every run, and players of the tests' own."""

import asyncio
import gc
import os
import re
import signal
import sys
from asyncio import AbstractEventLoop
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import settings

import engine
from bot.services import thinking
from engine import players
from tests import virtual

UNMEASURED = re.compile(
    "test_(arena_command|backups|balancers|caches|catalogues|cluster|config|connect_four_words|copy|doctor|drawings"
    "|dumps|explanations_lines|late_answers|main|memory|migrations|pictures|postgres|promises|purity"
    "|puzzle_command|readme|recompute|sqlite|storage_contract|told|training|trees|words)"
)
"""Modules that draw, speak, deliver, store, start: what is measured of what they run is run by others."""

GUESTS = Path(__file__).with_name("guests")

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""Containers set it, and then each process compiles the same modules, and rewrites the same assertions."""

if "PYTEST_XDIST_WORKER" in os.environ:  # this process is measured, but not those that the tests start
    os.environ.pop("COVERAGE_PROCESS_START", None)

signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
"""Whoever has started this may have it ignore them, and so would every process the tests start."""

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.register_profile("varied", derandomize=False, deadline=None, database=None)
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let whoever runs the tests choose the door and the database of the bot on the stage."""
    parser.addoption("--door", choices=("gateway", "http"), default="gateway", help="(gateway)")
    parser.addoption("--database", choices=("sqlite", "postgresql"), default="sqlite", help="(sqlite)")


def pytest_sessionstart() -> None:
    """Load while it is measured what a process loads once, whichever test comes first in it."""
    if Coverage.current():
        for slug in engine.game_slugs():
            engine.analyse(engine.game(slug).initial(), stop=lambda: True)
        thinking.count_positions(thinking.USUAL_GAME)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage meanwhile, nor look through what stays: that would take half of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the modules that need no coverage measurement."""
    for item in items:
        if UNMEASURED.match(item.path.name) or item.path.parent.name == "playground":
            item.add_marker(pytest.mark.unmeasured)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test without measuring it, if it is marked so: what it runs a million times, others run once."""
    measuring = Coverage.current() if item.get_closest_marker("unmeasured") else None
    if measuring is None:
        return (yield)
    measuring.stop()
    try:
        return (yield)
    finally:
        measuring.start()


def pytest_sessionfinish() -> None:
    """Keep what was measured at once: a worker that takes long to end is killed."""
    if measuring := Coverage.current():
        measuring.save()


virtual.install()


def pytest_asyncio_loop_factories(item: pytest.Item) -> Mapping[str, Callable[[], AbstractEventLoop]]:
    """Let a test run on a virtual loop, unless it is about other processes, which have time of their own."""
    is_real = item.get_closest_marker("real_time") is not None
    return {"real": asyncio.SelectorEventLoop} if is_real else {"virtual": virtual.VirtualLoop}


@pytest.fixture
def guests(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The module of the folder `guests` is one of those in `engine.players`."""
    monkeypatch.setattr(players, "__path__", [*players.__path__, str(GUESTS)])
    players._load_players.cache_clear()
    yield
    players._load_players.cache_clear()
