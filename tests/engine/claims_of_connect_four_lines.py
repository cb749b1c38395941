"""What a remark says of a line of Connect Four and of answering its replies, played out to the end."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import engine
from engine import Remark
from engine.rules.connect_four_board import numbers, split
from engine.teachers.connect_four.kinds import ConnectFourKind
from engine.teachers.connect_four.pairing import plan
from tests.engine import plain
from tests.engine.boards import cells

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.engine.about import About

    Claim: TypeAlias = Callable[[About, Remark], bool]

MOST_LEFT = 20
"""Of how many empty cells every way is played out to answer stones."""


def wins_by_answering(about: About, remark: Remark) -> bool:
    return is_won_by_answering(about.after, about.mover, remark)


def holds_by_answering(about: About, remark: Remark) -> bool:
    return is_held_by_answering(about.after, about.mover, remark)


def is_answered_to_loss(about: About, remark: Remark) -> bool:
    replied = about.after.successor(*remark.actions)
    return replied_best(about, remark) and is_won_by_answering(replied, 1 - about.mover, remark)


def leads_to_answers(about: About, remark: Remark) -> bool:
    return about.value == 1 and is_won_by_answering(reached(about, remark.number), about.mover, remark)


def leads_to_answered(about: About, remark: Remark) -> bool:
    is_won = is_won_by_answering(reached(about, remark.number), 1 - about.mover, remark)
    return about.value == -1 and replied_best(about, remark) and is_won


def replied_best(about: About, remark: Remark) -> bool:
    return remark.actions == about.line[1:2]


def reached(about: About, number: int) -> engine.State:
    """Return the state of the line after the move of that number, the first of a match is 1."""
    state = about.state
    for action in about.line[: number - about.state.ply]:
        state = state.successor(action)
    assert state.ply == number
    return state


def is_won_by_answering(state: engine.State, follower: int, remark: Remark) -> bool:
    return bool(remark.cells) and ends(state, follower, remark) <= {1}


def is_held_by_answering(state: engine.State, follower: int, remark: Remark) -> bool:
    return ends(state, follower, remark) <= {0, 1}


def ends(state: engine.State, follower: int, remark: Remark) -> set[int]:
    """Return how it may end for a player who only answers; nothing if that is too much to play out.

    A -1 stands for a loss, and for one of the cells that the opponent gets.
    """
    assert state.to_move != follower
    if cells(state).count(None) > MOST_LEFT:
        return set()
    pairs = zip(remark.besides[::2], remark.besides[1::2], strict=True)
    return set(_ends(state, follower, frozenset(pairs), remark.cells))


@cache
def _ends(
    state: engine.State, follower: int, pairs: frozenset[tuple[int, int]], claimed: tuple[int, ...]
) -> frozenset[int]:
    found: set[int] = set()
    for column in state.actions():
        after = state.successor(column)
        pair = next((pair for pair in pairs if column in pair), None)
        if not after.is_terminal:
            after = after.successor(sum(pair) - column if pair else column)
        if any(cells(after)[cell] == 1 - follower for cell in claimed):
            found.add(-1)
        elif after.is_terminal:
            found.add(after.utility if after.to_move == follower else -after.utility)
        else:
            found |= _ends(after, follower, pairs - {pair}, claimed)
    return frozenset(found)


def leads_to_fork(about: About, remark: Remark) -> bool:
    return about.value == 1 and not remark.actions and decides(about, remark)


def led_to_fork(about: About, remark: Remark) -> bool:
    return about.value == -1 and replied_best(about, remark) and decides(about, remark)


def decides(about: About, remark: Remark) -> bool:
    """Whether the line is over two moves later, because of what is claimed."""
    lost = reached(about, remark.number)
    winner, board = 1 - lost.to_move, cells(lost)
    assert len(about.line) == lost.ply - about.state.ply + 2
    assert plain.has_won(reached(about, lost.ply + 2), winner)
    places = {plain.landing(lost, action, board) for action in lost.actions()}
    waiting = plain.completing(lost, board, winner)
    now = waiting & places
    if len(now) == 1:
        (lower,) = now
        return remark.cells == (lower - 7, lower) and lower - 7 in waiting
    return set(remark.cells) == now and len(now) > 1


def is_hole(about: About, remark: Remark) -> bool:
    return about.value == 1 and decides_in(about, about.mover, remark)


def is_their_hole(about: About, remark: Remark) -> bool:
    return about.value == -1 and decides_in(about, 1 - about.mover, remark)


def decides_in(about: About, winner: int, remark: Remark) -> bool:
    """Whether the winner waits there, and gets four there over the loser, by the line or by answering."""
    board, column, holes = cells(about.after), about.line[-1], set(remark.cells)
    threatened = plain.completing(about.state, board, winner)
    waiting = {cell for cell in threatened if cell < 35 and board[cell + 7] is None}
    end = reached(about, about.state.ply + len(about.line))
    top = min(cell for cell in range(column, 42, 7) if cells(end)[cell] is not None)
    is_last = plain.has_won(end, winner) and holes == {top} and cells(end)[top + 7] == 1 - winner
    is_shown = bool(holes) and holes <= waiting and (is_last or is_answered(about, winner, holes))
    return is_shown and remark.number == others(about, winner, holes)


def others(about: About, winner: int, holes: set[int]) -> int:
    """Return how many discs can be dropped until only below the one hole there is room, for the loser."""
    if len(holes) > 1:
        return 0
    (hole,), state, dropped = holes, about.after, 0
    board = list(cells(state))
    while free := [cell for cell in range(42) if board[cell] is None and not is_kept(cell, hole)]:
        board[free[-1]], dropped = 0, dropped + 1
    return dropped if (state.to_move + dropped) % 2 != winner else 0


def is_kept(cell: int, hole: int) -> bool:
    """Whether a cell is the one right below a hole, or above that."""
    return cell % 7 == hole % 7 and cell <= hole + 7


def is_answered(about: About, winner: int, holes: set[int]) -> bool:
    """Whether the winner needs only to answer from some state of the line on, to win and to get these."""
    state = about.state
    for action in about.line:
        state = state.successor(action)
        theirs, mine = split(state.position)
        found = plan(mine, theirs) if state.to_move != winner and not state.is_terminal else None
        if found and found.wins and holes <= set(numbers(found.cells)):
            cells_got = tuple(sorted(holes))
            return ends(
                state, winner, Remark(ConnectFourKind.HOLE, besides=found.beside, cells=cells_got)
            ) <= {1}
    return False


CLAIMS: Mapping[engine.Kind, Claim] = {
    ConnectFourKind.ANSWERS_TO_WIN: wins_by_answering,
    ConnectFourKind.ANSWERS_TO_HOLD: holds_by_answering,
    ConnectFourKind.ANSWERED_TO_LOSS: is_answered_to_loss,
    ConnectFourKind.LEADS_TO_ANSWERS: leads_to_answers,
    ConnectFourKind.LEADS_TO_ANSWERED: leads_to_answered,
    ConnectFourKind.LEADS_TO_FORK: leads_to_fork,
    ConnectFourKind.LED_TO_FORK: led_to_fork,
    ConnectFourKind.HOLE: is_hole,
    ConnectFourKind.THEIR_HOLE: is_their_hole,
}
