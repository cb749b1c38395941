"""Slash commands: registering them, and filling one in as Discord's client does."""

from __future__ import annotations

import re
from enum import IntEnum

from aiohttp import web

from bot.playground.errors import BAD_JSON, NOT_FOUND, UNKNOWN_COMMAND, ApiError, Problems
from bot.playground.rest import Rest, answer, nothing, read_body
from bot.playground.world import Json, Person, World, snowflake

COMMANDS_MOST, OPTIONS_MOST, CHOICES_MOST = 100, 25, 25
NAME = re.compile(r"^[-_'\w]{1,32}$")


class Option(IntEnum):
    """The type of an option."""

    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


class Commands:
    """The routes by which a bot registers its commands; those of the guild and the global ones are one list."""

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
        return answer(self._of(self._scope(request)))

    async def _replace(self, request: web.Request) -> web.Response:
        scope, commands = self._scope(request), await read_body(request)
        if not isinstance(commands, list):
            raise ApiError(*BAD_JSON)
        check_commands(commands)
        registered = [self._registered(scope, command) for command in commands]
        self._set(scope, registered)
        return answer(registered)

    async def _upsert(self, request: web.Request) -> web.Response:
        scope, command = self._scope(request), await read_body(request)
        check_commands([command])
        registered = self._registered(scope, command)
        self._set(scope, [each for each in self._of(scope) if each["name"] != command["name"]] + [registered])
        return answer(registered, 201)

    async def _get(self, request: web.Request) -> web.Response:
        return answer(self._one(request))

    async def _patch(self, request: web.Request) -> web.Response:
        scope, old = self._scope(request), self._one(request)
        new = {**old, **await read_body(request)}
        check_commands([new])
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
        known = next(same, {"id": str(snowflake())})
        told: Json = {
            "description": "",
            "options": [],
            "default_member_permissions": None,
            "nsfw": False,
            "contexts": None,
            "integration_types": [0],
            **command,
            "id": known["id"],
            "type": kind,
            "application_id": str(self.world.bot.id),
            "version": str(snowflake()),
        }
        return told if scope is None else {**told, "guild_id": scope}


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
        if not NAME.match(name) or name != name.lower():
            problems.add((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
        problems.length((*path, "description"), item.get("description"), 1, 100)
    options = item.get("options") or []
    problems.length((*path, "options"), options, 0, OPTIONS_MOST)
    for index, option in enumerate(options):
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


def fill_in(world: World, name: str, given: dict[str, object], focused: str | None = None) -> Json:
    """The data of a command as Discord's client sends it; ValueError with a sentence for what it would not send.

    A subcommand is named after its command, with a space between. With a `focused` option the data asks for
    suggestions: nothing is required yet.
    """
    first, *rest = name.split()
    command = next((each for each in world.commands if each["name"] == first and each["type"] == 1), None)
    if command is None:
        raise ValueError(f"There is no command /{first}.")
    path, options = _descend(command, rest)
    filler = _Filler(world, name, focused)
    filled = filler.fill(options, given)
    for step in reversed(path):
        filled = [{"name": step["name"], "type": step["type"], "options": filled}]
    data: Json = {"id": command["id"], "name": first, "type": 1}
    if filled:
        data["options"] = filled
    if filler.resolved:
        data["resolved"] = filler.resolved
    return data


def _descend(command: Json, names: list[str]) -> tuple[list[Json], list[Json]]:
    path: list[Json] = []
    options: list[Json] = command.get("options") or []
    for name in names:
        found = next((each for each in options if each["name"] == name and each["type"] <= Option.GROUP), None)
        if found is None:
            raise ValueError(f"/{command['name']} has no subcommand {name}.")
        path.append(found)
        options = found.get("options") or []
    if options and options[0]["type"] <= Option.GROUP:
        raise ValueError(f"/{' '.join([command['name'], *names])} needs a subcommand.")
    return path, options


class _Filler:
    """Fills the options of one command in."""

    def __init__(self, world: World, name: str, focused: str | None) -> None:
        self.world = world
        self.name = name
        self.focused = focused
        self.resolved: Json = {}

    def fill(self, options: list[Json], given: dict[str, object]) -> list[Json]:
        """The options in the order the command lists them."""
        known = {option["name"] for option in options}
        unknown = [name for name in given if name not in known]
        if unknown:
            raise ValueError(f"/{self.name} has no option {unknown[0]}.")
        return [self._filled(option, given[option["name"]]) for option in options if self._is_given(option, given)]

    def _is_given(self, option: Json, given: dict[str, object]) -> bool:
        if option["name"] in given:
            return True
        if option.get("required") and self.focused is None:
            raise ValueError(f"/{self.name} needs the option {option['name']}.")
        return False

    def _filled(self, option: Json, value: object) -> Json:
        filled: Json = {"name": option["name"], "type": option["type"]}
        if option["name"] == self.focused:
            return {**filled, "value": value, "focused": True}
        return {**filled, "value": self._value(option, value)}

    def _value(self, option: Json, value: object) -> object:
        kind = Option(option["type"])
        if kind in (Option.USER, Option.MENTIONABLE):
            return self._user(option, value)
        if kind is Option.CHANNEL:
            return self._channel(option, value)
        self._check_type(option, kind, value)
        choices = option.get("choices")
        if choices and value not in [choice["value"] for choice in choices]:
            known = ", ".join(str(choice["value"]) for choice in choices)
            raise ValueError(f"The option {option['name']} has no choice {value!r}; it has {known}.")
        self._check_bounds(option, value)
        return value

    def _check_type(self, option: Json, kind: Option, value: object) -> None:
        wanted = {Option.STRING: str, Option.INTEGER: int, Option.BOOLEAN: bool, Option.NUMBER: int | float}.get(kind)
        if wanted is None:
            raise ValueError(f"The playground cannot fill in the option {option['name']}: its type is not supported.")
        if not isinstance(value, wanted) or (isinstance(value, bool) and kind is not Option.BOOLEAN):
            raise ValueError(f"The option {option['name']} takes {kind.name.lower()}, not {value!r}.")

    def _check_bounds(self, option: Json, value: object) -> None:
        if isinstance(value, str):
            least, most, size = option.get("min_length", 0), option.get("max_length", 6000), float(len(value))
        else:
            assert isinstance(value, int | float)  # noqa: S101 - the type was checked just before
            least, most, size = option.get("min_value"), option.get("max_value"), float(value)
        if (least is not None and size < least) or (most is not None and size > most):
            raise ValueError(f"The option {option['name']} must be between {least} and {most}.")

    def _user(self, option: Json, value: object) -> str:
        person = value if isinstance(value, Person) else self.world.person(_id(option, value))
        if person is None:
            raise ValueError(f"The option {option['name']} names nobody in this server.")
        users = self.resolved.setdefault("users", {})
        members = self.resolved.setdefault("members", {})
        users[str(person.id)] = person.user()
        members[str(person.id)] = person.member()
        return str(person.id)

    def _channel(self, option: Json, value: object) -> str:
        channel = self.world.channel(_id(option, getattr(value, "id", value)))
        if channel is None:
            raise ValueError(f"The option {option['name']} names no channel of this server.")
        self.resolved.setdefault("channels", {})[str(channel.id)] = channel.as_json()
        return str(channel.id)


def _id(option: Json, value: object) -> int:
    if not str(value).isdecimal():
        raise ValueError(f"The option {option['name']} takes an id, not {value!r}.")
    return int(str(value))
