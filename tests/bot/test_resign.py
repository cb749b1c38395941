"""/resign: which match, whether it is really meant, and what then becomes of it."""

import asyncio

from bot.playground.messages import text_of
from bot.playground.things import Person
from tests.bot.desk import Desk
from tests.bot.paused_stage import PausedStage
from tests.bot.shown import (
    AGAINST_MAXINE,
    BETWEEN_PEOPLE,
    ENDED,
    buttons,
    controls,
    id_of,
    open_cells,
    private_text,
)
from tests.bot.stage import Stage

REALLY = "Really resign?"


async def suggested(stage: Stage, person: Person, typed: str = "") -> list[str]:
    return [
        choice["name"]
        for choice in await stage.playground.autocomplete(person, stage.general, "resign", "match", typed)
    ]


async def test_question_is_private_and_changes_nothing(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    answer = await desk.command(desk.grace, "resign")
    assert answer.ephemeral
    assert answer.text == (
        f"### Tic-tac-toe\n{desk.ada.mention} (X) against {desk.grace.mention} (O)\n"
        f"It is {desk.ada.mention}'s turn (X).\n**If you resign, {desk.ada.mention} wins.**"
    )
    assert controls(desk.message(id_of(answer))) == [REALLY, "Cancel"]
    assert not (await desk.click(desk.ada, board, "a1")).ephemeral


async def test_answer_ends_the_match(stage: Stage) -> None:
    old = await stage.between(stage.ada, stage.grace)
    asked = id_of(await stage.command(stage.grace, "resign"))
    answer = await stage.click(stage.grace, asked, REALLY)
    assert (id_of(answer), answer.text) == (asked, f"You resigned: {stage.ada.mention} wins.")
    assert controls(stage.message(asked)) == []
    [board] = answer.followups
    assert f"**{stage.ada.mention} wins**: {stage.grace.mention} resigned." in text_of(board)
    assert controls(board) == ENDED
    assert (open_cells(board), list(buttons(stage.message(old)))) == ([], [])
    assert stage.rows("SELECT result, message_id FROM matches") == [("first", int(board["id"]))]


async def test_newest_match_unless_chosen(desk: Desk) -> None:
    for game in ("tic-tac-toe", "oware", "kalah"):
        await desk.challenge(desk.ada, game=game)
    await desk.challenge(desk.eve)
    await desk.resign(desk.ada)
    await desk.resign(desk.ada, match=1)
    assert desk.rows("SELECT id FROM matches WHERE result IS NULL") == [(2,), (4,)]


async def test_own_running_matches_are_suggested(stage: Stage) -> None:
    await stage.between(stage.ada, stage.grace)
    await stage.challenge(stage.ada, game="oware", level="hard")
    await stage.challenge(stage.eve)
    await stage.challenge(stage.ada)
    await stage.resign(stage.ada)
    await stage.command_in(stage.games, stage.ada, "challenge", first="me")
    assert await suggested(stage, stage.ada) == [
        "#2 · Oware · you against Maxine (hard) · running · just now",
        "#1 · Tic-tac-toe · you against Grace · running · just now",
    ]
    assert [name.split()[0] for name in await suggested(stage, stage.ada, "grace")] == ["#1"]


async def test_other_matches_are_refused(desk: Desk) -> None:
    await desk.challenge(desk.ada)
    await desk.resign(desk.ada)
    await desk.challenge(desk.eve)
    await desk.command_in(desk.games, desk.ada, "challenge", first="me")
    for number, said in ((1, "This match is over."), (2, "This match is between"), (9, "I know no match #9")):
        answer = await desk.command(desk.ada, "resign", match=number)
        assert private_text(answer).startswith(said)
    elsewhere = await desk.command(desk.ada, "resign", match=3)
    assert elsewhere.text.startswith("I know no match #3 here.")


async def test_forged_answer_ends_nothing(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    for person in (desk.ada, desk.grace, desk.eve):
        answer = await desk.press(person, board, "rq:1:0")
        assert answer.ephemeral
    assert desk.rows("SELECT result FROM matches") == [(None,)]


async def test_her_move_puts_the_question_anew(paused: PausedStage) -> None:
    await paused.thinking()
    asked = id_of(await paused.answered(paused.playground.command(paused.ada, paused.general, "resign")))
    await paused.thought()
    again = await paused.click(paused.ada, asked, REALLY)
    assert "Maxine played" in again.text
    assert controls(paused.message(asked)) == [REALLY, "Cancel"]


async def test_cancel_ends_nothing(stage: Stage) -> None:
    await stage.between(stage.ada, stage.grace)
    asked = id_of(await stage.command(stage.grace, "resign"))
    answer = await stage.click(stage.grace, asked, "Cancel")
    assert (id_of(answer), answer.text, controls(stage.message(asked))) == (asked, "You play on.", [])
    assert stage.rows("SELECT result FROM matches") == [(None,)]


async def test_cancel_takes_the_question_back(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.click(stage.ada, board, "Resign")
    assert (await stage.click(stage.grace, board, "Cancel")).text.startswith("This question is for")
    assert not (await stage.click(stage.ada, board, "Cancel")).ephemeral
    assert controls(stage.message(board)) == BETWEEN_PEOPLE
    assert stage.rows("SELECT result FROM matches") == [(None,)]


async def test_question_goes_after_five_minutes(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    await stage.click(stage.ada, board, "Resign")
    await asyncio.sleep(299)
    await stage.upkeep()
    assert REALLY in controls(stage.message(board))
    await asyncio.sleep(1)
    await stage.upkeep()
    assert controls(stage.message(board)) == AGAINST_MAXINE


async def test_late_answer_takes_the_question_back(desk: Desk) -> None:
    board = await desk.challenge(desk.ada)
    await desk.click(desk.ada, board, "Resign")
    desk.clock.advance(minutes=5)
    await desk.click(desk.ada, board, REALLY)
    assert controls(desk.message(board)) == AGAINST_MAXINE
    assert desk.rows("SELECT result FROM matches") == [(None,)]
