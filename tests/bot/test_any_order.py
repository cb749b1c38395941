"""Random evenings and walks: nothing acknowledged is lost, nothing is left unanswered, and the rules hold.

Evenings are the same in every run; `--hypothesis-profile=varied --hypothesis-seed=1` spends others.
"""

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from bot.playground import world
from tests.bot.puzzling import Patient
from tests.bot.rough_evening import RoughEvening
from tests.bot.walking import Walk


@pytest.mark.nightly
@pytest.mark.unmeasured
def test_any_order_keeps_every_promise() -> None:
    run_state_machine_as_test(RoughEvening, settings=settings(max_examples=30, stateful_step_count=25))


@pytest.mark.unmeasured
@pytest.mark.parametrize("steps", [200, pytest.param(5_000, marks=pytest.mark.nightly)])
async def test_any_walk_is_answered(
    patient: Patient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, steps: int
) -> None:
    monkeypatch.setattr(world, "MESSAGES_KEPT", 10 * steps)  # Discord forgets none
    walk = Walk(patient, seed=steps)
    await walk.go(steps)
    assert {f"/{command['name']}" for command in patient.world.commands} <= walk.commands
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
