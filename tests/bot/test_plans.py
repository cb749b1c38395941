"""What begins by itself at a time: matches of a channel and tournaments, with their events on the server."""

import asyncio

import pytest

from bot.errors import Reason, Refused
from bot.playground.messages import text_of
from bot.playground.scheduled import ACTIVE, CANCELLED, COMPLETED, CREATE_EVENTS, SCHEDULED
from bot.services import plans
from bot.services.plans import read_time
from tests.bot.shown import controls, id_of
from tests.bot.stage import EDIT, Stage
from tests.bot.test_tournaments import resign_all

NOW = 1_796_052_600.0  # 15:30 UTC
HOUR, DAY = 3600.0, 24 * 3600.0


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("in 2 hours", 2 * HOUR),
        ("90 min", 1.5 * HOUR),
        ("In 3 Stunden", 3 * HOUR),
        ("dans 2 jours", 2 * DAY),
        ("17:00", 1.5 * HOUR),
        ("15.00", DAY - 0.5 * HOUR),
        ("2026-11-30T20:30+01:00", 4 * HOUR),
        ("2026-11-30 20:30 UTC", 5 * HOUR),
        (f"<t:{NOW + 60:.0f}:R>", 60),
    ],
)
def test_time_is_read(text: str, after: float) -> None:
    assert read_time(text, NOW) == NOW + after


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("soon", Reason.UNCLEAR_TIME),
        ("25:00", Reason.UNCLEAR_TIME),
        ("in 5 parsecs", Reason.UNCLEAR_TIME),
        ("in 8 days", Reason.FAR_TIME),
        ("2020-01-01", Reason.FAR_TIME),
    ],
)
def test_other_times_are_refused(text: str, reason: Reason) -> None:
    with pytest.raises(Refused) as refused:
        read_time(text, NOW)
    assert refused.value.reason is reason


async def planned(stage: Stage, **options: object) -> int:
    """Let Ada plan a match of #general in two hours; return the announcement."""
    answer = await stage.command(stage.ada, "challenge", together=True, at="in 2 hours", **options)
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


async def test_plan_survives_her_absence(stage: Stage) -> None:
    await planned(stage)
    await stage.stop()
    await stage.offline()
    stage.clock.advance(hours=3)
    await stage.start()
    await stage.upkeep()
    await stage.restart()
    await stage.upkeep()
    assert "**Vote**: press the move" in shown(stage, board_of(stage))
    assert statuses(stage) == [ACTIVE]


async def test_planned_match_is_called_off(stage: Stage) -> None:
    message = await planned(stage)
    refused = await stage.click(stage.grace, message, "Call off")
    assert refused.text.startswith(f"Only {stage.ada.mention}, who has planned the match, can do that")
    assert "already" in (await stage.command(stage.grace, "challenge", together=True, at="20:30")).text
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
    settings = id_of(await stage.command(stage.ada, "settings"))
    await stage.playground.click_id(stage.ada, settings, "sg:channels", [str(stage.games.id)])
    stage.clock.advance(hours=2, seconds=1)
    await stage.upkeep()
    assert "It was called off." in shown(stage, message)
    assert statuses(stage) == [COMPLETED]


@pytest.fixture
def uneventful(stage: Stage) -> Stage:
    """A stage whose bot may not create events."""
    stage.world.bot_permissions = str(int(stage.world.bot_permissions) & ~CREATE_EVENTS)
    return stage


async def test_tournament_is_told_of_no_event(uneventful: Stage) -> None:
    answer = await uneventful.command(uneventful.ada, "tournament create", at="in 2 hours")
    [whisper] = answer.followups
    assert text_of(whisper).startswith("I may not create events on this server, so there is none;")
    assert "It begins by itself <t:" in answer.text


async def test_without_permission_it_begins_all_the_same(uneventful: Stage) -> None:
    stage = uneventful
    answer = await stage.command(stage.ada, "challenge", together=True, at="in 2 hours")
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
    del stage.world.events[next(iter(stage.world.events))]  # as those who run the server may
    stage.playground.fail_next("PATCH", EDIT, 403, times=9)
    stage.clock.advance(hours=2, seconds=1)
    await stage.upkeep()
    assert board_of(stage) != message


async def test_tournament_begins_by_itself(stage: Stage) -> None:
    answer = await stage.command(stage.ada, "tournament create", at="in 2 hours")
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
    message = id_of(await stage.command(stage.ada, "tournament create", at="in 2 hours"))
    await stage.upkeep()
    stage.clock.advance(hours=2, seconds=1)
    await stage.upkeep()
    assert "Start" in controls(stage.message(message))
    assert stage.rows("SELECT is_begun, is_open FROM plans") == [(1, 1)]
    await stage.click(stage.ada, message, "Call off")
    await stage.upkeep()
    assert statuses(stage) == [COMPLETED]


async def test_tournament_called_off_before_its_time(stage: Stage) -> None:
    message = id_of(await stage.command(stage.ada, "tournament create", at="in 2 hours"))
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
    refused = await stage.click(stage.blaise, message, "Call off")
    assert refused.ephemeral


async def test_time_is_for_channels(stage: Stage) -> None:
    alone = await stage.command(stage.ada, "challenge", at="20:30")
    assert alone.text == "`at` is for matches of the whole channel: use it with `together`."
    unclear = await stage.command(stage.ada, "tournament create", at="soon")
    assert unclear.text.startswith("I do not understand this time.")
    assert stage.rows("SELECT count(*) FROM tournaments") == [(0,)]
