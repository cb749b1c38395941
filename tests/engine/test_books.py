"""The books: their format, and samples of what they say derived again from deeper positions."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.books import BLOCK, Book
from engine.rules.connect_four import ConnectFour
from engine.rules.in_a_row import FourInARow
from engine.solver import Stop
from engine.solvers.fours import Fours
from tests.engine.boards import random_state
from tests.pack_books import pack_book

CONNECT_FOUR = ConnectFour()
FIVE = FourInARow("test", 5)


def with_book(game: engine.Game) -> Fours:
    if game is FIVE:
        return Fours(game, 5, 5, gravity=False, book="four-in-a-row-5x5")
    return Fours(game, 7, 6, gravity=True, book="connect-four")


def without_book(game: engine.Game) -> Fours:
    return Fours(game, 5, 5, gravity=False) if game is FIVE else Fours(game, 7, 6, gravity=True)


def worths(solver: Fours, position: int) -> dict[int, tuple[float, int]]:
    return {move.action: (move.value, move.distance) for move in solver.moves(position)}


def after_polls(count: int) -> Callable[[], bool]:
    left = iter(range(count))
    return lambda: next(left, None) is None


@pytest.mark.ci
@settings(max_examples=25)
@given(
    scores=st.dictionaries(st.integers(0, (1 << 60) - 1), st.integers(-21, 21), max_size=3 * BLOCK),
    strangers=st.sets(st.integers(0, (1 << 60) - 1)),
)
def test_book_answers_for_what_was_packed(scores: dict[int, int], strangers: set[int]) -> None:
    book = Book.unpacked(pack_book(scores, 12))
    assert book.plies == 12
    assert {key: book.score(key) for key in scores} == scores
    assert all(book.score(key) is None for key in strangers - scores.keys())


def searched(solver: Fours, position: engine.Position, stop: Stop) -> tuple[int, int]:
    """Return what is known of a position's score after a search of its moves."""
    solver.moves(position, stop)
    return solver._known_bounds(position)


def score(book: Fours, position: engine.Position) -> int:
    low, high = book._known_bounds(position)
    assert low == high
    return low


def test_book_is_loaded_once() -> None:
    assert Book.named("connect-four") is Book.named("connect-four")


def test_connect_four_is_complete() -> None:
    assert len(Book.named("connect-four").scores) == 4_200_899 + 113_934


@pytest.mark.ci
@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(5, id="soon-won"),
        pytest.param(2, id="late-won"),
        pytest.param(0, id="soon-lost"),
        pytest.param(16, id="late-lost"),
    ],
)
def test_connect_four_agrees_with_search(seed: int) -> None:
    position = random_state(CONNECT_FOUR, 12, Random(seed)).position
    low, high = searched(without_book(CONNECT_FOUR), position, after_polls(40))
    assert low <= score(with_book(CONNECT_FOUR), position) <= high
    assert low > 0 or high < 0 or low == high


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("ply", range(7))
def test_early_plies_follow_from_the_last(ply: int, seed: int) -> None:
    position = random_state(CONNECT_FOUR, ply, Random(seed)).position
    solver = with_book(CONNECT_FOUR)
    replies = CONNECT_FOUR.successors(position).values()
    assert score(solver, position) == max(-score(solver, reply) for reply in replies)


@pytest.mark.ci
@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", [pytest.param(0, id="won"), pytest.param(1, id="drawn")])
def test_five_by_five_agrees_with_search(seed: int) -> None:
    position = random_state(FIVE, 4, Random(seed)).position
    assert worths(with_book(FIVE), position) == worths(without_book(FIVE), position)
