"""Reviews of known games, compared by hand, and of made-up values at every threshold."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import exp
from random import Random

import pytest

import engine
from engine import AnalysedMove, Analysis, Label
from engine.reviews import accuracy
from engine.teacher import Teacher
from tests import tiers


def reviewed(slug: str, names: str) -> engine.Review:
    """Review a match given by the names of its moves."""
    state, analyses, actions = engine.game(slug).initial(), [], []
    for name in names.split():
        analyses.append(engine.analyse(state, has_lines=False))
        actions.append(state.game.action_named(state, name))
        state = state.successor(actions[-1])
    return engine.review(analyses, actions)


def labels(slug: str, names: str) -> str:
    return " ".join(judgement.label for judgement in reviewed(slug, names).judgements)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        # A corner is answered by the centre or lost; whoever is lost may hurry, and whoever wins take time.
        ("a1 b1 a2 b2 a3", "best blunder best good best"),
        ("a1 b1 a2 c3 b2 a3 c2", "best blunder best good good best best"),
        # The win that b1 gives away is given back by b3, which threatens nothing, and so on by turns.
        ("a1 b1 b3 b2 a2 c3 a3", "best blunder mistake blunder mistake blunder best"),
        ("b2 a1 c1 a3 a2 c2 b3 b1 c3", "best best best best best best best best best"),
    ],
)
def test_outcome_labels_tic_tac_toe(names: str, expected: str) -> None:
    assert labels("tic-tac-toe", names) == expected


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("slug", "first", "expected"),
    [  # what is published about the first moves of these games
        ("tic-tac-toe-misere", "b2", "best"),
        ("tic-tac-toe-misere", "a1", "blunder"),
        ("tic-tac-toe-wild", "b2x", "best"),
        ("tic-tac-toe-wild", "a1x", "mistake"),
        ("connect-four", "4", "best"),
        ("connect-four", "3", "mistake"),
        ("connect-four", "2", "blunder"),
    ],
)
def test_first_move_has_its_label(slug: str, first: str, expected: str) -> None:
    assert labels(slug, first) == expected


def test_illegal_action_cannot_be_judged() -> None:
    after = engine.game("tic-tac-toe").initial().successor(4)
    with pytest.raises(engine.IllegalActionError):
        engine.judge(engine.analyse(after), 4)


def made_up(best: AnalysedMove, other: AnalysedMove) -> Analysis:
    return Analysis(engine.game("connect-four").initial(), (best, other))


def worth(action: int, value: float, *, exact: bool = False, distance: int = 8) -> AnalysedMove:
    return AnalysedMove(action, value, distance, exact, (action,))


@pytest.mark.parametrize(("distance", "expected"), [(6, Label.GOOD), (4, Label.INACCURACY)])
def test_hastened_loss_turns_nothing(distance: int, expected: Label) -> None:
    hastened = made_up(worth(0, -1, exact=True), worth(1, -1, exact=True, distance=distance))
    review = engine.review([hastened], [1])
    assert (review.judgements[0].label, review.turning_point) == (expected, None)


@pytest.mark.parametrize(
    ("best", "played", "expected"),
    [
        (0.5, 0.5, Label.BEST),
        (0.5, 0.4375, Label.GOOD),
        (0.1, 0.0, Label.INACCURACY),
        (0.2, 0.0, Label.MISTAKE),
        (0.3, 0.0, Label.BLUNDER),
        (0.9, -0.9, Label.BLUNDER),
    ],
)
def test_estimate_is_labelled_by_expectation(best: float, played: float, expected: Label) -> None:
    assert engine.judge(made_up(worth(0, best), worth(1, played)), 1).label is expected


@pytest.mark.parametrize(
    ("best", "played"),
    [
        (worth(0, 1, exact=True), worth(1, 0.875)),
        (worth(0, 0.25), worth(1, 0, exact=True)),
        (worth(0, 0.25), worth(1, -1, exact=True)),
        (worth(0, 0, exact=True), worth(1, -0.0625)),
    ],
)
def test_proof_and_estimate_are_not_compared(best: AnalysedMove, played: AnalysedMove) -> None:
    judgement = engine.judge(made_up(best, played), 1)
    assert (judgement.label, judgement.is_proven, judgement.is_error) == (Label.UNPROVEN, False, False)
    assert (judgement.lost, judgement.stake) == (0, 0)


def test_losing_a_draw_is_a_blunder() -> None:
    moves = (worth(0, 0.5), worth(1, 0, exact=True), worth(2, -1, exact=True))
    judgement = engine.judge(Analysis(engine.game("connect-four").initial(), moves), 2)
    assert (judgement.label, judgement.is_proven, judgement.best.action) == (Label.BLUNDER, True, 1)


@pytest.mark.parametrize(
    ("slug", "margins", "expected", "lost"),
    [
        ("kalah", (8, 8), Label.BEST, 0),
        ("kalah", (8, 6), Label.GOOD, 2),
        ("kalah", (8, 5), Label.INACCURACY, 3),
        ("kalah", (-2, -6), Label.INACCURACY, 4),
        ("reversi", (-2, -7), Label.MISTAKE, 5),
        ("reversi", (12, 5), Label.MISTAKE, 7),
        ("reversi", (12, 4), Label.BLUNDER, 8),
        ("kalah", (2, 0), Label.MISTAKE, 5),
        ("kalah", (10, 0), Label.BLUNDER, 10),
        ("kalah", (2, -2), Label.BLUNDER, 8),
        ("dots-and-boxes", (3, 1), Label.INACCURACY, 2),
        ("dots-and-boxes", (-1, -5), Label.BLUNDER, 4),
        ("dots-and-boxes", (-1, -7), Label.BLUNDER, 6),
        ("dots-and-boxes", (1, -1), Label.BLUNDER, 4),
    ],
)
def test_points_lost_are_labelled(slug: str, margins: tuple[int, int], expected: Label, lost: int) -> None:
    best, played = (
        worth(action, (margin > 0) - (margin < 0), exact=True)._replace(margin=margin)
        for action, margin in enumerate(margins)
    )
    judgement = engine.judge(Analysis(engine.game(slug).initial(), (best, played)), 1)
    assert (judgement.label, judgement.lost) == (expected, lost)
    assert judgement.stake == lost / 2  # of two moves, drawn by lot


@pytest.mark.parametrize(("margin", "expected"), [(6, Label.GOOD), (5, Label.INACCURACY), (0, Label.BLUNDER)])
def test_estimated_points_are_labelled(margin: int, expected: Label) -> None:
    best, played = worth(0, 0.5)._replace(margin=8), worth(1, 0.4)._replace(margin=margin)
    judgement = engine.judge(made_up(best, played), 1)
    assert (judgement.label, judgement.lost, judgement.is_proven) == (expected, 8 - margin, False)


def test_estimated_margin_of_a_proven_win_is_no_loss() -> None:
    best, played = (worth(each, 1)._replace(proven=True, margin=8 - 6 * each) for each in (0, 1))
    judgement = engine.judge(made_up(best, played), 1)
    assert (judgement.label, judgement.lost, judgement.stake) == (Label.GOOD, 0, 0)


def test_unknown_distance_is_labelled_by_outcome() -> None:
    lost = worth(1, -1)._replace(proven=True)
    assert engine.judge(made_up(worth(0, 0, exact=True), lost), 1).label is Label.BLUNDER
    assert engine.judge(made_up(worth(0, -1, exact=True, distance=30), lost), 1).label is Label.GOOD


def test_accuracy_is_measured_against_chance() -> None:
    # The first and the last move of X are best; b3 gives away a win in five plies, and a2 one in three.
    review = reviewed("tic-tac-toe", "a1 b1 b3 b2 a2 c3 a3")
    own = [each for each in review.judgements if each.seat == 0]
    lost = [0, 0.9**5, 0.9**3, 0]
    assert [each.lost for each in own] == pytest.approx(lost)
    skill = sum(lost) / sum(each.stake for each in own)
    pace, power, _ = engine.get_teacher(engine.game("tic-tac-toe")).severity
    assert review.accuracies[0] == pytest.approx(100 * exp(-pace * skill**power))


@pytest.mark.parametrize("slug", engine.games())
def test_accuracy_falls_with_losses(slug: str) -> None:
    severity = engine.get_teacher(engine.game(slug)).severity
    falling = [accuracy(skill / 10, severity) for skill in range(21)]
    assert falling[0] == 100
    assert all(less < more for more, less in pairwise(falling))
    assert accuracy(0.5, severity) > 2 * accuracy(1, severity) > 0


def test_every_game_has_been_fitted() -> None:
    assert Teacher.severity not in [engine.get_teacher(engine.game(slug)).severity for slug in engine.games()]


def test_estimate_does_not_beat_a_proof() -> None:
    far = worth(0, 1)._replace(proven=True)  # which fades to less than the estimate
    judgement = engine.judge(made_up(far, worth(1, 0.75)), 0)
    assert (judgement.label, judgement.lost, judgement.stake) == (Label.BEST, 0, 0)


def test_forced_choices_have_no_stake() -> None:
    assert engine.judge(made_up(worth(0, 0), worth(1, 0)), 1).stake == 0
    assert made_up_match([(0.0, 0.0)]).accuracies == (100, None)


def made_up_match(values: Sequence[tuple[float, float]]) -> engine.Review:
    """Review a match from what the best move was worth and what was played, both to the player to move."""
    game = engine.game("connect-four")
    states = [engine.State(game, game.start, ply) for ply in range(len(values))]
    analyses = [
        Analysis(state, (worth(0, best), worth(1, played)))
        for state, (best, played) in zip(states, values, strict=True)
    ]
    return engine.review(analyses, [1] * len(values))


def test_no_move_has_no_accuracy() -> None:
    assert reviewed("tic-tac-toe", "").accuracies == (None, None)
    assert reviewed("tic-tac-toe", "b2").accuracies == (100, None)


@pytest.mark.parametrize(
    ("names", "ply"),
    [("a1 b1 a2 b2 a3", 1), ("a1 b1 b3 b2 a2 c3 a3", 5), ("b2 a1 c1 a3 a2 c2 b3 b1 c3", None), ("", None)],
)
def test_turning_point_is_the_last_change(names: str, ply: int | None) -> None:
    assert reviewed("tic-tac-toe", names).turning_point == ply


@pytest.mark.parametrize(
    ("values", "ply"),
    [
        ([(0.0, -0.5), (0.5, -0.25), (0.25, 0.0)], 1),
        ([(0.0, -0.0625), (0.0625, 0.0)], None),
    ],
)
def test_turning_point_by_estimates(values: list[tuple[float, float]], ply: int | None) -> None:
    assert made_up_match(values).turning_point == ply


@pytest.mark.parametrize(("later", "ply"), [(0.5, 2), (0.75, 0)])
def test_only_estimated_blunder_outweighs_proof(later: float, ply: int) -> None:
    states = [engine.game("connect-four").initial()]
    states += [state := states[0].successor(1), state.successor(1)]
    proven = Analysis(states[0], (worth(0, 0, exact=True), worth(1, -1, exact=True)))
    unclear, estimated = (
        Analysis(state, (worth(0, 0.875), worth(1, value)))
        for state, value in zip(states[1:], (0.875, later), strict=True)
    )
    assert engine.review([proven, unclear, estimated], [1, 1, 1]).turning_point == ply


def test_decided_position_blames_nobody() -> None:
    start = engine.game("connect-four").initial()
    won = Analysis(start, (worth(0, 1)._replace(proven=True), worth(1, 1)._replace(proven=True)))
    estimated = Analysis(start.successor(1), (worth(0, 0.5), worth(1, -0.5)))
    assert [each.label for each in engine.review([won, estimated], [1, 1]).judgements] == [
        "best",
        "unproven",
    ]


@pytest.mark.unmeasured
@pytest.mark.parametrize("slug", tiers.later(engine.games(), "connect-four", "kalah", "oware", "reversi"))
@pytest.mark.parametrize("winner", [0, 1], ids=["first-wins", "second-wins"])
def test_turning_point_is_no_winners_error(slug: str, winner: int) -> None:
    review = next(each for each in reviews_of_wins(slug, winner) if each.turning_point is not None)
    assert review.turning_point is not None
    assert review.judgements[review.turning_point].seat != winner


def reviews_of_wins(slug: str, winner: int) -> Iterator[engine.Review]:
    """Yield reviews of the random matches that the seat wins."""
    rng = Random(slug)
    while True:
        states, actions = [engine.game(slug).initial()], list[engine.Action]()
        while not states[-1].is_terminal:
            actions.append(rng.choice(states[-1].actions()))
            states.append(states[-1].successor(actions[-1]))
        if states[-1].outcome is (engine.Outcome.FIRST, engine.Outcome.SECOND)[winner]:
            yield engine.review([engine.analyse(state, lambda: True) for state in states[:-1]], actions)


@pytest.mark.parametrize(
    ("thought", "expected"),
    [
        (made_up(worth(1, 0.2), worth(0, 0.1)), Label.UNPROVEN),
        (made_up(worth(0, 0.2), worth(1, 0.1)), Label.MISTAKE),
        (made_up(worth(1, 1, exact=True), worth(0, 0, exact=True)), Label.MISTAKE),
        (None, Label.MISTAKE),
    ],
)
def test_search_is_not_blamed_later(thought: Analysis | None, expected: Label) -> None:
    found = made_up(worth(0, 1, exact=True), worth(1, 0, exact=True))
    [judgement] = engine.review([found], [1], thoughts=[thought]).judgements
    assert judgement.label is expected


def test_gravity_is_label_then_loss() -> None:
    judgements = reviewed("tic-tac-toe", "a1 b1 b3 b2 a2 c3 a3").judgements
    assert [each.ply for each in sorted(judgements, key=lambda each: each.gravity)] == [0, 6, 2, 4, 1, 3, 5]


def test_errors_are_told_apart_by_player() -> None:
    review = reviewed("tic-tac-toe", "a1 b1 b3 b2 a2 c3 a3")
    assert [[error.ply for error in review.errors(seat)] for seat in (0, 1)] == [[2, 4], [1, 3, 5]]


@pytest.mark.parametrize("slug", [slug for slug in engine.games() if engine.is_instant(engine.game(slug))])
def test_perfect_play_is_all_accurate(slug: str) -> None:
    player = engine.get_player("perfect")
    for number in range(20):
        rng, state = Random(f"{slug} {number}"), engine.game(slug).initial()
        analyses, actions = [], []
        while not state.is_terminal:
            analyses.append(engine.analyse(state))
            actions.append(player.choose(state, None, rng).action)
            state = state.successor(actions[-1])
        review = engine.review(analyses, actions)
        assert {each.label for each in review.judgements} == {Label.BEST}
        assert review.accuracies == (100, 100)
