"""What a remark may claim of seeds, and how one sees by the slow rules that it is true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import Remark
from engine.games.oware import OwareKind
from tests.engine.oware_again import GAME, Slow

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import engine
    from tests.engine.about import About


def slow(state: engine.State) -> Slow:
    return Slow(GAME.houses(state), GAME.stores(state), state.to_move)


def captures_of(board: Slow) -> dict[engine.Action, int]:
    """Return how many seeds each house captures."""
    return {
        action: board.play(action).stores[board.turn] - board.stores[board.turn] for action in board.actions()
    }


def most(board: Slow) -> int:
    return max(captures_of(board).values(), default=0)


def turned(board: Slow) -> Slow:
    return board._replace(turn=1 - board.turn)


def captures(about: About, remark: Remark) -> bool:
    seeds = captures_of(slow(about.state))[about.action]
    return seeds > 0 and remark == Remark(OwareKind.CAPTURES, number=seeds)


def is_grand_slam(about: About, remark: Remark) -> bool:
    return remark == Remark(OwareKind.GRAND_SLAM) and would_take_all(about)


def would_take_all(about: About) -> bool:
    """Whether the last seed falls where it captures, but every seed of the opponent would be captured."""
    board = slow(about.state)
    sown, last = board.sown(about.action)
    theirs = [house for house in board.row(1 - board.turn) if sown[house]]
    reached = range(last, last - len(theirs), -1)
    is_capture = (
        last in theirs and set(reached) >= set(theirs) and all(sown[house] in {2, 3} for house in theirs)
    )
    return is_capture and board.play(about.action).stores == board.stores


def feeds(about: About, remark: Remark) -> bool:
    return remark == Remark(OwareKind.FEEDS) and has_to_feed(about)


def has_to_feed(about: About) -> bool:
    board = slow(about.state)
    return not any(board.houses[house] for house in board.row(1 - board.turn))


def lets_capture(about: About, remark: Remark) -> bool:
    return is_best_capture(slow(about.after), remark) and remark.number > 0


def threatens_capture(about: About, remark: Remark) -> bool:
    again = turned(slow(about.after))
    return is_best_capture(again, remark) and remark.number > most(slow(about.state))


def is_best_capture(board: Slow, remark: Remark) -> bool:
    (action,) = remark.actions
    is_rest_bare = remark == Remark(remark.kind, (action,), remark.number)
    return is_rest_bare and captures_of(board)[action] == most(board) == remark.number


def saves(about: About, remark: Remark) -> bool:
    seeds = most(turned(slow(about.state)))
    return remark == Remark(OwareKind.SAVES, number=seeds) and seeds > 0 == most(slow(about.after))


def leaves_one_move(about: About, remark: Remark) -> bool:
    (action,) = slow(about.after).actions()
    return remark == Remark(OwareKind.LEAVES_ONE_MOVE, (action,))


CLAIMS: Mapping[engine.Kind, Callable[[About, Remark], bool]] = {
    OwareKind.CAPTURES: captures,
    OwareKind.GRAND_SLAM: is_grand_slam,
    OwareKind.FEEDS: feeds,
    OwareKind.LETS_CAPTURE: lets_capture,
    OwareKind.THREATENS_CAPTURE: threatens_capture,
    OwareKind.SAVES: saves,
    OwareKind.LEAVES_ONE_MOVE: leaves_one_move,
}
