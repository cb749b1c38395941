"""The rules of a game: the message, and the button that shows it."""

import engine
from bot.components import parts, positions
from bot.components.answers import Manner, Request, on_press
from bot.components.parts import Layout, button
from bot.services import find, guards
from bot.words import labels, rules
from bot.words.language import Language
from engine import Game

_NOTES = 1  # the page after the rules


def draw_rules(language: Language, game: Game) -> Layout:
    """Draw how a game is played, with an example."""
    state, last = rules.play_example(game)
    return Layout(
        rules.format_play(language, game),
        positions.picture(language, state, last),
        rules.format_example(language, game),
        [button(language.say(labels.WORDS), rules_page_button.id_for(game.slug, _NOTES))],
        accent=parts.RUNNING,
    )


def _draw_notes(language: Language, game: Game) -> Layout:
    back = button(language.say(labels.RULES), rules_page_button.id_for(game.slug, 0))
    return Layout(rules.format_notes(language, game), [back], accent=parts.RUNNING)


@on_press("rp", Manner.OWN)
async def rules_page_button(request: Request, slug: str, page: int) -> Layout:
    """What I mean by, or Rules below that: show the other page."""
    guards.refuse_unknown_game(slug)
    draw = _draw_notes if page == _NOTES else draw_rules
    return draw(request.language, engine.get_game(slug))


@on_press("mr", Manner.PRIVATE)
async def rules_button(request: Request, match_id: int) -> Layout:
    """Rules: show how the game of the match is played."""
    match = await find.seen_match(request.context, request.asker, match_id)
    return draw_rules(request.language, match.game)
