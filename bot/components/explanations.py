"""Explanations: how they look in a message, and the buttons that ask for one or for more of it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from bot.components import advised_moves, parts, positions
from bot.components.answers import Manner, Request, on_press
from bot.components.packing import read_line, write_line
from bot.components.parts import Component, Layout, button
from bot.components.thinking import begin_thinking_button
from bot.errors import UnknownButtonError
from bot.models import Explanation, Question
from bot.rendering import trees
from bot.services import explain
from bot.words import explanations, labels, ratings, thoughts
from bot.words.language import Language, Reader
from bot.words.lines_of_play import format_step, line_heading, mark_reader, name_players
from bot.words.thinking import HOW_I_THINK
from engine.steps import Step

Drawing: TypeAlias = tuple[list[Component], dict[str, bytes]]
Work: TypeAlias = Callable[[Reader, Explanation], Drawing]

_TREE = "tree.png"

LONGEST_LINE = 20
"""The most moves of a best line that are shown step by step; an id has room for them in any game."""


async def explain_here(request: Request, ply: int | None, *, with_tree: bool) -> Layout:
    """Draw the answer to what a command asks."""
    asking = explain.by_command(request.context, request.asker, ply, with_tree=with_tree)
    return await draw_explanation(request, await asking)


async def explain_match(request: Request, match_id: int) -> Layout:
    """Draw what every move is worth in a match as it stands."""
    return await draw_explanation(request, await explain.by_match(request.context, request.asker, match_id))


async def draw_explanation(request: Request, question: Question) -> Layout:
    """Draw the answer to a question."""
    explanation = await explain.explain_position(request.context, question, with_thoughts=True)
    return await _draw_in_pool(request, _explained, explanation)


async def _draw_in_pool(request: Request, work: Work, explanation: Explanation) -> Layout:
    drawing_pool = request.context.drawing_pool
    components, files = await drawing_pool.draw(request.user_id, work, request.reader, explanation)
    return Layout(*components, accent=parts.RUNNING, files=files)


def _explained(reader: Reader, explanation: Explanation) -> Drawing:
    """Return the components of an explanation, and the pictures that they show.

    The picture of what every move is worth is at the top, and at the bottom the tree, if there is one.
    """
    language, match, analysis = reader.language, explanation.match, explanation.analysis
    last, seat = match.move_to(explanation.ply), match.seat_seen_by(reader.user_id)
    shown, files = positions.picture(language, analysis.state, last, analysis, seat=seat)
    components = [shown, parts.text(explanations.format_explanation(reader, explanation))]
    components += advised_moves.tell_of_unkeyed(language, match, explanation.ply)
    components += _make_explanation_buttons(reader, explanation)
    if (tree := explanation.tree) is not None:
        components.append(parts.text(explanations.tree_key(language, explanation, tree)))
        components.append(parts.gallery(_TREE, explanations.tree_alt_text(language, tree)))
        files = {**files, _TREE: trees.render_tree(language, tree)}
        think = begin_thinking_button.id_for(match.id, explanation.ply)
        components.append(parts.row([button(language.say(HOW_I_THINK), think)]))
    if explanation.is_first_help:
        components.append(parts.text(ratings.first_help(language)))
    return components, files


def _make_explanation_buttons(reader: Reader, explanation: Explanation) -> list[Component]:
    """Return the buttons that lead to more: none where there is only one move."""
    if not explanations.has_choice(explanation):
        return []
    language, match, ply = reader.language, explanation.match, explanation.ply
    line, place = explanations.get_best_line(explanation.analysis), (match.id, ply)
    buttons = [button(language.say(explanations.ALL_MOVES), all_moves_button.id_for(*place, 0))]
    if len(line) > 1:
        word = write_line(explanation.analysis.state, line[:LONGEST_LINE])
        id_ = best_line_button.id_for(word, *place, 0, 0)
        buttons.append(button(language.say(explanations.BEST_LINE), id_))
    if explanations.has_proof(explanation.analysis):
        buttons.append(button(language.say(explanations.PROOF), proof_button.id_for(*place)))
    if explanation.choice is not None:
        buttons.append(button(language.say(thoughts.ITS_VIEW), its_view_button.id_for(*place)))
    elif ply and match.player_at(ply - 1) is not None:
        id_ = explain_ply_button.id_for(match.id, ply - 1)
        buttons.append(button(language.say(thoughts.ITS_LAST_MOVE), id_))
    return [parts.row([*advised_moves.offer_best_move(reader, match, ply, explanation.analysis), *buttons])]


@on_press("e", Manner.PRIVATE)
async def explain_button(request: Request, match_id: int) -> Layout:
    """Explain: show what every move is worth."""
    return await explain_match(request, match_id)


@on_press("ep", Manner.OWN)
async def explain_ply_button(request: Request, match_id: int, ply: int) -> Layout:
    """Explain, below what an explanation led to: return to the explanation."""
    return await draw_explanation(request, await _find_question(request, match_id, ply))


async def _find_question(request: Request, match_id: int, ply: int) -> Question:
    return await explain.by_ply(request.context, request.asker, match_id, ply)


@on_press("iv", Manner.OWN)
async def its_view_button(request: Request, match_id: int, ply: int) -> Layout:
    """Its view: show what the player thought who chose there, in the place of what is so."""
    question = await _find_question(request, match_id, ply)
    explanation = await explain.explain_position(request.context, question, with_thoughts=True)
    return await _draw_in_pool(request, _viewed, explanation)


def _viewed(reader: Reader, explanation: Explanation) -> Drawing:
    """Return the same for what was thought; an explanation, if that cannot be worked out again just now."""
    match, ply, choice = explanation.match, explanation.ply, explanation.choice
    if choice is None:
        return _explained(reader, explanation)
    seat = match.seat_seen_by(reader.user_id)
    shown, files = positions.picture_thoughts(reader.language, match, ply, choice, seat)
    listed = parts.text(thoughts.list_thoughts(reader.language, explanation, choice))
    back = button(reader.language.say(thoughts.THE_TRUTH), explain_ply_button.id_for(match.id, ply))
    return [shown, listed, parts.row([back])], files


@on_press("em", Manner.OWN)
async def all_moves_button(request: Request, match_id: int, ply: int, page: int) -> Layout:
    """All moves: show a line for every legal move in the place of the explanation."""
    explanation = await explain.explain_position(
        request.context, await _find_question(request, match_id, ply)
    )
    return await _draw_in_pool(request, partial(_draw_move_list, page), explanation)


def _draw_move_list(page: int, reader: Reader, explanation: Explanation) -> Drawing:
    """Draw a page of the list of all moves; an analysis that has changed since may have fewer of them."""
    place, pages = (explanation.match.id, explanation.ply), explanations.list_moves(reader, explanation)
    if page > len(explanation.analysis.moves):
        raise UnknownButtonError
    page = min(page, len(pages) - 1)
    turning = [] if len(pages) == 1 else _turn_pages(reader, place, page, len(pages))
    back = button(reader.language.say(labels.EXPLAIN), explain_ply_button.id_for(*place))
    unkeyed = advised_moves.tell_of_unkeyed(reader.language, explanation.match, explanation.ply)
    return [parts.text(pages[page]), *unkeyed, parts.row([*turning, back])], {}


@on_press("wh", Manner.OWN)
async def proof_button(request: Request, match_id: int, ply: int) -> Layout:
    """Why it holds: show what proves the recommended move in the place of the explanation."""
    explanation = await explain.explain_position(
        request.context, await _find_question(request, match_id, ply)
    )
    return await _draw_in_pool(request, _prove, explanation)


def _prove(reader: Reader, explanation: Explanation) -> Drawing:
    place = explanation.match.id, explanation.ply
    back = button(reader.language.say(labels.EXPLAIN), explain_ply_button.id_for(*place))
    unkeyed = advised_moves.tell_of_unkeyed(reader.language, explanation.match, explanation.ply)
    return [parts.text(explanations.format_proof(reader, explanation)), *unkeyed, parts.row([back])], {}


def _turn_pages(reader: Reader, place: tuple[int, int], page: int, pages: int) -> list[Component]:
    language, (before, after) = reader.language, (page - 1, page + 1)
    return [
        button(
            language.say(labels.BACK),
            all_moves_button.id_for(*place, before % (pages + 1)),
            disabled=before < 0,
        ),
        button(language.say(labels.FORWARD), all_moves_button.id_for(*place, after), disabled=after == pages),
    ]


@on_press("bw", Manner.OWN)
async def best_line_button(
    request: Request, line: str, match_id: int, ply: int, number: int, _: int
) -> Layout:
    """Best line, first, back, forward or last: show the position after a step, and say what it does."""
    question = await _find_question(request, match_id, ply)
    steps = explain.play_line(question, read_line(question.match.state_at(ply), line) or ())
    if number >= len(steps):
        raise UnknownButtonError
    return await _show_step(request, question, steps, number)


async def _show_step(request: Request, question: Question, steps: Sequence[Step], number: int) -> Layout:
    """Draw the position after a step, seen from the reader's side, between what is said of it."""
    reader, drawing_pool = request.reader, request.context.drawing_pool
    seat = question.match.seat_seen_by(reader.user_id)
    drawn = reader.language, steps[number], steps[0].state.to_move if seat is None else seat
    shown, files = await drawing_pool.draw(request.user_id, positions.picture_step, *drawn)
    above, below = map(parts.text, _format_line_step(reader, question, steps, number))
    controls = parts.row(_step_on(reader.language, question, steps, number))
    return Layout(above, shown, below, controls, accent=parts.RUNNING, files=files)


def _format_line_step(
    reader: Reader, question: Question, steps: Sequence[Step], number: int
) -> tuple[str, str]:
    """Write what stands above the picture of a step, and below it."""
    match, first = question.match, steps[0].state
    marked = mark_reader(reader, match, first.to_move)
    actions = [step.action for step in steps]
    above = line_heading(reader.language, first, actions, marked, number + 1)
    players, is_last = name_players(reader, match), number == len(steps) - 1
    return above, format_step(reader.language, steps[number], players, is_last=is_last)


def _step_on(language: Language, question: Question, steps: Sequence[Step], number: int) -> list[Component]:
    place = question.match.id, question.ply
    word = write_line(steps[0].state, [step.action for step in steps])

    def identify(target: int, which: int) -> str:
        return best_line_button.id_for(word, *place, target, which)

    buttons = parts.make_step_buttons(language, number, 0, len(steps) - 1, identify)
    return [*buttons, button(language.say(labels.EXPLAIN), explain_ply_button.id_for(*place))]
