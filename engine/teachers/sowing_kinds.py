"""What may be remarked in games of sowing seeds, and what each counts."""

from enum import auto
from typing import Final

from engine.facts import HARM, Kind, Traits

STANDING: Final = Traits(is_rule_of_thumb=True, is_slight=True)
"""What is counted right after a move."""

BETTER: Final = Traits(names_better=True)


class SowingKind(Kind):
    """What may be remarked in any such game; the number is that of seeds, but where other things are counted.

    `besides` are other actions of the same state, and `actions` are replies or what comes next.
    """

    LETS_CAPTURE = auto(), HARM
    """Lets the opponent capture so many with an action, in the houses `besides`; the move captures `of`."""
    THREATENS_CAPTURE = auto(), Traits(weight=0.5)
    """Would capture so many with an action if the opponent passed, more than any could before.

    If it says how many replies there are, `of`, only those `besides` begin a turn that can prevent it.
    """
    SAVES = auto(), Traits(weight=1.1)
    """Leaves the opponent nothing to capture in a turn, who could have captured so many in `besides`.

    The action is the one with which they would have done so, had the player passed.
    """
    LEAVES_ONE_MOVE = auto(), Traits(weight=0.8)
    """Leaves the opponent this legal action alone."""
    STAYS_SAFE = auto(), Traits(weight=0.2)
    """Leaves the opponent nothing to capture in a turn; after each of `besides` that is at least so many."""
    LOSES_FEWEST = auto(), Traits(weight=0.6)
    """Lets the opponent capture so many; after each of `besides` it would be more."""
    LOSES_LESS = auto()
    """Likewise, where `besides` are only the worse moves of which the remark before this is true as well."""
    WINS_BACK_LEAST = auto(), Traits(weight=0.01)
    """Wins so many in a turn, and the opponent's next wins `of`: no turn comes out better by that count."""
    THREATENS_MOST = auto()
    """Likewise would capture so many with an action if the opponent passed, and fewer after `besides`."""
    FOUND_AHEAD = auto(), Traits(is_slight=True)
    """Nothing that players see sets the move apart from worse ones."""
    SURE_CAPTURE = auto(), Traits(weight=0.9)
    """Captures at least so many next, whatever the reply, and more than any action could before.

    If one action always does, or one of two, these are named.
    """
    COLLECTS = auto(), Traits(is_gain=True, weight=0.9)
    """By its line, goes on with these actions, and brings the own store so many in this turn."""
    PREPARES = auto(), Traits(names_reply=True, weight=0.6)
    """By its line, captures so many with this action once the opponent has replied `besides` alone."""
    AVOIDS_TURN = auto(), Traits(weight=0.4)
    """By the lines, keeps the opponent from a next turn that begins with this action and brings them so many.

    That is what follows the next best of `besides`, and at least that what follows the others; after this
    move their next turn brings them less, and no turn that begins with this action could bring them as much.
    """
    AVOIDS_MOVING_AGAIN = auto(), Traits(weight=0.4)
    """By the lines, keeps the opponent from moving again with this reply, as they do after `besides`.

    That is the next best; after this move they do not move again, and could not with this reply.
    """
    AVOIDS_THREAT = auto(), Traits(is_slight=True, weight=0.4)
    """By the lines, keeps the reply from threatening to capture so many with this action.

    That is what it does after `besides`, the next best; after this move no reply threatens as many.
    """
    CAPTURES_FEWER = auto(), BETTER
    """Captures so many fewer than `besides`, the best move, which captures `of`."""
    COLLECTS_FEWER = auto(), BETTER
    """By the lines, wins so many fewer this turn than the best one, which begins with `besides`."""
    FORGOES = auto(), BETTER
    """By the lines, misses capturing so many with this action next, as after `besides`, the best move.

    After this move nothing captures as many then, nor does it do so itself.
    """
    LETS_MOVE_AGAIN = auto(), HARM
    """By its line, lets the opponent move again with the reply, as the best move does not."""
    LETS_THREATEN = auto(), Traits(is_harm=True, names_reply=True)
    """By its line, lets the opponent reply `besides`, which threatens to capture so many with this action."""
    LETS_SAVE = auto(), HARM
    """By its line, lets the opponent save so many with the reply, which leaves nothing to capture."""
    LETS_KEEP = auto(), HARM
    """By its line, the opponent gets so many in the end that are left in their row, from the reply on."""
    COSTS = auto()
    """By the estimates, is worth so many fewer than the best move, and this is the best reply."""
    LETS_PREPARE = auto(), Traits(is_harm=True, names_reply=True)
    """By its line, lets the opponent reply with `besides`, and next capture so many with this action."""
    LETS_COLLECT = auto(), HARM
    """By its line, the opponent's turn that begins with the reply brings them so many."""
    REPLIES = auto()
    """By its line, this is the opponent's best reply."""
    ENDS_WITH = auto(), Traits(is_slight=True, weight=0.01)
    """By its line, the player has so many in the end, and the opponent `of`."""
    LETS_REACH = auto(), HARM
    """By its line, the opponent has so many in the end, beginning with the reply, and the player `of`."""
    READY_HOUSES = auto(), STANDING
    """Right after it, so many houses of the player end exactly in the own store, and fewer after `besides`.

    These are the worse moves of which the remark before this is true as well; if there is none before, those
    that win as many seeds, and after which the opponent can win no more next.
    """
    NONE_READY = auto(), STANDING
    """Likewise no house of the opponent ends in their store, but some do after `besides`."""
    MORE_HOUSES = auto(), STANDING
    """Likewise there are so many houses to sow from."""
    FEWER_HOUSES = auto(), STANDING
    """Likewise the opponent has so many houses to sow from: more after `besides`."""
    KEEPS_SEEDS = auto(), STANDING
    """Likewise there are so many seeds in the own row."""
    LEAVES_PREY = auto(), STANDING
    """Likewise the opponent has so many houses that can be captured with the next one or two seeds."""
    SAFE_HOUSES = auto(), STANDING
    """Likewise there are so many houses that cannot be captured with the next few seeds."""
    ROUND_HOUSES = auto(), STANDING
    """Likewise there are so many houses with enough seeds to go all the way round."""
