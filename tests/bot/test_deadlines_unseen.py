"""Deadlines where a board cannot be shown, or its place is gone."""

import asyncio

import pytest

from bot.errors import Refusal, StorageError
from bot.playground.errors import UNKNOWN_CHANNEL
from bot.playground.messages import text_of
from tests.bot.shown import id_of
from tests.bot.stage import EDIT, Stage
from tests.bot.test_deadlines import DAY, begun, endings, pass_, seconds_left, slack, upkeep
from tests.bot.test_places import user_installed


def resumptions(stage: Stage) -> list[str]:
    """What is said where a clock goes on."""
    texts = (text_of(message) for message in stage.playground.world.messages.values())
    return [text for text in texts if "the clock stood still" in text]


async def out_of_time(stage: Stage) -> None:
    """Let a day and more pass, and upkeep see it."""
    pass_(stage, DAY + 1000)
    await stage.command(stage.eve, "help")
    await upkeep(stage)


@pytest.mark.ci
@pytest.mark.parametrize("is_known", [True, False])
async def test_invisible_board_stops_the_clock(stage: Stage, *, is_known: bool) -> None:
    board = await begun(stage)
    stage.playground.fail_next("PATCH", EDIT, 403, times=9)
    if not is_known:  # she is no member any more
        stage.playground.fail_next("GET", r"/guilds/\d+$", 404, times=9)
        stage.bot.servers._locales.clear()
        pass_(stage, DAY + 1000)
        await upkeep(stage)
    else:
        await out_of_time(stage)
    assert (endings(stage), resumptions(stage)) == ([(None, None)], [])
    assert stage.rows("SELECT due_at FROM matches") == [(None,)]
    stage.playground.heal()
    stage.bot.servers._locales.clear()
    await stage.restart()
    for _ in range(2):
        await upkeep(stage)
    [said] = resumptions(stage)
    assert said.startswith(f"{stage.ada.mention}, for a while I could not show this match")
    assert stage.link(board) in said
    for text in (said, text_of(stage.message(board))):
        assert DAY - 60 < seconds_left(text) <= DAY + slack(stage)
    await out_of_time(stage)
    assert endings(stage) == [("second", "time")]


async def test_seen_again_the_clock_goes_on(stage: Stage) -> None:
    await begun(stage)
    stage.playground.fail_next("PATCH", EDIT, 403, times=99)
    await out_of_time(stage)
    stage.playground.heal()
    await stage.command(stage.grace, "board")
    assert len(resumptions(stage)) == 1
    await upkeep(stage)
    await stage.command(stage.grace, "board")
    assert len(resumptions(stage)) == 1


@pytest.mark.ci
async def test_unstored_resumption_comes_later(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> bool:
        raise StorageError(Refusal.BUSY)

    await begun(stage)
    stage.playground.fail_next("PATCH", EDIT, 403, times=99)
    await out_of_time(stage)
    stage.playground.heal()
    with monkeypatch.context() as patch:
        patch.setattr(stage.bot.context.storage.matches, "save", fail)
        await upkeep(stage)
    assert resumptions(stage) == []
    await upkeep(stage)
    assert len(resumptions(stage)) == 1


@pytest.mark.ci
async def test_locked_thread_stops_the_clock(stage: Stage) -> None:
    head = await stage.between(stage.ada, stage.grace, pace="1 day", thread=True)
    await stage.upkeep()
    stage.playground.lock(head)
    await out_of_time(stage)
    assert endings(stage) == [(None, None)]
    stage.clock.advance(hours=25)
    await out_of_time(stage)
    assert endings(stage) == [("abandoned", "abandonment")]
    assert "I could not show this match for a day" in text_of(stage.message(head))  # in the channel


async def test_guest_still_loses_on_time(stage: Stage) -> None:
    user_installed(stage)
    stage.playground.fail_next("GET", r"/guilds/\d+$", 404, times=99)
    await begun(stage)
    await out_of_time(stage)
    assert endings(stage) == [("second", "time")]


def assert_lost(stage: Stage, *, is_ended: bool) -> None:
    """Ask whether the match ended without a result, as its place was gone, and both were told of it."""
    ended = ("abandoned", "abandonment")
    assert endings(stage) == [ended if is_ended else (None, None)]
    assert stage.rows("SELECT count(*) FROM rating_changes") == [(0,)]
    for person in (stage.ada, stage.grace):
        said = [text_of(each) for each in stage.playground.messages(stage.playground.direct(person))]
        assert [text.rpartition("\n")[2] for text in said] == [
            "**Abandoned**: I could not show this match for a day."
        ] * is_ended


@pytest.mark.parametrize(("hours", "is_ended"), [(23, False), (25, True)])
async def test_lost_place_ends_without_a_result(stage: Stage, hours: int, *, is_ended: bool) -> None:
    invitation = await stage.playground.command(
        stage.ada, stage.games, "challenge", opponent=stage.grace, pace="1 day"
    )
    await stage.playground.click(stage.grace, id_of(invitation), "Accept")
    await stage.upkeep()
    stage.playground.expect_refusals(UNKNOWN_CHANNEL)
    stage.playground.world.channels = (stage.general,)
    await out_of_time(stage)
    assert endings(stage) == [(None, None)]
    stage.clock.advance(hours=hours)
    await stage.command(stage.eve, "help")
    for _ in range(3):  # until what another process may have sent cannot arrive any more
        await upkeep(stage)
        await asyncio.sleep(10)
    assert_lost(stage, is_ended=is_ended)


@pytest.mark.parametrize(("hours", "is_ended"), [(23, False), (25, True)])
async def test_lost_place_ends_a_match_without_limits(stage: Stage, hours: int, *, is_ended: bool) -> None:
    invitation = await stage.playground.command(stage.ada, stage.games, "challenge", opponent=stage.grace)
    await stage.playground.click(stage.grace, id_of(invitation), "Accept")
    await stage.upkeep()
    stage.playground.expect_refusals(UNKNOWN_CHANNEL)
    stage.playground.world.channels = (stage.general,)
    for passed in (2, hours):
        stage.clock.advance(hours=passed)
        await stage.command(stage.eve, "help")
        await stage.restart()
        await stage.command(stage.eve, "help")
        for _ in range(3):  # until what another process may have sent cannot arrive any more
            await upkeep(stage)
            await asyncio.sleep(10)
    assert_lost(stage, is_ended=is_ended)


@pytest.mark.parametrize("is_guest", [True, False])
async def test_left_server_ends_a_match_that_it_showed(stage: Stage, *, is_guest: bool) -> None:
    await stage.between(stage.ada, stage.grace)
    await stage.upkeep()
    for _ in range(0 if is_guest else 2):  # it is there, which is stored once
        stage.clock.advance(hours=2)
        await stage.command(stage.eve, "help")
        await upkeep(stage)
    for passed in (2, 25, 25):
        stage.clock.advance(hours=passed)
        await stage.command(stage.eve, "help")
        stage.playground.fail_next("GET", r"/guilds/\d+$", 404, times=99)
        stage.bot.servers._locales.clear()
        await upkeep(stage)
    assert endings(stage) == [(None, None) if is_guest else ("abandoned", "abandonment")]
