"""The rules of tic-tac-toe, as players and solvers see them."""

from collections import Counter

import pytest

import engine
from engine.rules.in_a_row import CellFault
from tests.engine.boards import cells, perft, refused, state_after


def symmetries(cells: tuple[int | None, ...]) -> list[tuple[int | None, ...]]:
    """Return a 3x3 board turned and mirrored in all eight ways."""
    found = []
    for _ in range(4):
        cells = tuple(cells[6 - 3 * (cell % 3) + cell // 3] for cell in range(9))
        found += [cells, tuple(cells[cell // 3 * 3 + 2 - cell % 3] for cell in range(9))]
    return found


@pytest.mark.parametrize(
    ("depth", "nodes"), [(1, 9), (2, 72), (3, 504), (4, 3_024), (5, 15_120), (6, 54_720)]
)
def test_perft_counts_the_known_nodes(tictactoe: engine.Game, depth: int, nodes: int) -> None:
    assert perft(tictactoe, tictactoe.start, depth) == nodes


def test_reachable_states_are_the_known_number(states: list[engine.State]) -> None:
    assert len(states) == len(set(states)) == 5_478
    assert sum(state.is_terminal for state in states) == 958


def test_states_up_to_symmetry(states: list[engine.State]) -> None:
    def kinds(of: list[engine.State]) -> int:
        return len({frozenset(symmetries(cells(state))) for state in of})

    assert kinds(states) == 765
    assert kinds([state for state in states if state.is_terminal]) == 138


@pytest.mark.ci
def test_images_are_turned_and_mirrored(states: list[engine.State]) -> None:
    for state in states:
        found = [cells(state._replace(position=image)) for image in state.game.symmetries(state.position)]
        assert sorted(found, key=repr) == sorted(symmetries(cells(state)), key=repr)


def test_cells_hold_both_players_marks(states: list[engine.State]) -> None:
    for state in states:
        count = Counter(cells(state))
        assert count[0] + count[1] == state.ply
        assert count[0] - count[1] == state.to_move == state.ply % 2


def test_actions_are_the_empty_cells(states: list[engine.State]) -> None:
    for state in states:
        empty = tuple(cell for cell, owner in enumerate(cells(state)) if owner is None)
        assert state.actions() == (() if state.is_terminal else empty)


@pytest.mark.unmeasured
def test_successor_places_the_movers_mark(states: list[engine.State]) -> None:
    for state in states:
        for action in state.actions():
            expected = (*cells(state)[:action], state.to_move, *cells(state)[action + 1 :])
            assert cells(state.successor(action)) == expected


@pytest.mark.ci
@pytest.mark.unmeasured
def test_outcome_agrees_with_the_lines(states: list[engine.State]) -> None:
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    for state in states:
        owners = [{cells(state)[cell] for cell in line} for line in lines]
        expected = None if None in cells(state) else engine.Outcome.DRAW
        expected = engine.Outcome.FIRST if {0} in owners else expected
        expected = engine.Outcome.SECOND if {1} in owners else expected
        assert state.outcome is expected


def test_utility_is_the_movers(tictactoe: engine.Game) -> None:
    assert state_after(tictactoe, "a1 b1 a2 b2 a3").utility == -1
    assert state_after(tictactoe, "a1 b1 c1 b2 a2 c2 b3 a3 c3").utility == 0


def test_running_game_has_no_utility(tictactoe: engine.Game) -> None:
    with pytest.raises(ValueError, match="still running"):
        _ = tictactoe.initial().utility


def test_other_order_is_equal(tictactoe: engine.Game) -> None:
    one, other = state_after(tictactoe, "a1 b2 c3"), state_after(tictactoe, "c3 b2 a1")
    assert one == other
    assert hash(one) == hash(other)
    assert one != state_after(tictactoe, "a1 b2 c2")


def test_state_cannot_be_changed(tictactoe: engine.Game) -> None:
    state = tictactoe.initial()
    with pytest.raises(AttributeError):
        state.ply = 1  # type: ignore[misc]


@pytest.mark.parametrize("action", [0, -1, 9])
def test_illegal_successor_is_refused(tictactoe: engine.Game, action: int) -> None:
    with pytest.raises(engine.IllegalActionError, match=f"Action {action} is not legal"):
        state_after(tictactoe, "a1").successor(action)


def test_names_are_letters_and_numbers(tictactoe: engine.Game) -> None:
    state = tictactoe.initial()
    names = [tictactoe.name_of(state, action) for action in state.actions()]
    assert names == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


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


def test_registry_knows_tic_tac_toe() -> None:
    assert "tic-tac-toe" in engine.games()
    game = engine.game("tic-tac-toe")
    assert isinstance(game, engine.Grid)
    assert (game.slug, game.rows, game.columns) == ("tic-tac-toe", 3, 3)


def test_registry_names_the_known_games() -> None:
    with pytest.raises(KeyError, match=r"The known games are: .*tic-tac-toe"):
        engine.game("chess")
