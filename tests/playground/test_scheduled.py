"""External scheduled events: created, begun and ended, and refused as Discord refuses them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.playground.errors import EVENT_FINISHED, FORBIDDEN, INVALID_FORM, UNKNOWN_EVENT
from bot.playground.scheduled import ACTIVE, CANCELLED, COMPLETED, CREATE_EVENTS, SCHEDULED
from tests.playground.conftest import Call
from tests.trouble import Playground


def form(playground: Playground, **changed: object) -> dict[str, Any]:
    now = datetime.fromtimestamp(playground.world.time(), UTC)
    times = {"scheduled_start_time": now + timedelta(hours=1), "scheduled_end_time": now + timedelta(hours=2)}
    known = {"name": "A match", "privacy_level": 2, "entity_type": 3, "entity_metadata": {"location": "here"}}
    return {**known, **{name: time.isoformat() for name, time in times.items()}, **changed}


def address(playground: Playground) -> str:
    return f"/guilds/{playground.world.guild.id}/scheduled-events"


async def test_event_begins_and_ends(playground: Playground, call: Call) -> None:
    events = address(playground)
    status, event = await call("POST", events, form(playground))
    assert (status, event["status"]) == (200, SCHEDULED)
    for wanted in (ACTIVE, COMPLETED):
        assert (await call("PATCH", f"{events}/{event['id']}", {"status": wanted}))[1]["status"] == wanted
    status, refused = await call("PATCH", f"{events}/{event['id']}", {"status": CANCELLED})
    assert (status, refused["code"]) == EVENT_FINISHED[:2]
    status, refused = await call("PATCH", f"{events}/99", {"status": ACTIVE})
    assert (status, refused["code"]) == UNKNOWN_EVENT[:2]


async def test_events_are_listed_until_they_end(playground: Playground, call: Call) -> None:
    events = address(playground)
    _, event = await call("POST", events, form(playground))
    assert await call("GET", events) == (200, [event])
    await call("PATCH", f"{events}/{event['id']}", {"status": CANCELLED})
    assert await call("GET", events) == (200, [])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", None),
        ("privacy_level", 1),
        ("entity_type", 2),
        ("entity_metadata", None),
        ("scheduled_start_time", "2020-01-01T00:00:00"),
        ("scheduled_end_time", "2020-01-01T00:00:00+00:00"),
        ("scheduled_end_time", None),
        ("scheduled_end_time", "soon"),
    ],
)
async def test_bad_events_are_refused(playground: Playground, call: Call, field: str, value: object) -> None:
    status, refused = await call("POST", address(playground), form(playground, **{field: value}))
    assert (status, refused["code"]) == INVALID_FORM[:2]
    assert [*refused["errors"]] == [field]
    assert playground.world.events == {}


async def test_event_ends_only_once_begun(playground: Playground, call: Call) -> None:
    events = address(playground)
    _, event = await call("POST", events, form(playground))
    status, refused = await call("PATCH", f"{events}/{event['id']}", {"status": COMPLETED})
    assert (status, refused["code"]) == INVALID_FORM[:2]


async def test_events_need_a_permission(playground: Playground, call: Call) -> None:
    playground.world.bot_permissions = str(int(playground.world.bot_permissions) & ~CREATE_EVENTS)
    status, refused = await call("POST", address(playground), form(playground))
    assert (status, refused["code"]) == FORBIDDEN[:2]
