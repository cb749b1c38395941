"""What the student recognises in games of sowing, and where a turn wins something: how much it wins."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import engine
from engine.rules.sowing import Sowing
from tests.engine import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def wins(state: engine.State, action: engine.Action) -> float:
    """Whether the move wins at once."""
    return plain.has_won(state.successor(action), state.to_move)


def gains(state: engine.State, action: engine.Action) -> float:
    """How much the move wins at once."""
    return state.game.gain(state, action)


def gains_in_turn(state: engine.State, action: engine.Action) -> float:
    """How much the whole turn may win that begins with the move."""
    after, gained = state.successor(action), state.game.gain(state, action)
    goes_on = not after.is_terminal and after.to_move == state.to_move
    return gained + (_most(after) if goes_on else 0)


def moves_again(state: engine.State, action: engine.Action) -> float:
    """Whether the player moves once more."""
    after = state.successor(action)
    return not after.is_terminal and after.to_move == state.to_move


def exposes_least(state: engine.State, action: engine.Action) -> float:
    """How little the opponent's next turn can win."""
    after = state.successor(action)
    if after.is_terminal:
        return 0
    return -_most(after) if after.to_move != state.to_move else -_most(_turned(after))


def leaves_least_to_capture(state: engine.State, action: engine.Action) -> float:
    """How few seeds a single move of the opponent's next turn can capture, but for their own."""
    after = state.successor(action)
    if after.is_terminal:
        return 0
    seeds = _most_captured(after if after.to_move != state.to_move else _turned(after))
    return -seeds if seeds > (state.game.slug == "kalah") else 0


def comes_out_best(state: engine.State, action: engine.Action) -> float:
    """How much further ahead the player is after the turn that begins with the move and the next one."""
    return _most_ahead(state, action, state.to_move) - _lead(state, state.to_move)


def _most_ahead(state: engine.State, action: engine.Action, player: int) -> int:
    """Return how far ahead a player is after a turn and the opponent's next, both as good as they can be."""
    after = state.successor(action)
    if after.is_terminal or (state.to_move != player and after.to_move == player):
        return _lead(after, player)
    best = max if after.to_move == player else min
    return best(_most_ahead(after, each, player) for each in after.actions())


def _lead(state: engine.State, player: int) -> int:
    assert isinstance(state.game, Sowing)
    stores = state.game.stores(state)
    return stores[player] - stores[1 - player]


def threatens_capture(state: engine.State, action: engine.Action) -> float:
    """How many seeds a single move could capture next, if the opponent passed."""
    after = state.successor(action)
    if after.is_terminal:
        return 0
    mine = after if after.to_move == state.to_move else _turned(after)
    return max((_captured(mine, each) for each in mine.actions()), default=0)


def gets_houses_ready(state: engine.State, action: engine.Action) -> float:
    """How many houses end exactly in the player's store."""
    row = _row(state, action, state.to_move)
    return sum(seeds == len(row) - house for house, seeds in enumerate(row))


def gives_least(state: engine.State, action: engine.Action) -> float:
    """How little the opponent's next turn can win, where a player who wins something moves again."""
    after = state.successor(action)
    return 0 if after.is_terminal or after.to_move == state.to_move else -_most(after)


def gets_ready(state: engine.State, action: engine.Action) -> float:
    """How much the player could win next, if the opponent passed."""
    after = state.successor(action)
    if after.is_terminal:
        return 0
    return _most(after if after.to_move == state.to_move else _turned(after))


def makes_sure(state: engine.State, action: engine.Action) -> float:
    """How much the player can win next whatever the opponent replies."""
    after = state.successor(action)
    if after.is_terminal or after.to_move == state.to_move:
        return 0
    replies = [after.successor(reply) for reply in after.actions()]
    mine = [_most(reply) for reply in replies if not reply.is_terminal and reply.to_move == state.to_move]
    return min(mine, default=0)


def stops_moving_again(state: engine.State, action: engine.Action) -> float:
    """Whether no reply lets the opponent move again."""
    after = state.successor(action)
    if after.is_terminal or after.to_move == state.to_move:
        return 0
    return not any(moves_again(after, reply) for reply in after.actions())


def leaves_few(state: engine.State, action: engine.Action) -> float:
    """How few replies there are, if it were the opponent's turn."""
    after = state.successor(action)
    return -len((after if after.to_move != state.to_move else _turned(after)).actions())


def keeps_houses(state: engine.State, action: engine.Action) -> float:
    """How many houses with seeds the player keeps."""
    return sum(map(bool, _row(state, action, state.to_move)))


def keeps_seeds(state: engine.State, action: engine.Action) -> float:
    """How many seeds the player keeps in their row."""
    return sum(_row(state, action, state.to_move))


def leaves_few_houses(state: engine.State, action: engine.Action) -> float:
    """How few houses with seeds the opponent has."""
    return -sum(map(bool, _row(state, action, 1 - state.to_move)))


def leaves_few_seeds(state: engine.State, action: engine.Action) -> float:
    """How few seeds the opponent has in their row."""
    return -sum(_row(state, action, 1 - state.to_move))


def keeps_full_houses(state: engine.State, action: engine.Action) -> float:
    """How many houses with three seeds or more the player keeps."""
    return sum(seeds > 2 for seeds in _row(state, action, state.to_move))


def leaves_prey(state: engine.State, action: engine.Action) -> float:
    """How many houses with one or two seeds the opponent has."""
    return sum(seeds in {1, 2} for seeds in _row(state, action, 1 - state.to_move))


def gathers(state: engine.State, action: engine.Action) -> float:
    """How many seeds are in the player's fullest house."""
    return max(_row(state, action, state.to_move))


def _turned(state: engine.State) -> engine.State:
    assert isinstance(state.game, Sowing)
    return state._replace(position=state.game.passed(state.position), ply=state.ply + 1)


@cache
def _most(state: engine.State) -> int:
    """Return how much the turn can win that begins here."""
    return max((int(gains_in_turn(state, action)) for action in state.actions()), default=0)


@cache
def _most_captured(state: engine.State) -> int:
    """Return how many seeds a single move captures at most in the turn that begins here."""
    found = [0]
    for action in state.actions():
        found.append(_captured(state, action))
        if moves_again(state, action):
            found.append(_most_captured(state.successor(action)))
    return max(found)


def _captured(state: engine.State, action: engine.Action) -> int:
    assert isinstance(state.game, Sowing)
    return state.game.captured(state, action)


def _row(state: engine.State, action: engine.Action, player: int) -> tuple[int, ...]:
    assert isinstance(state.game, Sowing)
    return state.game.row(state.successor(action), player)


PATTERNS: Mapping[str, Callable[[engine.State, engine.Action], float]] = {
    "win": wins,
    "balance": comes_out_best,
    "turn": gains_in_turn,
    "capture": gains,
    "again": moves_again,
    "safe": leaves_least_to_capture,
    "their turn": exposes_least,
    "sure": makes_sure,
    "ready": gets_ready,
    "threat": threatens_capture,
    "ready houses": gets_houses_ready,
    "no second turn": stops_moving_again,
    "few replies": leaves_few,
    "houses": keeps_houses,
    "seeds": keeps_seeds,
    "their houses": leaves_few_houses,
    "their seeds": leaves_few_seeds,
    "full houses": keeps_full_houses,
    "prey": leaves_prey,
    "gather": gathers,
}
