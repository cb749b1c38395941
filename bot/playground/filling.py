"""Filling a command in, as strictly as Discord's own client does."""

from collections.abc import Iterable
from enum import IntEnum

from bot.playground.reading import read_id
from bot.playground.things import Channel, Json, Person
from bot.playground.world import World, for_bot


class Sort(IntEnum):
    """Where a command is used: as a text, or in the menu of a person or of a message."""

    CHAT = 1
    PERSON = 2
    MESSAGE = 3


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


def fill_in(
    world: World,
    name: str,
    given: dict[str, object],
    focused: str | None = None,
    channel: Channel | None = None,
) -> Json:
    """The data of a command as Discord's client sends it from a channel, by itself one of the server.

    ValueError with a sentence for what that client would not send. A subcommand is named after its command,
    with a space between. With a `focused` option the data asks for suggestions: nothing is required yet.
    """
    first, *rest = name.split() or [""]
    channel = channel or world.channels[0]
    command = _find_command(world, Sort.CHAT, first, channel.context)
    path, options = _descend(command, rest)
    filler = _Filler(world, name, channel, focused)
    filled = filler.fill(options, given)
    for step in reversed(path):
        filled = [{"name": step["name"], "type": step["type"], "options": filled}]
    data: Json = {"id": command["id"], "name": first, "type": 1}
    if filled:
        data["options"] = filled
    if filler.resolved:
        data["resolved"] = resolved_in(channel.context, filler.resolved)
    return data


def aim(world: World, name: str, target: Person | Json, channel: Channel) -> Json:
    """The data of a command that was chosen in the menu of a person or of a message.

    ValueError with a sentence for what Discord's client would not send.
    """
    sort = Sort.PERSON if isinstance(target, Person) else Sort.MESSAGE
    command, resolved = _find_command(world, sort, name, channel.context), _resolved(world, target, channel)
    [target_id] = next(iter(resolved.values()))
    data = {"id": command["id"], "name": name, "type": int(sort), "target_id": target_id}
    return {**data, "resolved": resolved_in(channel.context, resolved)}


def _resolved(world: World, target: Person | Json, channel: Channel) -> Json:
    if not isinstance(target, Person):
        return {"messages": {target["id"]: for_bot(target)}}
    return describe_people(world, [target], channel)


def describe_people(world: World, people: Iterable[Person], channel: Channel) -> Json:
    """Return what is said of people who are named, as users and, unless they have left, as members."""
    told: Json = {"users": {}, "members": {}}
    for person in people:
        told["users"][str(person.id)] = person.user()
        if world.person(person.id) is not None:
            told["members"][str(person.id)] = world.member(person, channel)
    return told


def _find_command(world: World, sort: Sort, name: str, context: int) -> Json:
    """The command of a name that can be used in a place of this context."""
    command = next((each for each in world.commands if each["name"] == name and each["type"] == sort), None)
    shown = f"/{name}" if sort is Sort.CHAT else f"“{name}” in this menu"
    if command is None:
        raise ValueError(f"There is no command {shown}.")
    contexts = command.get("contexts")
    if contexts is not None and context not in contexts:
        raise ValueError(f"The command {shown} cannot be used here.")
    return command


def resolved_in(context: int, resolved: Json) -> Json:
    """What is said of the people and channels chosen; there are no members in direct messages."""
    return resolved if context == 0 else {kind: resolved[kind] for kind in resolved if kind != "members"}


def _descend(command: Json, names: list[str]) -> tuple[list[Json], list[Json]]:
    path: list[Json] = []
    options: list[Json] = command.get("options") or []
    for name in names:
        found = next(
            (each for each in options if each["name"] == name and each["type"] <= Option.GROUP), None
        )
        if found is None:
            raise ValueError(f"/{command['name']} has no subcommand {name}.")
        path.append(found)
        options = found.get("options") or []
    if options and options[0]["type"] <= Option.GROUP:
        raise ValueError(f"/{' '.join([command['name'], *names])} needs a subcommand.")
    return path, options


class _Filler:
    """Fills the options of one command in."""

    def __init__(self, world: World, name: str, channel: Channel, focused: str | None) -> None:
        self.world = world
        self.name = name
        self.channel = channel
        self.focused = focused
        self.resolved: Json = {}

    def fill(self, options: list[Json], given: dict[str, object]) -> list[Json]:
        """The options in the order the command lists them."""
        known = {option["name"] for option in options}
        unknown = [name for name in given if name not in known]
        if unknown:
            raise ValueError(f"/{self.name} has no option {unknown[0]}.")
        return [
            self._fill_option(option, given[option["name"]])
            for option in options
            if self._is_given(option, given)
        ]

    def _is_given(self, option: Json, given: dict[str, object]) -> bool:
        if option["name"] in given:
            return True
        if option.get("required") and self.focused is None:
            raise ValueError(f"/{self.name} needs the option {option['name']}.")
        return False

    def _fill_option(self, option: Json, value: object) -> Json:
        filled: Json = {"name": option["name"], "type": option["type"]}
        if option["name"] == self.focused:
            return {**filled, "value": value, "focused": True}
        return {**filled, "value": self._resolve_value(option, value)}

    def _resolve_value(self, option: Json, value: object) -> object:
        kind = Option(option["type"])
        if kind is Option.USER:
            return self._resolve_user(option, value)
        self._check_type(option, kind, value)
        choices = option.get("choices")
        if choices and value not in [choice["value"] for choice in choices]:
            known = ", ".join(str(choice["value"]) for choice in choices)
            raise ValueError(f"The option {option['name']} has no choice {value!r}; it has {known}.")
        self._check_bounds(option, value)
        return value

    def _check_type(self, option: Json, kind: Option, value: object) -> None:
        wanted = {
            Option.STRING: str,
            Option.INTEGER: int,
            Option.BOOLEAN: bool,
            Option.NUMBER: int | float,
        }.get(kind)
        if wanted is None:
            raise ValueError(
                f"The playground cannot fill in the option {option['name']}: its type is not supported."
            )
        if not isinstance(value, wanted) or (isinstance(value, bool) and kind is not Option.BOOLEAN):
            raise ValueError(f"The option {option['name']} takes {kind.name.lower()}, not {value!r}.")

    def _check_bounds(self, option: Json, value: object) -> None:
        if isinstance(value, str):
            least, most = option.get("min_length", 0), option.get("max_length", 6000)
            size: float = len(value)
        else:
            assert isinstance(value, int | float)  # noqa: S101 - the type was checked just before
            least, most, size = option.get("min_value"), option.get("max_value"), value
        if (least is not None and size < least) or (most is not None and size > most):
            raise ValueError(f"The option {option['name']} must be between {least} and {most}.")

    def _resolve_user(self, option: Json, value: object) -> str:
        if not isinstance(value, Person) and read_id(value) is None:
            raise ValueError(f"The option {option['name']} takes an id, not {value!r}.")
        person = value if isinstance(value, Person) else self.world.person(str(value))
        if person is None:
            raise ValueError(f"The option {option['name']} names nobody in this server.")
        for kind, told in describe_people(self.world, [person], self.channel).items():
            self.resolved.setdefault(kind, {}).update(told)
        return str(person.id)
