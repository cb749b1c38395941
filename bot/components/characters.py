"""The characters of a game: their introductions, and the menu that begins a match with one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.components import parts
from bot.components.answers import Board, Manner
from bot.components.parts import Layout
from bot.components.press import Press
from bot.models import Challenge
from bot.services import characters as service
from bot.services import guards, start
from bot.words import characters as words

if TYPE_CHECKING:
    from bot.components.answers import Request
    from bot.words.language import Language


def draw_characters(language: Language, game_slug: str) -> Layout:
    """Introduce all players of a game, with a menu to challenge one of them, the weakest first."""
    guards.refuse_unknown_game(game_slug)
    levels, ratings = service.offered(game_slug), service.ratings_in(game_slug)
    options = {
        level: words.option(language, level, ratings.get(level)) for level in service.by_rating(game_slug)
    }
    return Layout(
        parts.text(words.introduction(language, game_slug, levels, ratings)),
        parts.select(CharacterSelect.id_for(game_slug), language.say(words.CHOOSE), options),
        accent=parts.RUNNING,
    )


class CharacterSelect(Press, kind="ch", words=1, numbers=0, answers=Manner.PUBLIC):
    """A character or level chosen from the menu: game."""

    async def act(self, request: Request) -> Board:
        """Begin a match against them."""
        challenge = Challenge(request.place, request.user_id, self.words[0], "me")
        return Board(await start.challenge_maxine(request.context, challenge, request.chosen))
