"""The line that proves what a move is worth, and how much of it a message can hold."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

import engine
from bot.models import Explanation, Match, Participant, Place
from bot.words import explanations
from bot.words.language import ENGLISH
from tests.engine.boards import random_state

if TYPE_CHECKING:
    from collections.abc import Iterator

LINE = re.compile(r"(★ )?(?P<move>\w+): ((win|loss)( in \d+)?|draw|about [+-]\d\.\d)( · (?P<notes>.+))?")
SHOWN = re.compile(r"(^|; )(?P<kind>best play|looked at): (?P<names>[^;]+?)(?P<more> …)?$")
PLAYERS = Participant(10**18), Participant(10**18 + 1)


def explained(analysis: engine.Analysis) -> str:
    state = analysis.state
    match = Match(1, state.game.slug, Place(None, 1), PLAYERS, 0.0, 0.0)
    explanation = Explanation(match, state.ply, analysis, None)
    return explanations.format_explanation(ENGLISH, explanation)


def lines(analysis: engine.Analysis) -> Iterator[tuple[engine.AnalysedMove, str]]:
    """Yield each move with what follows its worth."""
    _, *listed = explained(analysis).split("\n")
    for move, line in zip(analysis.moves, listed, strict=True):
        found = LINE.fullmatch(line)
        assert found
        assert found["move"] == analysis.state.game.name_of(analysis.state, move.action)
        yield move, found["notes"] or ""


def after(state: engine.State, names: list[str]) -> list[engine.State]:
    """Play on by name; ValueError if a move is not legal."""
    states = [state]
    for name in names:
        states.append(states[-1].successor(state.game.action_named(states[-1], name)))
    return states


def some_states(slug: str) -> Iterator[engine.State]:
    rng = Random(slug)
    for ply in (0, 1, 2, 3, 5, 6, 8, 12, 15) if slug != "tic-tac-toe-wild" else (0, 1, 2, 3):
        game = engine.game(slug)
        if not (game.is_small and ply > 6):
            yield random_state(game, ply, rng)


@cache
def analysed(state: engine.State) -> engine.Analysis:
    """Analyse for a moment only, as a busy bot would."""
    polls = iter(range(20))
    return engine.analyse(state, stop=lambda: next(polls, None) is None)


@pytest.mark.parametrize("slug", ["tic-tac-toe", "tic-tac-toe-misere", "tic-tac-toe-wild"])
def test_line_of_a_small_game_is_best_play_to_the_end(slug: str) -> None:
    for state in some_states(slug):
        [(move, notes), *_] = lines(engine.analyse(state))
        if move.loses_next:  # the reason names the reply
            continue
        shown = SHOWN.search(notes)
        names = shown["names"].split(", ") if shown else []
        played = after(state.successor(move.action), names)
        assert played[-1].is_terminal
        values = [engine.analyse(one).value for one in (state, *played[:-1])]
        assert all(value == -later for value, later in pairwise(values))


@pytest.mark.parametrize("slug", engine.games())
def test_line_is_that_of_the_analysis_and_says_whether_it_goes_on(slug: str) -> None:
    for state in some_states(slug):
        for move, notes in lines(analysed(state)):
            if shown := SHOWN.search(notes):
                names = shown["names"].split(", ")
                assert tuple(names) == engine.principal_variation(state, move)[1 : len(names) + 1]
                assert shown["kind"] == ("best play" if move.exact else "looked at")
                assert bool(shown["more"]) == (len(names) + 1 < move.distance)


@pytest.mark.parametrize("slug", engine.games())
def test_only_a_move_that_ends_the_game_or_whose_reason_names_the_reply_has_no_line(slug: str) -> None:
    for state in some_states(slug):
        for move, notes in lines(analysed(state)):
            if not SHOWN.search(notes):
                is_lost = move.loses_next and notes
                assert len(move.line) == 1 or is_lost


@pytest.mark.parametrize("slug", engine.games())
def test_explanation_leaves_room_in_its_message(slug: str) -> None:
    for state in some_states(slug):
        assert len(explained(analysed(state))) <= 3_500


def test_lines_give_way_where_reasons_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = engine.analyse(engine.game("four-in-a-row-5x5").initial())
    for length, replies in ((40, 4), (97, 2), (110, 0)):
        reasons = dict.fromkeys(range(25), "x" * length)
        monkeypatch.setattr(explanations, "format_remarks", lambda *_, reasons=reasons: reasons)
        _, _, *others = explained(analysis).split("\n")
        shown = [found["names"].split(", ") for line in others if (found := SHOWN.search(line))]
        assert max(map(len, shown), default=0) == replies
