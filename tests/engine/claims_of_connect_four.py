"""What is to be remarked of a move in Connect Four: by cells, by the line, and by playing out every reply."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import engine
from engine import Remark
from engine.games.connect_four_board import numbers, split
from engine.teachers.connect_four.kinds import ConnectFourKind
from engine.teachers.connect_four.pairing import plan
from tests.engine import plain
from tests.engine.boards import cells

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tests.engine.about import About

    Claim: TypeAlias = Callable[[About, Remark], bool]
    Cells: TypeAlias = tuple[int | None, ...]

LINES = plain.lines(engine.game("connect-four"))
OWN_LINES = {ConnectFourKind.THUMB_LINES, ConnectFourKind.THUMB_MOST_LINES}
MOST_LEFT = 20
"""Of how many empty cells every way is played out to answer stones."""


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
        """Return the empty cells in which the player would complete four, in reach or not."""
        return plain.completing(self.state, board, player)

    @property
    def reach(self) -> set[int]:
        """The cells in which a stone can be put next."""
        return {
            plain.landing(self.state, action, self.after)
            for action in plain.open_actions(self.state, self.after)
        }


@cache
def due(state: engine.State, action: engine.Action) -> list[Remark]:
    """Return what the rules alone show of a move, but threats to win at once."""
    board = Board.of(state, action)
    parts = stacked, waiting, prevented, closed, shunned, lines
    return [remark for part in parts for remark in part(board)]


def stacked(board: Board) -> Iterator[Remark]:
    mine, theirs = (board.threats(board.after, player) for player in (board.mover, 1 - board.mover))
    now = mine & board.reach
    if len(now) == 1 and not theirs & board.reach and min(now) - 7 in mine:
        yield Remark(ConnectFourKind.STACKS_THREATS, cells=(min(now) - 7, min(now)))


def waiting(board: Board) -> Iterator[Remark]:
    """Yield the threats that wait: first those below which the opponent plays when all else is full."""
    mine = board.threats(board.after, board.mover) - board.threats(board.before, board.mover) - board.reach
    theirs = board.threats(board.after, 1 - board.mover)
    lasting = {cell for cell in mine if (6 * 6 + rows_below(cell + 7)) % 2 != board.mover}
    kinds = (ConnectFourKind.LASTING_THREATS, lasting), (ConnectFourKind.WAITING_THREATS, mine - lasting)
    for kind, found in kinds:
        forbidden = {cell % 7 for cell in found if cell + 7 in board.reach - theirs}
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


def shunned(board: Board) -> Iterator[Remark]:
    mine, theirs = (board.threats(board.after, player) for player in (board.mover, 1 - board.mover))
    found = {cell - 7 for cell in board.reach - mine - theirs if cell - 7 in mine & theirs}
    if found:
        columns = tuple(sorted(cell % 7 for cell in found))
        yield Remark(ConnectFourKind.SHUNS, columns, cells=tuple(sorted(found)))


def used_up(board: Board) -> Iterator[Remark]:
    above = board.cell - 7
    if above in board.threats(board.before, board.mover):
        blocked = board.state.successor(board.cell % 7).successor(board.cell % 7)
        if blocked.is_terminal or not plain.wins(blocked):
            yield Remark(ConnectFourKind.USES_UP_THREAT, cells=(above,))


def lines(board: Board) -> Iterator[Remark]:
    choices = [plain.landing(board.state, action, board.before) for action in board.state.actions()]
    mine, theirs = (
        {cell: open_through(board.before, cell, player) for cell in choices}
        for player in (board.mover, 1 - board.mover)
    )
    own = mine.pop(board.cell)
    most = max(mine.values(), default=0)
    if own and own >= most:
        yield Remark(ConnectFourKind.THUMB_MOST_LINES, number=own, of=most)
    elif own:
        yield Remark(ConnectFourKind.THUMB_LINES, number=own)
    elif other := theirs[board.cell]:
        yield Remark(ConnectFourKind.THUMB_CLOSES_LINES, number=other)
    else:
        yield Remark(ConnectFourKind.PASSES)


@cache
def open_through(board: Cells, cell: int, player: int) -> int:
    return sum(cell in line and is_open(board, line, player) for line in LINES)


def is_due(about: About, remark: Remark) -> bool:
    return remark in due(about.state, about.action)


def uses_up(about: About, remark: Remark) -> bool:
    return list(used_up(Board.of(about.state, about.action))) == [remark]


def leaves_few_lines(about: About, remark: Remark) -> bool:
    board = Board.of(about.state, about.action)
    before, after = (
        sum(is_open(cells, line, 1 - board.mover) for line in LINES) for cells in (board.before, board.after)
    )
    return before > after == remark.number > 0


def wins_by_answering(about: About, remark: Remark) -> bool:
    return is_won_by_answering(about.after, about.mover, remark)


def holds_by_answering(about: About, remark: Remark) -> bool:
    return is_held_by_answering(about.after, about.mover, remark)


def is_answered_to_loss(about: About, remark: Remark) -> bool:
    replied = about.after.successor(*remark.actions)
    return replied_best(about, remark) and is_won_by_answering(replied, 1 - about.mover, remark)


def is_answered_to_hold(about: About, remark: Remark) -> bool:
    replied = about.after.successor(*remark.actions)
    return replied_best(about, remark) and is_held_by_answering(replied, 1 - about.mover, remark)


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


def leads_to(kind: str) -> Claim:
    return lambda about, remark: about.value == 1 and not remark.actions and decides(kind, about, remark)


def led_to(kind: str) -> Claim:
    return lambda about, remark: (
        about.value == -1 and replied_best(about, remark) and decides(kind, about, remark)
    )


def decides(kind: str, about: About, remark: Remark) -> bool:
    """Whether the line is over two moves later, because of what is claimed."""
    lost = reached(about, remark.number - (kind == "squeeze"))
    winner, board = 1 - lost.to_move, cells(lost)
    assert len(about.line) == lost.ply - about.state.ply + 2
    assert plain.has_won(reached(about, lost.ply + 2), winner)
    places = {plain.landing(lost, action, board) for action in lost.actions()}
    waiting = plain.completing(lost, board, winner)
    if kind == "squeeze":
        above = {cell - 7 for cell in places}
        forced = all(plain.wins(lost.successor(action)) for action in lost.actions())
        return forced and not waiting & places and set(remark.cells) == waiting & above
    if kind == "stack":
        upper, lower = remark.cells
        return upper == lower - 7 and waiting & places == {lower} and upper in waiting
    return set(remark.cells) == waiting & places and len(remark.cells) > 1


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
    others = {plain.landing(about.state, each, cells(about.state)) for each in about.state.actions()} - {cell}
    most = max((open_through(cells(about.state), other, about.mover) for other in others), default=0)
    is_counted = (remark.number, remark.of) == (open_through(cells(about.state), cell, about.mover), most)
    is_worse = all(about.worths[other][0] < value + 1 for other in remark.actions)
    return remark.cells == (cell,) and is_counted and is_worse


def avoids(about: About, remark: Remark) -> bool:
    are_lost = all(about.worths[other][0] == -1 for other in remark.actions)
    if remark.of:
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
    (counted,) = lines(board)
    return replied_best(about, remark) and remark.cells == (board.cell,) and remark.number == counted.number


def faces_threats(about: About, remark: Remark) -> bool:
    board = Board.of(about.state, about.action)
    return set(remark.cells) == board.threats(board.after, 1 - board.mover) - board.reach


def takes_lines(about: About, remark: Remark) -> bool:
    return closes_most(about, remark) and set(about.values) == {-1}


def closes_lines(about: About, remark: Remark) -> bool:
    return is_due(about, remark) or (closes_most(about, remark) and remark.number > remark.of)


def closes_most(about: About, remark: Remark) -> bool:
    board, opponent = cells(about.state), 1 - about.mover
    counts = {
        action: open_through(board, plain.landing(about.state, action, board), opponent)
        for action in about.state.actions()
    }
    number = counts.pop(about.action)
    return number > 0 and (remark.number, remark.of) == (number, max(counts.values(), default=0))


def leaves_place(about: About, remark: Remark) -> bool:
    counts = {
        action: sum(one.number for one in lines(Board.of(about.after, action)) if one.kind in OWN_LINES)
        for action in about.after.actions()
    }
    best = {action for action, number in counts.items() if number == max(counts.values())}
    places = {plain.landing(about.after, action, cells(about.after)) for action in best}
    is_best = set(remark.actions) == best and set(remark.cells) == places
    return is_best and remark.number == max(counts.values())


CLAIMS: Mapping[engine.Kind, Claim] = {
    **dict.fromkeys(ConnectFourKind, is_due),
    ConnectFourKind.USES_UP_THREAT: uses_up,
    ConnectFourKind.FEW_LINES_LEFT: leaves_few_lines,
    ConnectFourKind.ANSWERS_TO_WIN: wins_by_answering,
    ConnectFourKind.ANSWERS_TO_HOLD: holds_by_answering,
    ConnectFourKind.ANSWERED_TO_LOSS: is_answered_to_loss,
    ConnectFourKind.ANSWERED_TO_HOLD: is_answered_to_hold,
    ConnectFourKind.LEADS_TO_ANSWERS: leads_to_answers,
    ConnectFourKind.LEADS_TO_ANSWERED: leads_to_answered,
    ConnectFourKind.LEADS_TO_FORK: leads_to("fork"),
    ConnectFourKind.LEADS_TO_STACK: leads_to("stack"),
    ConnectFourKind.LEADS_TO_SQUEEZE: leads_to("squeeze"),
    ConnectFourKind.LED_TO_FORK: led_to("fork"),
    ConnectFourKind.LED_TO_STACK: led_to("stack"),
    ConnectFourKind.LED_TO_SQUEEZE: led_to("squeeze"),
    ConnectFourKind.HOLE: is_hole,
    ConnectFourKind.THEIR_HOLE: is_their_hole,
    ConnectFourKind.TOWARDS_FOUR: towards_four,
    ConnectFourKind.THEIR_FOUR: their_four,
    ConnectFourKind.LETS_STACK: lets_stack,
    ConnectFourKind.TAKES_NEEDED: takes_needed,
    ConnectFourKind.TAKES_REPLY: takes_reply,
    ConnectFourKind.AVOIDS: avoids,
    ConnectFourKind.LEAVES_NEEDED: leaves_needed,
    ConnectFourKind.LEAVES_BEST: leaves_best,
    ConnectFourKind.LETS_WAIT: lets_wait,
    ConnectFourKind.THUMB_LETS_LINES: lets_lines,
    ConnectFourKind.FACES_THREATS: faces_threats,
    ConnectFourKind.THUMB_TAKES_LINES: takes_lines,
    ConnectFourKind.THUMB_CLOSES_LINES: closes_lines,
    ConnectFourKind.THUMB_LEAVES_PLACE: leaves_place,
}
