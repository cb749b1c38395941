"""Registering slash commands, and Discord's limits on them."""

import re
from collections.abc import Callable

from aiohttp import web

from bot.playground.bodies import read_body
from bot.playground.errors import (
    BAD_JSON,
    ENTRY_POINT_LEFT_OUT,
    NOT_FOUND,
    UNKNOWN_COMMAND,
    ApiError,
    Problems,
)
from bot.playground.rest import Rest, answer, nothing
from bot.playground.things import Json
from bot.playground.world import World

COMMANDS_MOST, OPTIONS_MOST, CHOICES_MOST = 100, 25, 25
IN_CHAT, ENTRY_POINT = 1, 4
LOCALIZED = ("name_localizations", "description_localizations")
NESTED = ("options", "choices")
NAME = re.compile(r"[-_'\w]{1,32}")


class Commands:
    """The routes by which a bot registers its commands, global ones and the server's own."""

    def __init__(self, world: World) -> None:
        self.world = world

    def routes(self, rest: Rest) -> list[web.RouteDef]:
        """Every route of this module."""
        routes: list[web.RouteDef] = []
        for scope in ("", "/guilds/{guild_id}"):
            path = f"/applications/{{application_id}}{scope}/commands"
            routes += [
                rest.route("GET", path, self._list),
                rest.route("PUT", path, self._replace),
                rest.route("POST", path, self._upsert),
                rest.route("GET", path + "/{command_id}", self._get),
                rest.route("PATCH", path + "/{command_id}", self._patch),
                rest.route("DELETE", path + "/{command_id}", self._delete),
            ]
        return routes

    def _scope(self, request: web.Request) -> str | None:
        if request.match_info["application_id"] != str(self.world.bot.id):
            raise ApiError(*NOT_FOUND)
        return request.match_info.get("guild_id")

    def _of(self, scope: str | None) -> list[Json]:
        return [each for each in self.world.commands if each.get("guild_id") == scope]

    def _set(self, scope: str | None, commands: list[Json]) -> None:
        others = [each for each in self.world.commands if each.get("guild_id") != scope]
        self.world.set_commands(others + commands)

    async def _list(self, request: web.Request) -> web.Response:
        commands = self._of(self._scope(request))
        if request.query.get("with_localizations", "false") != "true":
            commands = [_without_localizations(command) for command in commands]
        return answer(commands)

    async def _replace(self, request: web.Request) -> web.Response:
        scope, commands = self._scope(request), read_body(request)
        if not isinstance(commands, list):
            raise ApiError(*BAD_JSON)
        check_commands(commands)
        if ENTRY_POINT in _types(self._of(scope)) - _types(commands):
            raise ApiError(*ENTRY_POINT_LEFT_OUT)
        registered = [self._registered(scope, command) for command in commands]
        self._set(scope, registered)
        return answer(registered)

    async def _upsert(self, request: web.Request) -> web.Response:
        scope, command = self._scope(request), read_body(request)
        check_command(command)
        registered = self._registered(scope, command)
        before = self._of(scope)
        others = [each for each in before if each["id"] != registered["id"]]
        self._set(scope, [*others, registered])
        return answer(registered, 201 if others == before else 200)

    async def _get(self, request: web.Request) -> web.Response:
        return answer(self._one(request))

    async def _patch(self, request: web.Request) -> web.Response:
        scope, old = self._scope(request), self._one(request)
        new = {**old, **read_body(request)}
        check_command(new)
        self._set(scope, [new if each is old else each for each in self._of(scope)])
        return answer(new)

    async def _delete(self, request: web.Request) -> web.Response:
        scope, old = self._scope(request), self._one(request)
        self._set(scope, [each for each in self._of(scope) if each is not old])
        return nothing()

    def _one(self, request: web.Request) -> Json:
        scope = self._scope(request)
        for command in self._of(scope):
            if command["id"] == request.match_info["command_id"]:
                return command
        raise ApiError(*UNKNOWN_COMMAND)

    def _registered(self, scope: str | None, command: Json) -> Json:
        kind = command.get("type", 1)
        same = (each for each in self._of(scope) if (each["name"], each["type"]) == (command["name"], kind))
        known = next(same, {"id": str(self.world.new_id())})
        told: Json = {
            "description": "",
            "options": [],
            "default_member_permissions": None,
            "nsfw": False,
            "contexts": None,
            "integration_types": [0],
            **_kept(command),
            "id": known["id"],
            "type": kind,
            "application_id": str(self.world.bot.id),
            "version": str(self.world.new_id()),
        }
        if told["default_member_permissions"] is not None:
            told["default_member_permissions"] = str(told["default_member_permissions"])
        return told if scope is None else {**told, "guild_id": scope}


def _types(commands: list[Json]) -> set[int]:
    return {command.get("type", IN_CHAT) for command in commands}


def _without_localizations(item: Json) -> Json:
    """A command, an option or a choice as it is sent to a client that does not ask for languages."""
    told = {name: value for name, value in item.items() if name not in LOCALIZED}
    return _changed(told, _without_localizations)


def _kept(item: Json) -> Json:
    """A command, an option or a choice without what goes without saying, which Discord does not repeat."""
    kept = {name: value for name, value in item.items() if value is not False and value not in ([], {})}
    return _changed(kept, _kept)


def _changed(item: Json, change: Callable[[Json], Json]) -> Json:
    """The same, with a change to whatever is nested in it."""
    return item | {name: [change(each) for each in item[name]] for name in NESTED if item.get(name)}


def check_command(command: Json) -> None:
    """Refuse a command that Discord would refuse."""
    problems = Problems()
    _check_named(problems, (), command, chat=command.get("type", 1) == 1)
    problems.refuse()


def check_commands(commands: list[Json]) -> None:
    """Refuse commands that Discord would refuse."""
    problems = Problems()
    if len(commands) > COMMANDS_MOST:
        raise ApiError(400, 30032, f"Maximum number of application commands reached ({COMMANDS_MOST}).")
    seen: set[tuple[object, object]] = set()
    for index, command in enumerate(commands):
        key = (command.get("name"), command.get("type", 1))
        if key in seen:
            sentence = "Application command names must be unique"
            problems.add((index,), "APPLICATION_COMMANDS_DUPLICATE_NAME", sentence)
        seen.add(key)
        _check_named(problems, (index,), command, chat=command.get("type", 1) == 1)
    problems.refuse()


def _check_named(problems: Problems, path: tuple[str | int, ...], item: Json, *, chat: bool = True) -> None:
    """Check what commands, subcommands and options have in common, and the options below."""
    problems.length((*path, "name"), item.get("name"), 1, 32)
    if chat:
        name = str(item.get("name", ""))
        if not NAME.fullmatch(name) or name != name.lower():
            problems.add((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
        problems.length((*path, "description"), item.get("description"), 1, 100)
    options = item.get("options") or []
    problems.length((*path, "options"), options, 0, OPTIONS_MOST)
    names = [option.get("name") for option in options]
    for index, option in enumerate(options):
        if names[index] in names[:index]:
            sentence = f"Option name {names[index]} is already used in these options"
            problems.add((*path, "options", index), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", sentence)
        _check_named(problems, (*path, "options", index), option)
        _check_choices(problems, (*path, "options", index, "choices"), option.get("choices") or [])
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        sentence = "Required options must be placed before non-required options"
        problems.add((*path, "options"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", sentence)


def _check_choices(problems: Problems, path: tuple[str | int, ...], choices: list[Json]) -> None:
    problems.length(path, choices, 0, CHOICES_MOST)
    for index, choice in enumerate(choices):
        problems.length((*path, index, "name"), choice.get("name"), 1, 100)
        problems.length((*path, index, "value"), choice.get("value"), 1, 100)
