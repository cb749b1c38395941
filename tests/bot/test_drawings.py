"""Boards whose drawing is lost, cut off or refused: each is drawn again, until it shows what is stored."""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.delivery.directory import KnownServers
from bot.delivery.displays import Displays
from bot.playground.messages import text_of
from tests.bot.paused_stage import GAME, PausedStage
from tests.bot.shown import button_id, cells, id_of, open_cells
from tests.bot.stage import CALLBACK, EDIT, FOLLOW_UP, MESSAGES, ORIGINAL, Stage
from tests.bot.test_network_trouble import UNDELIVERED
from tests.bot.upkeep_stage import UpkeepStage, edits, undrawn
from tests.patience import LONG

if TYPE_CHECKING:
    from bot.playground.things import Json


FAULTS = {
    "cut": lambda playground: playground.cut_next("POST", CALLBACK, 99),
    "cut after": lambda playground: playground.cut_next("POST", CALLBACK, after=True),
    "lost": lambda playground: playground.delay_next("POST", CALLBACK, math.inf),
    "lost after": lambda playground: playground.delay_next("POST", CALLBACK, math.inf, after=True),
    "late": lambda playground: playground.delay_next("POST", CALLBACK, 4),
    "500": lambda playground: playground.fail_next("POST", CALLBACK, 500, 99),
    "403": lambda playground: playground.fail_next("POST", CALLBACK, 403, 99),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_move_and_reply_survive_a_fault(paused: PausedStage, fault: str) -> None:
    board = await paused.challenge(paused.ada, game=GAME)
    FAULTS[fault](paused.playground)
    asyncio.get_running_loop().call_later(1, paused.resume_workers)
    async with asyncio.timeout(LONG):
        await paused.click(paused.ada, board, "b2")
    paused.check_replied(board)


@pytest.mark.parametrize("fault", ["cut after", "lost after"])
async def test_unnoticed_board_shows_the_reply(paused: PausedStage, fault: str) -> None:
    FAULTS[fault](paused.playground)
    answer = await paused.playground.command(
        paused.ada, paused.general, "challenge", game=GAME, first="opponent"
    )
    await paused.thought()
    assert "Maxine played" in text_of(paused.message(id_of(answer)))
    assert paused.rows("SELECT message_id FROM matches") == [(id_of(answer),)]


async def test_board_posted_late_is_the_answer(stage: Stage) -> None:
    stage.playground.cut_next("POST", CALLBACK, 3)
    board = id_of(await stage.command(stage.ada, "challenge", first="me"))
    assert stage.rows("SELECT message_id FROM matches") == [(board,)]


async def test_reply_after_a_refused_edit(paused: PausedStage) -> None:
    board, _ = await paused.thinking()
    paused.playground.fail_next("PATCH", ORIGINAL, 403)
    await paused.thought()
    paused.check_replied(board)


async def test_reply_after_a_silent_edit(paused: PausedStage) -> None:
    board, _ = await paused.thinking()
    paused.playground.delay_next("PATCH", ORIGINAL, math.inf)
    await paused.thought()
    paused.check_replied(board)


async def test_round_or_stop_confirms_a_drawing(stage: Stage) -> None:
    boards = [await stage.challenge(stage.ada) for _ in range(2)]
    await stage.click(stage.ada, boards[0], "b2")
    assert len(undrawn(stage)) == 2
    await stage.upkeep()
    assert undrawn(stage) == []
    await stage.click(stage.ada, boards[1], "b2")
    assert undrawn(stage) == [(2,)]
    await stage.restart()
    assert undrawn(stage) == []
    assert edits(stage) == []


async def test_start_draws_what_was_not_drawn(stage: Stage) -> None:
    boards = [await stage.between(stage.ada, stage.grace) for _ in range(20)]
    for board in boards:
        await stage.click(stage.ada, board, "b2")
    await stage.upkeep()
    blank: Json = {"components": []}
    for board in boards:
        stage.playground.world.edit(stage.message(board), blank)
    stage.database.change("UPDATE matches SET is_drawn = 0")
    stage.playground.delay_next("PATCH", EDIT, math.inf)
    await stage.restart()
    await stage.until(lambda: sum(bool(stage.message(board)["components"]) for board in boards) >= 19)


@pytest.mark.ci
@pytest.mark.alone("another process may have sent a drawing, so more are made")
async def test_final_refusal_is_not_repeated(upkeep_stage: UpkeepStage) -> None:
    board = await upkeep_stage.between(upkeep_stage.ada, upkeep_stage.grace)
    await upkeep_stage.until(lambda: undrawn(upkeep_stage) == [])
    upkeep_stage.playground.world.delete(upkeep_stage.message(board))
    upkeep_stage.playground.fail_next("POST", MESSAGES, 403)
    upkeep_stage.database.change("UPDATE matches SET is_drawn = 0")
    await upkeep_stage.until(lambda: undrawn(upkeep_stage) == [])
    assert edits(upkeep_stage) == [404]
    assert upkeep_stage.rows("SELECT message_id FROM matches") == [(board,)]


@pytest.mark.ci
async def test_missing_message_is_replaced_once(upkeep_stage: UpkeepStage) -> None:
    board = await upkeep_stage.between(upkeep_stage.ada, upkeep_stage.grace)
    await upkeep_stage.until(lambda: undrawn(upkeep_stage) == [])
    upkeep_stage.playground.world.delete(upkeep_stage.message(board))
    upkeep_stage.playground.cut_next("POST", MESSAGES, after=True)
    upkeep_stage.database.change("UPDATE matches SET is_drawn = 0")
    await upkeep_stage.until(lambda: undrawn(upkeep_stage) == [])
    [new] = [
        message for message in upkeep_stage.playground.messages(upkeep_stage.general) if open_cells(message)
    ]
    assert upkeep_stage.rows("SELECT message_id FROM matches") == [(int(new["id"]),)]
    assert new["pinged"] == [str(upkeep_stage.ada.id)]
    assert id_of(await upkeep_stage.click(upkeep_stage.ada, int(new["id"]), "b2")) == int(new["id"])


@pytest.mark.ci
async def test_failed_edit_is_repeated_after_pause(upkeep_stage: UpkeepStage) -> None:
    board = await upkeep_stage.between(upkeep_stage.ada, upkeep_stage.grace)
    await upkeep_stage.until(lambda: undrawn(upkeep_stage) == [])
    upkeep_stage.playground.world.edit(upkeep_stage.message(board), {"components": []})
    upkeep_stage.playground.cut_next("PATCH", EDIT, 2)
    before = upkeep_stage.clock()
    upkeep_stage.database.change("UPDATE matches SET is_drawn = 0")
    await upkeep_stage.until(lambda: bool(upkeep_stage.message(board)["components"]))
    assert upkeep_stage.clock() - before > 1.2
    await upkeep_stage.until(lambda: undrawn(upkeep_stage) == [])


async def test_press_under_way_draws_the_board(upkeep_stage: UpkeepStage) -> None:
    board = await upkeep_stage.between(upkeep_stage.ada, upkeep_stage.grace)
    upkeep_stage.playground.delay_next("POST", CALLBACK, 0.05)
    await upkeep_stage.click(upkeep_stage.ada, board, "b2")
    assert edits(upkeep_stage) == []


async def test_redrawing_shows_the_newest_state(upkeep_stage: UpkeepStage) -> None:
    board = await upkeep_stage.between(upkeep_stage.ada, upkeep_stage.grace)
    upkeep_stage.playground.fail_next("POST", CALLBACK, 403)
    upkeep_stage.playground.delay_next("PATCH", EDIT, 1)
    pressing = asyncio.create_task(upkeep_stage.click(upkeep_stage.ada, board, "b2"))
    await upkeep_stage.until(lambda: len(upkeep_stage.rows("SELECT * FROM moves")) == 1)
    await upkeep_stage.press(upkeep_stage.grace, board, "m:1:1:0")
    await pressing
    await upkeep_stage.until(lambda: undrawn(upkeep_stage) == [])
    assert cells(upkeep_stage.message(board)) == "O b1 c1 / a2 X c2 / a3 b3 c3"


@pytest.mark.ci
@pytest.mark.alone("another process may have sent a drawing, so more are made")
async def test_server_that_is_silent_is_asked_about_once(
    upkeep_stage: UpkeepStage,
) -> None:
    await upkeep_stage.between(upkeep_stage.ada, upkeep_stage.grace)
    upkeep_stage.bot.servers = KnownServers(upkeep_stage.bot)
    for _ in range(2):
        await upkeep_stage.until(lambda: undrawn(upkeep_stage) == [])
        upkeep_stage.database.change("UPDATE matches SET is_drawn = 0")
    await upkeep_stage.until(lambda: len(edits(upkeep_stage)) == 2)
    assert [path for _, path, _ in upkeep_stage.playground.requests if path.startswith("/guilds/")] == [
        f"/guilds/{upkeep_stage.playground.guild.id}"
    ]


@pytest.mark.ci
async def test_drawing_noted_during_a_save(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.click(stage.ada, board, "b2")
    display = stage.bot.displays[1]
    storing = asyncio.create_task(stage.bot.displays.store_recorded())
    await asyncio.sleep(0)
    assert display.shown
    newer = replace(display.shown)
    display.record_shown(newer)
    await storing
    assert stage.bot.displays[1].shown is newer


async def test_undrawn_question_is_undelivered(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stage.playground.fail_next("POST", CALLBACK, 403)
    answer = await stage.click(stage.ada, board, "Resign")
    assert [text_of(told) for told in answer.followups] == [UNDELIVERED]
    assert edits(stage) == [200]


async def test_reply_is_drawn_in_place(paused: PausedStage) -> None:
    board = await paused.challenge(paused.ada, game=GAME)
    paused.clock.advance(minutes=51)
    paused.playground.fail_next("POST", FOLLOW_UP, status=403)
    asyncio.get_running_loop().call_later(0.5, paused.resume_workers)
    answer = await paused.click(paused.ada, board, "b2")
    assert (answer.failed, answer.followups) == (False, [])
    paused.check_replied(board)


async def test_abandoned_board_is_drawn_and_confirmed(upkeep_stage: UpkeepStage) -> None:
    board = await upkeep_stage.challenge(upkeep_stage.ada)
    await upkeep_stage.click(upkeep_stage.ada, board, "b2")
    upkeep_stage.clock.advance(days=8)
    await upkeep_stage.command(upkeep_stage.eve, "help")
    await upkeep_stage.upkeep()
    await upkeep_stage.command(upkeep_stage.ada, "board")
    await upkeep_stage.until(lambda: undrawn(upkeep_stage) == [])
    assert upkeep_stage.rows("SELECT result FROM matches") == [("abandoned",)]


async def test_refusal_draws_the_current_board(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stale = button_id(stage.message(board), "a1")
    await stage.click(stage.ada, board, "b2")
    stage.clock.advance(seconds=6)
    stage.playground.delay_next("POST", CALLBACK, 0.3)
    refused = asyncio.create_task(stage.press(stage.ada, board, stale))
    await asyncio.sleep(0.1)
    await stage.playground.click(stage.grace, board, "a1")
    await refused
    assert cells(stage.message(board)) == "O b1 c1 / a2 X c2 / a3 b3 c3"


async def test_older_message_is_not_noted(stage: Stage) -> None:
    old = await stage.between(stage.ada, stage.grace)
    await stage.command(stage.ada, "board")
    display = stage.bot.displays[1]
    noted = display.shown
    assert noted
    display.record_shown(replace(noted, message_id=old))
    assert display.shown is noted


async def test_unstored_message_is_stored_later(stage: Stage) -> None:
    old = await stage.between(stage.ada, stage.grace)
    await stage.click(stage.ada, old, "b2")
    await stage.connection.read(lambda db: db.execute("PRAGMA query_only = ON").fetchall())
    new = id_of(await stage.command(stage.grace, "board"))
    await stage.connection.read(lambda db: db.execute("PRAGMA query_only = OFF").fetchall())
    await stage.upkeep()
    assert stage.rows("SELECT message_id FROM matches") == [(new,)]
    assert open_cells(stage.message(old)) == []


async def test_answer_that_waits_holds_up_no_round(
    paused: PausedStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.displays._AT_ONCE", 1)
    undone = await paused.between(paused.ada, paused.grace)
    await paused.upkeep()
    await paused.thinking()
    paused.playground.world.edit(paused.message(undone), {"components": []})
    paused.database.change("UPDATE matches SET is_drawn = 0 WHERE id = 1")
    for _ in range(2):
        await paused._upkeep._catch_up()
    await paused.until(lambda: bool(paused.message(undone)["components"]))


async def test_round_draws_without_confirming(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    boards = [await stage.between(stage.ada, stage.grace) for _ in range(2)]
    await stage.upkeep()
    stage.database.change("UPDATE matches SET is_drawn = 0")
    stage.playground.world.edit(stage.message(boards[0]), {"components": []})
    await stage.click(stage.ada, boards[1], "b2")
    await stage.connection.read(lambda db: db.execute("PRAGMA query_only = ON").fetchall())
    await stage.upkeep()
    assert open_cells(stage.message(boards[0]))
    await stage.upkeep()
    assert caplog.text.count("Boards are put off: the file is read-only") == 1
    await stage.connection.read(lambda db: db.execute("PRAGMA query_only = OFF").fetchall())
    await stage.upkeep()
    assert undrawn(stage) == []


async def test_own_mistake_ends_no_rounds(
    stage: Stage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def err(_: object) -> None:
        raise ZeroDivisionError

    await stage.between(stage.ada, stage.grace)
    with monkeypatch.context() as patched:
        patched.setattr(Displays, "store_recorded", err)
        await stage.upkeep()
    assert caplog.text.count("Boards are put off") == caplog.text.count("Traceback") == 1
    await stage.upkeep()
    assert undrawn(stage) == []
