"""In every game, every remark is checked by plain search, by cells, or by slow rules."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest

import engine
from engine import General
from engine.teachers.dots_and_boxes import BoxKind
from engine.teachers.in_a_row import LineKind
from tests.engine.about import About, analysed, positions, worths
from tests.engine.boards import state_after
from tests.engine.claims import holds

if TYPE_CHECKING:
    from collections.abc import Iterator


def remarks(analysis: engine.Analysis) -> Iterator[tuple[About, engine.Remark]]:
    """Yield every remark, and what it is about; the game's own even where weightier ones leave no room."""
    known, remarked = worths(analysis), engine.remarks(analysis)
    lines = {move.action: move.line for move in analysis.moves}
    for move in analysis.moves:
        about = About(analysis.state, move.action, known, move.line, lines)
        yield from ((about, remark) for remark in remarked[move.action])
        if not move.wins_at_once:
            yield from (
                (about, remark)
                for remark in engine.get_teacher(about.state.game).remarks(about.state, about.action)
            )


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("slug", "games", "kinds"),
    [
        ("tic-tac-toe", 60, 31),
        ("tic-tac-toe-misere", 60, 23),
        ("tic-tac-toe-wild", 40, 15),
        pytest.param("dots-and-boxes", 3, 10, marks=pytest.mark.nightly),
        ("nim", 60, 13),
        ("nim-3-4-5", 60, 13),
        ("nim-misere", 60, 14),
        pytest.param("three-mens-morris", 30, 31, marks=pytest.mark.nightly),
        pytest.param("four-in-a-row-4x4", 30, 32, marks=pytest.mark.nightly),
        pytest.param("four-in-a-row-5x5", 5, 27, marks=pytest.mark.nightly),
        pytest.param("connect-four", 50, 42, marks=pytest.mark.nightly),
        pytest.param("kalah", 15, 33, marks=pytest.mark.nightly),
        pytest.param("reversi", 1, 10, marks=pytest.mark.nightly),
        pytest.param("reversi-6x6", 4, 18, marks=pytest.mark.nightly),
        pytest.param("oware", 6, 34, marks=pytest.mark.nightly),
    ],
)
@pytest.mark.parametrize(
    "stride", [pytest.param(5, id="each-fifth"), pytest.param(1, id="all", marks=pytest.mark.nightly)]
)
def test_every_remark_is_true(slug: str, games: int, kinds: int, stride: int) -> None:
    seen = set()
    for state in islice(positions(slug, games), 0, None, stride):
        for about, remark in remarks(analysed(state)):
            assert holds(about, remark), (state, about.action, remark)
            seen.add(remark.kind)
    assert len(seen) >= kinds


@pytest.mark.ci
@pytest.mark.unmeasured
def test_misere_remarks_are_true(misere: list[engine.Analysis]) -> None:
    for analysis in misere[::20]:
        for about, remark in remarks(analysis):
            assert holds(about, remark), (about.state, about.action, remark)
            is_best = about.action in analysis.best
            assert about.value < 0 or is_best or remark.kind is not LineKind.SAFE_CELLS
        best = {engine.remarks(analysis)[action][0].kind for action in analysis.best}
        assert analysis.value < 0 or best <= PLANS


PLANS = {
    LineKind.MIRRORS,
    LineKind.PARTNERS,
    LineKind.ANSWERS,
    LineKind.WAITS,
    LineKind.ANSWERS_BEFORE_WAITING,
    LineKind.SAFE_CELLS,
    LineKind.THUMB_FEWEST_LINES,
    General.ONLY_SAFE,
    General.STAYS_SAFE,
    General.LEAVES_NO_SAFE_REPLY,
    General.DRAWS,
    General.WINS_BY_ZUGZWANG,
    General.FEW_REPLIES_HOLD,
}
"""What is said first of a best move under the misère rule: the last two where nothing simple can be told."""


@pytest.mark.parametrize(
    ("slug", "names", "kind"),
    [
        ("dots-and-boxes", "i s h w d l q j g u r b m p t n x", BoxKind.SPLITS_PAIR),
        ("dots-and-boxes", "j i t x f m d a k s o u", BoxKind.SACRIFICES),
        ("dots-and-boxes", "n x k h b c a q f w", BoxKind.SACRIFICES_FOR_LAST),
        ("dots-and-boxes", "n x e s t d v w u c b h r k g", BoxKind.LEAVES_TWO_NEXT),
        ("dots-and-boxes", "l w e m g v t j x k", BoxKind.LAST_SAFE_LINE),
        ("four-in-a-row-5x5", "c4", LineKind.KEEPS_UNPREPARED),
        ("four-in-a-row-5x5", "c3 b4 d2", LineKind.TAKES_PREPARED),
        ("tic-tac-toe-misere", "a3 a1", LineKind.PARTNERS),
        ("tic-tac-toe-misere", "b2 b1 c3", LineKind.PARTNERS),
        ("tic-tac-toe-misere", "b1 b3 c3 a1 a3", LineKind.ANSWERS),
        ("tic-tac-toe-misere", "b1 a1 c1 c2 a2 a3 c3", LineKind.WAITS),
    ],
)
def test_best_moves_are_told_truly(slug: str, names: str, kind: engine.Kind) -> None:
    told = [
        each
        for each in remarks(engine.analyse(state_after(engine.game(slug), names)))
        if each[1].kind is kind
    ]
    assert told
    assert all(holds(about, remark) for about, remark in told)
