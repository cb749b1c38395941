"""The student that measures what explanations teach: it reads sentences, and does as they say."""

from __future__ import annotations

from random import Random

import pytest

import engine
from bot.words.advice import format_advice, get_advice
from tests import tiers
from tests.benchmarks.reading import LANGUAGES, read
from tests.benchmarks.student import Student, attended
from tests.benchmarks.teaching import PATTERNS, learned, told_by
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


def test_quiet_headline_says_what_comes_first() -> None:
    state = state_after(engine.game("tic-tac-toe"), "b2 b1")
    assert learned(Student(), state, "reason", LANGUAGES[2], Random(1)).told[:2] == ("win", "block")


@pytest.mark.ci
def test_winning_comes_before_copying() -> None:
    state = engine.game("tic-tac-toe-wild").initial()
    assert learned(Student(), state, "reason", LANGUAGES[4], Random(1)).told == ("win", "mirror")


@pytest.mark.ci
def test_misere_headline_teaches_the_end() -> None:
    game = engine.game("nim-misere")
    student = learned(Student(), game.initial().successor(0), "reason", LANGUAGES[3], Random(1))
    end = state_after(game, "a1 b3 c5")
    assert [game.name_of(end, action) for action in attended(end, student.told)] == ["d6"]


def test_student_counts_heaps() -> None:
    game = engine.game("nim-3-4-5")
    state = game.initial()
    left = attended(state, ("evens",))
    assert set(left) == set(engine.analyse(state).best)


def test_student_remembers_a_move_alone() -> None:
    state = state_after(engine.game("tic-tac-toe"), "a1 b2 b1")
    student = learned(Student(), state, "move", LANGUAGES[0], Random(1))
    assert (student.told, student.choose(state, Random(2))) == ((), 2)


@pytest.mark.unmeasured
def test_nonsense_says_nothing() -> None:
    game = engine.game("kalah")
    assert read(LANGUAGES[0], game, "Play it by ear.") == []
    assert told_by(game, []) == ()


def test_student_looks_for_kinds_there_are() -> None:
    kinds = {kind.name for each in _all_kinds(engine.Kind) for kind in each}
    assert set(PATTERNS) - kinds == set()


def _all_kinds(kind: type[engine.Kind]) -> list[type[engine.Kind]]:
    return [kind, *(below for each in kind.__subclasses__() for below in _all_kinds(each))]
