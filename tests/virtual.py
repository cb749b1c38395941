"""An event loop that never sleeps: its clock jumps to the next timer when there is nothing else to do.

What is out in a thread, with a worker process or at a database server is waited for first, and takes no
time. So the order of events is the same on every machine, however busy that is. While other processes run
that a test has started, time passes as it does for them.
"""
# ruff: noqa: ANN401 - it is wrapped as it is

from __future__ import annotations

import asyncio
import datetime as dt
import selectors
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial, wraps
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any, ParamSpec, Self, TypeVar

import aiosqlite.core
from discord import utils
from discord.ext import tasks

from bot.playground.world import World
from bot.workers import worker

_T = TypeVar("_T")
_P = ParamSpec("_P")

_is_worker = ContextVar("_is_worker", default=False)
"""Whether a process that is started is a worker, which is waited for."""


EPOCH = 1_813_147_200.0
"""When a virtual loop begins, on any day: Wednesday, 2027-06-16, 12:00 UTC."""

_MUCH, _MOMENT = 1.0, 0.001  # seconds: those that pass at once, and of real time before that


class _Selector(selectors.DefaultSelector):
    """Sleeps only for what is out, or if nothing else is to come; else it lets the time pass at once.

    What one end of a connection has written the other can read by then: both are in this process. But the
    kernel of a busy machine may pass it on a moment later, and much time must not pass meanwhile.
    """

    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if self.loop.is_real or timeout is None or timeout <= 0:
            return super().select(timeout)
        events = super().select(None if self.loop.is_waiting else 0)
        if not events and timeout >= _MUCH:
            events = super().select(_MOMENT)
        if not events:
            self.loop.skip(timeout)
        return events


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop whose time is its own: it begins at a thousand seconds, and passes when all wait for it."""

    def __init__(self) -> None:
        self._now, self._real_since = 1000.0, 0.0
        self._others, self._out, self._polled = 0, 0, set[tuple[Any, str]]()
        self.epoch = EPOCH - self._now
        selector = _Selector()
        super().__init__(selector)
        selector.loop = self

    def time(self) -> float:
        return self._now + (time.monotonic() - self._real_since if self.is_real else 0.0)

    def skip(self, seconds: float) -> None:
        """Let time pass."""
        self._now += seconds

    @property
    def is_real(self) -> bool:
        """Whether time passes as it does outside, because other processes run."""
        return self._others > 0

    @property
    def is_waiting(self) -> bool:
        """Whether something is out, and will come back by itself."""
        return bool(self._out or self._polled)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Let no time pass until the block ends."""
        self._out += 1
        try:
            yield
        finally:
            self._out -= 1

    def wait_for(self, future: asyncio.Future[Any]) -> None:
        """Let no time pass until a future is done."""
        self._out += 1
        future.add_done_callback(self._note_done)

    def _note_done(self, _: object) -> None:
        self._out -= 1

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        future: asyncio.Future[Any] = super().run_in_executor(executor, func, *args)
        self.wait_for(future)
        return future

    async def subprocess_exec(self, protocol_factory: Any, *args: Any, **kwargs: Any) -> Any:
        if _is_worker.get():
            return await super().subprocess_exec(protocol_factory, *args, **kwargs)
        self.begin_real_time()
        try:
            made = partial(self._noting_end, protocol_factory)
            return await super().subprocess_exec(made, *args, **kwargs)
        except BaseException:
            self.end_real_time()
            raise

    def _noting_end(self, make: Callable[[], Any]) -> asyncio.SubprocessProtocol:
        """Make a protocol that notes when a process has ended, and all who could write to its pipes."""
        protocol, state = make(), "runs"
        noted_exit, noted_loss = protocol.process_exited, protocol.connection_lost

        def process_exited() -> None:
            nonlocal state
            state = "has exited"
            noted_exit()

        def connection_lost(error: Exception | None) -> None:  # asyncio says so of standard input, too
            nonlocal state
            if state == "has exited":
                state = "has ended"
                self.end_real_time()
            noted_loss(error)

        protocol.process_exited, protocol.connection_lost = process_exited, connection_lost
        made: asyncio.SubprocessProtocol = protocol
        return made

    def begin_real_time(self) -> None:
        """Let time pass as it does outside, until this is ended as often as it was begun."""
        if not self.is_real:
            self._real_since = time.monotonic()
        self._others += 1

    def end_real_time(self) -> None:
        """End what was begun."""
        self._now, self._real_since = self.time(), time.monotonic()
        self._others -= 1

    # Only psycopg asks for these by their public names, while it waits for the server.

    def add_reader(self, fd: Any, callback: Any, *args: Any) -> None:  # type: ignore[override]
        super().add_reader(fd, callback, *args)
        self._polled.add((fd, "read"))

    def remove_reader(self, fd: Any) -> bool:
        self._polled.discard((fd, "read"))
        return super().remove_reader(fd)

    def add_writer(self, fd: Any, callback: Any, *args: Any) -> None:  # type: ignore[override]
        super().add_writer(fd, callback, *args)
        self._polled.add((fd, "write"))

    def remove_writer(self, fd: Any) -> bool:
        self._polled.discard((fd, "write"))
        return super().remove_writer(fd)


@contextmanager
def real_time() -> Iterator[None]:
    """Let time pass as it does outside until the block ends, because somebody else waits by a clock."""
    loop = asyncio.get_running_loop()
    if not isinstance(loop, VirtualLoop):
        yield
        return
    loop.begin_real_time()
    try:
        yield
    finally:
        loop.end_real_time()


def wall_time() -> float:
    """Return the seconds since the epoch: on a virtual loop those when it was made, and its own since."""
    with suppress(RuntimeError):
        if isinstance(loop := asyncio.get_running_loop(), VirtualLoop):
            return loop.epoch + loop.time()
    return time.time()


def install() -> None:
    """Have virtual loops wait for databases and workers, and discord.py go by their time."""
    World.machine = staticmethod(wall_time)
    clocks = SimpleNamespace(**{**vars(dt), "datetime": _Datetime})
    for module, name, instead in (
        (tasks, "datetime", clocks),
        (utils, "datetime", clocks),
        (aiosqlite.core, "SimpleQueue", _Requests),
        (worker, "_read_line", _waited_for(worker._read_line)),
        (worker.Worker, "_start_process", _waited_for(worker.Worker._start_process)),
        (worker.Worker, "stop", _waited_for(worker.Worker.stop)),
    ):
        setattr(module, name, instead)


class _Datetime(dt.datetime):
    """What discord.py takes the time from, when it says when something happens again."""

    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> Self:
        return cls.fromtimestamp(wall_time(), tz)


class _Requests(SimpleQueue[Any]):
    """What the thread of a SQLite connection is asked for."""

    def put_nowait(self, item: Any) -> None:
        future = item[0]
        if future is not None and isinstance(loop := future.get_loop(), VirtualLoop):
            loop.wait_for(future)
        super().put_nowait(item)


def _waited_for(function: Callable[_P, Coroutine[Any, Any, _T]]) -> Callable[_P, Coroutine[Any, Any, _T]]:
    """Return the same, during which no time passes, and of which a process that is started is a worker."""

    @wraps(function)
    async def waited_for(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        loop = asyncio.get_running_loop()
        if not isinstance(loop, VirtualLoop):
            return await function(*args, **kwargs)
        token = _is_worker.set(True)
        try:
            with loop.waiting():
                return await function(*args, **kwargs)
        finally:
            _is_worker.reset(token)

    return waited_for
