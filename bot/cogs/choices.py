"""Options that several commands share: choices, which `Translator` names in other languages, and matches."""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Literal, TypeAlias

from discord import app_commands

import engine
from bot.delivery.client import Interaction
from bot.delivery.interactions import place_of
from bot.delivery.responder import language_of, suggest
from bot.errors import StorageError
from bot.models import Match, Place
from bot.services import Context, characters
from bot.services.thinking import PREPARED
from bot.words import commands, names
from bot.words.characters import suggestion
from bot.words.language import ENGLISH, Reader
from bot.words.match_lists import format_choice, people_in
from engine.puzzles import DIFFICULTIES, THEMES

_NOT_CHOSEN = 0  # what stands for a match if there is none to choose

USUAL_GAME = "tic-tac-toe"
"""The game where the person has named none."""

Scope: TypeAlias = Literal["server", "global"]
Board: TypeAlias = Literal["rating", "maxine", "puzzles"]
Period: TypeAlias = Literal["all", "month", "week"]
_Method: TypeAlias = Callable[..., Coroutine[Any, Any, None]]
Finder: TypeAlias = Callable[[Context, Place, int], Awaitable[list[Match]]]

GAMES = [
    app_commands.Choice(name=names.format_game(ENGLISH, slug), value=slug) for slug in engine.game_slugs()
]
THINKING_GAMES = [choice for choice in GAMES if choice.value in PREPARED]


def _list_choices(named: Mapping[str, str]) -> list[app_commands.Choice[str]]:
    """Return choices by their values and names."""
    return [app_commands.Choice(name=ENGLISH.say(name), value=value) for value, name in named.items()]


MATCH_SCOPES, PACES = _list_choices(commands.MATCH_SCOPES), _list_choices(commands.PACES)
_CHOICES = {
    "game": GAMES,
    "difficulty": _list_choices({each: names.format_difficulty(ENGLISH, each) for each in DIFFICULTIES}),
    "theme": _list_choices({each: names.format_theme_name(ENGLISH, each) for each in THEMES}),
    "first": _list_choices(commands.FIRST),
    "pace": PACES,
    "board": _list_choices(commands.BOARDS),
    "period": _list_choices(commands.PERIODS),
    "scope": _list_choices(commands.SCOPES),
}
"""The choices of options, where a command has no others."""

_SHOWN = {
    "match_id": "match",
    "is_public": "public",
    "with_tree": "tree",
    "is_rated": "rated",
    "is_open": "open",
    "has_thread": "thread",
    "is_together": "together",
    "is_explained": "explain",
    "shows_votes": "votes",
    "is_again": "again",
    "own": "mine",
    "is_weekly": "weekly",
    "time_zone": "timezone",
}
"""What options are called that have another name in Python."""


def command(
    name: str, **own: list[app_commands.Choice[str]]
) -> Callable[[_Method], app_commands.Command[Any, ..., None]]:
    """Make a method the command that has this name, as `COMMANDS` describes it, with its own choices."""
    described, choices = commands.COMMANDS[name], {**_CHOICES, **own}
    options = described.options
    make = app_commands.command(description=described.description)
    describe = app_commands.describe(**options)
    rename = app_commands.rename(**{each: _SHOWN[each] for each in options if each in _SHOWN})
    choose = app_commands.choices(**{each: choices[each] for each in options if each in choices})
    return lambda method: make(describe(rename(choose(method))))


class _LevelOption(app_commands.Transformer):
    """A level or character by its name; whether it exists is not checked."""

    min_value, max_value = 1, 100  # characters

    async def transform(self, interaction: Interaction, value: str, /) -> str:  # type: ignore[override]
        """Return the name as it is written, or a level's value if it is named in the person's language."""
        return names.find_level(language_of(interaction), value.strip().lower())

    async def autocomplete(  # type: ignore[override]
        self, interaction: Interaction, value: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest levels and characters."""
        return await _suggest_levels(interaction, value)


Level: TypeAlias = app_commands.Transform[str, _LevelOption]


async def _suggest_levels(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest the levels and the characters that know the chosen game and match what was typed."""
    game, language = interaction.namespace.game, language_of(interaction)
    game, wanted = game if game in engine.game_slugs() else USUAL_GAME, typed.strip().lower()
    levels = characters.levels_of(game) if wanted else ()
    found = [
        app_commands.Choice(name=suggestion(language, level, game), value=level)
        for level in dict.fromkeys((*characters.offered(game), *levels))
        if wanted in level or wanted in names.format_level(language, level, game).lower()
    ]
    return await suggest(interaction, found)


async def suggest_matches(
    interaction: Interaction, finder: Finder, typed: int | str, nothing: str = ""
) -> list[app_commands.Choice[int]]:
    """Suggest matches whose names begin with what was typed; if there are no matches, say `nothing`."""
    try:
        matches = await finder(interaction.client.context, place_of(interaction), interaction.user.id)
    except StorageError:  # logged already; the command itself will say what is wrong
        return await suggest(interaction, [])
    if nothing and not matches:
        said = language_of(interaction).say(nothing)
        return await suggest(interaction, [app_commands.Choice(name=said, value=_NOT_CHOSEN)])
    now, wanted = interaction.client.context.now(), str(typed).strip().lower()
    reader = Reader(language_of(interaction), interaction.user.id)
    called = await interaction.client.people.find_names(people_in(reader, matches))
    choices = ((format_choice(reader, match, now, called), match.id) for match in matches)
    found = [app_commands.Choice(name=name, value=id_) for name, id_ in choices if wanted in name.lower()]
    return await suggest(interaction, found)
