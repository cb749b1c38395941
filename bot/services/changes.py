"""Changes of a match: loaded, taken a step further, and saved unless another change was faster."""

from collections.abc import Callable

from bot.errors import PlayerError, StaleBoardError
from bot.models import Finding, Match, Place
from bot.services import Context, find, guards

_TRIES = 2


async def change_match(
    context: Context, match_id: int, step: Callable[[Match], Match], finding: Finding | None = None
) -> Match:
    """Return the match as `step` changes it, once it is stored; exceptions of `step` pass through.

    The same write stores `finding`, the search that chose the step. If the match was changed between
    loading and saving, it is loaded again for one more try.

    Raises:
        ForgottenMatchError: there is no such match.
        StaleBoardError: other changes were faster each time.
    """
    after = await _change_recent(context, match_id, step, finding)
    if after is not None:
        return after
    for _ in range(_TRIES):
        before = await find.match_by_id(context, match_id)
        after = await _save_change(context, before, step(before), finding)
        if after is not None:
            return after
    raise StaleBoardError(await find.match_by_id(context, match_id))


async def _change_recent(
    context: Context, match_id: int, step: Callable[[Match], Match], finding: Finding | None
) -> Match | None:
    """Change the match as this process last saved it; None, and nothing is changed, if that fails.

    This saves loading and replaying. The match in memory may be outdated, so it counts only if the save
    succeeds: a refusal is never based on it.
    """
    recent = context.storage.matches.recall(match_id)
    if recent is None:
        return None
    try:
        after = step(recent)
    except PlayerError:
        return None
    return None if after is recent else await _save_change(context, recent, after, finding)


async def _save_change(
    context: Context, before: Match, after: Match, finding: Finding | None
) -> Match | None:
    """Return the match after it was saved, None if it was changed since `before`."""
    if after is before:
        return after
    if (after.ply, after.is_over) != (before.ply, before.is_over):  # else it is the same turn
        after = after.timed_from(context.now.shared())
    return await context.storage.matches.save(before, after, finding)


async def change_own_match(
    context: Context, place: Place, user_id: int, step: Callable[[Match], Match]
) -> Match:
    """Return the person's newest running match in the channel as `step` changes it.

    Raises:
        MatchOverError: it has just ended.
    """

    def step_if_running(match: Match) -> Match:
        guards.refuse_if_over(match)
        return step(match)

    return await change_match(context, (await find.own_match(context, place, user_id)).id, step_if_running)
