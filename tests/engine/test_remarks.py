"""Every remark is checked against the board by brute force, and none that is due is missing."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest

import engine
from engine import Consequence, General, Remark
from engine.rules.in_a_row import InARow
from engine.teachers.connect_four.kinds import ConnectFourKind
from engine.teachers.in_a_row import LineKind
from tests import tiers
from tests.engine.about import analysed, positions, remarks_on
from tests.engine.boards import state_after

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LOSING = {
    General.LOSES,
    General.LETS_WIN,
    General.STILL_LOSES,
    General.IGNORES_THREATS,
    General.LETS_FORK,
    General.STILL_FORKED,
    General.LETS_SERIES,
    General.STILL_SERIES,
    General.LETS_FORCE_WIN,
    General.STILL_FORCED,
    General.LETS_PREPARE,
    General.STILL_PREPARED,
    General.LOSES_BY_ZUGZWANG,
    General.HOLDS_OUT_LONGEST,
    General.LOSES_SOONER,
    General.EVERY_MOVE_LOSES,
    General.FEW_REPLIES_WIN,
    General.ONLY_LEGAL,
    LineKind.SAFE_CELLS,
    LineKind.ENDS_WAITING,
}
"""What may be said of a move that loses: nothing of it is praise."""

RESTATING = {General.ONLY_WIN, General.ONLY_DRAW, General.HOLDS_OUT_LONGEST, General.EVERY_MOVE_LOSES}
GRIDS = [
    "tic-tac-toe",
    "tic-tac-toe-misere",
    "tic-tac-toe-wild",
    "four-in-a-row-4x4",
    "four-in-a-row-5x5",
]


def some_analyses(slug: str) -> Iterator[engine.Analysis]:
    """Yield the analyses of 60 states, of which most are exact."""
    for state in islice(positions(slug, 300), 0, 300, 5):
        yield analysed(state)


@pytest.mark.unmeasured
@pytest.mark.parametrize("slug", tiers.later(GRIDS, *GRIDS[3:]))
def test_no_best_move_is_told_by_its_outcome_alone(slug: str) -> None:
    for analysis in some_analyses(slug):
        remarked = engine.remarks(analysis)
        firsts = [each.kind for action in analysis.best for each in remarked[action][:1]]
        assert not RESTATING.intersection(firsts), analysis.state


@pytest.mark.unmeasured
@pytest.mark.parametrize("slug", GRIDS)
def test_losing_move_has_its_refutation(slug: str) -> None:
    for analysis in some_analyses(slug):
        for move in analysis.moves:
            if move.exact and move.value == -1:
                remarked = engine.remarks(analysis)[move.action]
                assert {remark.kind for remark in remarked} <= LOSING, analysis.state
                is_by_every_reply = remarked[0].kind in {General.LOSES, LineKind.ENDS_WAITING}
                assert remarked[0].actions or remarked[0].of or is_by_every_reply, analysis.state


@pytest.mark.ci
@pytest.mark.unmeasured
def test_tic_tac_toe_is_advised_by_proofs(analyses: list[engine.Analysis]) -> None:
    for analysis in analyses:
        advised = engine.recommended(analysis).action
        assert advised in analysis.best
        assert not any(each.kind.traits.is_rule_of_thumb for each in engine.remarks(analysis)[advised][:1])


@pytest.mark.parametrize("slug", tiers.later(GRIDS[:4], "four-in-a-row-4x4"))
def test_mirror_images_are_told_alike(slug: str) -> None:
    game = engine.game(slug)
    for number in range(40):
        rng = Random(f"{slug} {number}")
        state, image = game.initial(), game.initial()
        marks = 2 if slug == "tic-tac-toe-wild" else 1
        turned = turning(marks, 4 if slug == "four-in-a-row-4x4" else 3, rng.randrange(8))
        for _ in range(rng.randrange(2, 8)):
            action = rng.choice(state.actions())
            if not state.successor(action).is_terminal:
                state, image = state.successor(action), image.successor(turned(action))
        told, of_image = engine.remarks(engine.analyse(state)), engine.remarks(engine.analyse(image))
        for action, remarked in told.items():
            expected = [likened(remark, turned) for remark in remarked]
            assert [likened(remark, int) for remark in of_image[turned(action)]] == expected


def turning(marks: int, side: int, way: int) -> Callable[[engine.Action], engine.Action]:
    """Return what turns and mirrors actions in one of eight ways, on a board of that many rows."""

    def turned(action: engine.Action) -> engine.Action:
        (row, column), mark = divmod(action // marks, side), action % marks
        row, column = (side - 1 - row if way & 1 else row), (side - 1 - column if way & 2 else column)
        return marks * (column * side + row if way & 4 else row * side + column) + mark

    return turned


def likened(remark: Remark, turned: Callable[[engine.Action], engine.Action]) -> tuple[object, ...]:
    """Return what a remark says but the order of its cells and which of equally good replies is named."""
    actions = () if remark.kind in OF_A_LINE else sorted(map(turned, remark.actions))
    besides = () if remark.kind in OF_A_LINE else sorted(map(turned, remark.besides))
    return remark.kind, actions, remark.number, remark.of, remark.then, besides


OF_A_LINE = {
    General.FORCES,
    General.TAKES_SERIES,
    General.FORESTALLS_SERIES,
    General.LETS_PREPARE,
    General.STILL_PREPARED,
    General.LETS_FORCE_WIN,
    General.STILL_FORCED,
    General.LETS_ESCAPE,
}


@pytest.mark.ci
def test_remarks_are_about_every_legal_action(analyses: list[engine.Analysis]) -> None:
    for analysis in analyses:
        assert sorted(engine.remarks(analysis)) == sorted(analysis.state.actions())


ONE_ROW_SHORT = "4 1 2 2 4 1 2 1 1 5"
NEAR_THE_END = f"{ONE_ROW_SHORT} 1 1 4 4 7 7 4 2 5 5 2 6 5 4 2 7 5 6"
NO_WAY_OUT = "2 7 2 1 4 3 7 7 5 4 4 7 1 6 6 2 1 1 6 4 4 4 7 6 1 6 6 7 1 2 3 2 2 3 3"


@pytest.mark.parametrize(
    ("slug", "names", "name", "remarks"),
    [
        (
            "tic-tac-toe",
            "b2 b1",
            "b3",
            [Remark(General.MISSES_SERIES), Remark(General.LETS_ESCAPE, (0, 2, 6, 8), 4)],
        ),
        (
            "tic-tac-toe",
            "b2 b1",
            "a1",
            [Remark(General.FORCES, (3, 6), 3, (8,), then=Consequence.FORK), Remark(General.THREATENS, (8,))],
        ),
        (
            "tic-tac-toe",
            "a1",
            "b2",
            [
                Remark(General.TAKES_SERIES, (1, 2, 3), 3, (8,), then=Consequence.FORK),
                Remark(General.ONLY_DRAW),
            ],
        ),
        (
            "tic-tac-toe",
            "a1 b2 c3 b1",
            "a3",
            [Remark(General.IGNORES_THREATS, (7,))],
        ),
        (
            "tic-tac-toe",
            "a1 b2 b1",
            "c1",
            [
                Remark(General.BLOCKS_WIN, cells=(0, 1, 2)),
                Remark(LineKind.PAIRS, number=2, cells=(3, 6, 7, 8)),
                Remark(General.THREATENS, (6,), 1),
            ],
        ),
        (
            "tic-tac-toe-wild",
            "c1o b2x a1o c3o",
            "a3o",
            [Remark(General.LETS_WIN, (3, 7, 11, 15))],
        ),
        (
            "tic-tac-toe-misere",
            "b2 a1 c3 a2 c2 b3",
            "b1",
            [
                Remark(LineKind.MIRRORS),
                Remark(General.FEW_REPLIES_HOLD, (2,), 1, of=2),
                Remark(General.STAYS_SAFE, number=1, of=2),
            ],
        ),
        (
            "tic-tac-toe-misere",
            "a3 b2 a2 c1 c3",
            "b1",
            [Remark(LineKind.ENDS_WAITING, (5,)), Remark(General.LOSES_BY_ZUGZWANG, (5,), 1)],
        ),
        (
            "four-in-a-row-4x4",
            "c2 b1 b3 d2 c1 c3 a1 d4 a3",
            "a4",
            [Remark(General.TAKES_FORK), Remark(LineKind.CLOSES_LAST_LINE, number=2)],
        ),
        (
            "connect-four",
            ONE_ROW_SHORT,
            "3",
            [Remark(ConnectFourKind.USES_UP_THREAT, cells=(30,)), Remark(General.THREATENS, (2,))],
        ),
        (
            "connect-four",
            NEAR_THE_END,
            "6",
            [
                Remark(ConnectFourKind.WAITING_THREATS, cells=(2,)),
                Remark(ConnectFourKind.PREVENTS_THREATS, cells=(19,)),
                Remark(General.THREATENS, (6,), 1),
            ],
        ),
        (
            "connect-four",
            NO_WAY_OUT,
            "3",
            [
                Remark(ConnectFourKind.HOLE, number=2, cells=(18,)),
                Remark(ConnectFourKind.ANSWERS_TO_WIN, besides=(2, 4), cells=(18,)),
                Remark(General.LEAVES_ONE_SAFE_REPLY, (2,)),
            ],
        ),
    ],
)
def test_remarks_by_example(slug: str, names: str, name: str, remarks: list[Remark]) -> None:
    assert [*remarks_on(engine.game(slug), names, name, depth=6)] == remarks


@pytest.mark.parametrize(
    ("names", "name", "remark"),
    [
        ("1 1 2 2 2 5 2 3 7 3", "6", Remark(General.TAKES_SERIES, (3,), 2, (3,), then=Consequence.WIN)),
        ("7 3 1 6 3 6 6 5 4 5", "6", Remark(General.FORESTALLS_SERIES, (3,), 3, (6,), then=Consequence.FORK)),
        ("5 2 6 3 6 6", "5", Remark(General.PREPARES_SERIES, (3,), 3, (6,), then=Consequence.FORK)),
        ("7 7 2 3 3 6 3 7 5 3 2 6", "4", Remark(General.LETS_SERIES, (4,), 2, (3,), then=Consequence.WIN)),
    ],
)
def test_threat_is_told_with_its_block(names: str, name: str, remark: Remark) -> None:
    assert remarks_on(engine.game("connect-four"), names, name, depth=4)[0] == remark


def test_preparations_of_both_are_told() -> None:
    state = state_after(engine.game("four-in-a-row-5x5"), "c3 b4 d2")
    told = {state.name_of(action): kinds for action, kinds in engine.remarks(engine.analyse(state)).items()}
    assert told["d4"] == (
        Remark(LineKind.TAKES_PREPARED, number=20, of=20, cells=(6, 18)),
        Remark(General.PREPARES_FORK, (17,)),
    )
    assert [remark.kind for remark in told["a1"]] == [General.LETS_PREPARE]


def test_line_is_best_play(tictactoe: engine.Game) -> None:
    state = state_after(tictactoe, "b2 b1")
    assert engine.principal_variation(state, engine.analyse(state).moves[0]) == ("a1", "c3", "a2", "c1", "c2")


def test_even_start_tells_the_traps(tictactoe: engine.Game) -> None:
    remarked = engine.remarks(engine.analyse(tictactoe.initial()))
    few = {action: remark for action in range(9) for remark in remarked[action] if remark.of == 8}
    assert few[0] == Remark(General.FEW_REPLIES_HOLD, (4,), 1, of=8)
    assert few[1] == few[4] == Remark(General.FEW_REPLIES_HOLD, (), 4, of=8)


@pytest.mark.parametrize(
    ("names", "name", "remarks"),
    [
        ("a1 b1 a2 c3", "a3", [Remark(General.LOSES, cells=(0, 3, 6))]),
        ("", "b2", [Remark(LineKind.MIRRORS), Remark(General.ONLY_DRAW)]),
        ("b2 a1", "c3", [Remark(LineKind.MIRRORS), Remark(General.ONLY_DRAW)]),
    ],
)
def test_misere_tells_no_threats(names: str, name: str, remarks: list[Remark]) -> None:
    remarked = remarks_on(engine.game("tic-tac-toe-misere"), names, name)
    assert [*remarked][: len(remarks)] == remarks


@pytest.mark.parametrize(
    ("slug", "names", "name", "kind"),
    [
        ("tic-tac-toe-wild", "", "b2x", LineKind.MIRRORS),
        ("tic-tac-toe-wild", "b2x b1o", "b3o", LineKind.MIRRORS),
        ("tic-tac-toe-wild", "c1x b1o a2o c3o", "a1x", General.STAYS_SAFE),
        ("tic-tac-toe-wild", "a1x b3o", "c2o", General.LEAVES_NO_SAFE_REPLY),
        ("tic-tac-toe-misere", "c3 c1 c2", "a2", LineKind.SAFE_CELLS),  # alone tells the best moves
        ("tic-tac-toe-misere", "a3 c2 c3 b2 c1 b3 b1", "a1", General.ONLY_SAFE),
        ("tic-tac-toe-misere", "b1 a1 c1 c2 a2 a3 c3", "b2", LineKind.WAITS),
        ("tic-tac-toe-misere", "b2", "a1", General.FEW_REPLIES_HOLD),
        ("tic-tac-toe-misere", "a1", "b1", LineKind.THUMB_FEWEST_LINES),
        ("tic-tac-toe-misere", "b3", "a1", General.WINS_BY_ZUGZWANG),
        ("tic-tac-toe-misere", "a1 b1 c1 a2 b2 c2 b3", "a3", General.LEAVES_NO_SAFE_REPLY),
        ("tic-tac-toe-misere", "a3 a1", "a2", LineKind.PARTNERS),
        ("tic-tac-toe-misere", "b1 b3 c3 a1 a3", "a2", LineKind.ANSWERS),
        ("tic-tac-toe-misere", "c1 a1 c2", "a2", LineKind.ANSWERS_BEFORE_WAITING),
    ],
)
def test_board_facts_come_before_counts(slug: str, names: str, name: str, kind: engine.Kind) -> None:
    assert remarks_on(engine.game(slug), names, name)[0].kind is kind


def test_last_open_line_is_closed() -> None:
    remarks = remarks_on(engine.game("tic-tac-toe-wild"), "a2x c2o c1x b3o a3o c3x b2x", "a1o")
    assert LineKind.NO_LINE_LEFT in {remark.kind for remark in remarks}


def test_hardest_to_refute_is_recommended() -> None:
    state = state_after(engine.game("tic-tac-toe-misere"), "a3 c2")
    assert state.name_of(engine.recommended(engine.analyse(state)).action) == "b1"


def test_answered_threat_is_not_recommended() -> None:
    state = state_after(engine.game("tic-tac-toe"), "b1 c1 a3 b2 c3 b3")
    analysis = engine.analyse(state)
    assert Remark(General.THREATENS, (3,), 1) in engine.remarks(analysis)[0]
    assert state.name_of(engine.recommended(analysis).action) == "a2"


def test_double_threat_is_recommended_unproven() -> None:
    state = state_after(engine.game("four-in-a-row-5x5"), "a2 e3 b4 d4 c1 c3 e4")
    known = [move._replace(exact=False, proven=True, distance=9) for move in engine.analyse(state).moves]
    for order in (known, known[::-1]):
        action = engine.recommended(engine.Analysis.of(state, order)).action
        assert state.name_of(action) == "b2"


def test_estimates_claim_nothing() -> None:
    game = InARow("test", rows=4, columns=4, length=4)
    state = state_after(game, "a1 a4 b1 b4")
    remarked = engine.remarks(engine.analyse(state, stop=lambda: True))
    named = {game.name_of(state, action): remarks for action, remarks in remarked.items()}
    assert named["c1"][0] == Remark(General.THREATENS, (3,))
    assert not named["d3"]


def test_cell_without_open_lines_is_a_pass() -> None:
    state = state_after(InARow("test", rows=3, columns=3, length=3), "a1 c1 b2 b3")
    assert [*engine.get_teacher(state.game).remarks(state, 1)] == [Remark(LineKind.THUMB_PASSES)]


def test_remarks_compare_nothing_with_an_estimate(tictactoe: engine.Game) -> None:
    drawn = engine.AnalysedMove(4, 0, 9, exact=True, line=(4, 0, 1, 7, 3, 5, 2, 6, 8))
    guessed = engine.AnalysedMove(0, -0.3, 1, exact=False, line=(0,))
    doubtful = engine.AnalysedMove(1, -1, 4, exact=False, line=(1, 0, 4, 8))
    analysis = engine.Analysis(tictactoe.initial(), (drawn, guessed, doubtful))
    kinds = {remark.kind for remarked in engine.remarks(analysis).values() for remark in remarked}
    assert kinds == {LineKind.THUMB_LINES, General.FEW_REPLIES_HOLD, General.PREPARES_SERIES}
    assert engine.recommended(analysis) is drawn
