"""Weekly races: at the same time each week, whatever happens in between, and told of where they end."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground.errors import UNKNOWN_MESSAGE
from bot.playground.messages import text_of
from bot.services import races
from tests.bot.puzzling import Patient, controls, only
from tests.bot.shown import id_of
from tests.bot.stage import CALLBACK, staged
from tests.bot.test_races import POST, QUICK, race, run, shown
from tests.bot.test_settings import change


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Patient]:
    """A stage on which every puzzle is one that takes no thought."""
    only(monkeypatch, *QUICK)
    async with staged(tmp_path / "maxine.db", Patient) as stage:
        yield stage


async def weekly(stage: Patient) -> int:
    """Let Ada begin a weekly race that nobody runs, and the hour pass; return its message."""
    message = await race(stage, game="tic-tac-toe", weekly=True)
    stage.clock.advance(hours=1)
    await stage.upkeep()
    assert controls(stage.message(message)) == ["No more races"]
    return message


async def newest(stage: Patient) -> int:
    """The message of the race that was begun last."""
    [(message,)] = stage.rows("SELECT message_id FROM races ORDER BY id DESC LIMIT 1")
    return int(message)


async def test_weekly_race_begins_again(stage: Patient) -> None:
    message = await weekly(stage)
    assert "The next race of this channel is planned for <t:" in shown(stage, message)
    for number in (1, 2):
        stage.clock.advance(days=7)
        for _ in range(2):
            await stage.upkeep()
        again = await newest(stage)
        assert "### Puzzle race: Tic-tac-toe\n" in shown(stage, again)
        assert "It is a weekly race: the next is planned for <t:" in shown(stage, again)
        assert controls(stage.message(message)) == []
        assert stage.rows("SELECT count(*), sum(is_weekly) FROM races") == [(1 + number, 1)]
        await run(stage, stage.grace, again)
        stage.clock.advance(hours=1)
        await stage.upkeep()
        message = again
    assert f"🏆 **{stage.grace.mention} wins the race.**" in shown(stage, message)


async def test_two_processes_begin_one_race(stage: Patient) -> None:
    await weekly(stage)
    stage.clock.advance(days=7)
    before = await races.find(stage.bot.context, 1)
    two = await asyncio.gather(*(races.begin_again(stage.bot.context, before) for _ in range(2)))
    assert sorted(each is None for each in two) == [False, True]
    stage.clock.advance(minutes=1)  # as if neither had lived to post it
    await stage.upkeep()
    message = await newest(stage)
    stage.database.change("UPDATE races SET message_id = NULL WHERE id = 2")
    stage.clock.advance(minutes=1)
    await stage.upkeep()
    assert await newest(stage) == message


async def test_weekly_races_are_stopped(stage: Patient) -> None:
    message = await weekly(stage)
    refused = await stage.click(stage.grace, message, "No more races")
    assert refused.text.startswith(f"Only {stage.ada.mention}, who has begun the races, can do that")
    await stage.click(stage.ada, message, "No more races")
    assert controls(stage.message(message)) == []
    assert "The next race" not in shown(stage, message)
    stage.clock.advance(days=8)
    await stage.upkeep()
    assert stage.rows("SELECT count(*) FROM races") == [(1,)]


async def test_moderator_stops_weekly_races(stage: Patient) -> None:
    message = id_of(await stage.command(stage.grace, "race", weekly=True))
    stage.clock.advance(hours=1)
    await stage.upkeep()
    forged = await stage.press(stage.ada, message, "rn:99")
    assert forged.text.startswith("This button belongs to a race I do not know.")
    two = (stage.playground.click(stage.ada, message, "No more races") for _ in range(2))
    answers = await asyncio.gather(*two)
    late = "These races were stopped, or the next has begun."
    assert sorted(answer.text.startswith(late) for answer in answers) == [False, True]


def list_direct_messages(stage: Patient) -> list[str]:
    """What Ada was told in direct messages."""
    direct = stage.world.direct(stage.ada)
    sent = [each for each in stage.world.messages.values() if each["channel_id"] == str(direct.id)]
    return [text_of(each) for each in sent]


async def test_race_that_is_put_off_is_posted_by_the_command(stage: Patient) -> None:
    await weekly(stage)
    stage.clock.advance(days=7)
    stage.playground.fail_next("POST", POST, 403, times=9)
    await stage.upkeep()
    stage.clock.advance(hours=2)
    stage.playground.fail_next("POST", CALLBACK, 403)
    await stage.playground.command(stage.grace, stage.general, "race")
    assert stage.rows("SELECT is_open, is_weekly FROM races WHERE id = 2") == [(1, 1)]
    again = await race(stage)
    assert controls(stage.message(again)) == ["Solve"]
    assert await newest(stage) == again
    [(begun,)] = stage.rows("SELECT begun_at FROM races WHERE id = 2")
    assert begun == pytest.approx(stage.clock(), abs=60)


async def test_closed_channel_ends_weekly_races_in_a_week(stage: Patient) -> None:
    await weekly(stage)
    stage.clock.advance(days=7)
    stage.playground.fail_next("POST", POST, 403, times=9)
    await stage.upkeep()
    stage.clock.advance(days=7)
    stage.playground.heal()
    stage.playground.fail_next("POST", rf"/channels/{stage.general.id}/messages$", 403)
    await stage.upkeep()
    assert stage.rows("SELECT is_open, is_weekly FROM races") == [(0, 0), (0, 0)]
    [text] = list_direct_messages(stage)
    assert text.startswith(f"The weekly race that you began in <#{stage.general.id}> has ended:")


async def test_channel_has_one_series(stage: Patient) -> None:
    stage.playground.expect_refusals(UNKNOWN_MESSAGE)
    message = await weekly(stage)
    del stage.world.messages[message]
    again = await race(stage, weekly=True)
    assert controls(stage.message(again)) == ["No more races"]
    ordinary = await race(stage)
    assert controls(stage.message(ordinary)) == ["Solve"]
    assert stage.rows("SELECT is_weekly, is_open FROM races ORDER BY id") == [(1, 0), (0, 1)]
    await stage.click(stage.ada, again, "No more races")
    assert stage.rows("SELECT sum(is_weekly) FROM races") == [(0,)]


@pytest.mark.parametrize("trouble", ["absence", "ordinary race"])
async def test_weekly_race_does_not_drift(stage: Patient, trouble: str) -> None:
    await weekly(stage)
    [(due,)] = stage.rows("SELECT next_at FROM races")
    stage.clock.advance(seconds=due - stage.clock() - 600)
    if trouble == "absence":
        await stage.stop()
        await stage.offline()
        stage.clock.advance(days=3)
        await stage.start()
    else:
        await race(stage)
        stage.clock.advance(hours=1)
    for _ in range(2):
        await stage.upkeep()
    [(begun, next_)] = stage.rows("SELECT begun_at, next_at FROM races WHERE is_weekly = 1")
    assert begun > due
    assert next_ == pytest.approx(due + 7 * 24 * 3600)


async def test_weekly_race_elsewhere_is_stopped(stage: Patient) -> None:
    message = await weekly(stage)
    await change(stage, channels=[stage.games.id])
    stage.clock.advance(days=7)
    await stage.upkeep()
    assert controls(stage.message(message)) == []
    assert stage.rows("SELECT is_weekly FROM races") == [(0,)]
    assert len(list_direct_messages(stage)) == 1
