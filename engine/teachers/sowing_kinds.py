"""What may be remarked in games of sowing seeds, and what each counts."""

from __future__ import annotations

from enum import auto
from typing import TYPE_CHECKING, Final

from engine.facts import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping


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
    """Captures so many fewer than `besides`, the best move, which captures `of`."""
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


WEIGHTS: Final[Mapping[Kind, float]] = {
    SowingKind.STAYS_SAFE: 0.2,
    SowingKind.LOSES_FEWEST: 0.6,
    SowingKind.SURE_CAPTURE: 0.9,
    SowingKind.COLLECTS: 0.9,
    SowingKind.PREPARES: 0.6,
    SowingKind.AVOIDS: 0.4,
    SowingKind.AVOIDS_TURN: 0.4,
    SowingKind.AVOIDS_MOVING_AGAIN: 0.4,
    SowingKind.AVOIDS_THREAT: 0.4,
    SowingKind.AVOIDS_LATER: 0.4,
    SowingKind.CAPTURES_LATER: 0.6,
    SowingKind.GAINS: 0.4,
    SowingKind.ROUND_HOUSES: 0.3,
    SowingKind.MOVES_AGAIN_LATER: 0.2,
    SowingKind.SAFE_HOUSES: 0.2,
    SowingKind.MORE_HOUSES: 0.1,
    SowingKind.FEWER_HOUSES: 0.1,
    SowingKind.KEEPS_SEEDS: 0.1,
    SowingKind.LEAVES_SEEDS: 0.1,
    SowingKind.ENDS_WITH: 0.01,
}
"""What a remark counts for each seed, or each other thing, that it speaks of."""

SLIGHT: Final = frozenset(
    {
        SowingKind.AVOIDS_THREAT,
        SowingKind.AVOIDS_LATER,
        SowingKind.GAINS,
        SowingKind.ROUND_HOUSES,
        SowingKind.MOVES_AGAIN_LATER,
        SowingKind.SAFE_HOUSES,
        SowingKind.MORE_HOUSES,
        SowingKind.FEWER_HOUSES,
        SowingKind.KEEPS_SEEDS,
        SowingKind.LEAVES_SEEDS,
        SowingKind.ENDS_WITH,
        SowingKind.THUMB_HOUSES,
    }
)
"""What is said where there is nothing better to say."""

OF_THE_BEST: Final = frozenset({SowingKind.STAYS_SAFE, SowingKind.LOSES_FEWEST})
"""What is not said of a move that costs seeds even so."""
