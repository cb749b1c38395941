"""The rules of a game: the message, and the button that shows it."""

from collections.abc import Callable, Mapping

import engine
from bot.components import parts, positions
from bot.components.answers import Manner, Request, on_press
from bot.components.parts import Component, Layout, Part, button
from bot.errors import UnknownButtonError
from bot.services import find, guards
from bot.words import labels, rules
from bot.words.games import get_words
from bot.words.language import Language
from engine import Game

_NOTES, _SECRET, _EXAMPLE, _TERMS = 1, 2, 3, 4  # the pages after the rules


def draw_rules(language: Language, game: Game) -> Layout:
    """Draw how a game is played, with an example, or the button that leads to that."""
    is_short = rules.has_room_for_example(language, game)
    labelled = {
        **({} if is_short else {_EXAMPLE: labels.EXAMPLE}),
        _NOTES: labels.WORDS,
        **({_SECRET: labels.SECRET} if get_words(game).rules.secret else {}),
    }
    example = _show_example(language, game) if is_short else ()
    buttons = _link_pages(language, game, labelled)
    return Layout(rules.format_play(language, game), *example, buttons, accent=parts.RUNNING)


def _show_example(language: Language, game: Game) -> tuple[Part, Part]:
    state, last = rules.play_example(game)
    return positions.picture(language, state, last), rules.format_example(language, game)


def _link_pages(language: Language, game: Game, labelled: Mapping[int, str]) -> list[Component]:
    """Return buttons that lead to pages of the rules."""
    ids = {label: rules_page_button.id_for(game.slug, page) for page, label in labelled.items()}
    return [button(language.say(label), id_) for label, id_ in ids.items()]


def show_card(language: Language, game: Game, number: int, id_for: Callable[[int], str]) -> list[Part]:
    """Show a part of the rules as the first player sees it, and the buttons that turn to another.

    `id_for` returns the id of a button for the number of a part.

    Raises:
        UnknownButtonError: there is no such part.
    """
    last = len(get_words(game).rules.moves) - 1
    if number > last:
        raise UnknownButtonError
    state, move = rules.play_example(game, number)
    picture = positions.picture(language, state, move, seat=0, is_over=state.to_move != 0)
    said, caption = rules.format_card(language, game, number)
    back = button(language.say(labels.BACK), id_for(max(number - 1, 0)), disabled=number == 0)
    further = button(language.say(labels.NEXT), id_for(number + 1), disabled=number == last)
    return [said, picture, caption, [back, further]]


@on_press("rp", Manner.OWN)
async def rules_page_button(request: Request, slug: str, page: int) -> Layout:
    """What I mean by, The secret, or Rules below those: show the other page."""
    guards.refuse_unknown_game(slug)
    language, game = request.language, engine.get_game(slug)
    notes, others = rules.list_notes(language, game), {0: labels.RULES}
    texts = {_NOTES: notes[0], _TERMS: notes[-1], _SECRET: rules.format_secret(language, game)}
    if page not in {*texts, _EXAMPLE}:
        return draw_rules(language, game)
    if len(notes) > 1 and page in {_NOTES, _TERMS}:
        others |= {_TERMS: labels.NEXT} if page == _NOTES else {_NOTES: labels.BACK}
    shown = (texts[page],) if page in texts else _show_example(language, game)
    return Layout(*shown, _link_pages(language, game, others), accent=parts.RUNNING)


@on_press("mr", Manner.PRIVATE)
async def rules_button(request: Request, match_id: int) -> Layout:
    """Rules: show how the game of the match is played."""
    match = await find.seen_match(request.context, request.asker, match_id)
    return draw_rules(request.language, match.game)
