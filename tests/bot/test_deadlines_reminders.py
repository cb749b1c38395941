"""Reminders of deadlines."""

import asyncio
import math

import pytest

from bot.delivery import messages
from bot.delivery.reminders import remind
from bot.errors import Refusal, StorageError
from bot.models import Deadline
from tests.bot.stage import MESSAGES, Stage
from tests.bot.test_deadlines import DAY, begun, pass_, reminders, upkeep
from tests.bot.test_survival import bot_process, next_bot
from tests.bot.test_survival import stage as remote

__all__ = ["remote"]


async def test_reminder_comes_once_with_a_ping(stage: Stage) -> None:
    board = await begun(stage)
    pass_(stage, DAY - 4 * 3600)
    await upkeep(stage)
    assert reminders(stage) == []
    pass_(stage, 2 * 3600)
    await upkeep(stage)
    await stage.restart()
    await upkeep(stage)
    [text] = reminders(stage)
    assert text.startswith(f"{stage.ada.mention}, it is your turn: move by <t:")
    assert text.endswith(f"Here is the board: {stage.link(board)}")
    newest = stage.message(max(map(int, stage.playground.world.messages)))
    assert newest["pinged"] == [str(stage.ada.id)]
    await stage.click(stage.ada, board, "b2")
    pass_(stage, DAY - 3600)
    await upkeep(stage)
    assert len(reminders(stage)) == 2


@pytest.mark.ci
async def test_no_reminder_where_no_member(stage: Stage) -> None:
    await begun(stage)
    await stage.restart()
    stage.playground.fail_next("GET", "/guilds/", 403, times=9)
    pass_(stage, DAY - 3600)
    await upkeep(stage)
    assert reminders(stage) == []


@pytest.mark.parametrize("status", [500, 403])
async def test_untaken_reminder_comes_later(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    await begun(stage)
    pass_(stage, DAY - 3600)
    stage.playground.fail_next("POST", MESSAGES, status)
    with monkeypatch.context() as hurried:
        hurried.setattr(messages, "POST_SECONDS", 0.9)  # less than until it is tried again
        await upkeep(stage)
    await asyncio.sleep(61)
    await upkeep(stage)
    path = f"/channels/{stage.general.id}/messages"
    tried = [code for method, at, code in stage.playground.requests if (method, at) == ("POST", path)]
    assert (tried, len(reminders(stage))) == ([status, 200], 1)


async def test_deleted_reminder_is_not_repeated(stage: Stage) -> None:
    board = await begun(stage)
    pass_(stage, DAY - 3600)
    await upkeep(stage)
    for message in [int(id_) for id_ in stage.world.messages if int(id_) != board]:
        del stage.world.messages[message]
    await asyncio.sleep(61)
    await upkeep(stage)
    assert reminders(stage) == []


async def test_move_cancels_a_waiting_reminder(stage: Stage) -> None:
    board = await begun(stage)
    pass_(stage, DAY - 3600)
    [deadline] = await stage.storage.deadlines.list_closing()
    async with messages.channel_lock(stage.bot, stage.general.id):
        reminding = asyncio.create_task(remind(stage.bot, deadline))
        await asyncio.sleep(0.1)
        assert not (await stage.click(stage.ada, board, "b2")).ephemeral
    await reminding
    await remind(stage.bot, deadline)
    assert reminders(stage) == []


async def test_reminder_waits_for_the_database(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: int) -> None:
        raise StorageError(Refusal.BUSY)

    await begun(stage)
    pass_(stage, DAY - 3600)
    [deadline] = await stage.storage.deadlines.list_closing()
    with monkeypatch.context() as patch:
        patch.setattr(stage.bot.context.storage.matches, "find", fail)
        await remind(stage.bot, deadline)
    assert reminders(stage) == []
    await upkeep(stage)
    assert len(reminders(stage)) == 1


async def test_unstored_reminder_is_not_repeated(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: Deadline) -> None:
        raise StorageError(Refusal.BUSY)

    await begun(stage)
    pass_(stage, DAY - 3600)
    with monkeypatch.context() as patch:
        patch.setattr(stage.bot.context.storage.deadlines, "confirm_reminded", fail)
        for _ in range(2):
            await upkeep(stage)
    assert (len(reminders(stage)), stage.rows("SELECT is_reminded FROM matches")) == (1, [(0,)])
    await upkeep(stage)
    await stage.restart()
    await upkeep(stage)
    assert (len(reminders(stage)), stage.rows("SELECT is_reminded FROM matches")) == (1, [(1,)])


@pytest.mark.real_time("the killed process goes by the machine's clock")
@pytest.mark.ci
@pytest.mark.parametrize("is_taken", [False, True])
async def test_kill_loses_no_reminder(remote: Stage, *, is_taken: bool) -> None:
    async with bot_process(remote) as process:
        await remote.between(remote.ada, remote.grace, pace="1 day")
        remote.playground.delay_next("POST", MESSAGES, math.inf, after=is_taken)
        pass_(remote, DAY - 3600)
        await remote.until(lambda: not remote.playground.trouble.faults)
        process.kill()
    assert len(reminders(remote)) == is_taken
    remote.playground.heal()
    async with next_bot(remote):
        await remote.until(lambda: remote.rows("SELECT is_reminded FROM matches") == [(1,)])
    assert len(reminders(remote)) == 1 + is_taken  # twice at most
