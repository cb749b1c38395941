"""What time does to boards, matches and invitations."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.playground.messages import text_of
from bot.services import upkeep
from tests.bot.boards import pictures
from tests.bot.stage import buttons, cells, controls, id_of

if TYPE_CHECKING:
    from bot.playground.people import Answer
    from tests.bot.stage import Stage


def posted_after(answer: Answer) -> int:
    """The message that a deferred answer was followed by."""
    assert answer.deferred
    [message] = answer.followups
    return int(message["id"])


async def test_young_board_is_redrawn_in_place(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    stage.clock.advance(minutes=49)
    assert id_of(await stage.click(stage.ada, board, "b2")) == board


async def test_board_over_fifty_minutes_old_is_posted_anew_with_a_ping(stage: Stage) -> None:
    old = await stage.between(stage.ada, stage.grace)
    stage.clock.advance(minutes=51)
    new = posted_after(await stage.click(stage.ada, old, "b2"))
    assert stage.message(new)["pinged"] == [str(stage.grace.id)]
    assert cells(stage.message(new)) == "a1 b1 c1 / a2 X c2 / a3 b3 c3"
    assert list(buttons(stage.message(old))) == []
    assert stage.link(new) in text_of(stage.message(old))
    [shown] = pictures(stage.message(old))
    assert shown["description"] == "X on b2. The last move was b2."


async def test_match_goes_on_at_the_board_posted_anew(stage: Stage) -> None:
    old = await stage.between(stage.ada, stage.grace)
    stage.clock.advance(minutes=51)
    new = posted_after(await stage.click(stage.ada, old, "b2"))
    stage.clock.advance(minutes=-51)
    assert id_of(await stage.click(stage.grace, new, "a1")) == new
    assert (await stage.press(stage.ada, old, "m:1:2:8")).ephemeral


async def test_two_presses_on_an_old_board_play_one_and_link_to_no_dead_board(stage: Stage) -> None:
    old = await stage.challenge(stage.ada)
    stage.clock.advance(minutes=51)
    answers = await asyncio.gather(*(stage.click(stage.ada, old, cell) for cell in ("b2", "a1")))
    [refused] = [answer for answer in answers if not answer.deferred]
    assert refused.ephemeral
    assert stage.link(old) not in refused.text
    assert "`/board`" in refused.text


async def test_end_on_an_old_board_pings_nobody(stage: Stage) -> None:
    old = await stage.between(stage.ada, stage.grace)
    await stage.moves(old, stage.ada, stage.grace, "a1 b1 a2 b2")
    stage.clock.advance(minutes=51)
    new = posted_after(await stage.click(stage.ada, old, "a3"))
    assert stage.message(new)["pinged"] == []
    assert controls(stage.message(new)) == ["Explain", "Rematch", "Review"]


async def test_resign_on_an_old_board_is_asked_on_a_new_one(stage: Stage) -> None:
    old = await stage.between(stage.ada, stage.grace)
    stage.clock.advance(minutes=51)
    new = posted_after(await stage.click(stage.ada, old, "Resign"))
    assert controls(stage.message(new)) == ["Explain", "Really resign?"]
    stage.clock.advance(minutes=-51)
    assert f"{stage.grace.mention} wins" in (await stage.click(stage.ada, new, "Really resign?")).text


async def test_old_invitation_is_accepted_into_a_new_board(stage: Stage) -> None:
    invitation = await stage.challenge(stage.ada, opponent=stage.grace)
    stage.clock.advance(hours=2)
    new = posted_after(await stage.click(stage.grace, invitation, "Accept"))
    assert stage.message(new)["pinged"] == [str(stage.ada.id)]
    assert list(buttons(stage.message(invitation))) == []


async def test_edits_ping_nobody(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.click(stage.ada, board, "b2")
    assert stage.message(board)["mentions"] == []


@pytest.mark.parametrize(("days", "result"), [(6.99, None), (7.01, "abandoned")])
async def test_match_untouched_for_a_week_is_abandoned(stage: Stage, days: float, result: str | None) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.click(stage.ada, board, "b2")
    stage.clock.advance(days=days)
    await stage.upkeep()
    assert stage.rows("SELECT result FROM matches") == [(result,)]
    assert stage.rows("SELECT * FROM standings") == []


async def test_abandoned_board_says_so_at_the_next_press(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    stage.clock.advance(days=8)
    await stage.upkeep()
    stage.clock.advance(seconds=6)
    answer = await stage.click(stage.ada, board, "b2")
    assert answer.ephemeral
    assert "This match is over." in answer.text
    assert "**Abandoned**, untouched for a week." in text_of(stage.message(board))
    assert controls(stage.message(board)) == ["Explain", "Rematch", "Review"]
    assert not (await stage.click(stage.ada, board, "Rematch")).ephemeral


async def test_every_move_keeps_a_match_alive(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stage.clock.advance(days=6)
    new = posted_after(await stage.click(stage.ada, board, "b2"))
    stage.clock.advance(days=6)
    await stage.upkeep()
    assert not (await stage.click(stage.grace, new, "a1")).ephemeral


async def test_unanswered_invitation_is_closed_by_upkeep(stage: Stage) -> None:
    await stage.challenge(stage.ada, opponent=stage.grace)
    stage.clock.advance(hours=25)
    await stage.restart()  # every start begins with a round of upkeep
    await stage.until(lambda: stage.rows("SELECT fate FROM invitations") == [("expired",)])


async def test_upkeep_is_logged_and_put_off_when_the_database_refuses(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot")
    await stage.challenge(stage.ada)
    stage.clock.advance(days=8)
    await stage.connection.read(lambda db: db.execute("PRAGMA query_only = ON").fetchall())
    await stage.upkeep()
    assert "Upkeep is put off" in caplog.text
    await stage.connection.read(lambda db: db.execute("PRAGMA query_only = OFF").fetchall())
    await stage.upkeep()
    assert "upkeep abandoned=1 expired=0" in caplog.text


async def test_upkeep_goes_on_after_a_mistake_of_ours(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def err(_: object) -> tuple[int, int]:
        raise ZeroDivisionError

    await stage.challenge(stage.ada, opponent=stage.grace)
    stage.clock.advance(hours=25)
    with monkeypatch.context() as patched:
        patched.setattr(upkeep, "tidy", err)
        await stage.upkeep()
    assert "ZeroDivisionError" in caplog.text
    await stage.upkeep()
    assert stage.rows("SELECT fate FROM invitations") == [("expired",)]
