"""Playing on from a position of a finished match: the button for it, and the question which side."""

from collections.abc import AsyncIterator
from dataclasses import replace

from bot.components import parts, positions
from bot.components.answers import Answer, Board, Manner, Request, on_press
from bot.components.parts import Component, Layout, button
from bot.components.threads import find_usual_place, tell_hindrance
from bot.models import Match
from bot.services import start
from bot.words import invitations
from bot.words.language import Language


def offer_to_play_on(language: Language, match: Match, ply: int) -> list[Component]:
    """Return the button that plays on from a position; none while the match runs, or at its end."""
    if not match.is_over or match.state_at(ply).is_terminal:
        return []
    return [button(language.say(invitations.PLAY_FROM_HERE), play_from_here_button.id_for(match.id, ply))]


@on_press("pf", Manner.PRIVATE)
async def play_from_here_button(request: Request, match_id: int, ply: int) -> Layout:
    """Play from here: ask which side they want to play."""
    match = await start.playable_match(request.context, request.asker, match_id, ply)
    return _draw_side_question(request.language, match, ply)


def _draw_side_question(language: Language, match: Match, ply: int) -> Layout:
    state = match.state_at(ply)
    shown = positions.picture(language, state, match.move_to(ply))
    sides = [
        button(invitations.play_side(language, match.game, seat), side_button.id_for(match.id, ply, seat))
        for seat in (0, 1)
    ]
    said = invitations.format_side_question(language, state, start.level_after(match))
    return Layout(said, shown, sides, accent=parts.ASKING)


@on_press("ps", Manner.PUBLIC)
async def side_button(request: Request, match_id: int, ply: int, seat: int) -> AsyncIterator[Answer]:
    """Play a side: begin the match."""
    place, hindrance = find_usual_place(request)
    asker = replace(request.asker, place=place)
    yield Board(await start.play_on(request.context, asker, match_id, ply, seat))
    if hindrance is not None:
        yield tell_hindrance(request, hindrance)
