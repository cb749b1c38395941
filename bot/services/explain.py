"""Explanations: what every legal move in a position of a match is worth."""

from collections.abc import Iterable
from dataclasses import replace

import engine
from bot.errors import AnalysisError, MatchRefused, Reason, UnknownButtonError
from bot.models import Asker, Explanation, Match, Question
from bot.services import Context, analyses, find, guards
from engine import Action, Analysis, Choice, State
from engine.steps import Step, read_step
from engine.tree import Node

_NEAR = 12
"""Plies to an end after one of the moves: of positions further away only instant games get a tree."""


async def by_match(context: Context, asker: Asker, match_id: int) -> Question:
    """Ask about the present position of a match, or of a finished one about that before its last move.

    While the bot is thinking, the present position is the one it is thinking about.
    """
    return ask_about(asker, await find.seen_match(context, asker, match_id), None)


async def by_ply(context: Context, asker: Asker, match_id: int, ply: int) -> Question:
    """Ask about the position of a match after `ply` moves; UnknownButtonError if no move follows there."""
    match = await find.seen_match(context, asker, match_id)
    guards.refuse_while_people_play(match)
    if not match.first_ply <= ply <= match.ply or match.state_at(ply).is_terminal:
        raise UnknownButtonError
    return Question(match, ply, asker.user_id)


def play_line(question: Question, actions: Iterable[Action]) -> list[Step]:
    """Return what each action of a line of play does."""
    steps, state = [], question.match.state_at(question.ply)
    for action in actions:
        steps.append(read_step(state, action))
        state = steps[-1].after
    return steps


async def by_command(context: Context, asker: Asker, ply: int | None, *, with_tree: bool = False) -> Question:
    """Ask about the person's newest running match in the channel, else the one that finished last there.

    `ply` counts moves from 1 and asks for the position before that move.
    """
    matches, channel_id = context.storage.matches, asker.place.channel_id
    running = await matches.find_running(channel_id, asker.user_id)
    match = guards.found(running or await matches.find_last_finished(channel_id), Reason.NOTHING_TO_EXPLAIN)
    return replace(ask_about(asker, match, ply), with_tree=with_tree)


async def explain_position(
    context: Context, question: Question, *, with_thoughts: bool = False
) -> Explanation:
    """Explain the position, exactly if time is enough; in a running match it counts as help.

    With thoughts, also tell what the bot's player thought when it chose the move there.

    Raises:
        AnalysisError: no analysis is possible.
    """
    match, ply = question.match, question.ply
    seconds, asker_id = context.explanation_seconds, question.asker_id
    analysis = await analyses.analyse(context, match, ply, seconds=seconds, asker_id=asker_id)
    played = match.actions[ply] if ply < match.ply else None
    tree = await _tree(context, analysis, asker_id) if question.with_tree else None
    as_player = match.player_at(ply) if with_thoughts else None
    choice = await _rethink(context, question, as_player) if as_player else None
    is_first_help = await analyses.record_help(context, match, asker_id)
    return Explanation(match, ply, analysis, played, tree, is_first_help, as_player, choice)


async def _rethink(context: Context, question: Question, player_name: str) -> Choice | None:
    """Let a player of the bot choose again as in the match; None if it cannot, or chooses otherwise now."""
    match, ply, asker_id = question.match, question.ply, question.asker_id
    seconds, seed, state = context.reply_seconds, match.seed_at(ply), match.state_at(ply)
    try:
        choice = await context.analysts.choose(
            player_name, state, seconds=seconds, seed=seed, asker_id=asker_id, is_question=True
        )
    except AnalysisError:
        return None
    played = match.actions[ply]
    return choice._replace(action=played) if choice.accounts_for(played) else None


async def _tree(context: Context, analysis: Analysis, asker_id: int) -> Node:
    """Grow the tree of a position, in as much time again as the explanation may take."""
    seconds = context.explanation_seconds / (engine.tree.LEAVES * engine.tree.PLIES)

    async def analyse(state: State) -> Analysis:
        return await context.analysts.analyse(state, seconds=seconds, asker_id=asker_id)

    tree = await engine.tree.grow(analysis, analyse) if _is_near_an_end(analysis) else None
    return guards.found(tree, Reason.LARGE_TREE)


def _is_near_an_end(analysis: Analysis) -> bool:
    """Whether a tree can show what is at stake: some move leads to an end soon, or the game is instant."""
    nearest = min((move.distance for move in analysis.moves if move.exact), default=_NEAR + 1)
    return engine.is_instant(analysis.state.game) or nearest <= _NEAR


def ask_about(asker: Asker, match: Match, ply: int | None) -> Question:
    """Ask about the position before a move of a match, counted from 1.

    Without a number it is the present position, or of a finished match the one before its last move.
    """
    guards.refuse_while_people_play(match)
    if ply is None:
        asked = max(match.ply - 1, match.first_ply) if match.is_over else match.ply
    elif match.has_move(ply - 1):
        asked = ply - 1
    else:
        raise MatchRefused(match, Reason.UNKNOWN_PLY)
    return Question(match, asked, asker.user_id)
