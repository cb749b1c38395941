"""In every game, every phrase of every reason is checked by plain search, by cells, or by slow rules."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

import engine
from tests.engine import plain
from tests.engine.boards import cells
from tests.engine.claims import CLAIMS, Said, holds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.engine.claims import Worths

SEARCHED = 14
"""How many empty cells a game of four in a row may have left for its positions to be exact at once."""


def positions(slug: str, games: int) -> Iterator[engine.State]:
    """Yield the running states of random games."""
    rng = Random(slug)
    for _ in range(games):
        state = engine.game(slug).initial()
        while not state.is_terminal:
            yield state
            state = state.successor(rng.choice(state.actions()))


def analysed(state: engine.State) -> engine.Analysis:
    is_exact = state.game.is_small or (plain.shows_threats(state) and cells(state).count(None) <= SEARCHED)
    return engine.analyse(state) if is_exact else engine.analyse(state, depth=3)


def worths(analysis: engine.Analysis) -> Worths:
    """Return what is known of every action: by plain minimax if that is cheap, else by the analysis."""
    state = analysis.state
    if not plain.is_cheap(state):
        return {move.action: (move.value, move.distance) for move in analysis.moves if move.exact}
    known = {action: plain.worth(state.successor(action)) for action in state.actions()}
    return {action: (-value, distance + 1) for action, (value, distance) in known.items()}


def phrases(analysis: engine.Analysis) -> Iterator[tuple[Said, str]]:
    """Yield every phrase, and what it is about."""
    known, said = worths(analysis), engine.reasons(analysis)
    for move in analysis.moves:
        about = Said(analysis.state, move.action, known, move.line)
        yield from ((about, phrase) for phrase in said[move.action].split("; ") if phrase)


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
