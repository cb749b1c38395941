"""What stands on the sheets that begin matches and tournaments: titles of 45 letters at most, and fields."""

from collections.abc import Mapping
from typing import Final

from bot.words.language import template

START, SOMEBODY, TOURNAMENT = (
    template("Start a match"),
    template("Challenge somebody"),
    template("Open a tournament"),
)
"""The titles; the second is written on the button, too."""

OPPONENT, GAME, LEVEL, FIRST, PACE, MORE, MAXINE, AT = (
    template("Opponent"),
    template("Game"),
    template("How well I play"),
    template("Who begins"),
    template("Time for each move"),
    template("What else?"),
    template("Do I take part?"),
    template("Begin by itself at"),
)
"""What is written above the fields."""

ALONE, AGAINST_ME, WHEN = (
    template("Leave it empty to play against me."),
    template("Only if you play against me."),
    template("As in 2 hours, or 20:30. If you leave it empty, you press Start."),
)
"""What is written below that."""

NO_PART: Final = template("no")
"""The choice that Maxine takes no part in a tournament."""

BEGINS: Final[Mapping[str, str]] = {
    "me": template("You"),
    "opponent": template("Your opponent"),
    "random": template("Chance decides"),
}
"""Who begins, by value."""

TICKED: Final[Mapping[str, str]] = {
    "rated": template("Rated: it changes ratings"),
    "open": template("Anyone here may accept: leave the opponent empty"),
    "together": template("The whole channel plays against me, by votes"),
    "thread": template("In a thread of its own"),
}
"""What can be ticked, by value."""
