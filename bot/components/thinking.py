"""The lesson on how the bot thinks: seven cards, private to one person, whose buttons hold all there is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeVar

from discord import ButtonStyle

import engine
from bot.components import parts, positions
from bot.components.answers import Manner, Request, on_press
from bot.components.characters import characters_button
from bot.components.packing import read_line, write_line
from bot.components.parts import Component, Layout, button
from bot.errors import UnknownButtonError
from bot.models.thinking import Counts, Example
from bot.rendering import films, trees
from bot.rendering.bars import render_counts
from bot.services import guards
from bot.services import thinking as service
from bot.words import labels
from bot.words import thinking as words
from bot.words.explanations import tree_alt_text
from bot.words.language import Language
from bot.words.ratings import first_help_elsewhere
from engine import Analysis, State, StepKind, trace
from engine.tracing import Path
from engine.tree import Node, show_search

_TREE, _FILM, _BARS = "tree.png", "search.gif", "counts.png"
_DEPTHS = range(1, 6)
_WITH_PAGES = (6, 7)  # the cards whose steps are pages

_T = TypeVar("_T")


class _Place(NamedTuple):
    """Where a person is: the position, the card, how far it is, and the answer pressed, 0 for none."""

    example: Example
    card: int
    step: int = 0
    answer: int = 0

    def link(self, label: str, *, card: int = 0, step: int = 0, answer: int = 0) -> Component:
        """Return a button that leads to another place, by default on the same card."""
        game, actions = self.example.state.game, self.example.actions
        line = write_line(game.initial(), actions)
        return button(label, think_button.id_for(game.slug, line, card or self.card, step, answer))


class _Shown(NamedTuple):
    """What a card says, how its picture is drawn, and its own buttons."""

    said: str
    draw: Callable[[], Component]
    buttons: Sequence[Component] = ()


async def begin_lesson(request: Request, game: str | None = None) -> Layout:
    """Draw the first card, about a position that the person knows if there is one."""
    example = await service.choose_example(request.context, request.asker, game)
    return await _draw_card(request, _Place(example, 1))


async def _draw_card(request: Request, place: _Place) -> Layout:
    """Draw a card between its heading and the buttons that lead to the others."""
    is_first_help = await service.record_help(request.context, place.example, request.user_id)
    language, shown = request.language, await _CARDS[place.card - 1](request, place)
    helped = first_help_elsewhere(language) if is_first_help else ""
    said = parts.join_lines(words.heading(language, place.card), shown.said, helped)
    picture = await request.draw(shown.draw)
    return Layout(said, picture, shown.buttons, _turn_cards(language, place), accent=parts.RUNNING)


def _turn_cards(language: Language, place: _Place) -> list[Component]:
    is_page = place.card in _WITH_PAGES and place.step
    before = {"step": place.step - 1} if is_page else {"card": place.card - 1}
    back = place.link(language.say(labels.BACK), **before)
    on = place.link(language.say(labels.NEXT), card=place.card + 1)
    back["disabled"], on["disabled"] = place.card == 1, place.card == words.CARDS
    on["style"] = ButtonStyle.primary.value
    return [back, on]


def _ask(
    place: _Place, questions: Sequence[Path], is_right: Callable[[Path, int], bool]
) -> tuple[_Place, Path | None, int | None]:
    """Return how far a person is after an answer, what is asked then, and the answer if it was wrong."""
    if not place.answer:
        return place, _pick((*questions, None), place.step), None
    asked, number = _pick(questions, place.step), place.answer - 1
    if is_right(asked, number):
        return _ask(place._replace(step=place.step + 1, answer=0), questions, is_right)
    return place._replace(answer=0), asked, number


def _list_answers(language: Language, place: _Place, answers: Iterable[str], last: int) -> list[Component]:
    """Return the buttons that answer a question, and the one that shows all answers."""
    buttons = [place.link(label, step=place.step, answer=number) for number, label in enumerate(answers, 1)]
    return [*buttons, place.link(language.say(words.SHOW_ME), step=last)]


async def _show_words(request: Request, place: _Place) -> _Shown:
    """Show the position, and what six words mean in it."""
    said = words.format_six_words(request.language, place.example)
    return _Shown(said, partial(_draw_board, request.language, place.example.state))


async def _show_ends(request: Request, place: _Place) -> _Shown:
    """Ask who has won at some ends: how many are answered, which outcome was pressed last."""
    language, example = request.language, place.example

    def is_right(path: Path, number: int) -> bool:
        return _pick(example.outcomes, number) is example.nodes[path].state.outcome

    place, asked, tried = _ask(place, example.ends, is_right)
    known = example.all_ends if asked is None else example.ends[: place.step]
    board = words.describe_board(language, example, asked or ())
    answers = [words.format_outcome(language, example, outcome) for outcome in example.outcomes]
    return _Shown(
        words.format_ends(language, example, asked, is_wrong=tried is not None),
        partial(_draw_tree, language, example.show_values(known, asked), board),
        [] if asked is None else _list_answers(language, place, answers, len(example.ends)),
    )


async def _show_question(request: Request, place: _Place) -> _Shown:
    """Ask which moves players take: how many are answered, which move was pressed last."""
    language, example = request.language, place.example

    def is_right(path: Path, number: int) -> bool:
        return _pick(example.nodes[path].state.actions(), number) in example.list_best(path)

    place, asked, tried = _ask(place, example.questions, is_right)
    if asked is None:
        top = partial(_draw_tree, language, example.show_values(example.values, None))
        return _Shown(words.format_top(language, example), top)
    answers = [child.name for child in example.nodes[asked].children]
    return _Shown(
        words.format_question(language, example, asked, tried),
        partial(_draw_tree, language, example.show_values(example.list_known_before(asked), asked)),
        _list_answers(language, place, answers, len(example.questions)),
    )


async def _show_search(request: Request, place: _Place) -> _Shown:
    """Show the search after so many steps, or if that is pressed all of it as a film."""
    language, example, last = request.language, place.example, len(place.example.steps)
    if place.step > last or place.answer > 1:
        raise UnknownButtonError
    on = place.link(language.say(words.NEXT_STEP), step=place.step + 1)
    film = place.link(language.say(words.FILM), step=place.step, answer=1)
    on["disabled"], film["disabled"] = place.step == last, bool(place.answer)
    said = words.format_step(language, example, last if place.answer else place.step)
    if place.answer:
        is_unwanted = request.context.drawing_pool.is_closed
        return _Shown(said, partial(_draw_film, language, example, is_unwanted), [on, film])
    tree = show_search(example.tree, example.steps[: place.step])
    return _Shown(said, partial(_draw_tree, language, tree), [on, film])


async def _show_cut(request: Request, place: _Place) -> _Shown:
    """Ask which branch cannot matter: whether that is answered, which branch was pressed last."""
    language, (example, cut) = request.language, service.find_cut(place.example)
    place, asked, tried = _ask(
        place, [cut.place], lambda _, number: _pick(cut.branches, number) in cut.needless
    )
    if asked is None:
        tree = show_search(example.tree, cut.steps)
        return _Shown(words.format_cut_answer(language, example, cut), partial(_draw_tree, language, tree))
    wrong = None if tried is None else cut.branches[tried]
    answers = [words.name_moves(example, branch, " → ") for branch in cut.branches]
    return _Shown(
        words.format_cut(language, example, cut, wrong, is_own=example == place.example),
        partial(_draw_tree, language, show_search(example.tree, cut.before)),
        _list_answers(language, place, answers, 1),
    )


async def _show_memory(request: Request, place: _Place) -> _Shown:
    """Show what the search knows already, or how many positions it looks at in one game, or in another."""
    language, example = request.language, place.example
    other = await service.find_counted_game(request.context, request.asker)
    game = _pick((service.USUAL_GAME, service.USUAL_GAME, other), place.step)
    rows = await request.draw(service.count_positions, game)
    if place.step:
        more = place.link(words.label_counts(language, other), step=2)
        said = words.format_counts(language, game, rows)
        return _Shown(said, partial(_draw_counts, language, rows), [] if game == other else [more])
    steps = list(trace(example.state, "symmetry"))
    known = sum(step.kind is StepKind.KNOWN for step in steps)
    said = words.format_memory(language, known, rows)
    tree = show_search(example.tree, steps)
    on = place.link(language.say(words.AS_BARS), step=1)
    return _Shown(said, partial(_draw_tree, language, tree), [on])


async def _show_depths(request: Request, place: _Place) -> _Shown:
    """Show what searches of few moves choose, or players that look at no tree."""
    language, example = request.language, place.example
    if place.step:
        return await _show_learners(request, example)
    said = words.format_depths(language, example, [example.choose_to_depth(depth) for depth in _DEPTHS])
    on = place.link(language.say(words.WITHOUT_A_TREE), step=1)
    return _Shown(said, partial(_draw_board, language, example.state), [on])


async def _show_learners(request: Request, example: Example) -> _Shown:
    """Show what each of the learners chooses, beside what every move is worth."""
    language, state = request.language, example.state
    analysis, choices = await service.ask_learners(request.context, state, request.user_id)
    play = button(language.say(words.PLAY_ONE), characters_button.id_for(state.game.slug, 0, 0))
    said = words.format_learners(language, analysis, choices)
    return _Shown(said, partial(_draw_board, language, state, analysis), [play])


_CARDS: Final[Sequence[Callable[[Request, _Place], Awaitable[_Shown]]]] = (
    _show_words,
    _show_ends,
    _show_question,
    _show_search,
    _show_cut,
    _show_memory,
    _show_depths,
)


def _draw_board(language: Language, state: State, analysis: Analysis | None = None) -> Component:
    return positions.picture(language, state, None, analysis)


def _draw_tree(language: Language, tree: Node, board: str = "") -> Component:
    alt_text = f"{board} {tree_alt_text(language, tree)}".lstrip()
    return parts.gallery(_TREE, trees.render_tree(language, tree), alt_text)


def _draw_film(language: Language, example: Example, is_unwanted: Callable[[], bool]) -> Component:
    film = films.render_search_film(language, example.tree, example.steps, is_unwanted)
    return parts.gallery(_FILM, film, tree_alt_text(language, show_search(example.tree, example.steps)))


def _draw_counts(language: Language, counts: Counts) -> Component:
    rows = words.list_rows(language, counts)
    return parts.gallery(_BARS, render_counts(language, rows), words.describe_counts(language, rows))


def _pick(choices: Sequence[_T], index: int) -> _T:
    """Return one of what can be chosen; UnknownButtonError if there is no such one."""
    if index >= len(choices):
        raise UnknownButtonError
    return choices[index]


@on_press("th", Manner.OWN)
async def think_button(request: Request, slug: str, line: str, card: int, step: int, answer: int) -> Layout:
    """A card of the lesson: show it, how far it is, and what an answer was worth; 0: there was none."""
    guards.refuse_unknown_game(slug)
    start = engine.get_game(slug).initial()
    actions = read_line(start, line)
    if actions is None or not 1 <= card <= words.CARDS:
        raise UnknownButtonError
    return await _draw_card(request, _Place(service.read_example(start, actions), card, step, answer))


@on_press("tk", Manner.PRIVATE)
async def begin_thinking_button(request: Request, match_id: int, ply: int) -> Layout:
    """How I think: show the first card, about the position of the tree if it is small; 0 and 0 in a menu."""
    if not (match_id or ply):
        return await begin_lesson(request)
    example = await service.by_match(request.context, request.asker, match_id, ply)
    return await _draw_card(request, _Place(example, 1))
