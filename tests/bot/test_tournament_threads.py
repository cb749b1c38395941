"""The matches of a tournament in threads of their own, where the server wants threads."""

from collections.abc import Awaitable, Callable

import pytest

from bot.playground.messages import text_of
from tests.bot.shown import BETWEEN_PEOPLE, controls, id_of
from tests.bot.stage import MESSAGES, Stage
from tests.bot.test_settings import change
from tests.bot.test_threads import THREADS, UNPERMITTED, board_in, forbid, place, said_in, whispered
from tests.bot.test_tournaments import opened, resign_all, running, text


async def begun(stage: Stage) -> int:
    """A tournament of three that has begun on a server that wants threads; its message."""
    await change(stage, usual=["has_threads"])
    message = await opened(stage, stage.grace, stage.eve)
    await stage.click(stage.ada, message, "Start")
    return message


async def by_command(stage: Stage) -> int:
    """The same, but it was begun by a command."""
    await change(stage, usual=["has_threads"])
    message = await opened(stage, stage.grace, stage.eve)
    await stage.command(stage.ada, "tournament start")
    return message


def linked(stage: Stage, head: int) -> str:
    """How a tournament leads to the board in the thread of a message."""
    address = f"https://discord.com/channels/{stage.playground.guild.id}/{head}/{board_in(stage, head)}"
    return f"[playing]({address})"


async def test_every_match_gets_a_thread(stage: Stage) -> None:
    message = await begun(stage)
    for number in (1, 2, 3):
        assert f"Round {number} of 3" in text(stage, message)
        head = max(stage.playground.world.threads)
        assert len(stage.playground.world.threads) == number
        assert place(stage)[-1] == (head, stage.general.id)
        assert linked(stage, head) in text(stage, message)
        assert stage.message(head)["pinged"] == []
        [board] = said_in(stage, head)
        assert len(board["pinged"]) == 2
        await resign_all(stage)
        assert "wins" in text_of(stage.message(head))
        await stage.upkeep()
    assert "🏆" in text(stage, message)


@pytest.mark.parametrize("begin", [begun, by_command])
async def test_no_permission_plays_right_here(stage: Stage, begin: Callable[[Stage], Awaitable[int]]) -> None:
    forbid(stage, UNPERMITTED[0])
    message = await begin(stage)
    [(_, _, board)] = running(stage)
    assert stage.link(board) in text(stage, message)
    [said] = [each for each in whispered(stage, stage.ada) if "begin a thread" in each]
    assert said.startswith("I may not begin a thread in this channel")


async def test_refused_thread_costs_nothing(stage: Stage) -> None:
    stage.playground.fail_next("POST", THREADS, 403, times=9)
    message = await begun(stage)
    [(_, _, board)] = running(stage)
    assert stage.link(board) in text(stage, message)
    await resign_all(stage)
    stage.playground.heal()
    await stage.upkeep()
    assert "Round 2 of 3" in text(stage, message)
    assert stage.playground.world.threads == {}


@pytest.mark.ci
async def test_late_threads_are_linked(stage: Stage) -> None:
    stage.playground.fail_next("POST", THREADS, 500, times=9)
    message = await begun(stage)
    stage.playground.heal()
    stage.playground.fail_next("POST", MESSAGES, 500, times=2)
    for _ in range(4):
        await stage.upkeep()
    [head] = stage.playground.world.threads
    assert linked(stage, head) in text(stage, message)
    assert controls(stage.message(board_in(stage, head))) == BETWEEN_PEOPLE
    assert id_of(await stage.command(stage.ada, "tournament show")) > message
