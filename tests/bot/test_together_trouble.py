"""Votes of a channel that come at once or too late, outlive a restart, or whose voter has left."""

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from bot.errors import StaleBoardError
from bot.models import Deadline, Match
from bot.playground.errors import UNKNOWN_CHANNEL
from bot.playground.things import Person
from bot.services import votes
from tests.bot.drafts import present
from tests.bot.paused_stage import GAME, PausedStage
from tests.bot.shown import controls, id_of, open_cells
from tests.bot.stage import EDIT, Stage
from tests.bot.voting import begun, close, drawn, moves, pass_, shown, vote


async def only_match(stage: Stage) -> Match:
    return present(await stage.storage.matches.find(1))


@pytest.mark.parametrize("moment", ["open", "away", "closed"])
async def test_vote_survives_a_restart(stage: Stage, moment: str) -> None:
    board = await begun(stage, pace="1 minute")
    await vote(stage, board, grace="b2", eve="b2")
    if moment == "closed":  # and nothing of it drawn
        await stage.click(stage.ada, board, "Play now")
    await stage.stop()
    await stage.offline()
    if moment == "away":
        pass_(stage, 1000, is_awake=False)
    await stage.start()
    await stage.upkeep()
    if moment != "closed":
        assert moves(stage) == []
        await vote(stage, board, emmy="a1")
        assert "**3** have voted." in shown(stage, board)
        pass_(stage, 1000)
        await stage.upkeep()
    await stage.upkeep()
    assert moves(stage)[0] == (0, 4)
    assert len(moves(stage)) == 2
    assert "Maxine played" in shown(stage, board)


async def test_many_votes_few_drawings(stage: Stage) -> None:
    board = await begun(stage)
    people = [stage.newcomer(f"person{number}") for number in range(20)]
    at = asyncio.get_running_loop().time
    drawings = list[float]()
    stage.world.listeners.append(
        lambda event, data: (
            drawings.append(at()) if event == "message_update" and data["id"] == str(board) else None
        )
    )
    answers = await asyncio.gather(
        *(
            stage.playground.click(person, board, "b2" if number % 3 else "a1")
            for number, person in enumerate(people)
        )
    )
    await stage.quiet()
    await drawn(stage)
    assert all(answer.ephemeral for answer in answers)
    assert "**20** have voted." in shown(stage, board)
    assert stage.rows("SELECT count(*) FROM votes") == [(20,)]
    assert all(later - earlier >= 2 for earlier, later in pairwise(drawings))


@pytest.mark.parametrize("is_restarted", [False, True])
@pytest.mark.parametrize("is_gone", [False, True])
async def test_vote_closes_where_nothing_can_be_drawn(
    stage: Stage, *, is_gone: bool, is_restarted: bool
) -> None:
    board, world = await begun(stage), stage.playground.world
    channels = world.channels
    if is_gone:  # for the bot, while clients still send presses
        stage.playground.expect_refusals(UNKNOWN_CHANNEL)
        world.channels = tuple(each for each in channels if each.id != stage.general.id)
        await votes.cast(stage.bot.context, await only_match(stage), stage.grace.id, 4)
    else:
        stage.playground.fail_next("PATCH", EDIT, 403, times=9)
        await stage.click(stage.grace, board, "b2")
    await stage.upkeep()
    if is_restarted:
        await stage.restart()
        await stage.command_in(stage.games, stage.eve, "help")
    pass_(stage, 100)
    await stage.upkeep()
    assert moves(stage)[0] == (0, 4)
    world.channels = channels
    stage.playground.heal()
    await stage.upkeep()
    assert "1 of 1 chose b2" in shown(stage, board)
    assert "Maxine played" in shown(stage, board)


async def test_pause_of_a_drawing_delays_no_vote(stage: Stage) -> None:
    await stage.click(stage.grace, await begun(stage), "b2")
    await drawn(stage)
    stage.bot.displays.tasks.pauses[1] = asyncio.get_running_loop().time() + 600, 600.0
    pass_(stage, 100)
    await stage._upkeep._catch_up()
    await drawn(stage)
    assert moves(stage)[0] == (0, 4)


async def erase(stage: Stage, person: Person) -> None:
    asked = await stage.command(person, "privacy delete")
    await stage.click(person, id_of(asked), "Delete everything about me")
    await stage.upkeep()


async def test_who_deletes_votes_once(stage: Stage) -> None:
    board = await begun(stage)
    await vote(stage, board, eve="a1")
    for _ in range(3):
        await vote(stage, board, grace="b2")
        await erase(stage, stage.grace)
    assert "**1** has voted." in shown(stage, board)
    await vote(stage, board, grace="b2")
    await close(stage, board)
    assert "1 of 2 chose a1" in shown(stage, board)


async def test_last_voter_takes_the_vote_along(stage: Stage) -> None:
    board = await begun(stage)
    await vote(stage, board, grace="b2")
    await erase(stage, stage.grace)
    assert "It closes 1 minute after the first vote." in shown(stage, board)
    pass_(stage, 100)
    await stage.upkeep()
    assert (moves(stage), stage.rows("SELECT due_at FROM matches")) == ([], [(None,)])


async def test_last_voter_leaves_while_the_vote_closes(stage: Stage) -> None:
    board = await begun(stage, pace="1 day")
    await vote(stage, board, grace="b2")
    await close(stage, board)
    match = await only_match(stage)
    voted = await votes.cast(stage.bot.context, match, stage.grace.id, match.state.actions()[0])
    await erase(stage, stage.grace)
    assert await votes.close_complete(stage.bot.context, voted)
    assert len(moves(stage)) == 2


async def test_nobody_waits_for_who_deleted(stage: Stage) -> None:
    board = await begun(stage, pace="1 day")
    await vote(stage, board, grace="b2", eve="b2")
    await close(stage, board)
    await erase(stage, stage.eve)
    assert stage.rows("SELECT count(*) FROM votes WHERE user_id < 0") == [(1,)]
    stage.playground.fail_next("GET", r"/members/-\d+$", 400, times=9)  # it is no id for Discord
    first, *_ = open_cells(stage.message(board))
    await vote(stage, board, grace=first)
    assert len(moves(stage)) == 4


async def test_who_deletes_ends_the_waiting(stage: Stage) -> None:
    board = await begun(stage, pace="1 day")
    await vote(stage, board, grace="b2", eve="b2")
    await close(stage, board)
    first, *_ = open_cells(stage.message(board))
    await vote(stage, board, grace=first)
    assert len(moves(stage)) == 2
    await erase(stage, stage.eve)
    assert len(moves(stage)) == 4


async def test_person_has_one_vote(stage: Stage) -> None:
    board = await begun(stage)
    two = (stage.playground.click(stage.grace, board, cell) for cell in ("a1", "b2"))
    answers = await asyncio.gather(*two)
    assert all(answer.text.startswith("Your vote:") for answer in answers)
    assert stage.rows("SELECT count(*) FROM votes") == [(1,)]
    await drawn(stage)
    assert "**1** has voted." in shown(stage, board)


async def test_votes_while_a_vote_closes(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await begun(stage)
    await vote(stage, board, grace="a1", eve="b2")
    save, match = stage.storage.matches.save, await stage.storage.matches.find(1)
    assert match is not None
    late = [stage.ada.id, stage.emmy.id, stage.blaise.id]

    async def save_late(*args: Any) -> Any:  # noqa: ANN401 - as it is
        if late:
            await stage.storage.votes.cast(match, late.pop(), 4, 1.0, 60.0)
        return await save(*args)

    monkeypatch.setattr(stage.storage.matches, "save", save_late)
    await close(stage, board)
    assert "4 of 5 chose b2" in shown(stage, board)


async def test_votes_are_explained_where_somebody_can(paused: PausedStage) -> None:
    board = await paused.challenge(paused.ada, game=GAME, together=True)
    assert await paused.storage.matches.find(1)
    await paused.analysts.close()
    [cell, *_] = open_cells(paused.message(board))
    await paused.playground.click(paused.grace, board, cell)
    await paused.playground.click(paused.ada, board, "Play now")
    await paused.quiet()
    assert len(moves(paused)) == 1
    await paused.upkeep()
    assert f"1 of 1 chose {cell}.\n" in shown(paused, board)


async def test_vote_closes_once(stage: Stage) -> None:
    board = await begun(stage, pace="1 hour")
    await vote(stage, board, grace="b2")
    two = (stage.playground.click(stage.ada, board, "Play now") for _ in range(2))  # of two clients
    await asyncio.gather(*two)
    await stage.quiet()
    await drawn(stage)
    assert len(moves(stage)) == 2
    deadline = Deadline(1, stage.clock())
    assert not await votes.close_due(stage.bot.context, deadline)  # another process did it


async def test_vote_that_comes_too_late(stage: Stage) -> None:
    board = await begun(stage)
    before = present(await stage.storage.matches.find(1))
    await vote(stage, board, grace="b2")
    await close(stage, board)
    with pytest.raises(StaleBoardError):
        await votes.cast(stage.bot.context, before, stage.eve.id, 4)
    assert stage.rows("SELECT count(*) FROM votes") == [(1,)]


async def test_her_move_survives_a_restart(paused: PausedStage) -> None:
    paused.resume_workers()
    board = await paused.challenge(paused.ada, game=GAME, together=True)
    [cell, *_] = open_cells(paused.message(board))
    await paused.playground.click(paused.grace, board, cell)
    await paused.playground.click(paused.ada, board, "Play now")
    await paused.quiet()
    await paused.stop()
    paused.database.change("DELETE FROM moves WHERE ply = 1", ())  # as if she had been killed before it
    paused.database.change("UPDATE matches SET to_move = 1, is_drawn = 0", ())
    await paused.offline()
    await paused.start()
    await paused.upkeep()
    assert len(moves(paused)) == 2
    assert f"1 of 1 chose {cell}" in shown(paused, board)
    assert "Maxine played" in shown(paused, board)


async def test_end_survives_a_restart(stage: Stage) -> None:
    board = await begun(stage)
    await vote(stage, board, grace="b2", eve="b2")
    await close(stage, board)
    stage.database.change("UPDATE matches SET result = 'draw', manner = 'agreement', is_drawn = 0", ())
    await stage.restart()
    await stage.upkeep()
    assert "**Draw**" in shown(stage, board)
    assert controls(stage.message(board)) == ["Explain", "Rematch", "Review"]
