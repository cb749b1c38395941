"""Analyses positions and chooses moves: instant ones in place, all others in worker processes."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import engine
from bot import caches, metrics, policy
from bot.caches import Cache
from bot.errors import AnalysisError
from bot.workers.cluster import Cluster, RemoteTask
from bot.workers.fair_queue import FairQueue
from bot.workers.protocol import AnalysisRequest, Answer, ChoiceRequest, SearchRequest, SeriesRequest, Stretch
from bot.workers.worker import COMMAND, OverrunError, Worker, WorkerError
from engine import Analysis, Choice, State

_MOST = 2
_KINDS = {AnalysisRequest: "analysis", ChoiceRequest: "choice", SeriesRequest: "series"}
_GRACE = 10.0  # seconds after its time until a worker counts as hung, rather than starved of CPU
_LATE, _HASTE = 0.8, 0.5  # seconds: after the first a cluster counts as late, the second are left here


class Analysts:
    """Up to `size` worker processes, by default one or two that leave a core to the bot, and their queue.

    People take turns, and a choice for a match goes before questions. A process is started when it is first
    needed, or by `start`. A process that dies is replaced, and the next one answers its request; for one
    that hangs, too, but without time to search. The newest answers to questions are cached, as the same
    match is explained, replayed and reviewed repeatedly.

    While a cluster is connected, all its processes search instead. One process here is ready all the same:
    if the cluster is `late` with an answer, this machine finds it, within two seconds more.
    """

    def __init__(
        self,
        size: int | None = None,
        command: Sequence[str] = COMMAND,
        grace: float = _GRACE,
        cluster: str | None = None,
        late: float = _LATE,
    ) -> None:
        spare = (os.cpu_count() or 1) - 1
        self._workers = [Worker(command) for _ in range(size or max(1, min(_MOST, spare)))]
        self._grace, self._late = grace, late
        self._free = [*self._workers]
        self._playing: Worker | RemoteTask | None = None
        self._is_interrupted = False  # whether the games are to end, perhaps before they begin
        self._queue = FairQueue(len(self._workers), policy.MOST_QUESTIONS, interrupt=self._interrupt_games)
        self._answers: Cache[SearchRequest[Any], Any] = Cache(caches.ANALYSES)
        self._starting: list[asyncio.Task[None]] = []
        self._cluster = None if cluster is None else Cluster(cluster, self._use_cluster)

    def start(self) -> None:
        """Solve the small games now, and start the processes, or connect to the cluster, as tasks."""
        for game in map(engine.get_game, engine.game_slugs()):
            if engine.is_instant(game):
                engine.analyse(game.initial())
        if self._cluster is None:
            self._start_workers()
        else:
            self._cluster.start()
            self._start_workers(1)

    async def analyse(self, state: State, *, seconds: float, asker_id: int) -> Analysis:
        """Return what every legal action of a running state is worth, after `seconds` of search at most.

        That time begins when it is the person's turn, and is shorter when more people wait, or when the
        person has asked more. Equal requests share one search.

        Raises:
            AnalysisError: no worker could answer, or none may any more.
            ManyQuestionsError: the person has asked too much else since.
        """
        if engine.is_instant(state.game):
            return engine.analyse(state)
        request = AnalysisRequest(state, seconds)
        return await self._queue_request(request, asker_id)

    async def choose(  # noqa: PLR0913 - who chooses where, and who waits for it how long
        self,
        player_name: str,
        state: State,
        *,
        seconds: float,
        seed: int,
        asker_id: int,
        is_question: bool = False,
    ) -> Choice:
        """Return what a player chooses in a running state, after `seconds` of thought at most.

        The time is shared as for an analysis; `asker_id` is the person who plays against the bot. The seed
        determines all chance. The choice is for a match unless it `is_question`, about a choice made before.

        Raises:
            AnalysisError: no worker could answer, or none may any more.
            ManyQuestionsError: it is a question, and the person has asked too many others since.
        """
        player = engine.get_player(player_name)
        if player.is_instant(state.game):
            return player.choose(state, None, Random(seed))  # noqa: S311 - no secrets
        request = ChoiceRequest(state, seconds, player_name, seed)
        return await self._queue_request(request, asker_id, is_question=is_question)

    async def play(  # noqa: PLR0913 - who plays, and from where
        self, state: State, names: tuple[str, str], *, seed: int, number: int, games: int, asker_id: int
    ) -> tuple[Stretch, ...]:
        """Return what two players play within a moment, while no other request waits.

        They go on from a running state, in the game of this number of a series. The series' seed determines
        all chance, so that interruptions do not change the games.

        Raises:
            AnalysisError: no worker could answer, or none may any more.
        """
        request = SeriesRequest(state, policy.MOVE_SECONDS, *names, seed, number, games)
        return await self._queue_request(request, asker_id, is_question=False, is_bulk=True)

    def count_waiting(self) -> int:
        """Return how many requests have not been begun."""
        return self._queue.count_waiting()

    def give_up(self) -> None:
        """Refuse all waiting requests, and all from now on."""
        self._queue.give_up()

    async def close(self) -> None:
        """Drop the running searches, and end the processes."""
        for task in self._starting:
            task.cancel()
        await asyncio.gather(self._queue.close(), *self._starting, return_exceptions=True)
        if self._cluster is not None:
            await self._cluster.close()
        await asyncio.gather(*(worker.stop() for worker in self._workers))

    def _start_workers(self, most: int | None = None) -> None:
        under_way = [task for task in self._starting if not task.done()]
        workers = self._workers[::-1][:most]  # the last ones are used first
        self._starting = [*under_way, *(asyncio.create_task(_start_worker(worker)) for worker in workers)]

    def _use_cluster(self, size: int) -> None:
        """Let this many processes of the cluster answer, or if there are none those of this machine."""
        self._queue.resize(size or len(self._workers))
        if not size:
            self._start_workers()

    async def _queue_request(
        self,
        request: SearchRequest[Answer],
        asker_id: int,
        *,
        is_question: bool = True,
        is_bulk: bool = False,
    ) -> Answer:
        known: Answer | None = self._answers.get(request) if is_question else None
        if known is not None:
            return known
        work = _measured(request, partial(self._find_answer, request, is_kept=is_question))
        try:
            return await self._queue.ask(request, asker_id, work, is_question=is_question, is_bulk=is_bulk)
        except WorkerError as error:  # of the cluster; the request waits for its turn once more
            if isinstance(error, OverrunError) and not is_bulk:  # the cluster is busy, or hangs
                request = replace(request, seconds=min(request.seconds, _HASTE))
            return await self._queue_request(request, asker_id, is_question=is_question, is_bulk=is_bulk)

    async def _find_answer(self, request: SearchRequest[Answer], share: float, *, is_kept: bool) -> Answer:
        granted = replace(request, seconds=request.seconds * share)
        with self._take_worker(request) as worker:
            try:
                answer = await self._ask_worker(worker, granted)
            except WorkerError as error:
                if isinstance(worker, RemoteTask):
                    raise
                if isinstance(error, OverrunError):  # the same request would hang again
                    granted = replace(request, seconds=0.0)
                answer = await self._ask_again(worker, granted)
        if is_kept and (granted == request or (isinstance(answer, Analysis) and answer.exact)):
            self._answers[request] = answer
        return answer

    @contextmanager
    def _take_worker(self, request: SearchRequest[Any]) -> Iterator[Worker | RemoteTask]:
        """Take a free worker for the block."""
        worker = self._next_worker()
        if isinstance(request, SeriesRequest):
            self._playing = worker
        try:
            yield worker
        finally:
            if isinstance(worker, Worker):
                self._free.append(worker)
            if self._playing is worker:
                self._playing, self._is_interrupted = None, False

    def _next_worker(self) -> Worker | RemoteTask:
        remote_task = None if self._cluster is None else self._cluster.remote_task()
        if remote_task is not None:
            return remote_task
        if not self._free:
            raise WorkerError("the cluster has gone since its turn has come")
        return self._free.pop()

    def _interrupt_games(self) -> None:
        """End the running games early, as another request waits."""
        self._is_interrupted = True
        if self._playing is not None:
            self._playing.interrupt()

    async def _ask_again(self, worker: Worker, request: SearchRequest[Answer]) -> Answer:
        try:
            return await self._ask_worker(worker, request)
        except WorkerError as error:
            raise AnalysisError from error

    async def _ask_worker(self, worker: Worker | RemoteTask, request: SearchRequest[Answer]) -> Answer:
        is_hasty = isinstance(worker, RemoteTask) and not isinstance(request, SeriesRequest)
        within = request.seconds + (self._late if is_hasty else self._grace)
        return await worker.ask(request, within, lambda: self._is_interrupted and worker is self._playing)


def _measured(
    request: SearchRequest[Answer], work: Callable[[float], Awaitable[Answer]]
) -> Callable[[float], Awaitable[Answer]]:
    """Return the work with metrics: how long it waited and took, and its result."""
    kind, asked = _KINDS[type(request)], asyncio.get_running_loop().time()

    async def measured(share: float) -> Answer:
        began, result = asyncio.get_running_loop().time(), "failed"
        metrics.observe_search_wait(kind, began - asked)
        try:
            answer = await work(share)
            result = _classify_answer(answer)
        finally:
            metrics.observe_search(kind, result, asyncio.get_running_loop().time() - began)
        return answer

    return measured


def _classify_answer(answer: object) -> str:
    analysis = answer.analysis if isinstance(answer, Choice) else answer
    if not isinstance(analysis, Analysis):
        return "played"
    return "exact" if analysis.exact else "estimate"


async def _start_worker(worker: Worker) -> None:
    with suppress(WorkerError):  # logged already; the first request tries again
        await worker.start()
