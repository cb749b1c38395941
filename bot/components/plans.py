"""Planned matches of a whole channel: the announcement, and the button that calls one off."""

from collections.abc import AsyncIterator
from functools import partial

from discord import ButtonStyle

from bot.components import parts
from bot.components.answers import Answer, Board, Manner, Post, Request, Whisper, on_press
from bot.components.invitations import read_first
from bot.components.parts import Layout, button
from bot.components.threads import find_place
from bot.errors import Reason
from bot.models import Challenge, Plan, Together
from bot.services import plans as service
from bot.services import settings, start
from bot.words import plans as words
from bot.words.language import Language
from bot.words.time_reading import read_time
from bot.words.tournaments import CALL_OFF


def draw_plan(language: Language, plan: Plan) -> Layout:
    """Draw the announcement of a match."""
    said = words.announcement(language, plan)
    if plan.is_begun:
        return Layout(said, accent=parts.OVER)
    call_off = button(language.say(CALL_OFF), call_off_plan_button.id_for(plan.id), ButtonStyle.danger)
    return Layout(said, [call_off], accent=parts.ASKING)


def ask_about_time(language: Language, starts_at: float, button_id: str) -> Layout:
    """Say back which time was understood, with the button that announces what begins then."""
    announce = button(language.say(words.ANNOUNCE), button_id, ButtonStyle.success)
    return Layout(words.format_time_question(language, starts_at), [announce], accent=parts.ASKING)


async def begin_or_plan_match(
    request: Request, challenge: Challenge, level: str, together: Together, at: str | None
) -> AsyncIterator[Answer]:
    """Begin a match of the channel, or if a time is given, ask whether it is the one that is meant."""
    context = request.context
    if at is None:
        yield Board(await start.challenge_together(context, challenge, level, together))
        return
    zone = await settings.find_zone(context, request.place.guild_id)
    starts_at = int(read_time(at, context.now(), request.language, zone))
    await service.refuse_unfit_match(context, challenge, level, starts_at)
    chosen = challenge.game_slug, level, challenge.first, challenge.pace or 0
    flags = int(challenge.place.needs_thread), int(together.shows_votes), int(together.is_explained)
    id_ = announce_match_button.id_for(*chosen, *flags, starts_at)
    yield ask_about_time(request.language, starts_at, id_)


@on_press("pm", Manner.PUBLIC)
async def announce_match_button(
    request: Request,
    game: str,
    level: str,
    first: str,
    pace: int,
    has_thread: int,
    shows_votes: int,
    is_explained: int,
    starts_at: int,
) -> AsyncIterator[Answer]:
    """Announce it: plan the match, and announce it to everybody."""
    request.refuse_forged(Reason.FORGOTTEN_PLAN)
    request.refuse_silence()
    place, _ = find_place(request, is_usual=bool(has_thread), wanted=None)
    challenge = Challenge(place, request.user_id, game, read_first(first), pace or None)
    together = Together(request.user_id, bool(shows_votes), bool(is_explained))
    waiting = await request.context.storage.plans.find_waiting(place.channel_id)
    if waiting is not None:
        yield _post_again(request, waiting)
        yield Whisper(words.say_planned_already(request.language))
        return
    yield await _plan_match(request, challenge, level, together, starts_at)
    for whisper in tell_of_event(request):
        yield whisper


async def _plan_match(
    request: Request, challenge: Challenge, level: str, together: Together, starts_at: float
) -> Post:
    """Store a plan, and return its announcement."""
    context = request.context
    plan = await service.add_match(
        context, challenge, level, together, starts_at, has_event=request.can_create_events
    )
    plans = context.storage.plans
    noted, undone = partial(plans.set_message, plan.id), partial(plans.close, plan.id)
    return Post(draw_plan(request.public_language, plan), noted=noted, undone=undone)


def _post_again(request: Request, plan: Plan) -> Post:
    """Return the announcement of a plan as a new message, to which the old one links."""
    language, noted = request.public_language, partial(request.context.storage.plans.set_message, plan.id)
    left = (plan.message_id, partial(words.format_forwarding, language)) if plan.message_id else None
    return Post(draw_plan(language, plan), noted=noted, left=left)


def tell_of_event(request: Request) -> list[Whisper]:
    """Return what the person is told privately if no event can be created."""
    return [] if request.can_create_events else [Whisper(words.hindrance(request.language))]


@on_press("pc")
async def call_off_plan_button(request: Request, plan_id: int) -> Layout:
    """Call off: end the plan of a match."""
    request.refuse_forged(Reason.FORGOTTEN_PLAN)
    plan = await service.call_off(request.context, request.asker, plan_id)
    return draw_plan(request.public_language, plan)
