"""What one action of a line of play does, against playing everything out by the rules."""

from random import Random

import pytest

import engine
from engine.steps import Step, completed_by, read_step
from tests.engine.boards import random_state, state_after


def wins(state: engine.State, player: int) -> set[int]:
    """With which actions of the player to move the player wins at once, by the rules alone."""
    ended = {action: state.successor(action) for action in state.actions()}
    winner = engine.Outcome.FIRST if player == 0 else engine.Outcome.SECOND
    return {action for action, after in ended.items() if after.outcome is winner}


def is_safe(state: engine.State, action: int) -> bool:
    """Whether an action does not lose at once, nor lets the opponent win with the next."""
    after, other = state.successor(action), 1 - state.to_move
    if after.is_terminal:
        return action not in wins(state, other)
    if after.to_move == state.to_move:
        return any(is_safe(after, following) for following in after.actions())
    return not wins(after, other)


def some_steps(slug: str) -> list[Step]:
    rng, game = Random(slug), engine.game(slug)
    plies = (0, 3, 4, 5, 6) if game.is_small else (3, 6, 8, 10, 12, 12, 12)
    states = [random_state(game, ply, rng) for ply in plies * 3]
    return [read_step(state, rng.choice(state.actions())) for state in states]


@pytest.mark.parametrize("slug", engine.games())
def test_step_is_forced_or_too_late(slug: str) -> None:
    for step in some_steps(slug):
        safe = [action for action in step.state.actions() if is_safe(step.state, action)]
        has_choice = len(step.state.actions()) > 1
        assert step.is_forced == (has_choice and safe == [step.action])
        assert step.is_too_late == (has_choice and safe == [])


@pytest.mark.parametrize("slug", ["tic-tac-toe", "four-in-a-row-4x4", "four-in-a-row-5x5", "connect-four"])
def test_threats_complete_their_lines(slug: str) -> None:
    found = 0
    for step in some_steps(slug):
        game, state, after = step.state.game, step.state, step.after
        if after.is_terminal:
            assert step.threats == ((), ())
            continue
        passed = engine.State(game, game.null_move(after.position) or 0, after.ply + 1)
        new, old = step.threats
        assert {*new, *old} == wins(passed, state.to_move)
        assert set(old) <= wins(state, state.to_move)
        for threat in (*new, *old):
            found += 1
            assert completed_by(after, threat) == game.decisive(passed.successor(threat)) != ()
        before = engine.State(game, game.null_move(state.position) or 0, state.ply + 1)
        assert step.blocks == (step.action in wins(before, 1 - state.to_move))
    assert found


def test_unowned_marks_threaten_nothing() -> None:
    state = state_after(engine.game("tic-tac-toe-wild"), "a1x c3o")
    step = read_step(state, state.game.action_named(state, "b1o"))
    assert step.threats == ((), ())
    assert completed_by(step.after, 0) == ()


def test_step_has_to_be_legal() -> None:
    state = state_after(engine.game("tic-tac-toe"), "a1")
    with pytest.raises(engine.IllegalActionError):
        read_step(state, 0)
