"""The family of tic-tac-toe: other boards, other lengths, and the misère rule."""

import pytest

import engine
from engine.minimax import Minimax
from engine.rules import line_board
from engine.rules.in_a_row import InARow
from tests.engine.boards import cells, state_after


def board(rows: int, columns: int, length: int, *, misere: bool = False) -> InARow:
    return InARow("test", rows=rows, columns=columns, length=length, misere=misere)


def best_names(game: engine.Game) -> list[str]:
    state = game.initial()
    return [game.name_of(state, action) for action in engine.analyse(state).best]


def test_misere_is_drawn_by_the_centre() -> None:
    game = board(3, 3, 3, misere=True)
    analysis = engine.analyse(game.initial())
    assert (analysis.value, best_names(game)) == (0, ["b2"])
    assert [move.value for move in analysis.moves] == [0] + [-1] * 8


def test_misere_makes_the_completed_line_lose() -> None:
    state = state_after(board(3, 3, 3, misere=True), "a1 b1 a2 b2 a3")
    assert state.outcome is engine.Outcome.SECOND
    assert state.utility == 1


def test_three_by_four_is_won_soon() -> None:
    game = board(3, 4, 3)
    analysis = engine.analyse(game.initial())
    assert (analysis.value, analysis.distance) == (1, 7)
    assert best_names(game) == ["b1", "c1", "b2", "c2", "b3", "c3"]


@pytest.mark.unmeasured
@pytest.mark.parametrize(("rows", "columns", "length"), [(2, 5, 3), (3, 4, 4)])
def test_board_without_room_is_a_draw(rows: int, columns: int, length: int) -> None:
    analysis = engine.analyse(board(rows, columns, length).initial())
    assert (analysis.value, analysis.distance) == (0, rows * columns)


def test_two_in_a_row_is_won() -> None:
    analysis = engine.analyse(board(2, 2, 2).initial())
    assert (analysis.value, analysis.distance, len(analysis.best)) == (1, 3, 4)


def test_open_pair_wins_four_by_four() -> None:
    game = board(4, 4, 3)
    state = state_after(game, "b2 a1 c4 d1")
    analysis = engine.analyse(state)
    assert (analysis.value, analysis.distance) == (1, 3)
    threats = tuple(game.action_named(state, name) for name in ("a2", "d2", "c3"))
    remarked = engine.remarks(analysis)[game.action_named(state, "c2")]
    assert engine.Remark(engine.General.FORKS, threats) in remarked


def test_four_take_the_whole_line() -> None:
    game = board(4, 4, 4)
    assert not state_after(game, "a1 a2 b1 b2 c1 c2").is_terminal
    assert state_after(game, "a1 a2 b1 b2 c1 c2 d1").outcome is engine.Outcome.FIRST
    assert state_after(game, "a4 a2 b3 b2 c2 a1 d1").outcome is engine.Outcome.FIRST


def test_line_stops_at_the_edge() -> None:
    assert not state_after(board(4, 4, 3), "c1 a4 d1 b4 a2").is_terminal


def test_wide_board_is_named_in_order() -> None:
    game = board(2, 5, 3)
    state = state_after(game, "e1 a2")
    assert cells(state) == (None, None, None, None, 0, 1, None, None, None, None)


def test_oblong_board_is_only_mirrored() -> None:
    game = board(2, 3, 3)
    positions = [state_after(game, names).position for names in ("a1 b1", "c1 b1", "a2 b2", "c2 b2")]
    assert sorted(game.symmetries(positions[0])) == sorted(positions)


def test_forgetful_board_is_solved_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    remembering, forgetting = Minimax(board(3, 3, 3)), board(3, 3, 3)
    remembering.score(0)
    monkeypatch.setattr(line_board, "_MOST_KEPT", 20)
    solver = Minimax(forgetting)
    solver.score(0)
    assert solver.scores == remembering.scores
    assert max(len(forgetting.empty), len(forgetting.has_line), len(forgetting._images)) <= 20


def test_estimate_counts_open_lines() -> None:
    game = board(4, 4, 4)
    assert game.evaluate(game.start) == 0
    assert -1 < game.evaluate(state_after(game, "b2").position) < 0
    assert 0 < game.evaluate(state_after(game, "b2 a2").position) < 1


def test_misere_turns_the_estimate_round() -> None:
    plain, misere = board(3, 3, 3), board(3, 3, 3, misere=True)
    position = state_after(plain, "b2").position
    assert plain.evaluate(position) == -misere.evaluate(position) < 0


def test_decisive_cells_of_two_lines() -> None:
    state = state_after(board(3, 3, 3), "a1 b2 b1 a2 c2 b3 c3 a3 c1")
    assert [cell for cell, owner in enumerate(cells(state)) if owner == 0] == list(state.game.decisive(state))


def test_decisive_cells_need_a_line(states: list[engine.State]) -> None:
    won = {engine.Outcome.FIRST, engine.Outcome.SECOND}
    assert all(bool(state.game.decisive(state)) == (state.outcome in won) for state in states)
