"""What begins by itself at a time, where Discord refuses, deletes or answers late."""

import pytest

from bot.errors import Refusal, StorageError
from bot.models import Match, Plan
from bot.playground.errors import INVALID_FORM, UNKNOWN_EVENT, UNKNOWN_MESSAGE
from bot.playground.scheduled import ACTIVE, CANCELLED, SCHEDULED
from bot.storage.plans import Plans
from tests.bot.shown import controls, id_of
from tests.bot.stage import EDIT, MESSAGES, Stage
from tests.bot.test_plans import announced, board_of, planned, shown, statuses

EVENTS = "scheduled-events"


async def begin(stage: Stage) -> None:
    """Let the time of a plan come."""
    stage.clock.advance(hours=2, seconds=1)
    await stage.upkeep()


async def test_lost_event_is_found(stage: Stage) -> None:
    stage.playground.cut_next("POST", EVENTS, after=True)
    await planned(stage)
    await stage.upkeep()
    assert statuses(stage) == [SCHEDULED]
    assert stage.rows("SELECT event_id FROM plans") == [(next(iter(stage.world.events)),)]


@pytest.mark.parametrize("end", ["called off", "begun"])
async def test_lost_event_is_not_left_behind(stage: Stage, end: str) -> None:
    message = await planned(stage)
    stage.database.change("UPDATE plans SET event_id = NULL")  # as if the answer had been lost
    if end == "begun":
        stage.clock.advance(hours=2, seconds=1)
    else:
        await stage.click(stage.ada, message, "Call off")
    await stage.upkeep()
    assert statuses(stage) == ([CANCELLED] if end == "called off" else [ACTIVE])


@pytest.mark.parametrize("fault", ["refused", "failed", "cut", "slow", "deleted"])
async def test_event_keeps_no_announcement_back(stage: Stage, fault: str) -> None:
    message, playground = await planned(stage), stage.playground
    match fault:
        case "refused":
            playground.fail_next("PATCH", EVENTS, 403)
        case "failed":
            playground.fail_next("PATCH", EVENTS, 500, times=9)
        case "cut":
            playground.cut_next("PATCH", EVENTS, times=9)
        case "slow":
            playground.expect_refusals(INVALID_FORM)  # the event is active already
            playground.delay_next("PATCH", EVENTS, 2.6, times=9, after=True)
        case "deleted":
            playground.expect_refusals(UNKNOWN_EVENT)
            stage.world.events.clear()
    await begin(stage)
    assert "The match has begun." in shown(stage, message)
    assert controls(stage.message(message)) == []
    assert board_of(stage)
    playground.heal()
    await stage.upkeep()
    assert statuses(stage) == [] if fault == "deleted" else [ACTIVE]
    assert stage.rows("SELECT is_drawn FROM plans") == [(1,)]


async def test_busy_database_calls_no_match_off(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    begin_planned, refusals = Plans.begin, [StorageError(Refusal.BUSY)]

    async def refuse_once(plans: Plans, plan: Plan, match: Match) -> Match | None:
        if refusals:
            raise refusals.pop()
        return await begin_planned(plans, plan, match)

    monkeypatch.setattr(Plans, "begin", refuse_once)
    message = await planned(stage)
    await begin(stage)
    assert "The match has begun." in shown(stage, message)


async def test_unstored_announcement_is_drawn(stage: Stage) -> None:
    message = await planned(stage)
    stage.database.change("UPDATE plans SET message_id = NULL")
    await begin(stage)
    assert "The match has begun." in shown(stage, message)


async def test_deleted_announcement_is_posted_again(stage: Stage) -> None:
    stage.playground.expect_refusals(UNKNOWN_MESSAGE)
    message = await planned(stage)
    del stage.world.messages[message]
    again = await planned(stage)
    assert controls(stage.message(again)) == ["Call off"]
    del stage.world.messages[again]
    await begin(stage)
    assert board_of(stage)
    assert stage.rows("SELECT is_drawn FROM plans") == [(1,)]


@pytest.mark.parametrize("fault", ["refused", "deleted", "lost"])
async def test_tournament_begins_in_spite_of_trouble(stage: Stage, fault: str) -> None:
    stage.playground.expect_refusals(UNKNOWN_MESSAGE)
    message = id_of(await announced(stage, "tournament create"))
    for person in (stage.grace, stage.eve):
        await stage.click(person, message, "Join")
    await stage.upkeep()
    if fault == "refused":
        stage.playground.fail_next("PATCH", EDIT, 403, times=2)
    else:
        del stage.world.messages[message]
    if fault == "lost":
        stage.playground.cut_next("POST", MESSAGES, times=2, after=True)
    await begin(stage)
    await stage.upkeep()
    heads = [int(id_) for id_ in stage.world.messages if "Withdraw" in controls(stage.message(int(id_)))]
    assert heads == [newest for (newest,) in stage.rows("SELECT message_id FROM tournaments")]
    assert statuses(stage) == [ACTIVE]
