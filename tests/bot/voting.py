"""Steps that a match of a whole channel takes: votes, their ends, and what is shown of them."""

import asyncio

from bot.playground.messages import text_of
from bot.playground.things import Person
from tests.bot.stage import Stage


async def begun(stage: Stage, **options: object) -> int:
    board = await stage.challenge(stage.ada, together=True, **options)
    await stage.upkeep()
    return board


async def drawn(stage: Stage) -> None:
    while drawing := stage.bot.displays.tasks.values():
        await asyncio.wait(drawing)


async def vote(stage: Stage, board: int, **wishes: str) -> None:
    """Let people press, and wait until that is drawn."""
    for name, cell in wishes.items():
        person: Person = getattr(stage, name)
        answer = await stage.click(person, board, cell)
        assert answer.ephemeral, answer.text
        assert f"**{cell}**" in answer.text
    await drawn(stage)


async def close(stage: Stage, board: int, by: Person | None = None) -> None:
    await stage.click(by or stage.ada, board, "Play now")
    await drawn(stage)


def pass_(stage: Stage, seconds: float, *, is_awake: bool = True) -> None:
    """Let time pass, while she is awake all along or nobody is."""
    stage.database.change("UPDATE matches SET due_at = due_at - ?", (seconds,))
    if not is_awake:
        stage.database.change("UPDATE awake SET seen_at = seen_at - ?", (seconds,))


def shown(stage: Stage, board: int) -> str:
    return text_of(stage.message(board))


def moves(stage: Stage) -> list[tuple[int, int]]:
    return [(ply, action) for ply, action in stage.rows("SELECT ply, action FROM moves ORDER BY ply")]
