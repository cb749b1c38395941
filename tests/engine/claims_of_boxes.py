"""What is to be remarked of a line in dots and boxes, by the rules written a second time."""

from collections.abc import Callable, Iterator, Mapping
from functools import reduce

import engine
from engine import Remark
from engine.teachers.dots_and_boxes import BoxKind
from tests.engine.about import About
from tests.engine.boxes_again import Line, Slow, seen


def due(board: Slow, line: engine.Action) -> Iterator[Remark]:
    """Yield what is true of drawing a line."""
    after = board.play(line)
    if gained := board.gained(line):
        yield Remark(BoxKind.COMPLETES, number=gained)
        if after.runs():
            yield Remark(BoxKind.GOES_ON, (first_take(after),), after.runs())
    elif after.runs():
        yield from of_gift(board, after)
    else:
        yield from of_safety(board, line, after)


def of_gift(board: Slow, after: Slow) -> Iterator[Remark]:
    """Yield what can be taken, and what has to be opened after that."""
    gift, losses = after.runs(), {line: board.gives(line) for line in board.open()}
    pairs = tuple(line for line in after.open() if after.gained(line) == 2)
    if pairs and board.runs() and gift == 2:
        rest = after.play(pairs[0])
        least = min((rest.gives(line) for line in rest.open()), default=0)
        if least > 2:
            left = [sides for sides in rest.open_sides() if sides]
            assert (least == len(left)) == is_chain(left)
            yield Remark(BoxKind.LEAVES_TWO, pairs, least, of=len(left))
            return
    worse = tuple(line for line, lost in losses.items() if lost > gift)
    if all(lost >= gift for lost in losses.values()):
        yield Remark(BoxKind.GIVES_FEWEST, (first_take(after),), gift, worse)
    else:
        yield Remark(BoxKind.GIVES, (first_take(after),), gift)


def is_chain(boxes: list[set[Line]]) -> bool:
    """Whether boxes hang together by their open sides, and each has two."""
    grown, *others = boxes
    while near := next((sides for sides in others if sides & grown), None):
        others.remove(near)
        grown = grown | near
    return not others and {*map(len, boxes)} == {2}


def of_safety(board: Slow, line: engine.Action, after: Slow) -> Iterator[Remark]:
    """Yield how many other lines give something away, and how many do after it."""
    left = [after.gives(other) for other in after.open()]
    if all(left):
        yield Remark(BoxKind.NO_SAFE_LINE, number=min(left))
    others = [board.gives(other) for other in board.open() if other != line]
    if any(others):
        yield Remark(BoxKind.GIVES_NOTHING, number=sum(lost > 0 for lost in others), of=len(others))


def first_take(board: Slow) -> engine.Action:
    """Return the first line in reading order that completes a box."""
    return min(line for line in board.open() if board.gained(line))


def is_due(about: About, remark: Remark) -> bool:
    return remark in [*due(seen(about.state), about.action)]


def gives_nothing(about: About, remark: Remark) -> bool:
    """Whether that is due, and the others that give nothing are worse by their lines."""
    board = seen(about.state)
    giving = [board.gives(line) > 0 for line in board.open() if line != about.action]
    is_counted = (remark.number, remark.of) == (sum(giving), len(giving)) and not board.gives(about.action)
    alike = {line for line in worse_lines(about) if not board.gives(line)} if remark.besides else set()
    return is_counted and {*remark.besides} == alike and bool(remark.number or alike)


def draws_last_safe(about: About, remark: Remark) -> bool:
    """Whether the player has the last of so many lines that give nothing, as after no worse one."""
    board, alike = seen(about.state), [about.action, *worse_lines(about)]
    afters = {line: board.play(line) for line in alike if not board.gives(line)}
    winning = [line for line, after in afters.items() if is_short(after) and not has_last(after)]
    return winning == [about.action] and len(list_safe(afters[about.action])) == remark.number > 0


def sacrifices(about: About, remark: Remark) -> bool:
    """Whether the opponent takes so many by the line, and then has to draw one that gives so many."""
    board, rest = seen(about.state), after_taking(about)
    takes = tuple(line for line in board.open() if board.gained(line))
    gift = board.play(about.action)
    is_told = (remark.actions, remark.besides) == ((first_take(gift),), takes)
    is_taken = gift.runs() == remark.number == len(rest.owners) - len(board.owners)
    is_for_last = min(map(rest.gives, rest.open())) == 0 and is_short(rest) and not has_last(rest)
    is_kind = is_for_last == (remark.kind is BoxKind.SACRIFICES_FOR_LAST)
    return is_told and is_taken and is_kind and min(map(rest.gives, rest.open())) == remark.of


def splits_pair(about: About, remark: Remark) -> bool:
    """Whether each line gets one of two boxes, where worse lines let the opponent leave both to one line."""
    board, middle = seen(about.state), about.action
    after = board.play(middle)
    takes = tuple(line for line in after.open() if after.gained(line))
    is_split = not board.runs() and after.runs() == len(takes) == 2 < len(after.open())
    leaving = {
        line
        for line in {*takes} & {*worse_lines(about)}
        if board.gives(line) == 2 and any(board.play(line).play(far).gained(middle) == 2 for far in takes)
    }
    return is_split and takes == remark.actions and leaving == {*remark.besides} != set()


def leaves_two_next(about: About, remark: Remark) -> bool:
    """Whether the player takes boxes by the line until this one, which leaves two."""
    board, (leaving,) = seen(about.state), remark.actions
    taken = about.line[: about.line.index(leaving)]
    there = reduce(Slow.play, taken, board)
    told = {each.kind for each in due(there, leaving)}
    return there.turn == board.turn and bool(taken) and BoxKind.LEAVES_TWO in told


def after_taking(about: About) -> Slow:
    """Return the board when the opponent has taken what the line of the move takes."""
    board = seen(about.state).play(about.action)
    for line in about.line[1:]:
        if not board.gained(line):
            break
        board = board.play(line)
    return board


def worse_lines(about: About) -> list[engine.Action]:
    """Return the lines that lead to fewer boxes than the line of the move."""
    board = seen(about.state)
    ends = {line: reduce(Slow.play, played, board) for line, played in about.lines.items()}
    leads = {line: end.lead() if end.turn == board.turn else -end.lead() for line, end in ends.items()}
    return [line for line, lead in leads.items() if lead < leads[about.action]]


def list_safe(board: Slow) -> list[engine.Action]:
    """Return the lines that neither give boxes nor complete any."""
    return [line for line in board.open() if not board.gives(line) and not board.gained(line)]


def is_short(board: Slow) -> bool:
    """Whether there are few enough such lines to count them to the last one."""
    return len(list_safe(board)) <= 6


def has_last(board: Slow) -> bool:
    """Whether the player to move can draw the last such line, if both draw no others."""
    return any(not has_last(board.play(line)) for line in list_safe(board))


def runs_out(about: About, remark: Remark) -> bool:
    """Whether in the ply told of, by the line of the move, the loser gives so many away with every line."""
    board = seen(about.state)
    there = reduce(Slow.play, about.line[: remark.of - 1 - about.state.ply], board)
    loser = board.turn if remark.kind is BoxKind.RUNS_OUT else 1 - board.turn
    end = reduce(Slow.play, about.line, board)
    has_lost = (end.lead() < 0) == (end.turn == loser)
    return there.turn == loser and has_lost and min(map(there.gives, there.open())) == remark.number > 2


CLAIMS: Mapping[engine.Kind, Callable[[About, Remark], bool]] = {
    **dict.fromkeys(BoxKind, is_due),
    BoxKind.GIVES_NOTHING: gives_nothing,
    BoxKind.LAST_SAFE_LINE: draws_last_safe,
    BoxKind.SACRIFICES: sacrifices,
    BoxKind.SACRIFICES_FOR_LAST: sacrifices,
    BoxKind.SPLITS_PAIR: splits_pair,
    BoxKind.LEAVES_TWO_NEXT: leaves_two_next,
    BoxKind.RUNS_OUT: runs_out,
    BoxKind.OPPONENT_RUNS_OUT: runs_out,
}
