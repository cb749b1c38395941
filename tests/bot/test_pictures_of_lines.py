"""Moves of a line of play as pictures: what they threaten, and where seeds go."""

from io import BytesIO
from itertools import cycle, islice
from random import Random

import pytest
from PIL import Image

import engine
from bot.rendering.overlays import Spot
from bot.rendering.steps import render_step
from bot.rendering.views import get_view
from bot.rendering.views.sowing import SowingView
from bot.words.language import ENGLISH
from engine.steps import Step, read_step
from tests.bot.drafts import present
from tests.engine.boards import random_state, state_after


def step_of(slug: str, names: str) -> Step:
    *before, last = names.split()
    state = state_after(engine.game(slug), " ".join(before))
    return read_step(state, state.game.action_named(state, last))


def is_ringed(step: Step, spot: Spot, seat: int = 0) -> bool:
    """Whether the colour of arrows and rings is all around a place."""
    image = Image.open(BytesIO(render_step(ENGLISH, step, seat))).convert("RGB")
    radius = spot.radius - 3
    around = [(spot.x + x * radius, spot.y + y * radius) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    colours = [image.getpixel((round(x), round(y))) for x, y in around]
    return all(
        isinstance(each, tuple) and each[0] > 200 and each[1] < 130 and each[2] > 120 for each in colours
    )


@pytest.mark.parametrize(
    ("slug", "names", "ringed"),
    [
        ("tic-tac-toe", "a1 b1 c3 c1 a3", {"a2", "b2", "b3"}),
        ("four-in-a-row-4x4", "a1 b2 a2 b3 a3", {"a4"}),
        ("four-in-a-row-5x5", "b2 b1 c2 c1 d2", {"a2", "e2"}),
        ("connect-four", "4 4 3 3 5", {"2", "6"}),
        ("connect-four", "4 3 4 3 4", {"4"}),
        ("tic-tac-toe", "a1 b1 a2 b2", {"b3"}),
        ("tic-tac-toe", "a1 b1 a2 b2 a3", set()),
        ("tic-tac-toe-wild", "a1x b2o", set()),
        ("tic-tac-toe-misere", "a1 b1 a2", set()),
    ],
)
def test_only_threatened_places_have_rings(slug: str, names: str, ringed: set[str]) -> None:
    step = step_of(slug, names)
    view, found = get_view(step.state.game), set()
    for action in step.after.actions():
        spot = present(view.locate_action(step.after, action))
        if is_ringed(step, spot):
            found.add(step.state.game.name_of(step.after, action))
    assert found == ringed


@pytest.mark.parametrize("slug", ["oware", "kalah"])
@pytest.mark.parametrize("seat", [0, 1])
def test_arrow_ends_at_the_last_seed(slug: str, seat: int) -> None:
    step = step_of(slug, "c")
    view = get_view(step.state.game).seen_by(seat)
    path = present(view.trace(step.state, step.action))
    assert is_ringed(step, path[1], seat)
    assert not is_ringed(step, path[0], seat)


@pytest.mark.parametrize("slug", ["oware", "kalah"])
def test_seeds_fall_where_the_arrow_goes(slug: str) -> None:
    rng, game = Random(slug), engine.game(slug)
    view = get_view(game)
    assert isinstance(view, SowingView)
    for ply in range(1, 25):
        state = random_state(game, ply, rng)
        for action in state.actions():
            row, before = 6 * state.to_move, list(view.game.houses(state))
            places = view._pass_by(action)
            seeds, before[row + action] = before[row + action], 0
            for side, house in islice(cycle(places), seeds):
                if house is not None:
                    before[(row + 6 * side) % 12 + house] += 1
            after = view.game.houses(state.successor(action))
            taken = sum(before) - sum(after)
            assert taken or before == list(after) or sum(after) == 0
