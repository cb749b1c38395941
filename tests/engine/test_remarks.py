"""Every remark is checked against the board by brute force, and none that is due is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import pytest

import engine
from engine import General, Remark
from engine.games.connect_four import ConnectFourKind
from engine.games.in_a_row import InARow
from tests.engine.boards import cells

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Cells: TypeAlias = tuple[int | None, ...]
    Played: TypeAlias = Callable[[engine.Game, str], engine.State]
    Worths: TypeAlias = dict[engine.Action, tuple[int, int]]
    Solved: TypeAlias = dict[engine.Position, tuple[int, int]]

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OF_A_REPLY = {General.LETS_FORK, General.STILL_FORKED, General.LETS_FORCE_WIN}
"""Of which there may be several that are as good."""


def winning_cells(cells: Cells, player: int) -> tuple[int, ...]:
    """Return the empty cells in which the player would complete a line."""
    found = set()
    for line in LINES:
        owners = [cells[cell] for cell in line]
        if owners.count(player) == 2 and None in owners:
            found.add(line[owners.index(None)])
    return tuple(sorted(found))


def due(analysis: engine.Analysis, move: engine.AnalysedMove, solved: Solved) -> list[Remark]:
    """Return the first three of all that is due, from the cells and retrograde analysis alone."""
    state, action = analysis.state, move.action
    if action in winning_cells(cells(state), state.to_move):
        return [Remark(General.WINS)]
    worths = {other: solved[state.successor(other).position] for other in state.actions()}
    threats, losing = of_threats(state, action), of_losing(state, move, worths)
    others = of_others(action, worths)
    if worths[action] == (1, 1):
        return [*of_blocking(state, action), *losing, *others, *threats][:3]
    due = [*of_blocking(state, action), *threats, *losing, *others, *of_forestalling(state, action)]
    return due[:3]


def of_blocking(state: engine.State, action: engine.Action) -> Iterator[Remark]:
    if action in winning_cells(cells(state), 1 - state.to_move):
        yield Remark(General.BLOCKS_WIN)


def of_threats(state: engine.State, action: engine.Action) -> Iterator[Remark]:
    mover, after = state.to_move, state.successor(action)
    old = winning_cells(cells(state), mover)
    made = tuple(cell for cell in winning_cells(cells(after), mover) if cell not in old)
    kept = tuple(cell for cell in winning_cells(cells(after), mover) if cell in old)
    if made:
        yield Remark(General.THREATENS if len(made) == 1 else General.FORKS, made, besides=kept)


def of_losing(state: engine.State, move: engine.AnalysedMove, worths: Worths) -> Iterator[Remark]:
    after, opponent = state.successor(move.action), 1 - state.to_move
    replies, is_lost = winning_cells(cells(after), opponent), min(worths.values())[0] == 1
    if set(worths.values()) == {(1, 1)}:
        yield Remark(General.STILL_LOSES, replies)
    elif replies and move.action in winning_cells(cells(state), opponent):
        yield Remark(General.LETS_WIN, replies)
    elif replies:
        yield Remark(General.IGNORES_THREATS, replies)
    elif worths[move.action][0] == 1:
        reply = move.line[1]
        if len(winning_cells(cells(after.successor(reply)), opponent)) > 1:
            yield Remark(General.STILL_FORKED if is_lost else General.LETS_FORK, (reply,))
        elif not is_lost:
            yield Remark(General.LETS_FORCE_WIN, (reply,))


def of_others(action: engine.Action, worths: Worths) -> Iterator[Remark]:
    values = [-value for value, _ in worths.values()]
    value, best, slowest = -worths[action][0], max(values), max(distance for _, distance in worths.values())
    delay = worths[action][1]
    if len(worths) == 1:
        yield Remark(General.ONLY_LEGAL)
    elif set(worths.values()) == {(1, slowest)}:
        yield from [Remark(General.EVERY_MOVE_LOSES)] * (slowest > 1)
    elif best == -1:
        yield from [Remark(General.HOLDS_OUT_LONGEST)] * (delay == slowest)
        yield from [Remark(General.LOSES_SOONER)] * (1 < delay < slowest)
    elif value == best and values.count(best) == 1:
        yield Remark(General.ONLY_WIN if best == 1 else General.ONLY_DRAW)
    elif value < best and (best == 1 or delay > 1):
        yield Remark(General.GIVES_WIN_AWAY if best == 1 else General.GIVES_DRAW_AWAY)


def of_forestalling(state: engine.State, action: engine.Action) -> Iterator[Remark]:
    before, after, opponent = cells(state), cells(state.successor(action)), 1 - state.to_move
    if winning_cells(before, opponent):
        return
    if most_threats(before, opponent) > 1 >= most_threats(after, opponent):
        yield Remark(General.FORESTALLS_FORK)


def most_threats(board: Cells, player: int) -> int:
    """Return how many threats the player could have after one more mark."""
    forked = [
        (*board[:cell], player, *board[cell + 1 :]) for cell, owner in enumerate(board) if owner is None
    ]
    return max((len(winning_cells(cells, player)) for cells in forked), default=0)


def test_remarks_are_exactly_what_is_true(analyses: list[engine.Analysis], solved: Solved) -> None:
    for analysis in analyses:
        remarked = engine.remarks(analysis)
        for move in analysis.moves:
            assert list(remarked[move.action]) == due(analysis, move, solved)


def test_reply_that_is_told_really_wins(analyses: list[engine.Analysis], solved: Solved) -> None:
    for analysis in analyses:
        for action, remarked in engine.remarks(analysis).items():
            for remark in remarked:
                if remark.kind in OF_A_REPLY:
                    reply = analysis.state.successor(action).successor(*remark.actions)
                    assert solved[reply.position][0] == -1


def test_remarks_are_about_every_legal_action(analyses: list[engine.Analysis]) -> None:
    for analysis in analyses:
        assert sorted(engine.remarks(analysis)) == sorted(analysis.state.actions())


ONE_ROW_SHORT = "4 1 2 2 4 1 2 1 1 5"
NEAR_THE_END = f"{ONE_ROW_SHORT} 1 1 4 4 7 7 4 2 5 5 2 6 5 4 2 7 5 6"
NO_WAY_OUT = "2 7 2 1 4 3 7 7 5 4 4 7 1 6 6 2 1 1 6 4 4 4 7 6 1 6 6 7 1 2 3 2 2 3 3"


@pytest.mark.parametrize(
    ("slug", "names", "name", "remarks"),
    [
        ("tic-tac-toe", "b2 b1", "b3", [Remark(General.GIVES_WIN_AWAY)]),
        (
            "tic-tac-toe",
            "a1 b2 c3 b1",
            "a3",
            [Remark(General.IGNORES_THREATS, (7,)), Remark(General.FORKS, (3, 7))],
        ),
        (
            "tic-tac-toe",
            "a1 b2 b1",
            "c1",
            [Remark(General.BLOCKS_WIN), Remark(General.THREATENS, (6,)), Remark(General.ONLY_DRAW)],
        ),
        (
            "tic-tac-toe-wild",
            "c1o b2x a1o c3o",
            "a3o",
            [Remark(General.LETS_WIN, (3, 7, 11, 15)), Remark(General.GIVES_WIN_AWAY)],
        ),
        (
            "tic-tac-toe-misere",
            "b2 a1 c3 a2 c2 b3",
            "b1",
            [Remark(General.ONLY_DRAW), Remark(General.LEAVES_ONE_SAFE_REPLY, (2,))],
        ),
        (
            "tic-tac-toe-misere",
            "a3 b2 a2 c1 c3",
            "b1",
            [Remark(General.LETS_FORCE_WIN, (5,)), Remark(General.GIVES_WIN_AWAY)],
        ),
        (
            "four-in-a-row-4x4",
            "c2 b1 b3 d2 c1 c3 a1 d4 a3",
            "a4",
            [Remark(General.FORESTALLS_FORK)],
        ),
        (
            "connect-four",
            ONE_ROW_SHORT,
            "3",
            [Remark(General.THREATENS, (2,)), Remark(ConnectFourKind.USES_UP_THREAT)],
        ),
        (
            "connect-four",
            NEAR_THE_END,
            "6",
            [Remark(General.THREATENS, (6,)), Remark(ConnectFourKind.WAITING_THREATS, cells=(2,))],
        ),
        ("connect-four", NO_WAY_OUT, "3", [Remark(General.LEAVES_ONE_SAFE_REPLY, (2,))]),
    ],
)
def test_remarks_are_those_of_a_strong_player(
    played: Played, slug: str, names: str, name: str, remarks: list[Remark]
) -> None:
    state = played(engine.game(slug), names)
    remarked = engine.remarks(engine.analyse(state, depth=6))
    assert list(remarked[state.game.action_named(state, name)]) == remarks


def test_line_names_best_play_to_the_end(played: Played, tictactoe: engine.Game) -> None:
    state = played(tictactoe, "b2 b1")
    assert engine.principal_variation(state, engine.analyse(state).moves[0]) == ("a1", "c3", "a2", "c1", "c2")


def test_nothing_is_remarked_on_an_even_start(tictactoe: engine.Game) -> None:
    assert set(engine.remarks(engine.analyse(tictactoe.initial())).values()) == {()}


@pytest.mark.parametrize(
    ("names", "name", "kind"),
    [
        ("a1 b1 a2", "a3", General.GIVES_WIN_AWAY),
        ("a1 b1 a2 c3", "a3", General.LOSES),
        ("", "b2", General.ONLY_DRAW),
    ],
)
def test_remarks_under_the_misere_rule_tell_of_no_threats(
    played: Played, names: str, name: str, kind: engine.Kind
) -> None:
    game = InARow("test", rows=3, columns=3, length=3, misere=True)
    state = played(game, names)
    assert engine.remarks(engine.analyse(state))[game.action_named(state, name)] == (Remark(kind),)


def test_remarks_claim_nothing_that_was_only_estimated(played: Played) -> None:
    game = InARow("test", rows=4, columns=4, length=4)
    state = played(game, "a1 a4 b1 b4")
    remarked = engine.remarks(engine.analyse(state, stop=lambda: True))
    named = {game.name_of(state, action): remarks for action, remarks in remarked.items()}
    assert named["c1"] == (Remark(General.THREATENS, (3,)),)
    assert named["d3"] == ()


def test_remarks_compare_nothing_with_an_estimate(tictactoe: engine.Game) -> None:
    drawn = engine.AnalysedMove(4, 0, 9, exact=True, line=(4, 0, 1, 7, 3, 5, 2, 6, 8))
    guessed = engine.AnalysedMove(0, -0.3, 1, exact=False, line=(0,))
    doubtful = engine.AnalysedMove(1, -1, 4, exact=False, line=(1, 0, 4, 8))
    analysis = engine.Analysis(tictactoe.initial(), (drawn, guessed, doubtful))
    assert engine.remarks(analysis) == {4: (), 0: (), 1: ()}
