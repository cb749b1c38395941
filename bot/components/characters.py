"""The characters of a game: their introductions, and the menu that begins a match with one."""

from collections.abc import AsyncIterator

from bot import policy
from bot.components import parts
from bot.components.answers import Answer, Manner, Request, on_press
from bot.components.parts import Layout, button
from bot.components.sheets import Wish, begin_challenge
from bot.services import characters as service
from bot.services import guards
from bot.words import characters as words
from bot.words.language import Language

_BACK, _ON = 0, 1  # buttons of one row that may lead to the same page


def draw_characters(language: Language, game_slug: str, page: int = 0) -> Layout:
    """Introduce some of the players of a game, with a menu to challenge any, the weakest first."""
    guards.refuse_unknown_game(game_slug)
    strengths = service.strengths_in(game_slug)
    options = {
        level: words.option(language, level, game_slug, strengths) for level in service.by_rating(game_slug)
    }
    portraits = words.portraits(language, service.offered(game_slug), game_slug, strengths)
    size = policy.CHARACTERS_PAGE
    pages = [portraits[first : first + size] for first in range(0, len(portraits), size)]
    page = min(page, len(pages) - 1)
    back = characters_button.id_for(game_slug, max(page - 1, 0), _BACK)
    on = characters_button.id_for(game_slug, page + 1, _ON)
    levels = [] if page else [words.tell_of_levels(language, game_slug, strengths)]
    return Layout(
        words.introduction(language, game_slug, [*levels, *pages[page]]),
        [parts.select(character_select.id_for(game_slug), language.say(words.CHOOSE), options)],
        [button("◀", back, disabled=not page), button("▶", on, disabled=page + 1 == len(pages))],
        accent=parts.RUNNING,
    )


@on_press("cp", Manner.OWN)
async def characters_button(request: Request, game: str, page: int, _: int) -> Layout:
    """Other characters: introduce them."""
    return draw_characters(request.language, game, page)


@on_press("ch", Manner.PUBLIC)
def character_select(request: Request, game: str) -> AsyncIterator[Answer]:
    """A character or level chosen from the menu: begin a match against them."""
    return begin_challenge(request, Wish(game=game, level=request.chosen))
