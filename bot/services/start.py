"""Begins matches against Maxine, rematches, and matches from earlier positions."""

from dataclasses import replace

import engine
from bot import policy
from bot.errors import MatchRefused, Reason, UnknownButtonError
from bot.models import CHANNEL, Asker, Challenge, Invitation, Match, Origin, Participant, Together, is_person
from bot.services import Context, characters, find, guards, invite, settings
from bot.services.play import begin_match
from engine.puzzles import Puzzle

USUAL_LEVEL = "medium"
"""How strongly the bot plays where no player has chosen."""


async def challenge_maxine(context: Context, challenge: Challenge, level: str) -> Match:
    """Begin a match against Maxine at a level or as a character, with the bot's first move if it begins.

    Whether it is rated is remembered for the challenger's next one.
    """
    draft = await _draft_match(context, challenge, level, Participant(challenge.user_id))
    is_rated = await choose_rating(context, challenge.user_id, is_rated=challenge.is_rated)
    return await _add_match(context, replace(draft, is_rated=is_rated))


async def choose_rating(context: Context, user_id: int, *, is_rated: bool | None = None) -> bool:
    """Return whether a person's match against Maxine is rated: as they choose now, or chose last."""
    people = context.storage.people
    if is_rated is None:
        return await people.prefers_rated(user_id)
    await people.set_preference(user_id, is_rated=is_rated)
    return is_rated


async def challenge_together(context: Context, challenge: Challenge, level: str, together: Together) -> Match:
    """Begin a match of the whole channel against Maxine, with a minute for each vote unless it is said."""
    return await _add_match(context, await draft_together(context, challenge, level, together))


async def draft_together(context: Context, challenge: Challenge, level: str, together: Together) -> Match:
    """Return such a match that is not stored yet."""
    challenger = Participant(CHANNEL).where(challenge.place.channel_id)
    timed = replace(challenge, pace=challenge.pace or policy.VOTE_SECONDS)
    return await _draft_match(context, timed, level, challenger, together)


async def _draft_match(
    context: Context,
    challenge: Challenge,
    level: str,
    challenger: Participant,
    together: Together | None = None,
) -> Match:
    guards.refuse_unknown_game(challenge.game_slug)
    characters.refuse_unknown_level(level, challenge.game_slug)
    await settings.refuse_elsewhere(context, challenge.place)
    players = (challenger, Participant(None, level))
    if challenge.first == "opponent" or (challenge.first == "random" and context.rng.choice((True, False))):
        players = players[::-1]
    draft = Match(0, challenge.game_slug, challenge.place, players, pace=challenge.pace, together=together)
    return begin_match(context, draft)


async def rematch(context: Context, asker: Asker, match_id: int) -> Match | Invitation:
    """Begin the same match with sides changed, or between people invite the other player to it.

    It begins where the button was pressed, so the message must have the button. The rematch of a match that
    was taken over begins at the same position again.
    """
    old = await find.match_by_id(context, match_id)
    if old.together is None:  # else any person begins the next one
        guards.refuse_strangers(old, asker.user_id)
    if not old.is_over:
        raise MatchRefused(old, Reason.EARLY_REMATCH)
    if not asker.is_shown:
        raise UnknownButtonError
    _refuse_if_stopped(context, old)
    await settings.refuse_elsewhere(context, asker.place)
    if old.level is None:
        return await invite.invite_again(context, old, asker)
    second, first = (player.where(asker.place.channel_id) for player in old.players)
    # No player chose whether an older match is rated.
    is_rated = old.is_rated and await choose_rating(context, asker.user_id)
    draft = Match(
        id=0,
        game_slug=old.game_slug,
        place=asker.place,
        players=(first, second),
        actions=old.actions[: old.first_ply],
        origin=old.origin,
        rematch_of=old.id,
        pace=old.pace,
        is_rated=is_rated,
        together=old.together and old.together.reopened_by(asker.user_id),
    )
    return await _add_match(context, begin_match(context, draft))


def _refuse_if_stopped(context: Context, match: Match) -> None:
    is_stopped = match.ending is not None and match.ending.manner == "stop"
    if is_stopped and context.now() - match.touched_at < policy.NO_REMATCH_SECONDS:
        raise MatchRefused(match, Reason.STOPPED_REMATCH)


async def rematch_opponent(context: Context, asker: Asker, match_id: int) -> int | None:
    """Return the other person of a match, to be invited to a rematch; None against Maxine."""
    old = await find.match_by_id(context, match_id)
    if not old.is_over or old.seat_of(asker.user_id) is None:
        return None
    others = (player.user_id for player in old.players if player.user_id != asker.user_id)
    return next((user_id for user_id in others if is_person(user_id)), None)


async def playable_match(context: Context, asker: Asker, match_id: int, ply: int) -> Match:
    """Return the finished match whose position after `ply` moves can be played on.

    Raises:
        UnknownButtonError: it has no such position, or the game is over there.
    """
    match = await find.seen_match(context, asker, match_id)
    if not match.is_over:
        raise MatchRefused(match, Reason.STILL_RUNNING)
    if ply > match.ply or match.state_at(ply).is_terminal:
        raise UnknownButtonError
    return match


def level_after(match: Match) -> str:
    """Return the level at which the bot plays on: that of the match, or a middle one if people played it."""
    return match.level or USUAL_LEVEL


async def play_on(context: Context, asker: Asker, match_id: int, ply: int, seat: int) -> Match:
    """Begin a casual match against Maxine from a position of a finished one, in the channel of the request.

    The person takes the seat `seat`, the bot the other.
    """
    if seat > 1:
        raise UnknownButtonError
    old = await playable_match(context, asker, match_id, ply)
    players, origin = _seat_person(asker, seat, level_after(old)), Origin(old.id, ply)
    draft = Match(0, old.game_slug, asker.place, players, actions=old.actions[:ply], origin=origin)
    return await _begin_there(context, draft)


async def play_puzzle(context: Context, asker: Asker, puzzle: Puzzle) -> Match:
    """Begin a casual match against Maxine at its weakest from the position of a puzzle, as its solver."""
    players = _seat_person(asker, puzzle.state.to_move, engine.LEVELS[0])
    origin = Origin(None, len(puzzle.actions))
    draft = Match(0, puzzle.game_slug, asker.place, players, actions=puzzle.actions, origin=origin)
    return await _begin_there(context, draft)


def _seat_person(asker: Asker, seat: int, level: str) -> tuple[Participant, Participant]:
    person, bot = Participant(asker.user_id), Participant(None, level)
    return (bot, person) if seat else (person, bot)


async def _begin_there(context: Context, draft: Match) -> Match:
    """Begin a match in its place, if matches may begin there."""
    await settings.refuse_elsewhere(context, draft.place)
    return await _add_match(context, begin_match(context, draft))


async def _add_match(context: Context, draft: Match) -> Match:
    while (match := await context.storage.matches.add(draft)) is None:
        await _refuse_draft(context, draft)  # the other match may have ended meanwhile
    return match


async def _refuse_draft(context: Context, draft: Match) -> None:
    """Raise the reason why a match was not stored."""
    user_id = draft.person_id
    if draft.origin is not None:
        for match in await context.storage.matches.list_running(user_id, draft.game_slug):
            if (match.origin, match.seat_of(user_id)) == (draft.origin, draft.seat_of(user_id)):
                raise MatchRefused(match, Reason.PLAYED_ON)
    await invite.refuse_rematch(context, draft.rematch_of)
