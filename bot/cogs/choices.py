"""The choices that options of several commands offer: named in English, and by `Translator` in others."""

from __future__ import annotations

from typing import Literal, TypeAlias

from discord import app_commands

import engine
from bot.words import commands, names
from bot.words.language import ENGLISH
from engine.puzzles import DIFFICULTIES as _DIFFICULTIES
from engine.puzzles import THEMES as _THEMES

Scope: TypeAlias = Literal["server", "global"]

GAMES = [
    app_commands.Choice(name=names.format_game(ENGLISH, slug), value=slug) for slug in engine.game_slugs()
]
LEVELS = [
    app_commands.Choice(name=names.format_level(ENGLISH, level), value=level) for level in engine.LEVELS
]
DIFFICULTIES = [
    app_commands.Choice(name=names.format_difficulty(ENGLISH, difficulty), value=difficulty)
    for difficulty in _DIFFICULTIES
]
THEMES = [app_commands.Choice(name=names.format_theme_name(ENGLISH, theme), value=theme) for theme in _THEMES]
FIRST = [app_commands.Choice(name=ENGLISH.say(name), value=value) for value, name in commands.FIRST.items()]
SCOPES = [app_commands.Choice(name=ENGLISH.say(name), value=value) for value, name in commands.SCOPES.items()]
