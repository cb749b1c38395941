"""Finds the match that a command or a press is about."""

import engine
from bot.errors import ForgottenMatchError, Reason, Refused
from bot.models import CHANNEL, Asker, Match, MatchScope, Place
from bot.services import Context, guards

_RECENT = 50
_EASIEST = (
    "tic-tac-toe",
    "connect-four",
    "dots-and-boxes",
    "three-mens-morris",
    "nim-3-4-5",
    "kalah",
    "reversi-6x6",
    "four-in-a-row-4x4",
)
"""The games that a beginner learns most easily; the others come after them."""


async def match_by_id(context: Context, match_id: int) -> Match:
    """Return the match with the id in a button; ForgottenMatchError if there is none."""
    match = await context.storage.matches.find(match_id)
    if match is None:
        raise ForgottenMatchError
    return match


async def seen_match(context: Context, asker: Asker, match_id: int) -> Match:
    """Return the match with the id in a button; ForgottenMatchError if the person may see none here.

    A match may be seen in its own channel, in the channel of its thread, by its players everywhere, and where
    a message shows it already.
    """
    match = await match_by_id(context, match_id)
    if not is_seen(match, asker):
        raise ForgottenMatchError
    return match


def is_seen(match: Match, asker: Asker) -> bool:
    """Return whether a person may see a match in the channel of their request."""
    is_here = match.place.is_in(asker.place.channel_id)
    return asker.is_shown or is_here or match.seat_of(asker.user_id) is not None


async def find_own(context: Context, place: Place, user_id: int) -> Match | None:
    """Return the person's newest running match in the channel, else the newest that the channel plays."""
    find = context.storage.matches.find_running
    return await find(place.channel_id, user_id) or await find(place.channel_id, CHANNEL)


async def own_match(context: Context, place: Place, user_id: int) -> Match:
    """Return the match of `find_own`; Refused if there is none."""
    return guards.found(await find_own(context, place, user_id), Reason.NO_RUNNING_MATCH)


async def shown_match(context: Context, place: Place, user_id: int) -> Match:
    """Return the person's newest running match in the channel, else the channel's newest match of all."""
    matches, channel_id = context.storage.matches, place.channel_id
    match = await matches.find_running(channel_id, user_id) or await matches.find_newest(channel_id)
    return guards.found(match, Reason.NO_MATCH)


async def chosen_match(context: Context, asker: Asker, match_id: int | None) -> Match:
    """Return the match with this number, or the likeliest one without a number.

    A number counts only where the match may be seen. Without one it is, of those in the channel, the person's
    newest finished match, else the one that finished last, else the person's running one.
    """
    if match_id is not None:
        try:
            return await seen_match(context, asker, match_id)
        except ForgottenMatchError as error:
            raise Refused(Reason.UNKNOWN_MATCH, number=match_id) from error
    matches, channel_id = context.storage.matches, asker.place.channel_id
    match = (
        await matches.find_newest_finished(channel_id, asker.user_id)
        or await matches.find_last_finished(channel_id)
        or await matches.find_running(channel_id, asker.user_id)
    )
    return guards.found(match, Reason.NO_FINISHED_MATCH)


async def usual_game(context: Context, place: Place, user_id: int) -> str | None:
    """Return the game of the person's newest match in the channel, None if they have had none."""
    newest = await context.storage.matches.list_newest(place.channel_id, user_id, 1)
    return next((match.game_slug for match in newest if match.seat_of(user_id) is not None), None)


async def list_games(context: Context, user_id: int) -> dict[str, bool]:
    """Return all games, and whether a person has played each.

    Those that they have played come first, the last one before the others, then the easiest to learn.
    """
    played, known = await context.storage.matches.list_games(user_id), engine.game_slugs()
    easiest = [slug for slug in (*_EASIEST, *known) if slug in known]
    return {slug: slug in played for slug in [*(each for each in played if each in known), *easiest]}


async def recent_matches(context: Context, place: Place, user_id: int) -> list[Match]:
    """Return the newest matches of the channel that can be looked at, the person's own first."""
    newest = await context.storage.matches.list_newest(place.channel_id, user_id, _RECENT)
    return [match for match in newest if not guards.is_between_people_now(match)]


async def finished_matches(context: Context, place: Place, user_id: int) -> list[Match]:
    """Return the newest matches of the channel that have ended, the person's own first."""
    return [match for match in await recent_matches(context, place, user_id) if match.is_over]


async def current_matches(
    context: Context, asker: Asker, scope: MatchScope, count: int
) -> tuple[list[Match], int]:
    """Return the newest running matches of the channel, its server or the person, and how many there are.

    Outside of servers they are those of the channel. Matches in threads belong to the channel.
    """
    ids = {"channel": asker.place.channel_id, "server": asker.place.guild_id, "mine": asker.user_id}
    scope_id = ids[scope]
    if scope_id is None:
        return await current_matches(context, asker, "channel", count)
    return await context.storage.matches.list_current(scope, scope_id, count)


async def channel_matches(context: Context, place: Place, _: int) -> list[Match]:
    """Return the newest running matches of the channel, anybody's."""
    return (await context.storage.matches.list_current("channel", place.channel_id, _RECENT))[0]


async def running_matches(context: Context, place: Place, user_id: int) -> list[Match]:
    """Return the person's own running matches among the newest of the channel, the newest first."""
    newest = await context.storage.matches.list_newest(place.channel_id, user_id, _RECENT)
    return [match for match in newest if match.seat_of(user_id) is not None and not match.is_over]
