"""What may be remarked in Connect Four."""

from enum import auto

from engine.facts import AHEAD, HARM, THUMB, Kind


class ConnectFourKind(Kind):
    """What may be remarked in Connect Four.

    The cells are where four would be completed, unless it says otherwise; the number is that of a move of
    the match, the first is 1.
    """

    HOLE = auto()
    """The player has threats on cells below which the opponent has to play in the end, by best play.

    The number is that of all other places that can be filled before, if it is one: then it is their turn.
    """
    THEIR_HOLE = auto()
    """The opponent has such threats, below which the player has to play."""
    TOWARDS_FOUR = auto()
    """Takes one of these four cells, with which the player wins by best play."""
    THEIR_FOUR = auto()
    """The opponent wins by best play with these four cells, of which they have some, so many."""
    WAITING_THREATS = auto()
    """Makes threats on cells that wait for stones below them.

    The actions are columns in which the opponent must not play next, under the lowest of the threats there.
    """
    LASTING_THREATS = auto()
    """Makes such threats, below which the opponent has to play if all other columns fill up first."""
    USES_UP_THREAT = auto()
    """Lets the opponent block what would have completed four above the action's cell."""
    STACKS_THREATS = auto()
    """Threatens to win with the action on the lower of the cells, and then on the upper, right above it."""
    PREVENTS_THREATS = auto()
    """Takes the cell whose stone would have given the opponent threats on these cells."""
    NO_LINE_LEFT = auto()
    """Leaves the opponent no way at all to have four."""
    THUMB_LINES = auto(), THUMB
    """A rule of thumb: is in so many lines that the player can still complete, others in `of` at most.

    No place that is in as many is worse.
    """
    THUMB_CLOSES_LINES = auto(), THUMB
    """A rule of thumb: is likewise in so many lines that the opponent could have completed."""
    ANSWERS_TO_WIN = auto()
    """Wins by answering every stone in its column; `besides` are answered in each other, two by two.

    In the end the opponent has to play under one of the cells, or the player takes the last of them.
    """
    ANSWERS_TO_HOLD = auto()
    """Cannot lose any more by answering likewise; the cells are those that the player gets, and needs."""
    ANSWERED_TO_LOSS = auto(), AHEAD
    """The opponent wins in that way after this reply."""
    LEADS_TO_ANSWERS = auto(), AHEAD
    """Wins by best play: from the move of this number on it is enough to answer every stone."""
    LEADS_TO_ANSWERED = auto(), AHEAD
    """Loses likewise, after this reply."""
    LEADS_TO_FORK = auto(), AHEAD
    """Wins by best play: two threats, one of which may be right above the other, come with this move."""
    LED_TO_FORK = auto(), AHEAD
    """Loses likewise, after this reply."""
    TAKES_NEEDED = auto()
    """Takes a cell of the four with which the opponent wins by best play after these other actions."""
    TAKES_REPLY = auto()
    """Takes the cell with which the opponent answers these other, worse actions in best play."""
    AVOIDS = auto()
    """Is not one of these other actions, which lose to a stone right on top of them.

    `then` says if they lose at once. Else, if it is one, the number is that of the lines through that cell
    which the opponent can still complete.
    """
    PASSES = auto()
    """Is in no line that anybody can still complete."""
    LEAVES_NEEDED = auto()
    """Lets the opponent take, with this reply, a cell of the four with which best play would win."""
    LEAVES_BEST = auto()
    """Lets the opponent take, with this reply of best play, the cell of a best action."""
    LETS_STACK = auto(), HARM
    """Lets the opponent make two threats, one right above the other, with this reply."""
    LETS_WAIT = auto(), HARM
    """Lets the opponent make threats, with this reply of best play, that wait on the cells."""
    THUMB_TAKES_LINES = auto(), THUMB
    """A rule of thumb: is in so many lines that the opponent could complete, others in `of` at most."""
    THUMB_LEAVES_PLACE = auto(), THUMB
    """A rule of thumb: leaves the opponent these places, each in so many of its open lines."""
    FACES_THREATS = auto()
    """Leaves the opponent threats on these cells, which wait for stones below them."""
