"""The record between two players."""

from __future__ import annotations

from collections import defaultdict
from functools import reduce
from typing import TYPE_CHECKING

from bot.models import Begun, Results
from bot.words.histories import format_result
from bot.words.names import format_game, mention
from bot.words.standings import format_entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.models import Duel, Match
    from bot.words.language import Language


def _name(user_id: int) -> str:
    return mention(user_id) if user_id else "Maxine"


def heading(language: Language, duel: Duel) -> str:
    """Say whose record it is."""
    one, other = map(_name, duel.player_ids)
    title = language.say("{first} against {second}", first=one, second=other)
    return f"### {title}"


def record(language: Language, duel: Duel) -> str:
    """Say who has won how much, in each game, by who began, and the longest run."""
    return "\n".join(_record(language, duel))


def _record(language: Language, duel: Duel) -> Iterator[str]:
    if not duel.begun:
        yield language.say("They have not finished a match with each other yet. `/challenge` begins one.")
        return
    games = defaultdict[str, list[Begun]](list)
    for each in duel.begun:
        games[each.game_slug].append(each)
    if len(games) > 1:
        yield language.say("All together: {results}", results=_format_results(language, duel, duel.begun))
    if duel.longest is not None and duel.longest.length > 1:
        yield language.count(
            "Longest run: {player} won {number} match in a row.",
            "Longest run: {player} won {number} matches in a row.",
            duel.longest.length,
            player=_name(duel.longest.winner_id),
        )
    for game_slug, begun in games.items():
        game = format_game(language, game_slug)
        yield format_entry(language, f"**{game}**", _format_results(language, duel, begun))
        for each in begun:
            yield language.say(
                "- {player} began: {results}",
                player=_name(each.beginner_id),
                results=_format_results(language, duel, [each]),
            )
    if not all(duel.player_ids):
        note = language.say("Matches with help, or from a position of another match, are not counted.")
        yield f"-# {note}"


def _format_results(language: Language, duel: Duel, begun: Sequence[Begun]) -> str:
    total = reduce(Results.plus, (each.results for each in begun))
    one, other = map(_name, duel.player_ids)
    return language.say(
        "{one} won {wins}, {other} won {losses}, drawn {draws}",
        one=one,
        other=other,
        wins=total.wins,
        losses=total.losses,
        draws=total.draws,
    )


def newest(language: Language, duel: Duel) -> str:
    """List the newest matches, nothing if none may be seen here."""
    if not duel.newest:
        return ""
    title = language.say("The newest matches that can be seen here:")
    return "\n".join([f"**{title}**", *(_format_match(language, match) for match in duel.newest)])


def _format_match(language: Language, match: Match) -> str:
    number = f"#{match.id}" if match.link is None else f"[#{match.id}]({match.link})"
    return " · ".join(
        (
            number,
            format_game(language, match.game_slug),
            format_result(language, match, None),
            f"<t:{match.touched_at:.0f}:R>",
        )
    )
