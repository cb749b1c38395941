"""What is asked at every key that is pressed costs as many statements, however many matches there are."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.models import Place
from tests.bot.drafts import begun, draft, played
from tests.bot.shown import open_cells
from tests.bot.stage import Stage


@asynccontextmanager
async def statements(stage: Stage) -> AsyncIterator[list[str]]:
    run: list[str] = []
    await stage.connection.run(lambda db: db.set_trace_callback(run.append))
    yield run
    await stage.connection.run(lambda db: db.set_trace_callback(None))


async def store(stage: Stage, count: int) -> None:
    place = Place(stage.playground.guild.id, stage.general.id)
    for index in range(count):
        match = await begun(
            stage.storage, draft(stage.ada.id, None, level="easy", place=place, at=stage.clock())
        )
        await played(stage.storage, match, *((0, 3, 1, 4, 2) if index % 2 else (4, 0)))


@pytest.mark.parametrize(("command", "option"), [("replay", "match"), ("review", "match"), ("move", "to")])
async def test_suggestions_cost_the_same(stage: Stage, command: str, option: str) -> None:
    suggested, counts = [], []
    await stage.command(stage.ada, "help")  # from now on the server is known
    for more in (2, 18):
        await store(stage, more)
        async with statements(stage) as run:
            suggested.append(
                await stage.playground.autocomplete(stage.ada, stage.general, command, option, "")
            )
        counts.append(len(run))
    expected = 3  # BEGIN, the matches with all that belongs to them, COMMIT
    assert counts == [expected, expected]
    assert len(suggested[0]) > 0
    assert len(suggested[1]) > (len(suggested[0]) if option == "match" else 0)


async def test_press_costs_one_write(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    await stage.click(stage.ada, board, "b2")
    async with statements(stage) as run:
        await stage.playground.click(stage.ada, board, open_cells(stage.message(board))[0])
    assert [sql.split()[0] for sql in run] == ["BEGIN", "UPDATE", "INSERT", "COMMIT"]
