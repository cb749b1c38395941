"""Replays: the message that steps through a match, and its buttons."""

from functools import partial

from bot.components import parts, play_from_here, positions
from bot.components.answers import Manner, Request, Shown, on_press
from bot.components.parts import Component, KeptFile, Layout, Part, button
from bot.models import Match, Replay
from bot.rendering import films
from bot.services import replay
from bot.words import histories, labels, matches, ratings
from bot.words.language import Language, Reader

_FILM = "replay.gif"
_LAST = 3
"""The number of the button that leads to the last position, which holds the length of the match."""

OPENING = 4
"""The number of a button that shows a match in a new message."""
_NEXT = 5
"""The number of the button that leads to the next error of the reader."""


async def replay_here(request: Request, match_id: int | None) -> Layout:
    """Draw a position of a match, by default the newest in the channel, and buttons that step through it."""
    reader_id = request.reader.user_id
    replayed = await replay.by_command(request.context, request.asker, match_id, reader_id)
    return await _draw_replay(request, replayed)


async def _draw_replay(request: Request, replayed: Replay, shown: Shown | None = None) -> Layout:
    """Draw a position of a match and buttons that step on; the message `shown` is redrawn, if it is one."""
    kept = None if shown is None else _kept_film(shown, replayed.match)
    film = kept or await _draw_film(request, replayed.match)
    return await request.draw(_lay_out_replay, request.reader, replayed, film)


def _kept_film(shown: Shown, match: Match) -> KeptFile | None:
    """Return the film that the pressed message shows already, None if the match was changed since."""
    last_id = replay_button.id_for(match.id, match.ply, _LAST)
    return shown.find_file(_FILM) if last_id in shown.buttons else None


async def _draw_film(request: Request, match: Match) -> bytes | None:
    """Draw the whole match, None if it has no move."""
    if match.ply == match.first_ply:
        return None
    seat = match.seat_seen_by(None) or 0  # one film for all readers
    drawn = request.reader.language, _positions(match), request.context.drawing_pool.is_closed, seat
    return await request.draw(films.render_film, *drawn)


def _positions(match: Match) -> films.Positions:
    """Return the positions that the film shows: all, or if they are too many some at equal distances."""
    played, shown = match.ply - match.first_ply, _count_film_moves(match)
    plies = (match.first_ply + number * played // shown for number in range(shown + 1))
    return tuple((match.state_at(ply), match.move_to(ply)) for ply in plies)


def _count_film_moves(match: Match) -> int:
    """Return how many moves the film shows."""
    return min(match.ply - match.first_ply, films.MOST_MOVES)


def _lay_out_replay(reader: Reader, replayed: Replay, film: bytes | KeptFile | None) -> Layout:
    """Draw a position of a match, the buttons that lead to others, and the whole match as a film."""
    language, match, ply = reader.language, replayed.match, replayed.ply
    state, last, seat = match.state_at(ply), match.move_to(ply), match.seat_seen_by(reader.user_id) or 0
    steps = _make_replay_step_buttons(language, match, ply)
    return Layout(
        matches.heading(language, match),
        positions.picture(language, state, last, replayed.analysis, seat=seat),
        histories.format_replay_step(language, replayed),
        [*steps, *play_from_here.offer_to_play_on(language, match, ply)],
        _offer_next(language, replayed),
        ratings.first_help(language) if replayed.is_first_help else "",
        *([] if film is None else _film(language, match, film)),
        accent=parts.RUNNING,
    )


def _offer_next(language: Language, replayed: Replay) -> list[Component]:
    """Return the button that leads to the next error of the reader, if there is one."""
    if replayed.next_error is None:
        return []
    id_ = replay_button.id_for(replayed.match.id, replayed.next_error, _NEXT)
    return [button(language.say(labels.NEXT_MISTAKE), id_)]


def _film(language: Language, match: Match, film: bytes | KeptFile) -> list[Part]:
    """Return the film below a line that distinguishes it from the board above."""
    caption = histories.film_caption(language, match, _count_film_moves(match))
    return [caption, parts.gallery(_FILM, film, histories.film_alt_text(match, caption))]


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
    """A step of a replay: show the position."""
    context, asker = request.context, request.asker
    replayed = await (
        replay.from_list(context, asker, match_id)
        if number == OPENING
        else replay.by_press(context, asker, match_id, ply, request.reader.user_id)
    )
    is_redrawn = request.resolve(_choose_manner(request, match_id, ply, number)) is Manner.REDRAW
    return await _draw_replay(request, replayed, request.message if is_redrawn else None)
