"""What is to be remarked of a move in Reversi, by the rules written a second time."""

from collections.abc import Callable, Mapping
from itertools import pairwise, product

import engine
from engine import Remark
from engine.teachers.reversi import ReversiKind
from tests.engine.about import About
from tests.engine.reversi_again import STEPS, Cell, Slow, seen


def left(board: Slow, number: int) -> tuple[list[int], list[int]]:
    """Return what the opponent can choose from after a move, and what the player could."""
    after = board.play(number)
    return after.can(1 - board.turn), after.can(board.turn)


def replies(board: Slow, number: int) -> list[int]:
    return left(board, number)[0]


def given(board: Slow, number: int) -> tuple[int, ...]:
    return board.corners(replies(board, number))


def kept(board: Slow, number: int) -> tuple[int, ...]:
    before = board.corners(board.can(1 - board.turn))
    return tuple(corner for corner in before if corner not in {*given(board, number), number})


def around(board: Slow, number: int) -> list[int]:
    """Return the empty cells that touch one."""
    taken, (row, column) = {cell for cell, _ in board.discs}, divmod(number, board.size)
    cells = ((row + down, column + right) for down, right in STEPS)
    inside = (
        (down, right) for down, right in cells if 0 <= min(down, right) <= max(down, right) < board.size
    )
    return sorted(down * board.size + right for down, right in inside if (down, right) not in taken)


def near(board: Slow, number: int) -> tuple[int, ...]:
    """Return the empty corners that touch a cell."""
    return board.corners(around(board, number))


def safe(board: Slow) -> set[Cell]:
    """Return the player's discs that stand in unbroken rows along an edge from a corner."""
    own, last, found = {cell for cell, owner in board.discs if owner == board.turn}, board.size - 1, set()
    for row, column in product((0, last), repeat=2):
        for down, right in ((0, -1 if column else 1), (-1 if row else 1, 0)):
            cell = row, column
            while cell in own:
                found.add(cell)
                cell = cell[0] + down, cell[1] + right
    return found


def safe_after(board: Slow, number: int) -> int:
    return len(safe(board.play(number)._replace(turn=board.turn))) - len(safe(board))


def gets_corner(board: Slow, number: int) -> bool:
    after = board.play(number)
    then = [after.play(reply) for reply in replies(board, number)]
    return bool(then) and all(each.turn == board.turn and each.corners(each.actions()) for each in then)


def turned(board: Slow, number: int) -> int:
    return len(board.flipped(number, board.turn))


def is_near_end(board: Slow) -> bool:
    return board.size**2 - len(board.discs) <= 10


LEAST: Mapping[engine.Kind, Callable[[Slow, int], int]] = {
    ReversiKind.FEWEST_REPLIES: lambda board, number: len(replies(board, number)),
    ReversiKind.QUIET: lambda board, number: len(
        {*replies(board, number)} - {*board.can(1 - board.turn)},
    ),
    ReversiKind.INSIDE: lambda board, number: len(around(board, number)),
    ReversiKind.TURNS_FEWEST: turned,
}
MOST: Mapping[engine.Kind, Callable[[Slow, int], int]] = {
    ReversiKind.GETS_CORNER: gets_corner,
    ReversiKind.SAFE_DISCS: safe_after,
    ReversiKind.MOST_CHOICES: lambda board, number: len(left(board, number)[1]),
    ReversiKind.TURNS_MOST: turned,
}
LEADS: Mapping[engine.Kind, Callable[[Slow, int, Remark], bool]] = {
    ReversiKind.TAKES_CORNER: lambda board, number, _: bool(board.corners([number])),
    ReversiKind.PASSES: lambda board, number, _: not replies(board, number) and bool(left(board, number)[1]),
    ReversiKind.ENDS: lambda board, number, _: not any(left(board, number)),
    ReversiKind.SAVES_CORNER: lambda board, number, remark: not {*given(board, number)} & {*remark.actions},
    ReversiKind.KEEPS_CORNERS: lambda board, number, _: not given(board, number),
    ReversiKind.KEEPS_AWAY: lambda board, number, _: not near(board, number),
}
"""Of which moves a remark is true that may stand before a comparison."""


def is_compared(board: Slow, number: int, remark: Remark, group: list[int]) -> bool:
    """Whether a move has the least or the most of a group, with no others than those that are named."""
    choose, counted = (min, LEAST) if remark.kind in LEAST else (max, MOST)
    counts = {other: counted[remark.kind](board, other) for other in group}
    alike = [other for other in group if counts[other] == choose(counts.values())]
    others = tuple(other for other in alike if other != number)
    is_time = remark.kind not in DISCS or is_near_end(board) is DISCS[remark.kind]
    is_true = counts[number] == remark.number and number in alike and others == remark.besides
    return is_true and is_time and len(alike) < len(group) and (choose is min or remark.number > 0)


DISCS: Mapping[engine.Kind, bool] = {ReversiKind.TURNS_FEWEST: False, ReversiKind.TURNS_MOST: True}
"""Whether discs are counted near the end."""


def is_lead(board: Slow, number: int, remark: Remark) -> bool:
    """Whether a remark is true that may stand before a comparison, and counts what it is not true of."""
    others = [other for other in board.actions() if other != number]
    unlike = sum(not LEADS[remark.kind](board, other, remark) for other in others)
    told = remark.number, remark.of
    match remark.kind:
        case ReversiKind.SAVES_CORNER:
            is_told = remark.actions == kept(board, number)
        case ReversiKind.KEEPS_CORNERS | ReversiKind.KEEPS_AWAY:
            is_told = told == (unlike, len(others)) and unlike > 0
        case ReversiKind.ENDS:
            owners = [owner == board.turn for _, owner in board.play(number).discs]
            is_told = told == (sum(owners), len(owners) - sum(owners))
        case _:
            is_told = told == (remark.kind is ReversiKind.TAKES_CORNER, 0)
    return is_told and LEADS[remark.kind](board, number, remark)


def group_of(board: Slow, lead: Remark | None) -> list[int]:
    """Return the moves that are compared after a remark, or all."""
    actions = board.actions()
    return actions if lead is None else [each for each in actions if LEADS[lead.kind](board, each, lead)]


def is_said(board: Slow, number: int, remark: Remark, before: Remark | None) -> bool:
    """Whether a remark on a move follows from the rules, after another one if it is not the first."""
    if remark.kind in {*LEAST, *MOST}:
        return is_compared(board, number, remark, group_of(board, before if remark.of else None))
    if remark.kind is ReversiKind.LETS_CORNER:
        return remark.actions == given(board, number) != ()
    return is_lead(board, number, remark)


def is_due(about: About, remark: Remark) -> bool:
    """Whether a remark follows from the rules, after any other: that one is not known."""
    board = seen(about.state)
    leads = [Remark(kind, kept(board, about.action)) for kind in LEADS]
    befores = [lead for lead in leads if LEADS[lead.kind](board, about.action, lead)]
    return any(is_said(board, about.action, remark, before) for before in [None, *befores])


def leaves_replies(about: About, remark: Remark) -> bool:
    board, worths = seen(about.state), about.worths
    best = [action for action in worths if worths[action] == max(worths.values())]
    left = [len(replies(board, action)) for action in best if action != about.action]
    return remark.number == len(replies(board, about.action)) > max(left, default=0)


def is_beside_corner(about: About, remark: Remark) -> bool:
    return remark.cells == near(seen(about.state), about.action) != ()


def costs_corner(about: About, remark: Remark) -> bool:
    """Whether a move gives corners away, as every move does or, if that is claimed, as none does better."""
    board = seen(about.state)
    given_by_all = set.intersection(*({*given(board, action)} for action in board.actions()))
    others = [about._replace(line=line) for action, line in about.lines.items() if action != about.action]
    is_best = remark.of != 1 or all(margin(other) < margin(about) for other in others)
    is_shared = {*remark.actions} <= given_by_all
    return remark.actions == given(board, about.action) != () and is_best and is_shared is (remark.of == 2)


def leaves_corners(about: About, remark: Remark) -> bool:
    """Whether a move leaves corners that the player could take, and can still next, if that is claimed."""
    board = seen(about.state)
    after, legal = board.play(about.action), board.corners(board.actions())
    then = [after] if after.turn == board.turn else [after.play(reply) for reply in after.actions()]
    waiting = tuple(
        corner
        for corner in legal
        if all(each.turn == board.turn and corner in each.actions() for each in then)
    )
    of = 0 if not waiting else 2 if after.turn == board.turn else 1
    is_told = (remark.actions, remark.of) == (waiting or legal, of) and not given(board, about.action)
    known = [
        about._replace(line=about.lines[corner])
        for corner in legal
        if {corner, about.action} <= {*about.worths}
    ]
    is_better = all(margin(other) < margin(about) for other in known)
    return about.action not in legal and is_told and (of > 0 or is_better)


def boards(about: About) -> list[Slow]:
    """Return the boards of the line of a move, from before it on."""
    line = [seen(about.state)]
    for action in about.line:
        line.append(line[-1].play(action))
    return line


def margin(about: About) -> int:
    """Return how far ahead the player ends by the line of the move."""
    first, *_, end = boards(about)
    assert not end.actions()
    return end.lead() if end.turn == first.turn else -end.lead()


def takes_corner(about: About, remark: Remark) -> bool:
    (corner,) = remark.cells
    befores = zip(boards(about), about.line, strict=False)
    is_taken = any(action == corner and before.turn == about.mover for before, action in befores)
    return is_taken and bool(boards(about)[0].corners([corner])) and margin(about) >= 0


def passes(about: About, remark: Remark) -> bool:
    is_mover = remark.kind is ReversiKind.OPPONENT_PASSES
    has_won = (margin(about) > 0) is is_mover and margin(about) != 0
    mover = about.mover if is_mover else 1 - about.mover
    line = boards(about)
    return has_won and any(
        before.turn == after.turn == mover and not after.can(1 - mover) and after.can(mover)
        for before, after in pairwise(line[1:])
    )


def is_last(about: About, remark: Remark) -> bool:
    is_mover = remark.kind is ReversiKind.LAST_MOVE
    is_won = margin(about) > 0 if is_mover else margin(about) < 0
    return is_won and (boards(about)[-2].turn == about.mover) is is_mover


CLAIMS: Mapping[engine.Kind, Callable[[About, Remark], bool]] = {
    **dict.fromkeys(ReversiKind, is_due),
    ReversiKind.COSTS_CORNER: costs_corner,
    ReversiKind.CORNER_WAITS: leaves_corners,
    ReversiKind.REPLIES: leaves_replies,
    ReversiKind.BESIDE_CORNER: is_beside_corner,
    ReversiKind.CORNER_LATER: takes_corner,
    ReversiKind.OPPONENT_PASSES: passes,
    ReversiKind.PASSES_LATER: passes,
    ReversiKind.LAST_MOVE: is_last,
    ReversiKind.OPPONENT_LAST: is_last,
}
