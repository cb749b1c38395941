"""Where she is no member: servers to which only a person has brought her, and direct messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.playground.messages import text_of
from tests.bot.stage import button_id, buttons, cells, id_of

if TYPE_CHECKING:
    from bot.playground.world import Json
    from tests.bot.stage import Stage


def user_installed(stage: Stage) -> None:
    """From now on it is Ada who has brought her, not the server."""
    dispatch = stage.playground.interactions.dispatch
    owners = {"1": str(stage.ada.id)}
    stage.playground.interactions.dispatch = lambda data: dispatch(
        {**data, "authorizing_integration_owners": owners}
    )


def in_direct_messages(stage: Stage) -> None:
    """From now on everything happens in a direct message."""
    dispatch = stage.playground.interactions.dispatch

    def deliver(data: Json) -> None:
        kept = {key: value for key, value in data.items() if not key.startswith(("guild", "member"))}
        channel = {"id": data["channel_id"], "type": 1}
        dispatch({**kept, "channel": channel, "user": data["member"]["user"], "context": 1})

    stage.playground.interactions.dispatch = deliver


async def test_outdated_board_is_redrawn_by_answering_where_she_is_no_member(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stale = button_id(stage.message(board), "c3")
    await stage.click(stage.ada, board, "b2")
    stage.playground.world.edit(stage.message(board), {"components": []})
    user_installed(stage)
    stage.clock.advance(seconds=6)
    answer = await stage.press(stage.grace, board, stale)
    assert cells(stage.message(board)) == "a1 b1 c1 / a2 X c2 / a3 b3 c3"
    [told] = answer.followups
    assert told["ephemeral_for"] == str(stage.grace.id)
    assert "This board is old" in text_of(told)


async def test_match_in_direct_messages_is_played_and_linked(stage: Stage) -> None:
    in_direct_messages(stage)
    old = await stage.challenge(stage.ada)
    new = id_of(await stage.command(stage.ada, "board"))
    assert f"https://discord.com/channels/@me/{stage.general.id}/{new}" in text_of(stage.message(old))
    assert list(buttons(stage.message(old))) == []
    assert not (await stage.click(stage.ada, new, "b2")).ephemeral
    assert stage.rows("SELECT guild_id FROM matches") == [(None,)]


async def test_leaderboard_of_direct_messages_is_everybodys(stage: Stage) -> None:
    in_direct_messages(stage)
    await stage.challenge(stage.ada)
    await stage.command(stage.ada, "resign")
    answer = await stage.command(stage.ada, "leaderboard", scope="server")
    assert "everywhere" in answer.text
    assert f"1. {stage.ada.mention}: 0 points" in answer.text
    assert stage.rows("SELECT guild_id FROM standings") == [(0,)]
