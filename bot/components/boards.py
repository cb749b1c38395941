"""The boards of matches, and their buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.components import parts, positions
from bot.components.answers import Board
from bot.components.explanations import ExplainButton
from bot.components.hints import BoardHintButton
from bot.components.invitations import RematchButton
from bot.components.offers import AcceptDrawButton, AllowTakebackButton, DeclineOfferButton, MoreButton
from bot.components.parts import Layout, button
from bot.components.press import Press, find_press
from bot.components.reviews import ReviewButton
from bot.components.rules import RulesButton
from bot.errors import UnknownButtonError
from bot.rendering.views import get_view
from bot.services import find, guards, play, resign
from bot.services.play import Progress
from bot.words import labels, matches, ratings
from bot.words.threads import format_head

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.components.answers import Request
    from bot.components.parts import Component
    from bot.models import Match
    from bot.words.language import Language


def draw_board(language: Language, match: Match, asked_id: int | None = None, mark: int = 0) -> Layout:
    """Draw a match; while it waits for its thread, draw the message from which the thread is created.

    `asked_id` is the player who is asked "Really resign?"; `mark` is the one to be placed next, in games
    where players choose it.
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
    """Draw the players of a match in a thread, and at its end the result.

    Its button identifies the match.
    """
    rules = button(language.say(labels.RULES), RulesButton.id_for(match.id))
    accent = parts.OVER if match.is_over else parts.RUNNING
    return Layout(parts.text(format_head(language, match)), parts.row([rules]), accent=accent)


def id_prefix(match: Match) -> str:
    """Return the prefix of the ids, plus a colon, of the buttons on the match's boards, or on its head."""
    return head_prefix(match) if match.needs_thread else f"{MoveButton.id_for(match.id)}:"


def head_prefix(match: Match) -> str:
    """Return the prefix of the id, plus a colon, of the button on its head."""
    return f"{RulesButton.id_for(match.id)}:"


def _format_standing(language: Language, match: Match) -> str:
    """Say how a match stands, and at its end how ratings have changed."""
    status, verdict = matches.format_status(language, match), ratings.format_verdict(language, match)
    return f"{status}\n{verdict}" if verdict else status


def draw_old_board(language: Language, match: Match) -> Layout:
    """Draw a match that goes on in another message: its position without buttons, and a link."""
    above, below = matches.heading(language, match), matches.forwarding(language, match)
    last = match.move_to(match.ply)
    seat = match.seat_seen_by(None)
    return positions.layout(language, above, match.state, last, below, parts.OVER, seat)


def draw_on(language: Language, message_id: int, match: Match) -> Layout:
    """Draw a message that shows the match, or did so before."""
    draw = draw_board if message_id >= (match.message_id or 0) else draw_old_board
    return draw(language, match)


def _keys(language: Language, match: Match, mark: int) -> Iterator[Component]:
    move_id = MoveButton.id_for(match.id, match.version)
    mark_id = MarkButton.id_for(match.id, match.version)
    can_move = not match.is_over and match.to_move.user_id is not None
    return positions.keys(language, match.state, move_id, mark_id, mark if can_move else None)


def _answers(language: Language, match: Match) -> Iterator[Component]:
    """Yield the row of buttons that answer an offer, if there is one."""
    if match.offer is None:
        return
    kinds = {
        "draw": (labels.ACCEPT_DRAW, AcceptDrawButton),
        "takeback": (labels.ALLOW_TAKEBACK, AllowTakebackButton),
    }
    label, kind = kinds[match.offer.kind]
    accept = button(language.say(label), kind.id_for(match.id, match.version), ButtonStyle.success)
    decline = DeclineOfferButton.id_for(match.id, match.version)
    yield parts.row((accept, button(language.say(labels.DECLINE), decline, ButtonStyle.danger)))


def _controls(language: Language, match: Match, asked_id: int | None) -> Iterator[Component]:
    explain = button(language.say(labels.EXPLAIN), ExplainButton.id_for(match.id))
    if match.is_over:
        rematch = button(language.say(labels.REMATCH), RematchButton.id_for(match.id), ButtonStyle.success)
        review = button(language.say(labels.REVIEW), ReviewButton.id_for(match.id))
        yield parts.row((explain, rematch, review))
        return
    hint = button(language.say(labels.HINT), BoardHintButton.id_for(match.id))
    rules = button(language.say(labels.RULES), RulesButton.id_for(match.id))
    helping = (rules,) if match.level is None else (explain, hint, rules)  # two people get no help
    if asked_id is None:
        give_up = button(language.say(labels.RESIGN), ResignButton.id_for(match.id, match.version))
        more = button(language.say(labels.MORE), MoreButton.id_for(match.id))
        yield parts.row((*helping, give_up, more))
    else:  # in a row of its own, so that a double press on Resign does not hit it
        really = ReallyResignButton.id_for(match.id, match.version, asked_id)
        yield parts.row(helping)
        yield parts.row((button(language.say(labels.REALLY_RESIGN), really, ButtonStyle.danger),))


def find_match_id(buttons: Iterable[str]) -> int | None:
    """Return the id of the match on a board, by the ids of its buttons; None if it is no board."""
    for press in map(find_press, buttons):
        if isinstance(press, MoveButton | ExplainButton):
            return press.numbers[0]
    return None


class MoveButton(Press, kind="m", numbers=3):
    """A cell of the board: match, its version, action."""

    async def act(self, request: Request) -> Board:
        """Play the cell."""
        match_id, version, action = self.numbers
        return Board(await play.press(request.context, request.press_on(match_id, version), action))


class MarkButton(Press, kind="w", numbers=3):
    """Another mark to place: match, its version, the index of the mark."""

    async def act(self, request: Request) -> Board:
        """Redraw the board with cells that place the mark."""
        match_id, version, mark = self.numbers
        shown = await find.pressed_match(request.context, request.press_on(match_id, version))
        guards.refuse_out_of_turn(shown, request.user_id)
        if mark >= len(get_view(shown.game).marks):
            raise UnknownButtonError
        return Board(Progress(shown), mark=mark)


class ResignButton(Press, kind="r", numbers=2):
    """Resign, first press: match, its version."""

    async def act(self, request: Request) -> Board:
        """Ask once more."""
        match = await find.pressed_match(request.context, request.press_on(*self.numbers))
        return Board(Progress(match), asked_id=request.user_id)


class ReallyResignButton(Press, kind="q", numbers=3):
    """Resign, second press: match, its version, the player who was asked."""

    async def act(self, request: Request) -> Board:
        """End the match."""
        match_id, version, asked_id = self.numbers
        return Board(await resign.confirm(request.context, request.press_on(match_id, version), asked_id))
