"""Films of matches: drawn where they keep nobody waiting, once for all who ask, and sent once."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from bot.playground.messages import text_of
from bot.rendering import films
from bot.rendering.films import Positions
from bot.words.language import Language
from tests.bot.boards import pictures
from tests.bot.shown import id_of, open_cells
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


def film_url(stage: Stage, message_id: int) -> str:
    """Where the film is that a message shows: each that is sent has an address of its own."""
    return str(pictures(stage.message(message_id))[1]["media"]["url"])


async def ten_matches(stage: Stage) -> None:
    for _ in range(10):
        board = await stage.challenge(stage.ada)
        await stage.click(stage.ada, board, "b2")
        await stage.resign(stage.ada)


def ask_for_all(stage: Stage) -> list[asyncio.Task[Answer]]:
    ask = stage.playground.command
    return [
        asyncio.create_task(ask(stage.ada, stage.general, "replay", match=number)) for number in range(1, 11)
    ]


@pytest.mark.parametrize("public", [True, False])
async def test_film_is_sent_once(stage: Stage, *, public: bool) -> None:
    await finished(stage)
    replay = id_of(await stage.command(stage.ada, "replay", public=public))
    sent = film_url(stage, replay)
    for label in ("Forward", "Last", "Back", "First"):
        await stage.click(stage.ada, replay, label)
        assert film_url(stage, replay) == sent
        assert film(stage, stage.message(replay)).n_frames == 6  # type: ignore[attr-defined] # a GIF has frames
        assert len(stage.playground.world.files_of(str(replay))) == 2


async def test_promised_step_keeps_the_film(stage: Stage, cutting: Cutting) -> None:
    cutting.ended.set()
    await finished(stage)
    replay = id_of(await stage.command(stage.ada, "replay"))
    sent = film_url(stage, replay)
    stage.playground.fail_next("POST", "/callback$", status=500, after=True)
    await stage.click(stage.ada, replay, "Forward")
    assert "**Move 1 of 5**" in text_of(stage.message(replay))
    assert film_url(stage, replay) == sent
    assert cutting.begun == 1


@pytest.mark.ci
async def test_longer_match_gets_a_new_film(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    await stage.click(stage.ada, board, "b2")
    replay = id_of(await stage.command(stage.ada, "replay"))
    await stage.resign(stage.ada)
    sent = film_url(stage, replay)
    await stage.click(stage.ada, replay, "Forward")
    assert film_url(stage, replay) == sent
    board = await stage.challenge(stage.ada)
    await stage.click(stage.ada, board, "b2")
    replay = id_of(await stage.command(stage.ada, "replay", match=2))
    sent = film_url(stage, replay)
    await stage.click(stage.ada, board, open_cells(stage.message(board))[0])
    await stage.click(stage.ada, replay, "Forward")
    assert film_url(stage, replay) != sent
    assert film(stage, stage.message(replay)).n_frames == 5  # type: ignore[attr-defined] # a GIF has frames


async def test_film_is_drawn_once_for_all(stage: Stage, cutting: Cutting) -> None:
    await finished(stage)
    ask = stage.playground.command
    asking = [
        asyncio.create_task(ask(person, stage.general, "replay", match=1))
        for person in (stage.ada, stage.grace, stage.eve)
    ]
    await stage.until(lambda: len(stage.bot.context.drawing_pool._queue._jobs) > 0)
    answers = await asyncio.gather(*asking)
    cutting.ended.set()
    await stage.quiet()
    assert [film(stage, answer.message or {}).n_frames for answer in answers] == [6, 6, 6]  # type: ignore[attr-defined] # a GIF has frames
    assert cutting.begun == 1


@pytest.mark.ci
async def test_films_keep_nobody_else_waiting(stage: Stage, cutting: Cutting) -> None:
    await ten_matches(stage)
    asking = ask_for_all(stage)
    await stage.until(lambda: cutting.begun == 1)
    board = await stage.answered(stage.playground.command(stage.eve, stage.general, "challenge", first="me"))
    answer = await stage.answered(stage.playground.click(stage.eve, id_of(board), "Explain"))
    assert " is to move" in text_of(answer.message or {})
    assert cutting.begun == 1
    cutting.ended.set()
    answers = await asyncio.gather(*asking)
    await stage.quiet()
    assert all("**Move 0 of 2**" in answer.text for answer in answers)
    assert cutting.begun > 1


@pytest.mark.ci
async def test_stop_drops_all_films(stage: Stage, cutting: Cutting) -> None:
    await ten_matches(stage)
    asking = ask_for_all(stage)
    await stage.until(lambda: cutting.begun == 1)
    answers = await asyncio.gather(*asking)
    drawing_pool = stage.bot.context.drawing_pool
    await stage.stop()
    assert {answer.text for answer in answers} == {OFFLINE}
    assert cutting.begun == 1
    await stage.until(lambda: not any(thread.is_alive() for thread in drawing_pool._threads._threads))
    await stage.start()
