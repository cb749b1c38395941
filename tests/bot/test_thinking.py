"""Games in which Maxine has to think: every press and command is answered at once, and her move follows."""

import asyncio

import pytest

from bot.playground.messages import text_of
from tests.bot.paused_stage import GAME, THINKING, PausedStage
from tests.bot.shown import ASKED_AGAINST_MAXINE, LOST, button_id, buttons, controls, id_of, open_cells
from tests.bot.stage import ORIGINAL
from tests.bot.telling import read_lines
from tests.driver import Answer


async def test_move_is_shown_before_the_reply(paused: PausedStage) -> None:
    board, answer = await paused.thinking()
    assert id_of(answer) == board
    assert answer.text.endswith(f"{paused.ada.mention} played b2. {THINKING}")
    assert paused.is_thinking(board)
    assert paused.plies() == [0]
    await paused.thought()
    paused.check_replied(board)


async def test_board_precedes_her_first_move(paused: PausedStage) -> None:
    challenge = {"game": GAME, "first": "opponent"}
    board = id_of(
        await paused.answered(paused.playground.command(paused.ada, paused.general, "challenge", **challenge))
    )
    assert paused.is_thinking(board)
    await paused.thought()
    assert f"It is {paused.ada.mention}'s turn (O)." in text_of(paused.message(board))
    assert len(open_cells(paused.message(board))) == 15


async def test_board_meanwhile_gets_the_reply(paused: PausedStage) -> None:
    old, _ = await paused.thinking()
    new = id_of(await paused.answered(paused.playground.command(paused.ada, paused.general, "board")))
    assert paused.is_thinking(new)
    await paused.thought()
    paused.check_replied(new)
    await paused.until(lambda: list(buttons(paused.message(old))) == [])
    assert paused.link(new) in text_of(paused.message(old))


async def test_late_noted_board_stays_alone(paused: PausedStage) -> None:
    old, _ = await paused.thinking()
    with paused.database.locked():
        new = id_of(await paused.answered(paused.playground.command(paused.ada, paused.general, "board")))
        paused.resume_workers()
        await paused.until(lambda: not paused.analysts._queue._jobs)
        paused.playground.delay_next("PATCH", ORIGINAL, 0.3, times=2)
    await paused.quiet()
    paused.check_replied(new)
    assert list(buttons(paused.message(old))) == []


async def test_press_while_she_thinks_is_refused(paused: PausedStage) -> None:
    board = await paused.challenge(paused.ada, game=GAME)
    stale = button_id(paused.message(board), "c3")
    await paused.answered(paused.playground.click(paused.ada, board, "b2"))
    presses = (paused.playground.click_id(paused.ada, board, id_) for id_ in (stale, "m:1:1:10"))
    refused = [await paused.answered(press) for press in presses]
    assert [answer.ephemeral for answer in refused] == [True, True]
    assert "That press came too late: " in refused[0].text
    assert refused[1].text == "It is not your turn. Please wait until Maxine has moved."
    await paused.thought()
    paused.check_replied(board)


async def test_resigning_meanwhile_ends_the_match(paused: PausedStage) -> None:
    board, _ = await paused.thinking()
    await paused.answered(paused.playground.click(paused.ada, board, "Resign"))
    assert paused.is_thinking(board)
    answer = await paused.answered(paused.playground.click(paused.ada, board, "Really resign?"))
    assert "**Maxine wins**" in answer.text
    await paused.thought()
    assert "**Maxine wins**" in text_of(paused.message(board))
    assert controls(paused.message(board)) == LOST
    assert paused.plies() == [0]


async def test_her_reply_takes_the_question_back(paused: PausedStage) -> None:
    board, _ = await paused.thinking()
    await paused.answered(paused.playground.click(paused.ada, board, "Resign"))
    assert controls(paused.message(board)) == ASKED_AGAINST_MAXINE
    await paused.thought()
    paused.check_replied(board)


async def explained(paused: PausedStage, **options: object) -> Answer:
    answer = await paused.playground.command(paused.ada, paused.general, "explain", **options)
    assert answer.deferred
    assert answer.message is None
    await paused.thought()
    return answer


def count_moves(answer: Answer) -> int:
    return sum(len(line.names) + line.more for line in read_lines(answer.text))


@pytest.mark.parametrize("public", [True, False])
async def test_slow_explanation_is_promised(paused: PausedStage, *, public: bool) -> None:
    await paused.challenge(paused.ada, game=GAME)
    answer = await explained(paused, public=public)
    assert answer.ephemeral is not public
    assert f" {paused.ada.mention} (X) is to move." in answer.text
    assert count_moves(answer) == 16


async def test_explanation_meanwhile_is_of_her_position(paused: PausedStage) -> None:
    await paused.thinking()
    answer = await explained(paused)
    assert " I am to move." in answer.text
    assert "Maxine" not in answer.text
    assert count_moves(answer) == 15


async def test_refusal_promises_nothing(paused: PausedStage) -> None:
    await paused.challenge(paused.ada, game=GAME)
    answer = await paused.command(paused.ada, "explain", ply=7, public=True)
    assert answer.ephemeral
    assert not answer.deferred


async def test_reply_waits_for_one_question_only(paused: PausedStage) -> None:
    board = await paused.challenge(paused.ada, game=GAME)
    other = await paused.challenge(paused.grace, game=GAME)
    paused.resume_workers()
    await paused.click(paused.ada, board, "b2")
    paused.pause_workers()
    asking = [paused.playground.command(paused.ada, paused.general, "explain", ply=ply) for ply in (1, 2)]
    await asyncio.gather(*asking, paused.playground.command(paused.ada, paused.general, "explain"))
    await paused.playground.click(paused.grace, other, "b2")
    begun = paused.analysts._queue._served
    assert paused.ada.id in begun
    await paused.thought()
    assert not paused.is_thinking(other)
    assert list(begun) == [paused.grace.id, paused.ada.id]
