"""Reviews: the message, its buttons, and the button that asks for a review."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from discord import ButtonStyle

from bot.components import parts, play_from_here, positions
from bot.components.answers import Answer, Completion, IncompleteReview, Manner, Request, on_press
from bot.components.lessons import lesson_button
from bot.components.parts import Component, Layout, Part, button
from bot.components.puzzles import offer_practice
from bot.errors import PlayerError, UnknownButtonError
from bot.models import Match, Missed, Reviewed
from bot.rendering import curves
from bot.services import Context, patterns, review
from bot.words import labels, reviews
from bot.words.language import Language, Reader
from engine import Judgement

_CURVE = "match.png"
_OPTIONS_MOST = 25
_LOOKING = 30.0  # seconds within which a review is completed; its search takes eight
_log = logging.getLogger(__name__)


class _View(NamedTuple):
    """A review with the error at the ply `shown`: by default the reader's gravest.

    If the reader made none, it is the decisive one, or the gravest of all.

    If it is not complete, proofs are searched `until` that time (None: no search is running).
    """

    reviewed: Reviewed
    shown: int | None
    until: float | None = None

    @classmethod
    def of(cls, reader: Reader, reviewed: Reviewed, until: float | None = None) -> _View:
        own = _find_own_errors(reader, reviewed)
        if own:
            return cls(reviewed, own[0].ply, until)
        errors = [each for each in reviewed.review.judgements if each.is_error]
        gravest = max(errors, key=lambda error: error.gravity).ply if errors else None
        decisive = reviewed.review.turning_point
        return cls(reviewed, gravest if decisive is None else decisive, until)


def _find_own_errors(reader: Reader, reviewed: Reviewed) -> Sequence[Judgement]:
    """Return the errors of the reader's side, the gravest first; none if the reader did not play or vote."""
    seat = reviewed.match.side_of(reader.user_id)
    return [] if seat is None else reviewed.errors(seat)


def review_here(request: Request, match_id: int | None) -> AsyncIterator[Answer]:
    """Draw the review of a finished match, by default the newest in the channel."""
    return _draw_and_complete(request, review.by_command(request.context, request.asker, match_id))


async def _draw_and_complete(request: Request, finding: Awaitable[Match]) -> AsyncIterator[Answer]:
    """Draw the review of a finished match, and complete it when more proofs are found."""
    match = await finding
    context, until = request.context, request.sent_at + _LOOKING
    first = _View.of(request.reader, await review.at_once(context, match, request.user_id), until)
    missed = await _find_missed(context, request.reader, match)
    layout = await request.draw(_draw_view, request.reader, first, missed)
    if first.reviewed.is_complete:
        yield layout
        return
    yield IncompleteReview(layout, match.id)
    view = await _look_for_proofs(context, match, request.user_id, request.reader)
    try:
        layout = await request.draw(_draw_view, request.reader, view or first._replace(until=None), missed)
    except PlayerError as error:  # upkeep tries once more
        _log.info("A review could not be completed: %r", error)
    else:
        yield Completion(layout, _id_of_shown(first))


async def _look_for_proofs(context: Context, match: Match, asker_id: int, reader: Reader) -> _View | None:
    """Return a review with all the proofs found in time, None if it fails."""
    try:
        async with asyncio.timeout(_LOOKING):
            return _View.of(reader, await review.review_match(context, match, asker_id))
    except (PlayerError, TimeoutError) as error:
        _log.info("A review stays without further proofs: %r", error)
        return None


async def draw_completed(context: Context, asker_id: int, reader: Reader, match: Match, ply: int) -> Layout:
    """Draw a review with all the proofs found, and the error at a ply, if it still is one."""
    view = await _look_for_proofs(context, match, asker_id, reader)
    if view is None:
        view = _View.of(reader, await review.at_once(context, match, asker_id))
    if match.has_move(ply) and view.reviewed.judgement(ply).is_error:
        view = view._replace(shown=ply)
    return await _draw_review(context, asker_id, reader, view)


def find_shown(buttons: Iterable[str], match: Match) -> int | None:
    """Return the ply of the error a review shows, by its buttons; -1 if none, None if it is no review."""
    ids = frozenset(buttons)
    errors = [ply for match_id, ply in course_button.parts_in(ids) if match_id == match.id]
    whole = [number - 1 for match_id, number in review_moves_button.parts_in(ids) if match_id == match.id]
    return next(iter([*errors, *whole]), None)


async def _draw_review(context: Context, asker_id: int, reader: Reader, view: _View) -> Layout:
    """Draw a review, for one person with what they missed most often of late."""
    missed = await _find_missed(context, reader, view.reviewed.match)
    return await context.drawing_pool.draw(asker_id, _draw_view, reader, view, missed)


async def _find_missed(context: Context, reader: Reader, match: Match) -> Missed | None:
    user_id = reader.user_id
    return await patterns.find_missed(context, user_id, match.game_slug) if user_id else None


def _draw_view(reader: Reader, view: _View, missed: Missed | None) -> Layout:
    """Draw a review for one person or for everybody: an error, or if there is none the whole match."""
    is_played = bool(view.reviewed.review.judgements)
    return Layout(
        *(_show_course(reader, view) if view.shown is None else _show_error(reader, view, view.shown)),
        [*_make_review_buttons(reader, view)] if is_played else [],
        *(_offer_practice(reader.language, view, missed) if is_played else ()),
        accent=parts.OVER,
    )


def _show_error(reader: Reader, view: _View, ply: int) -> list[Part]:
    """Return what was wrong with an error, and its position with what every move was worth."""
    match, judgement = view.reviewed.match, view.reviewed.judgement(ply)
    state, last, seat = match.state_at(ply), match.move_to(ply), match.seat_seen_by(reader.user_id) or 0
    said = reviews.heading(reader, view.reviewed, judgement, view.until)
    return [said, positions.picture(reader.language, state, last, judgement.analysis, seat=seat)]


def _draw_course(reader: Reader, view: _View) -> Layout:
    """Draw the whole match, and the button that leads back to the error."""
    id_ = back_button.id_for(view.reviewed.match.id, view.shown or 0)
    back = button(reader.language.say(labels.BACK), id_)
    every = button(reader.language.say(labels.ALL_MOVES), _id_of_all(view))
    return Layout(*_show_course(reader, view), [every, back], accent=parts.OVER)


def _show_course(reader: Reader, view: _View) -> Iterator[Part]:
    """Yield how well both played, who was ahead after every move, and the menu of errors."""
    language, reviewed = reader.language, view.reviewed
    yield reviews.tell_course(reader, reviewed, view.until)
    if reviewed.review.judgements:
        curve = curves.render_curve(language, reviewed, view.shown)
        yield parts.gallery(_CURVE, curve, reviews.curve_alt_text(language, reviewed))
    if options := _options(reader, reviewed):
        id_, asked = error_select.id_for(reviewed.match.id), reviews.placeholder(language)
        yield [parts.select(id_, asked, options, str(view.shown))]


def _offer_practice(language: Language, view: _View, missed: Missed | None) -> list[Part]:
    """Return what was missed most often of late, and the buttons for puzzles of it and to play on."""
    said = "" if missed is None else reviews.format_missed_here(language, missed)
    practice = [] if missed is None else [offer_practice(language, missed)]
    if view.shown is not None:
        practice += play_from_here.offer_to_play_on(language, view.reviewed.match, view.shown)
    return [said, practice]


def _options(reader: Reader, reviewed: Reviewed) -> Mapping[str, str]:
    """Return the errors of a match by ply, in order, only the gravest if there are too many."""
    errors = [each for each in reviewed.review.judgements if each.is_error]
    gravest = sorted(errors, key=lambda error: error.gravity, reverse=True)[:_OPTIONS_MOST]
    kept = sorted(gravest, key=lambda error: error.ply)
    return {str(each.ply): reviews.option(reader.language, reviewed.match, each) for each in kept}


def _id_of_shown(view: _View) -> str:
    """Return the id of the button that tells what a review shows."""
    match_id, shown = view.reviewed.match.id, view.shown
    return _id_of_all(view) if shown is None else course_button.id_for(match_id, shown)


def _id_of_all(view: _View) -> str:
    return review_moves_button.id_for(view.reviewed.match.id, 0 if view.shown is None else view.shown + 1)


def _make_review_buttons(reader: Reader, view: _View) -> Iterator[Component]:
    """Yield buttons for the errors of the reader, or else of both players, and for the whole match."""
    match = view.reviewed.match
    own = match.side_of(reader.user_id)
    for seat in (0, 1):
        if own in {None, seat} and view.reviewed.review.errors(seat):
            label = labels.learn_from_mistakes(reader, match, seat)
            yield button(label, lesson_button.id_for(match.id, seat), ButtonStyle.primary)
    if len(_find_own_errors(reader, view.reviewed)) > 1 and view.shown is not None:
        id_ = next_mistake_button.id_for(match.id, view.shown)
        yield button(reader.language.say(labels.NEXT_MISTAKE), id_)
    label = labels.ALL_MOVES if view.shown is None else reviews.COURSE
    yield button(reader.language.say(label), _id_of_shown(view))


async def _find_view(request: Request, match_id: int, ply: int) -> _View:
    """Return a review with the error at a ply; UnknownButtonError if the match has no such move."""
    match = await review.by_match(request.context, request.asker, match_id)
    reviewed = await review.at_once(request.context, match, request.user_id)
    if not match.has_move(ply):
        raise UnknownButtonError
    return _View(reviewed, ply)


@on_press("ve", Manner.OWN)
async def error_select(request: Request, match_id: int) -> Layout:
    """An error of a review, chosen from the menu: show it."""
    view = await _find_view(request, match_id, request.chosen_number)
    return await _draw_review(request.context, request.user_id, request.reader, view)


@on_press("vb", Manner.OWN)
async def back_button(request: Request, match_id: int, ply: int) -> Layout:
    """Back: show the error again that was shown before the curve."""
    view = await _find_view(request, match_id, ply)
    return await _draw_review(request.context, request.user_id, request.reader, view)


@on_press("vc", Manner.OWN)
async def course_button(request: Request, match_id: int, ply: int) -> Layout:
    """Who was ahead: show the curve of the match in the place of an error."""
    view = await _find_view(request, match_id, ply)
    return await request.draw(_draw_course, request.reader, view)


@on_press("vn", Manner.OWN)
async def next_mistake_button(request: Request, match_id: int, ply: int) -> Layout:
    """Next mistake: show the next error of the person who pressed, after the last one the gravest again."""
    view = await _find_view(request, match_id, ply)
    plies = [error.ply for error in _find_own_errors(request.reader, view.reviewed)]
    if not plies:
        raise UnknownButtonError
    following = plies[(plies.index(ply) + 1) % len(plies)] if ply in plies else plies[0]
    shown = view._replace(shown=following)
    return await _draw_review(request.context, request.user_id, request.reader, shown)


@on_press("va", Manner.PRIVATE)
async def review_moves_button(request: Request, match_id: int, _: int) -> Layout:
    """All moves: list every move in a new message; the id also holds what the review showed."""
    return await _draw_moves(request, match_id, 0)


@on_press("vp", Manner.OWN)
async def moves_page_button(request: Request, match_id: int, page: int, _: int) -> Layout:
    """A page of all moves: show it."""
    return await _draw_moves(request, match_id, page)


async def _draw_moves(request: Request, match_id: int, page: int) -> Layout:
    match, language = await review.by_match(request.context, request.asker, match_id), request.language
    reviewed = await review.review_match(request.context, match, request.user_id)
    pages = reviews.list_pages(language, reviewed)
    if page >= len(pages):
        raise UnknownButtonError
    id_for = partial(moves_page_button.id_for, match.id)
    steps = parts.make_step_buttons(language, page, 0, len(pages) - 1, id_for)
    return Layout(pages[page], steps if len(pages) > 1 else [], accent=parts.OVER)


@on_press("v", Manner.PRIVATE)
def review_button(request: Request, match_id: int) -> AsyncIterator[Answer]:
    """Review: show how well the match was played."""
    return _draw_and_complete(request, review.by_match(request.context, request.asker, match_id))
