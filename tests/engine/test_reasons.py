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


def listed(names: list[str]) -> str:
    count = {2: "two", 3: "three"}[len(names)]
    return f"{count} threats, {', '.join(names[:-1])} and {names[-1]}"


def due(state: engine.State, action: engine.Action, solved: Solved) -> list[str]:
    """Say all that ought to be said of an action, from the cells and retrograde analysis alone."""
    if NAMES[action] in winning_cells(cells(state), state.to_move):
        return ["wins at once"]
    worths = {other: solved[state.successor(other).position] for other in state.actions()}
    return [*of_threats(state, action), *of_losing(state, action, worths), *of_others(action, worths)]


def of_threats(state: engine.State, action: engine.Action) -> Iterator[str]:
    mover, after = state.to_move, state.successor(action)
    if NAMES[action] in winning_cells(cells(state), 1 - mover):
        yield "blocks a win"
    old = winning_cells(cells(state), mover)
    made = [name for name in winning_cells(cells(after), mover) if name not in old]
    kept = [name for name in winning_cells(cells(after), mover) if name in old]
    besides = f" besides {' and '.join(kept)}" if kept else ""
    if made:
        yield (
            f"threatens to win on {made[0]}{besides}" if len(made) == 1 else f"makes {listed(made)}{besides}"
        )


def of_losing(state: engine.State, action: engine.Action, worths: Worths) -> Iterator[str]:
    replies = winning_cells(cells(state.successor(action)), 1 - state.to_move)
    is_settled = set(worths.values()) == {(1, 1)}
    if len(replies) > 1:
        yield f"leaves the opponent {listed(replies)}"
    elif replies:
        yield f"{'the opponent still wins' if is_settled else 'lets the opponent win'} with {replies[0]}"
    elif worths[action][0] == 1 and min(worths.values())[0] < 1:
        yield "lets the opponent force a win, starting with"


def of_others(action: engine.Action, worths: Worths) -> Iterator[str]:
    values = [-value for value, _ in worths.values()]
    value, best, slowest = -worths[action][0], max(values), max(distance for _, distance in worths.values())
    if len(worths) == 1:
        yield "only legal move"
    elif set(worths.values()) == {(1, slowest)}:
        yield from ["every move loses"] * (slowest > 1)
    elif best == -1:
        yield from ["holds out longest"] * (worths[action][1] == slowest)
    elif value == best and values.count(best) == 1:
        yield "only move that wins" if best == 1 else "only move that holds"
    elif value == 0 and best == 1:
        yield "gives the win away"


def test_reasons_are_exactly_what_is_true(analyses: list[engine.Analysis], solved: Solved) -> None:
    for analysis in analyses:
        for action, reason in engine.reasons(analysis).items():
            said = re.sub(r"(starting with) \S+", r"\1", reason)
            assert said == "; ".join(due(analysis.state, action, solved))


def test_forced_win_really_starts_with_the_named_move(
    analyses: list[engine.Analysis], solved: Solved
) -> None:
    for analysis in analyses:
        for action, reason in engine.reasons(analysis).items():
            if named := re.search(r"starting with (\S+)", reason):
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
    assert said["a3"] == "makes two threats, a2 and b3; lets the opponent win with b3"


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
    game = InARow("test", "Test", rows=3, columns=3, length=3, misere=True)
    state = played(game, names)
    assert engine.reasons(engine.analyse(state))[game.action_named(state, name)] == reason


def test_reasons_claim_nothing_that_was_only_estimated(played: Played) -> None:
    game = InARow("test", "Test", rows=4, columns=4, length=4)
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
