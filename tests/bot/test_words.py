"""What sentences say and leave out; tests/sentences/ has the sentences themselves."""

import re
from random import Random

import pytest

import engine
from bot.models import Explanation, Match, Participant, Place
from bot.rendering.chips import make_chips
from bot.words import explanations
from bot.words.advice import format_advice, format_refutation, get_advice
from bot.words.forms import list_variants
from bot.words.game_words import GameWords
from bot.words.games import get_words
from bot.words.games.sowing import KalahWords, OwareWords
from bot.words.language import ENGLISH, Reader
from engine import AnalysedMove, Analysis, General, Kind
from engine.solver import limit_polls
from tests import tiers
from tests.benchmarks.student import Student
from tests.bot.desk import Desk
from tests.bot.drafts import play
from tests.engine import plain
from tests.engine.boards import random_state, state_after
from tests.engine.claims_of_order import is_kept
from tests.sentences.values import MATCH

PLACES = {"move", "names", "choices", "besides", "number", "of", "opponent", "house", "before", "last"}
"""Names that advice may use."""


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
    assert any(remark.kind.traits.names_better for remark in engine.remarks(analysis)[action])
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


@pytest.mark.ci
def test_largest_explanation_fits_a_message() -> None:
    game, rng = engine.game("four-in-a-row-5x5"), Random(5)
    players = Participant(10**18), Participant(10**18 + 1)
    for plies in range(16):
        match = Match(1, game.slug, Place(None, 1), players, 0.0, 0.0)
        while match.ply < plies and not match.is_over:
            match = match.with_move(rng.choice(match.state.actions()), 0.0)
        if not match.is_over:
            analysis = engine.analyse(match.state, stop=lambda: True)
            explanation = Explanation(match, plies, analysis, None)
            assert len(explanations.format_explanation(Reader(ENGLISH, 10), explanation)) < 4_000


@pytest.mark.parametrize("names", ["b2 a1 c3", "b2 b1 c1", "a1 b2 c3 a3", "a1 b2 c3 b3 b1"])
def test_explanation_says_i_of_the_bot(names: str) -> None:
    match = play(MATCH, names)
    for ply in range(match.ply):
        analysis = engine.analyse(match.state_at(ply))
        explanation = Explanation(match, ply, analysis, match.actions[ply])
        text = explanations.format_explanation(Reader(ENGLISH, 10), explanation)
        assert "Maxine" not in text
        assert ("I played" in text) == ("In my place: " in text) == (ply % 2 == 1)


@pytest.mark.parametrize(("value", "word"), [(1, "win"), (0, "draw"), (-1, "loss")])
def test_chip_without_distance_has_no_number(value: int, word: str) -> None:
    move = AnalysedMove(0, value, 9, exact=False, line=(0,), proven=True)
    ((_, chip),) = make_chips(ENGLISH, Analysis(engine.game("tic-tac-toe").initial(), (move,)))
    assert (chip.kind.name.lower(), chip.number) == (word, "")


@pytest.mark.parametrize("slug", ["tic-tac-toe", "connect-four"])
def test_other_games_have_no_estimate_words(slug: str) -> None:
    assert get_words(engine.game(slug)).format_estimate(ENGLISH, 0.4) is None


@pytest.mark.parametrize("words", [OwareWords, KalahWords], ids=["oware", "kalah"])
def test_advice_names_the_move(words: type[GameWords]) -> None:
    advice = {kind: told.advice for kind, told in words.tellings.items() if kind not in General}
    for phrase in filter(None, advice.values()):
        for said in list_variants(phrase) if isinstance(phrase, str) else ():
            assert set(re.findall(r"{(\w+)}", said)) <= PLACES
            assert "{move}" in said
            assert said.endswith(".")


@pytest.mark.parametrize(
    "slug",
    tiers.later(
        (slug for slug in engine.games() if "in-a-row" in slug or "toe" in slug), "four-in-a-row-5x5"
    ),
)
def test_every_reason_is_advice(slug: str) -> None:
    game, rng = engine.game(slug), Random(slug)
    for ply in (0, 2, 4, 5, 6, 7) * 10:
        analysis = engine.analyse(random_state(game, ply, rng), depth=2)
        remarked = engine.remarks(analysis)
        reasons = [remark for action in analysis.best for remark in remarked[action][:1]]
        assert all(reason.kind in list_advised(game) for reason in reasons)


@pytest.mark.parametrize("slug", ["connect-four", "three-mens-morris", "reversi-6x6"])
def test_order_is_said_before_rules_of_thumb_where_true(slug: str) -> None:
    game, rng = engine.game(slug), Random(slug)
    order, found = get_words(game).order.partition("{")[0], set()
    for ply in (0, 1, 2, 4, 5, 6) * 3:
        analysis = engine.analyse(random_state(game, ply, rng), limit_polls(20))
        (move, remark), is_choice = get_advice(analysis), len(analysis.best) < len(analysis.moves)
        is_thumb = remark is not None and remark.kind.traits.is_rule_of_thumb
        is_due = is_thumb and is_choice and move.value > -1 and is_kept(analysis.state, move.action)
        found.add(format_advice(ENGLISH, analysis).startswith(order))
        assert format_advice(ENGLISH, analysis).startswith(order) == is_due
    assert found == {False, True}


def test_habit_of_tic_tac_toe_never_loses_for_who_begins() -> None:
    habit = Student(("win", "block"), ("open lines",))
    assert not _may_lose(habit, engine.game("tic-tac-toe").initial(), seat=0)


def _may_lose(student: Student, state: engine.State, seat: int) -> bool:
    """Whether a student who plays by what they have been told loses to any replies."""
    if state.is_terminal:
        return plain.has_won(state, 1 - seat)
    actions = student.attend(state) if state.to_move == seat else state.actions()
    return any(_may_lose(student, state.successor(action), seat) for action in actions)


def list_advised(game: engine.Game) -> set[Kind]:
    return {kind for kind, told in get_words(game).tellings.items() if told.advice}


async def test_person_is_told_the_fault(desk: Desk) -> None:
    await desk.challenge(desk.ada, game="tic-tac-toe-wild")
    answer = await desk.command(desk.ada, "move", to="b2")
    assert answer.ephemeral
    assert answer.text.startswith("“b2” says no mark; add x or o, as in b2x. The legal moves are a1x, a1o, ")
