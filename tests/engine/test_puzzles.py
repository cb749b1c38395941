"""What a puzzle is, those that come with the engine, and the one of the day."""

import subprocess
import sys
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

import engine
from engine import Analysis, Puzzle, State, puzzles
from engine.puzzles import finding, judging
from engine.puzzles.sources import canonical
from tests import tiers
from tests.engine import kalah_again
from tests.retrograde import solve

SMALL = tuple(slug for slug in engine.games() if engine.game(slug).is_small)
LARGE = tuple(slug for slug in engine.games() if slug not in SMALL)
SOME = 3
"""Of the puzzles of a game each test takes so many, another selection for each test."""

every_game = pytest.mark.parametrize("slug", engine.games())
every_game_in_time = pytest.mark.parametrize("slug", tiers.later(engine.games(), "oware"))


def some(slug: str, offset: int) -> tuple[Puzzle, ...]:
    """Return a selection of a game's puzzles."""
    every = puzzles.of(slug)
    return every[offset :: max(len(every) // SOME, 1)]


def keepers(analysis: Analysis) -> list[engine.Action]:
    """Return the moves that keep what the position is worth."""
    return [move.action for move in analysis.moves if move.is_proven and move.value == analysis.value]


def ends(state: State) -> engine.Outcome | None:
    """Return how best play by both ends."""
    while not state.is_terminal:
        state = state.successor(finding.proof(state).best[0])
    return state.outcome


# Those that come with the engine


@every_game
def test_every_game_has_puzzles(slug: str) -> None:
    assert len(puzzles.of(slug)) >= 6
    assert all(puzzle.game_slug == slug for puzzle in puzzles.of(slug))


@pytest.mark.parametrize("slug", SMALL)
def test_small_game_has_one_solution(slug: str) -> None:
    solved = solve(engine.game(slug))
    for puzzle in puzzles.of(slug):
        position = puzzle.state.position
        worths = [-solved[after][0] for after in engine.game(slug).successors(position).values()]
        assert solved[position][0] == puzzle.goal == max(worths)
        assert worths.count(puzzle.goal) == 1


@pytest.mark.unmeasured
@pytest.mark.parametrize("slug", tiers.later(LARGE, "connect-four", "oware"))
def test_large_game_has_one_solution(slug: str) -> None:
    for puzzle in some(slug, 0):
        # Of endgames it is known without end that all else fails, so that a search would never end.
        analysis = finding.proof(puzzle.state) if slug == "oware" else engine.analyse(puzzle.state)
        assert analysis.is_proven, puzzle
        assert analysis.moves[0].exact, puzzle
        assert analysis.value == puzzle.goal, puzzle
        assert len(keepers(analysis)) == 1, puzzle


@pytest.mark.unmeasured
@every_game_in_time
def test_file_agrees_with_the_judgement(slug: str) -> None:
    shipped = some(slug, 2)
    judged = finding.judge_again(
        shipped
    )  # what they are about follows from the remarks, which may learn more
    assert [one[:4] for one in judged] == [one[:4] for one in shipped]


@pytest.mark.unmeasured
@pytest.mark.parametrize("slug", tiers.later(engine.games(), *LARGE))
def test_puzzles_leave_a_choice_and_differ(slug: str) -> None:
    game, seen = engine.game(slug), set[object]()
    for puzzle in puzzles.of(slug):
        state = puzzle.state
        assert len(state.actions()) >= 4
        assert game.split_history(state.position)[0] not in seen
        assert canonical(state) not in seen
        seen |= {canonical(state), *game.symmetries(game.split_history(state.position)[0])}


def test_position_is_the_same_puzzle_whoever_is_to_move() -> None:
    rows, stores = ((1, 0, 4, 0, 0, 0), (2, 2, 2, 2, 5, 2)), (14, 8)
    first = kalah_again.Slow(rows, stores, 0).state
    second = kalah_again.Slow(rows[::-1], stores[::-1], 1).state
    assert first != second
    assert canonical(first) == canonical(second)


def test_puzzles_are_chosen_by_difficulty() -> None:
    every = [puzzle for name in engine.DIFFICULTIES for puzzle in puzzles.of("tic-tac-toe", name)]
    assert tuple(every) == puzzles.of("tic-tac-toe")
    assert all(puzzle.difficulty == "hard" for puzzle in puzzles.of("connect-four", "hard"))


def test_puzzles_are_chosen_by_theme() -> None:
    hard = puzzles.of("tic-tac-toe", "hard")
    assert puzzles.of("tic-tac-toe", "hard", "block") == tuple(one for one in hard if one.theme == "block")
    for theme in puzzles.THEMES:
        assert any(len(puzzles.of(slug, None, theme)) >= 3 for slug in engine.games())


def test_themes_name_kinds_of_remarks() -> None:
    families: list[type[engine.Kind]] = engine.Kind.__subclasses__()
    known = {kind.name for family in families for kind in family}
    assert known.issuperset(judging._BY_KIND)
    assert {*puzzles.THEMES} == {*judging._BY_KIND.values(), "sacrifice"}


def test_what_is_unknown_is_refused() -> None:
    with pytest.raises(KeyError, match="no game 'chess'"):
        puzzles.of("chess")
    with pytest.raises(ValueError, match="They are easy, medium, hard"):
        puzzles.of("oware", "cruel")
    with pytest.raises(ValueError, match="They are double-threat, block, parity"):
        puzzles.of("oware", "hard", "chess")


def test_missing_file_has_no_puzzles() -> None:
    assert puzzles._read_lines("matches") == ()


# What a puzzle is


DEEP = (2, 3, 4, 2, 6, 0, 2, 3, 2, 5, 0, 4, 3, 6, 5, 4, 5, 2, 0, 1)


def judged(slug: str, *actions: int) -> tuple[bool, str, str | None]:
    analysis = finding.proof(engine.Puzzle(slug, actions, "", 1).state, has_lines=True)
    return judging.is_puzzle(analysis), judging.judge_difficulty(analysis), judging.find_theme(analysis)


@pytest.mark.parametrize(
    ("slug", "actions", "difficulty", "theme"),
    [
        ("tic-tac-toe", (1, 2, 0, 6), "easy", "block"),  # of a line; all else loses at once
        ("tic-tac-toe", (3, 5, 2, 1), "medium", "double-threat"),
        ("tic-tac-toe", (6, 1, 5), "hard", "threat"),  # one that holds the draw
        ("tic-tac-toe-misere", (5, 6, 0, 4), "easy", "pairs"),
        ("connect-four", DEEP, "medium", "block"),  # seen at once, but it takes five moves
        ("four-in-a-row-4x4", (12, 14, 5, 3, 13, 2, 0, 6), "easy", "block"),
        ("nim", (51, 34), "easy", "pairs"),  # it leaves each heap an equal one
        ("nim", (9,), "hard", "pairs"),  # it leaves each power of two an even number of times
        ("kalah", (5, 2, 0, 3, 4, 2, 1, 0, 0, 1, 2, 5, 5), "easy", "capture"),
        ("kalah", (5, 2, 0, 3, 1, 1, 0, 0, 3, 2, 5, 4, 3, 4), "hard", "sacrifice"),
    ],
)
def test_puzzle_is_judged_by_its_finders(
    slug: str, actions: tuple[engine.Action, ...], difficulty: str, theme: str | None
) -> None:
    assert judged(slug, *actions) == (True, difficulty, theme)


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("slug", "actions"),
    [
        ("tic-tac-toe", (0, 1, 2, 3, 4, 6)),  # three cells are left
        ("tic-tac-toe", (0, 3, 1, 4)),  # a win at once
        ("tic-tac-toe", (0, 4, 1)),  # to block is forced, and no more than a draw
        ("tic-tac-toe", (0, 4)),  # more than one move holds the draw
        ("oware", (4, 5, 0, 0, 5)),  # nothing is proven
    ],
)
def test_not_every_position_is_a_puzzle(slug: str, actions: tuple[engine.Action, ...]) -> None:
    assert not judged(slug, *actions)[0]


# The file


@every_game
def test_file_says_what_was_written(slug: str) -> None:
    every = puzzles.of(slug)
    assert set(puzzles.parsed(slug, puzzles.format_file(slug, reversed(every)))) == {*every}
    assert puzzles.parsed(slug, puzzles.format_file(slug, every)) == every


def test_line_need_not_say_a_theme() -> None:
    first, second = puzzles.parsed("oware", "easy win 1 2\nhard draw sacrifice 3\n")
    assert first == engine.Puzzle("oware", (1, 2), "easy", 1)
    assert second == engine.Puzzle("oware", (3,), "hard", 0, "sacrifice")


@pytest.mark.parametrize("line", ["hard", "cruel win 1 2", "easy loss 1 2", "easy win b2", "easy win luck 1"])
def test_malformed_line_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="no puzzle of oware"):
        puzzles.parsed("oware", f"# a remark\n\neasy win 1 2\n{line}\n")


# The puzzle of the day


ROUND = len(puzzles._calendar())
"""After how many days they begin anew."""


def test_week_begins_easily_and_ends_hard() -> None:
    for number in range(21):
        day = date(2028, 2, 19) + timedelta(number)
        name = ("easy", "easy", "medium", "medium", "medium", "hard", "hard")[day.weekday()]
        assert puzzles.daily((day - date(1970, 1, 1)).days).difficulty == name


def test_days_use_every_puzzle() -> None:
    days = [puzzles.daily(20_000 + day) for day in range(ROUND + 7)]
    assert len({*days}) == ROUND
    assert days[ROUND:] == days[:7]


def test_days_last_two_years() -> None:
    assert ROUND > 730
    assert ROUND % 7 == 0


def test_games_change_every_day() -> None:
    games = [puzzles.daily(day).game_slug for day in range(ROUND + 1)]
    assert all(today != tomorrow for today, tomorrow in pairwise(games))
    assert {*games} == {*engine.games()}


@pytest.mark.ci
def test_day_is_the_same_everywhere() -> None:
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
