"""What is said of seeds: how far ahead somebody is, and what to play because of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import engine
from bot.words.advice import format_advice
from bot.words.game_words import fill_phrase
from bot.words.games import get_words
from bot.words.games.kalah import KalahWords
from bot.words.games.oware import OwareWords
from bot.words.games.sowing_phrases import ADVICE
from bot.words.language import ENGLISH, Plural
from bot.words.remarks import find_places, format_remark
from engine import Remark
from engine.teachers.kalah import KalahKind
from engine.teachers.oware import OwareKind
from engine.teachers.sowing_kinds import SowingKind
from tests.engine.kalah_again import Slow
from tests.engine.oware_again import Slow as OwareAgain

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
            "saves c and d from North's f, which would take 4 seeds",
        ),
        (
            "oware",
            Remark(OwareKind.LETS_CAPTURE, (5,), 4, (2, 3)),
            "lets North capture 4 seeds in c and d with f",
        ),
        (
            "oware",
            Remark(OwareKind.LETS_CAPTURE, (5,), 4, (2, 3), of=2),
            "captures 2, but lets North capture 4 seeds in c and d with f",
        ),
        (
            "kalah",
            Remark(KalahKind.LETS_CAPTURE, (4,), 3, (5,), of=5),
            "captures 5, but lets North win 3 seeds by capturing f with e",
        ),
        (
            "kalah",
            Remark(KalahKind.LETS_CAPTURE, (4,), 3, (5,)),
            "lets North win 3 seeds by capturing f with e",
        ),
        (
            "kalah",
            Remark(KalahKind.CAPTURES, (), 3, (2,)),
            "captures 3 seeds: its last, in d, and those in c",
        ),
        (
            "kalah",
            Remark(SowingKind.COLLECTS, (1,), 9),
            "moves again, with b next, and wins 9 seeds this turn",
        ),
        (
            "kalah",
            Remark(SowingKind.LETS_COLLECT, (1,), 9),
            "lets North win 9 seeds in a turn that begins with b",
        ),
        ("oware", Remark(SowingKind.LETS_COLLECT, (1,), 2), "lets North win 2 seeds with b"),
        ("oware", Remark(SowingKind.COSTS, (1,), 1), "costs about 1 seed when North replies b"),
        (
            "kalah",
            Remark(SowingKind.COLLECTS_FEWER, (5,), 3, (2,)),
            "misses 3 seeds that a turn beginning with c wins",
        ),
        (
            "kalah",
            Remark(SowingKind.CAPTURES_FEWER, (), 9, (5,), of=9),
            "misses the 9 seeds that f captures",
        ),
        ("kalah", Remark(SowingKind.CAPTURES_FEWER, (), 6, (5,), of=9), "captures 6 seeds fewer than f"),
        (
            "kalah",
            Remark(SowingKind.NONE_READY, (), 0, (3, 4), of=3),
            "leaves North no house that ends in their store, unlike d and e",
        ),
        (
            "kalah",
            Remark(SowingKind.AVOIDS_TURN, (5,), 2, (4,)),
            "e would let North win 2 seeds in a turn that begins with f",
        ),
        (
            "kalah",
            Remark(SowingKind.FORGOES, (5,), 4, (2,)),
            "misses 4 seeds that f would capture next after c",
        ),
        (
            "kalah",
            Remark(SowingKind.LETS_KEEP, (3,), 5),
            "lets North reply d and keep 5 seeds that are left in their row at the end",
        ),
    ],
)
def test_seeds_are_said_like_a_person(slug: str, remark: Remark, text: str) -> None:
    assert format_remark(ENGLISH, engine.game(slug).initial(), 0, remark) == text


@pytest.mark.parametrize("advice", [OwareWords.advice, KalahWords.advice], ids=["oware", "kalah"])
def test_advice_names_the_move(advice: Mapping[Kind, Phrase]) -> None:
    for phrase in advice.values():
        templates = phrase if isinstance(phrase, Plural) else (phrase,)
        for said in (each for each in templates if isinstance(each, str)):
            assert set(re.findall(r"{(\w+)}", said)) <= PLACES
            assert "{move}" in said
            assert said.endswith(".")
    assert set(advice) & set(SowingKind) == set(ADVICE)


@pytest.mark.parametrize(
    ("slug", "houses", "text"),
    [
        (
            "kalah",
            ((0, 2, 0, 0, 1, 0), (0, 8, 2, 3, 3, 12)),
            (
                "Play b: its last seed lands in your empty d, and you capture it with those in North's c:"
                " 3 seeds."
            ),
        ),
        (
            "kalah",
            ((1, 0, 0, 0, 0, 9), (0, 0, 0, 3, 0, 0)),
            "Play a: its last seed lands in your empty b, and you capture it.",
        ),
        (
            "oware",
            ((0, 0, 6, 0, 5, 1), (0, 4, 1, 0, 3, 7)),
            "Play c: its last seed makes 2 in North's c, and you capture them.",
        ),
        (
            "oware",
            ((0, 0, 6, 0, 5, 1), (0, 1, 1, 0, 3, 7)),
            (
                "Play c: its last seed makes two or three in North's c, and there are as many in b: you"
                " capture 4."
            ),
        ),
    ],
)
def test_capture_says_where(slug: str, houses: tuple[tuple[int, ...], tuple[int, ...]], text: str) -> None:
    game, action = engine.game(slug), "abcdef".index(text[5])
    seeds = sum(houses[0]) + sum(houses[1])
    stores = (48 - seeds) // 2, (49 - seeds) // 2
    slow = Slow(houses, stores, 0) if slug == "kalah" else OwareAgain((*houses[0], *houses[1]), stores, 0)
    state = engine.State(game, slow.state.position, 0)
    captures = next(iter(engine.get_teacher(game).remarks(state, action)))
    places = find_places(ENGLISH, state, action, captures)
    assert fill_phrase(ENGLISH, get_words(game).advice[captures.kind], captures, places) == text


@pytest.mark.parametrize(
    ("rows", "stores", "text"),
    [
        (((0, 0, 0, 0, 0, 2), (0, 3, 2, 0, 0, 0)), (9, 32), "f is your only move; North wins 38 to 10."),
        (((0, 0, 0, 0, 0, 1), (0, 3, 0, 0, 0, 1)), (23, 20), "f is your only move."),
    ],
)
def test_only_move_tells_the_end(
    rows: tuple[tuple[int, ...], tuple[int, ...]], stores: tuple[int, int], text: str
) -> None:
    position = Slow(rows, stores, 0).state.position
    analysis = engine.analyse(engine.State(engine.game("kalah"), position, 0))
    assert format_advice(ENGLISH, analysis) == text
