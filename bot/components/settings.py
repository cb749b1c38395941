"""A server's settings: two sheets that show what is set, and a private message that says what is set now."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from discord import ChannelType, ComponentType, TextStyle

import engine
from bot.components import parts
from bot.components.answers import Manner, Request, on_press, read_number
from bot.components.parts import Component, Layout, Sheet, button, choice, field
from bot.components.sheets import BOXES, MENU, RADIO, ask_game, name_levels
from bot.errors import Reason, Refused, UnknownButtonError
from bot.models import ServerSettings
from bot.services import settings as service
from bot.words import settings as words

_PUBLIC = "-"
_CHANNELS_MOST = 25
_PLACES = [ChannelType.text, ChannelType.voice, ChannelType.news, ChannelType.forum]
_WRITABLE = [ChannelType.text, ChannelType.news]
_UTC = "UTC"


async def open_settings(request: Request, page: int = 0) -> Sheet:
    """Open the first sheet of the server's settings, or the second (page 1)."""
    found = await service.look_up(request.context, _managed_guild(request))
    fields = _list_later_fields(request, found) if page else _list_fields(request, found)
    return Sheet(settings_sheet.id_for(), request.language.say(words.TITLE), fields)


def _managed_guild(request: Request) -> int:
    """Return the id of the server that the person manages; Refused if they manage none here.

    A server may let others see the command, and an old message keeps its buttons.
    """
    if request.place.guild_id is None or not request.manages_server:
        raise Refused(Reason.NO_MANAGER)
    return request.place.guild_id


def _list_fields(request: Request, settings: ServerSettings) -> list[Component]:
    language, say = request.language, request.language.say
    game, level = settings.game or words.USUAL_GAME, settings.level or words.USUAL_LEVEL
    levels = name_levels(language, game, level)
    spoken = {_PUBLIC: words.servers_own(language)}
    spoken |= {each.code: words.own_name(each) for each in request.languages.all}
    boxes = {name: say(label) for name, (label, _) in words.YES_NO.items()}
    ticked = [name for name in boxes if getattr(settings, name)]
    return [
        _ask_channels(request, "channels", settings.channels, _PLACES, _CHANNELS_MOST),
        ask_game(language, game, words.GAME),
        choice(RADIO, "level", say(words.LEVEL), levels, {level}),
        choice(MENU, "language", say(words.LANGUAGE), spoken, {settings.language or _PUBLIC}),
        choice(BOXES, "usual", say(words.USUAL), boxes, ticked, is_required=False),
    ]


def _list_later_fields(request: Request, settings: ServerSettings) -> list[Component]:
    season = [] if settings.season_channel_id is None else [settings.season_channel_id]
    label, about = map(request.language.say, (words.ZONE, words.ZONE_MEANING))
    zone = {"style": TextStyle.short.value, "value": settings.time_zone or _UTC}
    return [
        field(ComponentType.text_input, "time_zone", label, about, **zone),
        _ask_channels(request, "season", season, _WRITABLE, 1),
    ]


def _ask_channels(
    request: Request, name: str, chosen: Sequence[int], kinds: Sequence[ChannelType], most: int
) -> Component:
    """Return a field of channels, of which at most this many may be chosen, or none."""
    label, about = map(request.language.say, words.CHANNELS[name])
    return field(
        ComponentType.channel_select,
        name,
        label,
        about,
        channel_types=[kind.value for kind in kinds],
        default_values=[{"id": str(each), "type": "channel"} for each in chosen],
        required=False,
        max_values=most,
    )


async def change_time_zone(request: Request, name: str) -> Layout:
    """Store the server's time zone, and say what is set now."""
    return await _change(request, {"time_zone": await service.find_time_zone(name)})


async def _change(request: Request, changes: dict[str, Any]) -> Layout:
    guild_id = _managed_guild(request)
    changed = await service.change(request.context, guild_id, lambda before: replace(before, **changes))
    language = request.language
    said = words.format_settings(language, changed, request.languages)
    buttons = [
        button(language.say(label), settings_button.id_for(page)) for page, label in enumerate(words.PAGES)
    ]
    return Layout(said, buttons, accent=parts.RUNNING)


@on_press("sv", Manner.SHEET)
async def settings_button(request: Request, page: int) -> Sheet:
    """Change the settings that a sheet holds: open it."""
    return await open_settings(request, page)


@on_press("se", Manner.OWN, is_sheet=True)
async def settings_sheet(request: Request) -> Layout:
    """A sheet of settings: save what it holds, and say what is set now."""
    changes: dict[str, Any] = {}
    for name, values in request.fields.items():
        changes |= await _read_field(request, name, values)
    return await _change(request, changes)


async def _read_field(request: Request, name: str, values: Sequence[str]) -> dict[str, Any]:
    """Return what a field of a sheet changes; UnknownButtonError if its values cannot be chosen."""
    if name == "channels":
        return {"channels": tuple(sorted(map(read_number, values)))}
    if name == "season":
        return {"season_channel_id": read_number(values[0]) if values else None}
    if name == "usual" and words.YES_NO.keys() >= {*values}:
        return {each: each in values for each in words.YES_NO}
    if name == "time_zone":
        return {"time_zone": await service.find_time_zone(request.filled(name))}
    languages = (_PUBLIC, *(each.code for each in request.languages.all))
    choices = {"game": engine.game_slugs(), "level": engine.LEVELS, "language": languages}
    value = request.filled(name)
    if value not in choices.get(name, ()):
        raise UnknownButtonError
    return {name: None if value == _PUBLIC else value}
