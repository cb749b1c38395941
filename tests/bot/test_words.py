"""Sentences that no match of tic-tac-toe leads to, because there everything is known at once."""

import random
import re
from dataclasses import replace

import pytest

import engine
from bot.models import Explanation, Lesson, Match, Participant, Place, Reviewed
from bot.rendering.chips import make_chips
from bot.words import explanations, lessons, matches, reviews
from bot.words.advice import format_refutation
from bot.words.language import ENGLISH, Reader
from bot.words.lines_of_play import say_play
from bot.words.values import format_move, format_value, format_worth
from engine.analysis import Analysis
from engine.solver import AnalysedMove
from tests.bot.telling import read_lines
from tests.engine.boards import state_after

MATCH = Match(1, "tic-tac-toe", Place(None, 1), (Participant(10), Participant(None, "hard")), 0.0, 0.0)


def analysed(*worths: tuple[float, int]) -> Analysis:
    """A first position whose moves are worth so much, so soon; whole numbers are exact."""
    moves = (
        AnalysedMove(action, value, distance, exact=isinstance(value, int), line=(action,))
        for action, (value, distance) in enumerate(worths)
    )
    return Analysis(engine.game("tic-tac-toe").initial(), tuple(moves))


def explained(*values: float, played: int | None = None) -> str:
    """The explanation of a first position whose moves are estimated so; whole numbers are exact."""
    analysis = analysed(*((value, 1) for value in values))
    return explanations.format_explanation(Reader(ENGLISH, 10), Explanation(MATCH, 0, analysis, played))


def test_estimates_are_tenths_with_a_sign() -> None:
    lines = read_lines(explained(0.31, 0.0, -0.98))
    assert [line.worth for line in lines] == ["about +0.3", "about +0.0", "about -1.0"]


def test_estimate_near_nothing_has_no_minus() -> None:
    assert "a1: about +0.0" in explained(-0.04, -0.5)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0.31, "I think that <@10> is ahead (about +0.3, where +1 is a win)."),
        (-0.31, "I think that <@10> is behind (about -0.3, where -1 is a loss)."),
        (0.1, "I think that it is about even."),
    ],
)
def test_estimate_says_ahead_or_behind(value: float, said: str) -> None:
    assert explained(value).splitlines()[1] == f"I cannot see the end. {said} <@10> (X) is to move."


@pytest.mark.parametrize(
    ("played", "said"),
    [
        (0, "a1, and nothing was better"),
        (1, "b1, and nothing was clearly better"),
        (2, "c1, which is worse by my estimate: about +0.3 → about -0.5"),
    ],
)
def test_played_move_is_judged_by_estimate(played: int, said: str) -> None:
    assert said in explained(0.31, 0.28, -0.5, played=played)


def test_possible_win_is_at_least_draw() -> None:
    assert "\n<@10> can hold at least a draw. <@10> (X) is to move.\n" in explained(0, -0.3)
    assert "\nBest play leads to a draw. <@10> (X) is to move.\n" in explained(0, -1)


def test_moving_again_loses_by_which_move() -> None:
    game = engine.game("kalah")
    rows, stores = (2 << 6 * 4) + (12 << 6 * 6), (10 << 72) + (24 << 78)
    [move] = (analysis := engine.analyse(engine.State(game, rows + stores, 20))).moves
    assert format_move(ENGLISH, analysis, move, "only legal move") == "★ e: loss by 24 · only legal move"
    assert list(say_play(Reader(ENGLISH, 10), MATCH, analysis.state, move)) == [
        "Best play: 21. e (you) f (you) · 36 seeds to 12"
    ]


def test_later_draw_is_called_so() -> None:
    analysis = analysed((0, 20), (0, 30))
    review = Reviewed(MATCH, engine.review([analysis], [1]), None)
    assert reviews.format_moves(ENGLISH, review) == "**1.** X b1 good · A later draw. a1 was best."
    lesson = Lesson(MATCH, engine.judge(analysis, 1), engine.judge(analysis, 1))
    assert (
        lessons.format_lesson_answer(Reader(ENGLISH, 10), lesson).splitlines()[1]
        == "**Move 1. Right: b1 is good. A later draw.**"
    )


def proven(*moves: tuple[int, int, bool]) -> Analysis:
    """A first position of which it is known who wins after each move, but of some not how soon."""
    known = (
        AnalysedMove(action, value, distance, exact=exact, line=(action,), proven=True)
        for action, (value, distance, exact) in enumerate(moves)
    )
    return Analysis(engine.game("tic-tac-toe").initial(), tuple(known))


def test_unknown_distance_is_not_called_sooner() -> None:
    analysis = proven((-1, 4, True), (-1, 2, False))
    review = Reviewed(MATCH, engine.review([analysis], [1]), None)
    assert reviews.format_moves(ENGLISH, review) == "**1.** X b1 good"
    lesson = Lesson(MATCH, engine.judge(analysis, 1), engine.judge(analysis, 1))
    answer = lessons.format_lesson_answer(Reader(ENGLISH, 10), lesson)
    assert answer.splitlines()[1] == "**Move 1. Right: b1 is good.**"
    explanation = explanations.format_explanation(Reader(ENGLISH, 10), Explanation(MATCH, 0, analysis, 1))
    assert "<@10> played b1, and nothing was clearly better." in explanation


def test_unproven_move_is_compared_with_nothing() -> None:
    analysis = analysed((0.4, 9), (-1, 2), (-0.2, 9))
    review = Reviewed(MATCH, engine.review([analysis], [1]), None)
    said = "**1.** X b1 not proven · loss in 1. It is not proven whether anything was better."
    assert reviews.format_moves(ENGLISH, review) == said


def test_reviews_and_lessons_count_seeds() -> None:
    game = engine.game("oware")
    moves = [AnalysedMove(action, 0.4 - action / 5, 1, exact=False, line=(action,)) for action in range(6)]
    analysis = Analysis(game.initial(), tuple(moves))
    match = replace(MATCH, game_slug="oware")
    judgement = engine.judge(analysis, 3)
    assert reviews.format_moves(ENGLISH, Reviewed(match, engine.review([analysis], [3]), None)) == (
        "**1.** South d ?? **blunder** · about 3 seeds ahead → about 2 seeds behind. a was best."
    )
    lesson = Lesson(match, judgement, judgement)
    assert "\n**d:** about 2 seeds behind" in lessons.format_mistake_question(Reader(ENGLISH, 10), lesson)


@pytest.mark.parametrize(
    ("slug", "name", "spoiler"),
    [pytest.param("connect-four", "2", "4", marks=pytest.mark.ci), ("tic-tac-toe-misere", "a1", "b2")],
)
def test_wrong_answer_tells_only_the_reply(slug: str, name: str, spoiler: str) -> None:
    state = engine.game(slug).initial()
    analysis = engine.analyse(state)
    judgement = engine.judge(analysis, state.game.action_named(state, name))
    text = format_refutation(ENGLISH, analysis, judgement.move)
    assert "The opponent answers " in text
    assert spoiler not in re.findall(r"\w+", text)


@pytest.mark.parametrize(
    ("slug", "names", "name"),
    [("kalah", "", "b"), ("kalah", "e e", "a"), ("oware", "b", "a"), ("oware", "c", "a")],
)
def test_wrong_answer_hides_the_best_move(slug: str, names: str, name: str) -> None:
    analysis = engine.analyse(state_after(engine.game(slug), names), depth=6)
    action = analysis.state.game.action_named(analysis.state, name)
    assert any(remark.kind.names_better for remark in engine.remarks(analysis)[action])
    text = format_refutation(ENGLISH, analysis, engine.judge(analysis, action).move)
    assert re.search("North|South", text)
    assert not re.search("would bring|fewer", text)


@pytest.mark.parametrize(("names", "name"), [("c", "b"), ("b", "f")])
def test_wrong_answer_tells_what_follows(names: str, name: str) -> None:
    analysis = engine.analyse(state_after(engine.game("kalah"), names), depth=6)
    action = analysis.state.game.action_named(analysis.state, name)
    text = format_refutation(ENGLISH, analysis, engine.judge(analysis, action).move)
    assert re.search("lets (North|South) reply", text)
    assert "The opponent answers" not in text


def test_lesson_by_estimate_says_so() -> None:
    analysis = analysed((0.4, 9), (0.35, 9), (-0.2, 9))
    asked = Lesson(MATCH, engine.judge(analysis, 2))
    assert (
        "played c1. By my estimate, that was a blunder. Find a better move."
        in lessons.format_mistake_question(Reader(ENGLISH, 10), asked)
    )
    for action, said in ((0, "a1 is best"), (1, "b1 is good")):
        answered = lessons.format_lesson_answer(
            Reader(ENGLISH, 10), replace(asked, tried=engine.judge(analysis, action))
        )
        assert f"**Move 1. Right: by my estimate {said}.**\n" in answered


def test_maxine_thinks_while_she_owes() -> None:
    players = Participant(10), Participant(None, "hard")
    match = Match(1, "four-in-a-row-4x4", Place(None, 1), players, 0.0, 0.0, actions=(5,))
    assert matches.format_status(ENGLISH, match) == "<@10> played b2. Maxine is thinking …"


@pytest.mark.ci
def test_largest_explanation_fits_a_message() -> None:
    game, rng = engine.game("four-in-a-row-5x5"), random.Random(5)
    players = Participant(10**18), Participant(10**18 + 1)
    for plies in range(16):
        match = Match(1, game.slug, Place(None, 1), players, 0.0, 0.0)
        while match.ply < plies and not match.is_over:
            match = match.with_move(rng.choice(match.state.actions()), 0.0)
        if not match.is_over:
            analysis = engine.analyse(match.state, stop=lambda: True)
            explanation = Explanation(match, plies, analysis, None)
            assert len(explanations.format_explanation(Reader(ENGLISH, 10), explanation)) < 4_000


@pytest.mark.parametrize(
    ("margin", "exact", "proven", "text", "verdict"),
    [
        (10, True, True, "win by 10", "Best play wins for {} by 10."),
        (-2, True, True, "loss by 2", "Best play wins for {} by 2."),
        (0, True, True, "draw", "Best play leads to a draw."),
        (6, False, True, "win, by about 6", "Best play wins for {}, by about 6."),
        (-6, False, True, "loss, by about 6", "Best play wins for {}, by about 6."),
        (3, False, False, "about 3 seeds ahead", "I cannot see the end: {} is about 3 seeds ahead."),
        (-1, False, False, "about 1 seed behind", "I cannot see the end: {} is about 1 seed behind."),
        (0, False, False, "about even", "I cannot see the end: the game is about even."),
    ],
)
def test_margins_are_said(margin: int, *, exact: bool, proven: bool, text: str, verdict: str) -> None:
    value = (margin > 0) - (margin < 0)
    move = AnalysedMove(0, value, 9, exact, (0,), proven=proven, margin=margin)
    analysis = Analysis(engine.game("kalah").initial(), (move,))
    assert format_worth(ENGLISH, analysis.state, move) == text
    winner = "me" if value < 0 and proven else MATCH.players[0].name
    assert matches.format_verdict(ENGLISH, MATCH, analysis) == verdict.format(winner)


@pytest.mark.parametrize(
    ("margin", "text"),
    [
        (4, "<@10> played b, a smaller win: win by 6 → win by 4."),
        (-4, "<@10> played b, a greater loss: loss by 2 → loss by 4."),
    ],
)
def test_margin_given_away_is_said(margin: int, text: str) -> None:
    best = AnalysedMove(0, margin / 4, 9, exact=True, line=(0,), margin=margin + 2)
    moves = best, best._replace(action=1, margin=margin)
    analysis = Analysis.of(engine.game("kalah").initial(), moves)
    assert matches.format_judgement(ENGLISH, MATCH, analysis, 1) == text


@pytest.mark.parametrize("names", ["b2 a1 c3", "b2 b1 c1", "a1 b2 c3 a3", "a1 b2 c3 b3 b1"])
def test_she_says_i_of_herself(names: str) -> None:
    match = MATCH
    for name in names.split():
        match = match.with_move(match.game.action_named(match.state, name), 0.0)
    for ply in range(match.ply):
        analysis = engine.analyse(match.state_at(ply))
        explanation = Explanation(match, ply, analysis, match.actions[ply])
        text = explanations.format_explanation(Reader(ENGLISH, 10), explanation)
        assert "Maxine" not in text
        assert ("I played" in text) == ("Imagine you were me." in text) == (ply % 2 == 1)


@pytest.mark.parametrize(("value", "word"), [(1, "win"), (0, "draw"), (-1, "loss")])
def test_outcome_without_distance_is_one_word(value: int, word: str) -> None:
    move = AnalysedMove(0, value, 9, exact=False, line=(0,), proven=True)
    assert format_value(ENGLISH, move) == word
    analysis = Analysis(engine.game("tic-tac-toe").initial(), (move,))
    player = "me" if value < 0 else MATCH.players[0].name
    verdict = f"Best play wins for {player}." if value else "Best play leads to a draw."
    assert matches.format_verdict(ENGLISH, MATCH, analysis) == verdict
    ((_, chip),) = make_chips(ENGLISH, analysis)
    assert (chip.kind.name.lower(), chip.number) == (word, "")
