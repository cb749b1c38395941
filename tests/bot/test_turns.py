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


async def play(work: Work, script: str) -> str:
    """Follow a script, then let all come to an end as it has begun; return the order in which it began.

    A letter and a number ask for a piece of work, `!` for a reply and `*` for bulk; `-` lets one end, `~`
    cancels one, and `.` lets everything go on.
    """
    asked = dict[str, asyncio.Task[str]]()
    for step in script.split():
        name = step.strip(".-~!*")
        if step == ".":
            await work.settled()
        elif step[0] == "-":
            await work.end(name)
        elif step[0] == "~":
            asked[name].cancel()
        else:
            is_question, is_bulk = step[-1] not in "!*", step[-1] == "*"
            asked[name] = work.ask("age".index(step[0]) + 1, name, is_question=is_question, is_bulk=is_bulk)
    await work.settled()
    for name in work.begun:
        await work.end(name)
    return " ".join(work.begun)


@pytest.mark.parametrize(
    ("script", "begun"),
    [
        pytest.param("a1 a2 a3 . g1 g2 e1", "a1 g2 e1 a3 g1 a2", id="people by turns"),
        pytest.param(
            "a1 g1 g2 . -a1 a2 . -g2 e1 . -a2 a3", "a1 g2 a2 e1 g1 a3", id="frequent asker passes nobody"
        ),
        pytest.param("a1 a2 a3 a4! a5!", "a1 a4 a5 a3 a2", id="replies before the newest question"),
        pytest.param("a1 a2 a3 a2", "a1 a2 a3", id="repeated question is the newest"),
        pytest.param("a1! a2! a3! a4! a5! a6!", "a1 a2 a3 a4 a5 a6", id="replies are never dropped"),
        pytest.param("a1 a2 a3 . ~a2 . a4", "a1 a4 a3", id="unwanted work is not begun"),
    ],
)
async def test_order_at_one_place(script: str, begun: str) -> None:
    assert await play(Work(), script) == begun


async def test_bulk_leaves_a_place_for_others() -> None:
    assert await play(Work(size=2), "a1* a2* . g1") == "a1 g1 a2"


async def test_one_person_cannot_take_every_place() -> None:
    assert await play(Work(size=2, most_at_once=1), "a1 a2 . g1") == "a1 g1 a2"


async def test_bulk_waits_for_all_else() -> None:
    work = Work()
    assert await play(work, "a1* a2* e1* . a3 g1 a4") == "a1 a4 g1 a3 a2 e1"
    assert work.fractions == [1, 1 / 4, 1 / 2, 1, 1, 1]
    assert work.interrupted == 3


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


async def test_time_is_shared_by_person() -> None:
    work, waiting = Work(most_questions=30), " ".join(f"a{number}" for number in range(1, 30))
    begun = await play(work, f"a0 . {waiting} g1")
    assert begun.startswith("a0 g1 a29 ")
    assert work.fractions[:3] == [1, 1 / 2, 1 / 29]


async def test_share_with_many_workers() -> None:
    work = Work(size=2)
    await play(work, "a1 a2 a3")
    assert work.fractions == [2 / 3, 2 / 3, 1]


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
    await play(work, "a1 g1 e1")
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
