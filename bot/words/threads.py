"""Threads in which matches are played: their names, and why there is none."""

from collections.abc import Mapping
from typing import Final

from bot.models import CHANNEL, Hindrance, Match, Participant
from bot.words.language import Language, template
from bot.words.matches import format_end, heading
from bot.words.names import format_game

NAME_MOST = 100
"""Characters in the name of a thread."""

_HINDRANCES: Final[Mapping[Hindrance, str]] = {
    "direct": template("There are no threads in direct messages, so the match is played right here."),
    "thread": template("There are no threads in a thread, so the match is played right here."),
    "guest": template(
        "I am no member of this server and can begin no thread: the match is played right here."
    ),
    "permission": template(
        "I may not begin a thread in this channel, so the match is played right here. Whoever manages the"
        " server can let me: the permissions are Create Public Threads and Send Messages in Threads."
    ),
    "refused": template("Discord let me begin no thread for the match, so it is played right here."),
}


def format_hindrance(language: Language, hindrance: Hindrance) -> str:
    """Say why a match gets no thread."""
    return language.say(_HINDRANCES[hindrance])


def format_name(language: Language, match: Match, names: Mapping[int, str]) -> str:
    """Return what the thread of a match is called, by the names of people that are known."""
    first, second = (_name_player(language, player, names) for player in match.players)
    name = language.say(
        "{first} vs {second}: {game}",
        first=first,
        second=second,
        game=format_game(language, match.game_slug),
    )
    return name[:NAME_MOST]


def _name_player(language: Language, player: Participant, names: Mapping[int, str]) -> str:
    if player.user_id is None:
        return "Maxine"
    if player.user_id == CHANNEL:
        return language.say("Everybody")
    return names.get(player.user_id) or language.say("somebody")


def format_head(language: Language, match: Match) -> str:
    """Say in a channel that a match is played in a thread, with a link once it exists, and its end."""
    if match.is_over:
        where = language.say("It was played here: {thread}", thread=f"<#{match.place.channel_id}>")
        said = f"{format_end(language, match)}\n{where}"
    elif match.message_id is None:
        said = language.say("This match is played in a thread, which I am about to begin.")
    else:
        said = language.say("This match is played here: {thread}", thread=f"<#{match.message_id}>")
    return f"{heading(language, match)}\n{said}"
