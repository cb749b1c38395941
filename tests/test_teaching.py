"""The student that measures what explanations teach: it reads sentences, and does as they say."""

from __future__ import annotations

from random import Random

import pytest

import engine
from bot.words.advice import format_advice, get_advice
from tests import tiers
from tests.benchmarks.patterns import PATTERNS
from tests.benchmarks.reading import LANGUAGES, read
from tests.benchmarks.student import Student, attended
from tests.benchmarks.teaching import learned
from tests.engine.boards import random_state, state_after


@pytest.mark.parametrize(
    "slug",
    tiers.later(
        ["tic-tac-toe", "tic-tac-toe-misere", "four-in-a-row-4x4"], "tic-tac-toe-misere", "four-in-a-row-4x4"
    ),
)
def test_headlines_are_read_in_every_language(slug: str) -> None:
    game, rng = engine.game(slug), Random(slug)
    for ply in (3, 4, 5, 6):
        analysis = engine.analyse(random_state(game, ply, rng))
        remark = get_advice(analysis).remark
        assert remark is not None
        for language in LANGUAGES:
            kinds = [each.kind for each in read(language, game, format_advice(language, analysis))]
            assert remark.kind.name in kinds


def test_student_does_what_was_said() -> None:
    game = engine.game("tic-tac-toe")
    state = state_after(game, "a1 b2 b1")
    student = learned(Student(), state, "reason", LANGUAGES[1], Random(1))
    assert student.told == ("block",)
    assert [game.name_of(state, action) for action in attended(state, student.told)] == ["c1"]
    assert len(attended(state, ())) == len(state.actions())


def test_student_remembers_a_move_alone() -> None:
    state = state_after(engine.game("tic-tac-toe"), "a1 b2 b1")
    student = learned(Student(), state, "move", LANGUAGES[0], Random(1))
    assert (student.told, student.choose(state, Random(2))) == ((), 2)


def test_student_looks_for_kinds_there_are() -> None:
    kinds = {kind.name for each in _all_kinds(engine.Kind) for kind in each}
    assert set(PATTERNS) - kinds == set()


def _all_kinds(kind: type[engine.Kind]) -> list[type[engine.Kind]]:
    return [kind, *(below for each in kind.__subclasses__() for below in _all_kinds(each))]
