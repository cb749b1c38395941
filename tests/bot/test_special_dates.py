"""What the bot does at midnight, on a leap day, at the end of a year and when the clocks change.

The machine has Berlin's local time, which no player may notice: days, weeks and months are those of UTC.
"""

import time
from collections.abc import Iterator
from datetime import datetime

import pytest

from bot.models import find_next_time, month_before, periods_of
from bot.playground.messages import text_of
from tests.bot.puzzling import Solver
from tests.bot.scenes import Scene
from tests.bot.stage import Stage
from tests.bot.test_daily import solved


def seconds(text: str) -> float:
    return datetime.fromisoformat(f"{text}+00:00").timestamp()


def begin_at(scene: Scene, text: str) -> None:
    scene.clock.advance(seconds=seconds(text) - scene.clock())


@pytest.fixture(autouse=True)
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    "night",
    [
        pytest.param("2027-06-17", id="ordinary"),
        pytest.param("2028-02-28", id="before a leap day"),
        pytest.param("2028-02-29", id="after a leap day"),
        pytest.param("2027-12-31", id="end of a year"),
        pytest.param("2028-03-25", id="before summer time begins"),
        pytest.param("2027-10-31", id="after summer time has ended"),
    ],
)
async def test_day_ends_at_midnight_in_utc(solver: Solver, night: str) -> None:
    begin_at(solver, f"{night}T23:50")
    await solved(solver, solver.ada)
    solver.clock.advance(minutes=20)
    assert "Streak: 2 days\n" in text_of(solver.message(await solved(solver, solver.ada)))


@pytest.mark.parametrize(
    ("text", "month", "week", "before"),
    [
        ("2028-02-29T23:59", "2028-02", "2028-W09", "2028-01"),
        ("2028-03-31T00:00", "2028-03", "2028-W13", "2028-02"),
        ("2027-01-01T00:00", "2027-01", "2026-W53", "2026-12"),
        ("2029-12-31T23:59", "2029-12", "2030-W01", "2029-11"),
    ],
)
def test_periods_of_boards(text: str, month: str, week: str, before: str) -> None:
    assert (*periods_of(seconds(text)), month_before(seconds(text))) == (month, week, before)


@pytest.mark.parametrize(
    ("zone", "first", "after", "then"),
    [
        pytest.param(
            "Europe/Berlin", "2028-03-23T19:00", "2028-03-23T20:00", "2028-03-30T18:00", id="spring"
        ),
        pytest.param(
            "Europe/Berlin", "2027-10-28T18:00", "2027-10-28T19:00", "2027-11-04T19:00", id="autumn"
        ),
        pytest.param(None, "2028-03-23T19:00", "2028-03-23T20:00", "2028-03-30T19:00", id="no time zone"),
        pytest.param("Europe/Berlin", "2028-03-19T01:30", "2028-03-19T02:30", "2028-03-26T01:30", id="gap"),
        pytest.param(
            "Europe/Berlin", "2028-03-19T01:30", "2028-03-26T02:30", "2028-04-02T00:30", id="after gap"
        ),
        pytest.param("Europe/Berlin", "2027-10-24T00:30", "2027-10-24T01:30", "2027-10-31T00:30", id="twice"),
        pytest.param(
            "Europe/Berlin", "2027-10-31T01:30", "2027-10-31T02:30", "2027-11-07T01:30", id="second"
        ),
        pytest.param("Europe/Berlin", "2027-06-17T18:00", "2028-01-20T12:00", "2028-01-20T19:00", id="years"),
        pytest.param(
            "America/New_York", "2028-03-06T01:00", "2028-03-06T02:00", "2028-03-13T00:00", id="west"
        ),
    ],
)
def test_week_follows_local_clocks(zone: str | None, first: str, after: str, then: str) -> None:
    assert find_next_time(seconds(first), seconds(after), zone) == seconds(then)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        pytest.param("2028-03-16T19:00", ("2028-03-23T19:00", "2028-03-30T18:00"), id="summer time begins"),
        pytest.param("2027-10-21T18:00", ("2027-10-28T18:00", "2027-11-04T19:00"), id="summer time ends"),
    ],
)
async def test_weekly_race_keeps_its_local_hour(stage: Stage, first: str, then: tuple[str, str]) -> None:
    await stage.command(stage.ada, "settings", timezone="Europe/Berlin")
    begin_at(stage, first)
    await stage.command(stage.ada, "race", game="tic-tac-toe", weekly=True)
    for due in then:
        stage.clock.advance(hours=1, seconds=5)
        await stage.upkeep()
        begin_at(stage, due)
        stage.clock.advance(seconds=5)
        await stage.upkeep()
        [(begun,)] = stage.rows("SELECT max(begun_at) FROM races")
        assert begun == pytest.approx(seconds(due), abs=60)
