"""What is to be remarked of a move in Connect Four: by cells, by the line, and by what it closes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import engine
from engine import Consequence, Remark
from engine.teachers.connect_four.kinds import ConnectFourKind
from tests.engine import claims_of_connect_four_lines, plain
from tests.engine.boards import cells
from tests.engine.claims_of_connect_four_lines import (
    reached,
    replied_best,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tests.engine.about import About

    Claim: TypeAlias = Callable[[About, Remark], bool]
    Cells: TypeAlias = tuple[int | None, ...]

LINES = plain.lines(engine.game("connect-four"))


class Board(NamedTuple):
    """The cells before and after a stone, and who put it where."""

    before: Cells
    after: Cells
    mover: int
    cell: int
    state: engine.State

    @classmethod
    def of(cls, state: engine.State, action: engine.Action) -> Board:
        before = cells(state)
        cell = plain.landing(state, action, before)
        return cls(before, plain.placed(before, cell, state.to_move), state.to_move, cell, state)

    def threats(self, board: Cells, player: int) -> set[int]:
        """Return the empty cells in which the player would complete four, playable now or not."""
        return plain.completing(self.state, board, player)

    @property
    def playable(self) -> set[int]:
        """The cells in which a stone can be put next."""
        return {
            plain.landing(self.state, action, self.after)
            for action in plain.open_actions(self.state, self.after)
        }


@cache
def due(state: engine.State, action: engine.Action) -> list[Remark]:
    """Return what the rules alone show of a move, but threats to win at once."""
    board = Board.of(state, action)
    parts = stacked, waiting, prevented, closed, passes
    return [remark for part in parts for remark in part(board)]


def stacked(board: Board) -> Iterator[Remark]:
    mine, theirs = (board.threats(board.after, player) for player in (board.mover, 1 - board.mover))
    now = mine & board.playable
    if len(now) == 1 and not theirs & board.playable and min(now) - 7 in mine:
        yield Remark(ConnectFourKind.STACKS_THREATS, cells=(min(now) - 7, min(now)))


def waiting(board: Board) -> Iterator[Remark]:
    """Yield the threats that wait: first those below which the opponent plays when all else is full."""
    mine = board.threats(board.after, board.mover) - board.threats(board.before, board.mover) - board.playable
    theirs = board.threats(board.after, 1 - board.mover)
    lasting = {cell for cell in mine if (6 * 6 + rows_below(cell + 7)) % 2 != board.mover}
    kinds = (ConnectFourKind.LASTING_THREATS, lasting), (ConnectFourKind.WAITING_THREATS, mine - lasting)
    for kind, found in kinds:
        forbidden = {cell % 7 for cell in found if cell + 7 in board.playable - theirs}
        if found:
            yield Remark(kind, tuple(sorted(forbidden)), cells=tuple(sorted(found)))


def rows_below(cell: int) -> int:
    return 5 - cell // 7


def prevented(board: Board) -> Iterator[Remark]:
    opponent = 1 - board.mover
    instead = plain.placed(board.before, board.cell, opponent)
    if new := board.threats(instead, opponent) - board.threats(board.before, opponent):
        yield Remark(ConnectFourKind.PREVENTS_THREATS, cells=tuple(sorted(new)))


def closed(board: Board) -> Iterator[Remark]:
    if not any(is_open(board.after, line, 1 - board.mover) for line in LINES):
        yield Remark(ConnectFourKind.NO_LINE_LEFT)


def is_open(board: Cells, line: frozenset[int], player: int) -> bool:
    return all(board[cell] in {None, player} for cell in line)


def used_up(board: Board) -> Iterator[Remark]:
    above = board.cell - 7
    if above in board.threats(board.before, board.mover):
        blocked = board.state.successor(board.cell % 7).successor(board.cell % 7)
        if blocked.is_terminal or not plain.wins(blocked):
            yield Remark(ConnectFourKind.USES_UP_THREAT, cells=(above,))


def passes(board: Board) -> Iterator[Remark]:
    if not any(open_through(board.before, board.cell, player) for player in (0, 1)):
        yield Remark(ConnectFourKind.PASSES)


@cache
def open_through(board: Cells, cell: int, player: int) -> int:
    return sum(cell in line and is_open(board, line, player) for line in LINES)


def is_due(about: About, remark: Remark) -> bool:
    return remark in due(about.state, about.action)


def uses_up(about: About, remark: Remark) -> bool:
    return list(used_up(Board.of(about.state, about.action))) == [remark]


def towards_four(about: About, remark: Remark) -> bool:
    cell = Board.of(about.state, about.action).cell
    return about.value == 1 and cell in remark.cells and ends_with(about, about.mover, remark)


def their_four(about: About, remark: Remark) -> bool:
    board, winner = cells(about.after), 1 - about.mover
    count = sum(board[cell] == winner for cell in remark.cells)
    return about.value == -1 and 2 <= remark.number == count and ends_with(about, winner, remark)


def ends_with(about: About, winner: int, remark: Remark) -> bool:
    end = cells(reached(about, about.state.ply + len(about.line)))
    return frozenset(remark.cells) in LINES and all(end[cell] == winner for cell in remark.cells)


def lets_stack(about: About, remark: Remark) -> bool:
    made = list(stacked(Board.of(about.after, *remark.actions)))
    return replied_best(about, remark) and [one.cells for one in made] == [remark.cells]


def takes_needed(about: About, remark: Remark) -> bool:
    cell = Board.of(about.state, about.action).cell
    return remark.cells == (cell,) and all(about.worths[other][0] == -1 for other in remark.actions)


def takes_reply(about: About, remark: Remark) -> bool:
    cell, value = Board.of(about.state, about.action).cell, about.worths.get(about.action, (0, 0))[0]
    is_worse = all(about.worths[other][0] < value + 1 for other in remark.actions)
    return remark.cells == (cell,) and remark.number == 0 and is_worse


def avoids(about: About, remark: Remark) -> bool:
    are_lost = all(about.worths[other][0] == -1 for other in remark.actions)
    if remark.then is Consequence.WIN:
        ends = [about.state.successor(action).successor(action) for action in remark.actions]
        return not remark.number and all(plain.has_won(end, 1 - about.mover) for end in ends)
    if about.action in remark.actions or len(remark.actions) > 1:
        return about.action not in remark.actions and are_lost and not remark.number
    after = about.state.successor(*remark.actions)
    above = Board.of(after, *remark.actions).cell
    return are_lost and remark.number == open_through(cells(after), above, 1 - about.mover)


def leaves_needed(about: About, remark: Remark) -> bool:
    cell = Board.of(about.after, *remark.actions).cell
    is_better = max(value for value, _ in about.worths.values()) == 1 > about.value
    return replied_best(about, remark) and remark.cells == (cell,) and is_better


def leaves_best(about: About, remark: Remark) -> bool:
    (place,) = remark.actions
    is_same = Board.of(about.after, place).cell == Board.of(about.state, place).cell == remark.cells[0]
    return is_same and replied_best(about, remark) and about.worths[place] > about.worths[about.action]


def lets_wait(about: About, remark: Remark) -> bool:
    made = {cell for made in waiting(Board.of(about.after, *remark.actions)) for cell in made.cells}
    return replied_best(about, remark) and set(remark.cells) == made


def lets_lines(about: About, remark: Remark) -> bool:
    board = Board.of(about.after, *remark.actions)
    number = open_through(board.before, board.cell, board.mover)
    return replied_best(about, remark) and remark.cells == (board.cell,) and remark.number == number


def faces_threats(about: About, remark: Remark) -> bool:
    board = Board.of(about.state, about.action)
    return set(remark.cells) == board.threats(board.after, 1 - board.mover) - board.playable


def takes_lines(about: About, remark: Remark) -> bool:
    return closes_most(about, remark) and set(about.values) == {-1}


def is_in_most(about: About, remark: Remark) -> bool:
    """Whether no place is in more of a player's lines, and no worse one in as many."""
    is_theirs = remark.kind is ConnectFourKind.THUMB_CLOSES_LINES
    counts = count_through(about, 1 - about.mover if is_theirs else about.mover)
    best = max(about.worths.values(), default=(0, 0))[0]
    foremost = {about.worths.get(each, (best,))[0] for each in counts if counts[each] == max(counts.values())}
    number = counts.pop(about.action)
    return foremost == {best} and (remark.number, remark.of) == (number, max(counts.values(), default=0))


def closes_most(about: About, remark: Remark) -> bool:
    counts = count_through(about, 1 - about.mover)
    number = counts.pop(about.action)
    return number > 0 and (remark.number, remark.of) == (number, max(counts.values(), default=0))


def count_through(about: About, player: int) -> dict[engine.Action, int]:
    """Return of each action in how many lines that a player can complete its place is."""
    board = cells(about.state)
    return {
        action: open_through(board, plain.landing(about.state, action, board), player)
        for action in about.state.actions()
    }


def leaves_place(about: About, remark: Remark) -> bool:
    return leaves_best_place(about, remark) or lets_lines(about, remark)


def leaves_best_place(about: About, remark: Remark) -> bool:
    counts = {
        action: open_through(cells(about.after), Board.of(about.after, action).cell, 1 - about.mover)
        for action in about.after.actions()
    }
    best = {action for action, number in counts.items() if number == max(counts.values())}
    places = {plain.landing(about.after, action, cells(about.after)) for action in best}
    is_best = set(remark.actions) == best and set(remark.cells) == places
    return is_best and remark.number == max(counts.values())


CLAIMS: Mapping[engine.Kind, Claim] = {
    **dict.fromkeys(ConnectFourKind, is_due),
    **claims_of_connect_four_lines.CLAIMS,
    ConnectFourKind.USES_UP_THREAT: uses_up,
    ConnectFourKind.TOWARDS_FOUR: towards_four,
    ConnectFourKind.THEIR_FOUR: their_four,
    ConnectFourKind.LETS_STACK: lets_stack,
    ConnectFourKind.TAKES_NEEDED: takes_needed,
    ConnectFourKind.TAKES_REPLY: takes_reply,
    ConnectFourKind.AVOIDS: avoids,
    ConnectFourKind.LEAVES_NEEDED: leaves_needed,
    ConnectFourKind.LEAVES_BEST: leaves_best,
    ConnectFourKind.LETS_WAIT: lets_wait,
    ConnectFourKind.FACES_THREATS: faces_threats,
    ConnectFourKind.THUMB_TAKES_LINES: takes_lines,
    ConnectFourKind.THUMB_LINES: is_in_most,
    ConnectFourKind.THUMB_CLOSES_LINES: is_in_most,
    ConnectFourKind.THUMB_LEAVES_PLACE: leaves_place,
}
