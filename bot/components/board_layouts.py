"""The boards of matches as they look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.components import parts, positions
from bot.components.explanations import ExplainButton
from bot.components.hints import BoardHintButton
from bot.components.parts import Layout, button
from bot.components.press import custom_id
from bot.components.reviews import ReviewButton
from bot.components.rules import RulesButton
from bot.words import labels, matches, ratings
from bot.words.threads import format_head

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.components.parts import Component
    from bot.models import Match
    from bot.words.language import Language

MOVE, MARK, RESIGN, REALLY_RESIGN, REMATCH = "m", "w", "r", "q", "n"
"""The kinds of the buttons that draw a board or post another: `boards` and `invitations` define them."""

MORE, ACCEPT_DRAW, ALLOW_TAKEBACK, DECLINE = "mo", "oy", "ox", "on"
"""And of those that `offers` defines."""


def draw_board(language: Language, match: Match, asked_id: int | None = None, mark: int = 0) -> Layout:
    """Draw a match; while it is yet to get a thread, what is to be seen of it where that begins.

    `asked_id` is the player to whom the question "Really resign?" is put; `mark` is the one that is to be
    placed next, in games in which it is chosen.
    """
    if match.needs_thread:
        return draw_head(language, match)
    last, seat = match.move_to(match.ply), match.seat_seen_by(None)
    shown, files = positions.picture_above_keys(language, match.state, last, seat=seat, is_over=match.is_over)
    return Layout(
        parts.text(matches.heading(language, match)),
        *shown,
        *_keys(language, match, mark),
        parts.text(_format_standing(language, match)),
        *_answers(language, match),
        *_controls(language, match, asked_id),
        accent=parts.OVER if match.is_over else parts.RUNNING,
        files=files,
    )


def draw_head(language: Language, match: Match) -> Layout:
    """Draw who play a match in a thread, and at its end what came of it.

    By the button it is known what the message is about.
    """
    rules = button(language.say(labels.RULES), RulesButton.id_for(match.id))
    accent = parts.OVER if match.is_over else parts.RUNNING
    return Layout(parts.text(format_head(language, match)), parts.row([rules]), accent=accent)


def id_prefix(match: Match) -> str:
    """Return how the id of a button on every board of the match, and a colon, begin; or on its head."""
    return head_prefix(match) if match.needs_thread else f"{custom_id(MOVE, match.id)}:"


def head_prefix(match: Match) -> str:
    """Return how the id of the button of its head, and a colon, begin."""
    return f"{RulesButton.id_for(match.id)}:"


def _format_standing(language: Language, match: Match) -> str:
    """Say how a match stands, and at its end what it did to ratings."""
    status, verdict = matches.format_status(language, match), ratings.format_verdict(language, match)
    return f"{status}\n{verdict}" if verdict else status


def draw_old_board(language: Language, match: Match) -> Layout:
    """Draw a match that goes on in another message: the position without buttons, and a link."""
    above, below = matches.heading(language, match), matches.forwarding(language, match)
    last = match.move_to(match.ply)
    seat = match.seat_seen_by(None)
    return positions.layout(language, above, match.state, last, below, parts.OVER, seat)


def draw_on(language: Language, message_id: int, match: Match) -> Layout:
    """Draw what a message should look like that shows the match, or showed it once."""
    draw = draw_board if message_id >= (match.message_id or 0) else draw_old_board
    return draw(language, match)


def _keys(language: Language, match: Match, mark: int) -> Iterator[Component]:
    move_id = custom_id(MOVE, match.id, match.stand)
    mark_id = custom_id(MARK, match.id, match.stand)
    can_move = not match.is_over and match.to_move.user_id is not None
    return positions.keys(language, match.state, move_id, mark_id, mark if can_move else None)


def _answers(language: Language, match: Match) -> Iterator[Component]:
    """Yield the row of buttons that answer what is offered, if anything is."""
    if match.offer is None:
        return
    kinds = {"draw": (labels.ACCEPT_DRAW, ACCEPT_DRAW), "takeback": (labels.ALLOW_TAKEBACK, ALLOW_TAKEBACK)}
    label, kind = kinds[match.offer.kind]
    accept = button(language.say(label), custom_id(kind, match.id, match.stand), ButtonStyle.success)
    decline = custom_id(DECLINE, match.id, match.stand)
    yield parts.row((accept, button(language.say(labels.DECLINE), decline, ButtonStyle.danger)))


def _controls(language: Language, match: Match, asked_id: int | None) -> Iterator[Component]:
    explain = button(language.say(labels.EXPLAIN), ExplainButton.id_for(match.id))
    if match.is_over:
        rematch = button(language.say(labels.REMATCH), custom_id(REMATCH, match.id), ButtonStyle.success)
        review = button(language.say(labels.REVIEW), ReviewButton.id_for(match.id))
        yield parts.row((explain, rematch, review))
        return
    hint = button(language.say(labels.HINT), BoardHintButton.id_for(match.id))
    rules = button(language.say(labels.RULES), RulesButton.id_for(match.id))
    helping = (rules,) if match.level is None else (explain, hint, rules)  # nobody helps one of two people
    if asked_id is None:
        give_up = button(language.say(labels.RESIGN), custom_id(RESIGN, match.id, match.stand))
        more = button(language.say(labels.MORE), custom_id(MORE, match.id))
        yield parts.row((*helping, give_up, more))
    else:  # in a row of its own, so that a double press on Resign does not meet it
        really = custom_id(REALLY_RESIGN, match.id, match.stand, asked_id)
        yield parts.row(helping)
        yield parts.row((button(language.say(labels.REALLY_RESIGN), really, ButtonStyle.danger),))
