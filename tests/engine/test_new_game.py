"""A game that the engine has never seen needs nothing but its rules."""

from random import Random

import engine
from engine import General, Remark


class Matches(engine.Game):
    """Take one to three matches in turn from a heap of ten; whoever takes the last one wins."""

    slug = "matches"
    rows, columns, start = 1, 10, 10

    def successors(self, position: int) -> dict[engine.Action, int]:
        return {taken: position - taken for taken in (1, 2, 3) if taken <= position}

    def utility(self, position: int) -> int:
        return -1 if position == 0 else 0

    def evaluate(self, position: int) -> float:
        return 0.5 if position % 4 else -0.5

    def cells(self, state: engine.State) -> tuple[int | None, ...]:
        return (0,) * state.position + (None,) * (10 - state.position)

    def name_of(self, state: engine.State, action: engine.Action) -> str:
        return f"take {min(action, state.position)}"


def test_new_game_is_explained() -> None:
    game = Matches()
    state = game.initial().successor(1).successor(3)
    assert engine.remarks(engine.analyse(state)) == {
        2: (
            Remark(General.LEAVES_NO_SAFE_REPLY),
            Remark(General.STAYS_SAFE, number=1, of=2),
            Remark(General.ONLY_WIN),
        ),
        1: (Remark(General.LETS_FORCE_WIN, (1,), 2),),
        3: (Remark(General.LETS_WIN, (3,)),),
    }


def test_new_game_is_played_perfectly() -> None:
    state = Matches().initial()
    while not state.is_terminal:
        state = state.successor(engine.choose(engine.analyse(state), "perfect", Random(1)))
    assert state.outcome is engine.Outcome.FIRST
    assert state.game.decisive(state) == ()


def test_new_game_has_estimates() -> None:
    analysis = engine.analyse(Matches().initial(), stop=lambda: True)
    assert [(move.action, move.value) for move in analysis.moves] == [(2, 0.5), (1, -0.5), (3, -0.5)]


class Crossroads(Matches):
    """One move, to which the opponent may answer by drawing or by winning."""

    start = 3

    def successors(self, position: int) -> dict[engine.Action, int]:
        return {3: {1: 2}, 2: {1: 1, 2: 0}}.get(position, {})


def test_drawing_and_winning_replies_differ() -> None:
    analysis = engine.analyse(Crossroads().initial())
    assert engine.remarks(analysis) == {1: (Remark(General.STILL_LOSES, (2,)), Remark(General.ONLY_LEGAL))}
