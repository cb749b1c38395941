"""Puzzles: those that come with the engine, the one of the day, and how they are found."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

import engine
from engine import puzzles
from engine.alphabeta import AlphaBeta
from engine.analysis import new_solver
from engine.puzzles import finding
from engine.retrograde import solve

if TYPE_CHECKING:
    from engine import Analysis, Puzzle, State

SMALL = tuple(slug for slug in engine.games() if engine.game(slug).is_small)
LARGE = tuple(slug for slug in engine.games() if slug not in SMALL)
STRIDE = 10
"""Of the puzzles of large games each test takes one in so many, another selection for each test."""

every_game = pytest.mark.parametrize("slug", engine.games())


def some(slug: str, offset: int) -> tuple[Puzzle, ...]:
    """Return a selection of a game's puzzles that a few seconds are enough for."""
    return puzzles.of(slug) if slug in SMALL else puzzles.of(slug)[offset::STRIDE]


def keepers(analysis: Analysis) -> list[engine.Action]:
    """Return the moves that keep what the position is worth."""
    return [move.action for move in analysis.moves if move.exact and move.value == analysis.value]


def ends(state: State) -> engine.Outcome | None:
    """Return how best play by both ends."""
    while not state.is_terminal:
        state = state.successor(engine.analyse(state).best[0])
    return state.outcome


# Those that come with the engine


@every_game
def test_every_game_has_puzzles(slug: str) -> None:
    assert len(puzzles.of(slug)) >= 6
    assert all(puzzle.game_slug == slug for puzzle in puzzles.of(slug))


@pytest.mark.parametrize("slug", SMALL)
def test_puzzle_of_a_small_game_has_one_solution_by_retrograde_analysis(slug: str) -> None:
    solved = solve(engine.game(slug))
    for puzzle in puzzles.of(slug):
        position = puzzle.state.position
        worths = [-solved[after][0] for after in engine.game(slug).successors(position).values()]
        assert solved[position][0] == puzzle.goal == max(worths)
        assert worths.count(puzzle.goal) == 1


@pytest.mark.parametrize("slug", LARGE)
def test_puzzle_of_a_large_game_has_one_solution(slug: str) -> None:
    for puzzle in some(slug, 0):
        analysis = engine.analyse(puzzle.state)
        assert analysis.exact
        assert analysis.value == puzzle.goal
        assert len(keepers(analysis)) == 1


def test_puzzle_on_a_small_board_has_one_solution_by_alpha_beta() -> None:
    for puzzle in puzzles.of("four-in-a-row-4x4")[::3]:
        moves = AlphaBeta(puzzle.state.game).moves(puzzle.state.position)
        assert all(move.exact for move in moves)
        assert [move.value for move in moves].count(puzzle.goal) == 1
        assert max(move.value for move in moves) == puzzle.goal


@every_game
def test_puzzle_is_as_difficult_as_it_says(slug: str) -> None:
    for puzzle in some(slug, 2):
        analysis = engine.analyse(puzzle.state)
        assert finding.is_puzzle(analysis)
        assert finding.difficulty(analysis) == puzzle.difficulty


@pytest.mark.parametrize(
    ("slug", "actions", "difficulty"),
    [
        ("tic-tac-toe", (1, 2, 0, 6), "easy"),
        ("four-in-a-row-4x4", (12, 14, 5, 3, 13, 2, 0, 6), "medium"),
        ("connect-four", (2, 3, 4, 2, 6, 0, 2, 3, 2, 5, 0, 4, 3, 6, 5, 4, 5, 2, 0, 1), "medium"),
    ],
)
def test_forced_move_is_an_easy_puzzle_or_none(
    slug: str, actions: tuple[engine.Action, ...], difficulty: str
) -> None:
    analysis = engine.analyse(engine.Puzzle(slug, actions, difficulty, 1).state)
    assert keepers(analysis) == [analysis.moves[0].action]
    assert all(move.loses_next for move in analysis.moves[1:])
    assert finding.difficulty(analysis) == difficulty
    assert finding.is_puzzle(analysis) == (difficulty == "easy")


@every_game
def test_best_play_ends_a_puzzle_with_what_it_asks_for(slug: str) -> None:
    for puzzle in some(slug, 5):
        solver = (engine.Outcome.FIRST, engine.Outcome.SECOND)[puzzle.state.to_move]
        assert ends(puzzle.state) == (solver if puzzle.goal else engine.Outcome.DRAW)


@every_game
def test_everything_on_the_way_is_soon_proven(slug: str) -> None:
    for puzzle in some(slug, 7):
        assert finding.is_provable_to_the_end(puzzle)


@every_game
def test_no_two_puzzles_are_images_of_each_other(slug: str) -> None:
    game, seen = engine.game(slug), set[engine.Position]()
    for puzzle in puzzles.of(slug):
        board, _ = game.forget(puzzle.state.position)
        assert board not in seen
        seen |= set(game.symmetries(board))


def test_puzzles_are_chosen_by_difficulty() -> None:
    every = [puzzle for name in engine.DIFFICULTIES for puzzle in puzzles.of("tic-tac-toe", name)]
    assert tuple(every) == puzzles.of("tic-tac-toe")
    assert all(puzzle.difficulty == "hard" for puzzle in puzzles.of("connect-four", "hard"))


def test_unknown_game_and_unknown_difficulty_are_refused() -> None:
    with pytest.raises(KeyError, match="no game 'chess'"):
        puzzles.of("chess")
    with pytest.raises(ValueError, match="They are easy, medium, hard"):
        puzzles.of("oware", "cruel")


def test_game_without_a_file_has_no_puzzles() -> None:
    assert puzzles._stored("matches") == ()


# The file


@every_game
def test_file_says_what_was_written(slug: str) -> None:
    assert sorted(puzzles.parsed(slug, puzzles.text(slug, reversed(puzzles.of(slug))))) == sorted(
        puzzles.of(slug)
    )
    assert puzzles.parsed(slug, puzzles.text(slug, puzzles.of(slug))) == puzzles.of(slug)


@pytest.mark.parametrize("line", ["hard", "cruel win 1 2", "easy loss 1 2", "easy win b2"])
def test_line_that_is_no_puzzle_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="no puzzle of oware"):
        puzzles.parsed("oware", f"# a remark\n\neasy win 1 2\n{line}\n")


# The puzzle of the day


def test_every_harder_puzzle_has_its_day_before_one_comes_again() -> None:
    harder = {puzzle for slug in engine.games() for puzzle in puzzles.of(slug) if puzzle.difficulty != "easy"}
    days = [puzzles.daily(20_000 + day) for day in range(len(harder))]
    assert set(days) == harder
    assert puzzles.daily(20_000 + len(harder)) == days[0]


def test_no_game_has_two_days_in_a_row() -> None:
    games = [puzzles.daily(day).game_slug for day in range(2_000)]
    assert all(today != tomorrow for today, tomorrow in pairwise(games))


def test_every_game_has_its_days_within_a_season() -> None:
    games = {puzzles.daily(day).game_slug for day in range(20_000, 20_090)}
    assert games == set(engine.games())


def test_day_has_the_same_puzzle_in_every_process() -> None:
    program = "import engine; print(*(engine.puzzles.daily(day) for day in range(20_000, 20_300)), sep='\\n')"
    command = [sys.executable, "-c", program]
    root = Path(engine.__file__).parents[1]
    said = {
        subprocess.run(  # noqa: S603 - our own program
            command, cwd=root, env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert said == {"".join(f"{puzzles.daily(day)}\n" for day in range(20_000, 20_300))}


# Finding


def found(slug: str, seed: int, count: int) -> list[Puzzle]:
    return list(finding.find(engine.game(slug), Random(seed), count))


def test_search_ends_with_as_many_of_each_difficulty_as_were_asked_for() -> None:
    difficulties = sorted(puzzle.difficulty for puzzle in found("tic-tac-toe-misere", 1, 2))
    assert difficulties == ["easy", "easy", "hard", "hard", "medium", "medium"]


def test_search_ends_when_a_game_has_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "_IDLE_GAMES", 40)
    assert 3 <= len(found("tic-tac-toe-wild", 1, 100)) <= 6


def test_same_seed_finds_the_same_puzzles_whatever_was_searched_before() -> None:
    game = engine.game("four-in-a-row-4x4")
    first, again = ([next(finding.find(game, Random(seed), 9)) for seed in (0, 2)] for _ in range(2))
    assert first == again
    assert first[0] != first[1]


def test_search_looks_no_further_back_than_it_can_prove() -> None:
    game = engine.game("oware")
    proven, opening = puzzles.of("oware")[0].actions, (2, 3, 5, 0, 1, 4, 2, 5)
    assert list(finding._puzzles(new_solver(game), game, (*proven, 0)))
    assert not list(finding._puzzles(new_solver(game), game, opening))


def test_proof_is_what_analysis_says() -> None:
    state = puzzles.of("connect-four")[0].state
    proof, analysis = finding.proof(new_solver(state.game), state), engine.analyse(state)
    assert proof is not None
    assert [move.rank for move in proof.moves] == [move.rank for move in analysis.moves]


def test_opening_is_not_soon_proven() -> None:
    start = engine.game("oware").initial()
    assert finding.proof(new_solver(start.game), start) is None
    assert not finding.is_provable_to_the_end(engine.Puzzle("oware", (), "hard", 1))
