"""A whole channel plays one side against Maxine: everybody votes, and most votes win."""

import pytest

from bot.components.explanations import explain_button
from tests.bot.shown import button_id, cells, controls, id_of, open_cells, private_text
from tests.bot.stage import Stage
from tests.bot.test_settings import change
from tests.bot.voting import begun, close, drawn, moves, pass_, shown, vote


async def test_most_votes_are_played(stage: Stage) -> None:
    board = await begun(stage)
    assert f"<#{stage.general.id}> (X) against Maxine (O, medium)" in shown(stage, board)
    assert "It closes 1 minute after the first vote." in shown(stage, board)
    assert controls(stage.message(board)) == ["Play now", "Rules", "Resign"]
    await vote(stage, board, grace="b2", eve="a1", ada="a1")
    assert "**3** have voted. The vote is open until <t:" in shown(stage, board)
    assert "a1" not in shown(stage, board)
    await close(stage, board)
    assert cells(stage.message(board)).startswith("X")
    assert "2 of 3 chose a1, which holds the draw. Why a1: " in shown(stage, board)
    assert "Maxine played" in shown(stage, board)


async def test_votes_can_be_changed(stage: Stage) -> None:
    board = await begun(stage)
    await vote(stage, board, grace="a1", eve="b2")
    await vote(stage, board, grace="b2")
    assert "**2** have voted." in shown(stage, board)
    await close(stage, board)
    assert "2 of 2 chose b2" in shown(stage, board)


async def test_earlier_vote_decides_a_tie(stage: Stage) -> None:
    board = await begun(stage)
    await vote(stage, board, grace="b2", eve="a1")
    await close(stage, board)
    assert moves(stage)[0] == (0, 4)
    assert "1 of 2 chose b2" in shown(stage, board)
    assert "As many wanted another move: the earlier vote decided." in shown(stage, board)


async def test_vote_closes_when_its_time_is_up(stage: Stage) -> None:
    board = await begun(stage, pace="30 seconds")
    pass_(stage, 100)
    await stage.upkeep()
    assert moves(stage) == []  # it begins with the first vote
    await vote(stage, board, grace="b2")
    await stage.upkeep()
    assert moves(stage) == []
    pass_(stage, 100)
    await stage.upkeep()
    assert moves(stage)[0] == (0, 4)
    assert "It closes 30 seconds after the first vote." in shown(stage, board)
    assert stage.rows("SELECT due_at FROM matches") == [(None,)]


async def test_vote_closes_when_all_have_voted(stage: Stage) -> None:
    board = await begun(stage, pace="1 day")
    await vote(stage, board, grace="b2", eve="b2")
    await close(stage, board)
    first, second, *_ = open_cells(stage.message(board))
    await vote(stage, board, grace=first)
    assert len(moves(stage)) == 2
    await vote(stage, board, emmy=second)  # who was not there before
    assert len(moves(stage)) == 2
    await vote(stage, board, eve=first)
    assert len(moves(stage)) == 4
    assert f"2 of 3 chose {first}" in shown(stage, board)


async def test_only_the_opener_decides(stage: Stage) -> None:
    board = await begun(stage)
    await vote(stage, board, grace="b2")
    for label in ("Play now", "Resign"):
        answer = await stage.click(stage.grace, board, label)
        assert private_text(answer) == "Only whoever started this match of the channel can do that."
    answer = await stage.command(stage.grace, "resign")
    assert answer.text == "Only whoever started this match of the channel can do that."
    await stage.resign(stage.ada)
    assert stage.rows("SELECT result, manner, unrated FROM matches") == [("second", "resignation", "casual")]


async def test_nobody_closes_an_empty_vote(stage: Stage) -> None:
    board = await begun(stage)
    answer = await stage.click(stage.ada, board, "Play now")
    assert answer.text == "Nobody has voted yet. Press the move that you want to be played."


@pytest.mark.ci
async def test_late_votes_are_refused(stage: Stage) -> None:
    board = await begun(stage)
    late = button_id(stage.message(board), "a1")
    await vote(stage, board, grace="b2")
    await close(stage, board)
    answer = await stage.press(stage.eve, board, late)
    assert private_text(answer).startswith("That press came too late: 1 of 1 chose b2")
    assert stage.rows("SELECT count(*) FROM votes") == [(1,)]


async def test_no_help_while_the_channel_votes(stage: Stage) -> None:
    board = await begun(stage)
    await vote(stage, board, grace="b2")
    for name in ("hint", "draw", "takeback"):
        answer = await stage.command(stage.grace, name)
        assert answer.ephemeral, name
        assert "channel" in answer.text
    answer = await stage.press(stage.eve, board, explain_button.id_for(1))
    assert answer.text.startswith("While the channel votes I keep my thoughts to myself.")


async def test_votes_by_name(stage: Stage) -> None:
    board = await begun(stage)
    names = await stage.playground.autocomplete(stage.grace, stage.general, "move", "to", "b")
    assert [each["value"] for each in names] == ["b1", "b2", "b3"]
    answer = await stage.command(stage.grace, "move", to="b2")
    assert answer.text == f"{stage.grace.mention} has voted."
    await drawn(stage)
    await close(stage, board)
    assert moves(stage)[0] == (0, 4)


async def test_votes_may_be_shown(stage: Stage) -> None:
    board = await begun(stage, votes=True, explain=False)
    await vote(stage, board, grace="b2", eve="a1", ada="a1")
    assert "So far: a1 (2), b2 (1)." in shown(stage, board)
    await close(stage, board)
    assert "2 of 3 chose a1." in shown(stage, board)
    assert "Why" not in shown(stage, board)


async def play_out(stage: Stage, board: int) -> None:
    """Let Grace and Eve vote for the same until the match is over; Ada closes each vote."""
    while cells_left := open_cells(stage.message(board)):
        await vote(stage, board, grace=cells_left[0], eve=cells_left[0])
        if "**2** have voted." in shown(stage, board):  # else both are all who are waited for
            await close(stage, board)


async def test_end_tells_who_voted_best(stage: Stage) -> None:
    board = await begun(stage, level="perfect")
    await play_out(stage, board)
    text = shown(stage, board)
    assert f"**Voted best**, giving nothing away: {stage.grace.mention} (" in text
    assert "Not rated: the whole channel played it." in text
    assert stage.rows("SELECT count(*) FROM standings") == [(0,)]
    assert stage.rows("SELECT count(*) FROM ratings") == [(0,)]
    review = await stage.click(stage.eve, board, "Review")
    assert f"<#{stage.general.id}>" in review.text


async def test_anybody_begins_the_rematch(stage: Stage) -> None:
    board = await begun(stage)
    await vote(stage, board, grace="b2")
    await close(stage, board)
    await stage.resign(stage.ada)
    newest = max(id_ for id_, each in stage.world.messages.items() if "Rematch" in controls(each))
    again = id_of(await stage.click(stage.grace, newest, "Rematch"))
    await stage.quiet()
    assert f"Maxine (X, medium) against <#{stage.general.id}> (O)" in shown(stage, again)
    assert stage.rows("SELECT opener_id, ballots FROM together ORDER BY match_id") == [
        (stage.ada.id, 1),
        (stage.grace.id, 0),
    ]


async def test_voters_learn_from_their_mistakes(stage: Stage) -> None:
    board = await begun(stage, level="perfect")
    await vote(stage, board, grace="a1")
    await close(stage, board)
    for cell in ("b1", "c3"):  # all who are waited for; and she wins by a3
        await vote(stage, board, grace=cell)
    own = "Learn from your mistakes"
    for person, label in ((stage.grace, own), (stage.ada, own), (stage.eve, "Learn from the mistakes of X")):
        review = await stage.click(person, board, "Review")
        assert label in controls(stage.message(id_of(review)))
        lesson = await stage.click(person, id_of(review), label)
        assert lesson.text.startswith("### Mistake 1 of ")
        assert f"<#{stage.general.id}> (X) played c3." in lesson.text


async def test_server_shows_votes(stage: Stage) -> None:
    await change(stage, usual=["shows_votes"])
    for options, is_shown in (({}, True), ({"votes": False}, False)):
        board = await begun(stage, **options)
        await vote(stage, board, grace="b2")
        assert ("So far: b2 (1)." in shown(stage, board)) is is_shown


async def test_channel_plays_against_nobody_else(stage: Stage) -> None:
    answer = await stage.command(stage.ada, "challenge", together=True, opponent=stage.grace)
    assert answer.text.startswith("With `together` the whole channel plays against me.")
    alone = await stage.playground.command(
        stage.ada, stage.world.direct(stage.ada), "challenge", together=True
    )
    assert "I must be a member of the server" in alone.text


async def test_untouched_match_of_a_channel_ends(stage: Stage) -> None:
    board = await begun(stage)
    stage.database.change("UPDATE matches SET touched_at = touched_at - ?", (8 * 24 * 3600,))
    await stage.upkeep()
    assert stage.rows("SELECT result FROM matches") == [("abandoned",)]
    again = await stage.command(stage.eve, "board")
    assert "**Abandoned**, untouched for a week." in shown(stage, id_of(again))
    assert id_of(again) != board


async def test_channel_may_move_again(stage: Stage) -> None:
    board = await begun(stage, game="kalah", level="easy")
    await vote(stage, board, grace="c", eve="c")  # it ends in the store
    await close(stage, board)
    assert f"<#{stage.general.id}> played c. **Vote**: press" in shown(stage, board)
    await vote(stage, board, grace="a", eve="a")  # all who are waited for
    assert [ply for ply, _ in moves(stage)][:2] == [0, 1]
    assert len(moves(stage)) > 2


async def test_every_mark_can_be_voted_for(stage: Stage) -> None:
    board = await begun(stage, game="tic-tac-toe-wild")
    assert {"b2x", "b2o"} <= {*open_cells(stage.message(board))}
    assert controls(stage.message(board)) == ["Play now", "Rules", "Resign"]
    await vote(stage, board, grace="b2o", eve="b2o")
    await close(stage, board)
    assert moves(stage)[0] == (0, 9)


async def test_channel_votes_in_a_thread(stage: Stage) -> None:
    await stage.command(stage.ada, "challenge", together=True, thread=True)
    await stage.upkeep()
    [(thread, board)] = stage.rows("SELECT channel_id, message_id FROM matches")
    assert thread != stage.general.id
    assert stage.world.threads[thread].name == "Everybody vs Maxine: Tic-tac-toe"
    assert f"<#{thread}> (X) against Maxine" in shown(stage, board)
    await vote(stage, board, grace="b2")
    await close(stage, board)
    assert "1 of 1 chose b2" in shown(stage, board)


@pytest.mark.ci
async def test_resigning_tells_who_voted_best(stage: Stage) -> None:
    board = await begun(stage, game="four-in-a-row-4x4", level="easy")
    for _ in range(5):
        first, *_ = open_cells(stage.message(board))
        await vote(stage, board, grace=first, eve=first)
        if "**2** have voted." in shown(stage, board):
            await close(stage, board)
    await stage.click(stage.ada, board, "Resign")
    answer = await stage.click(stage.ada, board, "Really resign?")
    assert f"{stage.grace.mention} (" in answer.text
    assert " of 5)" in answer.text  # and not only of the last rounds
