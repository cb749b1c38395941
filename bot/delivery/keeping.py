"""The tasks that keep messages true: one at a time for each message, with pauses after failures."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Container, Iterable

from bot.errors import StorageError

_log = logging.getLogger(__name__)

_PAUSE, _LONGEST_PAUSE = 1.0, 600.0  # seconds


class Pauses(dict[int, tuple[float, float]]):
    """When to retry what has failed, and how long to wait the next time: twice as long each time."""

    def is_over(self, id_: int) -> bool:
        """Return whether the id may be tried now."""
        return self.get(id_, (0.0, 0.0))[0] <= time()

    def record(self, id_: int, *, is_done: bool) -> None:
        """Note a try of the id, and whether it has nothing left to do."""
        _, pause = self.pop(id_, (0.0, _PAUSE))
        if not is_done:
            self[id_] = time() + pause, min(2 * pause, _LONGEST_PAUSE)

    def keep_only(self, known: Container[int]) -> None:
        """Forget all other ids."""
        for id_ in [id_ for id_ in self if id_ not in known]:
            del self[id_]


class Tasks(dict[int, asyncio.Task[bool]]):
    """The running tasks by the ids of what they keep true, and the pauses of what has failed."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.pauses = Pauses()
        self._kind = kind

    def list_free(self, ids: Iterable[int]) -> list[int]:
        """Return the ids that have neither a task nor a pause."""
        return [id_ for id_ in ids if id_ not in self and self.pauses.is_over(id_)]

    def begin(self, id_: int, work: Callable[[], Awaitable[bool]]) -> asyncio.Task[bool]:
        """Return the task of the id, which does the `work` if none runs; it returns whether that is done."""
        if id_ not in self:
            self[id_] = asyncio.create_task(self._run(id_, work), name=f"drawing of {self._kind} {id_}")
        return self[id_]

    async def _run(self, id_: int, work: Callable[[], Awaitable[bool]]) -> bool:
        is_done = False
        try:
            is_done = await work()
        except Exception as error:  # noqa: BLE001 - one that cannot go on must not keep others waiting
            log_hindrance(f"{self._kind.capitalize()} {id_} is put off", error)
        finally:
            del self[id_]
        self.pauses.record(id_, is_done=is_done)
        return is_done

    def stop(self) -> None:
        """Cancel all tasks."""
        for task in self.values():
            task.cancel()


def log_hindrance(what: str, error: Exception) -> None:
    """Log what is put off and why: a bug with its traceback, a refusal of the database in a line."""
    is_ours = not isinstance(error, StorageError)
    _log.log(logging.ERROR if is_ours else logging.WARNING, "%s: %s", what, error, exc_info=is_ours)


def time() -> float:
    """Return the time of the event loop's clock, in seconds."""
    return asyncio.get_running_loop().time()
