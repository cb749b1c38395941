"""Who gets which seeds along a line of play."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from engine.game import State

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.game import Action


class Turn(NamedTuple):
    """By how many seeds the store of a player grows more than the other's, in a turn from that place on."""

    seeds: int
    place: int


class Account(NamedTuple):
    """What becomes of the seeds along a line, for the player who begins it.

    They make the moves up to `own`, the opponent those from there up to `answer`, the first of which is
    `reply`, and they again those up to `again`. `net` is by how many more the own store grows than the
    opponent's, `collected` by how many until the opponent's turn, and `answered` by how many fewer in it.
    """

    states: tuple[State, ...]
    line: tuple[Action, ...]
    own: int
    answer: int
    again: int
    net: int
    collected: int
    answered: int
    leads: tuple[int, ...]

    @property
    def reply(self) -> Action | None:
        """What the opponent plays first, None if it is never their turn."""
        return self.line[self.own] if self.own < len(self.line) else None

    @property
    def is_answered_twice(self) -> bool:
        """Whether the reply lets the opponent move again."""
        after = self.states[self.own + 1 : self.own + 2]
        return any(not each.is_terminal and each.to_move != self.states[0].to_move for each in after)

    def best_later(self, player: int) -> Turn:
        """Return which turn of a player brings most, from the second of both on, the first of equals."""
        begin, turns = self.again, [Turn(0, 0)]
        sign = 1 if player == self.states[0].to_move else -1
        while begin < len(self.line):
            end = _end_of_turn(self.states, begin)
            if self.states[begin].to_move == player:
                turns.append(Turn(sign * (self.leads[end] - self.leads[begin]), begin))
            begin = end
        return max(turns, key=lambda turn: turn.seeds)

    @property
    def end(self) -> State:
        """The last state of the line."""
        return self.states[-1]


def follow(stores: Callable[[State], tuple[int, int]], state: State, line: tuple[Action, ...]) -> Account:
    """Play a line from a state, and count what is in the stores."""
    states, player = [*accumulate(line, State.successor, initial=state)], state.to_move
    leads = [both[player] - both[1 - player] for both in map(stores, states)]
    own = _end_of_turn(states, 0)
    answer = _end_of_turn(states, own)
    again = _end_of_turn(states, answer)
    collected, answered = leads[own] - leads[0], leads[own] - leads[answer]
    net = leads[-1] - leads[0]
    return Account(tuple(states), line, own, answer, again, net, collected, answered, tuple(leads))


def _end_of_turn(states: Sequence[State], start: int) -> int:
    """Return where whoever is to move in one of the states has made the last move in a row."""
    mover, end = states[start].to_move, start
    while end < len(states) - 1 and states[end].to_move == mover:
        end += 1
    return end
