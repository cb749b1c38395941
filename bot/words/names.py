"""The names of games, players, levels, difficulties and themes."""

from collections.abc import Mapping
from typing import Final

import engine
from bot.models import Match
from bot.words.games import format_title, get_words
from bot.words.language import Language, template
from engine import Game

_LEVELS: Final[Mapping[str, str]] = {
    "easy": template("easy"),
    "medium": template("medium"),
    "hard": template("hard"),
    "perfect": template("perfect"),
}
_STRONGEST: Final = template("strongest")
"""The level `perfect` where its moves are not proven."""

_DIFFICULTIES: Final[Mapping[str, str]] = {
    "easy": template("easy"),
    "medium": template("medium"),
    "hard": template("hard"),
}
_THEMES: Final[Mapping[str, str]] = {
    "double-threat": template("double threat"),
    "block": template("block"),
    "parity": template("parity"),
    "capture": template("capture"),
    "sacrifice": template("sacrifice"),
    "threat": template("threat"),
    "trap": template("trap"),
    "pairs": template("pairs"),
    "safe": template("safe move"),
    "save": template("rescue"),
    "extra-turn": template("extra turn"),
    "chain": template("chain"),
    "corner": template("corner"),
    "few-replies": template("few replies"),
}


def format_game(language: Language, game_slug: str) -> str:
    """Say what a game is called."""
    return format_title(language, engine.get_game(game_slug))


def format_level(language: Language, level: str, game_slug: str) -> str:
    """Say how strongly the bot plays a game; a character has a name of its own."""
    if level == "perfect" and not engine.get_game(game_slug).is_proven:
        return language.say(_STRONGEST)
    return language.say(_LEVELS[level]) if level in _LEVELS else level


def find_level(language: Language, name: str) -> str:
    """Return the level with this name; any other name is returned as it is."""
    names = (*_LEVELS.items(), ("perfect", _STRONGEST))
    return next((level for level, said in names if language.say(said).lower() == name), name)


def format_difficulty(language: Language, difficulty: str) -> str:
    """Say how hard a puzzle is."""
    return language.say(_DIFFICULTIES[difficulty])


def format_theme_name(language: Language, theme: str) -> str:
    """Say what the solution of a puzzle is about."""
    return language.say(_THEMES[theme])


def format_side(language: Language, match: Match, seat: int) -> str | None:
    """Say what a player plays with, None if both share the pieces."""
    return format_game_side(language, match.game_slug, seat)


def format_game_side(language: Language, game_slug: str, seat: int) -> str | None:
    """Say what the first player of a game plays with, or the second; None if both share the pieces."""
    sides = get_words(engine.get_game(game_slug)).sides
    return None if sides is None else language.say(sides[seat])


def name_seat(language: Language, game: Game, seat: int) -> str:
    """Say in words which player is first or second: by their pieces, or by number."""
    side = get_words(game).name_side(language, seat)
    return side or language.say("Player {number}", number=seat + 1)


def format_player(language: Language, match: Match, seat: int) -> str:
    """Say who has a seat, and what they play with."""
    name, side = match.players[seat].name, format_side(language, match, seat)
    if side is None:
        return name
    return language.say("{player} ({side})", player=name, side=side)


def format_opponent(language: Language, match: Match, seat: int) -> str:
    """Say who has a seat, what they play with, and how strong they are if it is Maxine."""
    player, side = match.players[seat], format_side(language, match, seat)
    if player.level is None:
        return format_player(language, match, seat)
    level = format_level(language, player.level, match.game_slug)
    return language.say("{player} ([[{side}, ]]{level})", player=player.name, side=side, level=level)


def mention(user_id: int) -> str:
    """Return what Discord shows as the name of a person."""
    return f"<@{user_id}>"
