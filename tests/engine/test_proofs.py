"""What is proven of the positions of a match is carried along, and never contradicted by a shallow search."""

from collections.abc import Callable
from itertools import count
from random import Random

import pytest

import engine
from engine import AnalysedMove, Analysis, Label, proofs
from tests.engine import plain

TIC_TAC_TOE = engine.game("tic-tac-toe")

CALLED_BLUNDERS = "4 4 4 4 4 6 6 6 6 4 1 1 1 2 2 2 2 6 2 2 1 1 1 3 3 6 3 3 3 5 3 5 5 7 7 7 7 7 7 5 5"
"""A match of Connect Four without an error, three moves of which a review once called blunders."""


def line(slug: str, names: str) -> tuple[list[engine.State], list[int]]:
    """The positions of a match before each of its moves, and the moves."""
    states, actions = [engine.game(slug).initial()], []
    for name in names.split():
        actions.append(states[-1].game.action_named(states[-1], name))
        states.append(states[-1].successor(actions[-1]))
    return states[:-1], actions


def vague(state: engine.State) -> Analysis:
    """What is known of a state if nothing is."""
    return Analysis.of(
        state, (AnalysedMove(action, 0.25, 1, exact=False, line=(action,)) for action in state.actions())
    )


def polls(number: int) -> Callable[[], bool]:
    """Stop a search when it has asked so often whether to."""
    asked = count()
    return lambda: next(asked) >= number


def test_move_follows_from_its_position() -> None:
    states, actions = line("tic-tac-toe", "a1 b1 a2")
    carried = proofs.carry([vague(states[0]), vague(states[1]), engine.analyse(states[2])], actions)
    assert carried[1] is not None
    move = next(each for each in carried[1].moves if each.action == actions[1])
    assert move == next(
        each for each in engine.analyse(states[1]).moves if each.action == actions[1]
    )._replace(proven=True, line=move.line)


def test_margin_follows_from_its_position() -> None:
    states, actions = line("kalah", "a f")
    best = AnalysedMove(0, 1, 40, exact=True, line=(0,), margin=10)
    known = Analysis.of(states[1], (best._replace(action=action) for action in states[1].actions()))
    carried = proofs.carry([vague(states[0]), known], actions)
    assert carried[0] is not None
    assert (carried[0].moves[-1].value, carried[0].moves[-1].margin) == (-1, -10)


def test_loss_proves_every_move_lost() -> None:
    states, actions = line("tic-tac-toe", "a1 b1 b2 c3")
    _, lost = proofs.carry([engine.analyse(states[2]), vague(states[3])], actions[2:3])
    assert lost is not None
    assert {(move.value, move.is_proven) for move in lost.moves} == {(-1, True)}


def test_remaining_move_is_worth_the_position() -> None:
    states, actions = line("tic-tac-toe", "a1 b1")
    exact = engine.analyse(states[1])
    holds = exact.moves[0]
    assert [move.value for move in exact.moves].count(0) == 1
    part = Analysis.of(states[1], (vague(states[1]).moves[0]._replace(action=holds.action), *exact.moves[1:]))
    _, after = proofs.carry([engine.analyse(states[0]), part], actions[:1])
    assert after is not None
    assert (after.moves[0].action, after.moves[0].value, after.moves[0].proven) == (holds.action, 0, True)


@pytest.mark.ci
def test_threats_are_proven_without_time() -> None:
    rng, proven = Random(7), 0
    for _ in range(8):
        state = engine.game("four-in-a-row-5x5").initial()
        while state.ply < 9:  # too early for anybody to have four by safe moves
            state = state.successor(rng.choice(sorted(plain.safe(state))))
        hasty = Analysis.of(state, [move._replace(value=0.1, exact=False) for move in vague(state).moves])
        exact = {move.action: move for move in engine.analyse(state).moves}
        for move in proofs.with_series(hasty).moves:
            proven += move.is_proven
            truth = exact[move.action]
            assert not move.is_proven or (move.value, truth.value) == (1, 1)
            assert not move.is_proven or move.distance >= truth.distance
    assert proven


def test_proven_position_needs_no_series() -> None:
    analysis = engine.analyse(TIC_TAC_TOE.initial())
    assert proofs.with_series(analysis) is analysis


def test_unseen_position_blames_nobody() -> None:
    nothing = proofs.nothing_known(TIC_TAC_TOE.initial())
    judgement = engine.judge(nothing, 3)
    assert (judgement.label, judgement.lost, judgement.stake) == (Label.UNPROVEN, 0, 0)
    carried, _ = proofs.carry([nothing, engine.analyse(TIC_TAC_TOE.initial().successor(3))], [3])
    assert carried is not None
    move = next(each for each in carried.moves if each.action == 3)
    assert (move.value, move.exact) == (0, True)


def test_proof_joins_an_estimate() -> None:
    state = TIC_TAC_TOE.initial()
    exact = engine.analyse(state)
    assert proofs.join(vague(state), exact) == proofs.join(exact, vague(state)) == exact


@pytest.mark.ci
@pytest.mark.unmeasured
@pytest.mark.parametrize("slug", engine.games())
def test_whatever_is_carried_is_true(slug: str) -> None:
    """What short searches and carried proofs say of a match by chance is what a longer search proves."""
    rng, state = Random(slug), engine.game(slug).initial()
    states, actions = [], []
    while not state.is_terminal:
        states.append(state)
        actions.append(rng.choice(state.actions()))
        state = state.successor(actions[-1])
    known = [engine.analyse(each, polls(2)) if rng.random() < 0.7 else vague(each) for each in states]
    carried = proofs.carry(known, actions)
    for each in carried[-6:]:
        assert each is not None
        truth = {move.action: move for move in engine.analyse(each.state, polls(400)).moves}
        for move in each.moves:
            if move.is_proven and truth[move.action].exact:
                assert move.value == truth[move.action].value
            if move.exact and truth[move.action].exact:
                assert move.margin == truth[move.action].margin
                assert move.margin is not None or move.distance == truth[move.action].distance


@pytest.mark.nightly
@pytest.mark.unmeasured
@pytest.mark.parametrize("patience", [1, 30])
def test_best_moves_are_no_blunders(patience: int) -> None:
    states, actions = line("connect-four", CALLED_BLUNDERS)
    known = [engine.analyse(state, polls(patience)) for state in states]
    review = engine.review([each for each in proofs.carry(known, actions) if each], actions)
    assert [each for each in review.judgements if each.is_error] == []
    assert review.turning_point is None
