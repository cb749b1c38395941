"""In every game, every remark is checked by plain search, by cells, or by slow rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import pytest

import engine
from engine.games.in_a_row import LineKind
from tests.engine.about import About, analysed, positions, worths
from tests.engine.claims import holds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Played: TypeAlias = Callable[[engine.Game, str], engine.State]


def remarks(analysis: engine.Analysis) -> Iterator[tuple[About, engine.Remark]]:
    """Yield every remark, and what it is about; the game's own even where weightier ones leave no room."""
    known, remarked = worths(analysis), engine.remarks(analysis)
    lines = {move.action: move.line for move in analysis.moves}
    for move in analysis.moves:
        about = About(analysis.state, move.action, known, move.line, lines)
        yield from ((about, remark) for remark in remarked[move.action])
        if not move.wins_at_once:
            yield from ((about, remark) for remark in about.state.game.remarks(about.state, about.action))


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("slug", "games", "kinds"),
    [
        ("tic-tac-toe", 60, 14),
        ("tic-tac-toe-misere", 60, 10),
        ("tic-tac-toe-wild", 40, 8),
        ("four-in-a-row-4x4", 30, 12),
        ("four-in-a-row-5x5", 5, 15),
        ("connect-four", 50, 20),
        ("kalah", 15, 45),
        ("oware", 6, 40),
    ],
)
def test_every_remark_is_true(slug: str, games: int, kinds: int) -> None:
    seen = set()
    for state in positions(slug, games):
        for about, remark in remarks(analysed(state)):
            assert holds(about, remark), (state, about.action, remark)
            seen.add(remark.kind)
    assert len(seen) >= kinds


@pytest.mark.parametrize("names", ["d2", "c4", "c3 b4 d2"])
def test_what_best_moves_keep_unprepared_is_true(played: Played, names: str) -> None:
    state = played(engine.game("four-in-a-row-5x5"), names)
    told = [each for each in remarks(engine.analyse(state)) if each[1].kind is LineKind.KEEPS_UNPREPARED]
    assert told
    assert all(holds(about, remark) for about, remark in told)
