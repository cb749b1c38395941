"""A move, from the check of the press to the commit, with the bot's reply where that is instant."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import engine
from bot.errors import MatchRefused, PlayerError, Reason, StaleBoardError, UnknownMoveError
from bot.models import CHANNEL, Finding, Match, Place, Pressed
from bot.services import Context, find, guards
from engine import Action

_TRIES = 2  # changes of a match that is loaded anew each time


async def press_cell(context: Context, pressed: Pressed, action: Action) -> Match:
    """Play the action of a pressed cell, unless a whole channel plays: there it may be voted for."""

    def step(match: Match) -> Match:
        return _with_action(context, take_press(match, pressed), action, pressed.user_id)

    return await change_match(context, pressed.match_id, step)


def take_press(match: Match, pressed: Pressed) -> Match:
    """Return the running match on whose board a button was pressed, as the pressed message shows it.

    Raises:
        MatchOverError: the match has ended.
        StaleBoardError: the board shows another position, or the match goes on in another message. A newer
            message than the stored one shows the match only if it has the button.
    """
    if match.together is None:  # else everybody votes
        guards.refuse_strangers(match, pressed.user_id)
    guards.refuse_if_over(match)
    is_known = pressed.message_id == match.message_id
    is_newer = pressed.has_button and pressed.message_id > (match.message_id or 0)
    if pressed.version != match.version or not (is_known or is_newer):
        raise StaleBoardError(match, is_here=is_known)
    return match if is_known else match.shown_in(pressed.message_id)


def _with_action(context: Context, match: Match, action: Action, user_id: int) -> Match:
    guards.refuse_out_of_turn(match, user_id)
    try:
        after = match.with_move(action, context.now())
        return match if match.together else with_instant_reply(context, after)
    except engine.IllegalActionError as error:
        raise MatchRefused(match, Reason.ILLEGAL_MOVE) from error


def with_instant_reply(context: Context, match: Match) -> Match:
    """Return the match after the bot's move, if it is the bot's turn and needs no search."""
    while (level := match.awaited_level) is not None and engine.get_player(level).is_instant(match.game):
        rng = Random(match.seed_at(match.ply))  # noqa: S311 - no secrets
        choice = engine.get_player(level).choose(match.state, None, rng)
        match = match.with_move(choice.action, context.now())
    return match


async def change_match(
    context: Context, match_id: int, step: Callable[[Match], Match], finding: Finding | None = None
) -> Match:
    """Return the match as `step` changes it, once it is stored; exceptions of `step` pass through.

    The same write stores `finding`, the search that chose the step. If the match was changed between
    loading and saving, it is loaded again for one more try.

    Raises:
        ForgottenMatchError: there is no such match.
        StaleBoardError: other changes were faster each time.
    """
    after = await _change_recent(context, match_id, step, finding)
    if after is not None:
        return after
    for _ in range(_TRIES):
        before = await find.match_by_id(context, match_id)
        after = await _save_change(context, before, step(before), finding)
        if after is not None:
            return after
    raise StaleBoardError(await find.match_by_id(context, match_id))


async def _change_recent(
    context: Context, match_id: int, step: Callable[[Match], Match], finding: Finding | None
) -> Match | None:
    """Change the match as this process last saved it; None, and nothing is changed, if that fails.

    This saves loading and replaying. The match in memory may be outdated, so it counts only if the save
    succeeds: a refusal is never based on it.
    """
    recent = context.storage.matches.recall(match_id)
    if recent is None:
        return None
    try:
        after = step(recent)
    except PlayerError:
        return None
    return None if after is recent else await _save_change(context, recent, after, finding)


async def _save_change(
    context: Context, before: Match, after: Match, finding: Finding | None
) -> Match | None:
    """Return the match after it was saved, None if it was changed since `before`."""
    if after is before:
        return after
    if (after.ply, after.is_over) != (before.ply, before.is_over):  # else it is the same turn
        after = after.timed_from(context.now.shared())
    return await context.storage.matches.save(before, after, finding)


async def pressed_match(context: Context, pressed: Pressed) -> Match:
    """Return the match on whose board a button was pressed; refused as `take_press` does."""
    return take_press(await find.match_by_id(context, pressed.match_id), pressed)


async def advised(context: Context, user_id: int, match_id: int, version: int, action: Action) -> Match:
    """Play the action that was advised at this version of the match; MatchRefused if it was changed since."""

    def step(match: Match) -> Match:
        guards.refuse_strangers(match, user_id)
        guards.refuse_if_over(match)
        if match.version != version:
            raise MatchRefused(match, Reason.STALE_HINT)
        return _with_action(context, match, action, user_id)

    return await change_match(context, match_id, step)


async def by_name(context: Context, place: Place, user_id: int, name: str) -> Match:
    """Play the move of this name in the person's newest running match in the channel.

    Where a whole channel plays nothing is done, as it may be voted for.
    """

    def step(match: Match) -> Match:
        guards.refuse_if_over(match)
        guards.refuse_out_of_turn(match, user_id)
        return _with_action(context, match, action_named(match, name), user_id)

    own = await find.own_match(context, place, user_id)
    return await change_match(context, own.id, step)


def action_named(match: Match, name: str) -> Action:
    """Return the action of this name; UnknownMoveError if there is none."""
    try:
        return match.game.action_named(match.state, name)
    except engine.UnknownNameError as error:
        raise UnknownMoveError(match, error) from error


async def suggest_moves(context: Context, place: Place, user_id: int, typed: str) -> list[str]:
    """Return the names of the person's legal moves that begin with what was typed."""
    match = await find.find_own(context, place, user_id)
    if match is None or match.to_move.user_id not in {user_id, CHANNEL}:
        return []
    names = map(match.state.name_of, match.state.actions())
    return [name for name in names if name.startswith(typed.strip().lower())]


def begin_match(context: Context, draft: Match) -> Match:
    """Return a drafted match as it begins now, with the bot's first move if it is its turn.

    Between people it has no seed, as nothing in it is random.
    """
    now, has_chance = context.now(), any(player.user_id is None for player in draft.players)
    seed = (context.rng.getrandbits(32) or 1) if has_chance else 0
    match = replace(draft, created_at=now, touched_at=now, seed=seed)
    return with_instant_reply(context, match).timed_from(context.now.shared())
