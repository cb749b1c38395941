"""Random evenings: nothing acknowledged is lost, nothing is left unanswered, and the rules hold.

Evenings are the same in every run; `--hypothesis-profile=varied --hypothesis-seed=1` spends others.
"""

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.bot.rough_evening import RoughEvening


@pytest.mark.nightly
@pytest.mark.unmeasured
def test_any_order_keeps_every_promise() -> None:
    run_state_machine_as_test(RoughEvening, settings=settings(max_examples=30, stateful_step_count=25))
