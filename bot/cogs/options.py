"""Whether what somebody filled in is what a command asks for: their client may show it as it was before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import AppCommandOptionType as Type
from discord import app_commands

from bot.delivery.responder import suggest

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from bot.delivery.client import Interaction

_VALUES = {Type.integer: (int,), Type.boolean: (bool,), Type.number: (int, float)}
"""Of which types the values of options are; others are texts, and people come by their numbers."""

_TOLD = ("game", "theme", "difficulty")  # of one that is not there any more it is said which there are


async def check(interaction: Interaction) -> bool:
    """Return whether to go on; to whom types into what is no longer there nothing is suggested.

    Raises:
        CommandNotFound: there is no such command, or what was filled in is of another.
    """
    command = interaction.command
    data: Mapping[str, Any] = interaction.data or {}
    if isinstance(command, app_commands.ContextMenu) or (
        command is not None and _is_of(command, interaction)
    ):
        return True
    if interaction.type is not discord.InteractionType.autocomplete:
        raise app_commands.CommandNotFound(str(data.get("name")), [])
    await suggest(interaction, list[app_commands.Choice[str]]())
    return False


def _is_of(command: app_commands.Command[Any, ..., Any], interaction: Interaction) -> bool:
    data: Mapping[str, Any] = interaction.data or {}
    asked = {parameter.display_name: parameter for parameter in command.parameters}
    is_typing = interaction.type is discord.InteractionType.autocomplete
    people = None if is_typing else data.get("resolved", {}).get("users", {})
    return all(
        option["name"] in asked and _fits(asked[option["name"]], option, people)
        for option in _filled_in(data)
    )


def _filled_in(data: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the options of a command, or of its subcommand."""
    options: Sequence[Mapping[str, Any]] = data.get("options", ())
    is_nested = any(
        option["type"] in {Type.subcommand.value, Type.subcommand_group.value} for option in options
    )
    return _filled_in(options[0]) if is_nested else options


def _fits(
    parameter: app_commands.Parameter, option: Mapping[str, Any], people: Collection[str] | None
) -> bool:
    """Return whether an option can be what a parameter asks for; who is named is not told to suggestions."""
    if option["type"] != parameter.type.value:
        return False
    if option.get("focused"):
        return parameter.autocomplete
    value = option.get("value")
    if type(value) not in _VALUES.get(parameter.type, (str,)):
        return False
    if parameter.type is Type.user:
        return people is None or value in people
    return _is_allowed(parameter, value)


def _is_allowed(parameter: app_commands.Parameter, value: Any) -> bool:  # noqa: ANN401 - a text or a number
    """Return whether it is one of the choices, or within the limits; of other texts services speak better."""
    if parameter.choices and parameter.name not in _TOLD:
        return value in {choice.value for choice in parameter.choices}
    least, most = parameter.min_value, parameter.max_value
    return isinstance(value, str) or ((least is None or least <= value) and (most is None or value <= most))
