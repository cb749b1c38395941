"""The boards of matches, and their buttons."""

from collections.abc import AsyncIterator, Collection, Iterator

from discord import ButtonStyle

from bot import policy
from bot.components import advised_moves, parts, positions
from bot.components.answers import Answer, Asked, Board, DrawnMatch, Request, SameBoard, Text, on_press
from bot.components.explanations import explain_button
from bot.components.hints import board_hint_button
from bot.components.invitations import rematch_button
from bot.components.menu import accept_draw_button, allow_takeback_button, decline_offer_button, more_button
from bot.components.parts import Component, Layout, Part, button
from bot.components.paths import path_button
from bot.components.reviews import review_button
from bot.components.rules import rules_button
from bot.models import Match
from bot.rendering.views import get_view
from bot.services import guards, play, resign, votes
from bot.words import labels, matches, ratings
from bot.words.language import Language
from bot.words.paths import LEARN
from bot.words.threads import format_head
from bot.words.votes import format_cast, format_voter
from engine import Action


def draw_board(language: Language, match: Match, asked: Asked | None = None) -> Layout:
    """Draw a match; while it waits for its thread, draw the message from which the thread is created.

    `asked` is the player who is asked "Really resign?".
    """
    if match.needs_thread:
        return draw_head(language, match)
    last, seat = match.move_to(match.ply), match.seat_seen_by(None)
    status, rated = matches.format_status(language, match), ratings.format_rating_changes(language, match)
    return Layout(
        matches.heading(language, match),
        positions.picture_above_keys(language, match.state, last, seat=seat, is_over=match.is_over),
        *_make_match_keys(language, match),
        advised_moves.tell_of_unkeyed(language, match, match.ply),
        parts.join_lines(status, rated),
        _make_match_buttons(language, match, asked),
        accent=parts.OVER if match.is_over else parts.RUNNING,
    )


def draw_head(language: Language, match: Match) -> Layout:
    """Draw the players of a match in a thread, and at its end the result.

    Its button identifies the match.
    """
    rules = button(language.say(labels.RULES), rules_button.id_for(match.id))
    accent = parts.OVER if match.is_over else parts.RUNNING
    return Layout(format_head(language, match), [rules], accent=accent)


def id_prefixes(match: Match) -> tuple[str, ...]:
    """Return prefixes, one of which an id on each of the match's boards has, plus a colon, or on its head."""
    if match.needs_thread:
        return head_prefixes(match)
    return f"{move_button.prefix_for(match.id)}:", f"{rematch_button.id_for(match.id)}:"


def head_prefixes(match: Match) -> tuple[str, ...]:
    """Return that of the id, plus a colon, of the button on its head."""
    return (f"{rules_button.id_for(match.id)}:",)


def draw_old_board(language: Language, match: Match) -> Layout:
    """Draw a match that goes on in another message: its position without buttons, and a link."""
    last, seat = match.move_to(match.ply), match.seat_seen_by(None)
    shown = positions.picture(language, match.state, last, seat=seat)
    above, below = matches.heading(language, match), matches.forwarding(language, match)
    return Layout(above, shown, below, accent=parts.OVER)


def draw_on(language: Language, message_id: int, match: Match) -> Layout:
    """Draw a message that shows the match, or did so before."""
    draw = draw_board if message_id >= (match.message_id or 0) else draw_old_board
    return draw(language, match)


def _make_match_keys(language: Language, match: Match) -> Iterator[Part]:
    move_id, page = move_button.prefix_for(match.id, match.version), None if match.is_over else 0
    if match.is_over and not get_view(match.game).is_shown_by_keys:
        return iter(())  # nothing can be played any more, and the picture shows the position
    closed = match.state.actions() if match.to_move.user_id is None else ()
    # A board has no room for a button that turns pages: it says to play the rest by `/move`.
    return positions.make_keys(language, match.state, move_id, None, page, closed)


def _make_offer_buttons(language: Language, match: Match) -> Iterator[Component]:
    """Yield the buttons that answer an offer, if there is one."""
    if match.offer is None:
        return
    kinds = {
        "draw": (labels.ACCEPT_DRAW, accept_draw_button),
        "takeback": (labels.ALLOW_TAKEBACK, allow_takeback_button),
    }
    label, kind = kinds[match.offer.kind]
    yield button(language.say(label), kind.id_for(match.id, match.version), ButtonStyle.success)
    decline = decline_offer_button.id_for(match.id, match.version)
    yield button(language.say(labels.DECLINE), decline, ButtonStyle.danger)


def _make_match_buttons(language: Language, match: Match, asked: Asked | None) -> list[Component]:
    explain = button(language.say(labels.EXPLAIN), explain_button.id_for(match.id))
    if match.is_over:
        rematch = button(language.say(labels.REMATCH), rematch_button.id_for(match.id), ButtonStyle.success)
        review = button(language.say(labels.REVIEW), review_button.id_for(match.id))
        return [explain, rematch, review, *_make_learn_button(language, match)]
    hint = button(language.say(labels.HINT), board_hint_button.id_for(match.id))
    rules = button(language.say(labels.RULES), rules_button.id_for(match.id))
    between_people = guards.is_between_people_now(match)
    # In the same row, or the fullest board has too many components.
    answers = _make_offer_buttons(language, match)
    helping = (*answers, rules) if between_people else (explain, hint, rules)
    ending = _make_ending_buttons(language, match, asked)
    return [*_make_play_now_button(language, match), *helping, *ending]


def _make_learn_button(language: Language, match: Match) -> Iterator[Component]:
    """Yield the button for the path of the game if a person has lost against Maxine."""
    if match.winner is not None and match.winner.user_id is None and match.together is None:
        yield button(language.say(LEARN), path_button.id_for(match.game_slug))


def _make_ending_buttons(language: Language, match: Match, asked: Asked | None) -> Iterator[Component]:
    if asked is None:
        yield button(language.say(labels.RESIGN), resign_button.id_for(match.id, match.version))
        if match.together is None:
            yield button(language.say(labels.MORE), more_button.id_for(match.id))
    else:  # Cancel is where Resign was, so that a double press on that does no harm
        cancel = cancel_resigning_button.id_for(match.id, match.version, asked.user_id)
        yield button(language.say(labels.CANCEL), cancel)
        really = really_resign_button.id_for(match.id, match.version, *asked)
        yield button(language.say(labels.REALLY_RESIGN), really, ButtonStyle.danger)


def _make_play_now_button(language: Language, match: Match) -> Iterator[Component]:
    """Yield the button that closes a vote, if there is one."""
    if match.together is not None and match.to_move.user_id is not None:
        close = play_now_button.id_for(match.id, match.version)
        yield button(language.say(labels.PLAY_NOW), close, ButtonStyle.success)


def find_match_id(buttons: Collection[str]) -> int | None:
    """Return the id of the match on a board, by the ids of its buttons; None if it is no board."""
    kinds = move_button, explain_button
    return next((found[0] for kind in kinds for found in kind.parts_in(buttons)), None)


@on_press("m")
async def move_button(request: Request, match_id: int, version: int, action: int) -> AsyncIterator[Answer]:
    """A cell of the board: play it, or vote for it."""
    match = await play.press_cell(request.context, request.press_on(match_id, version), action)
    if match.together is None:
        yield Board(match)
        return
    async for answer in vote(request, match, action):
        yield answer


async def vote(request: Request, match: Match, action: Action) -> AsyncIterator[Answer]:
    """Vote for a move, and say so: what it is only by a press, which is answered privately."""
    voted = await votes.cast(request.context, match, request.user_id, action)
    if request.message is None:
        yield Text(format_voter(request.public_language, request.user_id))
    else:
        yield Text(format_cast(request.language, request.context.now.with_discord_deadline(voted), action))
    await votes.close_complete(request.context, voted)
    yield DrawnMatch(match.id)


@on_press("pn")
async def play_now_button(request: Request, match_id: int, version: int) -> DrawnMatch:
    """Play now: close the vote."""
    match = await votes.play_now(request.context, request.press_on(match_id, version), request.has_left)
    return DrawnMatch(match.id)


@on_press("r")
async def resign_button(request: Request, match_id: int, version: int) -> SameBoard:
    """Resign, first press: ask once more."""
    match = await resign.ask(request.context, request.press_on(match_id, version), request.has_left)
    asked = Asked(request.user_id, int(request.context.now()))
    return SameBoard(match, asked)


@on_press("rr")
async def really_resign_button(
    request: Request, match_id: int, version: int, asked_id: int, asked_at: int
) -> Board | SameBoard:
    """Resign, second press: end the match, or take a question back that has been there for too long."""
    if request.context.now() - asked_at >= policy.QUESTION_SECONDS:
        return await _take_back(request, match_id, version, asked_id)
    pressed = request.press_on(match_id, version)
    return Board(await resign.confirm_resignation(request.context, pressed, asked_id, request.has_left))


@on_press("rc")
async def cancel_resigning_button(request: Request, match_id: int, version: int, asked_id: int) -> SameBoard:
    """Cancel, beside Really resign?: take the question back."""
    return await _take_back(request, match_id, version, asked_id)


async def _take_back(request: Request, match_id: int, version: int, asked_id: int) -> SameBoard:
    """Redraw the board without the question."""
    pressed = request.press_on(match_id, version)
    match = await resign.keep_playing(request.context, pressed, asked_id, request.has_left)
    return SameBoard(match)
