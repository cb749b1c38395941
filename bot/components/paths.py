"""Learning a game: the games to choose from, the steps of a game's path, and each of them."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

from discord import ButtonStyle

import engine
from bot.components import parts, positions, puzzles
from bot.components.answers import Answer, Board, Button, Manner, Request, on_press
from bot.components.parts import Component, Layout, Part, button
from bot.components.rules import show_card
from bot.components.thinking import begin_thinking_button
from bot.components.threads import find_usual_place, tell_hindrance
from bot.errors import UnknownButtonError
from bot.services import paths, puzzle
from bot.services.paths import RULES, Step
from bot.words import invitations, rules
from bot.words import paths as words
from bot.words.advice import format_advice, get_advice
from bot.words.games import get_words
from bot.words.language import Language
from bot.words.names import format_game
from bot.words.thinking import HOW_I_THINK
from engine.steps import read_step

_IN_A_ROW = 4  # buttons


@on_press("ge", Manner.PRIVATE)
async def learn_button(request: Request) -> Layout:
    """Learn, below what there is to do: show the games that can be learnt."""
    language = request.language
    think = button(language.say(HOW_I_THINK), begin_thinking_button.id_for(0, 0))
    games = _list_games(language, path_button)
    return Layout(words.format_question(language), *games, [think], accent=parts.ASKING)


def _list_games(language: Language, kind: Button[str]) -> Iterator[Part]:
    """Yield rows of buttons of a kind, one for each game."""
    games = iter(engine.game_slugs())
    while row := [*islice(games, _IN_A_ROW)]:
        yield [button(format_game(language, slug), kind.id_for(slug)) for slug in row]


@on_press("pl", Manner.OWN)
async def path_button(request: Request, game: str) -> Layout:
    """A game to learn, Learn below a lost match, or All steps: show the steps of its path."""
    language, path = request.language, await paths.find_path(request.context, request.user_id, game)
    due = next((step for step in path if not step.is_done), None)
    steps = (
        [
            button(
                words.format_step(language, game, number, step.name, is_done=step.is_done),
                step_button.id_for(game, step.name),
                _style(is_due=step is due),
            )
        ]
        for number, step in enumerate(path, 1)
    )
    return Layout(words.format_path(language, game), *steps, accent=parts.RUNNING)


def _style(*, is_due: bool) -> ButtonStyle:
    return ButtonStyle.success if is_due else ButtonStyle.secondary


@on_press("gr", Manner.OWN)
async def rules_step_button(request: Request, game: str) -> Layout:
    """A game to learn, on older messages: show its rules."""
    return await _draw_step(request, game, RULES)


@on_press("pt", Manner.OWN)
async def step_button(request: Request, game: str, name: str) -> Layout:
    """A step: show its idea by a picture, and what there is to do."""
    return await _draw_step(request, game, name)


@on_press("pz", Manner.OWN)
async def rules_card_button(request: Request, game: str, card: int) -> Layout:
    """Back or Next, in the step of the rules: show another part of them."""
    return await _draw_step(request, game, RULES, card)


async def _draw_step(request: Request, game: str, name: str, card: int = 0) -> Layout:
    language, path = request.language, await paths.find_path(request.context, request.user_id, game)
    number, step = next((each for each in enumerate(path, 1) if each[1].name == name), (0, None))
    if step is None:
        raise UnknownButtonError
    heading = words.format_heading(language, game, number, name)
    if name == RULES:
        shown = await request.draw(_show_rules, language, game, card)
    else:
        shown = [heading, *(() if step.solved is None else await _show_theme(request, game, name))]
    return Layout(*shown, [*_make_step_buttons(language, game, step)], accent=parts.RUNNING)


def _show_rules(language: Language, slug: str, card: int) -> list[Part]:
    """Show a part of the rules of a game, or all of them if they have no pictures."""
    game = engine.get_game(slug)
    if not get_words(game).rules.moves:
        return [rules.format_play(language, game)]
    return show_card(language, game, card, partial(rules_card_button.id_for, slug))


async def _show_theme(request: Request, game: str, theme: str) -> list[Part]:
    """Show the solution of a puzzle of a theme, and say why it is right."""
    language, example = request.language, paths.choose_example(game, theme)
    analysis = await paths.analyse_example(request.context, request.user_id, example)
    step = read_step(analysis.state, get_advice(analysis).move.action)
    picture = await request.draw(positions.picture_step, language, step, analysis.state.to_move)
    return [picture, parts.join_lines(format_advice(language, analysis), words.format_task(language))]


def _make_step_buttons(language: Language, game: str, step: Step) -> Iterator[Component]:
    said = words.PLAY if step.solved is None else invitations.PLAY_FROM_HERE
    label = words.mark(language.say(said), is_done=step.is_played)
    is_due = step.is_solved and not step.is_played
    if step.solved is not None:
        solved = words.mark(words.label_puzzles(language, step.solved), is_done=step.is_solved)
        yield button(solved, practise_step_button.id_for(game, step.name), _style(is_due=not step.is_solved))
    yield button(label, begin_step_button.id_for(game, step.name), _style(is_due=is_due))
    yield button(language.say(words.ALL_STEPS), path_button.id_for(game))


@on_press("pq", Manner.OWN)
async def practise_step_button(request: Request, game: str, theme: str) -> Layout:
    """Puzzles, in a step: begin one of its theme."""
    attempt = await puzzle.begin_practice(request.context, request.asker, game, theme)
    return await puzzles.draw_attempt(request, attempt)


@on_press("pw", Manner.PUBLIC)
async def begin_step_button(request: Request, game: str, name: str) -> AsyncIterator[Answer]:
    """Play, or Play from here: begin the match of a step."""
    place, hindrance = find_usual_place(request)
    yield Board(await paths.begin_match(request.context, replace(request.asker, place=place), game, name))
    if hindrance is not None:
        yield tell_hindrance(request, hindrance)
