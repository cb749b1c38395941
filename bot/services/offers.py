"""Draws and takebacks: offered to the other player, who answers; the bot answers at once."""

from collections.abc import Callable

from bot import policy
from bot.errors import MatchRefused, Reason, StaleBoardError, UnknownButtonError
from bot.models import Asker, Match, Offer, OfferKind, Pressed
from bot.services import Context, analyses, find, guards
from bot.services.play import change_match, take_press
from engine import Outcome


async def by_command(context: Context, asker: Asker, kind: OfferKind) -> Match:
    """Make an offer in the person's newest running match in the channel, as `make_offer` does."""
    match = await find.own_match(context, asker.place, asker.user_id)
    return await make_offer(context, asker.user_id, match.id, match.version, kind)


async def make_offer(context: Context, user_id: int, match_id: int, version: int, kind: OfferKind) -> Match:
    """Offer the other player a draw or a takeback in the match at this version; the bot answers at once.

    Raises:
        StaleBoardError: the match has another version by now.
    """

    def step(match: Match) -> Match:
        made = Offer(kind, _seat_at(match, user_id, version))
        return _offered(match, made) if match.level is None else _agreed(context, match, made)

    match = await find.match_by_id(context, match_id)
    _seat_at(match, user_id, version)
    if kind == "draw" and match.level is not None:
        await _ask_maxine(context, match, user_id)
    return await change_match(context, match_id, step)


async def accept(context: Context, pressed: Pressed) -> Match:
    """Do what the open offer says, as the player who was asked."""
    return await _answer_offer(context, pressed, lambda match, made: _agreed(context, match, made))


async def decline(context: Context, pressed: Pressed) -> Match:
    """Decline the open offer, as the player who was asked."""
    return await _answer_offer(context, pressed, lambda match, _: match.with_offer(None))


async def _answer_offer(context: Context, pressed: Pressed, answer: Callable[[Match, Offer], Match]) -> Match:
    def step(match: Match) -> Match:
        match = take_press(match, pressed)
        if match.offer is None:
            raise UnknownButtonError
        if match.seat_of(pressed.user_id) == match.offer.seat:
            raise MatchRefused(match, Reason.NOT_YOUR_OFFER, match.players[1 - match.offer.seat])
        return answer(match, match.offer)

    return await change_match(context, pressed.match_id, step)


def _seat_at(match: Match, user_id: int, version: int) -> int:
    """Return the seat of a player in the running match, if it still has this version."""
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
    """Return the ply at which it was last the player's turn before they moved."""
    ply = match.last_ply_of(seat)
    if ply is None:
        raise MatchRefused(match, Reason.NOTHING_TO_TAKE_BACK)
    return ply


async def _ask_maxine(context: Context, match: Match, user_id: int) -> None:
    """Raise the refusal if the bot declines a draw, as it does if it thinks that it is better."""
    guards.refuse_out_of_turn(match, user_id)
    moves = (match.ply - match.first_ply) // 2
    if moves < policy.MOVES_BEFORE_DRAW:
        raise MatchRefused(match, Reason.EARLY_DRAW)
    seconds = context.reply_seconds
    analysis = await analyses.analyse(context, match, match.ply, seconds=seconds, asker_id=user_id)
    is_known = analysis.moves[0].is_proven or moves >= policy.MOVES_BEFORE_UNPROVEN_DRAW
    if not is_known or analysis.value < 0:
        raise MatchRefused(match, Reason.DRAW_DECLINED)
