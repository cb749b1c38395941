"""What a reason may claim of seeds, and how one sees by the slow rules that it is true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.engine.oware_again import GAME, Slow

if TYPE_CHECKING:
    from collections.abc import Callable

    import engine
    from tests.engine.said import Said


def slow(state: engine.State) -> Slow:
    return Slow(GAME.houses(state), GAME.stores(state), state.to_move)


def captures_of(board: Slow) -> dict[str, int]:
    """Return how many seeds each house captures."""
    return {
        "abcdef"[action]: board.play(action).stores[board.turn] - board.stores[board.turn]
        for action in board.actions()
    }


def most(board: Slow) -> int:
    return max(captures_of(board).values(), default=0)


def turned(board: Slow) -> Slow:
    return board._replace(turn=1 - board.turn)


def captures(said: Said, seeds: str) -> bool:
    return captures_of(slow(said.state))["abcdef"[said.action]] == int(seeds) > 0


def is_grand_slam(said: Said) -> bool:
    """Whether the last seed falls where it captures, but every seed of the opponent would be captured."""
    board = slow(said.state)
    sown, last = board.sown(said.action)
    theirs = [house for house in board.row(1 - board.turn) if sown[house]]
    reached = range(last, last - len(theirs), -1)
    is_capture = (
        last in theirs and set(reached) >= set(theirs) and all(sown[house] in {2, 3} for house in theirs)
    )
    return is_capture and board.play(said.action).stores == board.stores


def feeds(said: Said) -> bool:
    board = slow(said.state)
    return not any(board.houses[house] for house in board.row(1 - board.turn))


def lets_capture(said: Said, seeds: str, house: str) -> bool:
    after = slow(said.after)
    return captures_of(after)[house] == most(after) == int(seeds) > 0


def threatens_capture(said: Said, seeds: str, house: str) -> bool:
    again = turned(slow(said.after))
    return captures_of(again)[house] == most(again) == int(seeds) > most(slow(said.state))


def saves(said: Said, seeds: str) -> bool:
    return most(turned(slow(said.state))) == int(seeds) > 0 == most(slow(said.after))


def leaves_one_move(said: Said, house: str) -> bool:
    return ["abcdef"[action] for action in slow(said.after).actions()] == [house]


CLAIMS: dict[str, Callable[..., bool]] = {
    r"captures (\d+) seeds": captures,
    "would capture all seeds of the opponent, and so captures none": is_grand_slam,
    "feeds the opponent, who has no seeds": feeds,
    r"lets the opponent capture (\d+) seeds with (\w)": lets_capture,
    r"threatens to capture (\d+) seeds with (\w)": threatens_capture,
    r"saves (\d+) seeds from capture": saves,
    r"leaves the opponent one legal move, (\w)": leaves_one_move,
}
