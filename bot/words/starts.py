"""What is said before a match against Maxine, and on the buttons that lead to one."""

from bot.words import labels
from bot.words.language import Language, template
from bot.words.names import format_game
from engine import Game

PLAY, PUZZLE, DAILY, ALL_COMMANDS = (
    template("Play"),
    template("Puzzle"),
    template("Daily"),
    template("All commands"),
)
"""What is written on the buttons below what there is to do."""

BEGIN, CHOOSE = template("Play"), template("Choose")
"""What is written on the buttons that begin a match, and that ask before it."""


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


def describe_board(language: Language, game: Game) -> str:
    """Say what the small picture of a game shows."""
    return language.say("A board of {game}", game=format_game(language, game.slug))
