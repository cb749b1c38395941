"""What is said of seeds: how far ahead somebody is, and what to play because of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import engine
from bot.words.games import get_words
from bot.words.games.kalah import KalahWords
from bot.words.games.oware import OwareWords
from bot.words.games.sowing_phrases import ADVICE
from bot.words.language import ENGLISH, Plural
from bot.words.remarks import format_remark
from engine import Remark
from engine.teachers.kalah import KalahKind
from engine.teachers.oware import OwareKind
from engine.teachers.sowing_kinds import SowingKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.words.game_words import Phrase
    from engine import Kind

PLACES = {"move", "names", "besides", "number", "of", "opponent"}


@pytest.mark.parametrize(
    ("slug", "value", "text"),
    [
        ("oware", 0.4, "about 3 seeds ahead"),
        ("oware", 0.15, "about 1 seed ahead"),
        ("oware", 0.05, "about even"),
        ("oware", -0.05, "about even"),
        ("oware", -0.15, "about 1 seed behind"),
        ("kalah", -0.4, "about 4 seeds behind"),
    ],
)
def test_estimate_is_said_in_seeds(slug: str, value: float, text: str) -> None:
    assert get_words(engine.game(slug)).format_estimate(ENGLISH, value) == text


@pytest.mark.parametrize("slug", ["tic-tac-toe", "connect-four"])
def test_other_games_have_no_estimate_words(slug: str) -> None:
    assert get_words(engine.game(slug)).format_estimate(ENGLISH, 0.4) is None


@pytest.mark.parametrize(
    ("slug", "remark", "text"),
    [
        (
            "oware",
            Remark(OwareKind.SAVES, (5,), 4, (2, 3)),
            "saves c and d from the opponent's f, which would take 4 seeds",
        ),
        (
            "oware",
            Remark(OwareKind.LETS_CAPTURE, (5,), 4, (2, 3)),
            "lets the opponent capture 4 seeds in c and d with f",
        ),
        (
            "kalah",
            Remark(KalahKind.LETS_CAPTURE, (5,), 1),
            "lets the opponent capture 1 seed with f",
        ),
        (
            "kalah",
            Remark(SowingKind.COLLECTS, (1,), 9),
            "moves again, with b next, and wins 9 seeds this turn",
        ),
        (
            "kalah",
            Remark(SowingKind.LETS_COLLECT, (1,), 9),
            "lets the opponent win 9 seeds in a turn that begins with b",
        ),
        ("oware", Remark(SowingKind.LETS_COLLECT, (1,), 2), "lets the opponent win 2 seeds with b"),
        ("oware", Remark(SowingKind.COSTS, (1,), 1), "costs about 1 seed when the opponent replies b"),
        (
            "kalah",
            Remark(SowingKind.COLLECTS_FEWER, (5,), 3, (2,)),
            "wins 3 seeds fewer this turn than a turn that begins with c and then f",
        ),
        (
            "kalah",
            Remark(SowingKind.AVOIDS_TURN, (5,), 2, (4,)),
            "keeps the opponent from winning 2 seeds in a turn that begins with their f, which e would allow",
        ),
        (
            "kalah",
            Remark(SowingKind.FORGOES, (5,), 4, (2,)),
            "gives up capturing 4 seeds with f next, which c would bring",
        ),
        (
            "kalah",
            Remark(SowingKind.LETS_KEEP, (3,), 5),
            "lets the opponent reply d and keep 5 seeds that are left in their row at the end",
        ),
    ],
)
def test_seeds_are_said_like_a_person(slug: str, remark: Remark, text: str) -> None:
    assert format_remark(ENGLISH, engine.game(slug).initial(), 0, remark) == text


@pytest.mark.parametrize("advice", [OwareWords.advice, KalahWords.advice], ids=["oware", "kalah"])
def test_advice_names_the_move(advice: Mapping[Kind, Phrase]) -> None:
    for phrase in advice.values():
        assert isinstance(phrase, str | Plural)
        for said in (phrase,) if isinstance(phrase, str) else phrase:
            assert set(re.findall(r"{(\w+)}", said)) <= PLACES
            assert "{move}" in said
            assert said.endswith(".")
    assert set(advice) & set(SowingKind) == set(ADVICE)


@pytest.mark.parametrize(
    "kind",
    [
        SowingKind.CAPTURES_LATER,
        SowingKind.AVOIDS_LATER,
        SowingKind.FORGOES_LATER,
        SowingKind.LETS_COLLECT_LATER,
        SowingKind.GAINS,
    ],
)
def test_later_estimate_says_so(kind: Kind) -> None:
    state = engine.game("kalah").initial()
    assert "I looked ahead" in format_remark(ENGLISH, state, 0, Remark(kind, (1,), 4, (2,), of=8))
