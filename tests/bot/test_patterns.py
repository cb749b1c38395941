"""The pattern that a player missed most often of late, below a review and in a profile, and its puzzles."""

import asyncio
from dataclasses import replace

import pytest

import engine
from bot.models import Finding, PuzzleFilter
from bot.playground.things import Person
from bot.storage import opening, solving
from engine import puzzles
from tests.bot.attempts import DRAFT, PUZZLE
from tests.bot.desk import Desk
from tests.bot.drafts import begun
from tests.bot.programs import Maxine
from tests.bot.puzzling import Solver
from tests.bot.shown import id_of, labels
from tests.bot.test_own_puzzles import played
from tests.bot.test_reviews import ERRORS, finished

MISSED = " of Tic-tac-toe: **double threat** "
BUTTON = "3 puzzles"


async def test_review_ends_with_the_pattern_missed_most(desk: Desk) -> None:
    for matches, times in (("match", 2), ("2 matches", 4)):
        answer = await desk.click(desk.ada, await finished(desk, ERRORS), "Review")
        assert answer.text.splitlines()[-1] == f"-# Missed most of late: **double threat** ({times} times)"
        assert labels(desk.message(id_of(answer)))[-2:] == [BUTTON, "Play from here"]
        profile = (await desk.command(desk.ada, "profile")).text
        assert f"Missed most in your last {matches}{MISSED}({times} times)." in profile


async def test_pattern_is_said_to_its_player_alone(desk: Desk) -> None:
    await finished(desk, ERRORS)
    assert "Missed most" in (await desk.command(desk.ada, "review")).text
    assert MISSED in (await desk.command(desk.ada, "profile")).text
    assert "Missed most" not in (await desk.command(desk.eve, "review")).text
    assert MISSED not in (await desk.command(desk.eve, "profile", user=desk.ada)).text
    for name in ("review", "profile"):
        assert "Missed most" not in (await desk.command(desk.ada, name, public=True)).text


async def test_three_puzzles_are_of_the_pattern(solver: Solver) -> None:
    await finished(solver, ERRORS)
    profile = id_of(await solver.command(solver.ada, "profile"))
    message = id_of(await solver.click(solver.ada, profile, BUTTON))
    seen = set()
    for place in (1, 2, 3, 1):
        attempt = await solver.newest()
        assert (attempt.puzzle.game_slug, attempt.puzzle.theme) == ("tic-tac-toe", "double-threat")
        seen.add(attempt.puzzle.actions)
        await solver.click(solver.ada, message, "Show solution")
        answer = await solver.click(solver.ada, message, "Next puzzle")
        assert f"### Puzzle {place % 3 + 1} of 3: Tic-tac-toe, " in answer.text
    assert len(seen) == 4


async def test_only_reviewed_matches_count(solver: Solver) -> None:
    puzzle = puzzles.of("connect-four", "easy", "block")[0]
    worst, ply = engine.analyse(puzzle.state).moves[-1].action, len(puzzle.actions)
    lost = played(solver, "connect-four", (*puzzle.actions, worst))
    lost = lost.with_end(engine.Outcome.SECOND, solver.clock())
    reviewed, _ = [await begun(solver.storage, lost) for _ in range(2)]
    looks = {at: engine.analyse(lost.state_at(at), lambda: True) for at in range(0, ply, 2)}
    looks[ply] = engine.analyse(puzzle.state)
    await solver.storage.findings.add([Finding(reviewed.id, at, 9, it.moves) for at, it in looks.items()])
    text = (await solver.command(solver.ada, "profile")).text
    assert "Missed most in your last 2 matches of Connect Four: **" in text
    assert " in the 1 reviewed)." in text


@pytest.mark.parametrize("id_", ["yp:chess:block", "yp:nim:luck", "yp:nim:corner"])
async def test_forged_pattern_is_refused(desk: Desk, id_: str) -> None:
    rules = id_of(await desk.command(desk.ada, "rules", public=True))
    assert "no longer exists" in (await desk.press(desk.ada, rules, id_)).text


async def ask_for(solver: Solver, person: Person, *, is_solved: bool) -> None:
    message = await solver.begin(person, game="nim-misere", theme="pairs")
    if is_solved:
        await solver.solve(person, message)
    else:
        await solver.click(person, message, "Show solution")


async def test_operator_sees_whether_practice_helps(solver: Solver, maxine: Maxine) -> None:
    database = solver.database.url
    nothing = "No player has practised a theme and tried it again a week later.\n"
    await ask_for(solver, solver.ada, is_solved=False)
    solver.clock.advance(seconds=60)
    for is_solved in (True, False):
        await ask_for(solver, solver.ada, is_solved=is_solved)  # neither before nor a week after
    assert maxine("learning", DATABASE_URL=database) == (0, nothing, "")
    solver.clock.advance(days=7)
    for is_solved in (True, True, False):
        await ask_for(solver, solver.ada, is_solved=is_solved)
    await ask_for(solver, solver.grace, is_solved=True)  # who has no week after
    ended = maxine("learning", DATABASE_URL=database)
    assert ended.out.splitlines()[2:] == ["| nim-misere | pairs | 1 | 0 of 1, 0% | 2 of 3, 67% |"]


async def test_table_is_read_from_a_server(url: str) -> None:
    puzzle = PUZZLE._replace(theme="block")
    wish = PuzzleFilter(puzzle.game_slug, "easy", "block")
    asked = replace(DRAFT, puzzle=puzzle, puzzle_filter=wish, day=None, mistakes=0, hints=0)
    async with opening.open_storage(url) as storage:
        for at, mistakes in ((0.0, 1), (60.0, 0), (604_800.0, 0)):
            tried = replace(asked, begun_at=at, mistakes=mistakes)
            await storage.puzzles.add(tried.with_end("solved", at + 1))
        practised = await asyncio.to_thread(opening.read, url, solving.list_practised)
    assert practised == [(puzzle.game_slug, "block", 1, (0, 1), (1, 1))]
