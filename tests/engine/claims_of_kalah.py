"""What is to be remarked of a move in Kalah, by the rules written a second time."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

import engine
from engine import Remark
from engine.teachers.kalah import KalahKind
from engine.teachers.sowing_kinds import SowingKind
from tests.engine.about import About
from tests.engine.claims_of_sowing import surely
from tests.engine.kalah_again import Slow, seen
from tests.engine.lines_of_sowing import exposed


def due(board: Slow, house: engine.Action) -> Iterator[Remark]:
    """Yield what is true of a move."""
    after = board.play(house)
    if captured := board.captured(house):
        yield Remark(KalahKind.CAPTURES, number=captured, besides=opposite(board, house))
    if not after.actions():
        yield from of_end(board.unshared(house), board.turn)
    elif after.turn == board.turn:
        yield Remark(KalahKind.MOVES_AGAIN)
        if most(after) > most(board):
            yield Remark(KalahKind.GOES_ON_TO_CAPTURE, (best(after),), most(after))
    else:
        yield from of_replies(board, house, after)


def of_end(board: Slow, player: int) -> Iterator[Remark]:
    """Yield who gets the last seeds, if a row is empty and the other is not."""
    mine, theirs = sum(board.rows[player]), sum(board.rows[1 - player])
    if mine and not theirs:
        yield Remark(KalahKind.KEEPS_ROW, number=mine)


def of_replies(board: Slow, house: engine.Action, after: Slow) -> Iterator[Remark]:
    """Yield what there is to capture now, what there was, and what there is after other moves."""
    lost, threatened = most(after), most(after.passed())
    if lost > 1:
        houses, captured = opposite(after, best(after)), board.captured(house)
        yield Remark(SowingKind.LETS_CAPTURE, (best(after),), lost, houses, of=captured)
    yield from of_safety(board, house)
    if (sure := surely_captured(after)) > max(most(board), 1):
        yield surely([after.play(reply) for reply in after.actions()], sure)
    if threatened > max(most(board), 1):
        yield Remark(SowingKind.THREATENS_CAPTURE, (best(after.passed()),), threatened)
    attack, attacked = best(board.passed()), most(board.passed())
    if attacked > 1 and exposed(after) <= 1:
        yield Remark(SowingKind.SAVES, (attack,), attacked - 1, opposite(board.passed(), attack))
    if len(after.actions()) == 1:
        yield Remark(SowingKind.LEAVES_ONE_MOVE, tuple(after.actions()))


def of_safety(board: Slow, house: engine.Action) -> Iterator[Remark]:
    """Yield whether less can be captured after the move than after others that pass the turn."""
    lost = {}
    for other in board.actions():
        after = board.play(other)
        if after.turn != board.turn and after.actions():
            seeds = exposed(after)
            lost[other] = seeds if seeds > 1 else 0  # else only the seed that captures
    worse = {other: seeds for other, seeds in lost.items() if seeds > lost[house]}
    if worse and not lost[house]:
        yield Remark(SowingKind.STAYS_SAFE, (), min(worse.values()), tuple(worse))
    elif worse and len(worse) == len(lost) - 1:
        yield Remark(SowingKind.LOSES_FEWEST, (), lost[house], tuple(worse))


def surely_captured(after: Slow) -> int:
    """Return how many seeds can be captured after every reply, 0 if one of them lets the opponent go on."""
    replies = [after.play(reply) for reply in after.actions()]
    return 0 if any(reply.turn == after.turn for reply in replies) else min(map(most, replies))


def opposite(board: Slow, house: engine.Action) -> tuple[int, ...]:
    """Return the opponent's house that is captured, the one beside the place of the last seed."""
    _, (_, _, number) = board.sown(house)
    return (len(board.rows[0]) - 1 - number,)


@lru_cache(1024)
def most(board: Slow) -> int:
    """Return how many seeds a move captures at most."""
    return max(map(board.captured, board.actions()), default=0)


def best(board: Slow) -> engine.Action:
    """Return the house that captures most, the first of equals."""
    return max(board.actions(), key=board.captured, default=0)


def is_due(about: About, remark: Remark) -> bool:
    return remark in all_due(seen(about.state), about.action)


@lru_cache(64)
def all_due(board: Slow, action: engine.Action) -> tuple[Remark, ...]:
    return tuple(due(board, action))


CLAIMS: Mapping[engine.Kind, Callable[[About, Remark], bool]] = dict.fromkeys(KalahKind, is_due)
