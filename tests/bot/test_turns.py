"""Whose turn it is: one person's many requests never keep another person waiting for more than one."""

import asyncio
from functools import partial

import pytest

from bot.errors import ManyQuestionsError, OfflineError
from bot.workers.fair_queue import FairQueue
from tests.patience import LONG

ADA, GRACE, EVE = 1, 2, 3


class Work:
    """Work at one place that a test lets come to an end, piece by piece, and what was begun of it."""

    def __init__(self, size: int = 1, most_questions: int = 3, most_at_once: int | None = None) -> None:
        self.begun: list[str] = []
        self.interrupted = 0
        self.turns = FairQueue(size, most_questions, most_at_once, self._interrupt)
        self.fractions: list[float] = []
        self._gates: dict[str, asyncio.Event] = {}

    def ask(
        self, asker_id: int, name: str, *, is_question: bool = True, is_bulk: bool = False
    ) -> asyncio.Task[str]:
        """Ask for a piece of work."""
        work, kind = partial(self._do, name), {"is_question": is_question, "is_bulk": is_bulk}
        return asyncio.create_task(self.turns.ask(name, asker_id, work, **kind))

    def _interrupt(self) -> None:
        self.interrupted += 1

    async def _do(self, name: str, share: float) -> str:
        self.begun.append(name)
        self.fractions.append(share)
        await self._gates.setdefault(name, asyncio.Event()).wait()
        return name.upper()

    async def settled(self) -> None:
        """Let everything go on that can."""
        for _ in range(10):
            await asyncio.sleep(0)

    async def end(self, *names: str) -> None:
        """Let pieces of work come to an end, one after the other."""
        for name in names:
            self._gates[name].set()
            await self.settled()


async def test_people_are_served_by_turns() -> None:
    work = Work()
    for name in ("a1", "a2", "a3"):
        work.ask(ADA, name)
    await work.settled()
    for asker_id, name in ((GRACE, "g1"), (GRACE, "g2"), (EVE, "e1")):
        work.ask(asker_id, name)
    await work.settled()
    await work.end("a1", "g2", "e1", "a3", "g1", "a2")
    assert work.begun == ["a1", "g2", "e1", "a3", "g1", "a2"]


async def test_frequent_asker_passes_nobody() -> None:
    work = Work()
    work.ask(ADA, "a1")
    work.ask(GRACE, "g1")
    work.ask(GRACE, "g2")
    await work.settled()
    await work.end("a1")
    work.ask(ADA, "a2")
    await work.settled()
    await work.end("g2")
    work.ask(EVE, "e1")
    await work.settled()
    await work.end("a2")
    work.ask(ADA, "a3")
    await work.settled()
    await work.end("e1", "g1")
    assert work.begun == ["a1", "g2", "a2", "e1", "g1", "a3"]


async def test_replies_come_before_newest_questions() -> None:
    work = Work()
    for name in ("running", "old", "new"):
        work.ask(ADA, name)
    for name in ("first reply", "second reply"):
        work.ask(ADA, name, is_question=False)
    await work.settled()
    await work.end("running", "first reply", "second reply", "new", "old")
    assert work.begun == ["running", "first reply", "second reply", "new", "old"]


async def test_bulk_waits_for_all_else() -> None:
    work = Work()
    for name in ("b1", "b2"):
        work.ask(ADA, name, is_question=False, is_bulk=True)
    work.ask(EVE, "b3", is_question=False, is_bulk=True)
    await work.settled()
    assert work.interrupted == 0
    for asker_id, name in ((ADA, "a1"), (GRACE, "g1"), (ADA, "a2")):
        work.ask(asker_id, name)
    await work.settled()
    await work.end("b1", "a2", "g1", "a1", "b2", "b3")
    assert work.begun == ["b1", "a2", "g1", "a1", "b2", "b3"]
    assert work.fractions == [1, 1 / 4, 1 / 2, 1, 1, 1]
    assert work.interrupted == 3


async def test_bulk_leaves_a_place_for_others() -> None:
    work = Work(size=2)
    for name in ("b1", "b2"):
        work.ask(ADA, name, is_question=False, is_bulk=True)
    await work.settled()
    assert work.begun == ["b1"]
    work.ask(GRACE, "g1")
    await work.settled()
    await work.end("b1")
    assert work.begun == ["b1", "g1", "b2"]
    assert work.interrupted == 0


async def test_repeated_question_is_the_newest() -> None:
    work = Work()
    for name in ("running", "old", "new", "old"):
        work.ask(ADA, name)
    await work.settled()
    await work.end("running", "old", "new")
    assert work.begun == ["running", "old", "new"]


async def test_oldest_of_too_many_is_dropped() -> None:
    work = Work()
    asked = [work.ask(ADA, name) for name in ("running", "oldest", "older", "newest")]
    reply = work.ask(ADA, "reply", is_question=False)
    other = work.ask(GRACE, "oldest")
    await work.settled()
    with pytest.raises(ManyQuestionsError):
        await asked[1]
    await work.end("running", "oldest", "reply", "newest", "older")
    assert [await task for task in (asked[0], *asked[2:])] == ["RUNNING", "OLDER", "NEWEST"]
    assert (await reply, await other) == ("REPLY", "OLDEST")


async def test_replies_are_never_dropped() -> None:
    work = Work()
    replies = [work.ask(ADA, str(number), is_question=False) for number in range(10)]
    await work.settled()
    await work.end(*map(str, range(10)))
    assert [await reply for reply in replies] == [str(number) for number in range(10)]


async def test_time_is_shared_by_person() -> None:
    work = Work(most_questions=30)
    work.ask(ADA, "alone")
    await work.settled()
    for number in range(29):
        work.ask(ADA, f"a{number}")
    work.ask(GRACE, "g")
    await work.settled()
    await work.end("alone", "g", "a28")
    assert work.fractions[:3] == [1, 1 / 2, 1 / 29]
    assert work.begun[:3] == ["alone", "g", "a28"]


async def test_share_with_many_workers() -> None:
    work = Work(size=2)
    for name in ("a1", "a2", "a3"):
        work.ask(ADA, name)
    await work.settled()
    assert work.fractions == [2 / 3, 2 / 3]
    await work.end("a1", "a2", "a3")
    assert work.fractions == [2 / 3, 2 / 3, 1]


async def test_one_person_cannot_take_every_place() -> None:
    work = Work(size=2, most_at_once=1)
    work.ask(ADA, "a1")
    work.ask(ADA, "a2")
    await work.settled()
    assert work.begun == ["a1"]
    work.ask(GRACE, "g1")
    await work.settled()
    assert work.begun == ["a1", "g1"]


async def test_same_work_is_done_once() -> None:
    work = Work()
    asked = [work.ask(asker_id, "same") for asker_id in (ADA, GRACE, ADA)]
    await work.settled()
    asked[0].cancel()
    asked.append(work.ask(EVE, "same"))
    await work.settled()
    await work.end("same")
    assert [await task for task in asked[1:]] == ["SAME"] * 3
    assert work.begun == ["same"]


async def test_asking_again_as_it_ends() -> None:
    turns, begun = FairQueue(1, 3), list[int]()

    async def number(_: float) -> int:
        begun.append(len(begun))
        return len(begun)

    async with asyncio.timeout(LONG):
        assert [await turns.ask("same", asker_id, number) for asker_id in (ADA, GRACE, ADA)] == [1, 2, 3]


async def test_asking_again_as_it_fails() -> None:
    turns = FairQueue(1, 3)

    async def fail(_: float) -> None:
        raise KeyError

    async with asyncio.timeout(LONG):
        for asker_id in (ADA, GRACE):
            with pytest.raises(KeyError):
                await turns.ask("failing", asker_id, fail)


async def test_asking_another_as_it_ends_waits() -> None:
    work = Work()

    async def ask_twice() -> list[str]:
        return [await work.turns.ask("same", ADA, partial(work._do, name)) for name in ("a", "b")]

    asked = asyncio.create_task(ask_twice())
    await work.settled()
    other = work.ask(GRACE, "other")
    await work.settled()
    await work.end("a", "other", "b")
    assert work.begun == ["a", "other", "b"]
    assert (await asked, await other) == (["A", "B"], "OTHER")


async def test_unwanted_work_is_not_begun() -> None:
    work = Work()
    asked = [work.ask(ADA, name) for name in ("running", "unwanted", "wanted")]
    await work.settled()
    asked[1].cancel()
    await work.settled()
    asked.append(work.ask(ADA, "newest"))
    await work.settled()
    await work.end("running", "newest", "wanted")
    assert work.begun == ["running", "newest", "wanted"]
    assert [await task for task in (asked[0], *asked[2:])] == ["RUNNING", "WANTED", "NEWEST"]


async def test_begun_work_goes_on_unwanted() -> None:
    work = Work()
    asked = work.ask(ADA, "running")
    await work.settled()
    asked.cancel()
    await work.settled()
    work.ask(ADA, "next")
    await work.settled()
    assert work.begun == ["running"]
    await work.end("running", "next")
    assert work.begun == ["running", "next"]


async def test_failure_is_told_to_all() -> None:
    work = Work()

    async def fail(_: float) -> str:
        raise KeyError

    asked = [asyncio.create_task(work.turns.ask("failing", asker_id, fail)) for asker_id in (ADA, GRACE)]
    following = work.ask(ADA, "following")
    for task in asked:
        with pytest.raises(KeyError):
            await task
    await work.settled()
    await work.end("following")
    assert await following == "FOLLOWING"


async def test_closing_refuses_all() -> None:
    work = Work()
    asked = [work.ask(ADA, name) for name in ("running", "waiting")]
    await work.settled()
    await work.turns.close()
    for task in asked:
        with pytest.raises(OfflineError):
            await task
    with pytest.raises(OfflineError):
        await work.ask(GRACE, "later")


async def test_oldest_turns_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.workers.fair_queue._REMEMBERED", 2)
    work = Work()
    for asker_id in (ADA, GRACE, EVE):
        work.ask(asker_id, str(asker_id))
    await work.settled()
    await work.end("1", "2", "3")
    assert list(work.turns._served) == [GRACE, EVE]


async def test_cancelled_work_clears_up() -> None:
    turns, begun, cleared = FairQueue(1, 3), asyncio.Event(), asyncio.Event()

    async def work(_: float) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            cleared.set()

    asked = asyncio.create_task(turns.ask("a", ADA, work))
    await begun.wait()
    turns.give_up()
    await asyncio.sleep(0)
    await turns.close()
    assert cleared.is_set()
    with pytest.raises(OfflineError):
        await asked


async def test_room_follows_the_workers() -> None:
    work = Work()
    for name in ("a1", "a2", "a3"):
        work.ask(ADA, name)
    work.ask(GRACE, "g1")
    await work.settled()
    work.turns.resize(3)
    await work.settled()
    assert work.begun == ["a1", "g1", "a3"]
    work.turns.resize(1)
    await work.end("a1", "g1")
    assert len(work.begun) == 3
    await work.end("a3")
    assert work.begun[3:] == ["a2"]
