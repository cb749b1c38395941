"""Executors for the program's own bulk work: processes of this machine, or those of a cluster."""

import asyncio
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager
from functools import partial
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from socket import create_connection
from threading import Thread
from typing import Any, ParamSpec, TypeVar

from bot import __version__
from bot.config import parse_cluster
from bot.start_errors import LostProcessError, UnreachableClusterError
from bot.workers import remote
from bot.workers.cluster import PATIENCE, library
from bot.workers.fair_queue import FairQueue

_T = TypeVar("_T")
_R = TypeVar("_R")
_P = ParamSpec("_P")

_AHEAD = 32
"""How many calls are begun ahead: enough that no core waits for another with a long one."""


class InlineExecutor(Executor):
    """An executor without other processes: it calls the function at once."""

    def submit(self, function: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Call the function now, and return its finished future."""
        future: Future[_T] = Future()
        future.set_result(function(*args, **kwargs))
        return future


@contextmanager
def open_pool(cluster: str | None, niceness: int = 0) -> Iterator[Executor]:
    """Yield as many processes as there are cores, or the cluster of the scheduler at an address.

    The processes run with the niceness. Calls that are not finished at the end of the block are cancelled.

    Raises:
        MissingExtraError: the library that talks to clusters is not installed.
        UnreachableClusterError: no scheduler answers there, it has no usable workers, or it disconnects.
        LostProcessError: one of the processes has been killed.
    """
    with _processes(niceness) if cluster is None else _cluster_at(cluster) as executor:
        yield executor


def map_in(executor: Executor, function: Callable[[_T], _R], arguments: Iterable[_T]) -> Iterator[_R]:
    """Yield a function's results for the arguments, in their order, while the next calls are running."""
    waiting: deque[Future[_R]] = deque()
    for argument in arguments:
        waiting.append(executor.submit(remote.call, function, argument))
        if len(waiting) > _AHEAD:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def _processes(niceness: int) -> Iterator[Executor]:
    others = {*active_children()}
    context = get_context("spawn")
    with ProcessPoolExecutor(
        mp_context=context, initializer=_prepare_process, initargs=(niceness,)
    ) as executor:
        try:
            _start_all(executor)
            yield executor
        except BrokenExecutor as error:
            raise LostProcessError from error
        finally:
            for process in {*active_children()} - others:  # else their calls would run to the end
                process.terminate()


def _start_all(executor: Executor) -> None:
    """Start all processes while Ctrl-C is ignored, as it signals them too, and they inherit that."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for _ in range(os.cpu_count() or 1):
            executor.submit(int)
    finally:
        signal.signal(signal.SIGINT, handler)


def _prepare_process(niceness: int) -> None:
    if hasattr(os, "nice"):
        os.nice(niceness)
    if (parent := parent_process()) is not None:
        Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    """End this process when its parent ends, however that happens."""
    parent.join()
    os._exit(1)


@contextmanager
def _cluster_at(address: str) -> Iterator[Executor]:
    distributed = library()
    try:
        # A client without a scheduler complains again whenever it is collected, so this knocks first.
        create_connection(parse_cluster(address), PATIENCE).close()
        client: Any = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except OSError as error:
        raise UnreachableClusterError(address, str(error)) from error
    with client:
        _check_workers(client, address)
        executor = client.get_executor(pure=False)
        try:
            yield executor
        except Exception as error:
            if client.status == "running" and not isinstance(
                error, CancelledError | distributed.KilledWorker
            ):
                raise
            raise UnreachableClusterError(address, "it has gone") from error
        finally:
            executor.shutdown(wait=False)


def _check_workers(client: Any, address: str) -> None:  # noqa: ANN401 - see `library`
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
        versions = {*client.run(remote.version).values()}
    except (OSError, ImportError) as error:
        raise UnreachableClusterError(address, str(error)) from error
    if versions != {__version__}:
        raise UnreachableClusterError(
            address, f"its workers have Maxine {', '.join(versions)}, not {__version__}"
        )


_SIZE = 2  # threads, so that one person's film does not keep the picture of another waiting
_MOST = 12  # drawings of one person that are not finished yet


class DrawingPool:
    """Draws for people by turns, one drawing at a time for each of them."""

    def __init__(self) -> None:
        self._queue = FairQueue(_SIZE, _MOST, most_at_once=1)
        self._threads = ThreadPoolExecutor(_SIZE, "drawing")

    async def draw(self, asker_id: int, work: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Return what a function draws; who asks for the same at the same time shares it.

        Raises:
            OfflineError: it was not drawn when the pool was closed.
            ManyQuestionsError: the person has asked for too much else since.
        """

        async def draw(_: float) -> _T:
            drawing = partial(work, *args, **kwargs)
            return await asyncio.get_running_loop().run_in_executor(self._threads, drawing)

        return await self._queue.ask((work, args, *kwargs.items()), asker_id, draw)

    def is_closed(self) -> bool:
        """Return whether no caller waits for a drawing any more, so that a long one can be cancelled."""
        return self._queue.is_closed

    def close(self) -> None:
        """Refuse all who wait, and leave off what is being drawn, without waiting for its end."""
        self._queue.give_up()
        self._threads.shutdown(wait=False, cancel_futures=True)
