"""Seasons: when a month has ended, its results are told once where the server wants them."""

from datetime import UTC, datetime

import pytest

from bot.models import ServerSettings, periods_of
from bot.playground.messages import text_of
from bot.services import seasons
from tests.bot.shown import controls, id_of
from tests.bot.stage import Stage
from tests.bot.test_leaderboards import drawn, won_by_first
from tests.bot.test_settings import change


def list_closings(stage: Stage) -> list[str]:
    """The texts of the messages that close seasons, in the channel for them."""
    return [
        text_of(message)
        for message in stage.playground.world.messages.values()
        if "### Season of " in text_of(message) and message["channel_id"] == str(stage.games.id)
    ]


async def settle(stage: Stage, *, days: float = 31) -> None:
    """Let time pass, her clock be compared, and her look after what is old."""
    stage.clock.advance(days=days)
    await stage.command(stage.eve, "help")
    await stage.upkeep()
    await stage.quiet()


@pytest.mark.ci
async def test_month_is_told_once(stage: Stage) -> None:
    now = datetime.fromtimestamp(stage.clock(), UTC)
    await change(stage, season=[stage.games.id])
    zoe = stage.newcomer("zoe")
    await won_by_first(stage, stage.ada, stage.grace)
    await drawn(stage, stage.grace, stage.eve)
    await won_by_first(stage, stage.ada, zoe)
    await stage.command(stage.ada, "privacy hide")
    await settle(stage, days=0)
    assert list_closings(stage) == []
    await settle(stage)
    await settle(stage, days=0)
    await stage.restart()
    await settle(stage, days=0)
    [text] = list_closings(stage)
    lines = text.splitlines()
    assert lines[0] == f"### Season of {now:%B %Y}"
    assert lines[2:4] == [
        "**Tic-tac-toe**, 4 people took part",
        f"1. {stage.ada.mention}: 2 points, 2 wins, 0 draws, 0 losses",
    ]
    halves = {f"{person.mention}: 0.5 points, 0 wins, 1 draw" for person in (stage.grace, stage.eve)}
    assert {line.removeprefix("2. ").rsplit(", ", 1)[0] for line in lines[4:6]} == halves
    assert "`/leaderboard board:rating period:month`" in lines[-1]
    assert [message["pinged"] for message in stage.playground.world.messages.values()][-1] == []


@pytest.mark.ci
async def test_empty_month_is_not_told(stage: Stage) -> None:
    await won_by_first(stage, stage.ada, stage.grace)
    await settle(stage)
    await change(stage, season=[stage.games.id])
    await settle(stage)
    await settle(stage)
    assert list_closings(stage) == []
    await won_by_first(stage, stage.ada, stage.eve)
    await change(stage, season=[stage.general.id])
    await change(stage, season=[stage.games.id])
    await settle(stage)
    assert len(list_closings(stage)) == 1


def periods(stage: Stage) -> set[str]:
    """The months and weeks of which there are places."""
    return {period for (period,) in stage.rows("SELECT DISTINCT period FROM rankings")} - {"all"}


async def test_old_places_go_after_telling(stage: Stage) -> None:
    await change(stage, season=[stage.games.id])
    await won_by_first(stage, stage.ada, stage.grace)
    month, week = periods_of(stage.clock())
    await settle(stage, days=0)
    assert periods(stage) == {month, week}
    stage.playground.cut_next("POST", rf"/channels/{stage.games.id}/messages$", times=9)
    now = datetime.fromtimestamp(stage.clock(), UTC)
    await settle(stage, days=(datetime(now.year + 1, 6, 15, tzinfo=UTC) - now).days)
    assert (list_closings(stage), periods(stage)) == ([], {month})
    stage.playground.heal()
    await settle(stage, days=0)
    assert (len(list_closings(stage)), periods(stage)) == (1, set())
    await won_by_first(stage, stage.ada, stage.eve)
    message = id_of(await stage.command(stage.eve, "leaderboard", board="rating", period="month"))
    for period, shown in zip((month, week), periods_of(stage.clock()), strict=True):
        pressed = await stage.press(stage.ada, message, f"lb:people:tic-tac-toe:server:{period}:0:0")
        assert f"{shown}, on this server" in pressed.text
        assert f"1. {stage.ada.mention}: 1 point" in pressed.text


async def test_unwritable_channel_is_left_alone(stage: Stage) -> None:
    await change(stage, season=[stage.games.id])
    await won_by_first(stage, stage.ada, stage.grace)
    stage.playground.fail_next("POST", rf"/channels/{stage.games.id}/messages$", status=403, times=9)
    await settle(stage, days=31 + 8)
    stage.playground.heal()
    await settle(stage, days=0)
    assert list_closings(stage) == []


@pytest.mark.ci
async def test_button_shows_the_new_season(stage: Stage) -> None:
    await change(stage, season=[stage.games.id])
    await won_by_first(stage, stage.ada, stage.grace)
    await settle(stage)
    await won_by_first(stage, stage.grace, stage.eve)
    [closing] = [
        int(id_) for id_, each in stage.playground.world.messages.items() if "New season" in controls(each)
    ]
    answer = await stage.click(stage.eve, closing, "New season")
    assert answer.ephemeral
    assert f"1. {stage.grace.mention}: 1 point, 1 win" in answer.text
    assert stage.ada.mention not in answer.text


async def test_month_is_told_when_posted(stage: Stage) -> None:
    context, guild_id = stage.bot.context, stage.playground.guild.id
    await change(stage, season=[stage.games.id])
    await won_by_first(stage, stage.ada, stage.grace)
    assert await seasons.find_ended(context, guild_id) is None
    stage.clock.advance(days=31)
    assert await seasons.list_due(context) == []  # a clock that was not compared
    await stage.command(stage.eve, "help")
    assert await seasons.list_due(context) == [guild_id]
    season = await seasons.find_ended(context, guild_id)
    assert season is not None
    assert await seasons.find_ended(context, guild_id) == season
    await seasons.record_announced(context, season)
    assert await seasons.list_due(context) == []
    assert await seasons.find_ended(context, guild_id) is None
    await seasons.record_announced(context, season)  # by another process
    await stage.storage.servers.save(
        guild_id, (await stage.storage.servers.find(guild_id))[0], ServerSettings(), 0
    )
    await seasons.record_announced(context, season)
    assert await seasons.find_ended(context, guild_id) is None
