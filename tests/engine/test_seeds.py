"""Exact Kalah: small boards in full by a second version of the rules."""

from functools import partial, reduce
from itertools import product
from random import Random

import pytest

import engine
from engine import arena
from engine.alphabeta import AlphaBeta
from engine.books import Book
from engine.machine import IS_COMPILED
from engine.rows import HOUSES
from engine.rules.kalah import Kalah
from engine.seeds.board import MOST, SEED
from engine.seeds.endgames import Endgames, Numbers
from engine.seeds.outlook import Outlook
from engine.seeds.search import Search
from engine.solver import AnalysedMove, StoppedError, limit_polls
from engine.solvers.seeds import BOOK, Seeds, endgames, key
from tests import tiers
from tests.engine.boards import HAS_SOURCE, random_state, shown_by_plain
from tests.engine.kalah_again import Margins, Slow, drawn, margin, seen, start
from tests.make_kalah import TableMaker

START = {"a": -14, "b": -8, "c": 10, "d": -2, "e": -6, "f": 4}
"""By how many seeds the first player wins after each first move; loses where it is less than nothing."""

GAME = engine.game("kalah")
assert isinstance(GAME, Kalah)
SOLVER = Seeds(GAME)


def solver_of(slow: Slow) -> Seeds:
    """Return a new solver of a board's game."""
    return Seeds(slow.game)


def margins_again(slow: Slow, known: Margins) -> dict[int, tuple[int, int]]:
    """Return what the moves lead to, by trying everything, as bounds that are the same."""
    margins = {}
    for action in slow.actions():
        after = slow.play(action)
        found = margin(after, known) * (1 if after.turn == slow.turn else -1)
        margins[action] = (found, found)
    return margins


@pytest.mark.parametrize(
    ("houses", "seeds"),
    [
        (2, 2),
        (3, 1),
        *(
            pytest.param(*board, marks=pytest.mark.unmeasured)
            for board in [(1, 3), (1, 5), (2, 1), (2, 3), (2, 4), (3, 2), (4, 1)]
        ),
    ],
)
def test_margins_of_small_boards(houses: int, seeds: int) -> None:
    slow, known = start(houses, seeds), Margins()
    margin(slow, known)
    solver = solver_of(slow)
    for board in [*known]:
        position = board.state.position
        if slow.game.successors(position):
            assert solver.margins(position) == margins_again(board, known), board


@pytest.mark.unmeasured
@pytest.mark.parametrize("seeds", tiers.later([6, 10], 10))
def test_margins_of_endgames(seeds: int) -> None:
    known = Margins()
    for number in range(20):
        slow = drawn(Random(f"{seeds} {number}"), seeds)
        assert SOLVER.margins(slow.state.position) == margins_again(slow, known), slow


@pytest.mark.unmeasured
def test_search_agrees_with_the_table() -> None:
    search, table, rng = Search(HOUSES, Endgames()), endgames(), Random(1)
    for _ in range(40):
        rows = slow_rows(drawn(rng, rng.choice((11, 12, 13, 14))))
        seeds = sum(row >> 6 * house & MOST for row in rows for house in range(HOUSES))
        goal = table.margin(*rows, seeds)
        assert search.narrowed(*rows, -seeds, seeds, goal) == (goal, seeds)
        assert search.narrowed(*rows, goal, seeds, goal + 2) == (goal, goal)


def slow_rows(slow: Slow) -> tuple[int, int]:
    return slow.game.rows(slow.state.position)


def test_table_is_made_anew() -> None:
    numbers = Numbers(HOUSES, 6)
    few, table = Endgames(numbers, TableMaker(numbers).make()), endgames()
    rng = Random(1)
    for _ in range(500):
        rows = slow_rows(drawn(rng, 6))
        assert few.margin(*rows, 6) == table.margin(*rows, 6)


def test_each_board_has_its_number() -> None:
    numbers = Numbers(3, 5)
    rows = [
        first | second << 6 | third << 12
        for first, second, third in product(range(6), repeat=3)
        if first + second + third <= 5
    ]
    few = [(mine, theirs) for mine, theirs in product(rows, rows) if seeds_of(mine) + seeds_of(theirs) <= 5]
    assert sorted(numbers.board(*board) for board in few) == [*range(numbers.boards)]


def seeds_of(row: int) -> int:
    return sum(row >> 6 * house & MOST for house in range(HOUSES))


def test_table_knows_boards_of_few_seeds_alone() -> None:
    assert (endgames().seeds, Endgames().seeds) == (14, -1)


CHEAP = (342, 85, 204, 189)
"""The seeds of boards of the sixth ply that are proven in little time."""


def booked(position: int) -> int | None:
    """Return how far ahead the player to move is in the end by the book."""
    assert isinstance(GAME, Kalah)
    score = Book.named(BOOK).score(key(*GAME.rows(position)))
    return None if score is None else score + GAME.lead(position)


def test_book_follows_from_itself() -> None:
    for number in range(100):
        position = random_state(GAME, number % 6, Random(number)).position
        worths = []
        for after in GAME.successors(position).values():
            worth = booked(after)
            assert worth is not None
            worths.append(worth if GAME.keeps_turn(position, after) else -worth)
        assert booked(position) == max(worths)


@pytest.mark.parametrize("number", [*CHEAP, *range(6)] if IS_COMPILED else CHEAP)
def test_search_agrees_with_the_book(number: int) -> None:
    assert isinstance(GAME, Kalah)
    rows = GAME.rows(random_state(GAME, 6, Random(number)).position)
    search, seeds = Search(HOUSES, endgames()), sum(map(seeds_of, rows))
    score = Book.named(BOOK).score(key(*rows))
    assert score is not None
    assert search.narrowed(*rows, -seeds, seeds, score) == (score, seeds)
    assert search.narrowed(*rows, score, seeds, score + 2) == (score, score)


def test_start_is_exact() -> None:
    analysis = engine.analyse(GAME.initial(), stop=lambda: True)
    assert analysis.exact
    assert {GAME.name_of(analysis.state, move.action): move.margin for move in analysis.moves} == START
    assert (analysis.best, analysis.margin) == ((2,), 10)


@pytest.mark.nightly
@pytest.mark.skipif(not IS_COMPILED, reason="it takes half an hour then")
def test_first_player_wins_by_ten() -> None:
    assert isinstance(GAME, Kalah)
    rows, search = GAME.rows(GAME.start), Search(HOUSES, endgames(), 22)
    assert search.narrowed(*rows, -48, 48, 10) == (10, 48)
    assert search.narrowed(*rows, 10, 48, 12) == (10, 10)


def test_keys_of_boards() -> None:
    assert key(1, 1 << 30) == 1 | 1 << 55
    assert key(31 << 6, 0) == 31 << 5
    assert key(32, 0) == -1


def test_stopped_search_goes_on_where_it_was() -> None:
    slow, search = drawn(Random(2), 30), Search(HOUSES, endgames())
    rows, stops = slow_rows(slow), 0
    while True:
        try:
            low, _ = search.narrowed(*rows, -30, 30, 2, limit_polls(1))
        except StoppedError:
            stops += 1
        else:
            break
    assert stops
    assert (low >= 2) == (Search(HOUSES, endgames()).narrowed(*rows, -30, 30, 2)[0] >= 2)


def shown() -> str:
    """Return analyses of limited work, and the line to which perfect play leads."""
    states = [random_state(GAME, plies, Random(plies)) for plies in (8, 14, 20)]
    found = [engine.analyse(state, limit_polls(polls)).moves for state in states for polls in (3, 30)]
    perfect = engine.get_player("perfect")
    played = arena.play(states[-1], (perfect, perfect), lambda state: Random(state.ply))
    return repr((found, played[0]))


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compared then")
@pytest.mark.skipif(not HAS_SOURCE, reason="without its source there is nothing to compare")
def test_compiled_search_finds_the_same_by_as_much_work() -> None:
    assert shown_by_plain("test_seeds") == shown()


@pytest.mark.parametrize("plies", [6, 9, 12])
def test_looks_see_what_plain_alpha_beta_sees(plies: int) -> None:
    assert isinstance(GAME, Kalah)
    position, outlook = random_state(GAME, plies, Random(plies)).position, Outlook(HOUSES, Endgames())
    moves = AlphaBeta(GAME).moves(position, depth=5)
    for move in moves:
        after = GAME.successors(position)[move.action]
        lead = SEED * GAME.lead(after) + outlook.worth(*GAME.rows(after), 4)
        assert GAME.expected(lead if GAME.keeps_turn(position, after) else -lead) == move.value
    assert not all(move.is_proven for move in moves)


def test_estimates_grow_deeper() -> None:
    assert isinstance(GAME, Kalah)
    position = random_state(GAME, 11, Random(3)).position
    SOLVER.clear()
    few = SOLVER.estimated(position, [], limit_polls(1))
    more = SOLVER.estimated(position, few, limit_polls(60))
    assert not any(move.is_proven for move in few + more)
    assert max(move.distance for move in few) < min(move.distance for move in more)
    for move in more:
        after = position
        for action in move.line:
            after = GAME.successors(after)[action]
        assert move.margin is not None
        assert abs(move.value - GAME.expected(SEED * move.margin)) < GAME.expected(SEED)


def test_deepest_estimates_stay() -> None:
    position = drawn(Random(2), 8).state.position
    SOLVER.clear()
    most = SOLVER.estimated(position, [], None)
    assert not all(move.is_proven for move in most)
    assert SOLVER.estimated(position, most, limit_polls(0)) == most


def test_what_is_plain_needs_no_search() -> None:
    rows, search = slow_rows(drawn(Random(1), 6)), Search(HOUSES, endgames())
    margin = endgames().margin(*rows, 6)
    assert search.bounds(*rows) == (margin, margin)
    assert search.narrowed(*rows, -6, 6, margin) == (margin, 6)
    assert search.narrowed(*rows, margin, 6, margin + 2) == (margin, margin)
    assert search.narrowed(*rows, -8, 8, -6) == (-6, 8)
    assert search.narrowed(*rows, -8, 8, 8) == (-8, 6)
    assert search.narrowed(3, 0, -3, 3, 3) == (3, 3)
    assert not search._visits


def test_what_is_known_needs_no_search() -> None:
    rows, search = slow_rows(drawn(Random(2), 22)), Search(HOUSES, endgames())
    for goal in range(-20, 24, 2):
        found = search.narrowed(*rows, -22, 22, goal)
        assert search.narrowed(*rows, -22, 22, goal, limit_polls(0)) == found


def test_what_was_asked_before_is_forgotten() -> None:
    position = drawn(Random(2), 28).state.position
    first = SOLVER.moves(position, limit_polls(14))
    SOLVER.margins(position, stop=limit_polls(40))
    assert SOLVER.moves(position, limit_polls(14)) == first


def test_line_ends_where_time_does() -> None:
    position = drawn(Random(2), 28).state.position
    with pytest.raises(StoppedError):
        SOLVER._find_keeping_action(position, GAME.successors(position), 28, limit_polls(20))


def test_half_a_proof_bounds_an_estimate() -> None:
    bad = AnalysedMove(action=0, value=-0.5, distance=3, exact=False, line=(0,))
    good, judged = bad._replace(value=0.5), partial(SOLVER._judged, GAME.start)
    assert judged(bad, 0, 4).value > 0 > judged(good, -4, 0).value
    assert [judged(good, 0, 4).value, judged(bad, -4, 0).value, judged(bad, -4, 4).value] == [0.5, -0.5, -0.5]


def test_what_was_proven_before_is_forgotten() -> None:
    rows, search = slow_rows(drawn(Random(2), 22)), Search(HOUSES, endgames())
    search.narrowed(*rows, -22, 22, 2)
    assert search.bounds(*rows) != (-22, 22)
    search.clear()
    assert search.bounds(*rows) == (-22, 22)


@pytest.mark.unmeasured
@pytest.mark.parametrize("seeds", [4, 9, 14, 18])
def test_moves_have_their_margins_and_lines(seeds: int) -> None:
    for number in range(4):
        slow = drawn(Random(f"{seeds} {number}"), seeds)
        state = engine.State(GAME, slow.state.position, 0)
        margins = SOLVER.margins(state.position)
        for move in engine.analyse(state).moves:
            assert (move.exact, (move.margin, move.margin)) == (True, margins[move.action]), state
            assert_line_ends_so(state, move)


def assert_line_ends_so(state: engine.State, move: AnalysedMove) -> None:
    """Check that the line leads to an end with the margin that is said, and how long it is."""
    end = reduce(engine.State.successor, move.line, state)
    margin = seen(end).stores[state.to_move] - seen(end).stores[1 - state.to_move]
    assert (end.is_terminal, move.margin) == (True, margin)
    assert move.value == (margin > 0) - (margin < 0)
    assert move.distance == len(move.line)


def test_proven_outcome_has_about_its_margin() -> None:
    position = drawn(Random(2), 24).state.position
    moves = [SOLVER._judged(position, move, 2, 20) for move in SOLVER._unseen(position)]
    assert {(move.value, move.proven, move.exact) for move in moves} == {(1, True, False)}
    assert {move.margin for move in moves} <= {*range(2, 21, 2)}


def test_few_plies_tell_no_margin() -> None:
    slow = Slow(((0, 0, 0, 0, 0, 1), (0, 3, 0, 0, 0, 1)), (23, 20), 0)
    (move,) = engine.analyse(engine.State(GAME, slow.state.position, 0), depth=3).moves
    assert (move.value, move.is_proven, move.exact) == (0, True, True)
