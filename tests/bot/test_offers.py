"""Draw offers and takebacks: made, answered, withdrawn, and raced for."""

import asyncio

import pytest

import engine
from bot.playground.messages import text_of
from bot.playground.things import Person
from tests.bot.desk import Desk
from tests.bot.paused_stage import PausedStage
from tests.bot.scenes import Scene
from tests.bot.shown import (
    BETWEEN_PEOPLE,
    ENDED,
    Told,
    button_id,
    cells,
    controls,
    id_of,
    open_cells,
    private_text,
)
from tests.bot.stage import FOLLOW_UP, Stage
from tests.bot.telling import NOTE


def newest(scene: Scene) -> int:
    """The message that shows the newest match."""
    return int(scene.rows("SELECT message_id FROM matches ORDER BY id DESC LIMIT 1")[0][0])


async def more(scene: Scene, person: Person, label: str) -> Told:
    """Press More on the newest board, and then a button of the menu."""
    menu = await scene.click(person, newest(scene), "More")
    assert menu.ephemeral
    return await scene.click(person, id_of(menu), label)


async def test_draw_is_accepted(stage: Stage) -> None:
    old = await stage.between(stage.ada, stage.grace)
    await stage.click(stage.ada, old, "b2")
    answer = await more(stage, stage.ada, "Offer a draw")
    assert answer.text == f"You offered a draw. {stage.grace.mention} can answer on the board."
    [board] = answer.followups
    assert f"**{stage.ada.mention} offers a draw.** {stage.grace.mention}, do you accept?" in text_of(board)
    assert controls(board) == ["Accept draw", "Decline", *BETWEEN_PEOPLE]
    assert board["pinged"] == [str(stage.grace.id)]
    ended = await stage.click(stage.grace, int(board["id"]), "Accept draw")
    assert "played b2. **Draw** by agreement.\nNot rated: it ended before" in ended.text
    assert controls(stage.message(id_of(ended))) == ENDED
    assert stage.rows("SELECT result, manner, offer FROM matches") == [("draw", "agreement", None)]
    assert "1. " in (await stage.command(stage.ada, "leaderboard")).text


async def test_draw_is_declined(desk: Desk) -> None:
    await desk.between(desk.ada, desk.grace)
    board = id_of(await desk.command(desk.grace, "draw"))
    again = await desk.command(desk.grace, "draw")
    assert f"{desk.ada.mention} has to answer first" in private_text(again)
    assert "has to answer this" in (await desk.click(desk.grace, board, "Decline")).text
    declined = await desk.click(desk.ada, board, "Decline")
    assert "offers" not in declined.text
    assert controls(desk.message(board)) == BETWEEN_PEOPLE
    for name, person in (("b2", desk.ada), ("a1", desk.grace)):
        refused = await desk.command(desk.grace, "draw")
        assert refused.text.startswith("You have asked this already.")
        await desk.click(person, board, name)
    assert not (await desk.command(desk.grace, "draw")).ephemeral


async def test_move_withdraws_an_offer(desk: Desk) -> None:
    await desk.between(desk.ada, desk.grace)
    board = id_of(await desk.command(desk.ada, "draw"))
    accept = button_id(desk.message(board), "Accept draw")
    await desk.click(desk.ada, board, "b2")
    assert controls(desk.message(board)) == BETWEEN_PEOPLE
    late = await desk.press(desk.grace, board, accept)
    assert "That press came too late" in private_text(late)


async def test_offers_are_for_the_players(desk: Desk) -> None:
    await desk.between(desk.ada, desk.grace)
    board = id_of(await desk.command(desk.ada, "draw"))
    for label in ("Accept draw", "Decline", "More"):
        refused = await desk.click(desk.eve, board, label)
        assert "This match is between" in private_text(refused)
    menu = await desk.click(desk.grace, board, "More")
    offer = button_id(desk.message(id_of(menu)), "Offer a draw")
    forged = await desk.press(desk.grace, board, offer)
    assert "no longer know" in forged.text
    await desk.click(desk.ada, board, "b2")
    version = button_id(desk.message(board), "Resign").rpartition(":")[2]
    assert "no longer exists" in (await desk.press(desk.grace, board, f"oy:1:{version}")).text


async def test_takeback_between_people(stage: Stage) -> None:
    first = await stage.between(stage.ada, stage.grace)
    await stage.moves(first, stage.ada, stage.grace, "b2 a1")
    said = f"You asked to take your move back. {stage.grace.mention} can answer on the board."
    assert (await more(stage, stage.ada, "Ask to take back")).text == said
    asked = newest(stage)
    assert f"**{stage.ada.mention} asks to take b2 back.** {stage.grace.mention}, do you allow it?" in (
        text_of(stage.message(asked))
    )
    old_cell = button_id(stage.message(asked), "c3")
    answer = await stage.click(stage.grace, asked, "Allow takeback")
    [board] = answer.followups
    assert f"It is {stage.ada.mention}'s turn (X)." in text_of(board)
    assert cells(board) == "a1 b1 c1 / a2 b2 c2 / a3 b3 c3"
    assert board["pinged"] == [str(stage.ada.id)]
    assert stage.rows("SELECT ply FROM moves") == []
    await stage.moves(int(board["id"]), stage.ada, stage.grace, "a1 b2")
    for message in (asked, int(board["id"])):  # the same ply, but another position
        assert (await stage.press(stage.ada, message, old_cell)).ephemeral
    assert stage.rows("SELECT is_helped, asked FROM matches") == [(0, None)]


async def test_takeback_needs_a_move(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    assert "nothing to take back" in (await desk.command(desk.ada, "takeback")).text
    await desk.click(desk.ada, board, "b2")
    assert "nothing to take back" in (await desk.command(desk.grace, "takeback")).text
    assert not (await desk.command(desk.ada, "takeback")).ephemeral


async def test_outdated_menu_is_drawn_anew(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    menu = id_of(await desk.click(desk.ada, board, "More"))
    await desk.click(desk.ada, board, "b2")
    again = await desk.click(desk.ada, menu, "Ask to take back")
    assert (id_of(again), again.followups) == (menu, [])
    assert "played b2" in again.text
    assert desk.rows("SELECT offer FROM matches") == [(None,)]
    await desk.click(desk.ada, menu, "Ask to take back")
    assert desk.rows("SELECT offer, offered_by FROM matches") == [("takeback", 0)]


async def test_takeback_against_maxine_counts_as_help(desk: Desk) -> None:
    board = await desk.challenge(desk.ada, level="perfect", rated=True)
    await desk.click(desk.ada, board, "b2")
    answer = await more(desk, desk.ada, "Take back")
    assert answer.text == f"Your last move is taken back. {NOTE}"
    assert open_cells(answer.followups[0]) == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert desk.rows("SELECT is_helped, (SELECT count(*) FROM moves) FROM matches") == [(1, 0)]
    assert "nothing to take back" in (await desk.command(desk.ada, "takeback")).text
    ended = await desk.resign(desk.ada)
    assert "It was played with help." in text_of(desk.message(ended))
    assert "no running match" in (await desk.command(desk.ada, "takeback")).text


async def test_maxine_takes_a_proven_draw(desk: Desk) -> None:
    board = await desk.challenge(desk.ada, level="perfect")
    for cells_to_play in (("b2",), ("b1", "a2")):  # she answers in a corner
        early = await desk.command(desk.ada, "draw")
        assert private_text(early).startswith("Let us play a little first")
        name = next(name for name in cells_to_play if name in open_cells(desk.message(board)))
        await desk.click(desk.ada, board, name)
    assert "**Draw** by agreement." in (await desk.command(desk.ada, "draw")).text
    assert desk.rows("SELECT result, manner, is_helped FROM matches") == [("draw", "agreement", 0)]


async def test_maxine_declines_a_draw(desk: Desk) -> None:
    await desk.challenge(desk.ada, level="perfect", first="opponent")
    for index in (-1, 0):  # a blunder, and then what delays the loss
        match = await desk.storage.matches.find(1)
        assert match is not None
        move = engine.analyse(match.state).moves[index].action
        await desk.command(desk.ada, "move", to=match.game.name_of(match.state, move))
    declined = "No draw for now: I would rather play on. It is your turn."
    assert (await desk.command(desk.ada, "draw")).text == declined
    board = await desk.challenge(desk.ada, game="oware", level="easy")
    for _ in range(2):
        await desk.click(desk.ada, board, open_cells(desk.message(board))[0])
    assert (await desk.command(desk.ada, "draw")).text == declined
    assert desk.rows("SELECT result FROM matches") == [(None,), (None,)]


@pytest.mark.ci
async def test_takeback_while_maxine_thinks(paused: PausedStage) -> None:
    await paused.thinking()
    assert (
        "not your turn"
        in (await paused.answered(paused.playground.command(paused.ada, paused.general, "draw"))).text
    )
    taken = await paused.answered(paused.playground.command(paused.ada, paused.general, "takeback"))
    assert paused.plies() == []
    await paused.answered(paused.playground.click(paused.ada, id_of(taken), "a1"))
    await paused.thought()
    assert paused.rows("SELECT ply, action FROM moves ORDER BY ply")[0] == (0, 0)
    assert paused.plies() == [0, 1]
    assert len(open_cells(paused.message(id_of(taken)))) == 14


async def test_accept_and_move_at_once(stage: Stage) -> None:
    await stage.between(stage.ada, stage.grace)
    board = id_of(await stage.command(stage.ada, "draw"))
    click = stage.playground.click
    accepted, moved = await asyncio.gather(
        click(stage.grace, board, "Accept draw"), click(stage.ada, board, "b2")
    )
    await stage.quiet()
    assert accepted.ephemeral != moved.ephemeral
    [(result, moves)] = stage.rows("SELECT result, (SELECT count(*) FROM moves) FROM matches")
    assert (result, moves) == ((None, 1) if accepted.ephemeral else ("draw", 0))


async def test_declined_draw_allows_a_takeback(stage: Stage) -> None:
    first = await stage.between(stage.ada, stage.grace)
    await stage.moves(first, stage.ada, stage.grace, "b2")
    board = id_of(await stage.command(stage.ada, "draw"))
    await stage.click(stage.grace, board, "Decline")
    asked = id_of(await stage.command(stage.ada, "takeback"))
    await stage.click(stage.grace, asked, "Decline")
    await stage.restart()
    for name in ("draw", "takeback"):
        assert "You have asked this already." in (await stage.command(stage.ada, name)).text
    assert not (await stage.command(stage.grace, "draw")).ephemeral


async def test_unposted_takeback_is_drawn_in_place(stage: Stage) -> None:
    first = await stage.between(stage.ada, stage.grace)
    await stage.moves(first, stage.ada, stage.grace, "b2 a1 c3")
    asked = id_of(await stage.command(stage.ada, "takeback"))
    old_cell = button_id(stage.message(asked), "c1")
    stage.playground.fail_next("POST", FOLLOW_UP, status=403)
    await stage.click(stage.grace, asked, "Allow takeback")
    assert cells(stage.message(asked)) == "O b1 c1 / a2 X c2 / a3 b3 c3"
    await stage.click(stage.ada, asked, "b1")
    late = await stage.press(stage.grace, asked, old_cell)  # the ply is the same, the position is not
    assert "That press came too late" in late.text
    assert stage.rows("SELECT action FROM moves ORDER BY ply") == [(4,), (0,), (1,)]
