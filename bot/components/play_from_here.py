"""Playing on from a position of a finished match: the button for it, and the question which side."""

from collections.abc import AsyncIterator
from dataclasses import replace

from bot.components import parts, positions
from bot.components.answers import Answer, Board, Manner, Press, Request
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
    return [button(language.say(invitations.PLAY_FROM_HERE), PlayFromHereButton.id_for(match.id, ply))]


class PlayFromHereButton(Press, kind="pf", numbers=2, answers=Manner.PRIVATE):
    """Play from here: match, ply."""

    async def act(self, request: Request) -> Layout:
        """Ask which side they want to play."""
        match_id, ply = self.numbers
        match = await start.playable_match(request.context, request.asker, match_id, ply)
        return _draw_side_question(request.language, match, ply)


def _draw_side_question(language: Language, match: Match, ply: int) -> Layout:
    state = match.state_at(ply)
    shown, files = positions.picture(language, state, match.move_to(ply))
    sides = [
        button(invitations.play_side(language, match.game, seat), SideButton.id_for(match.id, ply, seat))
        for seat in (0, 1)
    ]
    said = parts.text(invitations.format_side_question(language, state, start.level_after(match)))
    return Layout(said, shown, parts.row(sides), accent=parts.ASKING, files=files)


class SideButton(Press, kind="ps", numbers=3, answers=Manner.PUBLIC):
    """Play a side: match, ply, the seat (0 the first player's)."""

    async def act(self, request: Request) -> AsyncIterator[Answer]:
        """Begin the match."""
        place, hindrance = find_usual_place(request)
        asker = replace(request.asker, place=place)
        yield Board(await start.play_on(request.context, asker, *self.numbers))
        if hindrance is not None:
            yield tell_hindrance(request, hindrance)
