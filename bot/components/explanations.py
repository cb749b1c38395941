"""Explanations: how they look in a message, and the buttons that ask for one or for more of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.components import messages, parts, positions
from bot.components.packing import LONGEST, pack, unpack
from bot.components.parts import Layout, button
from bot.components.press import Press, asker_of, redraw_answer
from bot.errors import UnknownButtonError
from bot.rendering import trees
from bot.services import explain
from bot.words import explanations, labels, matches, thoughts
from bot.words import steps as words
from bot.words.lines import mark_reader, name_players

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from typing import TypeAlias

    from bot.components.answers import Interaction
    from bot.components.parts import Component
    from bot.models import Explanation, Question
    from bot.words.language import Language, Reader
    from engine.steps import Step

    Drawing: TypeAlias = tuple[list[Component], dict[str, bytes]]
    Work: TypeAlias = Callable[[Reader, Explanation], Drawing]

_TREE = "tree.png"


async def post(interaction: Interaction, asking: Awaitable[Question], *, is_public: bool = False) -> None:
    """Answer a question with an explanation, for the person alone unless it is public."""

    async def answer(reader: Reader) -> Layout:
        return await _explain(interaction, reader, asking)

    await messages.post_answer(interaction, answer, is_public=is_public)


async def _explain(interaction: Interaction, reader: Reader, asking: Awaitable[Question]) -> Layout:
    explanation = await explain.answer(interaction.client.context, await asking, with_thoughts=True)
    return await _draw(interaction, _explained, reader, explanation)


async def _draw(interaction: Interaction, work: Work, reader: Reader, explanation: Explanation) -> Layout:
    studio = interaction.client.context.studio
    components, files = await studio.draw(interaction.user.id, work, reader, explanation)
    return Layout(*components, accent=parts.RUNNING, files=files)


def _explained(reader: Reader, explanation: Explanation) -> Drawing:
    """Return the components of an explanation, and the pictures that they show.

    The picture of what every move is worth is at the top, and at the bottom the tree, if there is one.
    """
    language, match, analysis = reader.language, explanation.match, explanation.analysis
    last, seat = match.move_to(explanation.ply), match.seat_seen_by(reader.user_id)
    shown, files = positions.picture(language, analysis.state, last, analysis, seat=seat)
    components = [shown, parts.text(explanations.format_explanation(reader, explanation))]
    components += _controls(reader, explanation)
    if (tree := explanation.tree) is not None:
        components.append(parts.text(explanations.tree_key(language, explanation, tree)))
        components.append(parts.gallery(_TREE, explanations.tree_alt_text(language, tree)))
        files = {**files, _TREE: trees.render_tree(language, tree)}
    if explanation.is_first_help:
        components.append(parts.text(matches.first_help(language)))
    return components, files


def _controls(reader: Reader, explanation: Explanation) -> list[Component]:
    """Return the buttons that lead to more: none where there is only one move, which ends the game."""
    language, match, ply = reader.language, explanation.match, explanation.ply
    line, place = explanations.get_best_line(explanation.analysis), (match.id, ply)
    buttons = []
    if len(explanation.analysis.moves) > 1:
        buttons.append(button(language.say(explanations.ALL_MOVES), AllMovesButton.id_for(*place, 0)))
    if len(line) > 1:
        id_ = BestLineButton.id_for(*place, 0, *pack(line[:LONGEST]))
        buttons.append(button(language.say(explanations.BEST_LINE), id_))
    if explanation.choice is not None:
        buttons.append(button(language.say(thoughts.ITS_VIEW), ItsViewButton.id_for(*place)))
    elif ply and match.player_at(ply - 1) is not None:
        id_ = ExplainPlyButton.id_for(match.id, ply - 1)
        buttons.append(button(language.say(thoughts.ITS_LAST_MOVE), id_))
    return [parts.row(buttons)] if buttons else []


class ExplainButton(Press, kind="e", numbers=1):
    """Explain: match."""

    async def act(self, interaction: Interaction) -> None:
        """Show privately what every move is worth."""
        context, [match_id] = interaction.client.context, self.numbers
        await post(interaction, explain.by_match(context, asker_of(interaction), match_id))


class ExplainPlyButton(Press, kind="ep", numbers=2):
    """Explain, below what an explanation led to: match, ply."""

    async def act(self, interaction: Interaction) -> None:
        """Return to the explanation."""

        async def answer(reader: Reader) -> Layout:
            asking = explain.by_ply(interaction.client.context, asker_of(interaction), *self.numbers)
            return await _explain(interaction, reader, asking)

        await redraw_answer(interaction, answer)


class ItsViewButton(Press, kind="iv", numbers=2):
    """Its view: match, ply."""

    async def act(self, interaction: Interaction) -> None:
        """Show what the player thought who chose there, in the place of what is so."""
        context = interaction.client.context

        async def answer(reader: Reader) -> Layout:
            question = await explain.by_ply(context, asker_of(interaction), *self.numbers)
            explanation = await explain.answer(context, question, with_thoughts=True)
            return await _draw(interaction, _viewed, reader, explanation)

        await redraw_answer(interaction, answer)


def _viewed(reader: Reader, explanation: Explanation) -> Drawing:
    """Return the same for what was thought; an explanation, if that cannot be worked out again just now."""
    match, ply, choice = explanation.match, explanation.ply, explanation.choice
    if choice is None:
        return _explained(reader, explanation)
    seat = match.seat_seen_by(reader.user_id)
    shown, files = positions.picture_thoughts(reader.language, match, ply, choice, seat)
    told = parts.text(thoughts.list_thoughts(reader.language, explanation, choice))
    back = button(reader.language.say(thoughts.THE_TRUTH), ExplainPlyButton.id_for(match.id, ply))
    return [shown, told, parts.row([back])], files


class AllMovesButton(Press, kind="em", numbers=3):
    """All moves: match, ply, which page."""

    async def act(self, interaction: Interaction) -> None:
        """Show a line for every legal move in the place of the explanation."""
        match_id, ply, page = self.numbers
        context = interaction.client.context

        async def answer(reader: Reader) -> Layout:
            question = await explain.by_ply(context, asker_of(interaction), match_id, ply)
            explanation = await explain.answer(context, question)
            return await _draw(interaction, partial(_list_moves, page), reader, explanation)

        await redraw_answer(interaction, answer)


def _list_moves(page: int, reader: Reader, explanation: Explanation) -> Drawing:
    """Draw a page of the list of all moves; an analysis that has changed since may have fewer of them."""
    place, pages = (explanation.match.id, explanation.ply), explanations.list_moves(reader, explanation)
    if page > len(explanation.analysis.moves):
        raise UnknownButtonError
    page = min(page, len(pages) - 1)
    turning = [] if len(pages) == 1 else _turn_pages(reader, place, page, len(pages))
    back = button(reader.language.say(labels.EXPLAIN), ExplainPlyButton.id_for(*place))
    return [parts.text(pages[page]), parts.row([*turning, back])], {}


def _turn_pages(reader: Reader, place: tuple[int, int], page: int, pages: int) -> list[Component]:
    language, (before, after) = reader.language, (page - 1, page + 1)
    return [
        button(
            language.say(labels.BACK),
            AllMovesButton.id_for(*place, before % (pages + 1)),
            disabled=before < 0,
        ),
        button(language.say(labels.FORWARD), AllMovesButton.id_for(*place, after), disabled=after == pages),
    ]


class BestLineButton(Press, kind="bl", numbers=5):
    """Best line: match, ply, which step, and the line of play in two numbers."""

    async def act(self, interaction: Interaction) -> None:
        """Show the position after a step, and say what it does."""
        match_id, ply, number, *packed = self.numbers
        context = interaction.client.context

        async def answer(reader: Reader) -> Layout:
            question = await explain.by_ply(context, asker_of(interaction), match_id, ply)
            steps = explain.play_line(question, unpack(*packed))
            if number >= len(steps):
                raise UnknownButtonError
            return await _show_step(interaction, reader, question, steps, number)

        await redraw_answer(interaction, answer)


async def _show_step(
    interaction: Interaction, reader: Reader, question: Question, steps: Sequence[Step], number: int
) -> Layout:
    """Draw the position after a step, seen from the reader's side, between what is said of it."""
    seat, studio = question.match.seat_seen_by(reader.user_id), interaction.client.context.studio
    drawn = reader.language, steps[number], steps[0].state.to_move if seat is None else seat
    shown, files = await studio.draw(interaction.user.id, positions.picture_step, *drawn)
    above, below = map(parts.text, _format_step(reader, question, steps, number))
    controls = parts.row(_step_on(reader.language, question, steps, number))
    return Layout(above, shown, below, controls, accent=parts.RUNNING, files=files)


def _format_step(reader: Reader, question: Question, steps: Sequence[Step], number: int) -> tuple[str, str]:
    """Write what stands above the picture of a step, and below it."""
    match, first = question.match, steps[0].state
    marked = mark_reader(reader, match, first.to_move)
    actions = [step.action for step in steps]
    above = words.heading(reader.language, first, actions, marked, number + 1)
    players, is_last = name_players(reader, match), number == len(steps) - 1
    return above, words.format_step(reader.language, steps[number], players, is_last=is_last)


def _step_on(language: Language, question: Question, steps: Sequence[Step], number: int) -> list[Component]:
    place, packed = (question.match.id, question.ply), pack([step.action for step in steps])
    buttons = [
        button(
            language.say(label),
            BestLineButton.id_for(*place, target % (len(steps) + 1), *packed),
            disabled=not 0 <= target < len(steps),
        )
        for label, target in ((labels.BACK, number - 1), (labels.FORWARD, number + 1))
    ]
    return [*buttons, button(language.say(labels.EXPLAIN), ExplainPlyButton.id_for(*place))]
