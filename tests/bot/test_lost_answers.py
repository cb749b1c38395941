"""Whoever presses is told what has happened, also where the database did it and its answer was lost."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground.messages import text_of
from bot.storage.postgres import leases
from tests.bot.process_group import ProcessGroup, process_group
from tests.bot.puzzling import worths
from tests.bot.shown import controls, id_of, open_cells
from tests.bot.stage import WORK
from tests.bot.test_postgres_trouble import cutting


@pytest.fixture
async def cut_off(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[ProcessGroup, asyncio.Event]]:
    """A bot whose line to the database is cut in the middle of its next commit, once it is told to be."""
    monkeypatch.setattr(leases, "_RENEWAL", 3600.0)  # which would be a commit too,
    monkeypatch.setattr(leases, "_SECONDS", 59.0)  # as it would be to take one that has ended
    with tempfile.TemporaryDirectory() as folder:  # that of the test has a path too long for a socket
        async with process_group() as group, cutting(group.url, Path(folder)) as (group.url, cut):
            process = await group.launch(0, of=1)
            await group.ready()
            await process.upkeep()
            await process.tidy()
            await group.playground.command(group.ada, group.general, "help")  # which the server is met by
            yield group, cut
            await group.processes.pop().stop()


async def quiet() -> None:
    """Wait until the bot has done all that it does after an answer."""
    while working := [task for task in asyncio.all_tasks() if task.get_name().startswith(WORK)]:
        await asyncio.wait(working)


async def test_new_board_takes_over_the_buttons(
    cut_off: tuple[ProcessGroup, asyncio.Event],
) -> None:
    group, cut = cut_off
    playground, ada, general = group.playground, group.ada, group.general
    old = id_of(await playground.command(ada, general, "challenge", first="me"))
    await quiet()
    cut.set()
    new = id_of(await playground.command(ada, general, "board"))
    await quiet()
    assert not cut.is_set()
    assert (controls(playground.message(old)), open_cells(playground.message(old))) == ([], [])
    assert len(open_cells(playground.message(new))) == 9


async def test_invitation_that_is_declined_says_so(cut_off: tuple[ProcessGroup, asyncio.Event]) -> None:
    group, cut = cut_off
    playground = group.playground
    invitation = id_of(await playground.command(group.ada, group.general, "challenge", opponent=group.grace))
    await quiet()
    cut.set()
    answer = await playground.click(group.grace, invitation, "Decline")
    assert not cut.is_set()
    assert not answer.ephemeral, answer.text
    assert "declined" in text_of(playground.message(invitation))


@pytest.mark.usefixtures("one_win")
async def test_puzzle_that_is_solved_says_so(cut_off: tuple[ProcessGroup, asyncio.Event]) -> None:
    group, cut = cut_off
    playground = group.playground
    message = id_of(await playground.command(group.ada, group.general, "puzzle"))
    await playground.click(group.ada, message, "Hint")
    attempt = await group.processes[0].storage.puzzles.find(1)
    assert attempt is not None
    await quiet()
    cut.set()
    right = f"y:{attempt.id}:{attempt.turn}:{worths(attempt.state).moves[0].action}"
    answer = await playground.click_id(group.ada, message, right)
    assert not cut.is_set()
    assert "Right: you played" in answer.text
    assert "old board" not in answer.text
