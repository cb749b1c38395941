"""Explanations: how they look in a message, and the buttons that ask for one or for more of it."""

from collections.abc import Sequence

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
from bot.words.lines_of_play import format_step, line_heading, name_movers, name_players
from bot.words.thinking import HOW_I_THINK
from engine.steps import Step
from engine.tree import Node

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
    return await request.draw(_explained, request.reader, explanation)


def _explained(reader: Reader, explanation: Explanation) -> Layout:
    """Draw an explanation: the board with what every move is worth, or the tree if it was asked for."""
    if explanation.tree is not None:
        return _draw_tree(reader, explanation, explanation.tree)
    language, match, analysis = reader.language, explanation.match, explanation.analysis
    last, seat = match.move_to(explanation.ply), match.seat_seen_by(reader.user_id)
    return Layout(
        positions.picture(language, analysis.state, last, analysis, seat=seat),
        explanations.format_explanation(reader, explanation),
        advised_moves.tell_of_unkeyed(language, match, explanation.ply),
        _make_explanation_buttons(reader, explanation),
        ratings.first_help(language) if explanation.is_first_help else "",
        accent=parts.RUNNING,
    )


def _draw_tree(reader: Reader, explanation: Explanation, tree: Node) -> Layout:
    """Draw what to play and the tree, with buttons that lead to the board and to the lesson."""
    language, place = reader.language, (explanation.match.id, explanation.ply)
    png = trees.render_tree(language, tree)
    return Layout(
        explanations.format_explanation(reader, explanation).partition("\n")[0],
        parts.gallery(_TREE, png, explanations.tree_alt_text(language, tree)),
        explanations.tree_key(language, explanation, tree),
        [
            button(language.say(labels.EXPLAIN), explain_ply_button.id_for(*place)),
            button(language.say(HOW_I_THINK), begin_thinking_button.id_for(*place)),
        ],
        ratings.first_help(language) if explanation.is_first_help else "",
        accent=parts.RUNNING,
    )


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
    return [*advised_moves.offer_best_move(reader, match, ply, explanation.analysis), *buttons]


@on_press("e", Manner.PRIVATE)
async def explain_button(request: Request, match_id: int) -> Layout:
    """Explain: show what every move is worth."""
    return await explain_match(request, match_id)


@on_press("ep", Manner.OWN)
async def explain_ply_button(request: Request, match_id: int, ply: int) -> Layout:
    """Explain, below what an explanation led to: return to it."""
    return await draw_explanation(request, await _find_question(request, match_id, ply))


async def _find_question(request: Request, match_id: int, ply: int) -> Question:
    return await explain.by_ply(request.context, request.asker, match_id, ply)


@on_press("iv", Manner.OWN)
async def its_view_button(request: Request, match_id: int, ply: int) -> Layout:
    """Its view: show what the player thought who chose there, in the place of what is so."""
    question = await _find_question(request, match_id, ply)
    explanation = await explain.explain_position(request.context, question, with_thoughts=True)
    return await request.draw(_viewed, request.reader, explanation)


def _viewed(reader: Reader, explanation: Explanation) -> Layout:
    """Draw the same for what was thought; an explanation, if that cannot be worked out again just now."""
    match, ply, choice = explanation.match, explanation.ply, explanation.choice
    if choice is None:
        return _explained(reader, explanation)
    return Layout(
        positions.picture_thoughts(reader.language, match, ply, choice, match.seat_seen_by(reader.user_id)),
        thoughts.list_thoughts(reader.language, explanation, choice),
        [button(reader.language.say(thoughts.THE_TRUTH), explain_ply_button.id_for(match.id, ply))],
        accent=parts.RUNNING,
    )


@on_press("em", Manner.OWN)
async def all_moves_button(request: Request, match_id: int, ply: int, page: int) -> Layout:
    """All moves: show a line for every legal move in the place of the explanation."""
    question = await _find_question(request, match_id, ply)
    explanation = await explain.explain_position(request.context, question)
    return await request.draw(_draw_move_list, request.reader, explanation, page)


def _draw_move_list(reader: Reader, explanation: Explanation, page: int) -> Layout:
    """Draw a page of the list of all moves; an analysis that has changed since may have fewer of them."""
    place, pages = (explanation.match.id, explanation.ply), explanations.list_moves(reader, explanation)
    if page > len(explanation.analysis.moves):
        raise UnknownButtonError
    page = min(page, len(pages) - 1)
    turning = [] if len(pages) == 1 else _turn_pages(reader.language, place, page, len(pages))
    return _draw_beside(reader, explanation, pages[page], turning)


def _draw_beside(reader: Reader, explanation: Explanation, said: str, buttons: Sequence[Component]) -> Layout:
    """Draw what else is said of a position, with a button that leads back to the explanation."""
    language, match, ply = reader.language, explanation.match, explanation.ply
    back = button(language.say(labels.EXPLAIN), explain_ply_button.id_for(match.id, ply))
    unkeyed = advised_moves.tell_of_unkeyed(language, match, ply)
    return Layout(said, unkeyed, [*buttons, back], accent=parts.RUNNING)


@on_press("wh", Manner.OWN)
async def proof_button(request: Request, match_id: int, ply: int) -> Layout:
    """Why it holds: show what proves the recommended move in the place of the explanation."""
    question = await _find_question(request, match_id, ply)
    explanation = await explain.explain_position(request.context, question)
    return await request.draw(_prove, request.reader, explanation)


def _prove(reader: Reader, explanation: Explanation) -> Layout:
    return _draw_beside(reader, explanation, explanations.format_proof(reader, explanation), ())


def _turn_pages(language: Language, place: tuple[int, int], page: int, pages: int) -> list[Component]:
    back = all_moves_button.id_for(*place, (page - 1) % (pages + 1))
    on = all_moves_button.id_for(*place, page + 1)
    return [
        button(language.say(labels.BACK), back, disabled=page == 0),
        button(language.say(labels.FORWARD), on, disabled=page + 1 == pages),
    ]


@on_press("bw", Manner.OWN)
async def best_line_button(
    request: Request, line: str, match_id: int, ply: int, number: int, _: int
) -> Layout:
    """Best line, or a step in it: show the position after it, and say what it does."""
    question = await _find_question(request, match_id, ply)
    steps = explain.play_line(question, read_line(question.match.state_at(ply), line) or ())
    if number >= len(steps):
        raise UnknownButtonError
    return await _show_step(request, question, steps, number)


async def _show_step(request: Request, question: Question, steps: Sequence[Step], number: int) -> Layout:
    """Draw the position after a step, seen from the reader's side, between what is said of it."""
    reader, seat = request.reader, question.match.seat_seen_by(request.reader.user_id)
    above, below = _format_line_step(reader, question, steps, number)
    drawn = reader.language, steps[number], steps[0].state.to_move if seat is None else seat
    shown = await request.draw(positions.picture_step, *drawn)
    controls = _step_on(reader.language, question, steps, number)
    return Layout(above, shown, below, controls, accent=parts.RUNNING)


def _format_line_step(
    reader: Reader, question: Question, steps: Sequence[Step], number: int
) -> tuple[str, str]:
    """Write what stands above the picture of a step, and below it."""
    match, first = question.match, steps[0].state
    actions = [step.action for step in steps]
    above = line_heading(reader.language, first, actions, name_movers(reader, match), number + 1)
    players, is_last = name_players(reader, match), number == len(steps) - 1
    return above, format_step(reader.language, steps[number], players, is_last=is_last)


def _step_on(language: Language, question: Question, steps: Sequence[Step], number: int) -> list[Component]:
    place = question.match.id, question.ply
    word = write_line(steps[0].state, [step.action for step in steps])

    def identify(target: int, which: int) -> str:
        return best_line_button.id_for(word, *place, target, which)

    buttons = parts.make_step_buttons(language, number, 0, len(steps) - 1, identify)
    return [*buttons, button(language.say(labels.EXPLAIN), explain_ply_button.id_for(*place))]
