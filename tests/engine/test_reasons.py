"""Every reason is checked against the board by brute force, and none that is due is missing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

import pytest

import engine
from engine.games.in_a_row import InARow
from tests.engine.boards import cells

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Played: TypeAlias = Callable[[engine.Game, str], engine.State]
    Worths: TypeAlias = dict[engine.Action, tuple[int, int]]
    Solved: TypeAlias = dict[engine.Position, tuple[int, int]]

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
NAMES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]


def winning_cells(cells: tuple[int | None, ...], player: int) -> list[str]:
    """Return the names of the empty cells in which the player would complete a line."""
    found = set()
    for line in LINES:
        owners = [cells[cell] for cell in line]
        if owners.count(player) == 2 and None in owners:
            found.add(line[owners.index(None)])
    return [NAMES[cell] for cell in sorted(found)]


def listed(names: list[str], conjunction: str) -> str:
    return f" {conjunction} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def due(analysis: engine.Analysis, move: engine.AnalysedMove, solved: Solved) -> list[str]:
    """Say the first three of all that is due, from the cells and retrograde analysis alone."""
    state, action = analysis.state, move.action
    if NAMES[action] in winning_cells(cells(state), state.to_move):
        return ["wins at once"]
    worths = {other: solved[state.successor(other).position] for other in state.actions()}
    threats, losing = of_threats(state, action), of_losing(state, move, worths)
    others = of_others(action, worths)
    if worths[action] == (1, 1):
        return [*of_blocking(state, action), *losing, *others, *threats][:3]
    due = [*of_blocking(state, action), *threats, *losing, *others, *of_forestalling(state, action)]
    return due[:3]


def of_blocking(state: engine.State, action: engine.Action) -> Iterator[str]:
    if NAMES[action] in winning_cells(cells(state), 1 - state.to_move):
        yield "blocks a win"


def of_threats(state: engine.State, action: engine.Action) -> Iterator[str]:
    mover, after = state.to_move, state.successor(action)
    old = winning_cells(cells(state), mover)
    made = [name for name in winning_cells(cells(after), mover) if name not in old]
    kept = [name for name in winning_cells(cells(after), mover) if name in old]
    besides = f" besides {listed(kept, 'and')}" if kept else ""
    if len(made) == 1:
        yield f"threatens to win on {made[0]}{besides}"
    elif made:
        yield f"makes {['two', 'three'][len(made) - 2]} threats, {listed(made, 'and')}{besides}"


def of_losing(state: engine.State, move: engine.AnalysedMove, worths: Worths) -> Iterator[str]:
    after, opponent = state.successor(move.action), 1 - state.to_move
    replies, is_lost = winning_cells(cells(after), opponent), min(worths.values())[0] == 1
    if set(worths.values()) == {(1, 1)}:
        yield f"the opponent still wins with {listed(replies, 'or')}"
    elif replies and NAMES[move.action] in winning_cells(cells(state), opponent):
        yield f"lets the opponent win with {listed(replies, 'or')}"
    elif replies:
        yield f"ignores the threat{'s' * (len(replies) > 1)} on {listed(replies, 'and')}"
    elif worths[move.action][0] == 1:
        reply = after.successor(move.line[1])
        if len(winning_cells(cells(reply), opponent)) > 1:
            yield f"{'the opponent makes' if is_lost else 'lets the opponent make'} two threats with"
        elif not is_lost:
            yield "lets the opponent force a win, starting with"


def of_others(action: engine.Action, worths: Worths) -> Iterator[str]:
    values = [-value for value, _ in worths.values()]
    value, best, slowest = -worths[action][0], max(values), max(distance for _, distance in worths.values())
    delay = worths[action][1]
    if len(worths) == 1:
        yield "only legal move"
    elif set(worths.values()) == {(1, slowest)}:
        yield from ["every move loses"] * (slowest > 1)
    elif best == -1:
        yield from ["holds out longest"] * (delay == slowest) + ["loses sooner"] * (1 < delay < slowest)
    elif value == best and values.count(best) == 1:
        yield "only move that wins" if best == 1 else "only move that holds"
    elif value < best and (best == 1 or delay > 1):
        yield "gives the win away" if best == 1 else "gives the draw away"


def of_forestalling(state: engine.State, action: engine.Action) -> Iterator[str]:
    before, after, opponent = cells(state), cells(state.successor(action)), 1 - state.to_move
    if winning_cells(before, opponent):
        return
    if most_threats(before, opponent) > 1 >= most_threats(after, opponent):
        yield "keeps the opponent from making two threats at once"


def most_threats(board: tuple[int | None, ...], player: int) -> int:
    """Return how many threats the player could have after one more mark."""
    forked = [
        (*board[:cell], player, *board[cell + 1 :]) for cell, owner in enumerate(board) if owner is None
    ]
    return max((len(winning_cells(cells, player)) for cells in forked), default=0)


def test_reasons_are_exactly_what_is_true(analyses: list[engine.Analysis], solved: Solved) -> None:
    for analysis in analyses:
        said = engine.reasons(analysis)
        for move in analysis.moves:
            phrases = re.sub(r"(starting with|two threats with) \S\S", r"\1", said[move.action])
            assert phrases == "; ".join(due(analysis, move, solved))


def test_reply_that_is_named_really_wins(analyses: list[engine.Analysis], solved: Solved) -> None:
    for analysis in analyses:
        for action, reason in engine.reasons(analysis).items():
            if named := re.search(r"(?:starting|two threats) with (\S\S)", reason):
                reply = analysis.state.successor(action).successor(NAMES.index(named[1]))
                assert solved[reply.position][0] == -1


def test_reasons_speak_of_every_legal_action(analyses: list[engine.Analysis]) -> None:
    for analysis in analyses:
        assert sorted(engine.reasons(analysis)) == sorted(analysis.state.actions())


def test_reasons_read_like_a_person(tictactoe: engine.Game, played: Played) -> None:
    state = played(tictactoe, "a1 b2 c3 b1")
    said = {
        tictactoe.name_of(state, a): reason for a, reason in engine.reasons(engine.analyse(state)).items()
    }
    assert said["b3"] == "blocks a win; threatens to win on a3; only move that holds"
    assert said["a3"] == "ignores the threat on b3; makes two threats, a2 and b3"


ONE_ROW_SHORT = "4 1 2 2 4 1 2 1 1 5"
NEAR_THE_END = f"{ONE_ROW_SHORT} 1 1 4 4 7 7 4 2 5 5 2 6 5 4 2 7 5 6"
NO_WAY_OUT = "2 7 2 1 4 3 7 7 5 4 4 7 1 6 6 2 1 1 6 4 4 4 7 6 1 6 6 7 1 2 3 2 2 3 3"


@pytest.mark.parametrize(
    ("slug", "names", "name", "reason"),
    [
        ("tic-tac-toe", "b2 b1", "b3", "gives the win away"),
        ("tic-tac-toe", "a1 b2 b1", "c1", "blocks a win; threatens to win on a3; only move that holds"),
        (
            "tic-tac-toe-wild",
            "c1o b2x a1o c3o",
            "a3o",
            "lets the opponent win in four ways; gives the win away",
        ),
        ("tic-tac-toe-misere", "b2 a1 c3 a2 c2 b3", "b1", "only move that holds; leaves one safe reply, c1"),
        (
            "tic-tac-toe-misere",
            "a3 b2 a2 c1 c3",
            "b1",
            "lets the opponent force a win, starting with c2; gives the win away",
        ),
        (
            "four-in-a-row-4x4",
            "c2 b1 b3 d2 c1 c3 a1 d4 a3",
            "a4",
            "keeps the opponent from making two threats at once",
        ),
        ("connect-four", ONE_ROW_SHORT, "3", "threatens to win on 3 above it; uses up the threat above it"),
        (
            "connect-four",
            NEAR_THE_END,
            "6",
            "threatens to win on 7; makes an even threat on row 6 of column 3",
        ),
        ("connect-four", NO_WAY_OUT, "3", "leaves one safe reply, 3 above it"),
    ],
)
def test_reasons_read_like_a_strong_player(
    played: Played, slug: str, names: str, name: str, reason: str
) -> None:
    state = played(engine.game(slug), names)
    assert engine.reasons(engine.analyse(state, depth=6))[state.game.action_named(state, name)] == reason


def test_line_names_best_play_to_the_end(played: Played, tictactoe: engine.Game) -> None:
    state = played(tictactoe, "b2 b1")
    assert engine.principal_variation(state, engine.analyse(state).moves[0]) == ("a1", "c3", "a2", "c1", "c2")


def test_reasons_have_nothing_to_say_of_an_even_start(tictactoe: engine.Game) -> None:
    assert set(engine.reasons(engine.analyse(tictactoe.initial())).values()) == {""}


@pytest.mark.parametrize(
    ("names", "name", "reason"),
    [
        ("a1 b1 a2", "a3", "gives the win away"),
        ("a1 b1 a2 c3", "a3", "loses at once"),
        ("", "b2", "only move that holds"),
    ],
)
def test_reasons_under_the_misere_rule_speak_of_no_threats(
    played: Played, names: str, name: str, reason: str
) -> None:
    game = InARow("test", rows=3, columns=3, length=3, misere=True)
    state = played(game, names)
    assert engine.reasons(engine.analyse(state))[game.action_named(state, name)] == reason


def test_reasons_claim_nothing_that_was_only_estimated(played: Played) -> None:
    game = InARow("test", rows=4, columns=4, length=4)
    state = played(game, "a1 a4 b1 b4")
    analysis = engine.analyse(state, stop=lambda: True)
    said = {game.name_of(state, action): reason for action, reason in engine.reasons(analysis).items()}
    assert said["c1"] == "threatens to win on d1"
    assert said["d3"] == ""


def test_reasons_compare_nothing_with_an_estimate(tictactoe: engine.Game) -> None:
    drawn = engine.AnalysedMove(4, 0, 9, exact=True, line=(4, 0, 1, 7, 3, 5, 2, 6, 8))
    guessed = engine.AnalysedMove(0, -0.3, 1, exact=False, line=(0,))
    doubtful = engine.AnalysedMove(1, -1, 4, exact=False, line=(1, 0, 4, 8))
    analysis = engine.Analysis(tictactoe.initial(), (drawn, guessed, doubtful))
    assert engine.reasons(analysis) == {4: "", 0: "", 1: ""}
