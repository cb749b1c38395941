"""Why a move is good or bad in games of sowing seeds: what is said first, and what is never said."""

from __future__ import annotations

from math import inf
from random import Random
from typing import TYPE_CHECKING

import pytest

import engine
from engine import General, Remark
from engine.rules.sowing import Sowing
from engine.teachers.sowing import SowingTeacher
from engine.teachers.sowing_kinds import SowingKind
from engine.teachers.sowing_lines import follow_line
from engine.teachers.sowing_looks import LOOKS, pick_most
from tests.benchmarks.patterns import PATTERNS
from tests.benchmarks.student import attended
from tests.engine import kalah_again
from tests.engine.about import About, analysed, remarks_on, worths
from tests.engine.boards import state_after
from tests.engine.claims import holds
from tests.engine.lines_of_sowing import slow_board
from tests.engine.oware_again import Slow

if TYPE_CHECKING:
    from collections.abc import Iterator

OWARE, KALAH = engine.game("oware"), engine.game("kalah")
RESTATING = {General.ONLY_WIN, General.ONLY_DRAW, General.HOLDS_OUT_LONGEST, General.EVERY_MOVE_LOSES}
AGAINST = {
    SowingKind.COSTS,
    SowingKind.LETS_PREPARE,
    SowingKind.LETS_COLLECT,
    SowingKind.LETS_KEEP,
    SowingKind.LETS_REACH,
    SowingKind.REPLIES,
    SowingKind.LETS_CAPTURE,
    SowingKind.LETS_CAPTURE,
    *General,
}
"""What may be said of a move that is known to lose where another does so later."""
FEWER = {SowingKind.CAPTURES_FEWER, SowingKind.COLLECTS_FEWER, General.MISSES_WIN}
"""What says why a move is worse without naming another."""

COMPARED = {SowingKind.COSTS, SowingKind.REPLIES, SowingKind.CAPTURES_FEWER, SowingKind.COLLECTS_FEWER}
"""What is said of a worse move, one of these at least."""


def analyses(slug: str, by_chance: float) -> Iterator[engine.Analysis]:
    """Yield analyses of the positions of three matches in which there is a choice."""
    rng = Random(slug)
    for _ in range(3):
        state = engine.game(slug).initial()
        while not state.is_terminal:
            analysis = engine.analyse(state, depth=4)
            if len(analysis.moves) > 1:
                yield analysis
            is_by_chance = rng.random() < by_chance
            state = state.successor(rng.choice(state.actions() if is_by_chance else analysis.best))


@pytest.mark.ci
@pytest.mark.unmeasured
@pytest.mark.parametrize("slug", ["oware", "kalah"])
@pytest.mark.parametrize("by_chance", [pytest.param(0.2, id="good-play"), pytest.param(1, id="any-play")])
def test_best_and_bad_moves_have_reasons(slug: str, by_chance: float) -> None:
    firsts = set()
    for analysis in analyses(slug, by_chance):
        remarked = engine.remarks(analysis)
        for move in analysis.moves:
            told = remarked[move.action]
            kinds = {remark.kind for remark in told}
            if move.action in analysis.best:
                first = {remark.kind for remark in told[:1]}  # none where every move does the same
                assert not first & RESTATING, analysis.state
                firsts |= first
            elif is_costly(analysis, move):
                assert told[0].actions or told[0].kind in FEWER, analysis.state
                assert COMPARED & kinds, analysis.state
            is_lost = move.value == -1 and move.margin is None and move.action not in analysis.best
            assert not is_lost or kinds <= AGAINST, analysis.state
    assert len(firsts) > 7


def is_costly(analysis: engine.Analysis, move: engine.AnalysedMove) -> bool:
    """Whether a move is clearly worse than the best, and the opponent's turn comes after it in its line."""
    board = slow_board(analysis.state)
    movers = {board.turn}
    for action in move.line[:-1]:
        board = board.play(action)
        movers.add(board.turn)
    return analysis.value - move.value > 0.2 and abs(move.value) < 1 and len(movers) > 1


def test_saved_seeds_name_house_and_attack() -> None:
    state = slow_state((0, 2, 7, 2, 3, 2, 7, 0, 0, 3, 1, 4), (13, 4))
    [best, *_] = engine.analyse(state, depth=6).moves
    remarks = engine.remarks(engine.analyse(state, depth=6))
    assert best.action == 1
    assert remarks[1][0] == Remark(SowingKind.SAVES, (0,), 3, (1,))
    assert Remark(SowingKind.STAYS_SAFE, (), 3, (2, 3, 4, 5)) in remarks[1]
    assert remarks[4][0] == Remark(SowingKind.LETS_CAPTURE, (5,), 3, (3,))


def slow_state(houses: tuple[int, ...], stores: tuple[int, int]) -> engine.State:
    return Slow(houses, stores, 0).state


def test_long_turn_tells_its_gain() -> None:
    [first, *_] = remarks_on(KALAH, "", "c", depth=5)
    assert (first.kind, len(first.actions), first.number) == (SowingKind.COLLECTS, 1, 2)


@pytest.mark.parametrize(
    ("game", "names", "name", "remark"),
    [
        (KALAH, "", "f", Remark(SowingKind.PREPARES, (0,), 6, (4,))),
        (KALAH, "c", "f", Remark(SowingKind.FOUND_AHEAD)),
        (KALAH, "a c d", "b", Remark(SowingKind.THREATENS_CAPTURE, (0,), 7, (4, 5), of=4)),
        (OWARE, "b b c", "e", Remark(SowingKind.SURE_CAPTURE, (2, 3), 2)),
        (OWARE, "a a c", "a", Remark(SowingKind.FEWER_HOUSES, (), 4, (1, 2, 3, 4, 5))),
    ],
)
def test_next_turns_come_first(game: engine.Game, names: str, name: str, remark: Remark) -> None:
    assert remarks_on(game, names, name, depth=4)[0] == remark


def test_what_sets_a_move_apart_comes_second() -> None:
    first, second, *_ = remarks_on(KALAH, "d c", "e", depth=4)
    assert (first.kind, first.number, first.of) == (SowingKind.WINS_BACK_LEAST, 1, 2)
    assert second == Remark(SowingKind.KEEPS_SEEDS, (), 20, (5,))


def test_seeds_given_away_are_told_with_the_reason() -> None:
    state = slow_state((0, 1, 1, 0, 1, 1, 0, 1, 0, 0, 0, 2), (22, 19))
    analysis = engine.analyse(state, depth=8)
    moves = (move._replace(value=0.2 - (move.action != 2) / 9) for move in analysis.moves)
    first, price, *_ = engine.remarks(engine.Analysis.of(state, moves))[2]
    assert first == Remark(SowingKind.FOUND_AHEAD)
    assert price == Remark(SowingKind.LETS_CAPTURE, (5,), 2, (1,))


def test_best_move_with_a_reason_is_recommended() -> None:
    state = slow_state((0, 1, 1, 0, 1, 1, 0, 1, 0, 0, 0, 2), (22, 19))
    moves = engine.analyse(state, depth=1).moves
    even = (move._replace(value=0.2 if move.action in {1, 2} else 0.1) for move in moves)
    analysis = engine.Analysis.of(state, even)
    assert engine.remarks(analysis)[2][0].kind is SowingKind.FOUND_AHEAD
    assert engine.recommended(analysis).action == 1


def test_greater_gain_is_recommended() -> None:
    board = kalah_again.Slow(((0, 0, 2, 11, 0, 7), (3, 0, 3, 1, 1, 0)), (9, 11), 0)
    found = engine.analyse(engine.State(KALAH, board.state.position, 0), depth=4)
    even = [move._replace(value=-0.9, distance=4, margin=-10) for move in found.moves if move.action != 5]
    for order in (even, even[::-1]):
        analysis = engine.Analysis(found.state, tuple(order))
        assert analysis.best == tuple(move.action for move in order)
        assert engine.recommended(analysis).action == 3


def test_standing_is_as_good_as_after_any() -> None:
    state = slow_state((0, 1, 0, 2, 3, 0, 2, 0, 3, 3, 1, 1), (16, 16))
    analysis = engine.analyse(state, depth=2)
    for best in state.actions():
        moves = (move._replace(value=0.1 if move.action == best else 0) for move in analysis.moves)
        for remark in engine.remarks(engine.Analysis.of(state, moves))[best]:
            assert remark.kind is not SowingKind.FEWER_HOUSES or remark.number == 5


def test_self_made_loss_tells_its_end() -> None:
    board = kalah_again.Slow(((0, 2, 2, 2, 0, 0), (1, 0, 0, 0, 0, 1)), (19, 21), 1)
    analysis = engine.analyse(board.state)
    by_action = {move.action: move for move in analysis.moves}
    assert by_action[5].value == -1
    uncounted = by_action[5]._replace(margin=None)
    *_, end = engine.get_teacher(board.game).explain(analysis, uncounted)
    assert end == Remark(SowingKind.ENDS_WITH, (), 23, of=25)


def test_row_kept_in_the_end_is_told() -> None:
    analysis = analysed(state_after(KALAH, "a a c b c b e c"))
    [move] = [each._replace(margin=None) for each in analysis.moves if each.action == 0]
    told = {remark.kind: remark for remark in engine.get_teacher(KALAH).explain(analysis, move)}
    assert holds(About(analysis.state, 0, {}, move.line), told[SowingKind.LETS_KEEP])


def test_best_move_tells_first_what_it_does() -> None:
    board = kalah_again.Slow(((2, 1, 7, 7, 1, 1), (1, 3, 1, 2, 0, 8)), (10, 4), 0)
    analysis = engine.analyse(engine.State(KALAH, board.state.position, 0), depth=6)
    assert analysis.best == (5,)
    assert engine.remarks(analysis)[5][0].kind is SowingKind.COLLECTS


@pytest.mark.unmeasured
@pytest.mark.parametrize("seeds", [5, 9, 14])
def test_reasons_of_exact_margins_are_true(seeds: int) -> None:
    for number in range(8):
        position = kalah_again.drawn(Random(f"{seeds} {number}"), seeds).state.position
        analysis = analysed(engine.State(KALAH, position, 0))
        lines = {move.action: move.line for move in analysis.moves}
        assert analysis.exact
        for action, remarks in engine.remarks(analysis).items():
            about = About(analysis.state, action, worths(analysis), lines[action], lines)
            assert all(holds(about, remark) for remark in remarks), (about, remarks)


def test_lost_moves_are_compared_in_seeds() -> None:
    board = kalah_again.Slow(((0, 0, 11, 0, 2, 0), (0, 0, 0, 0, 9, 0)), (7, 19), 0)
    analysis = engine.analyse(engine.State(KALAH, board.state.position, 0))
    assert (analysis.value, analysis.best) == (-1, (4,))
    best, other = (engine.remarks(analysis)[action][0] for action in (4, 2))
    assert (best.kind, best.number) == (SowingKind.COLLECTS, 5)
    assert (other.kind, other.number) == (SowingKind.COLLECTS_FEWER, 2)


def test_unexplained_loss_tells_the_reply() -> None:
    state = state_after(KALAH, "d")
    lines = {0: (0, 1), 2: (2,)}  # a is answered by b; c moves again, and nothing is known beyond
    moves = [engine.AnalysedMove(action, -1, 2, False, line) for action, line in lines.items()]  # noqa: FBT003 - not exact
    told = [
        list(engine.get_teacher(KALAH).explain(engine.Analysis(state, tuple(moves)), move)) for move in moves
    ]
    assert told[0][-1] == Remark(SowingKind.REPLIES, (1,))
    assert SowingKind.REPLIES not in {remark.kind for remark in told[1]}


def test_lost_game_tells_its_end() -> None:
    state = slow_state((0, 1, 1, 0, 0, 0, 0, 3, 0, 1, 1, 0), (17, 24))
    analysis = engine.analyse(state, depth=8)
    [move] = [each for each in analysis.moves if each.action == 1]
    [end] = engine.get_teacher(OWARE).explain(analysis, move)
    assert end == Remark(SowingKind.LETS_REACH, move.line[1:2], 26, of=17)
    for action in move.line:
        before, state = state, state.successor(action)
    stores = [OWARE.stores(each)[1] for each in (before, state)]  # type: ignore[attr-defined]  # Oware's
    assert stores == [24, 26]


def test_moving_again_lets_nobody_win() -> None:
    state = kalah_again.Slow(((0, 0, 0, 0, 2, 1), (1, 1, 1, 1, 1, 1)), (23, 16), 0).state
    assert state.successor(4).to_move == state.to_move
    assert KALAH.wins(state.successor(4).position) == (5,)  # for the one who moves again
    moves = [engine.AnalysedMove(action, -1, 9, True, (action,)) for action in (4, 5)]  # noqa: FBT003 - exact
    uncounted = engine.Analysis(state, tuple(moves))  # as analyses were kept before margins were
    assert General.LETS_WIN not in {remark.kind for remark in engine.remarks(uncounted)[4]}


@pytest.mark.parametrize(
    ("slug", "names", "name", "kind"),
    [
        ("kalah", "b f", "a", SowingKind.AVOIDS_TURN),
        ("kalah", "b d d", "c", SowingKind.AVOIDS_MOVING_AGAIN),
        ("kalah", "b a e e", "d", SowingKind.AVOIDS_THREAT),
        ("kalah", "", "a", SowingKind.COLLECTS_FEWER),
        ("oware", "b", "d", SowingKind.FORGOES),
        ("kalah", "a e", "c", SowingKind.LETS_MOVE_AGAIN),
        ("kalah", "c", "b", SowingKind.LETS_THREATEN),
        ("oware", "d d", "f", SowingKind.LETS_SAVE),
    ],
)
def test_difference_of_lines_is_told(slug: str, names: str, name: str, kind: engine.Kind) -> None:
    analysis = analysed(state_after(engine.game(slug), names))
    action = analysis.state.game.action_named(analysis.state, name)
    told = {remark.kind: remark for remark in engine.remarks(analysis)[action]}
    [line] = [move.line for move in analysis.moves if move.action == action]
    assert holds(About(analysis.state, action, {}, line), told[kind])


@pytest.mark.parametrize(
    ("slug", "names", "depth", "name", "kind"),
    [
        ("kalah", "c", 6, "f", SowingKind.AVOIDS_TURN),
        ("kalah", "d f", 6, "b", SowingKind.AVOIDS_TURN),
        ("kalah", "f e", 6, "c", SowingKind.AVOIDS_MOVING_AGAIN),
        ("kalah", "a b c", 6, "d", SowingKind.AVOIDS_THREAT),
        ("oware", "b a", 6, "a", SowingKind.AVOIDS_THREAT),
        ("kalah", "a f b c a a d c d", 6, "f", SowingKind.FORGOES),
        ("oware", "c e", 6, "a", SowingKind.FORGOES),
        ("kalah", "e d b a e e d f d c c f c", 5, "e", SowingKind.AVOIDS_MOVING_AGAIN),  # later in the turn
        ("kalah", "d d a b e a f", 5, "c", SowingKind.AVOIDS_MOVING_AGAIN),
        ("kalah", "d b b a e b a c c b f a e", 4, "f", SowingKind.FORGOES),
    ],
)
def test_possible_is_not_called_given_up(
    slug: str, names: str, depth: int, name: str, kind: engine.Kind
) -> None:
    analysis = engine.analyse(state_after(engine.game(slug), names), depth=depth)
    action = analysis.state.game.action_named(analysis.state, name)
    assert kind not in {remark.kind for remark in engine.remarks(analysis)[action]}


@pytest.mark.parametrize("slug", ["kalah", "oware"])
def test_looks_see_what_a_student_sees(slug: str) -> None:
    for seed in range(20):
        state, rng = engine.game(slug).initial(), Random(seed)
        while not state.is_terminal:
            afters = [state.successor(action) for action in state.actions()]
            is_simple = all(not each.is_terminal and each.to_move != state.to_move for each in afters)
            for kind, look in LOOKS.items() if rng.random() < 0.1 else ():
                assert isinstance(state.game, Sowing)
                picked = pick_most(state.game, state, state.actions(), look)
                if kind in ALWAYS_SEEN or (is_simple and kind in SEEN_IF_SIMPLE):
                    assert picked == attended(state, (*ALWAYS_SEEN.get(kind, ()), PATTERNS[kind.name]))
            state = rng.choice(afters)


ALWAYS_SEEN: dict[engine.Kind, tuple[str, ...]] = {
    SowingKind.WINS_BACK_LEAST: (),
    SowingKind.STAYS_SAFE: (),
    SowingKind.THREATENS_CAPTURE: ("balance",),
    SowingKind.LEAVES_ONE_MOVE: ("balance",),
}
"""What a look and a student see alike after every move, and what comes before it."""

SEEN_IF_SIMPLE: set[engine.Kind] = {SowingKind.COLLECTS, SowingKind.AVOIDS_MOVING_AGAIN}
"""What they see alike where each move makes it the opponent's turn."""


def test_only_move_without_other_reason() -> None:
    analysis = engine.analyse(slow_state((0, 0, 0, 0, 0, 1, 4, 4, 4, 4, 4, 4), (10, 13)), depth=4)
    [(remark, *_)] = engine.remarks(analysis).values()
    assert remark == Remark(General.ONLY_LEGAL)


def test_turn_of_the_other_captures_nothing_known() -> None:
    teacher = engine.get_teacher(KALAH)
    assert isinstance(teacher, SowingTeacher)
    account = follow_line(teacher.game, KALAH.initial(), (0,))
    assert (teacher._capturable(account, 0, 0), teacher._capturable(account, 0, 1)) == (0, inf)


def test_estimates_count_in_seeds() -> None:
    assert [OWARE.count(value) for value in (0, 0.001, -0.76159)] == [0, 0, -7.75]  # type: ignore[attr-defined] # it sows
    assert KALAH.count(0.76159) == 8.5  # type: ignore[attr-defined] # likewise
    assert 30 < OWARE.count(0.99999) == OWARE.count(1)  # type: ignore[attr-defined] # likewise
