"""Puzzles from one's own errors, and those like them that come after a lesson."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import count
from random import Random

import pytest

import engine
from bot.models import Finding, Match, Participant, Place
from bot.playground.things import Person
from bot.services import patterns
from engine import State
from engine.puzzles import judging
from tests.bot.boards import pictures
from tests.bot.drafts import begun, draft
from tests.bot.puzzling import Patient, Solver, Solving, controls, of_goal, only
from tests.bot.shown import Told, id_of, private_text

NONE = "I have found no error of yours yet that makes a puzzle."
ALL_SOLVED = "You have solved all the puzzles from your newest matches."


def is_clear(state: State) -> bool:
    """Whether a single move keeps the win or the draw of a position, as brute force finds out."""
    if state.is_terminal:
        return False
    values = sorted((worth(state, action) for action in state.actions()), reverse=True)
    return len(values) > 1 and values[0] >= 0 and values[1] < values[0]


def worth(state: State, action: int) -> float:
    """What an action is worth to the player who takes it."""
    after = state.successor(action)
    if after.outcome is None:
        best = max(worth(after, each) for each in after.actions())
        return best if after.to_move == state.to_move else -best
    winner = {engine.Outcome.FIRST: 0, engine.Outcome.SECOND: 1}.get(after.outcome)
    return 0 if winner is None else 1 if winner == state.to_move else -1


def played(scene: Solving, slug: str, actions: Sequence[int]) -> Match:
    """A match between Ada and Grace with these moves."""
    now, place = scene.clock(), Place(scene.world.guild.id, scene.games.id)
    match = Match(0, slug, place, (Participant(scene.ada.id), Participant(scene.grace.id)), now, now)
    for action in actions:
        match = match.with_move(action, now)
    return match


def at_random(scene: Solving, slug: str, errors: int) -> Iterator[Match]:
    """Matches that chance plays to the end, in which Ada errs so often where a single move was right."""
    for seed in count():
        actions, errs = by_chance(slug, seed)
        if errs == errors:
            yield played(scene, slug, actions)


@cache
def by_chance(slug: str, seed: int) -> tuple[tuple[int, ...], int]:
    """The moves of a match that chance plays to the end, and how often the first player errs so in it."""
    rng, match = Random(seed), replace(draft(), game_slug=slug)
    while not match.is_over:
        match = match.with_move(rng.choice(match.state.actions()), match.touched_at)
    return match.actions, len(own_errors_in(match))


def own_errors_in(match: Match) -> list[int]:
    """The plies of Ada's errors in positions in which a single move was right."""
    plies = range(2, match.ply)  # before that brute force takes too long
    hers = [ply for ply in plies if match.state_at(ply).to_move == 0 and is_clear(match.state_at(ply))]
    return [ply for ply in hers if is_error(match.state_at(ply), match.actions[ply])]


def is_error(state: State, action: int) -> bool:
    return worth(state, action) < max(worth(state, each) for each in state.actions())


async def stored(scene: Solving, match: Match) -> Match:
    return await begun(scene.storage, match)


async def mine(scene: Solving, person: Person, **options: object) -> Told:
    return await scene.command(person, "puzzle", mine=True, **options)


async def test_own_error_is_a_puzzle(patient: Patient) -> None:
    match = await stored(patient, next(at_random(patient, "tic-tac-toe", 1)))
    [ply] = own_errors_in(match)
    answer = await mine(patient, patient.ada)
    title = f"### Puzzle: Tic-tac-toe, from your match #1, move {ply + 1}\nYou are X and to move. **"
    assert private_text(answer).startswith(title)
    assert answer.text.endswith("** Find the move that you missed in your match.")
    assert (await patient.newest()).puzzle.actions == match.actions[:ply]
    wrong = await patient.try_action(patient.ada, id_of(answer), match.actions[ply])
    name = match.name_at(ply)
    assert f"**Not {name}:** " in wrong.text
    right = await patient.try_right(patient.ada, id_of(answer))
    assert "The solution is **" in right.text
    assert "**Solved in 2 tries, no hint.**" in right.text
    assert "puzzle rating" not in right.text
    [picture] = pictures(patient.message(id_of(answer)))
    assert "(best)" in picture["description"]
    assert controls(patient.message(id_of(answer))) == ["Next puzzle"]
    assert ALL_SOLVED in (await patient.click(patient.ada, id_of(answer), "Next puzzle")).text


@pytest.mark.ci
async def test_unseen_errors_come_before_unsolved(patient: Patient) -> None:
    match = await stored(patient, next(at_random(patient, "tic-tac-toe", 2)))
    message = id_of(await mine(patient, patient.ada))
    await patient.click(patient.ada, message, "Show solution")
    await patient.click(patient.ada, message, "Next puzzle")
    starts = [actions.count(" ") + 1 for (actions,) in patient.rows("SELECT start FROM attempts ORDER BY id")]
    assert sorted(starts) == own_errors_in(match)
    await patient.solve(patient.ada, message)
    await patient.click(patient.ada, message, "Next puzzle")
    assert len((await patient.newest()).puzzle.actions) == starts[0]
    await patient.restart()
    await patient.solve(patient.ada, message)
    assert ALL_SOLVED in (await mine(patient, patient.ada)).text


async def test_no_errors_says_how_to_play(solver: Solver) -> None:
    assert NONE in (await mine(solver, solver.ada)).text
    await stored(solver, next(at_random(solver, "tic-tac-toe", 1)))
    assert NONE in (await mine(solver, solver.eve)).text
    assert NONE in (await mine(solver, solver.ada, game="oware")).text
    assert solver.rows("SELECT count(*) FROM attempts") == [(0,)]


async def test_running_match_gives_nothing_away(patient: Patient) -> None:
    match = next(at_random(patient, "tic-tac-toe", 1))
    [ply] = own_errors_in(match)
    running = played(patient, "tic-tac-toe", match.actions[: ply + 1])
    assert not running.is_over
    await stored(patient, running)
    assert NONE in (await mine(patient, patient.ada)).text


@pytest.mark.ci
async def test_newest_match_within_the_time(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    for match, _ in zip(at_random(solver, "tic-tac-toe", 1), range(2), strict=False):
        await stored(solver, match)
    answer = await mine(solver, solver.ada)
    assert "from your match #2" in answer.text
    await solver.solve(solver.ada, id_of(answer))
    monkeypatch.setattr(patterns, "_SECONDS", -1)
    assert ALL_SOLVED in (await mine(solver, solver.ada)).text
    monkeypatch.undo()
    assert "from your match #1" in (await mine(solver, solver.ada)).text


@pytest.mark.ci
async def test_proven_errors_need_no_thought(solver: Solver) -> None:
    puzzle = next(each for each in of_goal("connect-four", 1) if each.state.to_move == 0)
    analysis, ply = engine.analyse(puzzle.state), len(puzzle.actions)
    lost = played(solver, "connect-four", (*puzzle.actions, analysis.moves[-1].action))
    match = await stored(solver, lost.with_end(engine.Outcome.SECOND, solver.clock()))
    known = [engine.proofs.nothing_known(match.state_at(each)) for each in range(match.ply + 1)]
    known[ply] = analysis
    await solver.storage.findings.add([Finding(match.id, at, 9, it.moves) for at, it in enumerate(known)])
    solver.set_patience(0)
    answer = await mine(solver, solver.ada)
    assert f"from your match #1, move {ply + 1}\n" in answer.text
    right = await solver.try_action(solver.ada, id_of(answer), analysis.moves[0].action)
    assert "**Solved in 1 try, no hint.**" in right.text


@pytest.mark.ci
async def test_puzzle_is_like_the_gravest_mistake(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = at_random(patient, "tic-tac-toe", 1)
    match, theme = next((each, theme) for each in matches if (theme := theme_of_gravest_error(each)))
    await stored(patient, match)
    first, other = of_goal("tic-tac-toe", 1)[:2]
    like = first._replace(theme=theme, difficulty="hard")
    unlike = other._replace(theme=None, difficulty="medium")
    message = id_of(await patient.command(patient.ada, "rules", public=True))
    only(monkeypatch, like, unlike)
    answer = await patient.press(patient.ada, message, "lq:1:0")
    assert (await patient.newest()).puzzle == like
    assert "There is no" not in answer.text
    assert "I have no" not in answer.text
    only(monkeypatch, unlike)
    assert "no longer exists" in (await patient.press(patient.ada, message, "lq:1:0")).text


def theme_of_gravest_error(match: Match) -> str | None:
    """What the best move was about where Ada, who erred worst, did not play it."""
    analyses = [engine.analyse(match.state_at(ply)) for ply in range(match.ply)]
    errors = [error for error in engine.review(analyses, match.actions).judgements if error.is_error]
    gravest = max(errors, key=lambda error: error.gravity)
    return judging.find_theme(gravest.analysis) if gravest.seat == 0 else None
