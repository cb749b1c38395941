"""Oware in machine words: the same as by the rules and as in plain Python, and nothing taken for another."""

import subprocess
import sys
from math import inf
from pathlib import Path
from random import Random

import pytest

import engine
from engine import arena, endings
from engine.captures import search as words
from engine.captures.search import DEEPEST, PART, Search
from engine.machine import IS_COMPILED
from engine.solver import limit_polls
from engine.solvers.captures import Captures
from tests.engine.boards import random_state
from tests.engine.oware_again import GAME, drawn, drawn_states

ROOT = Path(__file__).parents[2]
ALL = 2 * words.PART << 10
"""More than any score."""


def score(search: Search, board: engine.Position, depth: int) -> int:
    """Return the score of a board without its past."""
    stores, turn = GAME.seeds_on(board)[0], GAME.mover(board)
    return search.score(
        *GAME.rows(board), stores[turn], stores[1 - turn], turn, [], depth, -ALL, ALL, is_fresh=False
    )


def tried(board: engine.Position, depth: int) -> float:
    """Return the score of a board by trying all moves; at the horizon only more than half is an end."""
    if max(GAME.seeds_on(board)[0]) > 24 or (depth and GAME.has_ended(board)):
        return GAME.utility(board) * PART << 10
    if not depth:
        return GAME.lead(board)
    best = -inf
    for after in GAME.successors(board).values():
        found = -tried(after, depth - 1)
        best = max(best, found - PART if found > PART else found + PART if found < -PART else found)
    return best


@pytest.mark.parametrize(
    "plies", [pytest.param(0, id="start"), pytest.param(20, id="middle"), pytest.param(58, id="late")]
)
def test_scores_are_those_of_all_moves(plies: int) -> None:
    search, board = Search(4), GAME.split_history(random_state(GAME, plies, Random(plies)).position)[0]
    for depth in (1, 2, 3, 4):
        search.ask(None)
        assert score(search, board, depth) == tried(board, depth), depth


@pytest.mark.unmeasured
def test_scores_of_endings_are_those_of_all_moves() -> None:
    search, ended = Search(4), 0
    for state in drawn_states(5):
        board = GAME.split_history(state.position)[0]
        search.ask(None)
        found = score(search, board, 6)
        assert found == tried(board, 6), state
        ended += abs(found) > PART
    assert ended


@pytest.mark.skipif(IS_COMPILED, reason="what is final is written into it")
def test_what_has_no_number_is_searched_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    state = drawn(Random(7), 5).state
    expected = Captures(GAME).moves(state.position, depth=16)
    monkeypatch.setattr(words, "_UNNUMBERED", 3)
    assert [move[:4] for move in Captures(GAME).moves(state.position, depth=16)] == [
        move[:4] for move in expected
    ]


def test_no_look_is_too_deep() -> None:
    state = drawn(Random(1), 2).state
    assert all(move.distance < DEEPEST for move in Captures(GAME).moves(state.position, limit_polls(40), 99))


def test_answers_depend_on_the_question_alone() -> None:
    positions = [random_state(GAME, plies, Random(plies)).position for plies in (4, 20)]
    first = [Captures(GAME).moves(position, limit_polls(30)) for position in positions]
    assert [Captures(GAME).moves(position, limit_polls(30)) for position in reversed(positions)] == first[
        ::-1
    ]


def shown() -> str:
    """Return analyses of limited work, and a match."""
    states = [random_state(GAME, plies, Random(plies)) for plies in range(0, 70, 10)]
    states += [*drawn_states(11)][:3]
    found = [engine.analyse(state, limit_polls(200)).moves for state in states if not state.is_terminal]
    levels = engine.get_player("perfect"), engine.get_player("hard")
    played = arena.play(states[4], levels, lambda state: Random(state.ply))
    return repr((found, played[0]))


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compared then")
@pytest.mark.skipif(not (ROOT / "engine").is_dir(), reason="without its source there is nothing to compare")
def test_compiled_search_finds_the_same_by_as_much_work() -> None:
    program = "from tests.engine import test_captures as it; assert not it.IS_COMPILED; print(it.shown())"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=150)  # noqa: S603 - our own program
    assert done.stdout.strip() == shown()


def test_endings_are_asked_only_where_few_seeds_are_left() -> None:
    endings.load_table.cache_clear()
    engine.analyse(GAME.initial(), limit_polls(20))
    assert not endings.load_table.cache_info().currsize
