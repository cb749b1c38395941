"""The errors of a match as questions with the board: private messages, and their buttons."""

from __future__ import annotations

from typing import NamedTuple

from discord import ButtonStyle

from bot.components import parts, play_from_here, positions, puzzles
from bot.components.answers import Manner, Request, on_press
from bot.components.parts import Component, Layout, button
from bot.errors import UnknownButtonError
from bot.models import Lesson, Match
from bot.rendering.views import get_view
from bot.services import puzzle, review
from bot.words import labels, lessons
from bot.words.language import Language, Reader
from engine import Judgement


class _Score(NamedTuple):
    """How many errors a person has corrected at the first try, and whether they have missed this one."""

    found: int = 0
    is_missed: bool = False

    @classmethod
    def from_number(cls, number: int) -> _Score:
        """Return the score for a number in an id."""
        return cls(number // 2, bool(number % 2))

    @property
    def number(self) -> int:
        """The number of the score in an id."""
        return 2 * self.found + self.is_missed

    @property
    def with_miss(self) -> _Score:
        """The score once this error is missed."""
        return self._replace(is_missed=True)

    def for_next_question(self, *, is_found: bool) -> _Score:
        """Return the score at the start of the next question."""
        return _Score(self.found + (is_found and not self.is_missed))


def _draw_lesson_question(reader: Reader, lesson: Lesson, score: _Score, page: int = 0) -> Layout:
    """Draw an error as a question: a board whose buttons answer it."""
    language, match, ply = reader.language, lesson.match, lesson.judgement.ply
    place, state = (match.id, ply, score.number), match.state_at(ply)
    move_id, page_id = try_button.prefix_for(*place), question_button.prefix_for(*place)
    asked, more = lessons.format_mistake_question(reader, lesson), positions.tell_of_pages(language, state)
    return Layout(
        parts.join_lines(asked, more),
        positions.picture_above_keys(language, state, match.move_to(ply)),
        *positions.make_keys(language, state, move_id, page_id, page),
        [*_make_ways_on(language, lesson, score), *play_from_here.offer_to_play_on(language, match, ply)],
        accent=parts.ASKING,
    )


def _draw_wrong_answer(language: Language, lesson: Lesson, tried: Judgement, score: _Score) -> Layout:
    """Draw the reply that punishes a wrong answer, and the button that asks again."""
    again_id = question_button.id_for(lesson.match.id, lesson.judgement.ply, score.number, 0)
    again = button(language.say(labels.TRY_AGAIN), again_id, ButtonStyle.primary)
    return Layout(
        lessons.format_wrong_answer(language, lesson, tried),
        *positions.show_refutation(language, tried.analysis, tried.move),
        [again, *_make_ways_on(language, lesson, score)],
        accent=parts.ASKING,
    )


def _make_ways_on(language: Language, lesson: Lesson, score: _Score) -> list[Component]:
    """Return the buttons for who does not find the answer."""
    show_id = show_button.id_for(lesson.match.id, lesson.judgement.ply, score.number)
    skip = _next(lesson, score.for_next_question(is_found=False), language.say(labels.SKIP))
    return [button(language.say(labels.SHOW_ANSWER), show_id), skip]


def _draw_solution(reader: Reader, lesson: Lesson, score: _Score) -> Layout:
    """Draw the best move, once it is found or shown, with what every move was worth."""
    language, match, ply = reader.language, lesson.match, lesson.judgement.ply
    after = score.for_next_question(is_found=lesson.is_solved)
    on = _next(lesson, after, language.say(labels.NEXT))
    return Layout(
        lessons.format_lesson_answer(reader, lesson),
        positions.picture(language, match.state_at(ply), match.move_to(ply), lesson.judgement.analysis),
        [on, *play_from_here.offer_to_play_on(language, match, ply)],
        accent=parts.RUNNING,
    )


def _next(lesson: Lesson, score: _Score, label: str) -> Component:
    return button(label, next_button.id_for(lesson.match.id, lesson.judgement.ply, score.number))


async def _next_question(
    request: Request, match: Match, seat: int, after: int | None, score: _Score
) -> Layout:
    """Draw the player's gravest error, or the next one after a ply, or say how the lesson went."""
    reader = request.reader
    reviewed = await review.review_match(request.context, match, request.user_id)
    error = reviewed.next_error(seat, after)
    if error is not None:
        return _draw_lesson_question(reader, reviewed.lesson_at(error.ply), score)
    said = lessons.format_lessons_end(reader, reviewed, seat, score.found)
    if puzzle.find_theme(reviewed, seat) is None:
        return Layout(said, accent=parts.OVER)
    label, id_ = reader.language.say(labels.SIMILAR_PUZZLE), similar_puzzle_button.id_for(match.id, seat)
    return Layout(said, [button(label, id_, ButtonStyle.primary)], accent=parts.OVER)


@on_press("l", Manner.PRIVATE)
async def lesson_button(request: Request, match_id: int, seat: int) -> Layout:
    """Learn from mistakes: ask about the player's gravest error in a new message."""
    if seat > 1:
        raise UnknownButtonError
    match = await review.by_match(request.context, request.asker, match_id)
    return await _next_question(request, match, seat, None, _Score())


@on_press("lq", Manner.PRIVATE)
async def similar_puzzle_button(request: Request, match_id: int, seat: int) -> Layout:
    """A puzzle like it, after a lesson: put one like the gravest error, in a new message."""
    if seat > 1:
        raise UnknownButtonError
    attempt = await puzzle.begin_like_mistake(request.context, request.asker, match_id, seat)
    return await puzzles.draw_attempt(request, attempt)


@on_press("lj", Manner.OWN)
async def next_button(request: Request, match_id: int, before: int, score: int) -> Layout:
    """Next, or Skip: ask about the same player's next error."""
    match = await _find_asked_match(request, match_id, before)
    seat = match.state_at(before).to_move
    return await _next_question(request, match, seat, before, _Score.from_number(score))


@on_press("lk", Manner.OWN)
async def question_button(request: Request, match_id: int, ply: int, score: int, page: int) -> Layout:
    """More moves to answer with, or Try again: ask again, with the page of moves."""
    match = await _find_asked_match(request, match_id, ply)
    if page >= get_view(match.game).count_pages(match.state_at(ply)):
        raise UnknownButtonError
    return _draw_lesson_question(
        request.reader, await _find_lesson(request, match, ply), _Score.from_number(score), page
    )


@on_press("lt", Manner.OWN)
async def try_button(request: Request, match_id: int, ply: int, number: int, action: int) -> Layout:
    """An answer: say whether it is as good as the best; if not, say why."""
    score, context = _Score.from_number(number), request.context
    match = await _find_asked_match(request, match_id, ply)
    if action not in match.state_at(ply).actions():
        raise UnknownButtonError
    lesson = await review.judge_answer(context, match, ply, action, request.user_id)
    if lesson.tried is not None and lesson.tried.is_error:
        return await request.draw(_draw_wrong_answer, request.language, lesson, lesson.tried, score.with_miss)
    puzzle.record_lesson(context, request.user_id, lesson)
    return _draw_solution(request.reader, lesson, score)


@on_press("ls", Manner.OWN)
async def show_button(request: Request, match_id: int, ply: int, score: int) -> Layout:
    """Show the answer: tell the best move."""
    match = await _find_asked_match(request, match_id, ply)
    lesson = await _find_lesson(request, match, ply)
    puzzle.record_lesson(request.context, request.user_id, lesson)
    return _draw_solution(request.reader, lesson, _Score.from_number(score))


async def _find_asked_match(request: Request, match_id: int, ply: int) -> Match:
    """Return the finished match that a question about a ply belongs to."""
    match = await review.by_match(request.context, request.asker, match_id)
    if not match.has_move(ply):
        raise UnknownButtonError
    return match


async def _find_lesson(request: Request, match: Match, ply: int) -> Lesson:
    return await review.find_lesson(request.context, match, ply, request.user_id)
