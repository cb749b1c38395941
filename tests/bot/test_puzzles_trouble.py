"""Presses on puzzles that meet, come late or belong to nothing: each is answered, and changes nothing."""

import asyncio

import pytest

import engine
from bot.models import Attempt, PuzzleFilter, PuzzleView
from bot.playground.messages import text_of
from bot.words import puzzles as words
from bot.words.language import ENGLISH
from tests.bot.puzzling import Patient, of_goal, only, takes_thought
from tests.bot.shown import button_id, private_text

ENDGAME = engine.Puzzle(
    "oware",
    (1, 3, 2, 1, 3, 5, 0, 2, 0, 3, 4, 2, 1, 0, 3, 5, 5, 3, 4, 2, 5, 4, 1, 5, 5, 2, 4, 3, 2, 5),
    "easy",
    1,
)
"""A win in two moves; all others lose in the end, but none soon."""


@pytest.mark.usefixtures("one_win")
@pytest.mark.parametrize("kind", ["right", "wrong", "Hint"])
async def test_double_press_is_followed_once(patient: Patient, kind: str) -> None:
    message = await patient.begin(patient.ada, difficulty="hard")
    moves = engine.analyse((await patient.newest()).state).moves
    action = {"right": moves[0].action, "wrong": moves[-1].action}.get(kind)
    press = button_id(patient.message(message), "Hint") if action is None else f"y:1:0:{action}"
    answers = await asyncio.gather(*(patient.press(patient.ada, message, press) for _ in range(2)))
    assert not any(answer.failed for answer in answers)
    attempt = await patient.newest()
    done = (len(attempt.actions), attempt.mistakes, attempt.hints)
    assert done == {"right": (2, 0, 0), "wrong": (0, 1, 0), "Hint": (0, 0, 1)}[kind]


@pytest.mark.usefixtures("one_win")
async def test_old_press_shows_the_puzzle(patient: Patient) -> None:
    message = await patient.begin(patient.ada, difficulty="hard")
    await patient.try_wrong(patient.ada, message)
    best = engine.analyse((await patient.newest()).state).moves[0].action
    for press in (f"y:1:0:{best}", "i:1:0", "g:1:0"):
        answer = await patient.press(patient.ada, message, press)
        assert "That press came from an old board. This is how your puzzle stands now." in answer.text
        assert "So far: 1 wrong try." in answer.text
    assert (await patient.newest()).turn == 1


async def test_endgames_are_known_without_search(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, ENDGAME)
    message = await patient.begin(patient.ada, game="oware")
    patient.set_patience(0.5)
    wrong = engine.analyse(ENDGAME.state, depth=4).moves[-1]
    assert not wrong.is_proven
    answer = await patient.press(patient.ada, message, f"y:1:0:{wrong.action}")
    assert "**Not e:** loss" in answer.text
    assert (await patient.newest()).mistakes == 1


async def test_press_after_the_end_changes_nothing(patient: Patient) -> None:
    message = await patient.begin(patient.ada, game="tic-tac-toe")
    await patient.click(patient.ada, message, "Show solution")
    before = await patient.newest()
    for press in ("y:1:1:0", "i:1:1", "g:1:1"):
        assert "The solution is " in (await patient.press(patient.ada, message, press)).text
    assert await patient.newest() == before


async def test_somebody_elses_puzzle_is_refused(patient: Patient) -> None:
    await patient.begin(patient.ada, game="tic-tac-toe")
    message = await patient.begin(patient.grace, game="tic-tac-toe")
    for press in ("y:1:0:0", "i:1:0", "g:1:0", "x:1", "f:1"):
        answer = await patient.press(patient.grace, message, press)
        assert private_text(answer) == "This puzzle is somebody else's. `/puzzle` gives you one of your own."


@pytest.mark.parametrize("press", ["y:99:0:0", "o:99:0:1", "i:99:0", "g:99:0", "x:99", "f:99"])
async def test_puzzle_nobody_knows_is_answered(patient: Patient, press: str) -> None:
    message = await patient.begin(patient.ada, game="tic-tac-toe")
    answer = await patient.press(patient.ada, message, press)
    assert private_text(answer) == "This puzzle is one I no longer know. `/puzzle` gives you a new one."


async def test_illegal_move_lists_the_legal(patient: Patient) -> None:
    message = await patient.begin(patient.ada, game="tic-tac-toe")
    state = (await patient.newest()).state
    answer = await patient.press(patient.ada, message, "y:1:0:99")
    names = ", ".join(state.name_of(action) for action in state.actions())
    assert answer.text == f"This move is not legal. The legal moves are {names}."
    assert (await patient.newest()).turn == 0


async def test_too_slow_to_judge_changes_nothing(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, next(filter(takes_thought, of_goal("connect-four", 1))))
    patient.set_patience(0)
    message = await patient.begin(patient.ada, game="connect-four")
    assert "and to move. **Win.**" in text_of(patient.message(message))
    before = await patient.newest()
    right = engine.analyse(before.state).moves[0].action
    for press in (f"y:1:0:{right}", "i:1:0", "g:1:0"):
        refusal = await patient.press(patient.ada, message, press)
        assert "in time, so nothing has changed. Please press again" in refusal.text
    assert await patient.newest() == before


def test_too_slow_hint_is_left_out() -> None:
    puzzle = next(iter(of_goal("connect-four", 1)))
    attempt = Attempt(1, 2, None, puzzle, PuzzleFilter(None, puzzle.difficulty), 0.0).with_hint()
    moves = engine.analyse(puzzle.state).moves
    estimates = [move._replace(value=move.value / 2, exact=False) for move in moves]
    view = PuzzleView(attempt, 0, engine.Analysis.of(puzzle.state, estimates))
    assert words.format_progress(ENGLISH, view) == "So far: 1 hint."


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"game": "go"}, "There is no game “go”. Choose one of these: Connect Four; "),
        ({"theme": "luck"}, "There is no theme “luck”. Choose one of these: double threat, block, "),
        ({"difficulty": "fiendish"}, "There is no difficulty “fiendish”. Choose one of these: easy"),
    ],
)
async def test_unknown_kind_of_puzzle_is_refused(
    patient: Patient, options: dict[str, str], sentence: str
) -> None:
    patient.leave_unchecked("choices")
    answer = await patient.command(patient.ada, "puzzle", **options)
    assert sentence in private_text(answer)
    assert patient.rows("SELECT count(*) FROM attempts") == [(0,)]
