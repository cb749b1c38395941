"""Matches of whole channels whose voters or opener are gone, timed out or blocked."""

import pytest

from bot.storage import searches
from tests.bot.shown import id_of, open_cells, private_text
from tests.bot.stage import Stage
from tests.bot.test_people_who_left import leave
from tests.bot.test_together_trouble import erase
from tests.bot.voting import begun, close, drawn, moves, shown, vote

OPENER_GONE = (
    "The member who started this match of the channel has left. Members who have voted in two of its rounds"
    " can do that now."
)


async def second_round(stage: Stage) -> tuple[int, str]:
    """A match in whose first round Grace and Eve have voted, and a legal move of the second one."""
    board = await begun(stage, pace="1 day")
    await vote(stage, board, grace="b2", eve="b2")
    await close(stage, board)
    return board, open_cells(stage.message(board))[0]


@pytest.mark.parametrize("is_away", [True, False])
async def test_who_left_is_not_waited_for(stage: Stage, *, is_away: bool) -> None:
    board, cell = await second_round(stage)
    if is_away:
        leave(stage, stage.eve)
    await vote(stage, board, grace=cell)
    assert len(moves(stage)) == (4 if is_away else 2)
    assert (f"1 of 1 chose {cell}" in shown(stage, board)) == is_away


async def test_who_leaves_after_the_others_voted(stage: Stage) -> None:
    board, cell = await second_round(stage)
    await vote(stage, board, grace=cell)
    await stage.upkeep()
    assert len(moves(stage)) == 2
    leave(stage, stage.eve)
    await stage.upkeep()
    assert len(moves(stage)) == 4


@pytest.mark.parametrize(("seconds", "is_away"), [(600, True), (-600, False)])
async def test_who_is_timed_out_is_not_waited_for(stage: Stage, seconds: float, *, is_away: bool) -> None:
    board, cell = await second_round(stage)
    world = stage.playground.world
    world.timeouts[stage.eve.id] = world.time() + seconds
    await vote(stage, board, grace=cell)
    assert len(moves(stage)) == (4 if is_away else 2)


@pytest.mark.parametrize("status", [403, 500])
async def test_silence_about_a_member_is_no_absence(stage: Stage, status: int) -> None:
    board, cell = await second_round(stage)
    leave(stage, stage.eve)
    stage.playground.fail_next("GET", r"/members/\d+$", status, times=9)
    await vote(stage, board, grace=cell)
    assert len(moves(stage)) == 2
    assert "**1** has voted." in shown(stage, board)


async def test_who_is_blocked_does_not_vote(stage: Stage) -> None:
    board, cell = await second_round(stage)
    await stage.command(stage.ada, "block", user=stage.eve)
    answer = await stage.click(stage.eve, board, cell)
    assert answer.ephemeral
    assert answer.text == (
        f"{stage.ada.mention} takes no votes from you just now. Start your own match with `/challenge`."
    )
    await vote(stage, board, grace=cell)  # and Eve is not waited for
    assert len(moves(stage)) == 4


async def test_every_open_vote_is_looked_at(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "VOTING", searches.VOTING.replace("LIMIT 100", "LIMIT 1"))
    older = await begun(stage, pace="1 day")
    await vote(stage, older, grace="b2")
    board, cell = await second_round(stage)
    await vote(stage, board, grace=cell)
    leave(stage, stage.eve)
    await stage.upkeep()
    assert f"1 of 1 chose {cell}" in shown(stage, board)


async def two_rounds(stage: Stage) -> int:
    """A match in which Grace has voted in two rounds, and Eve in the third, which is open."""
    board, cell = await second_round(stage)
    await vote(stage, board, grace=cell, emmy=cell)
    await close(stage, board)
    await vote(stage, board, blaise=open_cells(stage.message(board))[0])
    return board


@pytest.mark.parametrize("way", ["left", "deleted"])
async def test_voters_act_for_an_opener_who_is_gone(stage: Stage, way: str) -> None:
    board = await two_rounds(stage)
    refused = await stage.click(stage.grace, board, "Play now")
    assert refused.text == "Only whoever started this match of the channel can do that."
    if way == "left":
        leave(stage, stage.ada)
    else:
        await erase(stage, stage.ada)
    for label in ("Play now", "Resign"):
        assert (await stage.click(stage.emmy, board, label)).text == OPENER_GONE
    before = len(moves(stage))
    await close(stage, board, stage.grace)
    assert len(moves(stage)) > before
    await stage.click(stage.grace, board, "Resign")
    await stage.click(stage.grace, board, "Really resign?")
    assert stage.rows("SELECT result, manner FROM matches") == [("second", "resignation")]


async def test_who_is_blocked_does_not_act_for_the_opener(stage: Stage) -> None:
    board = await two_rounds(stage)
    await stage.command(stage.ada, "block", user=stage.grace)
    leave(stage, stage.ada)
    for label in ("Play now", "Resign"):
        refused = await stage.click(stage.grace, board, label)
        assert refused.text.startswith(f"{stage.ada.mention} takes no votes from you just now.")


async def test_voters_resign_by_command(stage: Stage) -> None:
    await two_rounds(stage)
    await erase(stage, stage.ada)
    assert (await stage.command(stage.emmy, "resign")).text == OPENER_GONE
    asked = await stage.command(stage.grace, "resign", match=1)
    assert "If you resign, Maxine wins." in asked.text
    await stage.click(stage.grace, id_of(asked), "Really resign?")
    await drawn(stage)
    assert stage.rows("SELECT result, manner FROM matches") == [("second", "resignation")]


@pytest.mark.parametrize("kind", ["channel", "people", "maxine"])
async def test_stopped_match_has_no_rematch_for_a_day(stage: Stage, kind: str) -> None:
    if kind == "channel":
        await begun(stage)
    elif kind == "people":
        await stage.between(stage.grace, stage.eve)
    else:
        await stage.challenge(stage.grace)
    asked = await stage.command(stage.ada, "stop", match=1)
    await stage.click(stage.ada, id_of(asked), "Really end it?")
    await stage.upkeep()
    [(board,)] = stage.rows("SELECT message_id FROM matches")
    refused = await stage.click(stage.grace, board, "Rematch")
    assert private_text(refused) == "A moderator stopped this match. A rematch can follow a day after that."
    stage.clock.advance(hours=25)
    again = await stage.click(stage.grace, board, "Rematch")
    assert id_of(again) != board
