"""A whole channel plays one side against Maxine: everybody votes, and most votes win."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.playground.messages import text_of
from tests.bot.stage import cells, controls

if TYPE_CHECKING:
    from bot.playground.things import Person
    from tests.bot.stage import Stage


async def begun(stage: Stage, **options: object) -> int:
    """A match of #general, opened by Ada."""
    return await stage.challenge(stage.ada, together=True, **options)


async def drawn(stage: Stage) -> None:
    """Wait until all boards are drawn."""
    while drawing := [*stage.bot.displays.drawing.values()]:
        await asyncio.wait(drawing)


async def vote(stage: Stage, board: int, **votes: str) -> None:
    """Let people press, and wait until that is drawn."""
    for name, cell in votes.items():
        person: Person = getattr(stage, name)
        await stage.click(person, board, cell)
    await drawn(stage)


def shown(stage: Stage, board: int) -> str:
    return text_of(stage.message(board))


async def test_channel_votes_and_plays(stage: Stage) -> None:
    board = await begun(stage)
    assert f"<#{stage.general.id}> (X) against Maxine (O, medium)" in shown(stage, board)
    assert "It closes 1 minute after the first vote." in shown(stage, board)
    assert controls(stage.message(board)) == ["Play now", "Rules", "Resign"]
    answer = await stage.click(stage.grace, board, "b2")
    assert answer.ephemeral
    assert answer.text.startswith("Your vote: **b2**.")
    await vote(stage, board, eve="a1", ada="a1")
    assert "**3** have voted." in shown(stage, board)
    assert "a1" not in shown(stage, board)
    await stage.click(stage.ada, board, "Play now")
    await drawn(stage)
    assert cells(stage.message(board)).startswith("X")
    assert "2 of 3 chose a1" in shown(stage, board)
