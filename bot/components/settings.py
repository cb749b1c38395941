"""A server's settings: a private message with a menu for each, which saves the choice at once."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from discord import ChannelType, ComponentType

import engine
from bot.components import parts
from bot.components.answers import Request, on_press
from bot.components.parts import Component, Layout, Part
from bot.errors import Reason, Refused, UnknownButtonError
from bot.models import ServerSettings
from bot.services import settings as service
from bot.words import settings as words
from bot.words.language import Language, Languages
from bot.words.names import format_game, format_level

_PUBLIC = "-"
_ANSWERS = {False: "no", True: "yes"}
_CHANNELS_MOST = 25
_PLACES = [ChannelType.text, ChannelType.voice, ChannelType.news, ChannelType.forum]
_WRITABLE = [ChannelType.text, ChannelType.news]


async def draw_settings(request: Request, time_zone: str | None = None) -> Layout:
    """Draw the server's settings, and the menus that change them; first store a time zone that is given."""
    context, guild_id = request.context, _managed_guild(request)
    if time_zone is None:
        found = await service.look_up(context, guild_id)
    else:
        known = await service.find_time_zone(time_zone)
        found = await service.change(context, guild_id, lambda before: replace(before, time_zone=known))
    return _draw_settings(request.language, found, request.languages)


def _managed_guild(request: Request) -> int:
    """Return the id of the server that the person manages; NoManagerError if they manage none here.

    A server may let others see the command, and an old message keeps its menus.
    """
    if request.place.guild_id is None or not request.manages_server:
        raise Refused(Reason.NO_MANAGER)
    return request.place.guild_id


def _draw_settings(language: Language, settings: ServerSettings, languages: Languages) -> Layout:
    season = [] if settings.season_channel_id is None else [settings.season_channel_id]
    games = {slug: format_game(language, slug) for slug in engine.game_slugs()}
    usual = settings.game or words.USUAL_GAME
    levels = {level: format_level(language, level, usual) for level in engine.LEVELS}
    said = {**words.format_settings(language, settings, languages)}
    answers = {_ANSWERS[is_so]: said for is_so, said in words.answers_of(language).items()}
    spoken = {_PUBLIC: words.servers_own(language)}
    spoken |= {each.code: words.own_name(each) for each in languages.all}
    menus = (
        _channel_menu("channels", language.say(words.CHANNELS), settings.channels, _PLACES, _CHANNELS_MOST),
        _menu("game", language.say(words.GAME), games, usual),
        _menu("level", language.say(words.LEVEL), levels, settings.level or words.USUAL_LEVEL),
        *(
            _menu(name, language.say(placeholder), answers, _ANSWERS[getattr(settings, name)])
            for name, (placeholder, _) in words.YES_NO.items()
        ),
        _menu("language", language.say(words.LANGUAGE), spoken, settings.language or _PUBLIC),
        _channel_menu("season", language.say(words.SEASON), season, _WRITABLE, 1),
    )
    zone = said.pop("time_zone")
    sections: list[Part] = []
    for text, menu in zip(said.values(), menus, strict=True):
        sections += [text, [menu]]
    return Layout(words.heading(language), *sections, zone, accent=parts.ASKING)


def _menu(name: str, placeholder: str, options: Mapping[str, str], chosen: str | None) -> Component:
    return parts.select(setting_menu.id_for(name), placeholder, options, chosen)


def _channel_menu(
    name: str, placeholder: str, chosen: Sequence[int], kinds: Sequence[ChannelType], most: int
) -> Component:
    """Return a menu of channels, of which at most this many may be chosen, or none."""
    return Component(
        ComponentType.channel_select,
        custom_id=setting_menu.id_for(name),
        placeholder=placeholder,
        channel_types=[kind.value for kind in kinds],
        default_values=[{"id": str(each), "type": "channel"} for each in chosen],
        min_values=0,
        max_values=most,
    )


def _read_choice(name: str, values: Sequence[str]) -> dict[str, Any]:
    """Return the field that a menu changes, with its value; UnknownButtonError if that cannot be chosen."""
    if name == "channels":
        return {"channels": tuple(sorted(map(int, values)))}
    if name == "season":
        return {"season_channel_id": int(values[0]) if values else None}
    [value] = values
    if name == "language":
        return {"language": None if value == _PUBLIC else value}
    answers = dict.fromkeys(words.YES_NO, _ANSWERS.values())
    if value not in {"game": engine.game_slugs(), "level": engine.LEVELS, **answers}.get(name, ()):
        raise UnknownButtonError
    return {name: value == _ANSWERS[True] if name in answers else value}


@on_press("sg")
async def setting_menu(request: Request, name: str) -> Layout:
    """A setting's menu: save the choice, and show all settings."""
    guild_id = _managed_guild(request)
    if request.values is None:
        raise UnknownButtonError
    chosen = _read_choice(name, request.values)
    changed = await service.change(request.context, guild_id, lambda before: replace(before, **chosen))
    return _draw_settings(request.language, changed, request.languages)
