"""Registering slash commands all at once, and Discord's limits on them."""

import re
from collections.abc import Callable, Hashable

from aiohttp import web

from bot.playground.bodies import read_body
from bot.playground.errors import BAD_JSON, ENTRY_POINT_LEFT_OUT, NOT_FOUND, ApiError, Path, Problems
from bot.playground.forms import check_unique, fields, list_of, sized
from bot.playground.rest import Rest, answer_json
from bot.playground.things import Json
from bot.playground.world import World

COMMANDS_MOST, OPTIONS_MOST, CHOICES_MOST = 100, 25, 25
IN_CHAT, ENTRY_POINT = 1, 4
LOCALIZED = ("name_localizations", "description_localizations")
NESTED = ("options", "choices")
NAME = re.compile(r"[-_'\w]{1,32}")


class Commands:
    """The routes by which a bot registers its commands."""

    def __init__(self, world: World) -> None:
        self.world = world

    def routes(self, rest: Rest) -> list[web.RouteDef]:
        """Every route of this module."""
        path = "/applications/{application_id}/commands"
        return [rest.route("GET", path, self._list_commands), rest.route("PUT", path, self._replace)]

    def _check_application(self, request: web.Request) -> None:
        if request.match_info["application_id"] != str(self.world.bot.id):
            raise ApiError(*NOT_FOUND)

    async def _list_commands(self, request: web.Request) -> web.Response:
        self._check_application(request)
        commands = self.world.commands
        if request.query.get("with_localizations", "false") != "true":
            commands = [_without_localizations(command) for command in commands]
        return answer_json(commands)

    async def _replace(self, request: web.Request) -> web.Response:
        self._check_application(request)
        commands = read_body(request)
        if not isinstance(commands, list):
            raise ApiError(*BAD_JSON)
        check_commands(commands)
        if ENTRY_POINT in _types(self.world.commands) - _types(commands):
            raise ApiError(*ENTRY_POINT_LEFT_OUT)
        registered = [self._registered(command) for command in commands]
        self.world.set_commands(registered)
        return answer_json(registered)

    def _registered(self, command: Json) -> Json:
        key = command["name"], command.get("type", IN_CHAT)
        same = (each for each in self.world.commands if (each["name"], each["type"]) == key)
        known = next(same, {"id": str(self.world.new_id())})
        told: Json = {
            "description": "",
            "options": [],
            "default_member_permissions": None,
            "nsfw": False,
            "contexts": None,
            "integration_types": [0],
            **_strip_defaults(command),
            "id": known["id"],
            "type": key[1],
            "application_id": str(self.world.bot.id),
            "version": str(self.world.new_id()),
        }
        if told["default_member_permissions"] is not None:
            told["default_member_permissions"] = str(told["default_member_permissions"])
        return told


def _types(commands: list[Json]) -> set[int]:
    return {command.get("type", IN_CHAT) for command in commands}


def _without_localizations(item: Json) -> Json:
    """A command, an option or a choice as it is sent to a client that does not ask for languages."""
    told = {name: value for name, value in item.items() if name not in LOCALIZED}
    return _change_nested(told, _without_localizations)


def _strip_defaults(item: Json) -> Json:
    """A command, an option or a choice without what goes without saying, which Discord does not repeat."""
    kept = {name: value for name, value in item.items() if value is not False and value not in ([], {})}
    return _change_nested(kept, _strip_defaults)


def _change_nested(item: Json, change: Callable[[Json], Json]) -> Json:
    """The same, with a change to whatever is nested in it."""
    return item | {name: [change(each) for each in item[name]] for name in NESTED if item.get(name)}


def check_commands(commands: list[Json]) -> None:
    """Refuse commands that Discord would refuse."""
    problems = Problems()
    if len(commands) > COMMANDS_MOST:
        raise ApiError(400, 30032, f"Maximum number of application commands reached ({COMMANDS_MOST}).")
    kinds = [(command.get("name"), command.get("type", IN_CHAT)) for command in commands]
    keys: list[tuple[Path, Hashable]] = [((index,), kind) for index, kind in enumerate(kinds)]
    sentence = "Application command names must be unique"
    check_unique(problems, keys, "APPLICATION_COMMANDS_DUPLICATE_NAME", sentence)
    for index, (command, (_, kind)) in enumerate(zip(commands, kinds, strict=True)):
        (_COMMAND if kind == IN_CHAT else _UNTYPED)(problems, (index,), command)
    problems.refuse()


def _check_name(problems: Problems, path: Path, name: object) -> None:
    sized(1, 32)(problems, path, name)
    if not NAME.fullmatch(str(name)) or str(name) != str(name).lower():
        problems.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_options(problems: Problems, path: Path, item: Json) -> None:
    """Check the options of a command, a group or a subcommand."""
    options = item.get("options") or []
    list_of(_COMMAND, 0, OPTIONS_MOST)(problems, (*path, "options"), options)
    names = [((*path, "options", index), option.get("name")) for index, option in enumerate(options)]
    sentence = "Option name {} is already used in these options"
    check_unique(problems, names, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", sentence)
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        sentence = "Required options must be placed before non-required options"
        problems.add((*path, "options"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", sentence)


_CHOICE = fields(name=sized(1, 100), value=sized(1, 100))
_UNTYPED = fields(_check_options, name=sized(1, 32))
_COMMAND = fields(
    _check_options, name=_check_name, description=sized(1, 100), choices=list_of(_CHOICE, 0, CHOICES_MOST)
)
"""What commands in a chat, groups, subcommands and options have in common."""
