"""Replays: the message that steps through a match, and its buttons."""

from collections.abc import Iterator
from functools import partial

from bot.components import parts, play_from_here, positions
from bot.components.answers import Manner, Request, on_press
from bot.components.parts import Component, Layout, button
from bot.models import Match, Replay
from bot.rendering import films
from bot.services import replay
from bot.words import histories, labels, matches, ratings
from bot.words.language import Language, Reader

_FILM = "replay.gif"

OPENING = 4
"""The number of a button that shows a match in a new message."""
_NEXT = 5
"""The number of the button that leads to the next error of the reader."""
_WHOLE = 6
"""The number of the button that shows the film."""


async def replay_here(request: Request, match_id: int | None) -> Layout:
    """Draw a position of a match, by default the newest in the channel, and buttons that step through it."""
    reader_id = request.reader.user_id
    replayed = await replay.by_command(request.context, request.asker, match_id, reader_id)
    return await request.draw(_lay_out_replay, request.reader, replayed)


async def _draw_film(request: Request, match: Match, ply: int) -> Layout:
    """Draw the whole match, and the button that leads back to a position."""
    language, seat = request.reader.language, match.seat_seen_by(None) or 0  # one film for all readers
    drawn = language, _positions(match), request.context.drawing_pool.is_closed, seat
    film = await request.draw(films.render_film, *drawn)
    caption = histories.film_caption(language, match, _count_film_moves(match))
    return Layout(
        f"{matches.heading(language, match)}\n{caption}",
        parts.gallery(_FILM, film, histories.film_alt_text(match, caption)),
        histories.format_moves_to_take(language, match),
        [button(language.say(labels.BACK), replay_button.id_for(match.id, ply, 0))],
        accent=parts.RUNNING,
    )


def _positions(match: Match) -> films.Positions:
    """Return the positions that the film shows: all, or if they are too many some at equal distances."""
    played, shown = match.ply - match.first_ply, _count_film_moves(match)
    plies = (match.first_ply + number * played // shown for number in range(shown + 1))
    return tuple((match.state_at(ply), match.move_to(ply)) for ply in plies)


def _count_film_moves(match: Match) -> int:
    """Return how many moves the film shows."""
    return min(match.ply - match.first_ply, films.MOST_MOVES)


def _lay_out_replay(reader: Reader, replayed: Replay) -> Layout:
    """Draw a position of a match, and the buttons that lead to others and to the film."""
    language, match, ply = reader.language, replayed.match, replayed.ply
    state, last, seat = match.state_at(ply), match.move_to(ply), match.seat_seen_by(reader.user_id) or 0
    return Layout(
        f"{matches.heading(language, match)}\n{histories.format_replay_step(language, replayed)}",
        positions.picture(language, state, last, replayed.analysis, seat=seat),
        [
            *_make_replay_step_buttons(language, match, ply),
            *_offer_more(language, replayed),
            *play_from_here.offer_to_play_on(language, match, ply),
        ],
        ratings.first_help(language) if replayed.is_first_help else "",
        accent=parts.RUNNING,
    )


def _offer_more(language: Language, replayed: Replay) -> Iterator[Component]:
    """Yield the buttons for the next error of the reader and for the film, if there is one."""
    match = replayed.match
    if replayed.next_error is not None:
        id_ = replay_button.id_for(match.id, replayed.next_error, _NEXT)
        yield button(language.say(labels.NEXT_MISTAKE), id_)
    if match.ply > match.first_ply:
        yield button(language.say(labels.FILM), replay_button.id_for(match.id, replayed.ply, _WHOLE))


def _make_replay_step_buttons(language: Language, match: Match, ply: int) -> list[Component]:
    return parts.make_step_buttons(
        language, ply, match.first_ply, match.ply, partial(replay_button.id_for, match.id)
    )


def _choose_manner(request: Request, _: int, __: int, number: int) -> Manner:
    """Answer in place, or in a new message if this one shows no replay or is too old to be redrawn."""
    is_new = number == OPENING or request.is_too_old()
    return Manner.PRIVATE if is_new else Manner.ASKED


@on_press("p", _choose_manner)
async def replay_button(request: Request, match_id: int, ply: int, number: int) -> Layout:
    """A step of a replay, or its film: show it."""
    context, asker = request.context, request.asker
    replayed = await (
        replay.from_list(context, asker, match_id)
        if number == OPENING
        else replay.by_press(context, asker, match_id, ply, request.reader.user_id)
    )
    if number == _WHOLE and replayed.match.ply > replayed.match.first_ply:
        return await _draw_film(request, replayed.match, replayed.ply)
    return await request.draw(_lay_out_replay, request.reader, replayed)
