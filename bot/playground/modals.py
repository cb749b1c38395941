"""Filling a modal in, as strictly as Discord's own client does."""

from bot.playground.components import Type, pressable
from bot.playground.world import Json

SINGLE = {Type.RADIO_GROUP: None, Type.CHECKBOX: False}  # what is told of them when nothing was chosen
TEXT_MOST = 4000


def fill_in_modal(modal: Json, values: dict[str, object]) -> Json:
    """The data of a modal that is sent, its fields named by custom_id; ValueError for what cannot be sent."""
    known = {each["custom_id"] for each in pressable(modal["components"])}
    unknown = sorted(values.keys() - known)
    if unknown:
        raise ValueError(f"The form has no field {unknown[0]!r}.")
    return {
        "custom_id": modal["custom_id"],
        "components": [_filled(each, values) for each in modal["components"]],
    }


def _filled(component: Json, values: dict[str, object]) -> Json:
    told: Json = {"type": component["type"], "id": component.get("id", 0)}
    if "components" in component:
        return {**told, "components": [_filled(each, values) for each in component["components"]]}
    if "component" in component:
        return {**told, "component": _filled(component["component"], values)}
    if "custom_id" not in component:
        return told
    field, kind = component["custom_id"], component["type"]
    told["custom_id"] = field
    if kind == Type.TEXT_INPUT:
        return {**told, "value": _text(component, values.get(field, component.get("value") or ""))}
    if kind in SINGLE:
        return {**told, "value": values.get(field, SINGLE[kind])}
    chosen = values.get(field, [])
    return {**told, "values": chosen if isinstance(chosen, list) else [chosen]}


def _text(field: Json, value: object) -> str:
    text = str(value)
    least, most = field.get("min_length") or 0, field.get("max_length") or TEXT_MOST
    if not text and not field.get("required", True):
        return text
    if not max(least, 1) <= len(text) <= most:
        raise ValueError(f"The field {field['custom_id']!r} takes {max(least, 1)} to {most} characters.")
    return text
