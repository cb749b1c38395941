"""Replays a match, position by position."""

from bot.models import Asker, Match, Replay, Reviewed
from bot.services import Context, analyses, find, guards, review


async def by_command(context: Context, asker: Asker, match_id: int | None, reader_id: int | None) -> Replay:
    """Begin with the match with this number, or the likeliest one without a number.

    That is at the position before the gravest error of the only reader; if there is none, at the first one.
    """
    return await _open_at_first_error(
        context, await find.chosen_match(context, asker, match_id), asker, reader_id
    )


async def from_list(context: Context, asker: Asker, match_id: int) -> Replay:
    """Begin likewise with a match that is listed for one person."""
    return await _open_at_first_error(
        context, await find.seen_match(context, asker, match_id), asker, asker.user_id
    )


async def by_press(context: Context, asker: Asker, match_id: int, ply: int, reader_id: int | None) -> Replay:
    """Go to the position of a match after `ply` moves, or the nearest one that exists."""
    match = await find.seen_match(context, asker, match_id)
    guards.refuse_while_people_play(match)
    seat = _find_seat(match, reader_id)
    errors = () if seat is None else _list_errors(await review.stored(context, match), seat)
    return await _open_at(context, match, min(max(ply, match.first_ply), match.ply), asker, errors)


async def _open_at_first_error(context: Context, match: Match, asker: Asker, reader_id: int | None) -> Replay:
    guards.refuse_while_people_play(match)
    seat = _find_seat(match, reader_id)
    errors = () if seat is None else _list_errors(await review.at_once(context, match, asker.user_id), seat)
    ply, *_ = *errors, match.first_ply
    return await _open_at(context, match, ply, asker, errors)


async def _open_at(context: Context, match: Match, ply: int, asker: Asker, errors: tuple[int, ...]) -> Replay:
    """Return what the moves in the position are worth, if there are any; a match may end before its game.

    In a running match it counts as help.
    """
    if match.state_at(ply).is_terminal:
        return Replay(match, ply, None, errors=errors)
    seconds, asker_id = context.review_seconds, asker.user_id
    analysis = await analyses.analyse(context, match, ply, seconds=seconds, asker_id=asker_id)
    return Replay(match, ply, analysis, await analyses.record_help(context, match, asker_id), errors)


def _find_seat(match: Match, reader_id: int | None) -> int | None:
    """Return the seat of the only reader in a finished match, None if there is none."""
    return match.side_of(reader_id) if match.is_over else None


def _list_errors(reviewed: Reviewed, seat: int) -> tuple[int, ...]:
    """Return the plies before which a player erred, the gravest first."""
    return tuple(error.ply for error in reviewed.errors(seat))
