"""What a command does with its options: the desk calls it with as much of an interaction as it reads."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from discord.app_commands import AppCommandContext, Command, ContextMenu

from bot.client import _COGS
from bot.cogs.matches import challenge_person
from bot.components.answers import Act, Manner
from bot.playground.things import Person
from bot.services import Context


@dataclass
class Caller:
    """What a command reads of the client."""

    user: Person
    context: Context


@dataclass
class Interaction:
    """What a command reads of an interaction; it looks as in a group, where Discord tells of no members."""

    user: Person
    client: Caller
    context: AppCommandContext
    data: Mapping[str, object]
    guild_id: None = None


async def find_act(interaction: Interaction, name: str, options: dict[str, Any]) -> tuple[Act, Manner]:
    """Return what a command would answer with, and for whom."""
    command, found = _commands()[name], list[tuple[Act, Manner]]()

    async def note(_: object, act: Act, *, is_public: bool = False, is_sheet: bool = False) -> None:
        found.append((act, Manner.SHEET if is_sheet else Manner.PUBLIC if is_public else Manner.PRIVATE))

    callback: Any = command.callback
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules[callback.__module__], "reply", note)
        if isinstance(command, ContextMenu):
            await callback(interaction, *options.values())
        else:
            names = {each.display_name: each.name for each in command.parameters}
            chosen = {names[option]: value for option, value in options.items()}
            await callback(command.binding, interaction, **chosen)
    return found[0]


@cache
def _commands() -> dict[str, Command[Any, ..., Any] | ContextMenu]:
    """Every command by its name, of a group with that of the group."""
    walked = (each for make in _COGS for each in make().walk_app_commands())
    typed = {each.qualified_name: each for each in walked if isinstance(each, Command)}
    return {**typed, challenge_person.name: challenge_person}
