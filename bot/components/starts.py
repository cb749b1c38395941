"""Starting by presses alone: the games as buttons, then how well Maxine plays and who begins."""

from collections.abc import AsyncIterator, Iterable
from functools import partial
from itertools import chain

from discord import ButtonStyle

import engine
from bot.components import parts, puzzles
from bot.components.answers import Answer, Manner, Request, on_press
from bot.components.invitations import read_first
from bot.components.parts import Layout, Part, Sheet, button
from bot.components.paths import learn_button
from bot.components.rules import show_card
from bot.components.sheets import Wish, begin_and_tell, open_challenge, somebody_button
from bot.components.thinking import begin_thinking_button
from bot.models import PuzzleFilter
from bot.rendering.views import get_view
from bot.services import find, guards, puzzle
from bot.words import labels
from bot.words import starts as words
from bot.words.commands import guide
from bot.words.games import get_words
from bot.words.language import Language
from bot.words.names import format_game
from bot.words.paths import LEARN
from bot.words.rules import format_summary, play_example
from bot.words.sheets import SOMEBODY
from bot.words.thinking import HOW_I_THINK
from engine import Game

_ON_A_PAGE = 4  # games


async def draw_help(request: Request) -> Layout:
    """Draw what there is to do first, with a button for each."""
    ids = {
        words.PLAY: play_button.id_for(),
        SOMEBODY: somebody_button.id_for(),
        words.PUZZLE: puzzle_button.id_for(),
        words.DAILY: puzzles.daily_button.id_for(),
        LEARN: learn_button.id_for(),
        HOW_I_THINK: begin_thinking_button.id_for(0, 0),
        words.ALL_COMMANDS: help_button.id_for(1),
    }
    say, styles = request.language.say, {words.PLAY: ButtonStyle.success}
    buttons = [
        button(say(label), id_, styles.get(label, ButtonStyle.secondary)) for label, id_ in ids.items()
    ]
    said = words.format_help(request.language)
    return Layout(said, buttons[:2], buttons[2:5], buttons[5:], accent=parts.RUNNING)


@on_press("hc", Manner.OWN)
async def help_button(request: Request, page: int) -> Layout:
    """All commands, or Back below those: show the other page of the help."""
    if page == 0:
        return await draw_help(request)
    back = button(request.language.say(labels.BACK), help_button.id_for(0))
    return Layout(guide(request.language), [back], accent=parts.RUNNING)


async def choose_game(request: Request, page: int = 0) -> Layout:
    """Draw a page of the games to play, each with what it is about, a picture and a button."""
    games = [*(await find.list_games(request.context, request.user_id)).items()]
    pages = [games[start : start + _ON_A_PAGE] for start in range(0, len(games), _ON_A_PAGE)]
    shown = page % len(pages)
    ids = tuple((slug, _choose_id(slug, is_known=is_known)) for slug, is_known in pages[shown])
    return await request.draw(_draw_games, request.language, ids, (shown + 1) % len(pages))


def _choose_id(slug: str, *, is_known: bool) -> str:
    """Return the id of the button of a game: to its rules if the person has never played it."""
    has_cards = get_words(engine.get_game(slug)).rules.moves
    return (game_button if has_cards and not is_known else choose_button).id_for(slug)


def _draw_games(language: Language, ids: Iterable[tuple[str, str]], next_page: int) -> Layout:
    drawn = (_draw_game(language, engine.get_game(slug), id_) for slug, id_ in ids)
    below = [
        button(language.say(labels.MORE), games_button.id_for(next_page)),
        button(language.say(SOMEBODY), somebody_button.id_for()),
        button(language.say(LEARN), learn_button.id_for()),
    ]
    return Layout(words.format_question(language), *chain(*drawn), below, accent=parts.ASKING)


def _draw_game(language: Language, game: Game, button_id: str) -> tuple[Part, Part]:
    png = get_view(game).render_thumbnail(language, *play_example(game))
    said, alt_text = format_summary(language, game), words.describe_board(language, game)
    shown = parts.section(said, f"{game.slug}.png", png, alt_text)
    return [button(format_game(language, game.slug), button_id)], shown


@on_press("gp", Manner.PRIVATE)
async def play_button(request: Request) -> Layout:
    """Play, below what there is to do: show the games."""
    return await choose_game(request)


@on_press("gn", Manner.OWN)
async def games_button(request: Request, page: int) -> Layout:
    """More, below the games: turn to another page of them."""
    return await choose_game(request, page)


@on_press("gu", Manner.PRIVATE)
async def puzzle_button(request: Request) -> Layout:
    """Puzzle, below what there is to do: begin an easy puzzle, of the person's newest game here."""
    puzzle_filter = await puzzle.with_usual_game(
        request.context, request.asker, PuzzleFilter(None, "easy", None)
    )
    return await puzzles.draw_puzzle(request, puzzle_filter)


@on_press("gg", Manner.OWN)
async def game_button(request: Request, game: str) -> Layout:
    """A game that the person has never played: show how it is played."""
    guards.refuse_unknown_game(game)
    return await request.draw(_draw_card, request.language, game, 0)


@on_press("gc", Manner.OWN)
async def card_button(request: Request, game: str, number: int) -> Layout:
    """Back or Next, below a part of the rules: show another one."""
    guards.refuse_unknown_game(game)
    return await request.draw(_draw_card, request.language, game, number)


def _draw_card(language: Language, slug: str, number: int) -> Layout:
    """Draw a part of the rules as the first player sees it, and the button that begins a match as usual."""
    game = engine.get_game(slug)
    begin_id = begin_button.id_for(slug, "", "me")
    begin = button(language.say(words.BEGIN), begin_id, ButtonStyle.success)
    choose = button(language.say(words.CHOOSE), choose_button.id_for(slug))
    shown = show_card(language, game, number, partial(card_button.id_for, slug))
    return Layout(*shown, [begin, choose], accent=parts.ASKING)


@on_press("gd", Manner.SHEET)
async def choose_button(request: Request, game: str) -> Sheet:
    """A game that the person knows, or Choose below a part of the rules: open the sheet of a match of it."""
    guards.refuse_unknown_game(game)
    return await open_challenge(request, game)


@on_press("gb", Manner.PUBLIC)
def begin_button(request: Request, game: str, level: str, first: str) -> AsyncIterator[Answer]:
    """Play: begin the match, at the server's usual level if none is named."""
    return begin_and_tell(request, Wish(game=game, level=level or None, first=read_first(first)))
