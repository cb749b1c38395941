"""Faults of explanations by rules that need no reader, in 25 positions of each game."""

import pytest

from tests import tiers
from tests.benchmarks.faults import RULES, find_faults


@pytest.mark.unmeasured
@pytest.mark.parametrize("slug", tiers.every_game())
def test_explanations_have_no_faults(slug: str) -> None:
    found = find_faults(slug)
    assert {kind: found[kind] for kind in RULES if found[kind]} == {}
