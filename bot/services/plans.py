"""Plans: what begins by itself at a time, a tournament or a match of a whole channel."""

from dataclasses import replace

from bot import policy
from bot.errors import PlayerError, Reason, Refused, StorageError
from bot.models import NO_EVENT, Asker, Challenge, Match, Plan, Together, Tournament
from bot.services import Context, characters, guards, settings, start, tournaments


def refuse_far_time(context: Context, starts_at: float) -> None:
    """Refuse a time that has passed, or is more than seven days away."""
    if not 0 < starts_at - context.now() <= policy.PLAN_AHEAD_SECONDS:
        raise Refused(Reason.FAR_TIME)


async def refuse_unfit_match(context: Context, challenge: Challenge, level: str, starts_at: float) -> None:
    """Refuse a match of a whole channel that cannot be planned."""
    refuse_far_time(context, starts_at)
    guards.refuse_unknown_game(challenge.game_slug)
    characters.refuse_unknown_level(level, challenge.game_slug)
    await settings.refuse_elsewhere(context, challenge.place)


async def add_match(  # noqa: PLR0913 - a match, and when it begins
    context: Context,
    challenge: Challenge,
    level: str,
    together: Together,
    starts_at: float,
    *,
    has_event: bool,
) -> Plan:
    """Plan a match of a whole channel."""
    await refuse_unfit_match(context, challenge, level, starts_at)
    event_id = None if has_event else NO_EVENT
    draft = Plan(0, challenge, starts_at, level, together, event_id=event_id)
    return guards.found(await context.storage.plans.add(draft), Reason.OPEN_PLAN)


async def add_tournament(
    context: Context, challenge: Challenge, tournament: Tournament, starts_at: float, *, has_event: bool
) -> Tournament:
    """Plan that a tournament begins by itself; return it with that time."""
    event_id = None if has_event else NO_EVENT
    plan = Plan(0, challenge, starts_at, tournament_id=tournament.id, event_id=event_id)
    await context.storage.plans.add(plan)
    return replace(tournament, starts_at=starts_at)


async def find(context: Context, plan_id: int) -> Plan:
    """Return the plan with this number; Refused if there is none."""
    return guards.found(await context.storage.plans.find(plan_id), Reason.FORGOTTEN_PLAN)


async def call_off(context: Context, asker: Asker, plan_id: int) -> Plan:
    """Call off a planned match: who has planned it can, and moderators."""
    plan = await find(context, plan_id)
    if asker.user_id != plan.challenge.user_id and not asker.is_moderator:
        raise Refused(Reason.NOT_PLANNER, player_id=plan.challenge.user_id)
    if not await context.storage.plans.record_begun(plan_id):
        raise Refused(Reason.PLAN_BEGUN)
    return replace(plan, is_begun=True)


async def begin(context: Context, plan: Plan) -> Match | None:
    """Begin what was planned, if that can be; return the match, None if there is none.

    A tournament that cannot begin is left to who has opened it.
    """
    try:
        if plan.level is not None and plan.together is not None:
            draft = await start.draft_together(context, plan.challenge, plan.level, plan.together)
            return await context.storage.plans.begin(plan, draft)
        asker = Asker(plan.challenge.user_id, plan.challenge.place)
        await tournaments.begin(context, asker, plan.tournament_id or 0)
    except StorageError:
        raise  # it may begin later
    except PlayerError:
        pass  # as if it had begun
    await context.storage.plans.record_begun(plan.id)
    return None
