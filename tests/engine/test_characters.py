"""Characters: players who play every game they know, each in the way its name says."""

from itertools import pairwise
from random import Random

import pytest

import engine
from engine.players.monte_carlo import MonteCarlo
from engine.players.slider import Slider
from engine.solver import limit_polls
from tests import tiers
from tests.engine.odds import points

CHARACTERS = ("random", "iq-30", "depth-1", "depth-3", "mcts", "q-table", "neural")
THREE_BY_THREE = ("tic-tac-toe", "tic-tac-toe-misere", "tic-tac-toe-wild")
KNOWN = {"q-table": THREE_BY_THREE, "neural": (*THREE_BY_THREE, "connect-four")}


def match(game: engine.Game, players: tuple[engine.Player, engine.Player], seed: int) -> list[engine.Action]:
    """Return the actions of a match."""
    state, rng, actions = game.initial(), Random(seed), []
    while not state.is_terminal:
        actions.append(players[state.to_move].choose(state, limit_polls(10), rng).action)
        state = state.successor(actions[-1])
    return actions


@pytest.mark.parametrize("name", CHARACTERS)
@pytest.mark.parametrize("slug", tiers.later(engine.games(), "kalah", "oware", "reversi"))
def test_match_follows_from_the_seed(slug: str, name: str) -> None:
    game, character = engine.game(slug), engine.get_player(name)
    if name == "mcts":
        character = MonteCarlo(playouts=5)
    assert character.knows(game) == (slug in KNOWN.get(name, engine.games()))
    if not character.knows(game):
        return
    opponent = engine.get_player("random")
    assert match(game, (character, opponent), 5) == match(game, (character, opponent), 5)


def test_higher_iq_prefers_better_moves(analyses: list[engine.Analysis]) -> None:
    sliders = [Slider(iq) for iq in range(0, 101, 10)]
    for analysis in analyses[:300]:
        order = sorted({move.rank for move in analysis.moves})
        places = {move.action: order.index(move.rank) for move in analysis.moves}
        expected = [
            sum(chance * places[action] for action, chance in slider.chances(analysis).items())
            for slider in sliders
        ]
        assert expected[0] == 0
        assert expected[-1] == pytest.approx(len(order) - 1)
        assert all(worse < better or len(order) == 1 for worse, better in pairwise(expected))


@pytest.mark.ci
@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("slug", "least"),
    [
        ("tic-tac-toe", 0.04),
        pytest.param("tic-tac-toe-misere", 0.06, marks=pytest.mark.ci),
        pytest.param("tic-tac-toe-wild", 0.04, marks=pytest.mark.ci),
    ],
)
def test_higher_iq_wins_more(slug: str, least: float) -> None:
    game, chance = engine.game(slug), engine.get_player("random")
    won = [points(game, Slider(iq), chance) for iq in range(0, 101, 10)]
    steps = [more - less for less, more in pairwise(won)]
    assert won[5] == pytest.approx(0.5)
    assert min(steps) > least
    assert min(steps[5:]) > 0.07
    assert max(steps) < 0.11  # and no ten points are worth twice as much as others above chance


@pytest.mark.parametrize("depth", range(1, 10))
def test_horizon_sees_to_its_depth(analyses: list[engine.Analysis], depth: int) -> None:
    horizon = engine.get_player(f"depth-{depth}")
    for analysis in analyses[depth::90]:
        thoughts = horizon.choose(analysis.state, None, Random(1)).thoughts.numbers
        left = 9 - analysis.state.ply
        for move in analysis.moves:
            sees = bool(move.value) and move.distance <= depth
            assert (abs(thoughts[move.action]) == 1) == sees
            assert thoughts[move.action] == move.value or not (sees or left <= depth)


def test_monte_carlo_gives_nothing_away() -> None:
    state = engine.game("tic-tac-toe").initial()
    for name in ("b2", "a1", "a3", "c1"):  # b1 or the line a1 b1 c1 is there
        state = state.successor(state.game.action_named(state, name))
    choice = MonteCarlo().choose(state, None, Random(1))
    assert state.name_of(choice.action) == "b1"
    measure, visits, values = choice.thoughts
    assert (measure, sum(visits.values())) == (engine.Measure.VISITS, MonteCarlo().playouts)
    assert max(visits, key=visits.__getitem__) == choice.action
    assert values is not None
    assert max(values, key=values.__getitem__) == choice.action
    assert all(-1 <= value <= 1 for value in values.values())


@pytest.mark.ci
@pytest.mark.unmeasured
def test_monte_carlo_gives_nothing_away_anywhere(analyses: list[engine.Analysis]) -> None:
    for analysis in analyses[::90]:
        choice = MonteCarlo(1_000).choose(analysis.state, None, Random(f"2026 {analysis.state.position}"))
        assert choice.action in {move.action for move in analysis.moves if move.value == analysis.value}


def test_stopped_monte_carlo_chooses() -> None:
    choice = MonteCarlo().choose(engine.game("oware").initial(), lambda: True, Random(1))
    assert choice.action in engine.game("oware").initial().actions()
