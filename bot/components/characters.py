"""The characters of a game: their introductions, and the menu that begins a match with one."""

from bot import policy
from bot.components import parts
from bot.components.answers import Board, Manner, Press, Request
from bot.components.parts import Layout
from bot.models import Challenge
from bot.services import characters as service
from bot.services import guards, start
from bot.words import characters as words
from bot.words.language import Language

_BACK, _ON = 0, 1  # buttons of one row that may lead to the same page


def draw_characters(language: Language, game_slug: str, page: int = 0) -> Layout:
    """Introduce some of the players of a game, with a menu to challenge any, the weakest first."""
    guards.refuse_unknown_game(game_slug)
    levels, strengths = service.offered(game_slug), service.strengths_in(game_slug)
    options = {
        level: words.option(language, level, game_slug, strengths) for level in service.by_rating(game_slug)
    }
    portraits = words.portraits(language, levels, game_slug, strengths)
    size = policy.CHARACTERS_PAGE
    pages = [portraits[first : first + size] for first in range(0, len(portraits), size)]
    page = min(page, len(pages) - 1)
    turning = (
        parts.button("◀", CharactersButton.id_for(game_slug, max(page - 1, 0), _BACK), disabled=not page),
        parts.button("▶", CharactersButton.id_for(game_slug, page + 1, _ON), disabled=page + 1 == len(pages)),
    )
    return Layout(
        parts.text(words.introduction(language, game_slug, pages[page], strengths)),
        parts.select(CharacterSelect.id_for(game_slug), language.say(words.CHOOSE), options),
        parts.row(turning),
        accent=parts.RUNNING,
    )


class CharactersButton(Press, kind="cp", words=1, numbers=2, answers=Manner.OWN):
    """Other characters: game, which page, which of the buttons it is."""

    async def act(self, request: Request) -> Layout:
        """Introduce them."""
        return draw_characters(request.language, self.words[0], self.numbers[0])


class CharacterSelect(Press, kind="ch", words=1, numbers=0, answers=Manner.PUBLIC):
    """A character or level chosen from the menu: game."""

    async def act(self, request: Request) -> Board:
        """Begin a match against them."""
        challenge = Challenge(request.place, request.user_id, self.words[0], "me")
        return Board(await start.challenge_maxine(request.context, challenge, request.chosen))
