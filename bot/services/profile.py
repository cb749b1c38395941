"""Profiles: a person's ratings, their record against others, and the matches they have played."""

from collections.abc import Sequence
from dataclasses import replace

from bot import policy
from bot.errors import Reason, Refused
from bot.models import Asker, Board, Duel, GameRating, Match, Past, PastPage, Profile, day_of
from bot.services import Context, find, guards, patterns

_CURVES, _POINTS = 3, 100  # of a chart, and the newest matches that each shows
_REVIEWED = 20  # newest reviewed matches whose accuracies are looked at
_OPPONENTS = 3
_NOBODY = 0  # an id that no person has


async def _refuse_hidden(context: Context, asker: Asker, *user_ids: int | None) -> None:
    """Raise Refused if the asker is another person than one who hides from public leaderboards."""
    others = {user_id for user_id in user_ids if user_id} - {asker.user_id}
    if others and await context.storage.people.find_hidden(others):
        raise Refused(Reason.HIDDEN_PERSON)


async def compile_profile(
    context: Context, asker: Asker, user_id: int, *, is_public: bool = False
) -> Profile:
    """Return a person's profile, as far as the asker may see it, or everybody if the answer is public."""
    await _refuse_hidden(context, asker, user_id)
    is_own = user_id == asker.user_id and not is_public
    profiles, today = context.storage.profiles, day_of(context.now())
    ratings = await profiles.list_ratings(user_id)
    return Profile(
        user_id,
        today,
        ratings,
        await profiles.list_curves(user_id, _most_played(ratings, context.now()), _POINTS),
        (await context.storage.puzzles.find_streaks(None, user_id, today, 0)).skill,
        await profiles.list_results(user_id),
        await profiles.list_opponents(user_id, _OPPONENTS, sees_hidden=is_own),
        await profiles.list_accuracies(user_id, _REVIEWED),
        await context.storage.puzzles.find_streak(user_id),
        await patterns.find_missed(context, user_id) if is_own else None,
    )


def _most_played(ratings: Sequence[GameRating], now: float) -> list[tuple[str, Board]]:
    """Return the boards on which a person has played most, of those on which a rating is shown."""
    ranked = [each for each in ratings if each.form.at(now).is_ranked]
    most = sorted(ranked, key=lambda each: -each.form.matches)[:_CURVES]
    return [(each.game_slug, each.board) for each in ranked if each in most]


async def versus(
    context: Context, asker: Asker, one_id: int, other_id: int, *, is_public: bool = False
) -> Duel:
    """Return the record between two players, with the newest of their matches that may be seen.

    If the answer is public, these are the matches that everybody in the channel may see.
    """
    if one_id == other_id:
        raise Refused(Reason.SAME_PERSON)
    await _refuse_hidden(context, asker, one_id, other_id)
    duel = await context.storage.profiles.find_duel(one_id, other_id)
    person_id, opponent_id = (one_id, other_id) if one_id else (other_id, one_id)
    past = Past(person_id, replace(asker, user_id=_NOBODY) if is_public else asker, None, opponent_id)
    newest = await context.storage.matches.list_past(past, None, policy.PROFILE_MATCHES, is_newer=False)
    return replace(duel, newest=newest)


async def history(context: Context, past: Past, beside_id: int = 0, *, is_newer: bool = False) -> PastPage:
    """Return the matches of a page: those next to the match `beside_id`, or the newest without one."""
    if past.user_id != past.asker.user_id:
        await _refuse_hidden(context, past.asker, past.user_id, past.opponent_id)
    if past.game_slug is not None:
        guards.refuse_unknown_game(past.game_slug)
    matches = context.storage.matches
    beside = await matches.find(beside_id) if beside_id else None
    size = policy.HISTORY_PAGE
    found = await matches.list_past(past, beside, size + 1, is_newer=is_newer and beside is not None)
    if is_newer and len(found) <= size:
        beside, is_newer = None, False
        found = await matches.list_past(past, None, size + 1, is_newer=False)
    has_more = len(found) > size
    shown = found[-size:] if is_newer else found[:size]
    newer, older = (has_more, True) if is_newer else (beside is not None, has_more)
    return PastPage(past, shown, has_newer=newer, has_older=older)


async def find_chosen_match(context: Context, past: Past, match_id: int) -> Match:
    """Return a match that was chosen from a page; refused as `find.seen_match` does."""
    return await find.seen_match(context, replace(past.asker, is_shown=False), match_id)
