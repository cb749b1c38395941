"""Boards for tests: what stands on them, and how one comes to them."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import engine

ROOT = Path(__file__).parents[2]
HAS_SOURCE = (ROOT / "engine").is_dir()
"""Whether the source of what is tested stands beside the tests."""


def cells(state: engine.State) -> tuple[int | None, ...]:
    """Return the mark in each cell of a game on a grid."""
    assert isinstance(state.game, engine.Grid)
    return state.game.cells(state)


def state_after(game: engine.Game, names: str) -> engine.State:
    """Return the state after the moves of these names, `a1 b2 c3`."""
    state = game.initial()
    for name in names.split():
        state = state.successor(game.action_named(state, name))
    return state


def refused(state: engine.State, name: str) -> engine.UnknownNameError:
    """Return how a name is refused that no legal action of the state has."""
    with pytest.raises(engine.UnknownNameError) as error:
        state.game.action_named(state, name)
    return error.value


def random_state(game: engine.Game, ply: int, rng: Random) -> engine.State:
    """Return a running state that so many random moves lead to."""
    while True:
        state = game.initial()
        while state.ply < ply and not state.is_terminal:
            state = state.successor(rng.choice(state.actions()))
        if not state.is_terminal:
            return state


def random_match(
    game: engine.Game, rng: Random, most: int = 150
) -> tuple[list[engine.State], tuple[engine.Action, ...]]:
    """Return the states of a random match before each of its actions and after the last, and the actions."""
    states, actions = [game.initial()], list[engine.Action]()
    while not states[-1].is_terminal and len(actions) < most:
        actions.append(rng.choice(states[-1].actions()))
        states.append(states[-1].successor(actions[-1]))
    return states, tuple(actions)


def perft(game: engine.Game, position: engine.Position, depth: int) -> int:
    """Return how many ways there are to play so many moves, at least one."""
    successors = game.successors(position)
    if depth == 1:
        return len(successors)
    return sum(perft(game, successor, depth - 1) for successor in successors.values())


def shown_by_plain(test: str) -> str:
    """Return what `shown()` in that module of tests returns where the engine is not compiled."""
    program = f"from tests.engine import {test} as it; assert not it.IS_COMPILED; print(it.shown())"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=150)  # noqa: S603 - our own program
    return done.stdout.strip()
