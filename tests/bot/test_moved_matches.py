"""Matches whose clock stands still, as they cannot be shown where they are played, go on elsewhere."""

import pytest

from bot.components import match_lists
from bot.models import Match, Place
from bot.playground.messages import text_of
from tests.bot.shown import cells, controls, id_of
from tests.bot.stage import Stage
from tests.bot.test_deadlines import upkeep
from tests.bot.test_deadlines_unseen import out_of_time, resumptions
from tests.driver import Answer

STAYS = "This match stays where it is, as I can show it there: "


async def stopped(stage: Stage, **options: object) -> int:
    """A match in #games whose clock stands still, as she does not see the channel any more; its board."""
    asked = await stage.playground.command(stage.ada, stage.games, "challenge", pace="1 day", **options)
    board = id_of(asked)
    if "opponent" in options:
        await stage.playground.click(stage.grace, board, "Accept")
    await stage.upkeep()
    stage.playground.fail_next("PATCH", f"/channels/{stage.games.id}/", 403, times=999)
    await out_of_time(stage)
    return board


async def wished(stage: Stage) -> Answer:
    """Let Ada want to go on in #general; the answer to it."""
    listed = await stage.command(stage.ada, "matches", scope="mine")
    assert "I cannot show this match where it is played" in listed.text
    return await stage.click(stage.ada, id_of(listed), "Move it here")


async def test_match_goes_on_where_both_are(stage: Stage) -> None:
    await stopped(stage, opponent=stage.grace)
    asked = await wished(stage)
    assert f"{stage.ada.mention} wants to go on with it here. {stage.grace.mention}, if you do" in asked.text
    own = await stage.click(stage.ada, id_of(asked), "Go on here")
    assert own.text == f"{stage.grace.mention} has to press this, who must be able to see this channel."
    stranger = await stage.click(stage.eve, id_of(asked), "Go on here")
    assert stranger.ephemeral
    board = id_of(await stage.click(stage.grace, id_of(asked), "Go on here"))
    assert board == id_of(asked)
    assert len(resumptions(stage)) == 1
    await upkeep(stage)
    assert " moves by <t:" in text_of(stage.message(board))
    assert "X" in cells(stage.message(id_of(await stage.click(stage.ada, board, "b2"))))
    assert stage.rows("SELECT channel_id, message_id FROM matches") == [(stage.general.id, board)]


async def test_match_against_maxine_goes_on_at_once(stage: Stage) -> None:
    await stopped(stage)
    board = id_of(await wished(stage))
    assert "X" in cells(stage.message(id_of(await stage.click(stage.ada, board, "b2"))))


async def test_shown_match_is_not_moved(stage: Stage) -> None:
    board = await stopped(stage, opponent=stage.grace)
    asked, listed = await wished(stage), await stage.command(stage.ada, "matches", scope="mine")
    stage.playground.heal()
    await upkeep(stage)
    link = f"https://discord.com/channels/{stage.playground.guild.id}/{stage.games.id}/{board}"
    for answer in (
        await stage.click(stage.grace, id_of(asked), "Go on here"),
        await stage.click(stage.ada, id_of(listed), "Move it here"),
    ):
        assert answer.text == STAYS + link
    assert controls(stage.message(id_of(asked))) == ["Go on here"]
    listed = await stage.command(stage.ada, "matches", scope="mine")
    assert controls(stage.message(id_of(listed))) == []


@pytest.mark.parametrize("seat", [0, 2])
async def test_forged_consent_moves_nothing(stage: Stage, seat: int) -> None:
    board = await stopped(stage, opponent=stage.grace)
    other = id_of(await stage.command(stage.grace, "help"))
    forged = match_lists.go_on_here_button.id_for(1, seat)
    for message in (other, board):
        assert (await stage.press(stage.grace, message, forged)).ephemeral
    assert stage.rows("SELECT channel_id FROM matches") == [(stage.games.id,)]


async def test_match_is_moved_once(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    await stopped(stage, opponent=stage.grace)
    asked, matches = await wished(stage), stage.bot.context.storage.matches
    move, elsewhere = matches.move_to, Place(stage.playground.guild.id, stage.games.id, 77)

    async def move_too_late(before: Match, place: Place) -> bool:
        await move(before, elsewhere)
        return await move(before, place)

    monkeypatch.setattr(matches, "move_to", move_too_late)
    answer = await stage.click(stage.grace, id_of(asked), "Go on here")
    assert answer.text.startswith(STAYS)
    assert stage.rows("SELECT parent_id FROM matches") == [(77,)]
