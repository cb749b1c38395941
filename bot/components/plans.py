"""Planned matches of a whole channel: the announcement, and the button that calls one off."""

from collections.abc import AsyncIterator
from functools import partial

from discord import ButtonStyle

from bot.components import parts
from bot.components.answers import Answer, Board, Post, Press, Request, Whisper
from bot.components.parts import Layout, button
from bot.errors import Reason, Refused
from bot.models import Challenge, Plan, Together
from bot.services import plans as service
from bot.services import start
from bot.words import plans as words
from bot.words.language import Language
from bot.words.tournaments import CALL_OFF


def draw_plan(language: Language, plan: Plan) -> Layout:
    """Draw the announcement of a match."""
    said = parts.text(words.announcement(language, plan))
    if plan.is_begun:
        return Layout(said, accent=parts.OVER)
    call_off = button(language.say(CALL_OFF), CallOffPlanButton.id_for(plan.id), ButtonStyle.danger)
    return Layout(said, parts.row([call_off]), accent=parts.ASKING)


async def begin_or_plan_match(
    request: Request, challenge: Challenge, level: str, together: Together, at: str | None
) -> AsyncIterator[Answer]:
    """Begin a match of the channel, or if a time is given, plan and announce it."""
    context = request.context
    if at is None:
        yield Board(await start.challenge_together(context, challenge, level, together))
        return
    plan = await service.add_match(
        context, challenge, level, together, at, has_event=request.can_create_events
    )
    layout = draw_plan(request.public_language, plan)
    noted, undone = partial(service.note_message, context, plan), partial(service.close, context, plan.id)
    yield Post(layout, noted=noted, undone=undone)
    for hindrance in tell_of_event(request):
        yield hindrance


def tell_of_event(request: Request) -> list[Whisper]:
    """Return what the person is told privately if no event can be created."""
    return [] if request.can_create_events else [Whisper(words.hindrance(request.language))]


class CallOffPlanButton(Press, kind="pc", numbers=1):
    """Call off: plan."""

    async def act(self, request: Request) -> Layout:
        """Call the match off."""
        if not request.asker.is_shown:  # an id can be forged
            raise Refused(Reason.FORGOTTEN_PLAN)
        plan = await service.call_off(request.context, request.asker, *self.numbers)
        return draw_plan(request.public_language, plan)
