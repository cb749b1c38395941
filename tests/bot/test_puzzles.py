"""/puzzle: every game's, solved, failed, hinted at, given up and interrupted."""

import asyncio
from itertools import pairwise

import pytest

import engine
from bot.models import Attempt, Move, PuzzleFilter
from bot.playground.messages import text_of
from bot.words.games import format_title
from bot.words.hints import format_theme
from bot.words.language import ENGLISH
from bot.words.values import describe_picture
from engine import puzzles
from engine.puzzles import Puzzle
from engine.steps import refute
from tests import tiers
from tests.bot.boards import pictures
from tests.bot.puzzling import Patient, Solver, controls, of_goal, only, open_keys
from tests.bot.shown import buttons, id_of

SMALL = [slug for slug in engine.games() if engine.game(slug).is_small]
LARGE = [slug for slug in engine.games() if not engine.game(slug).is_small]


@pytest.mark.ci
@pytest.mark.parametrize("slugs", [SMALL, LARGE])
async def test_every_game_is_solved(solver: Solver, slugs: list[str]) -> None:
    for slug in slugs:
        hardest = engine.puzzles.of(slug)[-1].difficulty
        message = await solver.begin(solver.ada, game=slug, difficulty=hardest)
        title = format_title(ENGLISH, engine.game(slug))
        assert text_of(solver.message(message)).startswith(f"### Puzzle: {title}, {hardest}\nYou are ")
        assert controls(solver.message(message))[-2:] == ["Hint", "Show solution"]
        await solver.solve(solver.ada, message)
        text = text_of(solver.message(message))
        assert "**Solved in 1 try, no hint.**" in text
        assert "You are" not in text
        assert open_keys(solver.message(message)) == []
        assert controls(solver.message(message)) == ["Next puzzle"]


async def test_solution_is_shown_with_a_picture(solver: Solver) -> None:
    message = await solver.begin(solver.ada, game="tic-tac-toe", difficulty="hard")
    attempt = await solver.newest()
    await solver.click(solver.ada, message, "Show solution")
    [best, *_] = engine.analyse(attempt.state).moves
    text = text_of(solver.message(message))
    assert f"The solution is **{engine.principal_variation(attempt.state, best)[0]}**: " in text
    [picture] = pictures(solver.message(message))
    assert "(best)" in picture["description"]
    assert [button["label"] for button in buttons(solver.message(message))] == ["Next puzzle"]


@pytest.mark.usefixtures("one_win")
async def test_answer_is_the_best_defence(solver: Solver) -> None:
    message = await solver.begin(solver.ada, difficulty="hard")
    before = engine.analyse((await solver.newest()).state)
    answer = await solver.try_right(solver.ada, message)
    attempt = await solver.newest()
    left = engine.analyse(attempt.state)
    assert (left.value, left.distance) == (1, before.distance - 2)
    played, answered = (
        state.name_of(action) for state, action in zip(attempt.states, attempt.actions, strict=False)
    )
    assert f"Right: you played {played}, and I answered {answered}." in answer.text


async def test_slower_win_is_right_too(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, slow = next(filter(None, map(with_slower_win, of_goal("tic-tac-toe", 1))))
    only(monkeypatch, puzzle)
    message = await solver.begin(solver.ada, difficulty=puzzle.difficulty)
    await solver.try_right(solver.ada, message)
    answer = await solver.try_action(solver.ada, message, slow)
    assert "Right: you played" in answer.text
    assert (await solver.newest()).mistakes == 0
    await solver.solve(solver.ada, message)
    assert "**Solved in 1 try, no hint.**" in text_of(solver.message(message))


def with_slower_win(puzzle: Puzzle) -> tuple[Puzzle, int] | None:
    """A puzzle and the slowest of several wins that its solver can choose from after the first move."""
    state = puzzle.state
    for _ in range(2):
        state = state.successor(engine.analyse(state).moves[0].action)
    wins = [move for move in engine.analyse(state).moves if move.value == 1]
    return (puzzle, wins[-1].action) if wins[-1].distance > wins[0].distance else None


@pytest.mark.ci
async def test_task_counts_the_saving_moves(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    said = {True: "**Only one move saves the draw.**", False: "**Hold the draw.**"}
    seen = set()
    for puzzle in of_goal("tic-tac-toe", 0):
        only(monkeypatch, puzzle, *of_goal("tic-tac-toe-wild", 1)[:1])
        message = await solver.begin(solver.ada, game="tic-tac-toe", difficulty=puzzle.difficulty)
        while not (attempt := await solver.newest()).is_over:
            is_single = sum(move.value >= 0 for move in engine.analyse(attempt.state).moves) == 1
            assert said[is_single] in text_of(solver.message(message))
            seen.add(is_single)
            await solver.try_right(solver.ada, message)
        await solver.begin(solver.ada, game="tic-tac-toe-wild")  # so that the next one is this game's
    assert seen == {True, False}


@pytest.mark.usefixtures("one_win")
async def test_wrong_move_counts_unplayed(solver: Solver) -> None:
    message = await solver.begin(solver.ada, difficulty="hard")
    state = (await solver.newest()).state
    worst = engine.analyse(state).moves[-1]
    answer = await solver.try_wrong(solver.ada, message)
    name = state.name_of(worst.action)
    assert id_of(answer) == message
    assert f"**Not {name}:** loss in {(worst.distance + 1) // 2} · " in answer.text
    assert " Try another move." in answer.text
    assert "So far: 1 wrong try." in answer.text
    assert (await solver.newest()).state == state
    await solver.try_wrong(solver.ada, message)
    await solver.solve(solver.ada, message)
    assert "**Solved in 3 tries, no hint.**" in text_of(solver.message(message))


@pytest.mark.usefixtures("one_win")
async def test_wrong_move_is_taken_away_and_counts_once(solver: Solver) -> None:
    message = await solver.begin(solver.ada, difficulty="hard")
    attempt, before = await solver.newest(), open_keys(solver.message(message))
    wrong = engine.analyse(attempt.state).moves[-1].action
    key, name = f"y:{attempt.id}:{attempt.turn}:{wrong}", attempt.state.name_of(wrong)
    pressing = [solver.press(solver.ada, message, key) for _ in range(2)]
    again = solver.press(solver.ada, message, f"y:{attempt.id}:{attempt.turn + 1}:{wrong}")
    answers = [*await asyncio.gather(*pressing), await solver.press(solver.ada, message, key), await again]
    assert all(f"**Not {name}:** " in each.text and "So far: 1 wrong try." in each.text for each in answers)
    await solver.click(solver.ada, message, "Try again")
    assert len(open_keys(solver.message(message))) == len(before) - 1
    await solver.solve(solver.ada, message)
    assert "**Solved in 2 tries, no hint.**" in text_of(solver.message(message))


async def test_draw_is_wrong_where_one_wins(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    found = (
        (puzzle, move)
        for puzzle in of_goal("tic-tac-toe", 1)
        for move in engine.analyse(puzzle.state).moves
        if move.value == 0
    )
    puzzle, drawing = next(found)
    only(monkeypatch, puzzle)
    message = await solver.begin(solver.ada, difficulty=puzzle.difficulty)
    answer = await solver.try_action(solver.ada, message, drawing.action)
    name = puzzle.state.name_of(drawing.action)
    assert f"**Not {name}:** draw" in answer.text


@pytest.mark.parametrize("slug", tiers.every_game())
async def test_wrong_try_is_refuted(solver: Solver, monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    puzzle = of_goal(slug, 1)[0]
    only(monkeypatch, puzzle)
    analysis = engine.analyse(puzzle.state)
    wrong = analysis.moves[-1]
    message = await solver.begin(solver.ada, game=slug, difficulty=puzzle.difficulty)
    answer = await solver.try_action(solver.ada, message, wrong.action)
    step = refute(puzzle.state, wrong)
    name = puzzle.state.name_of(wrong.action)
    reply = puzzle.state.game.name_of(step.state, step.action)
    assert f"**Not {name}:** " in answer.text
    assert answer.text.endswith(f"\nAfter {name} and the answer {reply}:")
    [shown] = pictures(solver.message(message))
    last = Move(step.state.to_move, step.action)
    assert shown["description"] == describe_picture(ENGLISH, step.after, last)


@pytest.mark.usefixtures("one_win")
async def test_hint_names_theme_then_move(solver: Solver) -> None:
    message = await solver.begin(solver.ada, difficulty="hard")
    state = (await solver.newest()).state
    analysis = engine.analyse(state)
    best = state.name_of(analysis.moves[0].action)
    first = await solver.click(solver.ada, message, "Hint")
    assert f"Hint: {format_theme(ENGLISH, state.game, engine.theme(analysis))}" in first.text
    assert f"**{best}**" not in first.text
    second = await solver.click(solver.ada, message, "Hint")
    assert f"The move is **{best}**: win in " in second.text
    assert controls(solver.message(message)) == ["Show solution"]
    await solver.solve(solver.ada, message)
    assert "**Solved in 1 try, 2 hints.**" in text_of(solver.message(message))


@pytest.mark.usefixtures("one_win")
async def test_hint_goes_with_its_position(solver: Solver) -> None:
    message = await solver.begin(solver.ada, difficulty="hard")
    await solver.click(solver.ada, message, "Hint")
    await solver.try_wrong(solver.ada, message)
    assert "Hint: " in (await solver.click(solver.ada, message, "Try again")).text
    right = await solver.try_right(solver.ada, message)
    assert "Hint: " not in right.text
    assert "So far: 1 wrong try, 1 hint." in right.text
    assert controls(solver.message(message)) == ["Hint", "Show solution"]


@pytest.mark.usefixtures("one_win")
async def test_third_hint_is_not_counted(solver: Solver) -> None:
    message = await solver.begin(solver.ada, difficulty="hard")
    for _ in range(2):
        await solver.click(solver.ada, message, "Hint")
    answer = await solver.press(solver.ada, message, "i:1:2")
    assert "The move is " in answer.text
    assert (await solver.newest()).hints == 2


@pytest.mark.ci
async def test_next_puzzle_is_never_the_same(solver: Solver) -> None:
    message = await solver.begin(solver.ada, game="tic-tac-toe", difficulty="easy")
    new = [puzzle for puzzle in puzzles.of("tic-tac-toe", "easy") if puzzle != puzzles.daily(0)]
    for _ in range(len(new) + 3):
        await solver.click(solver.ada, message, "Show solution")
        assert id_of(await solver.click(solver.ada, message, "Next puzzle")) == message
    starts = [start for (start,) in solver.rows("SELECT start FROM attempts ORDER BY id")]
    assert len(set(starts[: len(new)])) == len(new)
    assert all(one != another for one, another in pairwise(starts))
    assert solver.rows("SELECT DISTINCT game, difficulty FROM attempts") == [("tic-tac-toe", "easy")]


async def test_nearest_difficulty_fills_in(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = puzzles.of("tic-tac-toe", "easy")[0], puzzles.of("tic-tac-toe", "hard")[0]
    only(monkeypatch, one, other)
    said = "I have no other easy puzzle of Tic-tac-toe, so this one is hard."
    for puzzle in (one, other, one):
        message = await solver.begin(solver.ada, game="tic-tac-toe", difficulty="easy")
        assert (await solver.newest()).puzzle == puzzle
        assert (said in text_of(solver.message(message))) == (puzzle == other)


@pytest.mark.parametrize(("slug", "this_one"), [("tic-tac-toe", "hard"), ("oware", "of another game")])
async def test_other_difficulty_fills_in(
    solver: Solver, monkeypatch: pytest.MonkeyPatch, slug: str, this_one: str
) -> None:
    only(monkeypatch, puzzles.of("tic-tac-toe", "hard")[0])
    message = await solver.begin(solver.ada, game=slug, difficulty="easy")
    said = f"I have no easy puzzle of {format_title(ENGLISH, engine.game(slug))}, so this one is {this_one}."
    assert said in text_of(solver.message(message))


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"game": "tic-tac-toe", "theme": "block"}, None),
        ({"theme": "capture"}, None),
        ({"game": "tic-tac-toe", "theme": "parity"}, "There is no parity puzzle of Tic-tac-toe; here is"),
        ({"theme": "sacrifice"}, "There is no sacrifice puzzle; here is another."),
        ({"difficulty": "hard", "theme": "block"}, "I have no hard block puzzle, so this one is easy."),
    ],
)
async def test_wished_theme_comes_if_any(
    solver: Solver, monkeypatch: pytest.MonkeyPatch, wish: dict[str, str], said: str | None
) -> None:
    block, plain, capture = *puzzles.of("tic-tac-toe")[:2], puzzles.of("oware")[0]
    themes = zip((block, plain, capture), ("block", None, "capture"), strict=True)
    some = [puzzle._replace(theme=theme, difficulty="easy") for puzzle, theme in themes]
    only(monkeypatch, *some)
    text = text_of(solver.message(await solver.begin(solver.ada, **wish)))
    theme = next((each.theme for each in some if each.theme == wish["theme"]), None)
    assert (await solver.newest()).puzzle in some
    assert theme in {None, (await solver.newest()).puzzle.theme}
    assert said in text if said else "I have no" not in text and "There is no" not in text


async def test_theme_decides_the_game(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, puzzles.of("tic-tac-toe")[0], puzzles.of("oware")[0]._replace(theme="capture"))
    await solver.challenge(solver.ada, game="tic-tac-toe")
    await solver.begin(solver.ada, theme="capture")
    assert (await solver.newest()).puzzle_filter.game_slug is None
    assert (await solver.newest()).puzzle.game_slug == "oware"
    await solver.begin(solver.ada)
    assert (await solver.newest()).puzzle.game_slug == "tic-tac-toe"


async def test_daily_puzzle_is_left_out(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    today, *others = puzzles.of("tic-tac-toe", "easy")[:3]
    only(monkeypatch, today, *others)
    monkeypatch.setattr(puzzles, "daily", lambda _: today)
    for _ in range(6):
        await solver.begin(solver.ada)
        assert (await solver.newest()).puzzle in others


@pytest.mark.usefixtures("one_win")
async def test_restart_amid_a_puzzle(patient: Patient) -> None:
    message = await patient.begin(patient.ada, difficulty="hard")
    await patient.try_wrong(patient.ada, message)
    await patient.try_right(patient.ada, message)
    await patient.restart()
    await patient.solve(patient.ada, message)
    assert "**Solved in 2 tries, no hint.**" in text_of(patient.message(message))


def test_moves_in_a_row_keep_answers() -> None:
    puzzle = engine.Puzzle("kalah", (), "easy", 1)
    attempt = Attempt(1, 1, None, puzzle, PuzzleFilter("kalah", "easy"), 0.0)
    # c ends in the store, so the solver goes on with a; the answer is c, which ends there too, and then a.
    counts = [attempt.with_moves(actions).last_try for actions in ([], [2], [2, 0], [2, 0, 2], [2, 0, 2, 0])]
    assert counts == [0, 0, 1, 1, 1]
    assert attempt.with_moves([2, 0, 2, 0]).state.to_move == 0
