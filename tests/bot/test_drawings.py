"""Boards whose drawing is lost, cut off or late: each is drawn again, and the last word is the newest."""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.playground.messages import text_of
from bot.services import show
from tests.bot.gated import GAME
from tests.bot.stage import Stage, cells, id_of, open_cells, staged

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from bot.playground import Playground
    from bot.playground.world import Json
    from tests.bot.gated import Gated

    Fault = Callable[[Playground], None]

CALLBACK = "/callback$"
EDIT = r"/channels/\d+/messages/\d+$"
ORIGINAL = "/messages/@original$"

FAULTS = {
    "cut": lambda playground: playground.cut_next("POST", CALLBACK, 99),
    "cut after": lambda playground: playground.cut_next("POST", CALLBACK, after=True),
    "lost": lambda playground: playground.delay_next("POST", CALLBACK, math.inf),
    "lost after": lambda playground: playground.delay_next("POST", CALLBACK, math.inf, after=True),
    "late": lambda playground: playground.delay_next("POST", CALLBACK, 4),
    "500": lambda playground: playground.fail_next("POST", CALLBACK, 500, 99),
    "403": lambda playground: playground.fail_next("POST", CALLBACK, 403, 99),
}


class Quick(Stage):
    """A stage on which rounds of upkeep follow each other quickly."""

    rounds = 0.1


@pytest.fixture
async def quick(tmp_path: Path) -> AsyncIterator[Quick]:
    """A quick stage."""
    async with staged(tmp_path / "maxine.db", Quick) as stage:
        yield stage


def edits(stage: Stage) -> list[int]:
    """The outcomes of all edits with the bot's own token."""
    return [
        outcome
        for method, path, outcome in stage.playground.requests
        if method == "PATCH" and "channels" in path
    ]


def undrawn(stage: Stage) -> list[tuple[int]]:
    """The matches that are not confirmed to be drawn."""
    return stage.rows("SELECT id FROM matches WHERE NOT is_drawn")


@pytest.mark.parametrize("fault", FAULTS)
async def test_move_and_reply_are_drawn_whatever_becomes_of_the_answer(gated: Gated, fault: str) -> None:
    board = await gated.challenge(gated.ada, game=GAME)
    FAULTS[fault](gated.playground)
    asyncio.get_running_loop().call_later(1, gated.open_gate)
    async with asyncio.timeout(8):
        await gated.click(gated.ada, board, "b2")
    gated.check_replied(board)


@pytest.mark.parametrize("fault", ["cut after", "lost after"])
async def test_board_that_was_posted_unnoticed_is_found_and_shows_the_reply(gated: Gated, fault: str) -> None:
    FAULTS[fault](gated.playground)
    answer = await gated.playground.command(
        gated.ada, gated.general, "challenge", game=GAME, first="opponent"
    )
    await gated.thought()
    assert "Maxine played" in text_of(gated.message(id_of(answer)))
    assert gated.rows("SELECT message_id FROM matches") == [(id_of(answer),)]


async def test_board_that_was_posted_once_the_line_was_back_is_the_answer(stage: Stage) -> None:
    stage.playground.cut_next("POST", CALLBACK, 3)
    board = id_of(await stage.command(stage.ada, "challenge"))
    assert stage.rows("SELECT message_id FROM matches") == [(board,)]


async def test_reply_whose_edit_is_refused_is_drawn_in_another_way(gated: Gated) -> None:
    board, _ = await gated.thinking()
    gated.playground.fail_next("PATCH", ORIGINAL, 403)
    await gated.thought()
    gated.check_replied(board)


async def test_reply_whose_edit_gets_no_answer_is_drawn_in_another_way(gated: Gated) -> None:
    board, _ = await gated.thinking()
    gated.playground.delay_next("PATCH", ORIGINAL, math.inf)
    await gated.thought()
    gated.check_replied(board)


async def test_drawing_that_was_taken_is_confirmed_by_the_next_round_and_by_a_stop(stage: Stage) -> None:
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


async def test_board_that_nobody_could_draw_is_drawn_by_the_second_round(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stage.playground.fail_next("POST", CALLBACK, 403)
    stage.playground.cut_next("PATCH", EDIT)
    await stage.click(stage.ada, board, "b2")
    assert "X" not in cells(stage.message(board))
    await stage.upkeep()
    assert "X" in cells(stage.message(board))


async def test_boards_that_were_not_drawn_are_drawn_at_the_start(stage: Stage) -> None:
    boards = [await stage.between(stage.ada, stage.grace) for _ in range(20)]
    for board in boards:
        await stage.click(stage.ada, board, "b2")
    await stage.upkeep()
    blank: Json = {"components": []}
    for board in boards:
        stage.playground.world.edit(stage.message(board), blank)
    await stage.connection.write(lambda db: db.execute("UPDATE matches SET is_drawn = 0").rowcount)
    stage.playground.delay_next("PATCH", EDIT, math.inf)
    await stage.restart()
    await stage.until(lambda: sum(bool(stage.message(board)["components"]) for board in boards) >= 19)


async def test_refusal_for_good_is_not_asked_for_again(quick: Quick) -> None:
    board = await quick.between(quick.ada, quick.grace)
    await quick.until(lambda: undrawn(quick) == [])
    quick.playground.world.delete(quick.message(board))
    await quick.connection.write(lambda db: db.execute("UPDATE matches SET is_drawn = 0").rowcount)
    await quick.until(lambda: undrawn(quick) == [])
    assert edits(quick) == [404]


async def test_edit_that_fails_is_made_again_after_a_pause(
    quick: Quick, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.cogs.upkeep._PAUSE", 0.4)
    board = await quick.between(quick.ada, quick.grace)
    await quick.until(lambda: undrawn(quick) == [])
    quick.playground.world.edit(quick.message(board), {"components": []})
    quick.playground.cut_next("PATCH", EDIT, 2)
    before = asyncio.get_running_loop().time()
    await quick.connection.write(lambda db: db.execute("UPDATE matches SET is_drawn = 0").rowcount)
    await quick.until(lambda: bool(quick.message(board)["components"]))
    assert asyncio.get_running_loop().time() - before > 1.2
    await quick.until(lambda: undrawn(quick) == [])


async def test_board_is_drawn_by_whoever_was_pressed_while_that_is_under_way(quick: Quick) -> None:
    board = await quick.between(quick.ada, quick.grace)
    quick.playground.delay_next("POST", CALLBACK, 0.15)
    await quick.click(quick.ada, board, "b2")
    assert edits(quick) == []


async def test_match_that_goes_on_while_it_is_drawn_again_is_drawn_as_it_is_then(quick: Quick) -> None:
    board = await quick.between(quick.ada, quick.grace)
    quick.playground.fail_next("POST", CALLBACK, 403)
    quick.playground.delay_next("PATCH", EDIT, 1)
    pressing = asyncio.create_task(quick.click(quick.ada, board, "b2"))
    await quick.until(lambda: len(quick.rows("SELECT * FROM moves")) == 1)
    await quick.press(quick.grace, board, "m:1:1:0")
    await pressing
    await quick.until(lambda: undrawn(quick) == [])
    assert cells(quick.message(board)) == "O b1 c1 / a2 X c2 / a3 b3 c3"


async def test_answer_that_arrives_after_a_newer_one_does_not_stay(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stage.playground.delay_next("POST", CALLBACK, 0.5)
    asked = asyncio.create_task(stage.playground.click(stage.grace, board, "Resign"))
    await asyncio.sleep(0.2)
    await stage.click(stage.ada, board, "b2")
    await asked
    await stage.quiet()
    assert cells(stage.message(board)) == "a1 b1 c1 / a2 X c2 / a3 b3 c3"


async def test_board_posted_while_the_match_went_on_shows_what_came_of_it(stage: Stage) -> None:
    old = await stage.between(stage.ada, stage.grace)
    await stage.click(stage.ada, old, "b2")
    stage.playground.delay_next("POST", CALLBACK, 0.5)
    posted = asyncio.create_task(stage.playground.command(stage.ada, stage.general, "board"))
    await asyncio.sleep(0.2)
    await stage.click(stage.grace, old, "a1")
    new = id_of(await posted)
    await stage.quiet()
    assert cells(stage.message(new)) == "O b1 c1 / a2 X c2 / a3 b3 c3"


async def test_server_she_has_left_is_not_asked(quick: Quick) -> None:
    board = await quick.between(quick.ada, quick.grace)
    await quick.until(lambda: undrawn(quick) == [])
    quick.bot._connection._guilds.clear()
    await quick.connection.write(lambda db: db.execute("UPDATE matches SET is_drawn = 0").rowcount)
    await quick.until(lambda: undrawn(quick) == [])
    assert edits(quick) == []
    assert open_cells(quick.message(board))


@pytest.mark.parametrize("name", ["board", "move"])
async def test_old_board_holds_up_neither_the_new_one_nor_the_reply(gated: Gated, name: str) -> None:
    old = await gated.challenge(gated.ada, game=GAME)
    if name == "board":
        await gated.playground.click(gated.ada, old, "b2")
    gated.playground.delay_next("PATCH", f"/messages/{old}$", math.inf)
    options = {"to": "b2"} if name == "move" else {}
    async with asyncio.timeout(2):
        new = id_of(await gated.playground.command(gated.ada, gated.general, name, **options))
        gated.open_gate()
        await gated.until(lambda: not gated.is_thinking(new))
    gated.check_replied(new)
    await gated.quiet()
    assert gated.link(new) in text_of(gated.message(old))


async def test_old_board_links_on_though_the_reply_fails(gated: Gated) -> None:
    old, _ = await gated.thinking()
    gated.playground.delay_next("PATCH", f"/messages/{old}$", 1)
    new = id_of(await gated.playground.command(gated.ada, gated.general, "board"))
    await gated.set("PRAGMA query_only = ON")
    await gated.thought()
    await gated.until(lambda: gated.link(new) in text_of(gated.message(old)))


async def test_old_board_whose_edit_is_cut_off_is_edited_again(stage: Stage) -> None:
    old = await stage.challenge(stage.ada)
    stage.playground.cut_next("PATCH", EDIT, 2)
    new = id_of(await stage.command(stage.ada, "board"))
    assert stage.link(new) in text_of(stage.message(old))


async def test_drawing_that_is_noted_while_another_is_stored_is_stored_the_next_time(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.click(stage.ada, board, "b2")
    context = stage.bot.context
    storing = asyncio.create_task(show.confirm(context))
    await asyncio.sleep(0)
    newer = replace(context.drawn[1])
    assert show.drawn(context, newer)
    await storing
    assert context.drawn[1] is newer
