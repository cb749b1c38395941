"""Facts about actions as values: kinds that every game has, and kinds of a teacher's own."""

from enum import Enum, auto
from typing import Final, NamedTuple

from engine.base import Action


class Traits(NamedTuple):
    """What is true of all remarks of a kind."""

    is_rule_of_thumb: bool = False
    """They say what is often good, not what is proven here.

    Those of `Teacher.remarks` are told only where no other reason is found. Those without a number rank like
    proofs.
    """
    is_comparison: bool = False
    """They say that an action does something more or less than all but `besides`: they rank like proofs."""
    is_harm: bool = False
    """They speak against a move: they say what it lets the opponent do."""
    is_gain: bool = False
    """Their number counts what a move wins in this turn."""
    is_ahead: bool = False
    """They say how best play ends, which the board does not show: they are never said first."""
    is_plan: bool = False
    """They say how to go on, so that the reader has to keep their cells in mind."""
    is_slight: bool = False
    """They are said where there is nothing better to say."""
    names_better: bool = False
    """Their `besides` are better moves, so that they give away what to play."""
    names_reply: bool = False
    """Their `besides` is the reply after which the actions follow, not other moves."""
    weight: float = 0
    """What they count for each seed, or each other thing, that they speak of."""


PLAIN: Final = Traits()
HARM: Final = Traits(is_harm=True)
THUMB: Final = Traits(is_rule_of_thumb=True)
AHEAD: Final = Traits(is_ahead=True)
PLAN: Final = Traits(is_plan=True)


class Kind(Enum):
    """A kind of remark, declared with its traits; a teacher defines kinds of its own in a subclass."""

    def __init__(self, number: int, traits: Traits = PLAIN) -> None:  # noqa: ARG002 - it only tells kinds apart
        self.traits = traits


class General(Kind):
    """Kinds of remarks in any game; "with" says which actions the remark carries.

    A series is one of threats, each of which leaves a single reply; its number counts the moves of the
    player who makes them, until the win.
    """

    WINS = auto()
    """Wins at once; the cells are the line that it completes."""
    LOSES = auto()
    """Ends the game and loses it; the cells are the line that it completes."""
    BLOCKS_WIN = auto()
    """Takes from the opponent an action that would have won at once, by the line of these cells."""
    THREATENS = auto()
    """Threatens to win with one action, besides those that threatened to before.

    The opponent who blocks it threatens to win with so many.
    """
    FORKS = auto()
    """Threatens likewise with more than one action."""
    FORCES = auto()
    """Begins a series, which goes on with any of these actions after the only reply, `besides`.

    `then` says what they do.
    """
    TAKES_FORK = auto()
    """Is where the opponent, who threatens nothing, would make two threats at once, and now cannot."""
    FORESTALLS_FORK = auto()
    """Keeps the opponent, who threatens nothing, from making two threats at once with any of these."""
    TAKES_SERIES = auto()
    """Is where the opponent, who threatens nothing and has no fork, would begin a series, and now cannot.

    That would go on with these actions, as `FORCES` says.
    """
    FORESTALLS_SERIES = auto()
    """Keeps the opponent likewise from beginning a series with this, which would leave the reply `besides`.

    `then` says what comes of it.
    """
    PREPARES_FORK = auto()
    """Would be followed by two threats at once, with any of these, if the opponent let it.

    `then` says if it wins whatever they do.
    """
    PREPARES_SERIES = auto()
    """Would be followed by a series, beginning with any of these, if the opponent let it.

    If it is one alone, `besides` is the only reply, and `then` says what comes of it.
    """
    LETS_WIN = auto(), HARM
    """Lets the opponent win next with any of these replies, though another action would not."""
    STILL_LOSES = auto()
    """The opponent wins next with any of these replies, as after every action."""
    IGNORES_THREATS = auto()
    """Leaves the opponent these replies, which threatened to win before."""
    LETS_FORK = auto(), HARM
    """Lets the opponent make two threats with any of these replies, and so win."""
    STILL_FORKED = auto()
    """The opponent makes two threats with any of these replies, where every action loses."""
    LETS_SERIES = auto(), HARM
    """Lets the opponent begin a series with any of these replies, and so win; of one alone see above."""
    STILL_SERIES = auto()
    """The opponent begins a series with any of these replies, where every action loses."""
    LETS_FORCE_WIN = auto(), HARM
    """Lets the opponent win within the number of their moves, beginning with this reply if it is known."""
    STILL_FORCED = auto()
    """The opponent wins so, where every action loses."""
    LETS_PREPARE = auto(), HARM
    """Lets the opponent win likewise, with a reply that prepares a fork or a series, which nothing stops."""
    STILL_PREPARED = auto()
    """The opponent wins so, where every action loses."""
    LETS_ESCAPE = auto(), HARM
    """Lets the opponent, who was lost, hold the draw with any of these replies, or win."""
    MISSES_WIN = auto()
    """Does not win, where another action wins at once."""
    MISSES_FORK = auto()
    """Does not win, where another action does by making two threats."""
    MISSES_SERIES = auto()
    """Does not win, where another action does by beginning a series."""
    ONLY_LEGAL = auto()
    """No other action is legal."""
    ONLY_WIN = auto()
    """No other action wins."""
    ONLY_DRAW = auto()
    """No other action holds the draw, and none wins."""
    ONLY_SAFE = auto()
    """Every other action loses at once or to the opponent's next, as far as is known."""
    STAYS_SAFE = auto()
    """Does not lose so, as that number of the others do."""
    HOLDS_OUT_LONGEST = auto()
    """Every action loses, and some lose sooner."""
    LOSES_SOONER = auto()
    """Every action loses, and some hold out longer."""
    LOSES_BY_LEAST = auto()
    """Every move loses, and others by more."""
    LOSES_BY_MORE = auto()
    """Every move loses, and others by less."""
    EVERY_MOVE_LOSES = auto()
    """Every action loses equally late."""
    DRAWS = auto()
    """Ends the game in a draw."""
    LEAVES_NO_SAFE_REPLY = auto()
    """Every reply loses at once or to the next action, though nothing need be threatened."""
    LEAVES_ONE_SAFE_REPLY = auto()
    """Every reply but this one does."""
    LEAVES_FEW_SAFE_REPLIES = auto()
    """Every reply but that number does, of so many."""
    FEW_REPLIES_HOLD = auto()
    """Of so many replies only that number does not lose, these if they are not too many to name."""
    FEW_REPLIES_WIN = auto()
    """Every action loses, and this one to these few replies and no other."""
    WINS_BY_ZUGZWANG = auto()
    """Best play ends with an opponent whom nothing threatens, but who has to move."""
    LOSES_BY_ZUGZWANG = auto()
    """Best play ends so for the player of the action, if the opponent replies with any of these.

    If every reply wins, none is named, but there are so many.
    """


class Consequence(Enum):
    """What comes of the reply that a remark names."""

    WIN = auto()
    FORK = auto()
    """Two threats at once, with any of the actions that are named."""
    THREATS = auto()
    """More threats, one after another, until one wins."""


class Remark(NamedTuple):
    """One fact about an action; what its fields stand for follows from its kind.

    `actions` are replies, or what the player threatens to do next, which of `besides` was true before.
    `number` is often one of so many: `of`. `cells` are numbered as the game does.
    """

    kind: Kind
    actions: tuple[Action, ...] = ()
    number: int = 0
    besides: tuple[Action, ...] = ()
    cells: tuple[int, ...] = ()
    of: int = 0
    then: Consequence | None = None
