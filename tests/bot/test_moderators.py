"""/stop, and End the match in the menu: who may end a match, and what then becomes of it."""

from bot.playground.messages import text_of
from tests.bot.desk import Desk
from tests.bot.shown import ENDED, button_id, buttons, controls, id_of
from tests.bot.stage import Stage

REALLY = "Really end it?"


async def test_moderator_ends_a_match(stage: Stage) -> None:
    old = await stage.between(stage.grace, stage.eve)
    asked = await stage.command(stage.ada, "stop", match=1)
    assert asked.ephemeral
    assert "If you end this match, nobody wins" in asked.text
    assert stage.rows("SELECT result FROM matches") == [(None,)]
    answer = await stage.click(stage.ada, id_of(asked), REALLY)
    assert answer.text == "You ended this match. Its board says so."
    [board] = answer.followups
    assert "**Ended** by a moderator, without a result." in text_of(board)
    assert board["pinged"] == [str(stage.grace.id), str(stage.eve.id)]
    assert controls(board) == ENDED
    assert list(buttons(stage.message(old))) == []
    assert stage.rows("SELECT result, manner FROM matches") == [("abandoned", "stop")]
    assert stage.rows("SELECT * FROM standings") == []
    for name in ("explain", "replay", "review"):
        assert "went wrong" not in (await stage.command(stage.grace, name)).text


async def test_end_concerns_nobody_who_is_not(desk: Desk) -> None:
    await desk.challenge(desk.grace)
    asked = await desk.command(desk.ada, "stop", match=1)
    assert "counts nowhere. Its board says that a moderator did it." in asked.text
    answer = await desk.click(desk.ada, id_of(asked), REALLY)
    assert "players" not in asked.text + answer.text


async def test_moderator_ends_it_by_menu(stage: Stage) -> None:
    board = await stage.between(stage.grace, stage.eve)
    menu = id_of(await stage.click(stage.ada, board, "More"))
    assert controls(stage.message(menu)) == ["End the match"]
    assert id_of(await stage.click(stage.ada, menu, "End the match")) == menu
    await stage.click(stage.ada, menu, REALLY)
    assert stage.rows("SELECT manner FROM matches") == [("stop",)]
    again = await stage.press(stage.ada, menu, "sy:1")
    assert "no longer know" in again.text


async def test_others_are_refused(desk: Desk) -> None:
    board = await desk.between(desk.grace, desk.eve)
    asked = id_of(await desk.command(desk.ada, "stop", match=1))
    menu = id_of(await desk.click(desk.grace, board, "More"))
    assert controls(desk.message(menu)) == ["Offer a draw", "Ask to take back"]
    refused = await desk.command(desk.grace, "stop", match=1)
    assert refused.ephemeral
    assert refused.text.startswith("Only moderators")
    for id_ in ("sq:1", button_id(desk.message(asked), REALLY)):
        assert (await desk.press(desk.grace, board, id_)).text.startswith("Only moderators")
    assert "no longer know" in (await desk.press(desk.ada, board, "sy:1")).text
    assert desk.rows("SELECT result FROM matches") == [(None,)]


async def test_only_running_matches_are_ended(stage: Stage) -> None:
    await stage.challenge(stage.grace)
    await stage.resign(stage.grace)
    assert "This match is over" in (await stage.command(stage.ada, "stop", match=1)).text
    assert "I know no match #9 here" in (await stage.command(stage.ada, "stop", match=9)).text
    await stage.challenge(stage.grace)
    command = stage.playground.command(stage.ada, stage.games, "stop", match=2)
    assert "I know no match #2 here" in (await stage.answered(command)).text
    suggested = await stage.playground.autocomplete(stage.ada, stage.general, "stop", "match", "")
    assert [choice["value"] for choice in suggested] == [2]


async def test_direct_messages_have_no_moderators(desk: Desk) -> None:
    channel = desk.world.direct(desk.ada)
    await desk.command_in(channel, desk.ada, "challenge", first="me")
    refused = await desk.command_in(channel, desk.ada, "stop", match=1)
    assert refused.text.startswith("Only moderators")


async def test_suggestion_says_who_ended_it(stage: Stage) -> None:
    await stage.challenge(stage.grace)
    asked = id_of(await stage.command(stage.ada, "stop", match=1))
    await stage.click(stage.ada, asked, REALLY)
    [choice] = await stage.playground.autocomplete(stage.grace, stage.general, "review", "match", "")
    assert "ended by a moderator" in choice["name"]
