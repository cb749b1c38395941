"""A fair queue: a limited number of jobs at a time, and people take turns."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

from bot.errors import ManyQuestionsError, OfflineError

_T = TypeVar("_T")

_REMEMBERED = 1_000  # people, and when they were last served


@dataclass(eq=False)
class _Waiter:
    """One caller that waits for an answer; `number` grows with time."""

    asker_id: int
    number: int
    is_question: bool
    is_bulk: bool
    answer: asyncio.Future[Any]

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """The order among one person's requests: the lowest is next."""
        return self.is_bulk, self.is_question, -self.number if self.is_question else self.number


@dataclass(eq=False)
class _Job:
    """Work that callers wait for together; once it has begun, its task and the person whose turn it used."""

    key: Hashable
    work: Callable[[float], Awaitable[Any]]
    waiters: list[_Waiter] = field(default_factory=list)
    task: asyncio.Task[None] | None = None
    server_id: int | None = None
    is_bulk: bool = False

    def list_waiting(self, asker_id: int | None = None) -> Iterator[_Waiter]:
        """Yield the callers that still wait, all of them or one person's."""
        for waiter in self.waiters:
            if not waiter.answer.done() and asker_id in {None, waiter.asker_id}:
                yield waiter


class FairQueue:
    """Runs `size` jobs at a time, `most_at_once` for each person; the person served longest ago is next.

    Of one person's requests those that are no questions come first, then the newest question; beyond
    `most_questions` the oldest that has not begun is dropped. Requests with the same key share one job, and
    a job is not begun if no caller waits for it any more. Bulk jobs run in the order of their requests, one
    at a time, while no other request waits, and do not use a person's turn; another request makes them
    `interrupt`.
    """

    def __init__(
        self,
        size: int,
        most_questions: int,
        most_at_once: int | None = None,
        interrupt: Callable[[], object] = lambda: None,
    ) -> None:
        self._size = self._free = size
        self._most_questions, self._most_at_once = most_questions, most_at_once
        self._interrupt = interrupt
        self._jobs: dict[Hashable, _Job] = {}
        self._numbers = count(1)
        self.is_closed = False
        self._served: dict[int, int] = {}  # by person, the one who was served longest ago first

    def resize(self, size: int) -> None:
        """Run this many jobs at a time from now on; running ones go on, even if they are more."""
        self._free += size - self._size
        self._size = size
        self._begin_jobs()

    def count_waiting(self) -> int:
        """Return how many jobs have not begun yet."""
        return sum(job.task is None for job in self._jobs.values())

    async def ask(
        self,
        key: Hashable,
        asker_id: int,
        work: Callable[[float], Awaitable[_T]],
        *,
        is_question: bool = True,
        is_bulk: bool = False,
    ) -> _T:
        """Return the result of the work, which gets the fair share of its time when it begins.

        Raises:
            ManyQuestionsError: it was dropped for newer questions of the same person.
            OfflineError: the queue was closed.
        """
        if self.is_closed:
            raise OfflineError
        job = self._jobs.setdefault(key, _Job(key, work, is_bulk=is_bulk))
        answer: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        waiter = _Waiter(asker_id, next(self._numbers), is_question, is_bulk, answer)
        job.waiters.append(waiter)
        self._drop_beyond(asker_id)
        self._begin_jobs()
        if job.task is None and not is_bulk and self._has_bulk():
            self._interrupt()
        try:
            return await answer
        finally:
            job.waiters.remove(waiter)
            if not job.waiters and job.task is None:
                del self._jobs[key]

    def give_up(self) -> None:
        """Refuse all waiting and future requests; cancel the running jobs."""
        if self.is_closed:
            return  # a cancelled job may still be cleaning up, and must not be cancelled twice
        self.is_closed = True
        for job in self._jobs.values():
            _refuse_all(job.list_waiting(), OfflineError())
            if job.task is not None:
                job.task.cancel()

    async def close(self) -> None:
        """Give up, and wait until the running jobs have ended."""
        self.give_up()
        begun = [job.task for job in self._jobs.values() if job.task is not None]
        await asyncio.gather(*begun, return_exceptions=True)

    def _drop_beyond(self, asker_id: int) -> None:
        """Refuse the oldest of a person's questions that has not begun, if there are too many."""
        asked = {
            newest: job
            for job in self._jobs.values()
            if (newest := max((w.number for w in job.list_waiting(asker_id) if w.is_question), default=None))
        }
        waiting = sorted(number for number, job in asked.items() if job.task is None)
        for oldest in waiting[: max(len(asked) - self._most_questions, 0)]:
            _refuse_all(asked[oldest].list_waiting(asker_id), ManyQuestionsError())

    def _begin_jobs(self) -> None:
        """Begin the next jobs, as long as there is room."""
        while self._free > 0 and (asker_id := self._next_person()) is not None:
            self._begin_job(self._next_job(asker_id), asker_id)

    def _begin_job(self, job: _Job, asker_id: int) -> None:
        self._free -= 1
        if not job.is_bulk:
            self._note_served(asker_id)
        job.server_id, job.task = asker_id, asyncio.create_task(self._finish(job, asker_id))
        job.task.add_done_callback(lambda _: self._end_job(job))

    def _next_person(self) -> int | None:
        """Return the person who is served next, None if no request can be."""
        busy = Counter(job.server_id for job in self._jobs.values())
        has_bulk = self._has_bulk()
        waiting = (
            waiter
            for job in self._jobs.values()
            if job.task is None and not (job.is_bulk and has_bulk)
            for waiter in job.list_waiting()
            if busy[waiter.asker_id] < (self._most_at_once or self._size)
        )
        first = min(waiting, key=self._order, default=None)
        return None if first is None else first.asker_id

    def _has_bulk(self) -> bool:
        """Return whether a bulk job is running."""
        return any(job.is_bulk and job.task is not None for job in self._jobs.values())

    def _order(self, waiter: _Waiter) -> tuple[bool, int, int]:
        """Return the order among all waiting requests: the lowest is next."""
        served = 0 if waiter.is_bulk else self._served.get(waiter.asker_id, 0)
        return waiter.is_bulk, served, waiter.number

    def _next_job(self, asker_id: int) -> _Job:
        waiting = (job for job in self._jobs.values() if job.task is None and any(job.list_waiting(asker_id)))
        return min(waiting, key=lambda job: min(waiter.rank for waiter in job.list_waiting(asker_id)))

    def _compute_time_share(self, asker_id: int) -> float:
        """Return the part of its time that a person's job may take: people share, and so do their jobs."""
        jobs = (job for job in self._jobs.values() if not job.is_bulk)
        waiting = [{waiter.asker_id for waiter in job.list_waiting()} for job in jobs]
        people, own = len(set().union(*waiting)), sum(asker_id in askers for askers in waiting)
        return self._size / max(people * own, self._size)

    def _note_served(self, asker_id: int) -> None:
        self._served.pop(asker_id, None)
        self._served[asker_id] = next(self._numbers)
        if len(self._served) > _REMEMBERED:  # unknown people come before all known ones
            del self._served[next(iter(self._served))]

    async def _finish(self, job: _Job, asker_id: int) -> None:
        """Run a job on a person's turn, and give the result to all who wait."""
        try:
            answer = await self._run_job(job, asker_id)
        except Exception as error:  # noqa: BLE001 - it is raised where it is waited for
            _refuse_all(job.list_waiting(), error)
        else:
            for waiter in job.list_waiting():
                waiter.answer.set_result(answer)

    async def _run_job(self, job: _Job, asker_id: int) -> object:
        try:
            return await job.work(self._compute_time_share(asker_id))
        finally:
            self._remove_job(job)  # before the result is given: a caller that joined now would never get it

    def _end_job(self, job: _Job) -> None:
        """Forget a job that has ended in any way, and begin the next one."""
        self._remove_job(job)
        self._free += 1
        self._begin_jobs()

    def _remove_job(self, job: _Job) -> None:
        if self._jobs.get(job.key) is job:  # else a new job has taken the key
            del self._jobs[job.key]


def _refuse_all(waiters: Iterable[_Waiter], error: Exception) -> None:
    for waiter in waiters:
        waiter.answer.set_exception(error)
