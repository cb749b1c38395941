"""The errors of a match as questions with the board: messages for one person alone, and their buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.components import messages, parts, positions
from bot.components.parts import Layout, button
from bot.components.press import Press, asker_of, redraw_answer
from bot.errors import UnknownButtonError
from bot.rendering.views import get_view
from bot.services import review
from bot.words import labels, lessons

if TYPE_CHECKING:
    from bot.components.answers import Interaction
    from bot.components.parts import Component
    from bot.models import Lesson, Match
    from bot.words.language import Language, Reader


def _question(reader: Reader, lesson: Lesson, mark: int = 0) -> Layout:
    """Draw an error as a question: a board whose buttons answer it, or change the mark that is placed."""
    language, match, ply = reader.language, lesson.match, lesson.judgement.ply

    try_id = TryButton.id_for(match.id, ply)
    mark_id = QuestionButton.id_for(match.id, ply)
    shown, files = positions.picture_above_keys(language, match.state_at(ply), match.move_to(ply))
    show = button(language.say(labels.SHOW_ANSWER), ShowButton.id_for(match.id, ply))
    return Layout(
        parts.text(lessons.question(reader, lesson)),
        *shown,
        *positions.keys(language, match.state_at(ply), try_id, mark_id, mark),
        parts.row((show, _next(lesson, language.say(labels.SKIP)))),
        accent=parts.ASKING,
        files=files,
    )


def _answer(language: Language, lesson: Lesson) -> Layout:
    """Draw what was best, once it is found or shown, with what every move was worth."""
    match, ply = lesson.match, lesson.judgement.ply
    analysis = lesson.judgement.analysis
    shown, files = positions.picture(language, match.state_at(ply), match.move_to(ply), analysis)
    return Layout(
        parts.text(lessons.answer(language, lesson)),
        shown,
        parts.row((_next(lesson, language.say(labels.NEXT)),)),
        accent=parts.RUNNING,
        files=files,
    )


def _next(lesson: Lesson, label: str) -> Component:
    return button(label, NextButton.id_for(lesson.match.id, lesson.judgement.ply))


async def _next_question(
    interaction: Interaction, reader: Reader, match: Match, seat: int, after: int
) -> Layout:
    """Draw the player's first error after a ply, or say that there is none any more."""
    reviewed = await review.reviewed(interaction.client.context, match, interaction.user.id)
    for error in reviewed.review.errors(seat):
        if error.ply > after:
            return _question(reader, reviewed.lesson(error.ply))
    return Layout(parts.text(lessons.closing(reader, reviewed, seat)), accent=parts.OVER)


class LessonButton(Press, kind="l", numbers=2):
    """Learn from mistakes: match, whose they are (0 the first player's)."""

    async def act(self, interaction: Interaction) -> None:
        """Ask about the first one in a message of its own."""
        match_id, seat = self.numbers
        if seat > 1:
            raise UnknownButtonError

        async def answer(reader: Reader) -> Layout:
            match = await review.by_match(interaction.client.context, asker_of(interaction), match_id)
            return await _next_question(interaction, reader, match, seat, -1)

        await messages.post_answer(interaction, answer)


class NextButton(Press, kind="j", numbers=2):
    """Next, or Skip: match, the ply of the question before."""

    async def act(self, interaction: Interaction) -> None:
        """Ask about the same player's next error."""

        async def answer(reader: Reader) -> Layout:
            match, ply = await _asked(interaction, *self.numbers)
            seat = match.state_at(ply).to_move
            return await _next_question(interaction, reader, match, seat, ply)

        await redraw_answer(interaction, answer)


class QuestionButton(Press, kind="k", numbers=3):
    """Another mark to answer with: match, ply, the index of the mark."""

    async def act(self, interaction: Interaction) -> None:
        """Ask again, with cells that place the mark."""
        match_id, ply, mark = self.numbers

        async def answer(reader: Reader) -> Layout:
            match, _ = await _asked(interaction, match_id, ply)
            if mark >= len(get_view(match.game).marks):
                raise UnknownButtonError
            lesson = await _lesson(interaction, match, ply)
            return _question(reader, lesson, mark)

        await redraw_answer(interaction, answer)


class TryButton(Press, kind="t", numbers=3):
    """An answer: match, ply, action."""

    async def act(self, interaction: Interaction) -> None:
        """Say whether it is as good as the best; if not, ask again."""
        match_id, ply, action = self.numbers

        async def answer(reader: Reader) -> Layout:
            match, _ = await _asked(interaction, match_id, ply)
            if action not in match.state_at(ply).actions():
                raise UnknownButtonError
            context, asker_id = interaction.client.context, interaction.user.id
            lesson = await review.attempt(context, match, ply, action, asker_id)
            return _answer(reader.language, lesson) if lesson.is_solved else _question(reader, lesson)

        await redraw_answer(interaction, answer)


class ShowButton(Press, kind="s", numbers=2):
    """Show the answer: match, ply."""

    async def act(self, interaction: Interaction) -> None:
        """Say what was best."""

        async def answer(reader: Reader) -> Layout:
            match, ply = await _asked(interaction, *self.numbers)
            return _answer(reader.language, await _lesson(interaction, match, ply))

        await redraw_answer(interaction, answer)


async def _asked(interaction: Interaction, match_id: int, ply: int) -> tuple[Match, int]:
    """Return the finished match and the ply that a question is about."""
    match = await review.by_match(interaction.client.context, asker_of(interaction), match_id)
    if ply >= match.ply:
        raise UnknownButtonError
    return match, ply


async def _lesson(interaction: Interaction, match: Match, ply: int) -> Lesson:
    return await review.lesson(interaction.client.context, match, ply, interaction.user.id)
