"""Faults of explanations by rules that need no reader, in 25 positions of each game."""

import pytest

from tests import tiers
from tests.benchmarks.faults import RULES, explain_positions, find_faults, tell


@pytest.mark.unmeasured
@pytest.mark.parametrize("slug", tiers.every_game())
def test_explanations_have_no_faults(slug: str) -> None:
    found = find_faults(slug)
    assert {kind: found[kind] for kind in RULES if found[kind]} == {}


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("moves in no line", "a1, b1 and a2: ", "a1 and b1: "),
        ("first line not of the recommended move", "★ c2", "★ c9, c2"),
        ("mover not said", " (you)", ""),
        ("a guess above a proof", "a1: loss in 1 ", "a9: about +0.1\na1: draw "),
        ("two units", "c2: draw", "c2: about even"),
    ],
)
def test_rule_finds_its_fault(kind: str, old: str, new: str) -> None:
    told = tell(next(iter(explain_positions("tic-tac-toe"))))
    assert not RULES[kind](told)
    spoilt = told.text.replace(old, new), told.pages.replace(old, new)
    assert any(
        RULES[kind](told._replace(text=text, pages=pages))
        for text, pages in ((spoilt[0], told.pages), (told.text, spoilt[1]))
    )
