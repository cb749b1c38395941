"""Wild tic-tac-toe: both players place either mark."""

import pytest

import engine
from engine import General, Remark
from engine.rules.in_a_row import CellFault
from engine.rules.wild import MarkFault
from tests.engine.boards import refused, state_after
from tests.retrograde import solve

OF_THREATS = {
    General.BLOCKS_WIN,
    General.THREATENS,
    General.FORKS,
    General.FORESTALLS_FORK,
    General.IGNORES_THREATS,
    General.LETS_FORK,
    General.STILL_FORKED,
}


@pytest.fixture(scope="module")
def wild() -> engine.Game:
    return engine.game("tic-tac-toe-wild")


@pytest.fixture(scope="module")
def solved_wild(wild: engine.Game) -> dict[engine.Position, tuple[int, int]]:
    return solve(wild)


@pytest.mark.ci
@pytest.mark.unmeasured
def test_analysis_agrees_with_retrograde(
    wild: engine.Game, solved_wild: dict[engine.Position, tuple[int, int]]
) -> None:
    for position, worth in solved_wild.items():
        state = engine.State(wild, position, 0)  # the rules do not look at the ply
        if not state.is_terminal:
            analysis = engine.analyse(state)
            assert (analysis.value, analysis.distance) == worth


def test_whoever_completes_the_line_wins(wild: engine.Game) -> None:
    assert state_after(wild, "a1x b1o b2x c2o c3x").outcome is engine.Outcome.FIRST
    state = state_after(wild, "a1x b2x b1o c3x")
    assert (state.outcome, state.utility) == (engine.Outcome.SECOND, -1)
    assert list(wild.decisive(state)) == [0, 4, 8]


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("b2", MarkFault.MISSING),
        ("a1x", CellFault.TAKEN),
        ("a1", CellFault.TAKEN),
        ("zz", engine.GeneralFault.NOT_LEGAL),
    ],
)
def test_name_says_what_is_wrong(wild: engine.Game, name: str, fault: engine.Fault) -> None:
    error = refused(state_after(wild, "a1o"), name)
    assert (error.fault, error.legal_names[:3]) == (fault, ("b1x", "b1o", "c1x"))


def test_illegal_action_has_no_name(wild: engine.Game) -> None:
    with pytest.raises(ValueError, match="Action 0 is not legal here"):
        wild.name_of(state_after(wild, "a1o"), 0)


def test_nobodys_threat_is_not_told(wild: engine.Game) -> None:
    analysis = engine.analyse(state_after(wild, "a1x"))
    state, remarked = analysis.state, engine.remarks(analysis)
    winning = wild.action_named(state, "c3x")
    assert remarked[wild.action_named(state, "b2x")] == (Remark(General.LETS_WIN, (winning,)),)
    assert not OF_THREATS & {remark.kind for remarks in remarked.values() for remark in remarks}


def test_estimate_is_zero(wild: engine.Game) -> None:
    assert wild.evaluate(state_after(wild, "a1x").position) == 0
