"""Starting by presses alone: the games as buttons, then how well Maxine plays and who begins."""

from collections.abc import AsyncIterator, Sequence
from functools import partial
from itertools import chain

from discord import ButtonStyle

import engine
from bot.components import parts, puzzles
from bot.components.answers import Answer, Board, Manner, Request, Whisper, on_press
from bot.components.invitations import read_first
from bot.components.parts import Layout, Part, button
from bot.components.paths import learn_button
from bot.components.rules import show_card
from bot.components.sheets import somebody_button
from bot.components.thinking import begin_thinking_button
from bot.components.threads import find_usual_place, tell_hindrance
from bot.errors import UnknownButtonError
from bot.models import Challenge, PuzzleFilter, Together
from bot.rendering.views import get_view
from bot.services import characters, find, guards, puzzle, settings, start
from bot.words import labels
from bot.words import starts as words
from bot.words.commands import guide
from bot.words.games import get_words
from bot.words.language import Language
from bot.words.names import format_game, format_level
from bot.words.paths import LEARN
from bot.words.rules import play_example
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
    slugs = await find.list_games(request.context, request.user_id)
    pages = [(*slugs[start : start + _ON_A_PAGE],) for start in range(0, len(slugs), _ON_A_PAGE)]
    shown = page % len(pages)
    return await request.draw(_draw_games, request.language, pages[shown], (shown + 1) % len(pages))


def _draw_games(language: Language, slugs: Sequence[str], next_page: int) -> Layout:
    drawn = (_draw_game(language, engine.get_game(slug)) for slug in slugs)
    more = button(language.say(words.MORE_GAMES), games_button.id_for(next_page))
    return Layout(words.format_question(language), *chain(*drawn), [more], accent=parts.ASKING)


def _draw_game(language: Language, game: Game) -> tuple[Part, Part]:
    png = get_view(game).render_thumbnail(language, *play_example(game))
    said, alt_text = words.format_game_line(language, game), words.describe_board(language, game)
    shown = parts.section(said, f"{game.slug}.png", png, alt_text)
    return shown, [button(format_game(language, game.slug), game_button.id_for(game.slug))]


@on_press("gp", Manner.PRIVATE)
async def play_button(request: Request) -> Layout:
    """Play, below what there is to do: show the games."""
    return await choose_game(request)


@on_press("gn", Manner.OWN)
async def games_button(request: Request, page: int) -> Layout:
    """More games: turn to another page of them."""
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
    """A game to play: show how it is played if the person never did, else ask how to play it."""
    guards.refuse_unknown_game(game)
    played = await request.context.storage.matches.list_games(request.user_id)
    is_new = game not in played and get_words(engine.get_game(game)).rules.moves
    return await (_draw_card(request, game, 0) if is_new else _draw_usual_choice(request, game))


@on_press("gc", Manner.OWN)
async def card_button(request: Request, game: str, number: int) -> Layout:
    """Back or Next, below a part of the rules: show another one."""
    guards.refuse_unknown_game(game)
    return await _draw_card(request, game, number)


async def _draw_card(request: Request, slug: str, number: int) -> Layout:
    """Draw a part of the rules as the first player sees it, and the button that begins a match as usual."""
    language, game = request.language, engine.get_game(slug)
    begin_id = begin_button.id_for(slug, await _find_usual_level(request, slug), "me")
    begin = button(language.say(words.BEGIN), begin_id, ButtonStyle.success)
    choose = button(language.say(words.CHOOSE), choose_button.id_for(slug))
    shown = show_card(language, game, number, partial(card_button.id_for, slug))
    return Layout(*shown, [begin, choose], accent=parts.ASKING)


async def _find_usual_level(request: Request, game: str) -> str:
    usual = (await settings.look_up(request.context, request.place.guild_id)).level
    return usual if usual and usual in characters.levels_of(game) else start.USUAL_LEVEL


@on_press("gd", Manner.OWN)
async def choose_button(request: Request, game: str) -> Layout:
    """Choose, below a part of the rules: ask how well the bot is to play, and who begins."""
    guards.refuse_unknown_game(game)
    return await _draw_usual_choice(request, game)


async def _draw_usual_choice(request: Request, game: str) -> Layout:
    return await _draw_choice(request, game, await _find_usual_level(request, game), "me")


@on_press("gl", Manner.OWN)
async def level_select(request: Request, game: str, first: str) -> Layout:
    """A level chosen from the menu: show it as chosen."""
    return await _draw_choice(request, game, request.chosen, first)


@on_press("gf", Manner.OWN)
async def first_select(request: Request, game: str, level: str) -> Layout:
    """Who begins, chosen from the menu: show it as chosen."""
    return await _draw_choice(request, game, level, request.chosen)


@on_press("gk", Manner.OWN)
async def rated_select(request: Request, game: str, level: str, first: str) -> Layout:
    """Whether it is rated, chosen from the menu: remember it for the next matches, too, and show it."""
    if request.chosen not in words.RATED:
        raise UnknownButtonError
    await start.choose_rating(request.context, request.user_id, is_rated=request.chosen == "rated")
    return await _draw_choice(request, game, level, first)


@on_press("gb", Manner.PUBLIC)
def begin_button(request: Request, game: str, level: str, first: str) -> AsyncIterator[Answer]:
    """Play: begin the match."""
    return _begin_match(request, game, level, first)


@on_press("gt", Manner.PUBLIC)
async def begin_together_button(request: Request, game: str, level: str, first: str) -> AsyncIterator[Answer]:
    """Play with the whole channel: begin such a match."""
    request.refuse_silence()
    usual = await settings.look_up(request.context, request.place.guild_id)
    together = Together(request.user_id, usual.shows_votes)
    async for answer in _begin_match(request, game, level, first, together):
        yield answer


async def _begin_match(
    request: Request, game: str, level: str, first: str, together: Together | None = None
) -> AsyncIterator[Answer]:
    """Begin a match of the person, or of the whole channel."""
    place, hindrance = find_usual_place(request)
    is_first = not await request.context.storage.matches.list_games(request.user_id)
    challenge = Challenge(place, request.user_id, game, read_first(first))
    if together is None:
        yield Board(await start.challenge_maxine(request.context, challenge, level))
        if is_first:
            yield Whisper(words.format_first_steps(request.language))
    else:
        yield Board(await start.challenge_together(request.context, challenge, level, together))
    if hindrance is not None:
        yield tell_hindrance(request, hindrance)


async def _draw_choice(request: Request, game: str, level: str, first: str) -> Layout:
    """Draw the menus, and the buttons that begin the match: alone, or where it can be with the channel."""
    language = request.language
    guards.refuse_unknown_game(game)
    characters.refuse_unknown_level(level, game)
    levels = {each: format_level(language, each, game) for each in (*engine.LEVELS, level)}
    sides = {side: language.say(said) for side, said in words.FIRST.items()}
    rated = {value: language.say(said) for value, said in words.RATED.items()}
    is_rated = await start.choose_rating(request.context, request.user_id)
    chosen = game, level, read_first(first)
    begin = [button(language.say(words.BEGIN), begin_button.id_for(*chosen), ButtonStyle.success)]
    if request.can_post:
        begin.append(button(language.say(words.BEGIN_TOGETHER), begin_together_button.id_for(*chosen)))
    rated_id, is_asked = rated_select.id_for(*chosen), language.say(words.WHETHER_RATED)
    return Layout(
        words.format_start_question(language, game),
        [parts.select(level_select.id_for(game, first), language.say(words.HOW_WELL), levels, level)],
        [parts.select(first_select.id_for(game, level), language.say(words.WHO_BEGINS), sides, first)],
        [parts.select(rated_id, is_asked, rated, "rated" if is_rated else "casual")],
        begin,
        accent=parts.ASKING,
    )
