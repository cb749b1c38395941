"""How puzzles are found: by a seed, for each difficulty, none twice, and none that is false."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from random import Random
from typing import TypeVar

import pytest

import engine
from engine import Puzzle, puzzles
from engine.puzzles import endgames, finding
from engine.puzzles.sources import candidates, canonical
from engine.solvers import new_solver
from tests import tiers
from tests.retrograde import solve

_T = TypeVar("_T")
_R = TypeVar("_R")

SMALL = tuple(slug for slug in engine.games() if engine.game(slug).is_small)


def chance(seed: int, name: str) -> Random:
    return Random(f"{seed} {name}")


ONE, OTHER = partial(chance, 1), partial(chance, 2)


def ahead(function: Callable[[_T], _R], arguments: Iterable[_T]) -> Iterator[_R]:
    """Call a function out of turn, as processes do that work at the same time."""
    waiting = iter(arguments)
    while batch := [*islice(waiting, 3)]:
        yield from reversed([function(argument) for argument in reversed(batch)])


@pytest.mark.parametrize("slug", tiers.later(SMALL, *{*SMALL} - {"nim-3-4-5", "tic-tac-toe"}))
def test_small_game_ships_all(slug: str) -> None:
    every = [*finding.find_puzzles(slug, ONE, 1000)]
    assert {canonical(puzzle.state) for puzzle in every} == {canonical(one.state) for one in puzzles.of(slug)}
    assert not [*finding.find_puzzles(slug, OTHER, 1000, every)]


def test_small_game_misses_none_to_win() -> None:
    game, solved = engine.game("tic-tac-toe"), solve(engine.game("tic-tac-toe"))
    single = {
        min(game.symmetries(position))
        for position, (value, distance) in solved.items()
        if value == 1 < distance
        and len(afters := game.successors(position).values()) >= 4
        and [solved[after][0] for after in afters].count(-1) == 1
    }
    assert single == {canonical(one.state) for one in puzzles.of("tic-tac-toe") if one.goal}


def test_search_fills_each_difficulty() -> None:
    kept = puzzles.of("tic-tac-toe", "easy")[:1]
    found = [*finding.find_puzzles("tic-tac-toe", ONE, 2, kept)]
    assert Counter(puzzle.difficulty for puzzle in found) == {"easy": 1, "medium": 2, "hard": 2}


def test_search_ends_without_anything_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "_IDLE_GAMES", 0)
    assert not [*finding.find_puzzles("four-in-a-row-4x4", ONE, 1)]


@pytest.mark.ci
def test_same_seed_finds_the_same() -> None:
    slug = "four-in-a-row-4x4"
    search = (
        finding.find_puzzles(slug, ONE, 9),
        finding.find_puzzles(slug, ONE, 9, each=ahead),
        finding.find_puzzles(slug, OTHER, 9),
    )
    first, again, other = ([*islice(found, 2)] for found in search)
    assert first == again
    assert first != other


def test_puzzles_of_one_game_differ() -> None:
    for number in (22, 33):
        one, other = puzzles_of_game(number, *engine.DIFFICULTIES)
        assert one.difficulty != other.difficulty
        assert abs(len(one.actions) - len(other.actions)) >= 4


@cache
def puzzles_of_game(number: int, *wanted: str, known: frozenset[Hashable] = frozenset()) -> Sequence[Puzzle]:
    return finding._puzzles_of_game("four-in-a-row-5x5", ONE, frozenset(wanted), known, number)


def test_false_puzzle_is_not_kept() -> None:
    good = puzzles.of("tic-tac-toe", "hard")[0]
    mislabelled = good._replace(difficulty="easy", goal=1 - good.goal, theme=None)
    image = good._replace(actions=tuple((2, 5, 8, 1, 4, 7, 0, 3, 6)[action] for action in good.actions))
    ended, illegal, many = (good._replace(actions=way) for way in ((0, 3, 1, 4, 2), (0, 0), ()))
    assert [*finding.judge_again((ended, illegal, many, mislabelled, image))] == [good]


@pytest.mark.unmeasured
@pytest.mark.parametrize("slug", ["kalah", pytest.param("oware", marks=pytest.mark.nightly)])
def test_search_looks_back_while_provable(slug: str) -> None:
    known = {puzzle.actions for puzzle in puzzles.of(slug)}
    way = min(way for way in known if len(way) >= 20)  # an earlier one may take longer to prove
    assert known & {each.actions for each in finding._puzzles(slug, (*way, 0))}


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("slug", "vague"),
    [
        ("kalah", (3, 3, 0, 2, 5, 3, 4, 2, 3, 4, 4, 0, 5)),  # what was earlier stands in the book
        pytest.param("oware", (2, 3, 5, 0, 1, 4, 2, 5), marks=pytest.mark.ci),
    ],
)
def test_search_finds_nothing_where_nothing_is_proven(slug: str, vague: tuple[int, ...]) -> None:
    assert not [*finding._puzzles(slug, vague)]


def test_search_looks_at_the_endgames_beside_a_way_too() -> None:
    way = min(puzzle.actions for puzzle in puzzles.of("oware"))
    beside = [other for other, _ in candidates(engine.game("oware"), (*way, 0))]
    assert way in beside
    assert any(other != way[: len(other)] for other in beside)


@pytest.mark.parametrize("goal", [0, 1])
def test_puzzle_of_an_endgame_is_not_hopeless_at_a_glance(goal: int) -> None:
    states = (puzzle.state for puzzle in puzzles.of("oware") if puzzle.goal == goal)
    for state in islice((state for state in states if endgames.single(state, (goal,)) is not None), 3):
        assert not finding._is_hopeless(state, new_solver(state.game))


def test_opening_is_not_soon_proven() -> None:
    assert not finding.proof(engine.game("oware").initial()).exact
    assert not finding.is_provable_to_the_end(engine.game("oware").initial())
