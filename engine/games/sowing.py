"""What games of sowing seeds have in common: two rows of houses, a store for each player, and captures."""

from __future__ import annotations

from abc import abstractmethod
from enum import auto
from functools import lru_cache
from math import atanh
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.game import Game
from engine.remarks import Kind, Remark

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.game import Action, Position, State

SURE: Final = 0.9999
"""Greater than any estimate of a position: what is worth more is decided, as far as is known."""

_QUARTERS: Final = 4


class SowingKind(Kind):
    """What may be remarked in any such game; the number is that of seeds, but where other things are counted.

    `besides` are other actions of the same state, and `actions` are replies or what comes next.
    """

    STAYS_SAFE = auto()
    """Leaves nothing to capture; after each of `besides` the opponent captures at least so many."""
    LOSES_FEWEST = auto()
    """Lets the opponent capture so many; after each of `besides` it would be more."""
    SURE_CAPTURE = auto()
    """Captures at least so many next, whatever the reply, and more than any action could before."""
    COLLECTS = auto()
    """By its line, goes on with this action, and brings the own store so many before the opponent's turn."""
    PREPARES = auto()
    """By its line, captures so many with this action once the opponent has replied."""
    AVOIDS = auto()
    """By the lines, keeps the opponent from capturing so many with this action in their second turn.

    That is what follows `besides`, the next best; after this move they cannot capture as many in that turn,
    nor in their first.
    """
    CAPTURES_LATER = auto()
    """By its line, captures so many with this action in ply `of`: its most from the third turn on."""
    GAINS = auto()
    """By the lines, ends up so many better off than after `besides`, the next best."""
    AVOIDS_TURN = auto()
    """By the lines, keeps the opponent from a next turn that begins with this action and brings them so many.

    That is what follows `besides`, the next best; after this move their next turn brings them less, and no
    turn that begins with this action could bring them as much.
    """
    AVOIDS_MOVING_AGAIN = auto()
    """By the lines, keeps the opponent from moving again with this reply, as they do after `besides`.

    That is the next best; after this move they do not move again, and could not with this reply.
    """
    AVOIDS_THREAT = auto()
    """By the lines, keeps the reply from threatening to capture so many with this action.

    That is what it does after `besides`, the next best; after this move no reply threatens as many.
    """
    AVOIDS_LATER = auto()
    """By the lines, keeps the opponent from a turn in ply `of`, from this action on, that brings so many.

    That is what follows `besides`, the next best: their best turn from the second on. After this move none of
    those brings them as much.
    """
    CAPTURES_FEWER = auto()
    """Captures so many fewer than `besides`, the best move."""
    COLLECTS_FEWER = auto()
    """By the lines, wins so many fewer this turn than the best one, from `besides` and this action on."""
    FORGOES = auto()
    """By the lines, misses capturing so many with this action next, as after `besides`, the best move.

    After this move nothing captures as many then.
    """
    LETS_MOVE_AGAIN = auto()
    """By its line, lets the opponent move again with the reply, as the best move does not."""
    LETS_THREATEN = auto()
    """By its line, lets the opponent reply `besides`, which threatens to capture so many with this action."""
    LETS_COLLECT_LATER = auto()
    """By its line, lets the opponent reply `besides`, and with this action in ply `of` begin a turn.

    That brings them so many, which is their best from their second turn on.
    """
    FORGOES_LATER = auto()
    """By the lines, misses winning so many in the turn that begins with this action in ply `of`.

    That is what follows `besides`, the best move: the player's best turn from their third on. After this move
    none of those brings as much.
    """
    LETS_SAVE = auto()
    """By its line, lets the opponent save so many with the reply, which leaves nothing to capture."""
    LETS_KEEP = auto()
    """By its line, the opponent gets so many in the end that are left in their row, from the reply on."""
    COSTS = auto()
    """By the estimates, is worth so many fewer than the best move, and this is the best reply."""
    LETS_PREPARE = auto()
    """By its line, lets the opponent reply with `besides`, and next capture so many with this action."""
    LETS_COLLECT = auto()
    """By its line, the opponent's turn that begins with the reply brings them so many."""
    REPLIES = auto()
    """By its line, this is the opponent's best reply."""
    ENDS_WITH = auto()
    """By its line, the player has so many in the end."""
    LETS_REACH = auto()
    """By its line, the opponent has so many in the end, beginning with the reply."""
    MORE_HOUSES = auto()
    """By the lines, has so many more houses to sow from than after `besides`."""
    FEWER_HOUSES = auto()
    """By the lines, leaves the opponent so many fewer houses to sow from than `besides` does."""
    KEEPS_SEEDS = auto()
    """By the lines, has so many more seeds in the own row than after `besides`."""
    LEAVES_SEEDS = auto()
    """By the lines, leaves so many fewer seeds in the opponent's row than `besides` does."""
    SAFE_HOUSES = auto()
    """By the lines, has so many more houses that cannot be captured with the next few seeds."""
    ROUND_HOUSES = auto()
    """By the lines, has so many more houses with enough seeds to go all the way round."""
    MOVES_AGAIN_LATER = auto()
    """By the lines, has so many more houses ready to end in the own store than after `besides`."""
    THUMB_HOUSES = auto()
    """Leaves so many houses to sow from; a rule of thumb where moves differ in nothing that is known."""

    @property
    def names_better(self) -> bool:
        """Whether `besides` are better moves, so that it gives away what to play."""
        return self in _OF_BETTER

    @property
    def names_reply(self) -> bool:
        """Whether `besides` is the reply after which the action follows."""
        return self in _AFTER_REPLY


_OF_BETTER: Final = frozenset(
    {
        SowingKind.CAPTURES_FEWER,
        SowingKind.COLLECTS_FEWER,
        SowingKind.FORGOES,
        SowingKind.FORGOES_LATER,
    }
)

_AFTER_REPLY: Final = frozenset(
    {SowingKind.LETS_PREPARE, SowingKind.LETS_THREATEN, SowingKind.LETS_COLLECT_LATER}
)


class Capture(NamedTuple):
    """How many seeds an action captures."""

    seeds: int
    action: Action


class Sowing(Game):
    """A game of two rows of houses and a store for each player: an abstract class.

    `scale` is how many seeds ahead are worth an estimate of tanh(1).
    """

    scale: float

    @abstractmethod
    def houses(self, state: State) -> tuple[int, ...]:
        """Return the seeds in the first player's houses from their left, then in the second's."""

    @abstractmethod
    def stores(self, state: State) -> tuple[int, int]:
        """Return how many seeds are in the store of the first player, and of the second."""

    @abstractmethod
    def best_capture(self, position: Position) -> Capture:
        """Return the move that captures the most seeds, the first of equals."""

    @abstractmethod
    def captured(self, state: State, action: Action) -> int:
        """Return how many seeds an action captures."""

    @abstractmethod
    def kept(self, state: State, action: Action) -> tuple[int, int]:
        """Return how many seeds of their own rows the players get if the action ends the game."""

    def seeds(self, value: float) -> float:
        """Return how many seeds ahead the player is of whom this is the estimate, in quarters of a seed."""
        bound = max(-SURE, min(SURE, value))
        return round(_QUARTERS * self.scale * atanh(bound)) / _QUARTERS

    def safety(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell how much the opponent can capture, if that is less than after other actions."""
        lost = self.losses(state)
        if action not in lost or len(lost) < 2:  # noqa: PLR2004 - there has to be another
            return
        mine = lost[action]
        worse = tuple(other for other in lost if lost[other] > mine)
        if worse and not mine:
            yield Remark(SowingKind.STAYS_SAFE, (), min(lost[other] for other in worse), worse)
        elif len(worse) == len(lost) - 1:
            yield Remark(SowingKind.LOSES_FEWEST, (), mine, worse)

    def sure_capture(self, state: State, after: State) -> Iterator[Remark]:
        """Tell how many seeds can be captured next whatever the opponent replies, if no move could before."""
        replies = [after.successor(reply) for reply in after.actions()]
        if any(reply.to_move != state.to_move for reply in replies):
            return  # the opponent may move again, and so much more may happen
        captures = [0 if reply.is_terminal else self.best_capture(reply.position).seeds for reply in replies]
        if min(captures) > max(self.best_capture(state.position).seeds, 1):
            yield Remark(SowingKind.SURE_CAPTURE, number=min(captures))

    def exposed(self, position: Position) -> int:
        """Return how many seeds the player to move can capture at most, if any are the opponent's."""
        return self.best_capture(position).seeds

    def losses(self, state: State) -> Mapping[Action, int]:
        """Return how many seeds the opponent can capture after each action that makes it their turn."""
        return _losses(self, state)

    def row(self, state: State, player: int) -> tuple[int, ...]:
        """Return the seeds in the houses of a player, from their left."""
        houses = self.houses(state)
        middle = len(houses) // 2
        return houses[middle:] if player else houses[:middle]


@lru_cache(maxsize=1 << 6)
def _losses(game: Sowing, state: State) -> Mapping[Action, int]:
    afters = {action: state.successor(action) for action in state.actions()}
    return {
        action: game.exposed(after.position)
        for action, after in afters.items()
        if not after.is_terminal and after.to_move != state.to_move
    }
