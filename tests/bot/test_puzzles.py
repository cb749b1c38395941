"""/puzzle: every game's, solved, failed, hinted at, given up and interrupted."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

import engine
from bot.attempts import Attempt, Scene, Wish
from bot.playground.messages import text_of
from bot.rendering import puzzles as words
from bot.services.puzzle import play
from engine import puzzles
from tests.bot.boards import pictures
from tests.bot.puzzling import Patient, controls, of_goal, only, open_keys
from tests.bot.stage import button_id, buttons, id_of, staged

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from engine.puzzles import Puzzle


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Patient]:
    """A stage on which the puzzle of the day, which /puzzle leaves out, is the same on any day."""
    todays = puzzles.of("tic-tac-toe", "easy")[-1]
    monkeypatch.setattr(puzzles, "daily", lambda _: todays)
    async with staged(tmp_path / "maxine.db", Patient) as stage:
        yield stage


SMALL = [slug for slug in engine.games() if engine.game(slug).is_small]
LARGE = [slug for slug in engine.games() if not engine.game(slug).is_small]


@pytest.mark.parametrize("slugs", [SMALL, LARGE])
async def test_puzzle_of_every_game_is_solved_to_its_end(stage: Patient, slugs: list[str]) -> None:
    for slug in slugs:
        message = await stage.begin(stage.ada, game=slug, difficulty="hard")
        title = engine.game(slug).title
        assert text_of(stage.message(message)).startswith(f"### Puzzle: {title}, hard\nYou are ")
        assert controls(stage.message(message))[-2:] == ["Hint", "Show solution"]
        await stage.solve(stage.ada, message)
        text = text_of(stage.message(message))
        assert "**Solved in 1 try, no hint.**" in text
        assert "You are" not in text
        assert open_keys(stage.message(message)) == []
        assert controls(stage.message(message)) == ["Next puzzle"]


@pytest.mark.parametrize("slug", SMALL)
async def test_solution_is_shown_with_a_picture(stage: Patient, slug: str) -> None:
    message = await stage.begin(stage.ada, game=slug, difficulty="hard")
    attempt = await stage.newest()
    await stage.click(stage.ada, message, "Show solution")
    [best, *_] = engine.analyse(attempt.state).moves
    text = text_of(stage.message(message))
    assert f"The solution is **{engine.line(attempt.state, best)[0]}**: " in text
    [picture] = pictures(stage.message(message))
    assert "(best)" in picture["description"]
    assert [button["label"] for button in buttons(stage.message(message))] == ["Next puzzle"]


async def test_puzzle_is_private_and_says_what_there_is_to_do(
    stage: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = of_goal("tic-tac-toe", 1)[0]
    only(monkeypatch, puzzle)
    answer = await stage.command(stage.ada, "puzzle", difficulty=puzzle.difficulty)
    moves = (engine.analyse(puzzle.state).distance + 1) // 2
    side = "XO"[puzzle.state.to_move]
    assert answer.ephemeral
    assert f"You are {side} and to move. **Win in {moves} moves.**" in answer.text


async def test_answer_to_a_right_move_is_the_best_defence(stage: Patient) -> None:
    message = await stage.begin(stage.ada, game="tic-tac-toe", difficulty="hard")
    before = engine.analyse((await stage.newest()).state)
    answer = await stage.try_right(stage.ada, message)
    attempt = await stage.newest()
    left = engine.analyse(attempt.state)
    assert (left.value, left.distance) == (1, before.distance - 2)
    played, answered = (
        state.game.name_of(state, action)
        for state, action in zip(attempt.states, attempt.actions, strict=False)
    )
    assert f"Right: you played {played}, and I answered {answered}." in answer.text


async def test_slower_win_is_right_too(stage: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, slow = next(filter(None, map(with_slower_win, of_goal("tic-tac-toe", 1))))
    only(monkeypatch, puzzle)
    message = await stage.begin(stage.ada, difficulty=puzzle.difficulty)
    await stage.try_right(stage.ada, message)
    answer = await stage.try_action(stage.ada, message, slow)
    assert "Right: you played" in answer.text
    assert (await stage.newest()).mistakes == 0
    await stage.solve(stage.ada, message)
    assert "**Solved in 1 try, no hint.**" in text_of(stage.message(message))


def with_slower_win(puzzle: Puzzle) -> tuple[Puzzle, int] | None:
    """A puzzle and the slowest of several wins that its solver can choose from after the first move."""
    state = puzzle.state
    for _ in range(2):
        state = state.successor(engine.analyse(state).moves[0].action)
    wins = [move for move in engine.analyse(state).moves if move.value == 1]
    return (puzzle, wins[-1].action) if wins[-1].distance > wins[0].distance else None


@pytest.mark.parametrize("slug", ["tic-tac-toe", "tic-tac-toe-misere"])
async def test_saved_draw_is_solved_when_it_is_safe(
    stage: Patient, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    for puzzle in of_goal(slug, 0)[:6]:
        only(monkeypatch, puzzle, *of_goal("tic-tac-toe-wild", 1)[:1])
        message = await stage.begin(stage.ada, game=slug, difficulty=puzzle.difficulty)
        assert (await stage.newest()).puzzle == puzzle
        assert "**Only one move saves the draw.**" in text_of(stage.message(message))
        await stage.solve(stage.ada, message)
        state = (await stage.newest()).state
        safe = "The draw is safe now: it no longer hangs on a single move."
        assert (safe in text_of(stage.message(message))) == (not state.is_terminal)
        if not state.is_terminal:
            assert sum(move.value == 0 for move in engine.analyse(state).moves) > 1
        await stage.begin(stage.ada, game="tic-tac-toe-wild")  # so that the same one may come again


async def test_wrong_move_is_not_played_but_counts(stage: Patient) -> None:
    message = await stage.begin(stage.ada, game="tic-tac-toe")
    state = (await stage.newest()).state
    worst = engine.analyse(state).moves[-1]
    answer = await stage.try_wrong(stage.ada, message)
    name = state.game.name_of(state, worst.action)
    assert id_of(answer) == message
    assert f"**Not {name}:** that is a loss in {(worst.distance + 1) // 2} · " in answer.text
    assert "So far: 1 wrong try." in answer.text
    assert (await stage.newest()).state == state
    await stage.try_wrong(stage.ada, message)
    await stage.solve(stage.ada, message)
    assert "**Solved in 3 tries, no hint.**" in text_of(stage.message(message))


async def test_move_that_only_draws_is_wrong_where_there_is_a_win(
    stage: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = (
        (puzzle, move)
        for puzzle in of_goal("tic-tac-toe", 1)
        for move in engine.analyse(puzzle.state).moves
        if move.value == 0
    )
    puzzle, drawing = next(found)
    only(monkeypatch, puzzle)
    message = await stage.begin(stage.ada, difficulty=puzzle.difficulty)
    answer = await stage.try_action(stage.ada, message, drawing.action)
    assert "that is only a draw · " in answer.text


async def test_hint_names_the_theme_then_the_move(stage: Patient) -> None:
    message = await stage.begin(stage.ada, game="tic-tac-toe")
    state = (await stage.newest()).state
    analysis = engine.analyse(state)
    best = state.game.name_of(state, analysis.moves[0].action)
    first = await stage.click(stage.ada, message, "Hint")
    assert f"Hint: {engine.theme(analysis)}" in first.text
    assert f"**{best}**" not in first.text
    second = await stage.click(stage.ada, message, "Hint")
    assert f"The move is **{best}**: win in " in second.text
    assert controls(stage.message(message)) == ["Show solution"]
    await stage.solve(stage.ada, message)
    assert "**Solved in 1 try, 2 hints.**" in text_of(stage.message(message))


async def test_hint_stays_after_a_wrong_move_and_goes_with_the_position(stage: Patient) -> None:
    message = await stage.begin(stage.ada, game="tic-tac-toe", difficulty="hard")
    await stage.click(stage.ada, message, "Hint")
    assert "Hint: " in (await stage.try_wrong(stage.ada, message)).text
    right = await stage.try_right(stage.ada, message)
    assert "Hint: " not in right.text
    assert "So far: 1 wrong try, 1 hint." in right.text
    assert controls(stage.message(message)) == ["Hint", "Show solution"]


async def test_third_hint_is_not_counted(stage: Patient) -> None:
    message = await stage.begin(stage.ada, game="tic-tac-toe")
    for _ in range(2):
        await stage.click(stage.ada, message, "Hint")
    answer = await stage.press(stage.ada, message, "i:1:2")
    assert "The move is " in answer.text
    assert (await stage.newest()).hints == 2


async def test_next_puzzle_is_never_the_same_and_new_as_long_as_there_are_any(stage: Patient) -> None:
    message = await stage.begin(stage.ada, game="tic-tac-toe", difficulty="easy")
    new = [puzzle for puzzle in puzzles.of("tic-tac-toe", "easy") if puzzle != puzzles.daily(0)]
    for _ in range(len(new) + 3):
        await stage.click(stage.ada, message, "Show solution")
        assert id_of(await stage.click(stage.ada, message, "Next puzzle")) == message
    starts = [start for (start,) in stage.rows("SELECT start FROM attempts ORDER BY id")]
    assert len(set(starts[: len(new)])) == len(new)
    assert all(one != another for one, another in pairwise(starts))
    assert stage.rows("SELECT DISTINCT game, difficulty FROM attempts") == [("tic-tac-toe", "easy")]


async def test_nearest_puzzle_comes_where_there_is_no_other_of_the_kind(
    stage: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = puzzles.of("tic-tac-toe", "easy")[0], puzzles.of("tic-tac-toe", "hard")[0]
    only(monkeypatch, one, other)
    said = "I have no other easy puzzle of Tic-tac-toe, so this is the nearest there is."
    for puzzle in (one, other, one):
        message = await stage.begin(stage.ada, game="tic-tac-toe", difficulty="easy")
        assert (await stage.newest()).puzzle == puzzle
        assert (said in text_of(stage.message(message))) == (puzzle == other)


async def test_puzzle_of_the_day_is_left_for_the_day(stage: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    today, *others = puzzles.of("tic-tac-toe", "easy")[:3]
    only(monkeypatch, today, *others)
    monkeypatch.setattr(puzzles, "daily", lambda _: today)
    for _ in range(6):
        await stage.begin(stage.ada)
        assert (await stage.newest()).puzzle in others


async def test_puzzle_survives_a_restart_in_the_middle(stage: Patient) -> None:
    message = await stage.begin(stage.ada, game="tic-tac-toe", difficulty="hard")
    await stage.try_wrong(stage.ada, message)
    await stage.try_right(stage.ada, message)
    await stage.restart()
    await stage.solve(stage.ada, message)
    assert "**Solved in 2 tries, no hint.**" in text_of(stage.message(message))


@pytest.mark.parametrize("kind", ["right", "wrong", "Hint"])
async def test_double_press_is_followed_once(stage: Patient, kind: str) -> None:
    message = await stage.begin(stage.ada, game="tic-tac-toe", difficulty="hard")
    moves = engine.analyse((await stage.newest()).state).moves
    action = {"right": moves[0].action, "wrong": moves[-1].action}.get(kind)
    press = button_id(stage.message(message), "Hint") if action is None else f"y:1:0:{action}"
    answers = await asyncio.gather(*(stage.press(stage.ada, message, press) for _ in range(2)))
    assert not any(answer.failed for answer in answers)
    attempt = await stage.newest()
    done = (len(attempt.actions), attempt.mistakes, attempt.hints)
    assert done == {"right": (2, 0, 0), "wrong": (0, 1, 0), "Hint": (0, 0, 1)}[kind]


async def test_puzzle_that_went_on_while_she_was_thinking_is_shown_as_it_is(stage: Patient) -> None:
    await stage.begin(stage.ada, game="tic-tac-toe")
    before = await stage.newest()
    moves = engine.analyse(before.state).moves
    scenes = [await play(stage.bot.desk, before, moves[index].action) for index in (0, -1)]
    assert [scene.is_outdated for scene in scenes] == [False, True]
    assert scenes[0].attempt == scenes[1].attempt == await stage.newest()


async def test_old_press_is_answered_with_the_puzzle_as_it_stands(stage: Patient) -> None:
    message = await stage.begin(stage.ada, game="tic-tac-toe")
    await stage.try_wrong(stage.ada, message)
    best = engine.analyse((await stage.newest()).state).moves[0].action
    for press in (f"y:1:0:{best}", "i:1:0", "g:1:0"):
        answer = await stage.press(stage.ada, message, press)
        assert "That press came from an old board. This is how your puzzle stands now." in answer.text
        assert "So far: 1 wrong try." in answer.text
    assert (await stage.newest()).turn == 1


async def test_press_after_the_end_changes_nothing(stage: Patient) -> None:
    message = await stage.begin(stage.ada, game="tic-tac-toe")
    await stage.click(stage.ada, message, "Show solution")
    before = await stage.newest()
    for press in ("y:1:1:0", "i:1:1", "g:1:1"):
        assert "The solution is " in (await stage.press(stage.ada, message, press)).text
    assert await stage.newest() == before


async def test_somebody_elses_puzzle_is_refused(stage: Patient) -> None:
    await stage.begin(stage.ada, game="tic-tac-toe")
    message = await stage.begin(stage.grace, game="tic-tac-toe")
    for press in ("y:1:0:0", "i:1:0", "g:1:0", "x:1", "f:1"):
        answer = await stage.press(stage.grace, message, press)
        assert answer.ephemeral
        assert answer.text == "This puzzle is somebody else's. `/puzzle` gives you one of your own."


@pytest.mark.parametrize("press", ["y:99:0:0", "o:99:0:1", "i:99:0", "g:99:0", "x:99", "f:99"])
async def test_puzzle_nobody_knows_is_answered(stage: Patient, press: str) -> None:
    message = await stage.begin(stage.ada, game="tic-tac-toe")
    answer = await stage.press(stage.ada, message, press)
    assert answer.ephemeral
    assert answer.text == "This puzzle is one I no longer know. `/puzzle` gives you a new one."


async def test_move_that_is_not_legal_is_refused_with_the_legal_ones(stage: Patient) -> None:
    message = await stage.begin(stage.ada, game="tic-tac-toe")
    state = (await stage.newest()).state
    answer = await stage.press(stage.ada, message, "y:1:0:99")
    names = ", ".join(state.game.name_of(state, action) for action in state.actions())
    assert answer.text == f"This move is not legal. The legal moves are {names}."
    assert (await stage.newest()).turn == 0


async def test_other_mark_is_placed_in_wild_tic_tac_toe(stage: Patient) -> None:
    message = await stage.begin(stage.ada, game="tic-tac-toe-wild", difficulty="medium")
    actions = {int(key.rpartition(":")[2]) for key in open_keys(stage.message(message))}
    await stage.click(stage.ada, message, "Place O instead")
    others = {int(key.rpartition(":")[2]) for key in open_keys(stage.message(message))}
    assert {action + 1 for action in actions} == others
    assert actions | others == set((await stage.newest()).state.actions())
    answer = await stage.press(stage.ada, message, "o:1:0:2")
    assert answer.text.startswith("This button no longer exists.")


def takes_thought(puzzle: Puzzle) -> bool:
    """Whether a puzzle cannot be worked out at a glance."""
    return not engine.analyse(puzzle.state, stop=lambda: True).moves[0].exact


async def test_what_cannot_be_worked_out_in_time_changes_nothing(
    stage: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, next(filter(takes_thought, of_goal("connect-four", 1))))
    stage.set_patience(0)
    message = await stage.begin(stage.ada, game="connect-four")
    assert "and to move. **Win.**" in text_of(stage.message(message))
    before = await stage.newest()
    right = engine.analyse(before.state).moves[0].action
    for press in (f"y:1:0:{right}", "i:1:0", "g:1:0"):
        [refusal] = (await stage.press(stage.ada, message, press)).followups
        assert text_of(refusal).endswith("so nothing has changed. Please press again.")
    assert await stage.newest() == before


def test_hint_that_cannot_be_worked_out_again_in_time_is_left_out() -> None:
    puzzle = next(filter(takes_thought, of_goal("connect-four", 1)))
    attempt = Attempt(1, 2, None, puzzle, Wish(None, puzzle.difficulty), 0.0).hinted()
    scene = Scene(attempt, 0, engine.analyse(puzzle.state, stop=lambda: True))
    assert words.status(scene) == "So far: 1 hint."


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"game": "go"}, "There is no game “go”. Choose one of these: tic-tac-toe"),
        ({"difficulty": "fiendish"}, "There is no difficulty “fiendish”. Choose one of these: easy"),
    ],
)
async def test_unknown_kind_of_puzzle_is_refused(
    stage: Patient, options: dict[str, str], sentence: str
) -> None:
    for registered in stage.playground.world.commands:
        for option in registered.get("options", ()):
            option.pop("choices", None)
    answer = await stage.command(stage.ada, "puzzle", **options)
    assert answer.ephemeral
    assert sentence in answer.text
    assert stage.rows("SELECT count(*) FROM attempts") == [(0,)]
