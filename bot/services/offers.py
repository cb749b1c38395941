"""Draws and takebacks: offered to the other player, who answers; Maxine answers at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import MatchRefused, Reason, StaleBoardError, UnknownButtonError
from bot.models import Offer
from bot.services import analyses, find, guards
from bot.services.changes import change_match
from bot.services.play import Progress, follow
from engine import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.models import Asker, Match, OfferKind, Pressed
    from bot.services import Context

_MOVES_BEFORE_DRAW = 2  # of each player, until Maxine takes a draw at all
_MOVES_BEFORE_ESTIMATE = 10  # and until she takes one without a proof: early on, all looks even


async def by_command(context: Context, asker: Asker, kind: OfferKind) -> Progress:
    """Make an offer in the person's newest running match in the channel, as `offer` does."""
    match = await find.own_match(context, asker.place, asker.user_id)
    return await offer(context, asker.user_id, match.id, match.version, kind)


async def offer(context: Context, user_id: int, match_id: int, version: int, kind: OfferKind) -> Progress:
    """Offer the other player something in the match as it stands; if that is Maxine, it is done.

    Raises:
        StaleBoardError: it does not stand so any more.
        MatchRefused: the player has not moved yet.
        MatchRefused: something is offered already.
        MatchRefused: the player has offered the same in this position, or the one before it.
        MatchRefused: Maxine is thinking, and is offered a draw.
        MatchRefused: she wants to play a little first.
        MatchRefused: she thinks that she is better.
    """

    def step(match: Match) -> Match:
        made = Offer(kind, _seat_at(match, user_id, version))
        return _offered(match, made) if match.level is None else _agreed(context, match, made)

    match = await find.match_by_id(context, match_id)
    _seat_at(match, user_id, version)
    if kind == "draw" and match.level is not None:
        await _ask_maxine(context, match, user_id)
    return follow(context, await change_match(context, match_id, step))


async def accept(context: Context, pressed: Pressed) -> Progress:
    """Do what is offered on the board, as the player who is asked."""
    return await _answer(context, pressed, lambda match, made: _agreed(context, match, made))


async def decline(context: Context, pressed: Pressed) -> Progress:
    """Let the match go on as if nothing had been offered, as the player who is asked."""
    return await _answer(context, pressed, lambda match, _: match.with_offer(None))


async def _answer(context: Context, pressed: Pressed, answer: Callable[[Match, Offer], Match]) -> Progress:
    def step(match: Match) -> Match:
        match = guards.take_press(match, pressed)
        if match.offer is None:
            raise UnknownButtonError
        if match.seat_of(pressed.user_id) == match.offer.seat:
            raise MatchRefused(match, Reason.NOT_YOUR_OFFER, match.players[1 - match.offer.seat])
        return answer(match, match.offer)

    return follow(context, await change_match(context, pressed.match_id, step))


def _seat_at(match: Match, user_id: int, version: int) -> int:
    """Return the seat of a player in the running match, if it still stands so."""
    guards.refuse_for_channel(match)
    guards.refuse_strangers(match, user_id)
    guards.refuse_if_over(match)
    if match.version != version:
        raise StaleBoardError(match)
    return int(match.players[1].user_id == user_id)


def _offered(match: Match, made: Offer) -> Match:
    if made.kind == "takeback":
        _ply_taken_back(match, made.seat)
    if match.offer is not None:
        raise MatchRefused(match, Reason.OFFER_STANDS, match.players[1 - match.offer.seat])
    if not match.may_offer(made):
        raise MatchRefused(match, Reason.OFFERED_ALREADY)
    return match.with_offer(made)


def _agreed(context: Context, match: Match, made: Offer) -> Match:
    if made.kind == "draw":
        return match.with_end(Outcome.DRAW, context.now(), "agreement")
    return match.taken_back(_ply_taken_back(match, made.seat), context.now())


def _ply_taken_back(match: Match, seat: int) -> int:
    """Return after how many moves it was last the player's turn before they moved."""
    ply = match.last_ply_of(seat)
    if ply is None:
        raise MatchRefused(match, Reason.NOTHING_TO_TAKE_BACK)
    return ply


async def _ask_maxine(context: Context, match: Match, user_id: int) -> None:
    """Raise what she says if she does not want a draw; she takes it unless she thinks that she is better."""
    guards.refuse_out_of_turn(match, user_id)
    moves = (match.ply - match.first_ply) // 2
    if moves < _MOVES_BEFORE_DRAW:
        raise MatchRefused(match, Reason.EARLY_DRAW)
    seconds = context.reply_seconds
    analysis = await analyses.analyse(context, match, match.ply, seconds=seconds, asker_id=user_id)
    is_known = analysis.moves[0].is_proven or moves >= _MOVES_BEFORE_ESTIMATE
    if not is_known or analysis.value < 0:
        raise MatchRefused(match, Reason.DRAW_DECLINED)
