"""What begins by itself at a time: matches of a channel and tournaments, with their events on the server."""

import asyncio
import re
from datetime import UTC, datetime

import pytest

from bot.errors import Refused
from bot.playground.errors import UNKNOWN_EVENT
from bot.playground.messages import text_of
from bot.playground.scheduled import ACTIVE, CANCELLED, COMPLETED, CREATE_EVENTS, SCHEDULED
from bot.services import plans
from tests.bot.shown import controls, id_of
from tests.bot.stage import EDIT, Stage
from tests.bot.test_settings import change
from tests.bot.test_tournaments import resign_all
from tests.driver import Answer


async def announced(stage: Stage, name: str, **options: object) -> Answer:
    """Let Ada say a time, and announce what begins then; return the announcement."""
    asked = await stage.command(stage.ada, name, at="in 2 hours", **options)
    return await stage.click(stage.ada, id_of(asked), "Announce it")


async def planned(stage: Stage, **options: object) -> int:
    """Let Ada plan a match of #general in two hours; return the announcement."""
    answer = await announced(stage, "challenge", together=True, **options)
    assert not answer.ephemeral
    await stage.upkeep()
    return id_of(answer)


def shown(stage: Stage, message: int) -> str:
    return text_of(stage.message(message))


def statuses(stage: Stage) -> list[int]:
    return [event["status"] for event in stage.world.events.values()]


def board_of(stage: Stage) -> int:
    [(message,)] = stage.rows("SELECT message_id FROM matches")
    return int(message)


async def test_match_begins_by_itself(stage: Stage) -> None:
    message = await planned(stage, game="oware", level="easy", pace="1 hour", votes=True)
    assert shown(stage, message).startswith("### The channel against me: Oware\n")
    assert "It is planned for <t:" in shown(stage, message)
    [event] = stage.world.events.values()
    assert event["name"] == "The channel against me: Oware"
    assert event["entity_metadata"] == {"location": stage.link(0).removesuffix("/0")}
    stage.clock.advance(hours=2, seconds=1)
    await stage.upkeep()
    assert "The match has begun." in shown(stage, message)
    assert controls(stage.message(message)) == []
    assert "against Maxine (North, easy)" in shown(stage, board_of(stage))
    assert stage.rows("SELECT pace, shows_votes, opener_id FROM matches JOIN together ON match_id = id") == [
        (3600, 1, stage.ada.id)
    ]
    assert statuses(stage) == [ACTIVE]
    await stage.resign(stage.ada)
    await stage.upkeep()
    assert statuses(stage) == [COMPLETED]
    assert stage.rows("SELECT is_open FROM plans") == [(0,)]


async def test_planned_match_is_called_off(stage: Stage) -> None:
    message = await planned(stage)
    refused = await stage.click(stage.grace, message, "Call off")
    assert refused.text.startswith(f"Only {stage.ada.mention}, who has planned the match, can do that")
    second = await stage.command(stage.grace, "challenge", together=True, at="20:30")
    again = await stage.click(stage.grace, id_of(second), "Announce it")
    assert text_of(again.followups[0]).startswith("This match was planned here already")
    assert shown(stage, message) == f"This match is announced here now: {stage.link(id_of(again))}"
    message = id_of(again)
    assert "It was called off." in (await stage.click(stage.ada, message, "Call off")).text
    late = await stage.press(stage.ada, message, "pc:1")
    assert late.text.startswith("This button belongs to a match I do not know.")
    await stage.upkeep()
    assert statuses(stage) == [CANCELLED]
    stage.clock.advance(hours=3)
    await stage.upkeep()
    assert stage.rows("SELECT count(*) FROM matches") == [(0,)]
    await planned(stage)


async def test_only_one_calls_off(stage: Stage) -> None:
    message = await planned(stage)
    two = (stage.playground.click(stage.ada, message, "Call off") for _ in range(2))
    answers = await asyncio.gather(*two)
    refused = "This match has begun already, or was called off."
    assert sorted(answer.text == refused for answer in answers) == [False, True]
    with pytest.raises(Refused):
        await plans.find(stage.bot.context, 99)


async def test_match_may_not_begin_there_any_more(stage: Stage) -> None:
    message = await planned(stage)
    await change(stage, channels=[stage.games.id])
    stage.clock.advance(hours=2, seconds=1)
    await stage.upkeep()
    assert "It was called off." in shown(stage, message)
    assert statuses(stage) == [CANCELLED]


@pytest.fixture
def uneventful(stage: Stage) -> Stage:
    """A stage whose bot may not create events."""
    stage.world.bot_permissions = str(int(stage.world.bot_permissions) & ~CREATE_EVENTS)
    return stage


async def test_tournament_is_told_of_no_event(uneventful: Stage) -> None:
    answer = await announced(uneventful, "tournament create")
    [whisper] = answer.followups
    assert text_of(whisper).startswith("I may not create events on this server, so there is none;")
    assert "by itself, if there are three or more." in answer.text


async def test_without_permission_it_begins_all_the_same(uneventful: Stage) -> None:
    stage = uneventful
    answer = await announced(stage, "challenge", together=True)
    [whisper] = answer.followups
    assert text_of(whisper).startswith("I may not create events on this server, so there is none;")
    stage.clock.advance(hours=2, seconds=1)
    await stage.upkeep()
    assert board_of(stage)
    assert stage.world.events == {}


async def test_refused_event_keeps_nothing_back(stage: Stage) -> None:
    stage.playground.fail_next("POST", "scheduled-events", 403)
    await planned(stage)
    assert stage.world.events == {}
    assert stage.rows("SELECT event_id FROM plans") == [(0,)]


async def test_event_is_created_when_discord_is_back(stage: Stage) -> None:
    stage.playground.fail_next("POST", "scheduled-events", 500, times=6)
    message = await planned(stage)
    await stage.upkeep()
    await stage.upkeep()
    assert statuses(stage) == [SCHEDULED]
    stage.playground.expect_refusals(UNKNOWN_EVENT)
    del stage.world.events[next(iter(stage.world.events))]  # as those who run the server may
    stage.playground.fail_next("PATCH", EDIT, 403, times=9)
    stage.clock.advance(hours=2, seconds=1)
    await stage.upkeep()
    assert board_of(stage) != message


async def test_tournament_begins_by_itself(stage: Stage) -> None:
    answer = await announced(stage, "tournament create")
    message = id_of(answer)
    assert "It is planned for <t:" in answer.text
    for person in (stage.grace, stage.eve):
        await stage.click(person, message, "Join")
    await stage.upkeep()
    assert [event["name"] for event in stage.world.events.values()] == ["Tournament: Tic-tac-toe"]
    stage.clock.advance(hours=2, seconds=1)
    await stage.upkeep()
    assert "Round 1 of 3" in shown(stage, message)
    assert statuses(stage) == [ACTIVE]
    for _ in range(3):
        await resign_all(stage)
        await stage.upkeep()
    await stage.upkeep()
    assert statuses(stage) == [COMPLETED]


async def test_tournament_of_few_waits(stage: Stage) -> None:
    message = id_of(await announced(stage, "tournament create"))
    await stage.upkeep()
    stage.clock.advance(hours=2, seconds=1)
    await stage.upkeep()
    assert "Start" in controls(stage.message(message))
    assert "begins by itself" not in shown(stage, message)
    assert stage.rows("SELECT is_begun, is_open FROM plans") == [(1, 1)]
    await stage.click(stage.ada, message, "Call off")
    await stage.upkeep()
    assert statuses(stage) == [COMPLETED]


async def test_tournament_called_off_before_its_time(stage: Stage) -> None:
    message = id_of(await announced(stage, "tournament create"))
    await stage.upkeep()
    await stage.click(stage.ada, message, "Call off")
    await stage.upkeep()
    assert statuses(stage) == [CANCELLED]


async def test_who_leaves_plans_no_more(stage: Stage) -> None:
    message = await planned(stage)
    asked = await stage.command(stage.ada, "privacy delete")
    await stage.click(stage.ada, id_of(asked), "Delete everything about me")
    stage.clock.advance(hours=2, seconds=1)
    await stage.upkeep()
    assert stage.rows("SELECT count(*) FROM matches") == [(0,)]
    assert statuses(stage) == [CANCELLED]
    assert "It was called off." in shown(stage, message)
    assert controls(stage.message(message)) == []


async def test_time_is_for_channels(stage: Stage) -> None:
    alone = await stage.command(stage.ada, "challenge", at="20:30")
    assert alone.text == "`at` is for matches of the whole channel: use it with `together`."
    unclear = await stage.command(stage.ada, "tournament create", at="soon")
    assert unclear.text.startswith("I do not understand this time.")
    assert stage.rows("SELECT count(*) FROM tournaments") == [(0,)]


@pytest.mark.parametrize("command", ["challenge", "tournament create"])
async def test_time_is_said_back_before_anything_is_announced(stage: Stage, command: str) -> None:
    options = {"together": True, "thread": True} if command == "challenge" else {"maxine": "easy"}
    asked = await stage.command(stage.ada, command, at="in 2 hours", **options)
    assert asked.ephemeral
    [starts_at] = re.findall(r"I understand this time: \*\*<t:(\d+):F>", asked.text)
    assert abs(int(starts_at) - stage.clock() - 7200) < 60
    assert (
        stage.rows("SELECT count(*) FROM plans") == stage.rows("SELECT count(*) FROM tournaments") == [(0,)]
    )
    announcement = await stage.click(stage.ada, id_of(asked), "Announce it")
    assert f"It is planned for <t:{starts_at}:f>" in announcement.text
    in_thread = command == "challenge"
    assert stage.rows("SELECT starts_at, parent_id IS NOT NULL FROM plans") == [(int(starts_at), in_thread)]


@pytest.mark.parametrize("command", ["challenge", "tournament create"])
async def test_time_that_has_passed_is_not_announced(stage: Stage, command: str) -> None:
    options = {"together": True} if command == "challenge" else {}
    asked = await stage.command(stage.ada, command, at="in 1 min", **options)
    stage.clock.advance(minutes=2)
    late = await stage.click(stage.ada, id_of(asked), "Announce it")
    assert late.text.startswith("This time must be one that is yet to come")
    assert (
        stage.rows("SELECT count(*) FROM plans") == stage.rows("SELECT count(*) FROM tournaments") == [(0,)]
    )


@pytest.mark.parametrize("command", ["challenge", "tournament create"])
async def test_nothing_is_announced_where_nothing_may_be_posted(stage: Stage, command: str) -> None:
    options = {"together": True} if command == "challenge" else {}
    asked = await stage.command(stage.ada, command, at="in 2 hours", **options)
    stage.world.bot_permissions = "0"
    refused = await stage.click(stage.ada, id_of(asked), "Announce it")
    assert "send messages" in refused.text
    assert stage.rows("SELECT count(*) FROM plans") == [(0,)]


@pytest.mark.parametrize("forged", ["pm:oware:easy:me:7:0:0:1:{}", "tp:oware:easy:7:{}"])
async def test_forged_announcement_is_refused(stage: Stage, forged: str) -> None:
    board = await stage.challenge(stage.ada)
    refused = await stage.press(stage.ada, board, forged.format(int(stage.clock()) + 60))
    assert "I do not know" in refused.text
    assert stage.rows("SELECT count(*) FROM plans") == [(0,)]


@pytest.mark.parametrize("at", ["in 8 days", "2020-01-01", "in 0 min", "in 10081 min"])
async def test_far_times_are_refused_at_once(stage: Stage, at: str) -> None:
    for command, options in (("challenge", {"together": True}), ("tournament create", {})):
        refused = await stage.command(stage.ada, command, at=at, **options)
        assert refused.text.startswith("This time must be one that is yet to come")


async def test_clock_is_that_of_the_server(stage: Stage) -> None:
    stage.clock.advance(seconds=datetime(2027, 12, 24, 12, tzinfo=UTC).timestamp() - stage.clock())
    await stage.command(stage.ada, "settings", timezone="Europe/Berlin")
    asked = await stage.command(stage.ada, "challenge", together=True, at="20:30")
    assert f"<t:{datetime(2027, 12, 24, 19, 30, tzinfo=UTC).timestamp():.0f}:F>" in asked.text
