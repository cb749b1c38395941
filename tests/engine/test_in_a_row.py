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


def test_three_by_four_is_won_soon() -> None:
    game = board(3, 4, 3)
    analysis = engine.analyse(game.initial())
    assert (analysis.value, analysis.distance) == (1, 7)
    assert best_names(game) == ["b1", "c1", "b2", "c2", "b3", "c3"]


def test_open_pair_wins_four_by_four() -> None:
    game = board(4, 4, 3)
    state = state_after(game, "b2 a1 c4 d1")
    analysis = engine.analyse(state)
    assert (analysis.value, analysis.distance) == (1, 3)
    threats = tuple(game.action_named(state, name) for name in ("a2", "d2", "c3"))
    remarked = engine.remarks(analysis)[game.action_named(state, "c2")]
    assert engine.Remark(engine.General.FORKS, threats) in remarked


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
