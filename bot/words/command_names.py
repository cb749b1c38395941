"""The names of commands and their options in each language: templates in the form in which readers meet them.

English stays what people have always typed; a name in another language is lower case, without spaces, in 32
characters at most, and no other command of the same language, or option of the same command, has it.
"""

from typing import Final

from bot.words.language import Language, template

COMMANDS: Final = (
    template("/analyse"),
    template("/arena"),
    template("/block"),
    template("/board"),
    template("/cancel"),
    template("/challenge"),
    template("/characters"),
    template("/create"),
    template("/daily"),
    template("/delete"),
    template("/draw"),
    template("/explain"),
    template("/export"),
    template("/help"),
    template("/hide"),
    template("/hint"),
    template("/history"),
    template("/join"),
    template("/leaderboard"),
    template("/matches"),
    template("/move"),
    template("/play"),
    template("/privacy"),
    template("/profile"),
    template("/puzzle"),
    template("/race"),
    template("/replay"),
    template("/resign"),
    template("/review"),
    template("/rules"),
    template("/settings"),
    template("/show"),
    template("/start"),
    template("/stop"),
    template("/streaks"),
    template("/takeback"),
    template("/think"),
    template("/tournament"),
    template("/unblock"),
    template("/versus"),
)

OPTIONS: Final = (
    template("again:"),
    template("at:"),
    template("board:"),
    template("difficulty:"),
    template("everyone:"),
    template("explain:"),
    template("first:"),
    template("game:"),
    template("games:"),
    template("level:"),
    template("match:"),
    template("maxine:"),
    template("mine:"),
    template("o:"),
    template("open:"),
    template("opponent:"),
    template("other:"),
    template("pace:"),
    template("period:"),
    template("ply:"),
    template("public:"),
    template("rated:"),
    template("scope:"),
    template("seed:"),
    template("theme:"),
    template("thread:"),
    template("timezone:"),
    template("to:"),
    template("together:"),
    template("tree:"),
    template("user:"),
    template("votes:"),
    template("weekly:"),
    template("x:"),
)

MENUS: Final = (template("Challenge"), template("Explain"))
"""The names in the menus of people and messages."""


def name_command(language: Language, name: str) -> str:
    """Return what a command is called, or a part of one: `challenge`."""
    return language.say(f"/{name}").replace("/", "")


def name_option(language: Language, name: str) -> str:
    """Return what an option of a command is called: `level`."""
    return language.say(f"{name}:").replace(":", "")
