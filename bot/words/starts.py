"""What is asked before a match against Maxine, and on the buttons that lead to one."""

from collections.abc import Mapping
from typing import Final

from bot.words import labels
from bot.words.language import Language, template
from bot.words.names import format_game
from bot.words.rules import format_summary
from engine import Game

PLAY, PUZZLE, DAILY, ALL_COMMANDS = (
    template("Play"),
    template("Puzzle"),
    template("Daily"),
    template("All commands"),
)
"""What is written on the buttons below what there is to do."""

BEGIN, BEGIN_TOGETHER = template("Play"), template("Play with the whole channel")
"""What is written on the buttons that begin the match."""

CHOOSE = template("Choose")
"""What is written on the button that asks before the match."""

MORE_GAMES = template("More games")
"""What is written on the button that turns to the next page of games."""

HOW_WELL, WHO_BEGINS, WHETHER_RATED = (
    template("How well I play"),
    template("Who begins"),
    template("Whether it is rated"),
)
"""What is written on the menus."""

FIRST: Final[Mapping[str, str]] = {
    "me": template("You begin"),
    "opponent": template("I begin"),
    "random": template("Chance says who begins"),
}
"""Who begins, as Maxine says it to the challenger."""


RATED: Final[Mapping[str, str]] = {
    "casual": template("For fun: no rating changes"),
    "rated": template("Rated: my rating changes, and help ends that"),
}
"""Whether a match against Maxine is rated, as the challenger says it."""


def format_help(language: Language) -> str:
    """Say what each button below it leads to."""
    return language.say(
        """\
**I play perfectly where it can be computed, or as weakly as you ask, and say why.**
**Play**: choose a game, and play against me.
**Challenge somebody**: play against a friend.
**Puzzle**: find the one right move.
**Daily**: the puzzle of the day, the same for everybody.
**Learn**: see how a game is played, and how to win it.
**How I think**: watch how I find a move."""
    )


def format_question(language: Language) -> str:
    """Ask which game to play."""
    return language.say("### What shall we play?")


def format_first_steps(language: Language) -> str:
    """Say what the buttons below the board of somebody's first match do."""
    named = {"hint": labels.HINT, "explain": labels.EXPLAIN, "rules": labels.RULES, "resign": labels.RESIGN}
    return language.say(
        "Your first match! Press a button of the board to move. Stuck? **{hint}** helps; **{explain}** says"
        " what each move is worth, and why; **{rules}** says how to play. **{resign}** gives up.",
        **{place: language.say(label) for place, label in named.items()},
    )


def format_game_line(language: Language, game: Game) -> str:
    """Name a game, and say in a line what it is about."""
    return f"**{format_game(language, game.slug)}**\n{format_summary(language, game)}"


def describe_board(language: Language, game: Game) -> str:
    """Say what the small picture of a game shows."""
    return language.say("A board of {game}", game=format_game(language, game.slug))


def format_start_question(language: Language, game_slug: str) -> str:
    """Say what there is to choose before a match of a game."""
    title = format_game(language, game_slug)
    said = language.say(
        "You against me: press Play, or choose first how well I play, who begins and whether it is rated."
    )
    return f"### {title}\n{said}"
