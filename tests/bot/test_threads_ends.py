"""The end of a match in a thread: who sees only the channel is told of it too, where the thread begins."""

import asyncio
import math
from collections.abc import Awaitable, Callable

import pytest

from bot.playground.messages import text_of
from tests.bot.shown import controls, id_of, open_cells
from tests.bot.stage import MESSAGES, Stage
from tests.bot.test_deadlines import pass_, upkeep
from tests.bot.test_privacy import delete
from tests.bot.test_survival import bot_process, next_bot
from tests.bot.test_survival import stage as remote
from tests.bot.test_threads import board_in, place, said_in, used_in

__all__ = ["remote"]

DAY = 24 * 3600


async def by_rules(stage: Stage, board: int) -> None:
    await stage.moves(board, stage.ada, stage.grace, "a1 b1 a2 b2 a3")


async def by_resignation(stage: Stage, board: int) -> None:
    await stage.click(stage.grace, board, "Resign")
    await stage.click(stage.grace, board, "Really resign?")


async def by_agreement(stage: Stage, board: int) -> None:
    menu = id_of(await stage.click(stage.ada, board, "More"))
    offered = await stage.click(stage.ada, menu, "Offer a draw")
    await stage.click(stage.grace, int(offered.followups[0]["id"]), "Accept draw")


async def by_time(stage: Stage, board: int) -> None:
    await stage.click(stage.ada, board, "b2")
    pass_(stage, DAY + 1)
    await upkeep(stage)


async def by_moderator(stage: Stage, _: int) -> None:
    asked = await stage.command(stage.ada, "stop", match=1)
    await stage.click(stage.ada, id_of(asked), "Really end it?")


async def by_abandonment(stage: Stage, _: int) -> None:
    stage.database.change("UPDATE matches SET due_at = NULL, touched_at = touched_at - ?", (9 * DAY,))
    await stage.command(stage.eve, "help")
    await stage.upkeep()


async def by_leaving(stage: Stage, _: int) -> None:
    await delete(stage, stage.grace)
    await stage.upkeep()


ENDS: dict[Callable[[Stage, int], Awaitable[None]], str] = {
    by_rules: "**{ada} wins**.",
    by_resignation: "**{ada} wins**: {grace} resigned.",
    by_agreement: "**Draw** by agreement.",
    by_time: "**{ada} wins**: {grace} ran out of time.",
    by_moderator: "**Ended** by a moderator, without a result.",
    by_abandonment: "**Abandoned**: I could not show this match for a day.",
    by_leaving: "**Abandoned**: a player has left.",
}


def is_told(stage: Stage, head: int) -> bool:
    return "It was played here" in text_of(stage.message(head))


def edits(stage: Stage, head: int) -> list[int]:
    path = f"/channels/{stage.general.id}/messages/{head}"
    return [status for method, at, status in stage.playground.requests if (method, at) == ("PATCH", path)]


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
async def test_channel_is_told_of_every_end(
    stage: Stage, end: Callable[[Stage, int], Awaitable[None]]
) -> None:
    head = await stage.between(stage.ada, stage.grace, thread=True, pace="1 day")
    pinged = stage.message(head)["pinged"]
    await end(stage, board_in(stage, head))
    shown = stage.message(head)
    said = ENDS[end].format(ada=stage.ada.mention, grace=stage.grace.mention)
    assert text_of(shown).endswith(f"\n{said}\nIt was played here: <#{head}>")
    assert (controls(shown), shown["pinged"], shown["thread"]["id"]) == (["Rules"], pinged, str(head))


@pytest.mark.alone("another process may have sent a drawing, so more are made")
@pytest.mark.parametrize("end", [by_resignation, by_time, by_abandonment])
async def test_end_is_told_once(stage: Stage, end: Callable[[Stage, int], Awaitable[None]]) -> None:
    head = await stage.between(stage.ada, stage.grace, thread=True, pace="1 day")
    await end(stage, board_in(stage, head))
    for _ in range(2):
        await stage.upkeep()
    assert stage.rows("SELECT is_drawn FROM matches") == [(1,)]
    assert edits(stage, head) == [200, 200]  # the link, and the end


@pytest.mark.parametrize("opponent", ["grace", None])
async def test_moderator_ends_it_from_the_channel(stage: Stage, opponent: str | None) -> None:
    if opponent is None:
        head, players = await stage.challenge(stage.grace, thread=True), [stage.grace]
    else:
        head, players = await stage.between(stage.ada, stage.grace, thread=True), [stage.ada, stage.grace]
    board = board_in(stage, head)
    stage.clock.advance(minutes=5)
    await by_moderator(stage, board)
    old, new = said_in(stage, head)
    assert {*new["pinged"]} == {str(player.id) for player in players}
    assert "**Ended** by a moderator, without a result." in text_of(new)
    assert f"/{head}/{new['id']}" in text_of(old)
    public = [each["id"] for each in stage.playground.messages(stage.general) if "ephemeral_for" not in each]
    assert public == [str(head)]


async def test_channel_is_told_of_maxines_end(stage: Stage) -> None:
    head = await stage.challenge(stage.ada, thread=True, level="perfect")
    board = board_in(stage, head)
    for _ in range(5):
        if is_told(stage, head):
            break
        await stage.click(stage.ada, board, open_cells(stage.message(board))[-1])
    assert "**Maxine wins**" in text_of(stage.message(head))


async def test_other_matches_leave_the_head_alone(stage: Stage) -> None:
    head = await stage.between(stage.ada, stage.grace, thread=True)
    board = board_in(stage, head)
    await by_resignation(stage, board)
    told, written = text_of(stage.message(head)), edits(stage, head)
    rematch = id_of(await stage.click(stage.ada, board, "Rematch"))
    await stage.click(stage.grace, rematch, "Accept")
    await stage.moves(rematch, stage.grace, stage.ada, "a1 b1 a2 b2 a3")
    await stage.upkeep()
    assert place(stage) == 2 * [(head, stage.general.id)]
    assert (text_of(stage.message(head)), edits(stage, head)) == (told, written)


async def test_somebodys_thread_leaves_the_board_alone(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    stage.playground.world.begin_thread(stage.message(board), "About this", 60)
    inside = id_of(await used_in(stage, stage.grace, board, "challenge", opponent=stage.eve))
    await stage.click(stage.eve, inside, "Accept")
    await stage.click(stage.eve, inside, "Resign")
    await stage.click(stage.eve, inside, "Really resign?")
    assert place(stage) == [(stage.general.id, None), (board, stage.general.id)]
    assert len(open_cells(stage.message(board))) == 9
    assert edits(stage, board) == []


async def test_end_is_told_later_after_failure(stage: Stage) -> None:
    head = await stage.between(stage.ada, stage.grace, thread=True)
    board = board_in(stage, head)
    stage.playground.fail_next("PATCH", f"/messages/{head}$", 500, times=99)
    await by_resignation(stage, board)
    await stage.upkeep()
    assert stage.rows("SELECT is_drawn FROM matches") == [(0,)]
    assert "Rematch" in controls(stage.message(board))
    assert not is_told(stage, head)
    stage.playground.heal()
    await stage.upkeep()
    assert is_told(stage, head)


@pytest.mark.parametrize("status", [403, 404])
async def test_end_is_not_told_where_refused(stage: Stage, status: int) -> None:
    head = await stage.between(stage.ada, stage.grace, thread=True)
    board = board_in(stage, head)
    stage.playground.fail_next("GET", f"/messages/{head}$", status, times=99)
    await by_resignation(stage, board)
    await stage.upkeep()
    assert stage.rows("SELECT is_drawn FROM matches") == [(1,)]
    assert "Rematch" in controls(stage.message(board))


async def test_end_before_the_board_is_told(stage: Stage) -> None:
    stage.playground.fail_next("POST", MESSAGES, 500, times=99)
    head = await stage.challenge(stage.ada, thread=True)
    assert said_in(stage, head) == []
    await by_abandonment(stage, 0)
    assert is_told(stage, head)
    stage.playground.heal()
    await stage.upkeep()
    assert said_in(stage, head) == []


@pytest.mark.ci
@pytest.mark.parametrize("is_taken", [False, True])
async def test_kill_before_telling_loses_nothing(remote: Stage, *, is_taken: bool) -> None:
    async with bot_process(remote) as process:
        head = await remote.between(remote.ada, remote.grace, thread=True)
        await remote.until(lambda: bool(remote.playground.world.threads))
        await remote.until(lambda: bool(said_in(remote, head)))
        board = board_in(remote, head)
        await remote.click(remote.grace, board, "Resign")
        remote.playground.delay_next("PATCH", f"/messages/{head}$", math.inf, after=is_taken)
        ending = asyncio.ensure_future(remote.click(remote.grace, board, "Really resign?"))
        await remote.until(lambda: not remote.playground.trouble.faults)
        process.kill()
        await ending
    remote.playground.heal()
    assert is_told(remote, head) is is_taken
    async with next_bot(remote):
        await remote.until(lambda: bool(remote.rows("SELECT 1 FROM matches WHERE is_drawn = 1")))
    assert is_told(remote, head)
    assert [each["id"] for each in said_in(remote, head)] == [str(board)]
