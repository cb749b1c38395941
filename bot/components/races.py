"""Races: the message with the standings, and the button that begins or goes on."""

from collections.abc import AsyncIterator
from functools import partial

from discord import ButtonStyle

from bot.components import parts, puzzles
from bot.components.answers import Answer, Manner, Post, Request, Whisper, on_press
from bot.components.parts import Layout, button
from bot.errors import Reason
from bot.models import Race
from bot.services import races as service
from bot.words import races as words
from bot.words.language import Language


def draw_race(language: Language, race: Race, *, is_over: bool) -> Layout:
    """Draw a race as it stands."""
    shown = [words.heading(language, race, is_over=is_over), *words.format_standings(language, race)]
    if is_over:
        shown.append(words.format_winners(language, race))
        if not race.is_weekly:
            return Layout(*shown, accent=parts.OVER)
        shown.append(words.say_next(language, race))
        stop = button(language.say(words.NO_MORE), stop_races_button.id_for(race.id), ButtonStyle.danger)
        return Layout(*shown, [stop], accent=parts.OVER)
    solve = button(language.say(words.SOLVE), solve_button.id_for(race.id), ButtonStyle.success)
    return Layout(*shown, [solve], accent=parts.RUNNING)


async def begin_race(
    request: Request, game_slug: str | None, *, is_weekly: bool = False
) -> AsyncIterator[Answer]:
    """Begin a race in the channel, and show it to everybody; one that is there already is posted anew."""
    request.refuse_silence()
    context, language = request.context, request.public_language
    race = await service.begin(context, request.asker, game_slug, is_weekly=is_weekly)
    layout = draw_race(language, race, is_over=race.is_over(context.now()))
    noted = partial(context.storage.races.set_message, race)
    undone = partial(service.give_up, context, race.id)
    if race.message_id is None:
        yield Post(layout, noted=noted, undone=undone if race.is_first else None)
    else:
        forward = partial(words.format_forwarding, language)
        yield Post(layout, noted=noted, left=(race.message_id, forward))
    if is_weekly and not race.is_weekly:
        yield Whisper(words.say_not_weekly(request.language))


@on_press("ru", Manner.PRIVATE)
async def solve_button(request: Request, race_id: int) -> Layout:
    """Solve: show the person the puzzle that is next for them."""
    request.refuse_forged(Reason.FORGOTTEN_RACE)
    attempt = await service.take_next_puzzle(request.context, request.user_id, race_id)
    return await puzzles.draw_attempt(request, attempt)


@on_press("rn")
async def stop_races_button(request: Request, race_id: int) -> Layout:
    """No more races: let no other race begin after this one."""
    request.refuse_forged(Reason.FORGOTTEN_RACE)
    race = await service.stop_weekly(request.context, request.asker, race_id)
    is_over = race.is_over(request.context.now())
    return draw_race(request.public_language, race, is_over=is_over)
