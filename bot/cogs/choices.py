"""Options that several commands share: choices, which `Translator` names in other languages, and matches."""

from collections.abc import Awaitable, Callable
from typing import Literal, TypeAlias

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
from engine.puzzles import DIFFICULTIES as _DIFFICULTIES
from engine.puzzles import THEMES as _THEMES

_NOT_CHOSEN = 0  # what stands for a match if there is none to choose

USUAL_GAME = "tic-tac-toe"
"""The game where the person has named none."""

Scope: TypeAlias = Literal["server", "global"]
Board: TypeAlias = Literal["rating", "maxine", "puzzles"]
Period: TypeAlias = Literal["all", "month", "week"]
Finder: TypeAlias = Callable[[Context, Place, int], Awaitable[list[Match]]]

GAMES = [
    app_commands.Choice(name=names.format_game(ENGLISH, slug), value=slug) for slug in engine.game_slugs()
]
THINKING_GAMES = [choice for choice in GAMES if choice.value in PREPARED]
DIFFICULTIES = [
    app_commands.Choice(name=names.format_difficulty(ENGLISH, difficulty), value=difficulty)
    for difficulty in _DIFFICULTIES
]
THEMES = [app_commands.Choice(name=names.format_theme_name(ENGLISH, theme), value=theme) for theme in _THEMES]
FIRST = [app_commands.Choice(name=ENGLISH.say(name), value=value) for value, name in commands.FIRST.items()]
MATCH_SCOPES = [
    app_commands.Choice(name=ENGLISH.say(name), value=value) for value, name in commands.MATCH_SCOPES.items()
]
PACES = [app_commands.Choice(name=ENGLISH.say(name), value=value) for value, name in commands.PACES.items()]
BOARDS = [app_commands.Choice(name=ENGLISH.say(name), value=value) for value, name in commands.BOARDS.items()]
PERIODS = [
    app_commands.Choice(name=ENGLISH.say(name), value=value) for value, name in commands.PERIODS.items()
]
SCOPES = [app_commands.Choice(name=ENGLISH.say(name), value=value) for value, name in commands.SCOPES.items()]


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
