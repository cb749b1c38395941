"""The labels of buttons: templates, said where a button is drawn."""

from bot import policy
from bot.models import Match
from bot.words.language import Language, Reader, template
from bot.words.names import format_side
from engine import Action, State

ACCEPT = template("Accept")
DECLINE = template("Decline")
CANCEL = template("Cancel")

EXPLAIN = template("Explain")
RULES = template("Rules")
WORDS = template("My words")
SECRET = template("The secret")
EXAMPLE = template("Example")
RESIGN = template("Resign")
REALLY_RESIGN = template("Really resign?")
MORE = template("More")
PLAY_NOW = template("Play now")
OFFER_DRAW = template("Offer a draw")
TAKE_BACK = template("Take back")
ASK_TAKEBACK = template("Ask to take back")
ACCEPT_DRAW = template("Accept draw")
ALLOW_TAKEBACK = template("Allow takeback")
END_MATCH = template("End the match")
REALLY_END = template("Really end it?")
MOVE_HERE = template("Move it here")
GO_ON_HERE = template("Go on here")
REMATCH = template("Rematch")
REVIEW = template("Review")

FIRST = template("First")
BACK = template("Back")
FORWARD = template("Forward")
LAST = template("Last")
FILM = template("Film")

ALL_MOVES = template("All moves")
MORE_MOVES = template("More moves")

SHOW_MOVE = template("Show the move")
SHOW_ANSWER = template("Show the answer")
SKIP = template("Skip")
TRY_AGAIN = template("Try again")
NEXT = template("Next")
NEXT_MISTAKE = template("Next mistake")
SIMILAR_PUZZLE = template("A puzzle like it")

HINT = template("Hint")
SHOW_SOLUTION = template("Show solution")
NEXT_PUZZLE = template("Next puzzle")
SHARE = template("Share")
PLAY_TODAY = template("Play today's puzzle")


def tell_of_more_moves(language: Language) -> str:
    """Say how to play the moves that have no button on a page of them."""
    more = language.say(MORE_MOVES)
    return language.say("There is no room for all moves: press {more} for the others.", more=more)


def play_move(language: Language, state: State, action: Action) -> str:
    """Return what is on the button that plays a move."""
    return language.say("Play {move}", move=state.name_of(action))


def practise(language: Language) -> str:
    """Return what is on the button for a few puzzles of the theme that a sentence above it names."""
    return language.say("{number} puzzles", number=policy.PRACTICE_PUZZLES)


def learn_from_mistakes(reader: Reader, match: Match, seat: int) -> str:
    """Return what is on the button for the errors of a player."""
    language, side = reader.language, format_side(reader.language, match, seat)
    if match.side_of(reader.user_id) == seat:
        return language.say("Learn from your mistakes")
    return language.say("Learn from the mistakes of [[{side}|player {number}]]", side=side, number=seat + 1)
