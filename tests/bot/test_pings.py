"""A new message pings the next player once, even if the answer to the move before is lost."""

import asyncio

import pytest

from bot.playground.messages import text_of
from tests.bot.shown import buttons, cells
from tests.bot.stage import CALLBACK, FOLLOW_UP, MESSAGES, Stage


async def begin(stage: Stage, **options: object) -> int:
    """Begin a match between Ada and Grace, and let a minute pass; return its board."""
    board = await stage.between(stage.ada, stage.grace, **options)
    stage.clock.advance(seconds=61)
    return board


def list_pings(stage: Stage, board: int) -> list[int]:
    after = (message for message in stage.playground.messages(stage.general) if int(message["id"]) > board)
    return [int(message["id"]) for message in after if message["pinged"] == [str(stage.grace.id)]]


def check_pinged_once(stage: Stage, old: int) -> None:
    """One new message shows the move and has pinged Grace, and the old one leads there."""
    [new] = list_pings(stage, old)
    assert cells(stage.message(new)) == "a1 b1 c1 / a2 X c2 / a3 b3 c3"
    assert list(buttons(stage.message(old))) == []
    assert stage.link(new) in text_of(stage.message(old))
    assert stage.rows("SELECT message_id FROM matches") == [(new,)]


@pytest.mark.parametrize("fault", ["403", "cut", "cut after"])
async def test_lost_answer_still_tells(stage: Stage, fault: str) -> None:
    old = await begin(stage)
    if fault == "403":
        stage.playground.fail_next("POST", FOLLOW_UP, 403)
    else:
        stage.playground.cut_next("POST", FOLLOW_UP, after=fault == "cut after")
    assert not (await stage.click(stage.ada, old, "b2")).failed
    check_pinged_once(stage, old)
    await stage.upkeep()
    check_pinged_once(stage, old)


async def test_upkeep_tells_what_failed(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.delivery.keeping._PAUSE", 0)
    old = await begin(stage)
    stage.playground.fail_next("POST", FOLLOW_UP, 403)
    stage.playground.cut_next("POST", MESSAGES)
    await stage.click(stage.ada, old, "b2")
    assert list_pings(stage, old) == []
    stage.clock.advance(seconds=15)
    await stage.upkeep()
    check_pinged_once(stage, old)


async def test_upkeep_tells_nothing_twice(stage: Stage) -> None:
    old = await begin(stage)
    stage.playground.delay_next("POST", FOLLOW_UP, 0.5)
    pressing = asyncio.create_task(stage.playground.click(stage.ada, old, "b2"))
    await stage.until(lambda: stage.rows("SELECT count(*) FROM moves") == [(1,)])
    await stage.upkeep()
    assert list_pings(stage, old) == []
    await pressing
    await stage.quiet()
    check_pinged_once(stage, old)


async def test_kept_turn_tells_nobody(stage: Stage) -> None:
    board = await begin(stage, game="kalah")
    stage.playground.fail_next("POST", CALLBACK, 403)
    await stage.click(stage.ada, board, "c")
    assert "turn again" in text_of(stage.message(board))
    assert list_pings(stage, board) == []
