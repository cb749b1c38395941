"""Films of matches: drawn where they keep nobody waiting, and once for all who ask."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from bot.playground.messages import text_of
from bot.rendering import films
from bot.rendering.films import Positions
from bot.words.language import Language
from tests.bot.shown import id_of
from tests.bot.stage import Stage
from tests.bot.test_replays import film, finished
from tests.driver import Answer

pytestmark = pytest.mark.real_time("threads draw for as long as a test wants")

OFFLINE = "I am going offline. Please ask again when I am back."


class Cutting:
    """Films that come to an end when a test lets them, and how many were begun."""

    def __init__(self) -> None:
        self.begun = 0
        self.ended = threading.Event()
        self._render = films.render_film

    def render(
        self, language: Language, positions: Positions, is_unwanted: Callable[[], bool], seat: int
    ) -> bytes:
        self.begun += 1
        while not self.ended.wait(0.01) and not is_unwanted():
            pass
        return self._render(language, positions, is_unwanted, seat)


@pytest.fixture
def cutting(monkeypatch: pytest.MonkeyPatch) -> Cutting:
    """Films take as long as a test wants."""
    cutting = Cutting()
    monkeypatch.setattr(films, "render_film", cutting.render)
    return cutting


async def ten_matches(stage: Stage) -> None:
    for _ in range(10):
        board = await stage.challenge(stage.ada)
        await stage.click(stage.ada, board, "b2")
        await stage.resign(stage.ada)


async def ask_for_all(stage: Stage) -> list[asyncio.Task[Answer]]:
    replays = [id_of(await stage.command(stage.ada, "replay", match=number)) for number in range(1, 11)]
    click = stage.playground.click
    return [asyncio.create_task(click(stage.ada, replay, "Film")) for replay in replays]


async def test_film_is_drawn_once_for_all(stage: Stage, cutting: Cutting) -> None:
    await finished(stage)
    people = (stage.ada, stage.grace, stage.eve)
    replays = [id_of(await stage.command(person, "replay", match=1)) for person in people]
    pressing = [
        asyncio.create_task(stage.playground.click(person, replay, "Film"))
        for person, replay in zip(people, replays, strict=True)
    ]
    await stage.until(lambda: len(stage.bot.context.drawing_pool._queue._jobs) > 0)
    await asyncio.gather(*pressing)
    cutting.ended.set()
    await stage.quiet()
    assert [film(stage, stage.message(replay)).n_frames for replay in replays] == [6, 6, 6]  # type: ignore[attr-defined] # a GIF has frames
    assert cutting.begun == 1


@pytest.mark.ci
async def test_films_keep_nobody_else_waiting(stage: Stage, cutting: Cutting) -> None:
    await ten_matches(stage)
    asking = await ask_for_all(stage)
    await stage.until(lambda: cutting.begun == 1)
    board = await stage.answered(stage.playground.command(stage.eve, stage.general, "challenge", first="me"))
    answer = await stage.answered(stage.playground.click(stage.eve, id_of(board), "Explain"))
    assert " is to move" in text_of(answer.message or {})
    assert cutting.begun == 1
    cutting.ended.set()
    answers = await asyncio.gather(*asking)
    await stage.quiet()
    assert all("The whole match:" in answer.text for answer in answers)
    assert cutting.begun > 1


@pytest.mark.ci
async def test_stop_drops_all_films(stage: Stage, cutting: Cutting) -> None:
    await ten_matches(stage)
    asking = await ask_for_all(stage)
    await stage.until(lambda: cutting.begun == 1)
    answers = await asyncio.gather(*asking)
    drawing_pool = stage.bot.context.drawing_pool
    await stage.stop()
    assert {answer.text for answer in answers} == {OFFLINE}
    assert cutting.begun == 1
    await stage.until(lambda: not any(thread.is_alive() for thread in drawing_pool._threads._threads))
    await stage.start()
