"""Faults of explanations by rules that need no reader, in 25 positions of each game."""

from collections.abc import Mapping
from typing import Final

import pytest

from tests import tiers
from tests.benchmarks.faults import RULES, find_faults

AWAITED: Final[Mapping[str, tuple[str, ...]]] = {"over 40 words": ("oware", "tic-tac-toe-misere")}
"""Which faults are still to be mended, in which games."""


@pytest.mark.unmeasured
@pytest.mark.parametrize("slug", tiers.every_game())
def test_explanations_have_no_faults(slug: str) -> None:
    found = find_faults(slug)
    assert {kind: found[kind] for kind in RULES if found[kind] and slug not in AWAITED.get(kind, ())} == {}
