"""What is said on the path through a game."""

from collections.abc import Mapping
from typing import Final

from bot import policy
from bot.words.language import Language, template
from bot.words.names import format_game, format_level, format_theme_name
from engine import LEVELS

LEARN = template("Learn")
PLAY = template("Play")
ALL_STEPS = template("All steps")

_IDEAS: Final[Mapping[str, str]] = {
    "double-threat": template("Two threats at once: your opponent can block only one."),
    "block": template("See what your opponent wants, and take that place first."),
    "threat": template("A threat must be answered: so you decide where your opponent plays."),
    "trap": template("Leave your opponent as few safe moves as you can: one slip, and you win."),
    "parity": template("Count ahead: let your opponent be the one who must move when nothing good is left."),
    "pairs": template("Make pairs: whatever your opponent does in one half, do the same in the other."),
    "safe": template("Look first for moves that give nothing away: often there is only one."),
    "capture": template("Take what you can, if you do not lose more by it."),
    "save": template("See what your opponent could capture, and bring it to safety."),
    "sacrifice": template("Give a little away now, and get back more."),
    "extra-turn": template("End in your store: then you move again."),
    "chain": template("Let your opponent be the one who has to open a long row of boxes."),
    "corner": template("A disc in a corner can never be turned: take corners, and give none away."),
    "few-replies": template("The fewer moves your opponent has, the worse they are."),
}
"""The idea of each theme."""


def format_question(language: Language) -> str:
    """Ask which game to learn."""
    return language.say("### Which game do you want to learn?")


def format_path(language: Language, game_slug: str) -> str:
    """Say what the steps below are."""
    title = language.say("Learn {game}", game=format_game(language, game_slug))
    said = language.say("Press a step, in any order. ✓ is what you have done.")
    return f"### {title}\n{said}"


def format_step(language: Language, game_slug: str, number: int, name: str, *, is_done: bool) -> str:
    """Return what is on the button of a step."""
    said = f"{number}. {_name_step(language, game_slug, name)}"
    return mark(said, is_done=is_done)


def mark(label: str, *, is_done: bool) -> str:
    """Return a label with its mark."""
    return f"✓ {label}" if is_done else label


def _name_step(language: Language, game_slug: str, name: str) -> str:
    if name in LEVELS:
        return language.say("Win against me: {level}", level=format_level(language, name, game_slug))
    if name not in _IDEAS:
        return language.say("Rules")
    theme = format_theme_name(language, name)
    return f"{theme[:1].upper()}{theme[1:]}"


def format_heading(language: Language, game_slug: str, number: int, name: str) -> str:
    """Say which step it is, and its idea or what there is to do."""
    title = f"{format_game(language, game_slug)}, {number}. {_name_step(language, game_slug, name)}"
    if name in _IDEAS:
        idea = language.say(_IDEAS[name])
        return f"### {title}\n**{idea}**"
    said = language.say("Now a whole match: win it, and this step is done.")
    return f"### {title}\n{said}"


def format_task(language: Language) -> str:
    """Say what there is to do in the step of a theme."""
    return language.say(
        "Solve {number} puzzles like this one. Then play from here against me.",
        number=policy.PRACTICE_PUZZLES,
    )


def label_puzzles(language: Language, solved: int) -> str:
    """Return what is on the button for the puzzles of a theme."""
    needed = policy.PRACTICE_PUZZLES
    return language.say("Puzzles: {solved} of {needed}", solved=min(solved, needed), needed=needed)
