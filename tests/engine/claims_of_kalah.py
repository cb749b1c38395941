"""What is to be remarked of a move in Kalah, by the rules written a second time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import Remark
from engine.games.kalah import KalahKind
from tests.engine.kalah_again import Slow, seen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import engine
    from tests.engine.about import About


def due(board: Slow, house: engine.Action) -> Iterator[Remark]:
    """Yield what is true of a move."""
    after = board.play(house)
    if captured := board.captured(house):
        yield Remark(KalahKind.CAPTURES, number=captured)
    if not after.actions():
        yield from of_end(board.unshared(house), board.turn)
    elif after.turn == board.turn:
        yield Remark(KalahKind.MOVES_AGAIN)
        if most(after) > most(board):
            yield Remark(KalahKind.GOES_ON_TO_CAPTURE, (best(after),), most(after))
    else:
        yield from of_replies(board, after)


def of_end(board: Slow, player: int) -> Iterator[Remark]:
    """Yield who gets the last seeds, if a row is empty and the other is not."""
    mine, theirs = sum(board.rows[player]), sum(board.rows[1 - player])
    if mine and not theirs:
        yield Remark(KalahKind.KEEPS_ROW, number=mine)
    if theirs and not mine:
        yield Remark(KalahKind.LEAVES_ROW, number=theirs)


def of_replies(board: Slow, after: Slow) -> Iterator[Remark]:
    """Yield what there is to capture now, and what there was."""
    if lost := most(after):
        yield Remark(KalahKind.LETS_CAPTURE, (best(after),), lost)
    if most(after.passed()) > most(board):
        yield Remark(KalahKind.THREATENS_CAPTURE, (best(after.passed()),), most(after.passed()))
    if (attacked := most(board.passed())) > 1 and not lost:
        yield Remark(KalahKind.SAVES, number=attacked - 1)
    if len(after.actions()) == 1:
        yield Remark(KalahKind.LEAVES_ONE_MOVE, tuple(after.actions()))


def most(board: Slow) -> int:
    """Return how many seeds a move captures at most."""
    return max(map(board.captured, board.actions()), default=0)


def best(board: Slow) -> engine.Action:
    """Return the house that captures most, the first of equals."""
    return max(board.actions(), key=board.captured)


def is_due(about: About, remark: Remark) -> bool:
    return remark in due(seen(about.state), about.action)


CLAIMS: Mapping[engine.Kind, Callable[[About, Remark], bool]] = dict.fromkeys(KalahKind, is_due)
