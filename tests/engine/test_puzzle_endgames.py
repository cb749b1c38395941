"""What is known of Oware's endgames: the table is as it is made, and never against what a search proves."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

import engine
from engine import puzzles
from engine.alphabeta import AlphaBeta
from engine.puzzles import endgames
from engine.solver import within
from tests import shares
from tests.engine.oware_again import GAME, drawn, quiet
from tests.make_endgames import table

if TYPE_CHECKING:
    from collections.abc import Iterator

POLLS = 1_000


def drawn_states(seeds: int) -> Iterator[engine.State]:
    """Yield running positions with so many seeds or fewer, most of them with a past."""
    rng = Random(seeds)
    for _ in range(25):
        slow = drawn(rng, seeds)
        state = slow.state
        for action in quiet(rng, slow, rng.choice((0, 2, 6, 14))):
            state = state.successor(action)
        if not state.is_terminal:
            yield state


def searched(state: engine.State, polls: int = POLLS) -> engine.Analysis:
    return engine.Analysis.of(state, AlphaBeta(GAME).moves(state.position, within(polls)))


def test_table_is_as_made() -> None:
    made = table(5)
    endgames._table.cache_clear()
    assert endgames._table().startswith(made)
    assert len(endgames._table()) == 293_930  # all ways to put up to nine seeds into twelve houses


@pytest.mark.ci
@pytest.mark.unmeasured
def test_search_disproves_nothing() -> None:
    known = 0
    for state in shares.of(state for seeds in range(2, 10) for state in drawn_states(seeds)):
        limits = endgames._limits(state)
        for move in searched(state).moves:
            least, most = limits[move.action]
            known += least == most
            assert not move.is_proven or least <= move.value <= most
    assert known > 10


def test_knowledge_is_added_to_search() -> None:
    added = set()
    for state in drawn_states(7):
        before = searched(state)
        after = endgames.inform(before)
        found = {move.action: move for move in before.moves}
        for move in after.moves:
            assert not found[move.action].is_proven or move == found[move.action]
            if move != found[move.action]:
                assert (move.proven, move.exact) == (True, False)
                added.add(move.value)
    assert added >= {-1, 1}


@pytest.mark.ci
@pytest.mark.unmeasured
def test_single_solution_at_a_glance() -> None:
    shipped = [puzzle for puzzle in shares.of(puzzles.of("oware")) if endgames.knows(puzzle.state)]
    seen = [endgames.single(puzzle.state) for puzzle in shipped]
    assert len(seen) - seen.count(None) > 0.9 * len(seen)
    proven = 0
    for puzzle, action in zip(shipped[::10], seen[::10], strict=True):
        for move in searched(puzzle.state, 2 * POLLS).moves if action is not None else ():
            assert not move.is_proven or (move.value >= puzzle.goal) == (move.action == action)
            proven += move.is_proven
    assert proven > len(shipped[::10])


def test_bounded_win_agrees_with_search() -> None:
    proven = Counter[float]()
    for state in (state for seeds in (4, 6, 8) for state in drawn_states(seeds)):
        bare = state._replace(position=GAME.forget(state.position)[0])
        for move in searched(bare).moves:
            after, player = bare.successor(move.action), bare.to_move
            if move.exact and not after.is_terminal:
                proven[move.value] += 1
                for plies in range(GAME.cycle - 1):  # in more a position could come again
                    is_enough = move.value == 1 and move.distance <= plies + 1
                    assert endgames.wins_within(after, player, plies) == is_enough
    assert min(proven[1], proven[-1]) > 5


def test_single_draw_only_if_asked() -> None:
    goals = {puzzle.goal for puzzle in puzzles.of("oware")}
    for puzzle in puzzles.of("oware")[::10]:
        solution = endgames.single(puzzle.state)
        assert endgames.single(puzzle.state, (1,)) == (solution if puzzle.goal else None)
    assert goals == {0, 1}


def test_many_or_none_is_not_single() -> None:
    found = [endgames.single(state) for seeds in (3, 6, 9) for state in drawn_states(seeds)]
    assert None in found
    assert {*found} > {None}


@pytest.mark.parametrize("slug", ["oware", "kalah"])
def test_other_positions_are_unknown(slug: str) -> None:
    state = engine.game(slug).initial()
    analysis = engine.analyse(state, depth=2)
    assert endgames.single(state) is None
    assert endgames.inform(analysis) == analysis
