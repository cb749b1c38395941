"""Where she is no member: servers to which only a person has brought her."""

from bot.playground.messages import text_of
from tests.bot.shown import button_id, cells
from tests.bot.stage import Stage


def user_installed(stage: Stage) -> None:
    """From now on it is Ada who has brought her, not the server."""
    dispatch = stage.playground.interactions.dispatch
    owners = {"1": str(stage.ada.id)}
    stage.playground.interactions.dispatch = lambda data: dispatch(
        {**data, "authorizing_integration_owners": owners}
    )


async def test_outdated_board_where_no_member(stage: Stage) -> None:
    """It is redrawn by answering, for there is no other way there."""
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
    assert "That press came too late: " in text_of(told)
