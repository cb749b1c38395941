"""Votes of a channel that come at once or too late, outlive a restart, or whose voter has left."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from bot.errors import StaleBoardError
from bot.models import Deadline
from bot.services import votes
from tests.bot.gated import GAME, Gated
from tests.bot.shown import controls, id_of, open_cells
from tests.bot.voting import begun, close, drawn, moves, pass_, shown, vote

if TYPE_CHECKING:
    from tests.bot.stage import Stage


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


async def test_who_leaves_stays_a_vote(stage: Stage) -> None:
    board = await begun(stage)
    await vote(stage, board, grace="b2", ada="a1")
    asked = await stage.command(stage.ada, "privacy delete")
    await stage.click(stage.ada, id_of(asked), "Delete everything about me")
    await stage.upkeep()
    assert "**2** have voted." in shown(stage, board)
    answer = await stage.click(stage.grace, board, "Play now")
    assert answer.text == "Only whoever started this match of the channel can do that."
    pass_(stage, 100)
    await stage.upkeep()
    assert moves(stage)[0] == (0, 4)


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


async def test_votes_are_explained_where_somebody_can(gated: Gated) -> None:
    board = await gated.challenge(gated.ada, game=GAME, together=True)
    assert await gated.storage.matches.find(1)
    await gated.analysts.close()
    [cell, *_] = open_cells(gated.message(board))
    await gated.playground.click(gated.grace, board, cell)
    await gated.playground.click(gated.ada, board, "Play now")
    await gated.quiet()
    assert len(moves(gated)) == 1
    await gated.upkeep()
    assert f"1 of 1 chose {cell}.\n" in shown(gated, board)


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
    before = await stage.storage.matches.find(1)
    assert before is not None
    await vote(stage, board, grace="b2")
    await close(stage, board)
    with pytest.raises(StaleBoardError):
        await votes.cast(stage.bot.context, before, stage.eve.id, 4)
    assert stage.rows("SELECT count(*) FROM votes") == [(1,)]


async def test_her_move_survives_a_restart(gated: Gated) -> None:
    gated.open_gate()
    board = await gated.challenge(gated.ada, game=GAME, together=True)
    [cell, *_] = open_cells(gated.message(board))
    await gated.playground.click(gated.grace, board, cell)
    await gated.playground.click(gated.ada, board, "Play now")
    await gated.quiet()
    await gated.stop()
    gated.database.change("DELETE FROM moves WHERE ply = 1", ())  # as if she had been killed before it
    gated.database.change("UPDATE matches SET to_move = 1, is_drawn = 0", ())
    await gated.offline()
    await gated.start()
    await gated.upkeep()
    assert len(moves(gated)) == 2
    assert f"1 of 1 chose {cell}" in shown(gated, board)
    assert "Maxine played" in shown(gated, board)


async def test_end_survives_a_restart(stage: Stage) -> None:
    board = await begun(stage)
    await vote(stage, board, grace="b2", eve="b2")
    await close(stage, board)
    stage.database.change("UPDATE matches SET result = 'draw', manner = 'agreement', is_drawn = 0", ())
    await stage.restart()
    await stage.upkeep()
    assert "**Draw**" in shown(stage, board)
    assert controls(stage.message(board)) == ["Explain", "Rematch", "Review"]
