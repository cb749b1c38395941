"""Draws and takebacks, and what else a player can do in a match."""

from collections.abc import Iterator

from bot.models import Match, Offer
from bot.words.language import Language
from bot.words.ratings import first_help


def format_offer(language: Language, match: Match, offer: Offer) -> str:
    """Say what is offered, and to whom."""
    names = {"player": match.players[offer.seat].name, "other": match.players[1 - offer.seat].name}
    if offer.kind == "draw":
        return language.say(
            "**{player} offers a draw.** {other}, do you accept? The next move ends the offer.", **names
        )
    return language.say(
        "**{player} asks to take {move} back.** {other}, do you allow it? The next move ends the question.",
        move=_last_move(match, offer.seat),
        **names,
    )


def _last_move(match: Match, seat: int) -> str:
    """Name the last move of a player who has made one."""
    ply = match.last_ply_of(seat) or 0
    return match.name_at(ply)


def list_menu(language: Language, match: Match, user_id: int, *, is_moderator: bool) -> str:
    """Say what a person can do in a match besides playing: a line for each button."""
    return "\n".join(_list_menu(language, match, user_id, is_moderator=is_moderator))


def _list_menu(language: Language, match: Match, user_id: int, *, is_moderator: bool) -> Iterator[str]:
    seat = match.seat_of(user_id)
    if seat is not None and match.level is not None:
        yield language.say(
            "**Offer a draw**: once we have played for a while I accept, unless I think that I am better."
        )
        take_back = language.say("**Take back**: your last move is undone, and what I played after it.")
        price = language.say("The match then counts as played with help and is not rated.")
        yield f"{take_back} {price}" if match.is_rated else take_back
    elif seat is not None:
        other = match.players[1 - seat].name
        yield language.say("**Offer a draw**: nobody wins, if {player} accepts.", player=other)
        yield language.say(
            "**Ask to take back**: your last move is undone, and what was played after it, if {player}"
            " allows it.",
            player=other,
        )
    if is_moderator:
        yield language.say("**End the match**, as a moderator: nobody wins, and it counts nowhere.")


def confirmation(language: Language, match: Match) -> str:
    """Say what came of an offer, to the player who made it."""
    if match.is_over:
        return language.say("I accept: the match is a draw.")
    if match.offer is None:
        taken_back = language.say("Your last move is taken back.")
        return f"{taken_back} {first_help(language)}" if match.is_rated else taken_back
    other = match.players[1 - match.offer.seat].name
    if match.offer.kind == "draw":
        return language.say("You offered a draw. {player} can answer on the board.", player=other)
    return language.say("You asked to take your move back. {player} can answer on the board.", player=other)


def question_to_moderator(language: Language) -> str:
    """Ask whether a match is really to be ended."""
    return language.say(
        "If you end this match, nobody wins, and it counts nowhere. Its board says that a moderator did it."
    )


def confirmation_to_moderator(language: Language) -> str:
    """Say that the match has ended."""
    return language.say("You ended this match. Its board says so.")
