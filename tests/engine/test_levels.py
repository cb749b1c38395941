"""How strongly each level plays, over every state and every choice that it may make."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import TYPE_CHECKING, TypeAlias

import pytest

import engine
from engine.games.in_a_row import InARow
from engine.players.levels import get_level

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Strategy: TypeAlias = Mapping[engine.State, Mapping[engine.Action, float]]
    Played: TypeAlias = Callable[[engine.Game, str], engine.State]
    Odds: TypeAlias = tuple[float, float, float]

OUTCOMES = (engine.Outcome.FIRST, engine.Outcome.DRAW, engine.Outcome.SECOND)


@pytest.fixture(scope="module")
def strategies(analyses: list[engine.Analysis]) -> dict[str, Strategy]:
    """Return how probable each action is in every state, for every level and for picking anything."""
    weights = {
        level: {each.state: get_level(level).chances(each) for each in analyses} for level in engine.LEVELS
    }
    weights["random"] = {each.state: dict.fromkeys(each.state.actions(), 1.0) for each in analyses}
    return {
        name: {
            state: {action: w / sum(of.values()) for action, w in of.items()} for state, of in each.items()
        }
        for name, each in weights.items()
    }


def odds(game: engine.Game, first: Strategy, second: Strategy) -> Odds:
    """Return how probable it is that the first player wins, that nobody does, that the second does."""

    @cache
    def after(state: engine.State) -> Odds:
        if state.is_terminal:
            return (state.outcome is OUTCOMES[0], state.outcome is OUTCOMES[1], state.outcome is OUTCOMES[2])
        choices = (first, second)[state.to_move][state].items()
        ends = [(chance, after(state.successor(action))) for action, chance in choices]
        wins, draws, losses = (sum(chance * end[i] for chance, end in ends) for i in range(3))
        return wins, draws, losses

    return after(game.initial())


def wins_at_once(state: engine.State) -> set[engine.Action]:
    ends = {action: state.successor(action) for action in state.actions()}
    return {action for action, end in ends.items() if end.is_terminal and end.utility == -1}


def losses_next(state: engine.State) -> set[engine.Action]:
    return {action for action in state.actions() if wins_at_once(state.successor(action))}


@pytest.mark.parametrize("level", ["medium", "hard", "perfect"])
def test_level_never_misses_a_win_at_once(analyses: list[engine.Analysis], level: str) -> None:
    for analysis in analyses:
        wins = wins_at_once(analysis.state)
        assert not wins or get_level(level).chances(analysis).keys() == wins


@pytest.mark.parametrize("level", ["hard", "perfect"])
def test_level_never_misses_a_loss_to_the_next_move(analyses: list[engine.Analysis], level: str) -> None:
    for analysis in analyses:
        losses = losses_next(analysis.state)
        is_avoidable = len(losses) < len(analysis.moves)
        assert not is_avoidable or not get_level(level).chances(analysis).keys() & losses


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_level_may_choose_anything_when_no_win_is_at_hand(
    analyses: list[engine.Analysis], level: str
) -> None:
    for analysis in analyses:
        if not wins_at_once(analysis.state):
            assert get_level(level).chances(analysis).keys() == set(analysis.state.actions())


@pytest.mark.parametrize("side", [0, 1])
def test_perfect_never_loses_any_game(
    tictactoe: engine.Game, strategies: dict[str, Strategy], side: int
) -> None:
    frontier = {tictactoe.initial()}
    while frontier:
        assert not any(state.outcome is OUTCOMES[0 if side else 2] for state in frontier)
        running = [state for state in frontier if not state.is_terminal]
        frontier = {
            state.successor(action)
            for state in running
            for action in (strategies["perfect"][state] if state.to_move == side else state.actions())
        }


def test_perfect_chooses_the_fastest_win_or_the_slowest_loss(analyses: list[engine.Analysis]) -> None:
    for analysis in analyses:
        of_best_value = [move for move in analysis.moves if move.value == analysis.value]
        pick = max if analysis.value < 0 else min
        distance = pick(move.distance for move in of_best_value)
        expected = {move.action for move in of_best_value if move.distance == distance}
        assert get_level("perfect").chances(analysis) == dict.fromkeys(expected, 1)


def test_odds_of_random_play_are_the_known_ones(
    tictactoe: engine.Game, strategies: dict[str, Strategy]
) -> None:
    expected = (737 / 1260, 8 / 63, 121 / 420)
    assert odds(tictactoe, strategies["random"], strategies["random"]) == pytest.approx(expected)


def test_easy_beats_random_play_more_often_than_it_loses(
    tictactoe: engine.Game, strategies: dict[str, Strategy]
) -> None:
    wins, _, losses = odds(tictactoe, strategies["easy"], strategies["random"])
    assert wins > 2 * losses
    losses, _, wins = odds(tictactoe, strategies["random"], strategies["easy"])
    assert wins > losses


@pytest.mark.parametrize("side", [0, 1])
def test_levels_lose_less_the_stronger_they_are(
    tictactoe: engine.Game, strategies: dict[str, Strategy], side: int
) -> None:
    for opponent in (strategies["random"], strategies["perfect"]):
        seats = [(strategies[level], opponent)[:: -1 if side else 1] for level in ("random", *engine.LEVELS)]
        losses = [odds(tictactoe, *seat)[0 if side else 2] for seat in seats]
        assert losses == sorted(losses, reverse=True)
        assert losses[-1] == 0


@pytest.mark.parametrize(("level", "missed"), [("easy", 0.2), ("medium", 0.03)])
def test_level_sees_most_wins_at_once_and_most_threats(
    analyses: list[engine.Analysis], level: str, missed: float
) -> None:
    for analysis in analyses:
        wins, losses = wins_at_once(analysis.state), losses_next(analysis.state)
        chances = get_level(level).chances(analysis)
        if wins:
            assert sum(chances[action] for action in wins) >= 1 - missed / 2
        elif len(losses) < len(chances):
            assert sum(chances.get(action, 0) for action in losses) <= missed + 1e-9


def test_weaker_levels_overlook_more_wins_of_two_moves(analyses: list[engine.Analysis]) -> None:
    tactics = [analysis for analysis in analyses if (analysis.value, analysis.distance) == (1, 3)]
    seen = [
        sum(sum(get_level(level).chances(each).get(action, 0.0) for action in each.best) for each in tactics)
        for level in ("easy", "medium", "hard")
    ]
    assert len(tactics) > 100
    assert [share / len(tactics) for share in seen] == pytest.approx([0.51, 0.72, 1], abs=0.06)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_fallible_levels_like_the_centre(tictactoe: engine.Game, level: str) -> None:
    chances = get_level(level).chances(engine.analyse(tictactoe.initial()))
    assert max(chances, key=chances.__getitem__) == 4


def test_levels_are_as_strong_against_a_beginner_as_they_should_be(
    tictactoe: engine.Game, strategies: dict[str, Strategy], analyses: list[engine.Analysis]
) -> None:
    greedy = {
        each.state: engine.get_player("greedy").choose(each.state, None, Random(1)).thoughts.numbers
        for each in analyses
    }
    points = []
    for level in engine.LEVELS:
        wins, draws, _ = odds(tictactoe, strategies[level], greedy)
        _, drawn, won = odds(tictactoe, greedy, strategies[level])
        points.append((wins + won + (draws + drawn) / 2) / 2)
    assert points == sorted(points)
    easy, medium, hard, perfect = points
    assert 0.35 <= easy <= 0.5
    assert 0.55 <= medium <= 0.75
    assert 0.9 * perfect <= hard < perfect


def test_hard_sees_the_next_move_even_in_estimates(played: Played) -> None:
    game = InARow("test", rows=4, columns=4, length=4)
    state = played(game, "a1 a4 b1 b4 c1")
    chances = get_level("hard").chances(engine.analyse(state, lambda: True))
    names = {game.name_of(state, action) for action in chances}
    assert names == {"d1"}


@pytest.mark.parametrize("level", engine.LEVELS)
def test_choose_follows_the_chances(tictactoe: engine.Game, level: str) -> None:
    state = tictactoe.initial().successor(4)
    analysis, rng = engine.analyse(state), Random(1)
    weights = get_level(level).chances(analysis)
    drawn = Counter(engine.choose(analysis, level, rng) for _ in range(4_000))
    shares = {action: weight / sum(weights.values()) for action, weight in weights.items()}
    assert {action: drawn[action] / 4_000 for action in shares} == pytest.approx(shares, abs=0.03)


def test_choose_depends_on_nothing_but_the_generator(analyses: list[engine.Analysis]) -> None:
    one = [engine.choose(analysis, "easy", Random(7)) for analysis in analyses[:50]]
    assert one == [engine.choose(analysis, "easy", Random(7)) for analysis in analyses[:50]]


def test_choose_names_the_levels_when_asked_for_another(analyses: list[engine.Analysis]) -> None:
    with pytest.raises(ValueError, match=r"no level “godlike”\. The levels are easy, medium, hard, perfect"):
        engine.choose(analyses[0], "godlike", Random(1))
