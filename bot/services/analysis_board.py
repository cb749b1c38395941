"""A board to try out moves on for both sides, with what every move is worth."""

import engine
from bot.errors import UnknownButtonError
from bot.models import Asker, Looked, Match, Variation
from bot.services import Context, analyses, explain, find, guards
from engine import Analysis


def at_start(game: str) -> Variation:
    """Begin at the start of a game."""
    guards.refuse_unknown_game(game)
    return Variation(engine.get_game(game).initial())


async def by_command(
    context: Context, asker: Asker, match_id: int | None, ply: int | None, game: str | None
) -> Variation:
    """Begin at a position of a match, or without `match_id` and `ply` at the start of a game.

    The match is chosen as `find.chosen_match` does, and `ply` is that of `explain`. The game is by default
    that of the person's newest match in the channel.
    """
    if match_id is None and ply is None:
        usual = await find.usual_game(context, asker.place, asker.user_id)
        return at_start(game or usual or "tic-tac-toe")
    match = await find.chosen_match(context, asker, match_id)
    question = explain.ask_about(asker, match, ply)
    return Variation(match.state_at(question.ply), match)


async def by_press(context: Context, asker: Asker, match_id: int, ply: int) -> Variation:
    """Begin at the position of a match after so many moves; UnknownButtonError if it has fewer."""
    match = await find.seen_match(context, asker, match_id)
    guards.refuse_while_people_play(match)
    if ply > match.ply:
        raise UnknownButtonError
    return Variation(match.state_at(ply), match)


async def analyse_variation(context: Context, variation: Variation, asker_id: int) -> Looked:
    """Return what every move is worth in the position of a variation, exactly if time is enough for that.

    In the person's running matches of the game against Maxine it counts as help.

    Raises:
        AnalysisError: no analysis is possible.
        ManyQuestionsError: the person has asked too many other questions since.
    """
    await _list_running(context, variation, asker_id)
    if variation.state.is_terminal:
        return Looked(variation, None)
    analysis = await _analyse_position(context, variation, asker_id)
    running = await _list_running(context, variation, asker_id)  # some may have begun meanwhile
    noted = [await analyses.record_help(context, match, asker_id) for match in running]
    return Looked(variation, analysis, any(noted))


async def _list_running(context: Context, variation: Variation, asker_id: int) -> list[Match]:
    """Return the person's running matches of the game; MatchRefused if one is against another person."""
    running = await context.storage.matches.list_running(asker_id, variation.start.game.slug)
    for match in running:
        guards.refuse_while_people_play(match)
    return running


async def _analyse_position(context: Context, variation: Variation, asker_id: int) -> Analysis:
    """Return what every move is worth; in a position of a match, with all that is stored about it."""
    state, match, seconds = variation.state, variation.played, context.explanation_seconds
    if match is not None:
        return await analyses.analyse(context, match, state.ply, seconds=seconds, asker_id=asker_id)
    return await context.analysts.analyse(state, seconds=seconds, asker_id=asker_id)
