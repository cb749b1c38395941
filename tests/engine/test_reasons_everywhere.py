"""In every game, every phrase of every reason is checked by plain search, by cells, or by slow rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import engine
from tests.engine.claims import CLAIMS, holds
from tests.engine.said import Said, analysed, positions, worths

if TYPE_CHECKING:
    from collections.abc import Iterator


def phrases(analysis: engine.Analysis) -> Iterator[tuple[Said, str]]:
    """Yield every phrase, and what it is about; remarks on moves of which there is more to say, too."""
    known, said = worths(analysis), engine.reasons(analysis)
    for move in analysis.moves:
        about = Said(analysis.state, move.action, known, move.line)
        yield from ((about, phrase) for phrase in said[move.action].split("; ") if phrase)
        if not move.wins_at_once:
            yield from ((about, remark) for remark in about.state.game.remarks(about.state, about.action))


@pytest.mark.parametrize(
    ("slug", "games", "kinds"),
    [
        ("tic-tac-toe", 60, 15),
        ("tic-tac-toe-misere", 60, 10),
        ("tic-tac-toe-wild", 40, 10),
        ("four-in-a-row-4x4", 30, 12),
        ("four-in-a-row-5x5", 20, 15),
        ("connect-four", 50, 20),
        ("oware", 8, 14),
    ],
)
def test_every_phrase_is_true(slug: str, games: int, kinds: int) -> None:
    seen = set()
    for state in positions(slug, games):
        for about, phrase in phrases(analysed(state)):
            assert holds(about, phrase), (state, about.action, phrase)
            seen.add(next(pattern for pattern in CLAIMS if re.fullmatch(pattern, phrase)))
    assert len(seen) >= kinds
