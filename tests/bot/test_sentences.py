"""Sentences of bot/words are those that tests/approved/ holds."""

from difflib import unified_diff

import pytest

from tests.make_sentences import APPROVED, NAMES, make


@pytest.mark.parametrize("name", NAMES)
def test_sentences_are_approved(name: str) -> None:
    approved, made = (APPROVED / f"{name}.txt").read_text(encoding="utf-8"), make(name)
    diff = "\n".join(unified_diff(approved.splitlines(), made.splitlines(), "approved", "now", lineterm=""))
    is_approved = made == approved
    assert is_approved, f"If this is meant, run `python -m tests.make_sentences`:\n{diff}"


def test_each_text_has_its_module() -> None:
    assert sorted(path.stem for path in APPROVED.iterdir()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_each_case_has_its_own_name(name: str) -> None:
    cases = [line for line in make(name).splitlines() if not line.startswith(" ")]
    assert sorted({*cases}) == sorted(cases)
