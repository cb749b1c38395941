"""Modals: Discord's limits on them, and filling them in as strictly as its client does."""

from collections.abc import Collection, Mapping

from bot.playground.components import (
    IN_MODAL,
    SELECTS,
    WRITTEN_MOST,
    Type,
    check_each,
    most_chosen,
    pressable,
)
from bot.playground.errors import Path, Problems
from bot.playground.filling import describe_people, resolved_in
from bot.playground.forms import anything, fields, list_of, text, whole
from bot.playground.things import Channel, Json, Person
from bot.playground.world import World

_MODAL = fields(title=text(1, 45), custom_id=text(1, 100), components=list_of(anything, 1, 5))


def check_modal(modal: Json) -> None:
    """Refuse a modal that Discord would refuse; number its components."""
    problems = Problems()
    _MODAL(problems, (), modal)
    for path, field in check_each(problems, modal.get("components") or [], IN_MODAL):
        _check_field(problems, path, field)
    problems.refuse("data")


def _check_field(problems: Problems, path: Path, field: Json) -> None:
    """Note what is only refused in a modal."""
    if field.get("disabled"):
        problems.add((*path, "disabled"), "MODAL_COMPONENT_DISABLED", "A modal has no disabled components")
    if _is_required(field):
        whole(1, 25)(problems, (*path, "min_values"), field.get("min_values"))


def fill_in_modal(world: World, modal: Json, channel: Channel, given: Mapping[str, object]) -> Json:
    """Return the data of a modal as Discord's client sends it from a channel.

    ValueError with a sentence for what that client would not send. A field not given keeps its default.
    """
    form = _Form(world, modal, channel)
    for name in given.keys() - form.fields.keys():
        raise ValueError(f"The modal has no field {name!r}; it has: {', '.join(form.fields)}.")
    filled = {name: form.fill(field, given.get(name)) for name, field in form.fields.items()}
    sent = [_sent(component, filled) for component in modal["components"]]
    return {"custom_id": modal["custom_id"], "components": sent, "resolved": form.resolve(filled)}


class _Form:
    """The fields of one modal, as a person in a channel fills them in."""

    def __init__(self, world: World, modal: Json, channel: Channel) -> None:
        self.world, self.channel = world, channel
        self.fields = {field["custom_id"]: field for field in pressable(modal["components"])}
        members = (person for person in world.people if channel.is_seen_by(person))
        self.people = {str(each.id): each for each in (*members, world.bot)}
        self.channels = {str(each.id): each for each in world.channels}

    def fill(self, field: Json, value: object) -> Json:
        """Return a field as it is sent."""
        told = {name: field[name] for name in ("type", "id", "custom_id")}
        value = self._read_default(field) if value is None else value
        match field["type"]:
            case Type.TEXT_INPUT:
                return {**told, "value": _check_text(field, value)}
            case Type.CHECKBOX:
                return {**told, "value": bool(value)}
            case Type.RADIO_GROUP:
                return {**told, "value": next(iter(self._choose(field, value)), None)}
            case _:
                return {**told, "values": self._choose(field, value)}

    def _read_default(self, field: Json) -> object:
        """Return the value that a field is shown with; a person who has left is not chosen any more."""
        if field["type"] == Type.TEXT_INPUT:
            return field.get("value") or ""
        if field["type"] == Type.CHECKBOX:
            return field.get("default")
        options = [each["value"] for each in field.get("options") or () if each.get("default")]
        known = [str(each["id"]) for each in field.get("default_values") or ()]
        return options + [each for each in known if each in self._offered(field)]

    def _offered(self, field: Json) -> Collection[str]:
        """Return the values that may be chosen."""
        match field["type"]:
            case Type.USER_SELECT:
                return self.people
            case Type.CHANNEL_SELECT:
                kinds = field.get("channel_types")
                return [id_ for id_, each in self.channels.items() if not kinds or each.kind in kinds]
            case _:
                return [option["value"] for option in field["options"]]

    def _choose(self, field: Json, value: object) -> list[str]:
        """Return what is chosen, be it one value or a list."""
        name, values = field["custom_id"], value if isinstance(value, list) else [value]
        chosen = [str(each.id if isinstance(each, Person) else each) for each in values]
        for strange in (each for each in chosen if each not in self._offered(field)):
            raise ValueError(f"The field {name!r} does not offer {strange!r}.")
        least, most = field.get("min_values") or 1, most_chosen(field)
        if not least <= len(set(chosen)) == len(chosen) <= most and (chosen or _is_required(field)):
            raise ValueError(f"The field {name!r} takes {least} to {most} choices, not {chosen}.")
        return chosen

    def resolve(self, filled: dict[str, Json]) -> Json:
        """Return what is said of the people and channels that are chosen."""
        ids = [id_ for field in filled.values() if field["type"] in SELECTS for id_ in field["values"]]
        people = [self.people[id_] for id_ in ids if id_ in self.people]
        told = describe_people(self.world, people, self.channel) if people else {}
        channels = {id_: self.channels[id_].as_json() for id_ in ids if id_ in self.channels}
        return resolved_in(self.channel.context, told | ({"channels": channels} if channels else {}))


def _sent(component: Json, filled: dict[str, Json]) -> Json:
    told = {"type": component["type"], "id": component["id"]}
    inner = component.get("component")
    return {**told, "component": filled[inner["custom_id"]]} if inner else told


def _is_required(field: Json) -> bool:
    return field.get("required") is not False


def _check_text(field: Json, value: object) -> str:
    least = max(field.get("min_length") or 0, int(_is_required(field)))
    name, most = field["custom_id"], field.get("max_length") or WRITTEN_MOST
    if not isinstance(value, str) or ((value or _is_required(field)) and not least <= len(value) <= most):
        raise ValueError(f"The field {name!r} takes {least} to {most} characters, not {value!r}.")
    return value
