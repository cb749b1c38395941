"""Characters: how each of them chooses its moves, and how strong it is."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

import engine
from bot.words.language import Language, template
from bot.words.names import format_game, format_level
from engine import LEVELS
from engine.ladder import EloRating
from engine.players.monte_carlo import PLAYOUTS

Strengths: TypeAlias = Mapping[str, EloRating]

CHOOSE = template("Challenge one of them")
"""The placeholder of the menu."""


class Face(NamedTuple):
    """What a character is like: a name of its own, two sentences, and a few words after its name."""

    name: str
    portrait: str
    gloss: str


_FACES: Final[Mapping[str, Face]] = {
    "random": Face(
        "🎲 Dizzy",
        template(
            "Takes any move that the rules allow, whichever it thinks of first. It sees neither your"
            " threats nor its own wins, so only luck can spoil your plan."
        ),
        template("{name}: any move, by chance"),
    ),
    "greedy": Face(
        "🐿️ Nibbles",
        template(
            "Wins at once if it can, keeps you from winning with your next move, and otherwise takes what"
            " there is to take. It looks no further, so plan two moves ahead."
        ),
        template("{name}: wins or blocks at once, and plans nothing"),
    ),
    "q-table": Face(
        "🐘 Memo",
        template(
            "Has played against itself again and again, and keeps a table of how well each move went in"
            " each position. During a match it only looks that up, and thinks of nothing."
        ),
        template("{name}: has learnt a table by playing against itself"),
    ),
    "mcts": Face(
        "🐙 Octo",
        template(
            "Plays up to {playouts} games by chance in its head before each move, most of them with the moves"
            " that go well there. It is good at plans, but may overlook the only reply that spoils one."
        ),
        template("{name}: plays {playouts} games in its head"),
    ),
    "neural": Face(
        "🦉 Hunch",
        template(
            "A small network of numbers, trained on many games, that tells from the look of the board how"
            " good each move is. It tries nothing out, so what it has learnt has to be enough."
        ),
        template("{name}: a small network that has learnt the game"),
    ),
    "minimax": Face(
        "📖 Primer",
        template(
            "Looks at every position to the end of the game, and of equally good moves always takes the"
            " first. So it gives nothing away, and plays the same match again if you do."
        ),
        template("{name}: plain minimax, always the same move"),
    ),
    "depth": Face(
        "🦒 Scout",
        template(
            "Tries out what can happen up to so many moves ahead, yours and its own, and goes by the look"
            " of the board after that. What you prepare further ahead than its number comes as a surprise"
            " to it."
        ),
        template("{name}: the number says how many moves it looks ahead"),
    ),
    "iq": Face(
        "🐒 Monty",
        template(
            "Knows what every move is worth and then rolls a die: the higher its number, the likelier a"
            " good one. `iq-0` looks for the worst move, `iq-50` takes any, and `iq-100` plays as well as I"
            " can."
        ),
        template("{name}: the higher the number, the likelier a good move"),
    ),
}


def suggestion(language: Language, level: str, game_slug: str) -> str:
    """Name a level or a character where it is suggested, a character with what it is like."""
    face = _FACES.get(_family(level))
    name = call(language, level, game_slug)
    return _fill_template(language, face.gloss, name) if face else name


def call(language: Language, level: str, game_slug: str) -> str:
    """Name a level or a character, a character by its own name too."""
    face = _FACES.get(_family(level))
    return f"{face.name} · {level}" if face else format_level(language, level, game_slug)


def nickname(language: Language, level: str, game_slug: str) -> str:
    """Name a character by its own name, another level by that of the level."""
    face = _FACES.get(_family(level))
    return face.name if face else f"`{format_level(language, level, game_slug)}`"


def introduction(language: Language, game_slug: str, introduced: Sequence[str]) -> str:
    """Introduce characters in a game by their portraits."""
    title = language.say("Characters who play {game}", game=format_game(language, game_slug))
    said = "\n\n".join(introduced)
    return f"### {title}\n{said}"


def tell_of_levels(language: Language, game_slug: str, strengths: Strengths) -> str:
    """Say what ratings mean, and how strong the levels are in a game."""
    scale = language.say(
        "Ratings are measured in matches: `random` has 0, and 200 more win three of four. Two that overlap"
        " within their ± may be equally strong."
    )
    rated = _format_ratings(language, LEVELS, game_slug, strengths)
    own = language.say("**My levels:** {ratings}", ratings=rated)
    if engine.get_game(game_slug).is_proven:
        level = format_level(language, "perfect", game_slug)
        proven = language.say("The moves of {level} are proven: nobody plays better.", level=level)
        own = f"{own}. {proven}"
    return f"{scale}\n\n{own}"


def portraits(language: Language, levels: Sequence[str], game_slug: str, strengths: Strengths) -> list[str]:
    """Say what each of the characters is like, and how strong it is."""
    families = groupby((name for name in levels if name not in LEVELS), _family)
    return [_portrait(language, family, [*names], game_slug, strengths) for family, names in families]


def _portrait(
    language: Language, family: str, names: Sequence[str], game_slug: str, strengths: Strengths
) -> str:
    rated = _format_ratings(language, names, game_slug, strengths)
    face = _FACES.get(family)
    if face is None:
        return f"**{rated}**"
    return f"**{face.name}** · {rated}\n{_fill_template(language, face.portrait, family)}"


def _format_ratings(language: Language, names: Sequence[str], game_slug: str, strengths: Strengths) -> str:
    if not strengths.keys() & names:
        return language.say("{names}: not rated yet", names=format_levels(language, names, game_slug))
    return ", ".join(
        _format_rated_name(language, format_level(language, name, game_slug), strengths.get(name))
        for name in names
    )


def option(language: Language, level: str, game_slug: str, strengths: Strengths) -> str:
    """Name a level or a character with its rating."""
    return _format_rated_name(language, call(language, level, game_slug), strengths.get(level))


def _format_rated_name(language: Language, name: str, strength: EloRating | None) -> str:
    if strength is None:
        return language.say("{name} (not rated yet)", name=name)
    rating = f"{strength.rating:.0f} ± {strength.margin:.0f}" if strength.margin else "0"
    return language.say("{name} ({rating})", name=name, rating=rating)


def format_levels(language: Language, levels: Sequence[str], game_slug: str) -> str:
    """List levels and characters, those that differ by a number from the first to the last of them."""
    parts = []
    for _, group in groupby(levels, _family):
        first, *others = (format_level(language, name, game_slug) for name in group)
        parts.append(language.say("{first} to {last}", first=first, last=others[-1]) if others else first)
    return ", ".join(parts)


def _fill_template(language: Language, said: str, name: str) -> str:
    return language.say(said, name=name, playouts=language.number(PLAYOUTS, ","))


def _family(name: str) -> str:
    """Return the common name of characters that differ by a number: `iq` for `iq-30`."""
    family, _, number = name.rpartition("-")
    return family if number.isdigit() else name
