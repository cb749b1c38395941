"""Lists of matches: the running ones, and the names of matches in suggestions, which mention no person."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from textwrap import shorten
from typing import Final

from bot.models import CHANNEL, Ending, Match, MatchScope, Participant
from bot.words.language import Language, Plural, Reader, template
from bot.words.names import format_game, format_level, format_opponent
from engine import Outcome

_HEADINGS: Final[Mapping[MatchScope, str]] = {
    "channel": template("Matches in this channel"),
    "server": template("Matches on this server"),
    "mine": template("Your matches"),
}
_NONE: Final[Mapping[MatchScope, str]] = {
    "channel": template("No match is being played in this channel. Start one with `/challenge`."),
    "server": template("No match is being played on this server. Start one with `/challenge`."),
    "mine": template("You have no running match. Start one with `/challenge`."),
}


def format_list(
    reader: Reader, scope: MatchScope, matches: Sequence[Match], total: int, seen: Collection[int]
) -> str:
    """List matches, the first of `total`; whose they are is told of those that the reader may see here."""
    language = reader.language
    lines = [
        _format_running_match(reader, match) if match.id in seen else _format_hidden_match(language, match)
        for match in matches
    ]
    lines = lines or [language.say(_NONE[scope])]
    if total > len(matches):
        lines.append(language.count("and {number} more", total - len(matches)))
    return "\n".join((f"### {language.say(_HEADINGS[scope])}", *lines))


def format_stopped(language: Language, match: Match) -> str:
    """Say why a match can be moved."""
    first, second = (format_opponent(language, match, seat) for seat in (0, 1))
    return language.say(
        "**{game}**: {first} against {second}. I cannot show this match where it is played, so its clock"
        " stands still.",
        game=format_game(language, match.game_slug),
        first=first,
        second=second,
    )


def format_move_question(language: Language, match: Match, seat: int) -> str:
    """Ask the other player whether a match may go on here."""
    return language.say(
        "{player} wants to go on with it here. {other}, if you do, too, press the button.",
        player=match.players[seat].name,
        other=match.players[1 - seat].name,
    )


def _format_running_match(reader: Reader, match: Match) -> str:
    language = reader.language
    first, second = (format_opponent(language, match, seat) for seat in (0, 1))
    said = language.say(
        "**{game}**: {first} against {second}, move {number}.",
        game=format_game(language, match.game_slug),
        first=first,
        second=second,
        number=match.ply + 1,
    )
    return " ".join(filter(None, (said, _format_turn(reader, match), match.link)))


def _format_hidden_match(language: Language, match: Match) -> str:
    """Say that a match is played in a channel that some readers may not see."""
    game = format_game(language, match.game_slug)
    said = language.say("**{game}** in another channel, move {number}.", game=game, number=match.ply + 1)
    return " ".join(filter(None, (said, match.link)))


def _format_turn(reader: Reader, match: Match) -> str:
    language, mover = reader.language, match.to_move
    if mover.user_id is None:
        return language.say("Maxine is thinking …")
    if mover.user_id == reader.user_id:
        return language.say("**It is your turn.**")
    return language.say("It is {player}'s turn.", player=mover.name)


NOTHING_FINISHED = template("No match has ended here yet")
"""What is suggested in the place of matches that have ended."""

_LONGEST, _LONGEST_NAME = 100, 16  # characters
_UNITS = (
    (24 * 3600, Plural("{number} [day|days] ago")),
    (3600, Plural("{number} [hour|hours] ago")),
    (60, Plural("{number} [minute|minutes] ago")),
)


def people_in(reader: Reader, matches: Iterable[Match]) -> Iterator[int]:
    """Yield whose names `format_choice` wants to know for these matches, in their order."""
    for match in matches:
        for player in match.players:
            if player.user_id not in {None, reader.user_id}:
                yield player.user_id


def format_choice(reader: Reader, match: Match, now: float | None, called: Mapping[int, str]) -> str:
    """Name a match to a reader: `#12 · Connect Four · you against Maxine (hard) · won · 2 hours ago`.

    `called` are the names of people, as far as they are known. Without `now` it does not say how long ago,
    as in a message, which would soon be wrong.
    """
    age = [] if now is None else [_format_age(reader.language, now - match.touched_at)]
    parts = (
        f"#{match.id}",
        format_game(reader.language, match.game_slug),
        _format_players(reader, match, called),
        _format_result(reader, match, called),
        *age,
    )
    return shorten(" · ".join(parts), _LONGEST, placeholder=" …")


def _format_players(reader: Reader, match: Match, called: Mapping[int, str]) -> str:
    """Say who plays against whom, Maxine last, and the reader first."""
    language, own = reader.language, _seat_of(reader, match)
    if own is not None:
        opponent = _name_participant(language, match, match.players[1 - own], called)
        return language.say("you against {opponent}", opponent=opponent)
    players = sorted(match.players, key=lambda player: player.user_id is None)
    first, second = (_name_participant(language, match, player, called) for player in players)
    return language.say("{first} against {second}", first=first, second=second)


def _name_participant(
    language: Language, match: Match, player: Participant, called: Mapping[int, str]
) -> str:
    if player.user_id == CHANNEL:
        return language.say("the whole channel")
    if player.level is not None:
        level = format_level(language, player.level, match.game_slug)
        return language.say("Maxine ({level})", level=level)
    return _find_name(player, called) or language.say("another player")


def _find_name(player: Participant, called: Mapping[int, str]) -> str | None:
    """Return the name of a player, None if it is not known; a long one is cut."""
    name = player.name if player.user_id is None else called.get(player.user_id)
    return name if name is None or len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def _format_result(reader: Reader, match: Match, called: Mapping[int, str]) -> str:
    language, winner = reader.language, match.winner
    if match.ending is None:
        return language.say("running")
    if winner is None:
        return _format_no_winner(language, match.ending)
    if _seat_of(reader, match) is not None:
        return language.say("won") if winner.user_id == reader.user_id else language.say("lost")
    if name := _find_name(winner, called):
        return language.say("{player} won", player=name)
    if winner == match.players[0]:
        return language.say("the first player won")
    return language.say("the second player won")


def _format_no_winner(language: Language, ending: Ending) -> str:
    if ending.outcome is Outcome.DRAW:
        return language.say("drawn")
    if ending.manner == "stop":
        return language.say("ended by a moderator")
    return language.say("abandoned")


def _seat_of(reader: Reader, match: Match) -> int | None:
    return None if reader.user_id is None else match.seat_of(reader.user_id)


def _format_age(language: Language, seconds: float) -> str:
    for length, unit in _UNITS:
        if number := int(seconds // length):
            return language.count(unit, number)
    return language.say("just now")
