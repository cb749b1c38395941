"""What is to be remarked of a move in Oware, by the rules written a second time."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

import engine
from engine import Remark
from engine.teachers.oware import OwareKind
from engine.teachers.sowing_kinds import SowingKind
from tests.engine.about import About
from tests.engine.claims_of_sowing import surely
from tests.engine.lines_of_sowing import FULL
from tests.engine.oware_again import GAME, Slow


def slow(state: engine.State) -> Slow:
    return Slow(GAME.houses(state), GAME.stores(state), state.to_move)


def due(board: Slow, action: engine.Action) -> Iterator[Remark]:
    """Yield what is true of a move."""
    after = board.play(action)
    if gained := captures_of(board)[action]:
        yield Remark(OwareKind.CAPTURES, number=gained, besides=emptied(board, action))
    for house, number in enumerate(board.row(board.turn)):
        if after.houses[number] >= FULL > board.houses[number]:
            yield Remark(OwareKind.GATHERS, (), after.houses[number], (house,))
    if after.actions():
        yield from of_replies(board, action, after)


def of_replies(board: Slow, action: engine.Action, after: Slow) -> Iterator[Remark]:
    """Yield what there is to capture now, what there was, and what there is after other moves."""
    lost, attacked = most(after), most(turned(board))
    if lost:
        houses, gained = emptied(after, best(after)), captures_of(board)[action]
        yield Remark(SowingKind.LETS_CAPTURE, (best(after),), lost, houses, of=gained)
    yield from of_safety(board, action)
    sure = min(map(most, map(after.play, after.actions())))
    if sure > most(board):
        yield surely([after.play(reply) for reply in after.actions()], sure)
    if most(turned(after)) > most(board):
        yield Remark(SowingKind.THREATENS_CAPTURE, (best(turned(after)),), most(turned(after)))
    if attacked and not lost:
        attack = best(turned(board))
        yield Remark(SowingKind.SAVES, (attack,), attacked, emptied(turned(board), attack))
    if len(after.actions()) == 1:
        yield Remark(SowingKind.LEAVES_ONE_MOVE, tuple(after.actions()))


def of_safety(board: Slow, action: engine.Action) -> Iterator[Remark]:
    """Yield whether less can be captured after the move than after others."""
    afters = {other: board.play(other) for other in board.actions()}
    lost = {other: most(after) for other, after in afters.items() if after.actions()}
    worse = {other: seeds for other, seeds in lost.items() if seeds > lost[action]}
    if worse and not lost[action]:
        yield Remark(SowingKind.STAYS_SAFE, (), min(worse.values()), tuple(worse))
    elif worse and len(worse) == len(lost) - 1:
        yield Remark(SowingKind.LOSES_FEWEST, (), lost[action], tuple(worse))


@lru_cache(1024)
def captures_of(board: Slow) -> dict[engine.Action, int]:
    """Return how many seeds each house captures."""
    return {
        action: board.play(action).stores[board.turn] - board.stores[board.turn] for action in board.actions()
    }


def most(board: Slow) -> int:
    return max(captures_of(board).values(), default=0)


def best(board: Slow) -> engine.Action:
    """Return the house that captures most, the first of equals."""
    captures = captures_of(board)
    return max(captures, key=captures.__getitem__)


def emptied(board: Slow, action: engine.Action) -> tuple[int, ...]:
    """Return the opponent's houses that hold seeds after the sowing, but not after the capture."""
    sown, _ = board.sown(action)
    after = board.play(action).houses
    row = enumerate(board.row(1 - board.turn))
    return tuple(house for house, number in row if sown[number] > after[number] == 0)


def turned(board: Slow) -> Slow:
    return board._replace(turn=1 - board.turn)


def is_due(about: About, remark: Remark) -> bool:
    return remark in all_due(slow(about.state), about.action)


@lru_cache(64)
def all_due(board: Slow, action: engine.Action) -> tuple[Remark, ...]:
    return tuple(due(board, action))


CLAIMS: Mapping[engine.Kind, Callable[[About, Remark], bool]] = dict.fromkeys(OwareKind, is_due)
