"""What Discord shows of the commands, their options and their choices; all names and values are fixed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from bot.words.language import template

if TYPE_CHECKING:
    from collections.abc import Mapping


class Command(NamedTuple):
    """What a command does, and what each of its options means, in a hundred characters at most."""

    description: str
    options: Mapping[str, str]


_GAME: Final = template("Which game; tic-tac-toe if left out")
_USUAL_GAME: Final = template("Which game; that of your newest match here if left out")
_IS_PUBLIC: Final = template("Show it to everybody in the channel; only to you if left out")

COMMANDS: Final[Mapping[str, Command]] = {
    "challenge": Command(
        template("Start a match against Maxine or somebody else."),
        {
            "game": _GAME,
            "opponent": template("Whom to play against; Maxine if left out"),
            "level": template("A level or character for Maxine; medium if left out, nothing between people"),
            "first": template("Who makes the first move; you if left out"),
        },
    ),
    "board": Command(template("Show your match in this channel again, as a new message."), {}),
    "move": Command(
        template("Play a move by its name."),
        {"to": template("The name of the move: a cell such as b2, a column such as 4, a house such as c")},
    ),
    "explain": Command(
        template("Say what every legal move is worth, and why."),
        {
            "ply": template("Look at the position before that move of the match (1 is the first)"),
            "is_public": _IS_PUBLIC,
            "with_tree": template("Draw the minimax tree too, where few moves are left"),
        },
    ),
    "resign": Command(
        template("End your match in this channel: your opponent wins. You are asked once more."),
        {"match_id": template("Which of your running matches here; the newest if left out")},
    ),
    "replay": Command(
        template("Step through a match, with what every move was worth, and see all of it as a film."),
        {
            "match_id": template("Which match; your newest finished one here if left out"),
            "is_public": _IS_PUBLIC,
        },
    ),
    "review": Command(
        template(
            "Say how well a match was played: what moves gave away, and how accurate both players were."
        ),
        {
            "match_id": template("Which finished match; your newest one here if left out"),
            "is_public": _IS_PUBLIC,
        },
    ),
    "analyse": Command(
        template("Try out moves for both sides on a board of your own, with what every move is worth."),
        {
            "match_id": template("Begin in this match"),
            "ply": template("Begin before that move of the match (1 is the first)"),
            "game": template("Begin at the start of this game, if you name no match"),
        },
    ),
    "hint": Command(
        template("Give a hint for your next move in this channel: first what to look for, then the move."), {}
    ),
    "puzzle": Command(
        template("Solve a position in which only one move wins, or saves the draw."),
        {
            "game": _USUAL_GAME,
            "difficulty": template("How hard it is to solve; easy if left out"),
            "theme": template("What the right move is about; anything if left out"),
            "own": template("Take a position that you got wrong in a match; one of mine if left out"),
        },
    ),
    "daily": Command(template("Solve the puzzle of today, the same for everyone, and build a streak."), {}),
    "streaks": Command(
        template("Show who has solved the daily puzzle for most days in a row."),
        {"scope": template("This server's people or everybody; this server's if left out")},
    ),
    "leaderboard": Command(
        template("Show who has won how much, between people and against Maxine."),
        {
            "game": _USUAL_GAME,
            "scope": template("This server's matches or everybody's; this server's if left out"),
            "level": template("Against which level or character of Maxine; all if left out"),
        },
    ),
    "characters": Command(
        template("Say who Maxine can be: how each character plays, and how strong it is."),
        {"game": _USUAL_GAME},
    ),
    "rules": Command(
        template("Say how a game is played, with an example."),
        {
            "game": _USUAL_GAME,
            "is_public": _IS_PUBLIC,
        },
    ),
    "arena": Command(
        template("Let two players of mine meet in many games, and see who wins more."),
        {
            "x": template("Who begins: a level, or a character; type to see more"),
            "o": template("Who plays second; it may be the same"),
            "game": _GAME,
            "games": template("How many games, up to 200; 100 if left out"),
            "seed": template("The same seed gives the same games; another one each time if left out"),
        },
    ),
    "help": Command(template("Say what I can do."), {}),
}

FIRST: Final[Mapping[str, str]] = {
    "me": template("me"),
    "opponent": template("opponent"),
    "random": template("random"),
}
"""Who begins, by value."""

SCOPES: Final[Mapping[str, str]] = {"server": template("server"), "global": template("global")}
"""Whose results count, by value."""
