"""Whose turn it is: work that many people ask for, so much of it at a time, fairly by person."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

from bot.errors import ManyQuestionsError, OfflineError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator

_T = TypeVar("_T")

_REMEMBERED = 1_000  # people, and when they were served


@dataclass(eq=False)
class _Waiter:
    """Somebody who waits for an answer; `number` grows with time."""

    asker_id: int
    number: int
    is_question: bool
    is_bulk: bool
    answer: asyncio.Future[Any]

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """Where it stands among all of one person's: the lowest is next."""
        return self.is_bulk, self.is_question, -self.number if self.is_question else self.number


@dataclass(eq=False)
class _Job:
    """What some wait for together, and once it has begun its task, and on whose turn that was."""

    key: Hashable
    work: Callable[[float], Awaitable[Any]]
    waiters: list[_Waiter] = field(default_factory=list)
    task: asyncio.Task[None] | None = None
    server_id: int | None = None
    is_bulk: bool = False

    def waiting(self, asker_id: int | None = None) -> Iterator[_Waiter]:
        """Yield those who still wait, everybody's or one person's."""
        for waiter in self.waiters:
            if not waiter.answer.done() and asker_id in {None, waiter.asker_id}:
                yield waiter


class FairQueue:
    """Work is done `size` at a time, and for each person `most_at_once`; who was served longest ago is next.

    Of what one person waits for, that which is no question comes first, then the newest question; beyond
    `most_questions` the oldest that has not begun is dropped. Who asks for what has the same key shares it,
    and what nobody waits for any more is not begun. Bulk is done in the order it is asked for, one piece at a
    time, when nobody waits for anything else, and is nobody's turn; whoever comes then lets it `hurry`.
    """

    def __init__(
        self,
        size: int,
        most_questions: int,
        most_at_once: int | None = None,
        hurry: Callable[[], object] = lambda: None,
    ) -> None:
        self._size = self._free = size
        self._most_questions, self._most_at_once = most_questions, most_at_once
        self._hurry = hurry
        self._jobs: dict[Hashable, _Job] = {}
        self._numbers = count(1)
        self.is_closed = False
        self._served: dict[int, int] = {}  # by person, the one who was served longest ago first

    def resize(self, size: int) -> None:
        """Do the work so many at a time from now on; what has begun goes on, even if that is more."""
        self._free += size - self._size
        self._size = size
        self._begin()

    def count_waiting(self) -> int:
        """Return how much has not begun yet."""
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
        """Return what comes of the work, which is told how much of its time is a fair share when it begins.

        Raises:
            ManyQuestionsError: it was dropped for the newer questions of the same person.
            OfflineError: all was given up.
        """
        if self.is_closed:
            raise OfflineError
        job = self._jobs.setdefault(key, _Job(key, work, is_bulk=is_bulk))
        answer: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        waiter = _Waiter(asker_id, next(self._numbers), is_question, is_bulk, answer)
        job.waiters.append(waiter)
        self._drop_beyond(asker_id)
        self._begin()
        if job.task is None and not is_bulk and self._has_bulk():
            self._hurry()
        try:
            return await answer
        finally:
            job.waiters.remove(waiter)
            if not job.waiters and job.task is None:
                del self._jobs[key]

    def give_up(self) -> None:
        """Refuse all who wait, and whoever asks from now on; what has begun is left off."""
        if self.is_closed:
            return  # what was left off may yet be clearing up, and is not to be disturbed
        self.is_closed = True
        for job in self._jobs.values():
            _refuse(job.waiting(), OfflineError())
            if job.task is not None:
                job.task.cancel()

    async def close(self) -> None:
        """Do the same, and wait until what has begun is left off."""
        self.give_up()
        begun = [job.task for job in self._jobs.values() if job.task is not None]
        await asyncio.gather(*begun, return_exceptions=True)

    def _drop_beyond(self, asker_id: int) -> None:
        """Refuse the oldest of a person's questions that has not begun, if there are too many."""
        asked = {
            newest: job
            for job in self._jobs.values()
            if (newest := max((w.number for w in job.waiting(asker_id) if w.is_question), default=None))
        }
        waiting = sorted(number for number, job in asked.items() if job.task is None)
        for oldest in waiting[: max(len(asked) - self._most_questions, 0)]:
            _refuse(asked[oldest].waiting(asker_id), ManyQuestionsError())

    def _begin(self) -> None:
        """Begin what is next, as long as there is room."""
        while self._free > 0 and (asker_id := self._next_person()) is not None:
            self._begin_job(self._next_job(asker_id), asker_id)

    def _begin_job(self, job: _Job, asker_id: int) -> None:
        self._free -= 1
        if not job.is_bulk:
            self._note_served(asker_id)
        job.server_id, job.task = asker_id, asyncio.create_task(self._finish(job, asker_id))
        job.task.add_done_callback(lambda _: self._end(job))

    def _next_person(self) -> int | None:
        """Return who is served next, None if nobody can be."""
        busy = Counter(job.server_id for job in self._jobs.values())
        has_bulk = self._has_bulk()
        waiting = (
            waiter
            for job in self._jobs.values()
            if job.task is None and not (job.is_bulk and has_bulk)
            for waiter in job.waiting()
            if busy[waiter.asker_id] < (self._most_at_once or self._size)
        )
        first = min(waiting, key=self._order, default=None)
        return None if first is None else first.asker_id

    def _has_bulk(self) -> bool:
        """Return whether a piece of bulk is being done."""
        return any(job.is_bulk and job.task is not None for job in self._jobs.values())

    def _order(self, waiter: _Waiter) -> tuple[bool, int, int]:
        """Return where somebody stands among all: the lowest is next."""
        served = 0 if waiter.is_bulk else self._served.get(waiter.asker_id, 0)
        return waiter.is_bulk, served, waiter.number

    def _next_job(self, asker_id: int) -> _Job:
        waiting = (job for job in self._jobs.values() if job.task is None and any(job.waiting(asker_id)))
        return min(waiting, key=lambda job: min(waiter.rank for waiter in job.waiting(asker_id)))

    def _share(self, asker_id: int) -> float:
        """Return how much of its time a person's work may take: people share it, and each one's work does."""
        jobs = (job for job in self._jobs.values() if not job.is_bulk)
        waiting = [{waiter.asker_id for waiter in job.waiting()} for job in jobs]
        people, own = len(set().union(*waiting)), sum(asker_id in askers for askers in waiting)
        return self._size / max(people * own, self._size)

    def _note_served(self, asker_id: int) -> None:
        self._served.pop(asker_id, None)
        self._served[asker_id] = next(self._numbers)
        if len(self._served) > _REMEMBERED:  # whoever is not known comes before all who are
            del self._served[next(iter(self._served))]

    async def _finish(self, job: _Job, asker_id: int) -> None:
        """Do the work on a person's turn, and tell those who wait."""
        try:
            answer = await self._do(job, asker_id)
        except Exception as error:  # noqa: BLE001 - it is raised where it is waited for
            _refuse(job.waiting(), error)
        else:
            for waiter in job.waiting():
                waiter.answer.set_result(answer)

    async def _do(self, job: _Job, asker_id: int) -> object:
        try:
            return await job.work(self._share(asker_id))
        finally:
            self._forget(job)  # before anybody is told: whoever joined it now would never be

    def _end(self, job: _Job) -> None:
        """Forget what has come to an end, however it did, and let the next begin."""
        self._forget(job)
        self._free += 1
        self._begin()

    def _forget(self, job: _Job) -> None:
        if self._jobs.get(job.key) is job:  # else others have asked for the same since
            del self._jobs[job.key]


def _refuse(waiters: Iterable[_Waiter], error: Exception) -> None:
    for waiter in waiters:
        waiter.answer.set_exception(error)
