"""Ratings of people and of puzzles: worked out as published, counted once, shown and made use of."""

import asyncio
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from bot.models import Attempt, Form, Rated, Rating, Skill, repeats_task
from bot.playground.messages import text_of
from bot.storage import Storage
from engine import puzzles
from tests.bot.attempts import DAY, DRAFT, of_day
from tests.bot.databases import Opening
from tests.bot.drafts import ADA, GRACE
from tests.bot.puzzling import Patient, of_goal, only

SHOWN = re.compile(
    r"Your puzzle rating: (\d+)(\??) \(([+-]\d+)\)(?: · (\d+) in a row at the first try| · a wrong try.*)?$",
    re.MULTILINE,
)
EASY = Rating(1200.0, 200.0)


def test_rating_follows_the_papers_example() -> None:
    results = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
    number, deviation, volatility = Rating(1500, 200).after(*results)
    assert number == pytest.approx(1464.06, abs=0.02)  # by a hand that rounds between the steps
    assert deviation == pytest.approx(151.52, abs=0.02)
    assert volatility == pytest.approx(0.05999, abs=0.00001)


def test_rating_ages_by_the_formula() -> None:
    aged = Rating(1500, 1.1513 * 173.7178, 0.05999).aged(4.665 * DAY)  # a period
    assert aged.deviation / 173.7178 == pytest.approx(1.152862, abs=1e-6)
    assert (aged.number, aged.volatility) == (1500, 0.05999)


def test_year_makes_a_rating_provisional() -> None:
    known = Rating(1500, 60)
    assert [known.aged(days * DAY).is_provisional for days in (364, 366)] == [False, True]
    assert known.aged(100_000 * DAY).deviation == Rating().deviation
    assert known.aged(-DAY) == known.aged(0) == known


@pytest.mark.parametrize(("score", "rival"), [(1, 1306), (0, 1700), (0.5, 1000)])
def test_no_match_makes_uncertain(score: float, rival: float) -> None:
    form, puzzle = Form(Rating(1700, 60), 1), Rating(1500, 60)
    for _ in range(300):
        form, puzzle = form.after(Rating(rival, 50), score, 0), puzzle.after((Rating(1500), 1), periods=0)
    assert max(form.rating.deviation, puzzle.deviation) <= 60


@pytest.mark.ci
@given(results=st.lists(st.tuples(st.floats(400, 2500), st.floats(45, 350), st.sampled_from((1, 0.5, 0)))))
@settings(max_examples=50)
def test_nobody_rises_above_the_beaten(results: list[tuple[float, float, float]]) -> None:
    form, strongest = Form(), 0.0
    for number, deviation, score in results:
        before, form = form.rating, form.after(Rating(number, deviation), score, 0)
        strongest = max(strongest, number if score else 0)
        assert form.rating.number <= max(1500, strongest + 400) + 1e-9
        if score == 1 and before.number > number + 400 and deviation < 110:
            assert form.rating == before


@pytest.mark.parametrize(
    ("rating", "difficulty"),
    [(Rating(1340, 99), "easy"), (Rating(1360, 99), "medium"), (Rating(1900, 99), "hard"), (EASY, None)],
)
def test_settled_rating_is_a_difficulty(rating: Rating, difficulty: str | None) -> None:
    assert rating.difficulty == difficulty


async def tried(storage: Storage, attempt: Attempt, *afters: Attempt) -> Attempt:
    before = await storage.puzzles.add(attempt)
    for after in (replace(after, id=before.id) for after in afters):
        assert await storage.puzzles.save(before, after)
        before = after
    return before


async def skill_of(storage: Storage, user_id: int = ADA) -> Skill | None:
    """How good somebody is said to be beside the streaks."""
    return (await storage.puzzles.find_streaks(None, user_id, 0, 10)).skill


SOLVED, WRONG = DRAFT.with_end("solved", 1001.0), DRAFT.with_mistake(8)
AFTER_WIN = Skill().after(EASY, 1)
AFTER_LOSS = Skill().after(EASY, 0)


@pytest.mark.parametrize(
    ("afters", "skill"),
    [
        ([SOLVED], AFTER_WIN),
        ([DRAFT.with_hint(is_free=True), DRAFT.with_hint(is_free=True).with_end("solved", 9)], AFTER_WIN),
        ([WRONG], AFTER_LOSS),
        ([WRONG, WRONG.with_mistake(8), WRONG.with_mistake(8).with_end("solved", 9)], AFTER_LOSS),
        ([DRAFT.with_hint()], AFTER_LOSS),
        ([DRAFT.with_hint(is_free=True).with_hint()], AFTER_LOSS),
        ([DRAFT.with_end("shown", 9)], AFTER_LOSS),
        ([DRAFT.with_moves([0, 8])], None),
    ],
)
async def test_first_outcome_is_rated(storage: Storage, afters: list[Attempt], skill: Skill | None) -> None:
    attempt = await tried(storage, DRAFT, *afters)
    assert await skill_of(storage) == skill
    change = None if skill is None else Rated(skill, skill.rating.number - 1500)
    assert await storage.puzzles.find_rated(attempt.id) == change


async def test_puzzle_is_rated_once_each(storage: Storage) -> None:
    unfinished = await storage.puzzles.add(DRAFT)
    await tried(storage, DRAFT, WRONG)
    again = await tried(storage, of_day(20_000), replace(of_day(20_000), end=SOLVED.end))
    assert await storage.puzzles.save(unfinished, unfinished.with_end("solved", 9))
    assert await skill_of(storage) == AFTER_LOSS
    assert await storage.puzzles.find_rated(again.id) is None
    await tried(storage, replace(DRAFT, user_id=GRACE), replace(SOLVED, user_id=GRACE))
    assert await skill_of(storage, GRACE) == Skill().after(EASY.after((Rating(), 1), periods=0), 1)


async def test_two_solvers_at_once_are_rated(database: Opening, tmp_path: Path) -> None:
    async with database(tmp_path) as one, database(tmp_path) as other:
        drafts = (replace(DRAFT, user_id=user_id) for user_id in (ADA, GRACE))
        first, second = [await one.puzzles.add(draft) for draft in drafts]
        saved = (each.puzzles.save(it, it.with_mistake(8)) for each, it in ((one, first), (other, second)))
        assert await asyncio.gather(*saved) == [True, True]
        skills = [await skill_of(one, user_id) for user_id in (ADA, GRACE)]
        harder = Skill().after(EASY.after((Rating(), 1), periods=0), 0)
        assert AFTER_LOSS in skills
        assert harder in skills


async def test_hard_puzzle_is_offered_as_such(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    easy, other = (each._replace(difficulty="easy") for each in of_goal("tic-tac-toe", 1)[:2])
    only(monkeypatch, easy, other)
    for user_id in range(1, 60):
        draft = replace(DRAFT, user_id=user_id, puzzle=easy)
        await tried(patient.storage, draft, draft.with_mistake(8))
    message = await patient.begin(patient.ada, game="tic-tac-toe", difficulty="hard")
    assert text_of(patient.message(message)).startswith("### Puzzle: Tic-tac-toe, hard\nYou are ")
    assert (await patient.newest()).puzzle == easy._replace(difficulty="hard")
    await patient.begin(patient.ada, game="tic-tac-toe", difficulty="easy")
    assert (await patient.newest()).puzzle == other
    message = await patient.begin(patient.grace, game="tic-tac-toe", difficulty="hard")
    await patient.try_wrong(patient.grace, message)
    assert patient.rows("SELECT judged, found FROM rated_puzzles") == [("easy", "hard")]


async def test_solver_reads_rating_and_run(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[re.Match[str]] = []
    texts: list[str] = []
    medium = [puzzle for puzzle in of_goal("tic-tac-toe", 1) if puzzle.difficulty == "medium"]
    for mistakes, puzzle in zip((0, 0, 0, 0, 1), medium, strict=False):
        only(monkeypatch, puzzle)
        message = await patient.begin(patient.ada, game="tic-tac-toe", difficulty="medium")
        for _ in range(mistakes):
            assert not SHOWN.search((await patient.try_wrong(patient.ada, message)).text)
        await patient.solve(patient.ada, message)
        texts.append(text_of(patient.message(message)))
        shown += SHOWN.finditer(texts[-1])
    assert all("About 1 more new puzzle until you have a puzzle rating" in text for text in texts[:2])
    ratings = [int(each[1]) for each in shown]
    changes = [after - before for before, after in pairwise(ratings)]
    assert all(abs(int(each[3]) - change) <= 1 for each, change in zip(shown[1:], changes, strict=True))
    assert [change > 0 for change in changes] == [True, False]
    assert [(each[2], each[4]) for each in shown] == [("?", "3"), ("?", "4"), ("?", None)]
    line = (await patient.command(patient.ada, "streaks")).text.splitlines()[-1]
    assert line == (
        f"{patient.ada.mention}: puzzle rating {ratings[-1]}?, 0 in a row at the first try, longest 4"
    )
    assert "puzzle rating" not in (await patient.command(patient.grace, "streaks")).text


async def test_repeating_hint_is_free(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    found = (puzzle for slug in ("tic-tac-toe", "tic-tac-toe-misere") for puzzle in puzzles.of(slug))
    puzzle = next(each for each in found if repeats_task(engine.theme(engine.analyse(each.state))))
    only(monkeypatch, puzzle)
    message = await patient.begin(patient.ada, game=puzzle.game_slug, difficulty=puzzle.difficulty)
    hinted = await patient.click(patient.ada, message, "Hint")
    assert "That is no more than the task says, so this hint does not count." in hinted.text
    assert "So far" not in hinted.text
    told = await patient.click(patient.ada, message, "Hint")
    assert "does not count" not in told.text
    assert "So far: 1 hint." in told.text
