"""The matches that run, each in a line that says how it stands and where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.words.language import template
from bot.words.names import format_game, format_opponent

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from bot.models import Match, MatchScope
    from bot.words.language import Language, Reader

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
    lines = [_format(reader, match) if match.id in seen else _hint(language, match) for match in matches]
    lines = lines or [language.say(_NONE[scope])]
    if total > len(matches):
        lines.append(language.count("and {number} more", "and {number} more", total - len(matches)))
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


def format_wish(language: Language, match: Match, seat: int) -> str:
    """Ask the other player whether a match may go on here."""
    return language.say(
        "{player} wants to go on with it here. {other}, if you do, too, press the button.",
        player=match.players[seat].name,
        other=match.players[1 - seat].name,
    )


def _format(reader: Reader, match: Match) -> str:
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


def _hint(language: Language, match: Match) -> str:
    """Say that a match is played in a channel that perhaps not everybody may look into."""
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
