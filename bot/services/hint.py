"""Hints: what to look for, and when asked again the move."""

import engine
from bot.errors import MatchRefused, Reason
from bot.models import Asker, Explanation, Match, Question
from bot.services import Context, analyses, find, guards
from engine import Prospect, Theme

_BARE = {Prospect.ONE_LEGAL_MOVE, Prospect.LOST, Prospect.AT_LEAST_DRAWN}
"""What says nothing to look for, without a motive."""


async def by_command(context: Context, asker: Asker) -> Question:
    """Ask about the present position of the person's newest running match in the channel, at their turn."""
    return _at_turn(await find.own_match(context, asker.place, asker.user_id), asker)


async def by_board(context: Context, asker: Asker, match_id: int) -> Question:
    """Ask about the present position of the match on whose board Hint is pressed, at the person's turn."""
    return _at_turn(await find.seen_match(context, asker, match_id), asker)


def _at_turn(match: Match, asker: Asker) -> Question:
    """Ask about the present position of a match if it is the person's turn there."""
    guards.refuse_while_people_play(match)
    guards.refuse_strangers(match, asker.user_id)
    guards.refuse_if_over(match)
    guards.refuse_out_of_turn(match, asker.user_id)
    return Question(match, match.ply, asker.user_id)


async def find_theme(context: Context, question: Question) -> Explanation:
    """Return what to look for in a position; it counts as help if there is something to look for.

    Raises:
        AnalysisError: no analysis is possible.
    """
    match, ply, asker_id = question.match, question.ply, question.asker_id
    seconds = context.explanation_seconds
    analysis = await analyses.analyse(context, match, ply, seconds=seconds, asker_id=asker_id)
    is_help = has_content(engine.theme(analysis))
    is_first_help = is_help and await analyses.record_help(context, match, asker_id)
    return Explanation(match, ply, analysis, None, is_first_help=is_first_help)


def has_content(theme: Theme) -> bool:
    """Return whether a theme says something that a player can look for, not only how the match stands."""
    if theme.motive is not None or theme.hazards or theme.theirs:
        return True
    if theme.prospect is Prospect.WON:
        return bool(theme.moves and theme.margin is None) or theme.keeping == 1
    if theme.prospect is Prospect.DRAWN:
        return theme.keeping < theme.legal
    return theme.prospect not in _BARE


async def by_press(context: Context, asker: Asker, match_id: int, ply: int) -> Question:
    """Ask about the position of a match for which a hint was given.

    If the person has moved since, the question is what came of that move; MatchRefused if there is no such
    move of theirs, or the match has ended.
    """
    match = await find.seen_match(context, asker, match_id)
    guards.refuse_strangers(match, asker.user_id)
    guards.refuse_while_people_play(match)
    if (
        match.is_over
        or ply > match.ply
        or match.players[match.state_at(ply).to_move].user_id != asker.user_id
    ):
        raise MatchRefused(match, Reason.STALE_HINT)
    return Question(match, ply, asker.user_id)
