"""Games in which Maxine has to think: every press and command is answered at once, and her move follows."""

import asyncio

import pytest

from bot.playground.messages import text_of
from tests.bot.gated import GAME, THINKING, Gated
from tests.bot.shown import ASKED_AGAINST_MAXINE, ENDED, button_id, buttons, controls, id_of, open_cells
from tests.bot.stage import ORIGINAL
from tests.bot.telling import read_lines
from tests.driver import Answer


async def test_move_is_shown_before_the_reply(gated: Gated) -> None:
    board, answer = await gated.thinking()
    assert id_of(answer) == board
    assert answer.text.endswith(f"{gated.ada.mention} played b2. {THINKING}")
    assert gated.is_thinking(board)
    assert gated.plies() == [0]
    await gated.thought()
    gated.check_replied(board)


async def test_board_precedes_her_first_move(gated: Gated) -> None:
    challenge = {"game": GAME, "first": "opponent"}
    board = id_of(
        await gated.answered(gated.playground.command(gated.ada, gated.general, "challenge", **challenge))
    )
    assert gated.is_thinking(board)
    await gated.thought()
    assert f"It is {gated.ada.mention}'s turn (O)." in text_of(gated.message(board))
    assert len(open_cells(gated.message(board))) == 15


async def test_named_move_is_replied_to(gated: Gated) -> None:
    await gated.challenge(gated.ada, game=GAME)
    board = id_of(await gated.answered(gated.playground.command(gated.ada, gated.general, "move", to="b2")))
    assert gated.is_thinking(board)
    await gated.thought()
    gated.check_replied(board)


async def test_rematch_shows_before_her_move(gated: Gated) -> None:
    await gated.challenge(gated.ada, game=GAME)
    over = await gated.resign(gated.ada)
    board = id_of(await gated.answered(gated.playground.click(gated.ada, over, "Rematch")))
    assert gated.is_thinking(board)
    await gated.thought()
    assert len(open_cells(gated.message(board))) == 15


async def test_board_posted_anew_shows_the_reply(gated: Gated) -> None:
    old = await gated.challenge(gated.ada, game=GAME)
    gated.clock.advance(minutes=51)
    answer = await gated.playground.click(gated.ada, old, "b2")
    await gated.until(lambda: bool(answer.followups))
    board = int(answer.followups[0]["id"])
    assert gated.is_thinking(board)
    await gated.thought()
    gated.check_replied(board)
    assert list(buttons(gated.message(old))) == []


async def test_board_meanwhile_gets_the_reply(gated: Gated) -> None:
    old, _ = await gated.thinking()
    new = id_of(await gated.answered(gated.playground.command(gated.ada, gated.general, "board")))
    assert gated.is_thinking(new)
    await gated.thought()
    gated.check_replied(new)
    await gated.until(lambda: list(buttons(gated.message(old))) == [])
    assert gated.link(new) in text_of(gated.message(old))


async def test_late_noted_board_stays_alone(gated: Gated) -> None:
    old, _ = await gated.thinking()
    with gated.database.locked():
        new = id_of(await gated.answered(gated.playground.command(gated.ada, gated.general, "board")))
        gated.open_gate()
        await gated.until(lambda: not gated.analysts._queue._jobs)
        gated.playground.delay_next("PATCH", ORIGINAL, 0.3, times=2)
    await gated.quiet()
    gated.check_replied(new)
    assert list(buttons(gated.message(old))) == []


async def test_press_while_she_thinks_is_refused(gated: Gated) -> None:
    board = await gated.challenge(gated.ada, game=GAME)
    stale = button_id(gated.message(board), "c3")
    await gated.answered(gated.playground.click(gated.ada, board, "b2"))
    presses = (gated.playground.click_id(gated.ada, board, id_) for id_ in (stale, "m:1:1:10"))
    refused = [await gated.answered(press) for press in presses]
    assert [answer.ephemeral for answer in refused] == [True, True]
    assert "That press came too late: " in refused[0].text
    assert refused[1].text == "It is not your turn. Please wait until Maxine has moved."
    await gated.thought()
    gated.check_replied(board)


async def test_two_presses_get_one_reply(gated: Gated) -> None:
    board = await gated.challenge(gated.ada, game=GAME)
    presses = (gated.playground.click(gated.ada, board, label) for label in ("a1", "b2"))
    answers = await asyncio.gather(*map(gated.answered, presses))
    assert sorted(answer.ephemeral for answer in answers) == [False, True]
    await gated.thought()
    gated.check_replied(board)


async def test_resigning_meanwhile_ends_the_match(gated: Gated) -> None:
    board, _ = await gated.thinking()
    await gated.answered(gated.playground.click(gated.ada, board, "Resign"))
    assert gated.is_thinking(board)
    answer = await gated.answered(gated.playground.click(gated.ada, board, "Really resign?"))
    assert "**Maxine wins**" in answer.text
    await gated.thought()
    assert "**Maxine wins**" in text_of(gated.message(board))
    assert controls(gated.message(board)) == ENDED
    assert gated.plies() == [0]


async def test_resigning_by_command_leaves_one_board(gated: Gated) -> None:
    old, _ = await gated.thinking()
    asked = id_of(await gated.answered(gated.playground.command(gated.ada, gated.general, "resign")))
    answer = await gated.playground.click(gated.ada, asked, "Really resign?")
    await gated.thought()
    new = int(answer.followups[0]["id"])
    assert list(buttons(gated.message(old))) == []
    assert controls(gated.message(new)) == ENDED


async def test_her_reply_takes_the_question_back(gated: Gated) -> None:
    board, _ = await gated.thinking()
    await gated.answered(gated.playground.click(gated.ada, board, "Resign"))
    assert controls(gated.message(board)) == ASKED_AGAINST_MAXINE
    await gated.thought()
    gated.check_replied(board)


async def explained(gated: Gated, **options: object) -> Answer:
    """Use /explain while the gate is closed, and then open it."""
    answer = await gated.playground.command(gated.ada, gated.general, "explain", **options)
    assert answer.deferred
    assert answer.message is None
    await gated.thought()
    return answer


def count_moves(answer: Answer) -> int:
    """How many moves an explanation is about."""
    return sum(len(line.names) + line.more for line in read_lines(answer.text))


@pytest.mark.parametrize("public", [True, False])
async def test_slow_explanation_is_promised(gated: Gated, *, public: bool) -> None:
    await gated.challenge(gated.ada, game=GAME)
    answer = await explained(gated, public=public)
    assert answer.ephemeral is not public
    assert f" {gated.ada.mention} (X) is to move." in answer.text
    assert count_moves(answer) == 16


async def test_explanation_meanwhile_is_of_her_position(gated: Gated) -> None:
    await gated.thinking()
    answer = await explained(gated)
    assert " I am to move." in answer.text
    assert "Maxine" not in answer.text
    assert count_moves(answer) == 15


async def test_refusal_promises_nothing(gated: Gated) -> None:
    await gated.challenge(gated.ada, game=GAME)
    answer = await gated.command(gated.ada, "explain", ply=7, public=True)
    assert answer.ephemeral
    assert not answer.deferred


@pytest.mark.ci
@pytest.mark.alone("what is asked at once is read in any order")
async def test_newest_of_many_questions_are_answered(gated: Gated) -> None:
    board = await gated.challenge(gated.ada, game=GAME)
    gated.open_gate()
    for _ in range(3):
        await gated.click(gated.ada, board, open_cells(gated.message(board))[0])
    gated.close_gate()
    plies = range(1, 7)
    asking = (gated.playground.command(gated.ada, gated.general, "explain", ply=ply) for ply in plies)
    answers = await asyncio.gather(*asking)
    await gated.thought()
    dropped = [answer for answer in answers if answer.text.startswith("You have asked me several things")]
    assert dropped == answers[1:4]
    assert all(answer.ephemeral for answer in dropped)
    assert all(count_moves(answer) > 10 for answer in (answers[0], *answers[4:]))


async def test_reply_waits_for_one_question_only(gated: Gated) -> None:
    board = await gated.challenge(gated.ada, game=GAME)
    other = await gated.challenge(gated.grace, game=GAME)
    gated.open_gate()
    await gated.click(gated.ada, board, "b2")
    gated.close_gate()
    asking = [gated.playground.command(gated.ada, gated.general, "explain", ply=ply) for ply in (1, 2)]
    await asyncio.gather(*asking, gated.playground.command(gated.ada, gated.general, "explain"))
    await gated.playground.click(gated.grace, other, "b2")
    begun = gated.analysts._queue._served
    assert gated.ada.id in begun
    await gated.thought()
    assert not gated.is_thinking(other)
    assert list(begun) == [gated.grace.id, gated.ada.id]
