"""How strongly each level plays, over every state and every choice that it may make."""

from itertools import pairwise
from random import Random
from typing import TypeAlias

import pytest

import engine
from engine.machine import IS_COMPILED
from engine.players.levels import get_level
from engine.rules.in_a_row import InARow
from engine.solver import limit_polls
from tests.engine.boards import state_after
from tests.engine.odds import OUTCOMES, chances, odds, points

UNPROVEN = {"kalah", "oware", "reversi", "reversi-6x6"} | (set() if IS_COMPILED else {"connect-four"})

Band: TypeAlias = tuple[float, float]


def wins_at_once(state: engine.State) -> set[engine.Action]:
    ends = {action: state.successor(action) for action in state.actions()}
    return {action for action, end in ends.items() if end.is_terminal and end.utility == -1}


def losses_next(state: engine.State) -> set[engine.Action]:
    return {action for action in state.actions() if wins_at_once(state.successor(action))}


@pytest.mark.unmeasured
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_otherwise_anything_may_be_chosen(analyses: list[engine.Analysis], level: str) -> None:
    for analysis in analyses:
        if not wins_at_once(analysis.state):
            assert get_level(level).chances(analysis).keys() == set(analysis.state.actions())


@pytest.mark.parametrize("side", [0, 1])
def test_perfect_never_loses_any_game(tictactoe: engine.Game, side: int) -> None:
    perfect = engine.get_player("perfect")
    frontier = {tictactoe.initial()}
    while frontier:
        assert not any(state.outcome is OUTCOMES[0 if side else 2] for state in frontier)
        running = [state for state in frontier if not state.is_terminal]
        frontier = {
            state.successor(action)
            for state in running
            for action in (chances(perfect, state) if state.to_move == side else state.actions())
        }


def test_perfect_wins_fastest_loses_slowest(analyses: list[engine.Analysis]) -> None:
    for analysis in analyses:
        of_best_value = [move for move in analysis.moves if move.value == analysis.value]
        pick = max if analysis.value < 0 else min
        distance = pick(move.distance for move in of_best_value)
        expected = {move.action for move in of_best_value if move.distance == distance}
        assert get_level("perfect").chances(analysis) == dict.fromkeys(expected, 1)


def test_random_odds_are_the_known(tictactoe: engine.Game) -> None:
    player = engine.get_player("random")
    assert odds(tictactoe, player, player) == pytest.approx((737 / 1260, 8 / 63, 121 / 420))


@pytest.mark.ci
@pytest.mark.unmeasured
@pytest.mark.parametrize(("level", "missed"), [("easy", 0.2), ("medium", 0.03), ("hard", 0), ("perfect", 0)])
def test_levels_see_most_wins_and_threats(analyses: list[engine.Analysis], level: str, missed: float) -> None:
    for analysis in analyses:
        wins, losses = wins_at_once(analysis.state), losses_next(analysis.state)
        chances = get_level(level).chances(analysis)
        if wins:
            assert sum(chances[action] for action in wins) / sum(chances.values()) >= 1 - missed / 2
        elif len(losses) < len(analysis.moves):
            assert sum(chances.get(action, 0) for action in losses) / sum(chances.values()) <= missed + 1e-9


def test_weaker_levels_overlook_more(analyses: list[engine.Analysis]) -> None:
    tactics = [analysis for analysis in analyses if (analysis.value, analysis.distance) == (1, 3)]
    seen = [
        sum(sum(get_level(level).chances(each).get(action, 0.0) for action in each.best) for each in tactics)
        for level in ("easy", "medium", "hard")
    ]
    assert len(tactics) > 100
    assert [share / len(tactics) for share in seen] == pytest.approx([0.51, 0.86, 1], abs=0.06)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_fallible_levels_like_the_centre(tictactoe: engine.Game, level: str) -> None:
    chances = get_level(level).chances(engine.analyse(tictactoe.initial()))
    assert max(chances, key=chances.__getitem__) == 4


@pytest.mark.parametrize(
    ("slug", "easy", "medium", "hard"),
    [  # where not even perfect play has 85 % against a beginner, hard is near the most that can be had
        ("tic-tac-toe", (0.35, 0.5), (0.6, 0.75), (0.7, 0.75)),
        ("tic-tac-toe-misere", (0.35, 0.5), (0.6, 0.75), (0.8, 0.85)),
        ("tic-tac-toe-wild", (0.35, 0.5), (0.6, 0.75), (0.7, 0.75)),
        pytest.param("nim", (0.35, 0.5), (0.6, 0.75), (0.85, 0.95), marks=pytest.mark.nightly),
        ("nim-3-4-5", (0.35, 0.5), (0.59, 0.75), (0.85, 0.95)),
        pytest.param("nim-misere", (0.35, 0.5), (0.6, 0.75), (0.85, 0.95), marks=pytest.mark.nightly),
        pytest.param("three-mens-morris", (0.35, 0.5), (0.6, 0.75), (0.85, 0.95), marks=pytest.mark.nightly),
    ],
)
def test_levels_against_a_beginner(slug: str, easy: Band, medium: Band, hard: Band) -> None:
    game, greedy = engine.game(slug), engine.get_player("greedy")
    for level, (low, high) in zip(engine.LEVELS, (easy, medium, hard), strict=False):
        assert low <= points(game, engine.get_player(level), greedy) <= high


def test_steps_are_even() -> None:
    game = engine.game("tic-tac-toe-misere")
    players = [engine.get_player(name) for name in engine.LEVELS]
    steps = [points(game, level, below) for below, level in pairwise(players)]
    assert steps == pytest.approx([0.75] * 3, abs=0.01)


def test_hard_sees_ahead_in_estimates() -> None:
    game = InARow("test", rows=4, columns=4, length=4)
    state = state_after(game, "a1 a4 b1 b4 c1")
    chances = get_level("hard").chances(engine.analyse(state, lambda: True))
    names = {game.name_of(state, action) for action in chances}
    assert names == {"d1"}


@pytest.mark.parametrize("slug", engine.games())
def test_play_is_called_proven_where_it_is(slug: str) -> None:
    game, player = engine.game(slug), engine.get_player("perfect")
    analysis = player.choose(game.initial(), limit_polls(player.polls(game) or 0), Random(1)).analysis
    assert analysis is not None
    assert analysis.is_decided or not game.is_proven
    assert player.is_proven(game) == game.is_proven == (slug not in UNPROVEN)


def test_unknown_level_is_refused(analyses: list[engine.Analysis]) -> None:
    with pytest.raises(ValueError, match=r"no level “godlike”\. The levels are easy, medium, hard, perfect"):
        engine.choose(analyses[0], "godlike", Random(1))
