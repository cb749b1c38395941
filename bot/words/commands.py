"""The descriptions of commands, their options and their choices; all names and values are fixed."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.words.language import Language, template


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
            "game": template("Which game; tic-tac-toe if left out, or what is usual on this server"),
            "opponent": template("Whom to play against; Maxine if left out"),
            "level": template("A level or character for Maxine; medium or the server's if left out"),
            "first": template("Who makes the first move; you if left out"),
            "pace": template("How much time there is for each move; as much as you like if left out"),
            "is_open": template("Whoever in this channel accepts first plays; leave `opponent` out"),
            "is_rated": template(
                "Whether it counts for your ratings; left out: between people yes, against me as last time"
            ),
            "has_thread": template(
                "Whether it gets a thread of its own; as is usual on this server if left out"
            ),
            "at": template(
                "When the channel plays: begin by itself, as in 2 hours, or 20:30 by the server's time zone"
            ),
            "is_together": template("Whether the whole channel plays against Maxine, by votes"),
            "is_explained": template("When the channel plays: say what each vote was worth; yes if left out"),
            "shows_votes": template(
                "When the channel plays: show votes before they are closed; as is usual here if left out"
            ),
        },
    ),
    "block": Command(
        template("Keep challenges away; without options: say whose challenges you block."),
        {
            "user": template("Whose challenges you do not want"),
            "everyone": template("Whether you want no challenges at all"),
        },
    ),
    "unblock": Command(
        template("Let challenges through again; without options: say whose challenges you block."),
        {
            "user": template("Whose challenges you want again"),
            "everyone": template("Whether anybody you do not block by name may challenge you again"),
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
    "draw": Command(template("Offer a draw in your match in this channel; the other player is asked."), {}),
    "takeback": Command(
        template("Take your last move back; a person is asked, against me it counts as help."), {}
    ),
    "matches": Command(
        template("List the matches that are being played, with a link to each board."),
        {"scope": template("Of this channel, this server, or your own anywhere; this channel if left out")},
    ),
    "stop": Command(
        template("For moderators: end a match in this channel without a result. You are asked once more."),
        {"match_id": template("Which of the matches that are being played here")},
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
            "is_again": template("Bring back a puzzle that you did not solve at the first try"),
            "own": template("Take a position that you got wrong in a match; one of mine if left out"),
        },
    ),
    "daily": Command(template("Solve the puzzle of today, the same for everyone, and build a streak."), {}),
    "streaks": Command(
        template("Show who has solved the daily puzzle for most days in a row."),
        {"scope": template("This server's people or everybody; this server's if left out")},
    ),
    "race": Command(
        template("Begin a puzzle race of this channel: the same ten puzzles for everybody, for an hour."),
        {
            "game": template("Puzzles of which game; of any if left out"),
            "is_weekly": template("Whether another begins by itself every week; no if left out"),
        },
    ),
    "leaderboard": Command(
        template("Show who has won how much, between people and against Maxine."),
        {
            "game": _USUAL_GAME,
            "scope": template("This server's matches or everybody's; this server's if left out"),
            "level": template("Against which level or character of Maxine; all if left out"),
            "board": template(
                "Ratings between people, against Maxine or at puzzles; all results if left out"
            ),
            "period": template("Of all time, or points won this month or week; all time if left out"),
        },
    ),
    "profile": Command(
        template("Show how somebody fares: ratings and their course, results, streaks, favourite opponent."),
        {"user": template("Whose profile; yours if left out"), "is_public": _IS_PUBLIC},
    ),
    "versus": Command(
        template("Show who has won how much of two players who have met."),
        {
            "user": template("One of the two"),
            "other": template("The other one; you if left out"),
            "is_public": _IS_PUBLIC,
        },
    ),
    "history": Command(
        template("List finished matches, to replay and review them, or to play on from them."),
        {
            "user": template("Whose matches; yours if left out"),
            "game": template("Only matches of this game; all games if left out"),
            "opponent": template("Only matches against this player; against anybody if left out"),
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
    "think": Command(
        template("Show how I find a move, step by step, in seven cards."),
        {"game": template("Which game; that of your newest match if left out")},
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
    "tournament": Command(template("Tournaments: open one, take part, begin it, and see how it stands."), {}),
    "tournament create": Command(
        template("Open a tournament in this channel, in which everybody can take part."),
        {
            "game": _GAME,
            "pace": template("How much time there is for each move; a day if left out"),
            "maxine": template("Let me take part too, at this level or as this character"),
            "at": template("Begin by itself at a time, as in 2 hours, or 20:30 by the server's time zone"),
        },
    ),
    "tournament join": Command(template("Take part in this channel's tournament."), {}),
    "tournament start": Command(template("Begin the tournament that you have opened here."), {}),
    "tournament cancel": Command(
        template("Call off this channel's tournament: before it begins your own, as a moderator any."), {}
    ),
    "tournament show": Command(template("Show this channel's tournament as a new message."), {}),
    "privacy": Command(template("See, hide or delete what I keep about you."), {}),
    "privacy export": Command(template("Get a file with all that I keep about you."), {}),
    "privacy delete": Command(template("Delete all that I keep about you. You are asked once more."), {}),
    "privacy hide": Command(template("Keep your name off the leaderboards of everywhere."), {}),
    "privacy show": Command(template("Let your name stand on the leaderboards of everywhere again."), {}),
    "settings": Command(
        template("Choose where matches may begin on this server, and what is usual."),
        {"time_zone": template("The server's time zone, for weekly races and planned times")},
    ),
    "help": Command(template("Say what I can do."), {}),
    "play": Command(template("Choose a game by buttons, and play it against me."), {}),
}

FIRST: Final[Mapping[str, str]] = {
    "me": template("me"),
    "opponent": template("opponent"),
    "random": template("random"),
}
"""Who begins, by value."""

PACES: Final[Mapping[str, str]] = {
    "none": template("none"),
    "30 seconds": template("30 seconds"),
    "1 minute": template("1 minute"),
    "5 minutes": template("5 minutes"),
    "10 minutes": template("10 minutes"),
    "1 hour": template("1 hour"),
    "1 day": template("1 day"),
    "3 days": template("3 days"),
}
"""How much time there is for a move, by value."""

MATCH_SCOPES: Final[Mapping[str, str]] = {
    "channel": template("channel"),
    "server": template("server"),
    "mine": template("mine"),
}
"""Whose matches are listed, by value."""

BOARDS: Final[Mapping[str, str]] = {
    "rating": template("rating"),
    "maxine": template("maxine"),
    "puzzles": template("puzzles"),
}
"""What a board of ratings is about, by value."""

PERIODS: Final[Mapping[str, str]] = {
    "all": template("all time"),
    "month": template("this month"),
    "week": template("this week"),
}
"""Of when a board is, by value."""

SCOPES: Final[Mapping[str, str]] = {"server": template("server"), "global": template("global")}
"""Whose results count, by value."""


def guide(language: Language) -> str:
    """Say what there is to do, and with which command."""
    return language.say(
        """\
**Play.** `/play` shows the games; `/challenge` starts a match against me, an `opponent`, or the whole \
channel against me (`together`). `/move`, `/board`, `/matches`, `/draw`, `/takeback`, `/resign` go on with it.
**Learn.** `/explain` says what every move is worth, and why. `/hint` helps you. `/replay` shows a match, \
`/review` judges it, `/analyse` tries moves out. `/rules` says how to play, `/think` how I find a \
move. `/puzzle` asks for the move that wins, with `again` where you failed; `/daily` is the same for all, \
`/streaks` counts days.
**Compare.** `/leaderboard`, `/profile`, `/versus`, `/history`. `/tournament` and `/race` are for \
everybody. `/characters` says who I can be, `/arena` lets two of them play.
**Decide.** `/block` and `/unblock`: who may challenge you. `/privacy`: what I keep about you. \
`/settings`, `/stop`: for who runs the server.""",
    )
