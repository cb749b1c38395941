"""What may be remarked in any game of sowing seeds, and what of it is worth saying first."""

from __future__ import annotations

from enum import auto
from typing import TYPE_CHECKING, Final

from engine.remarks import Kind

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
    GAINS = auto()
    """By the lines, ends up so many better off than after `besides`, the next best."""
    COSTS = auto()
    """By the estimates, is worth so many fewer than the best move, and this is the best reply."""
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


WEIGHTS: Final[Mapping[Kind, float]] = {
    SowingKind.STAYS_SAFE: 0.2,
    SowingKind.LOSES_FEWEST: 0.6,
    SowingKind.SURE_CAPTURE: 0.9,
    SowingKind.COLLECTS: 0.9,
    SowingKind.PREPARES: 0.6,
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

MOST_OF_GAINS: Final = 1.2
"""So that what can be seen on the board is said before what comes of it many moves later."""

SLIGHT: Final = frozenset(
    {
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
