"""The rules of tic-tac-toe, as players and solvers see them."""

import pytest

import engine
from engine.rules.in_a_row import CellFault
from tests.engine.boards import refused, state_after


def test_reachable_states_are_the_known_number(states: list[engine.State]) -> None:
    assert len(states) == len(set(states)) == 5_478
    assert sum(state.is_terminal for state in states) == 958


def test_running_game_has_no_utility(tictactoe: engine.Game) -> None:
    with pytest.raises(ValueError, match="still running"):
        _ = tictactoe.initial().utility


def test_other_order_is_equal(tictactoe: engine.Game) -> None:
    one, other = state_after(tictactoe, "a1 b2 c3"), state_after(tictactoe, "c3 b2 a1")
    assert one == other
    assert hash(one) == hash(other)
    assert one != state_after(tictactoe, "a1 b2 c2")


@pytest.mark.parametrize("action", [0, -1, 9])
def test_illegal_successor_is_refused(tictactoe: engine.Game, action: int) -> None:
    with pytest.raises(engine.IllegalActionError, match=f"Action {action} is not legal"):
        state_after(tictactoe, "a1").successor(action)


def test_taken_cell_has_no_name(tictactoe: engine.Game) -> None:
    with pytest.raises(ValueError, match="not legal"):
        tictactoe.name_of(state_after(tictactoe, "a1"), 0)


def test_action_named_forgives_case_and_spaces(tictactoe: engine.Game) -> None:
    assert tictactoe.action_named(tictactoe.initial(), " B2 ") == 4


def test_unknown_name_is_refused(tictactoe: engine.Game) -> None:
    error = refused(state_after(tictactoe, "a1 b1 a2 b2 c1 c2"), " A1 ")
    assert (error.name, error.fault, error.legal_names) == ("A1", CellFault.TAKEN, ("a3", "b3", "c3"))
    assert str(error) == "No legal action is named 'A1': TAKEN. The legal names are: a3, b3, c3."


def test_ended_game_has_no_legal_name(tictactoe: engine.Game) -> None:
    error = refused(state_after(tictactoe, "a1 b1 a2 b2 a3"), "c3")
    assert (error.fault, error.legal_names) == (engine.GeneralFault.NOT_LEGAL, ())
