"""Plans: one waiting match a channel, begun once, and forgotten with their server."""

import asyncio
from dataclasses import replace

from bot.models import CHANNEL, Challenge, Match, Participant, Place, Plan, Together
from bot.storage import Storage
from engine import Outcome
from tests.bot.drafts import ADA, draft, present

CHALLENGE = Challenge(Place(7, 70, 70), ADA, "oware", "random", 60)
MATCH = Plan(0, CHALLENGE, 5000.0, "hard", Together(ADA, shows_votes=True, is_explained=False))


async def added(storage: Storage, plan: Plan = MATCH) -> Plan:
    return present(await storage.plans.add(plan))


def of_channel() -> Match:
    known = draft(CHANNEL, None, level="hard")
    return replace(known, players=(Participant(CHANNEL).where(70), known.players[1]), together=MATCH.together)


async def test_plan_is_read_as_added(storage: Storage) -> None:
    plan = await added(storage)
    assert await storage.plans.find(plan.id) == plan
    assert await storage.plans.find(plan.id + 1) is None
    assert await storage.plans.add(MATCH) is None
    assert await storage.plans.find_waiting(70) == plan
    assert await storage.plans.find_waiting(71) is None
    await storage.plans.set_message(plan.id, 9)
    await storage.plans.record_event(plan.id, 11)
    assert await storage.plans.find(plan.id) == replace(plan, message_id=9, event_id=11)
    await storage.servers.purge(7, 9e9)
    assert await storage.plans.find(plan.id) is None


async def test_planned_match_begins_once(storage: Storage) -> None:
    plan = await added(storage)
    matches = await asyncio.gather(*(storage.plans.begin(plan, of_channel()) for _ in range(4)))
    [match] = filter(None, matches)
    found = await storage.plans.find(plan.id)
    assert found == replace(plan, match_id=match.id, is_begun=True, is_drawn=False)
    assert not await storage.plans.record_begun(plan.id)
    assert await storage.matches.find(match.id) == match
    assert await storage.plans.add(MATCH)


async def test_due_plans_are_found(storage: Storage) -> None:
    plan = await added(storage)
    assert await storage.plans.list_due(0) == [plan.id]  # its event is yet to be created
    await storage.plans.record_event(plan.id, 0)
    assert await storage.plans.list_due(4999.0) == []
    assert await storage.plans.list_due(5000.0) == [plan.id]
    match = present(await storage.plans.begin(plan, of_channel()))
    assert await storage.plans.list_due(9e9) == [plan.id]  # its announcement is yet to be drawn
    await storage.plans.record_drawn(plan.id)
    assert await storage.plans.list_due(9e9) == []
    await storage.matches.save(match, match.with_end(Outcome.FIRST, 6000.0))
    assert await storage.plans.list_due(0) == [plan.id]
    await storage.plans.close(plan.id)
    assert await storage.plans.list_due(9e9) == []
