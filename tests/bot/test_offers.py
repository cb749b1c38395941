"""Draw offers and takebacks: made, answered, withdrawn, and raced for."""

import asyncio

import pytest

import engine
from bot.playground.messages import text_of
from bot.playground.things import Person
from tests.bot.desk import Desk
from tests.bot.gated import Gated
from tests.bot.stage import (
    BETWEEN_PEOPLE,
    ENDED,
    FOLLOW_UP,
    Scene,
    Stage,
    Told,
    button_id,
    cells,
    controls,
    id_of,
    open_cells,
)


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


async def test_draw_is_declined(stage: Stage) -> None:
    await stage.between(stage.ada, stage.grace)
    board = id_of(await stage.command(stage.grace, "draw"))
    again = await stage.command(stage.grace, "draw")
    assert again.ephemeral
    assert f"{stage.ada.mention} has to answer first" in again.text
    assert "has to answer this" in (await stage.click(stage.grace, board, "Decline")).text
    declined = await stage.click(stage.ada, board, "Decline")
    assert "offers" not in declined.text
    assert controls(stage.message(board)) == BETWEEN_PEOPLE
    for name, person in (("b2", stage.ada), ("a1", stage.grace)):
        refused = await stage.command(stage.grace, "draw")
        assert refused.text.startswith("You have asked this already.")
        await stage.click(person, board, name)
    assert not (await stage.command(stage.grace, "draw")).ephemeral


async def test_move_withdraws_an_offer(stage: Stage) -> None:
    await stage.between(stage.ada, stage.grace)
    board = id_of(await stage.command(stage.ada, "draw"))
    accept = button_id(stage.message(board), "Accept draw")
    await stage.click(stage.ada, board, "b2")
    assert controls(stage.message(board)) == BETWEEN_PEOPLE
    late = await stage.press(stage.grace, board, accept)
    assert late.ephemeral
    assert "That press came too late" in late.text


async def test_offers_are_for_the_players(stage: Stage) -> None:
    await stage.between(stage.ada, stage.grace)
    board = id_of(await stage.command(stage.ada, "draw"))
    for label in ("Accept draw", "Decline", "More"):
        refused = await stage.click(stage.eve, board, label)
        assert refused.ephemeral
        assert "This match is between" in refused.text
    menu = await stage.click(stage.grace, board, "More")
    offer = button_id(stage.message(id_of(menu)), "Offer a draw")
    forged = await stage.press(stage.grace, board, offer)
    assert "no longer know" in forged.text
    await stage.click(stage.ada, board, "b2")
    version = button_id(stage.message(board), "Resign").rpartition(":")[2]
    assert "no longer exists" in (await stage.press(stage.grace, board, f"oy:1:{version}")).text


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


async def test_outdated_menu_is_drawn_anew(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    menu = id_of(await stage.click(stage.ada, board, "More"))
    await stage.click(stage.ada, board, "b2")
    again = await stage.click(stage.ada, menu, "Ask to take back")
    assert (id_of(again), again.followups) == (menu, [])
    assert "played b2" in again.text
    assert stage.rows("SELECT offer FROM matches") == [(None,)]
    await stage.click(stage.ada, menu, "Ask to take back")
    assert stage.rows("SELECT offer, offered_by FROM matches") == [("takeback", 0)]


async def test_takeback_against_maxine_counts_as_help(stage: Stage) -> None:
    board = await stage.challenge(stage.ada, level="perfect")
    await stage.click(stage.ada, board, "b2")
    answer = await more(stage, stage.ada, "Take back")
    assert answer.text == "Your last move is taken back. This match now counts as played with help."
    assert open_cells(answer.followups[0]) == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert stage.rows("SELECT is_helped, (SELECT count(*) FROM moves) FROM matches") == [(1, 0)]
    assert "nothing to take back" in (await stage.command(stage.ada, "takeback")).text
    ended = await stage.resign(stage.ada)
    assert "It was played with help." in text_of(stage.message(ended))
    assert "no running match" in (await stage.command(stage.ada, "takeback")).text


async def test_maxine_takes_a_proven_draw(stage: Stage) -> None:
    board = await stage.challenge(stage.ada, level="perfect")
    for cells_to_play in (("b2",), ("b1", "a2")):  # she answers in a corner
        early = await stage.command(stage.ada, "draw")
        assert early.ephemeral
        assert early.text.startswith("Let us play a little first")
        name = next(name for name in cells_to_play if name in open_cells(stage.message(board)))
        await stage.click(stage.ada, board, name)
    assert "**Draw** by agreement." in (await stage.command(stage.ada, "draw")).text
    assert stage.rows("SELECT result, manner, is_helped FROM matches") == [("draw", "agreement", 0)]


async def test_maxine_declines_a_draw(stage: Stage) -> None:
    await stage.challenge(stage.ada, level="perfect", first="opponent")
    for index in (-1, 0):  # a blunder, and then what delays the loss
        match = await stage.storage.matches.find(1)
        assert match is not None
        move = engine.analyse(match.state).moves[index].action
        await stage.command(stage.ada, "move", to=match.state.name_of(move))
    declined = "No draw for now: I would rather play on. It is your turn."
    assert (await stage.command(stage.ada, "draw")).text == declined
    board = await stage.challenge(stage.ada, game="oware", level="easy")
    for _ in range(2):
        await stage.click(stage.ada, board, open_cells(stage.message(board))[0])
    assert (await stage.command(stage.ada, "draw")).text == declined
    assert stage.rows("SELECT result FROM matches") == [(None,), (None,)]


@pytest.mark.ci
async def test_takeback_while_maxine_thinks(gated: Gated) -> None:
    await gated.thinking()
    assert (
        "not your turn"
        in (await gated.answered(gated.playground.command(gated.ada, gated.general, "draw"))).text
    )
    taken = await gated.answered(gated.playground.command(gated.ada, gated.general, "takeback"))
    assert gated.plies() == []
    await gated.answered(gated.playground.click(gated.ada, id_of(taken), "a1"))
    await gated.thought()
    assert gated.rows("SELECT ply, action FROM moves ORDER BY ply")[0] == (0, 0)
    assert gated.plies() == [0, 1]
    assert len(open_cells(gated.message(id_of(taken)))) == 14


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


async def test_two_accepts_take_back_once(stage: Stage) -> None:
    first = await stage.between(stage.ada, stage.grace)
    await stage.moves(first, stage.ada, stage.grace, "b2 a1 c3")
    asked = id_of(await stage.command(stage.ada, "takeback"))
    click = stage.playground.click
    answers = await asyncio.gather(*(click(stage.grace, asked, "Allow takeback") for _ in range(2)))
    await stage.quiet()
    assert sorted(answer.ephemeral for answer in answers) == [False, True]
    assert len(stage.rows("SELECT ply FROM moves")) == 2


async def test_offer_stands_after_a_restart(stage: Stage) -> None:
    await stage.between(stage.ada, stage.grace)
    board = id_of(await stage.command(stage.ada, "draw"))
    await stage.restart()
    assert "**Draw** by agreement." in (await stage.click(stage.grace, board, "Accept draw")).text


async def test_ended_match_refuses_an_answer(stage: Stage) -> None:
    await stage.between(stage.ada, stage.grace)
    board = id_of(await stage.command(stage.ada, "draw"))
    accept = button_id(stage.message(board), "Accept draw")
    await stage.resign(stage.grace)
    late = await stage.press(stage.grace, board, accept)
    assert late.text == "This match is over. `/challenge` starts a new one."
    assert "no running match" in (await stage.command(stage.ada, "draw")).text


async def test_agreed_draw_is_looked_back_on(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.moves(board, stage.ada, stage.grace, "b2 a1")
    await stage.click(stage.grace, id_of(await stage.command(stage.ada, "draw")), "Accept draw")
    for name in ("explain", "replay", "review"):
        answer = await stage.command(stage.ada, name)
        assert not answer.failed
        assert "went wrong" not in answer.text


async def test_direct_messages_have_draws_and_takebacks(stage: Stage) -> None:
    channel = stage.playground.direct(stage.ada)
    board = id_of(await stage.playground.command(stage.ada, channel, "challenge"))
    await stage.click(stage.ada, board, "b2")
    taken = await stage.answered(stage.playground.command(stage.ada, channel, "takeback"))
    await stage.quiet()
    assert len(open_cells(stage.message(id_of(taken)))) == 9
    menu = await stage.click(stage.ada, id_of(taken), "More")
    assert controls(stage.message(id_of(menu))) == ["Offer a draw", "Take back"]


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


async def test_unposted_takeback_is_drawn_in_place(
    stage: Stage,
) -> None:
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
