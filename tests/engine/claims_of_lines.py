"""What the remarks on lines of cells claim, and how one sees on the cells alone that it is true."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, TypeAlias

import engine
from engine.teachers.in_a_row import LineKind
from tests.engine import plain, series_again
from tests.engine.about import analysed
from tests.engine.boards import cells

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tests.engine.about import About
    from tests.engine.plain import Cells

    Claim: TypeAlias = Callable[[About, engine.Remark], bool]

FEW = 8
"""How many cells may be left for every reply to be tried."""


def complete(state: engine.State, board: Cells) -> set[int]:
    """Return the cells of all lines of equal marks."""
    full = (line for line in plain.lines(state.game) if {board[cell] for cell in line} in ({0}, {1}))
    return {cell for line in full for cell in line}


def left(state: engine.State, board: Cells, player: int) -> list[frozenset[int]]:
    """Return the lines that a player can still complete."""
    return [line for line in plain.lines(state.game) if all(board[cell] in {player, None} for cell in line)]


def boards(about: About) -> tuple[Cells, Cells]:
    return cells(about.state), cells(about.after)


def no_line_left(about: About, remark: engine.Remark) -> bool:
    before, after = (any(left(about.state, board, player) for player in (0, 1)) for board in boards(about))
    is_new = remark.kind is LineKind.NO_LINE_LEFT
    return remark[1:] == BARE and before == is_new and not after


def opponent_is_shut_out(about: About, remark: engine.Remark) -> bool:
    (before, after), opponent = boards(about), 1 - about.mover
    is_new = bool(left(about.state, before, opponent)) == (remark.kind is LineKind.CLOSES_LAST_LINE)
    is_over = not left(about.state, after, opponent) and bool(left(about.state, after, about.mover))
    count = len(left(about.state, before, opponent))
    return remark[1:] == (BARE[0], count, *BARE[2:]) and is_new and is_over


def ends_waiting(about: About, remark: engine.Remark) -> bool:
    replies = {*about.after.actions()}
    told = {*remark.actions} or replies
    states = [about.after.successor(reply) for reply in told]
    is_lost = [plain.worth(about.after.successor(reply))[0] == -1 for reply in replies]
    ends = [(state, state.successor(action)) for state in states for action in state.actions()]
    is_over = all(after.is_terminal and complete(state, cells(after)) for state, after in ends)
    return bool(ends) and is_over and len(told) == sum(is_lost)


def holds_by_pairs(about: About, remark: engine.Remark) -> bool:
    after, opponent = cells(about.after), 1 - about.mover
    pairs = list(zip(remark.cells[::2], remark.cells[1::2], strict=True))
    open_lines = left(about.state, after, opponent)
    is_apart = len(set(remark.cells)) == len(remark.cells) and remark.number == len(open_lines)
    is_free = all(after[cell] is None for cell in remark.cells)
    covers = all(any(set(pair) <= line for pair in pairs) for line in open_lines)
    is_tried = after.count(None) > FEW or never_loses(
        about.after, about.mover, dict(pairs) | {other: one for one, other in pairs}
    )
    return is_apart and is_free and covers and is_tried


def copies(about: About, remark: engine.Remark) -> bool:
    size = len(cells(about.state))
    if about.state.game.slug == "tic-tac-toe-wild":
        return remark[1:] == BARE and copying_wins(about.after, size)
    return remark[1:] == BARE and never_loses(
        about.after, about.mover, {n: size - 1 - n for n in range(size)}
    )


def never_loses(state: engine.State, player: int, answers: Mapping[int, int]) -> bool:
    """Whether a player who answers every cell with its partner, if that is free, never loses."""

    @cache
    def is_safe(state: engine.State) -> bool:
        if state.is_terminal:
            return not plain.has_won(state, 1 - player)
        if state.to_move == player:
            return any(is_safe(state.successor(cell)) for cell in state.actions())
        return all(is_safe(answered(state.successor(cell), cell, answers)) for cell in state.actions())

    return is_safe(state)


def copying_wins(state: engine.State, size: int) -> bool:
    """Whether a player wins who completes a line if that can be, and else copies every mark opposite."""
    replies = {reply: state.successor(reply) for reply in state.actions()}
    return bool(replies) and all(
        not after.is_terminal
        and (
            plain.wins(after) or copying_wins(after.successor(2 * (size - 1) - reply + 2 * (reply % 2)), size)
        )
        for reply, after in replies.items()
    )


def answered(state: engine.State, cell: int, answers: Mapping[int, int]) -> engine.State:
    """Return the state after the answer to a cell, if there is one."""
    answer = answers.get(cell)
    return state if answer not in state.actions() else state.successor(answer)


def free(board: Cells) -> list[int]:
    return [cell for cell, owner in enumerate(board) if owner is None]


def answers_in_pairs(about: About, remark: engine.Remark) -> bool:
    is_whole = sorted(remark.cells) == free(cells(about.after)) and remark.number == len(remark.cells) // 2
    return is_whole and keeps_by(about, remark.cells, must_win=about.value == 1)


def keeps_by(about: About, paired: tuple[int, ...], *, must_win: bool) -> bool:
    """Whether a player who answers each cell with its partner never loses or, if need be, wins."""
    partner = {cell: paired[n ^ 1] for n, cell in enumerate(paired) if n ^ 1 < len(paired)}

    def ends_well(state: engine.State) -> bool:
        if state.is_terminal:
            return plain.has_won(state, about.mover) or not (
                must_win or plain.has_won(state, 1 - about.mover)
            )
        return state.to_move != about.mover and all(
            ends_well(replied(state, reply)) for reply in state.actions()
        )

    def replied(state: engine.State, reply: int) -> engine.State:
        after = state.successor(reply)
        return after if after.is_terminal or reply not in partner else after.successor(partner[reply])

    return ends_well(about.after)


def pairings(free: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield all ways to put cells into pairs, with what is left over at the end."""
    for order in permutations(free):
        pairs = [*zip(order[::2], order[1::2], strict=False)]
        if pairs == sorted(pairs) and all(one < other for one, other in pairs):
            yield order


def answers_last(about: About, remark: engine.Remark) -> bool:
    """Whether each safe reply has an answer after which the game goes on, but no cell is safe."""
    answers = dict(zip(remark.cells[::2], remark.cells[1::2], strict=True))
    lasts = [about.after.successor(reply).successor(answer) for reply, answer in answers.items()]
    is_last = all(not last.is_terminal and not plain.safe(last) for last in lasts)
    return set(answers) == plain.safe(about.after) and remark.number == len(answers) and is_last


def waits(about: About, remark: engine.Remark) -> bool:
    """Whether the player gets what the action is worth by whatever safe cells they take from then on."""
    is_bare = remark._replace(number=0)[1:] == BARE
    is_counted = remark.number == cells(about.after).count(None) // 2
    is_enough = waited(about.after, about.mover, is_shared_first=False) >= about.value
    return is_bare and is_counted and is_enough


def answers_before_waiting(about: About, remark: engine.Remark) -> bool:
    """Whether each safe reply has an answer after which it is enough to take safe cells, shared first."""
    answers = dict(zip(remark.cells[::2], remark.cells[1::2], strict=True))
    ends = [
        waited(about.after.successor(reply).successor(answer), about.mover, is_shared_first=True)
        for reply, answer in answers.items()
    ]
    is_whole = set(answers) == plain.safe(about.after) and remark.number == len(answers)
    return is_whole and min(ends) >= about.value


@cache
def waited(state: engine.State, player: int, *, is_shared_first: bool) -> int:
    """Return the worst that a player gets who takes safe cells, whichever, and perhaps shared first."""
    if state.is_terminal:
        return state.utility if state.to_move == player else -state.utility
    taken = set(state.actions())
    if state.to_move == player:
        losing, lost = (plain.completing(state, cells(state), each) for each in (player, 1 - player))
        taken -= losing
        taken = (is_shared_first and taken - lost) or taken
    ends = [waited(state.successor(cell), player, is_shared_first=is_shared_first) for cell in taken]
    return min(ends, default=-1)


def safe_cells(about: About) -> tuple[int, ...]:
    """Return in how many cells the mover could complete no line next, and in how many the opponent."""
    after = cells(about.after)
    return tuple(
        sum(not complete(about.state, plain.placed(after, cell, player)) for cell in free(after))
        for player in (about.mover, 1 - about.mover)
    )


def counts_safe_cells(about: About, remark: engine.Remark) -> bool:
    return (remark.number, remark.of) == safe_cells(about) and remark.actions == remark.cells == ()


def keeps_unprepared(about: About, remark: engine.Remark) -> bool:
    """Whether best play answers so many worse actions by preparing, mostly with the fewest cells."""
    worse = [action for action, (value, _) in about.worths.items() if value == -1 < about.value]
    prepared = Counter(about.lines[action][1] for action in worse if is_prepared(about, about.lines[action]))
    named = sum(prepared[reply] for reply in remark.cells)
    is_most = 2 * named > remark.number == prepared.total()
    are_fewest = all(2 * (named - prepared[reply]) <= remark.number for reply in remark.cells)
    return is_most and are_fewest and takes_reply(about, remark)


def is_prepared(about: About, line: tuple[engine.Action, ...]) -> bool:
    """Whether the opponent, were they to move twice after the first action, would begin to win by threats."""
    state = about.state
    for action in line[:2]:
        state = state.successor(action)
    return len(line) > 1 and series_again.shortest(about.state, cells(state), 1 - about.mover)[0] > 0


def is_in_fewest(about: About, remark: engine.Remark) -> bool:
    lines, best = plain.lines(about.state.game), analysed(about.state).best
    counts = {action: sum(action in line for line in lines) for action in about.worths}
    others = [number for action, number in counts.items() if action not in best]
    return {counts[action] for action in best} == {remark.number} and remark.number < min(others)


def takes_reply(about: About, remark: engine.Remark) -> bool:
    worse = [value for value, _ in about.worths.values() if value < about.value]
    return remark.of == len(worse) >= remark.number > len(worse) / 2


def leads_to_series(about: About, remark: engine.Remark) -> bool:
    """Whether the action of that number in the line is the first after this one to begin a series."""
    begun, state = [], about.after
    for action in about.line[1:]:
        if state.to_move == about.mover:
            _, beginning = series_again.shortest(state, cells(state), about.mover)
            begun += [(action, state.ply + 1)] if action in beginning else []
        state = state.successor(action)
    is_bare = remark[3:] == BARE[2:]
    return about.value == 1 and is_bare and [(*remark.actions, remark.number)] == begun[:1]


def helps_no_line(about: About, remark: engine.Remark) -> bool:
    return remark[1:] == BARE and not counted(about, about.action)


def counts_lines(about: About, remark: engine.Remark) -> bool:
    counts = {each: counted(about, each, COUNTED[remark.kind]) for each in about.state.actions()}
    best = max(about.worths.values(), default=(0, 0))[0]
    foremost = {about.worths.get(each, (best,))[0] for each in counts if counts[each] == max(counts.values())}
    number = counts.pop(about.action)
    return (remark.number, remark.of) == (number, max(counts.values())) and foremost == {best} and number > 0


def counted(about: About, action: engine.Action, seats: tuple[int, ...] = (0, 1)) -> int:
    """Return in how many lines the cell is that the mover, seat 0, or the opponent can complete."""
    before, players = cells(about.state), {abs(about.mover - seat) for seat in seats}
    return len({line for player in players for line in left(about.state, before, player) if action in line})


COUNTED: dict[engine.Kind, tuple[int, ...]] = {
    LineKind.THUMB_LINES: (0, 1),
    LineKind.THUMB_OWN_LINES: (0,),
    LineKind.THUMB_THEIR_LINES: (1,),
}


BARE = engine.Remark(engine.General.WINS)[1:]

CLAIMS: Mapping[engine.Kind, Claim] = {
    LineKind.NO_LINE_LEFT: no_line_left,
    LineKind.NO_LINE_BEFORE: no_line_left,
    LineKind.CLOSES_LAST_LINE: opponent_is_shut_out,
    LineKind.ENDS_WAITING: ends_waiting,
    LineKind.OPPONENT_HAS_NO_LINE: opponent_is_shut_out,
    LineKind.PAIRS: holds_by_pairs,
    LineKind.MIRRORS: copies,
    LineKind.PARTNERS: answers_in_pairs,
    LineKind.ANSWERS: answers_last,
    LineKind.WAITS: waits,
    LineKind.ANSWERS_BEFORE_WAITING: answers_before_waiting,
    LineKind.SAFE_CELLS: counts_safe_cells,
    LineKind.KEEPS_UNPREPARED: keeps_unprepared,
    LineKind.TAKES_PREPARED: lambda about, remark: (
        about.action in remark.cells and keeps_unprepared(about, remark)
    ),
    LineKind.TAKES_REPLY: takes_reply,
    LineKind.LEADS_TO_SERIES: leads_to_series,
    LineKind.THUMB_PASSES: helps_no_line,
    LineKind.THUMB_LINES: counts_lines,
    LineKind.THUMB_OWN_LINES: counts_lines,
    LineKind.THUMB_THEIR_LINES: counts_lines,
    LineKind.THUMB_FEWEST_LINES: is_in_fewest,
}
