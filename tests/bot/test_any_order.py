"""Random evenings: nothing acknowledged is lost, nothing is left unanswered, and the rules hold."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from hypothesis import given, settings

from tests.bot.evening import Evening, Step, steps
from tests.bot.stage import Stage, staged


@settings(max_examples=60)
@given(steps)
def test_any_order_of_presses_commands_and_restarts_keeps_every_promise(evening: list[Step]) -> None:
    asyncio.run(spend(evening))


async def spend(planned: list[Step]) -> None:
    """Let the evening happen on a stage of its own, and check what is left."""
    with tempfile.TemporaryDirectory() as folder:
        async with staged(Path(folder) / "maxine.db", Stage) as stage:
            evening = Evening(stage)
            await evening.begin()
            for step in planned:
                await evening.play(step)
            await evening.check()
            await evening.check_boards()
