"""The scheduled events of the server, as far as bots make external ones: created, begun and ended."""

from datetime import UTC, datetime
from typing import Any

from bot.playground.errors import EVENT_FINISHED, UNKNOWN_EVENT, ApiError, Problems
from bot.playground.forms import fields, one_of, sized
from bot.playground.things import Json
from bot.playground.world import World

CREATE_EVENTS = 1 << 44
SCHEDULED, ACTIVE, COMPLETED, CANCELLED = 1, 2, 3, 4
FOLLOWING = {SCHEDULED: {ACTIVE, CANCELLED}, ACTIVE: {COMPLETED}}
EXTERNAL, GUILD_ONLY = 3, 2
LIMITS = fields(
    name=sized(1, 100),
    description=sized(0, 1000),
    privacy_level=one_of(GUILD_ONLY),
    entity_type=one_of(EXTERNAL),
    entity_metadata=fields(location=sized(1, 100)),
)


def create(world: World, form: Json) -> Json:
    """Create an external event, if Discord would."""
    problems = Problems()
    LIMITS(problems, (), form)
    begin, end = (_read_time(problems, form, name) for name in ("scheduled_start_time", "scheduled_end_time"))
    _check_times(problems, begin, end, world.time())
    problems.refuse()
    event = {
        "id": str(world.new_id()),
        "guild_id": str(world.guild.id),
        "channel_id": None,
        "creator_id": str(world.bot.id),
        "description": None,
        **form,
        "status": SCHEDULED,
        "entity_id": None,
        "user_count": 0,
        "image": None,
        "recurrence_rule": None,
    }
    world.events[int(event["id"])] = event
    return event


def change_status(world: World, event_id: int, form: Json) -> Json:
    """Begin, end or cancel an event, if it is at the stage for that."""
    event = world.events.get(event_id)
    if event is None:
        raise ApiError(*UNKNOWN_EVENT)
    if event["status"] not in FOLLOWING:
        raise ApiError(*EVENT_FINISHED)
    problems = Problems()
    if form.get("status") not in FOLLOWING[event["status"]]:
        sentence = "Cannot change the event to that status."
        problems.add(("status",), "GUILD_SCHEDULED_EVENT_INVALID_STATUS", sentence)
    problems.refuse()
    event["status"] = form["status"]
    return event


def _read_time(problems: Problems, form: Json, name: str) -> datetime | None:
    value: Any = form.get(name)
    if value is None:
        problems.add((name,), "BASE_TYPE_REQUIRED", "This field is required")
        return None
    try:
        read = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        sentence = f"Could not parse {value}. Should be ISO8601."
        problems.add((name,), "DATE_TIME_TYPE_PARSE", sentence)
        return None
    return read if read.tzinfo else read.replace(tzinfo=UTC)


def _check_times(problems: Problems, begin: datetime | None, end: datetime | None, now: float) -> None:
    if begin is not None and begin.timestamp() <= now:
        sentence = "Cannot schedule event in the past."
        problems.add(("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", sentence)
    if begin is not None and end is not None and end <= begin:
        sentence = "Cannot schedule event end time before start time."
        problems.add(("scheduled_end_time",), "GUILD_SCHEDULED_EVENT_END_BEFORE_START", sentence)
