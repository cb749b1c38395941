"""What is known of Oware's endings: the table is as it is made, and never against what a search proves."""

from functools import reduce
from itertools import islice
from math import comb
from random import Random

import pytest

import engine
from engine import endings
from engine.alphabeta import AlphaBeta
from engine.captures.board import BOARD
from engine.solver import limit_polls
from engine.solvers.captures import Captures
from tests.engine.oware_again import GAME, Slow, drawn, drawn_states
from tests.make_endgames import _boards, table

BOARDS = comb(endings.MOST + 12, 12)
POLLS = 300


def solve(state: engine.State, polls: int = POLLS, *, has_lines: bool = False) -> list[engine.AnalysedMove]:
    return Captures(GAME).moves(state.position, limit_polls(polls), has_lines=has_lines)


def worth(state: engine.State, end: engine.State) -> int:
    """What an end is worth to the player to move in a state."""
    return end.utility if end.to_move == state.to_move else -end.utility


def test_table_is_as_made() -> None:
    endings.load_table.cache_clear()  # it was loaded before, or not
    made, few = table(5), comb(17, 12)
    assert endings.load_table()[:few] == made[:few]
    assert endings.load_table()[BOARDS : BOARDS + few] == made[few:]
    assert len(endings.load_table()) == 2 * BOARDS == 5_408_312


@pytest.mark.ci
@pytest.mark.unmeasured
@pytest.mark.parametrize("seeds", [3, 6, 9, 12])
def test_search_disproves_nothing(seeds: int) -> None:
    known = 0
    for state in drawn_states(seeds):
        limits = endings.limits(GAME, state.position)
        for move in AlphaBeta(GAME).moves(state.position, limit_polls(1_000)):
            least, most = limits[move.action]
            known += least == most
            assert not move.is_proven or least <= move.value <= most, state
    assert known > 10


def test_line_proves_the_result() -> None:
    whole = 0
    for state in (state for seeds in (6, 12) for state in islice(drawn_states(seeds), 6)):
        for move in solve(state, 10, has_lines=True):
            end = reduce(engine.State.successor, move.line, state)
            if move.proven and end.is_terminal:
                whole += len(move.line) > 3
                assert move.value == worth(state, end)
    assert whole > 5


def test_sure_play_wins_every_time() -> None:
    rng, won = Random(5), 0
    for begun in islice(drawn_states(10), 4):
        state, player = begun, begun.to_move
        best = max(solve(state, 5), key=lambda move: move.rank)
        while best.value == 1 and best.is_proven and not state.is_terminal:
            if state.to_move == player:
                best = max(solve(state, 5), key=lambda move: move.rank)
            state = state.successor(best.action if state.to_move == player else rng.choice(state.actions()))
        won += state.is_terminal and best.value == 1
        assert not state.is_terminal or best.value == state.utility * (1 if state.to_move == player else -1)
    assert won


def test_losing_by_least_comes_first() -> None:
    slow = Slow((0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 4, 2), (23, 16), 1)
    moves = engine.Analysis.of(slow.state, solve(slow.state, 0)).moves
    assert {move.value for move in moves} == {-1}
    afters = [GAME.split_history(slow.state.successor(move.action).position)[0] for move in moves]
    seeds = [endings.sure(GAME, after)[1] for after in afters]
    assert seeds == sorted(seeds, reverse=True) != seeds[::-1]


def test_search_comes_to_the_endings() -> None:
    told = set()
    for seed, stores in ((0, (21, 12)), (4, (21, 12)), (28, (22, 11))):
        state = drawn(Random(seed), 15)._replace(stores=stores).state
        plain = {move.action: move for move in AlphaBeta(GAME).moves(state.position, limit_polls(POLLS))}
        for move in (move for move in solve(state, has_lines=True) if move.proven):
            end = reduce(engine.State.successor, move.line, state)
            told.add((move.value, end.is_terminal))
            assert not plain[move.action].is_proven or plain[move.action].value == move.value
            assert not end.is_terminal or move.value == worth(state, end)
    assert told >= {(1, True), (1, False), (-1, True)}


def test_depth_asks_no_table() -> None:
    for state in islice(drawn_states(6), 5):
        moves = Captures(GAME).moves(state.position, depth=3)
        assert moves == AlphaBeta(GAME).moves(state.position, depth=3)


def test_lines_are_left_out_if_unwanted() -> None:
    state = next(drawn_states(11))
    bare = solve(state, 5)
    assert max(len(move.line) for move in solve(state, 5, has_lines=True)) > max(
        len(move.line) for move in bare
    )


def test_places_are_those_of_the_table() -> None:
    for seeds in (0, 1, 3):
        boards = _boards(seeds, 12).tolist()
        before = BOARD.place(0, 0, 0) if not seeds else BOARD.place(0, seeds << 30, seeds)
        for number, board in enumerate(boards):
            mine, theirs = (
                sum(each << 6 * house for house, each in enumerate(row)) for row in (board[:6], board[6:])
            )
            assert BOARD.place(mine, theirs, seeds) == before + number
