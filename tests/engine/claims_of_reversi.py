"""What is to be remarked of a move in Reversi, by the rules written a second time."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

import engine
from engine import Remark
from engine.teachers.reversi import ReversiKind
from tests.engine.about import About
from tests.engine.reversi_again import Slow, seen


def left(board: Slow, number: int) -> tuple[list[int], list[int]]:
    """Return what the opponent can choose from after a move, and what the player could."""
    after = board.play(number)
    return after.can(1 - board.turn), after.can(board.turn)


def due(board: Slow, number: int) -> Iterator[Remark]:
    """Yield what is true of a move."""
    replies, own = left(board, number)
    before, others = board.can(1 - board.turn), [other for other in board.actions() if other != number]
    yield from of_corners(board, number)
    if replies:
        counts = [len(left(board, other)[0]) for other in others]
        if counts and len(replies) < min(counts):
            yield Remark(ReversiKind.FEWEST_REPLIES, number=len(replies), of=len(own))
        if {*replies} <= {*before}:
            yield Remark(ReversiKind.QUIET)
        yield Remark(ReversiKind.REPLIES, number=len(replies), of=len(own))
    else:
        yield Remark(ReversiKind.PASSES if own else ReversiKind.ENDS)


def of_corners(board: Slow, number: int) -> Iterator[Remark]:
    """Yield which corners are taken, given, kept and neared."""
    given = board.corners(left(board, number)[0])
    before = board.corners(board.can(1 - board.turn))
    if board.corners([number]):
        yield Remark(ReversiKind.TAKES_CORNER)
    if given:
        yield Remark(ReversiKind.LETS_CORNER, given)
    if saved := tuple(corner for corner in before if corner not in {*given, number}):
        yield Remark(ReversiKind.SAVES_CORNER, saved)
    others = [other for other in board.actions() if other != number]
    giving = sum(bool(board.corners(left(board, other)[0])) for other in others)
    if giving >= max(1, len(others) / 2) and not given and not saved:
        yield Remark(ReversiKind.KEEPS_CORNERS, number=giving, of=len(others))
    taken = {cell for cell, _ in board.discs}
    row, column = divmod(number, board.size)
    for corner in board.corners([*range(board.size**2)]):
        down, right = divmod(corner, board.size)
        is_near = max(abs(down - row), abs(right - column)) == 1
        if is_near and (down, right) not in taken:
            yield Remark(ReversiKind.BESIDE_CORNER, cells=(corner,))


def is_due(about: About, remark: Remark) -> bool:
    return remark in all_due(seen(about.state), about.action)


@lru_cache(64)
def all_due(board: Slow, number: int) -> tuple[Remark, ...]:
    return tuple(due(board, number))


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
    before = boards(about)[remark.of - 1 - about.state.ply]
    (corner,) = remark.cells
    is_taken = about.line[remark.of - 1 - about.state.ply] == corner and before.corners([corner])
    return bool(is_taken) and before.turn == about.mover and margin(about) >= 0


def passes(about: About, remark: Remark) -> bool:
    number = remark.of - about.state.ply
    before, after = boards(about)[number - 1 : number + 1]
    is_passed = before.turn == after.turn and not after.can(1 - after.turn)
    is_mover = remark.kind is ReversiKind.OPPONENT_PASSES
    has_won = (margin(about) > 0) is is_mover and margin(about) != 0
    return is_passed and has_won and (before.turn == about.mover) is is_mover


def is_last(about: About, remark: Remark) -> bool:
    is_mover = remark.kind is ReversiKind.LAST_MOVE
    is_won = margin(about) > 0 if is_mover else margin(about) < 0
    return is_won and (boards(about)[-2].turn == about.mover) is is_mover


CLAIMS: Mapping[engine.Kind, Callable[[About, Remark], bool]] = {
    **dict.fromkeys(ReversiKind, is_due),
    ReversiKind.CORNER_LATER: takes_corner,
    ReversiKind.OPPONENT_PASSES: passes,
    ReversiKind.PASSES_LATER: passes,
    ReversiKind.LAST_MOVE: is_last,
    ReversiKind.OPPONENT_LAST: is_last,
}
