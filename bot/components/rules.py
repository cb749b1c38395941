"""The rules of a game: the message, and the button that shows it."""

from collections.abc import Callable

import engine
from bot.components import parts, positions
from bot.components.answers import Manner, Request, on_press
from bot.components.parts import Layout, Part, button
from bot.errors import UnknownButtonError
from bot.services import find, guards
from bot.words import labels, rules
from bot.words.games import get_words
from bot.words.language import Language
from engine import Game

_NOTES, _SECRET = 1, 2  # the pages after the rules
_PAGES = {_NOTES: rules.format_notes, _SECRET: rules.format_secret}


def draw_rules(language: Language, game: Game) -> Layout:
    """Draw how a game is played, with an example."""
    state, last = rules.play_example(game)
    labelled = {_NOTES: labels.WORDS, **({_SECRET: labels.SECRET} if get_words(game).rules.secret else {})}
    return Layout(
        rules.format_play(language, game),
        positions.picture(language, state, last),
        rules.format_example(language, game),
        [
            button(language.say(label), rules_page_button.id_for(game.slug, page))
            for page, label in labelled.items()
        ],
        accent=parts.RUNNING,
    )


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
    if page not in _PAGES:
        return draw_rules(language, game)
    back = button(language.say(labels.RULES), rules_page_button.id_for(game.slug, 0))
    return Layout(_PAGES[page](language, game), [back], accent=parts.RUNNING)


@on_press("mr", Manner.PRIVATE)
async def rules_button(request: Request, match_id: int) -> Layout:
    """Rules: show how the game of the match is played."""
    match = await find.seen_match(request.context, request.asker, match_id)
    return draw_rules(request.language, match.game)
