"""An answer that takes longer than about a second is promised by itself, and given when it is there."""

import asyncio
import math
from collections.abc import Iterator

import pytest

from bot.components import parts
from bot.components.answers import Button, Manner, Request, on_press
from bot.components.parts import Layout
from bot.delivery.client import Interaction
from bot.delivery.directory import KnownServers
from bot.playground.errors import INVALID_FORM
from bot.playground.messages import text_of
from bot.playground.things import Person
from tests.bot.paused_stage import GAME, PausedStage
from tests.bot.shown import cells, id_of
from tests.bot.stage import CALLBACK, FOLLOW_UP, ORIGINAL, Stage
from tests.bot.test_database_trouble import FORBIDDEN
from tests.bot.test_thinking_trouble import NO_MOVE
from tests.patience import LONG

UNHEARD = {
    "late": lambda playground: playground.delay_next("POST", CALLBACK, 4, after=True),
    "lost": lambda playground: playground.delay_next("POST", CALLBACK, math.inf, after=True),
    "cut": lambda playground: playground.cut_next("POST", CALLBACK, after=True),
}
"""What becomes of Discord's word that it has taken an answer, though it has."""

SLOW = 1.25  # seconds: longer than the bot waits to promise


def delay_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it take longer than she waits until a server's settings are known, and so how she will answer."""
    preload = KnownServers.preload_settings

    async def slowly(servers: KnownServers, interaction: Interaction) -> None:
        await asyncio.sleep(SLOW)
        await preload(servers, interaction)

    monkeypatch.setattr(KnownServers, "preload_settings", slowly)


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """There is a button of which it is known late how it answers: 0 redrawn, 1 privately, 2 to everybody."""
    delay_settings(monkeypatch)

    @on_press("forgetful", lambda _, how: (Manner.REDRAW, Manner.PRIVATE, Manner.PUBLIC)[how])
    async def forgetful_button(request: Request, how: int) -> Layout:  # noqa: ARG001
        return Layout("At last", accent=parts.OVER)

    yield
    del Button.by_kind["forgetful"]


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize("how", [0, 1, 2])
@pytest.mark.parametrize("fault", [None, *UNHEARD])
async def test_late_press_is_promised_and_kept(stage: Stage, fault: str | None, how: int) -> None:
    board = await stage.challenge(stage.ada)
    before = stage.message(board)
    if fault is not None:
        UNHEARD[fault](stage.playground)
    answer = await stage.press(stage.ada, board, f"forgetful:{how}")
    assert (answer.failed, answer.deferred) == (False, True)
    [kept] = answer.followups or [stage.message(board)]
    assert text_of(kept) == "At last"
    assert ("ephemeral_for" in kept) == (how == 1)
    assert (stage.message(board) == before) == (how > 0)


@pytest.mark.parametrize("is_public", [True, False])
@pytest.mark.parametrize("fault", UNHEARD)
async def test_unheard_wait_is_explained(paused: PausedStage, fault: str, *, is_public: bool) -> None:
    await paused.challenge(paused.ada, game=GAME)
    UNHEARD[fault](paused.playground)
    asyncio.get_running_loop().call_later(SLOW, paused.resume_workers)
    answer = await paused.command(paused.ada, "explain", public=is_public)
    assert (answer.failed, answer.deferred, answer.followups) == (False, True, [])
    assert "Best play leads to a draw." in answer.text
    assert answer.ephemeral != is_public


def told_alone(stage: Stage, person: Person) -> list[str]:
    messages = stage.playground.messages(stage.general, person)
    return [text_of(message) for message in messages if "ephemeral_for" in message]


@pytest.mark.parametrize("fault", ["cut", "lost", "500"])
async def test_refusal_is_told_despite_a_failure(stage: Stage, fault: str) -> None:
    board = await stage.challenge(stage.ada)
    faults = {
        "cut": lambda: stage.playground.cut_next("POST", FOLLOW_UP),
        "lost": lambda: stage.playground.delay_next("POST", FOLLOW_UP, math.inf),
        "500": lambda: stage.playground.fail_next("POST", FOLLOW_UP, 500, 3),
    }
    faults[fault]()
    with stage.database.locked():
        await stage.playground.click(stage.ada, board, "b2")
        await stage.quiet()
    [sentence] = told_alone(stage, stage.ada)
    assert "busy" in sentence


@pytest.mark.parametrize("is_done", [False, True])
async def test_refusal_despite_a_stuck_promise(stage: Stage, *, is_done: bool) -> None:
    stage.playground.cut_next("DELETE", ORIGINAL, after=is_done)
    with stage.database.locked():
        await stage.playground.command(stage.ada, stage.general, "challenge", first="me")
        await stage.quiet()
    [sentence] = told_alone(stage, stage.ada)
    assert "busy" in sentence
    assert stage.playground.messages(stage.general, stage.grace) == []


@pytest.mark.parametrize("fault", UNHEARD)
async def test_unheard_refusal_is_told_once(stage: Stage, fault: str) -> None:
    board = await stage.between(stage.ada, stage.grace)
    before = stage.message(board)
    UNHEARD[fault](stage.playground)
    await stage.click(stage.grace, board, "b2")
    [sentence] = told_alone(stage, stage.grace)
    assert "It is not your turn." in sentence
    assert stage.message(board) == before


async def test_refusal_beside_a_denied_board(stage: Stage) -> None:
    stage.playground.expect_refusals(INVALID_FORM)  # no sentence takes the place of a board that it has taken
    invitation = await stage.challenge(stage.ada, opponent=stage.grace)
    stage.playground.fail_next("POST", CALLBACK, status=403, after=True)
    await stage.click(stage.grace, invitation, "Decline")
    [sentence] = told_alone(stage, stage.grace)
    assert "Discord did not take my answer." in sentence
    assert "declined" in text_of(stage.message(invitation))


@pytest.mark.usefixtures("forgetful")
async def test_lost_promise_is_undelivered(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    board = await stage.challenge(stage.ada)
    stage.playground.delay_next("POST", CALLBACK, math.inf)
    answer = await stage.press(stage.ada, board, "forgetful:1")
    assert (answer.failed, answer.followups) == (True, [])
    assert "An answer could not be delivered: NotFound" in caplog.text
    assert "Traceback" not in caplog.text


async def test_slow_suggestions_are_none(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(*_: object) -> list[str]:
        await asyncio.sleep(60)
        return ["b2"]

    await stage.challenge(stage.ada)
    monkeypatch.setattr("bot.services.play.suggest_moves", look)
    async with asyncio.timeout(LONG):
        assert await stage.playground.autocomplete(stage.ada, stage.general, "move", "to", "b") == []


@pytest.mark.parametrize("fault", ["cut", "lost", "403"])
async def test_untaken_suggestions_are_no_mistake(
    stage: Stage, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    await stage.challenge(stage.ada)
    faults = {
        "cut": lambda: stage.playground.cut_next("POST", CALLBACK, 99),
        "lost": lambda: stage.playground.delay_next("POST", CALLBACK, math.inf, 99),
        "403": lambda: stage.playground.fail_next("POST", CALLBACK, 403, 99),
    }
    faults[fault]()
    assert await stage.playground.autocomplete(stage.ada, stage.general, "move", "to", "b") == []
    await stage.quiet()
    assert "Traceback" not in caplog.text


async def lock_until_promised(stage: Stage) -> None:
    """Keep the database from being written, as another process might, until an answer is promised."""

    def count() -> int:
        return sum(path.endswith("/callback") for _, path, _ in stage.playground.requests)

    with stage.database.locked():
        before = count()
        await stage.until(lambda: count() > before)


async def test_refused_promise_is_no_answer(stage: Stage) -> None:
    stage.playground.fail_next("POST", CALLBACK, status=403)
    locked = asyncio.create_task(lock_until_promised(stage))
    await asyncio.sleep(0)
    board = id_of(await stage.command(stage.ada, "challenge", first="me"))
    await locked
    assert cells(stage.message(board)) == "a1 b1 c1 / a2 b2 c2 / a3 b3 c3"


async def test_taken_but_failed_promise_is_kept(stage: Stage) -> None:
    board = await stage.challenge(stage.ada, level="perfect")
    stage.playground.fail_next("POST", CALLBACK, status=500, after=True)
    locked = asyncio.create_task(lock_until_promised(stage))
    await asyncio.sleep(0)
    answer = await stage.click(stage.ada, board, "b2")
    await locked
    assert answer.followups == []
    assert "X" in cells(stage.message(board))


async def test_refusal_of_a_public_promise(paused: PausedStage) -> None:
    await paused.challenge(paused.ada, game=GAME)
    before = paused.playground.messages(paused.general, paused.grace)
    answer = await paused.playground.command(paused.ada, paused.general, "explain", public=True)
    await paused.bot.close()
    assert [text_of(one) for one in answer.followups] == [
        "I am going offline. Please ask again when I am back."
    ]
    assert paused.playground.messages(paused.general, paused.grace) == before


async def test_promised_board_stays_without_a_reply(paused: PausedStage) -> None:
    await paused.connection.write(lambda db: db.execute(FORBIDDEN).rowcount)
    locked = asyncio.create_task(lock_until_promised(paused))
    await asyncio.sleep(0)
    answer = await paused.playground.command(
        paused.ada, paused.general, "challenge", game=GAME, first="opponent"
    )
    await locked
    await paused.thought()
    assert [text_of(told) for told in answer.followups] == [NO_MOVE]
    assert paused.is_thinking(id_of(answer))
