"""Random evenings: nothing acknowledged is lost, nothing is left unanswered, and the rules hold.

They are the same in every run; `--hypothesis-profile=varied --hypothesis-seed=1` spends others.
"""

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.bot.rough_evening import RoughEvening


@pytest.mark.ci
@pytest.mark.unmeasured
@pytest.mark.parametrize("evenings", [4, pytest.param(30, marks=pytest.mark.ci)])
def test_any_order_keeps_every_promise(evenings: int) -> None:
    run_state_machine_as_test(RoughEvening, settings=settings(max_examples=evenings, stateful_step_count=25))
