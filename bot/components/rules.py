"""The rules of a game: the message, and the button that shows it."""

import engine
from bot.components import parts, positions
from bot.components.answers import Manner, Press, Request
from bot.components.parts import Layout, button
from bot.services import find, guards
from bot.words import labels, rules
from bot.words.language import Language
from engine import Game

_NOTES = 1  # the page after the rules


def draw_rules(language: Language, game: Game) -> Layout:
    """Draw how a game is played, with an example."""
    above, below = rules.format_play(language, game), rules.format_example(language, game)
    state, last = rules.play_example(game)
    shown, files = positions.picture(language, state, last)
    notes = button(language.say(labels.WORDS), RulesPageButton.id_for(game.slug, _NOTES))
    components = parts.text(above), shown, *([parts.text(below)] if below else []), parts.row([notes])
    return Layout(*components, accent=parts.RUNNING, files=files)


def _draw_notes(language: Language, game: Game) -> Layout:
    back = button(language.say(labels.RULES), RulesPageButton.id_for(game.slug, 0))
    return Layout(parts.text(rules.format_notes(language, game)), parts.row([back]), accent=parts.RUNNING)


class RulesPageButton(Press, kind="rp", words=1, numbers=1, answers=Manner.OWN):
    """What I mean by, or Rules below that: game, which page."""

    async def act(self, request: Request) -> Layout:
        """Show the other page."""
        [slug], [page] = self.words, self.numbers
        guards.refuse_unknown_game(slug)
        draw = _draw_notes if page == _NOTES else draw_rules
        return draw(request.language, engine.get_game(slug))


class RulesButton(Press, kind="mr", numbers=1, answers=Manner.PRIVATE):
    """Rules: match."""

    async def act(self, request: Request) -> Layout:
        """Show how the game of the match is played."""
        match = await find.seen_match(request.context, request.asker, *self.numbers)
        return draw_rules(request.language, match.game)
