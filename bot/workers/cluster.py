"""Searches on other machines: tasks of a Dask cluster, while it is connected."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from importlib import import_module
from typing import Any
from uuid import uuid4

from bot import __version__
from bot.config import parse_cluster
from bot.extras import needing
from bot.workers import protocol, remote
from bot.workers.protocol import Answer, SearchRequest
from bot.workers.worker import OverrunError, WorkerError

_log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds within which a connection to a cluster must succeed."""

_PAUSE = 5.0  # seconds until the next try to connect
_LOOK = 0.5  # seconds between two looks at the cluster's processes
_PRIORITY = 10  # above bulk work, which has 0; a series of games has one less
_tasks: set[asyncio.Task[None]] = set()  # the event loop keeps only weak references to them


def library() -> Any:  # noqa: ANN401 - it says nothing of its types
    """Return the library `distributed`; MissingExtraError if it is not installed."""
    with needing("cluster"):
        found = import_module("distributed")
    for name in ("distributed", "distributed.gc"):  # the library has set their levels itself
        logger = logging.getLogger(name)
        logger.setLevel(max(logger.level, logging.getLogger().level))
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # this module logs its failures
    return found


class Cluster:
    """The processes of the cluster of a scheduler; `on_change` is called with their number."""

    def __init__(self, address: str, on_change: Callable[[int], object]) -> None:
        self._address, self._on_change = address, on_change
        self._library = library()
        self._client: Any = None
        self._workers: set[str] | None = None  # their addresses, once they are known
        self._has_failed = asyncio.Event()
        self._connecting: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Connect to the cluster, now and whenever it comes back."""
        self._connecting = asyncio.create_task(self._stay_connected())

    def remote_task(self) -> RemoteTask | None:
        """Return a task for one request, None while the cluster is not connected."""
        if self._workers and self._client.status != "running":
            self._drop_workers(ConnectionError("the connection is lost"))
        return RemoteTask(self._client, self._drop_workers) if self._workers else None

    def _drop_workers(self, error: Exception) -> None:
        """Stop using the cluster until all its processes answer again; unless it is only slow, reconnect."""
        self._clear_workers(error)
        if not isinstance(error, OverrunError):
            self._has_failed.set()

    async def close(self) -> None:
        """Disconnect from the cluster."""
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.wait([self._connecting], timeout=PATIENCE)

    async def _stay_connected(self) -> None:
        while True:
            try:
                await self._use_until_failure()
            except Exception as error:  # noqa: BLE001 - of a library that may raise anything
                self._clear_workers(error)
            await asyncio.sleep(_PAUSE)

    async def _use_until_failure(self) -> None:
        """Use the cluster until a search or the connection fails, and raise the error."""
        self._has_failed.clear()
        await _check_reachable(self._address)  # a client would wait for a scheduler to appear
        async with self._library.Client(
            self._address, asynchronous=True, set_as_default=False, timeout=PATIENCE
        ) as self._client:
            while not self._has_failed.is_set():
                await self._update_workers()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._has_failed.wait(), _LOOK)
            raise ConnectionError("a search has failed")  # so that the client closes at once

    async def _update_workers(self) -> None:
        """List the cluster's processes, and make new ones ready."""
        if self._client.status != "running":
            raise ConnectionError("the connection is lost")
        async with asyncio.timeout(PATIENCE):
            workers = {*await self._client.nthreads()}
            await self._prepare_workers(workers - (self._workers or set()))
        if not workers:
            self._clear_workers(ConnectionError("it has no workers"))
        elif workers != self._workers:
            self._set_workers(workers)

    async def _prepare_workers(self, addresses: Iterable[str]) -> None:
        options = {"pure": False, "priority": _PRIORITY}
        tasks = [self._client.submit(remote.get_ready, workers=[each], **options) for each in addresses]
        for version in await asyncio.gather(*tasks):
            if version != __version__:
                raise ValueError(f"its workers have Maxine {version}, not {__version__}")

    def _set_workers(self, workers: set[str]) -> None:
        if not self._workers:
            _log.info("Thinking on the cluster at %s.", self._address)
        self._workers = workers
        self._on_change(len(workers))

    def _clear_workers(self, error: Exception) -> None:
        if self._workers != set():
            reason = (str(error) or type(error).__name__).splitlines()[0]
            _log.warning("Thinking on this machine, as the cluster at %s fails: %s", self._address, reason)
            self._workers = set()
            self._on_change(0)


async def _check_reachable(address: str) -> None:
    async with asyncio.timeout(PATIENCE):
        _, writer = await asyncio.open_connection(*parse_cluster(address))
    writer.close()


class RemoteTask:
    """A single request to a cluster; a failure is reported by `on_failure`."""

    def __init__(self, client: Any, on_failure: Callable[[Exception], object]) -> None:  # noqa: ANN401 - see above
        self._client, self._on_failure, self._name = client, on_failure, f"maxine-{uuid4()}"

    async def ask(
        self,
        request: SearchRequest[Answer],
        within: float,
        is_interrupted: Callable[[], bool] = lambda: False,
    ) -> Answer:
        """Return the answer; WorkerError if that fails or takes more than `within` seconds.

        If it `is_interrupted` already, the search ends at once.
        """
        try:
            async with asyncio.timeout(within):
                return request.decode_answer(await self._submit_request(request, is_interrupted))
        except TimeoutError as error:
            self.interrupt()
            raise self._failed(OverrunError(f"a search took longer than {within:.1f} s")) from error
        except Exception as error:
            raise self._failed(WorkerError(f"{type(error).__name__}: {error}")) from error
        except BaseException:
            self.interrupt()
            raise

    def _submit_request(
        self, request: SearchRequest[Any], is_interrupted: Callable[[], bool]
    ) -> Awaitable[bytes]:
        priority = _PRIORITY - isinstance(request, protocol.SeriesRequest)
        line, name = protocol.encode_request(request), self._name
        task: Awaitable[bytes] = self._client.submit(
            remote.answer, line, name, key=name, pure=False, priority=priority
        )
        if is_interrupted():
            self.interrupt()
        return task

    def _failed(self, error: WorkerError) -> WorkerError:
        self._on_failure(error)
        return error

    def interrupt(self) -> None:
        """Ask the processes to end the task: the client cannot stop one that runs."""
        task = asyncio.create_task(self._interrupt_remotely())
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)

    async def _interrupt_remotely(self) -> None:
        with suppress(Exception):  # else the task ends when its time is over, or its process hangs
            async with asyncio.timeout(PATIENCE):
                await self._client.run(remote.interrupt, self._name)
