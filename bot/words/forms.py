"""Forms of a template: one text stands for several templates that differ by a part, each in the catalogues.

A plural has `[one|many]` where its forms differ: `captures {number} [seed|seeds]`.

A part in double brackets is optional: `wins at once[[: {cells}]]`; or it has other forms: `blocks [[the line
{cells}|a win]]`. The first form that fits is said, and else the last; nothing if that has a condition. A form
fits if each place in it is filled, neither empty nor zero; or if the condition before it holds: that a place
is filled, as in `[[few?with {names}|in {number} ways]]`, or that it exceeds or equals another or a number, as
in `[[number>of?wins|number=of?draws|loses]]`. Parts may be nested, and plurals stand in them.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from operator import eq, gt
from typing import Any, Final, NamedTuple

_PLURAL = re.compile(r"\[([^][|]*(?:\|[^][|]*)+)\]")
_PART = re.compile(r"\[\[((?:(?!\[\[|\]\](?!\])).)*)\]\]")
_BETWEEN_FORMS = re.compile(r"\|(?![^][]*\])")
_FORM = re.compile(r"(?:(\w+(?:[=>]\w+)?)\?)?(.*)")
_PLACE = re.compile(r"{(\w+)}")
_SIGNS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {"=": eq, ">": gt}


class _Form(NamedTuple):
    condition: str | None
    text: str


@cache
def split_forms(text: str) -> tuple[str, ...]:
    """Return the templates that `[one|other]` parts of a text stand for: two if there is no such part."""
    parts = [part.split("|") if place % 2 else [part] for place, part in enumerate(_PLURAL.split(text))]
    number = max(2, *map(len, parts))
    return tuple("".join(part[form % len(part)] for part in parts) for form in range(number))


def list_variants(text: str) -> tuple[str, ...]:
    """Return the texts that one with optional parts stands for: itself if it has none."""
    part = _PART.search(text)
    if part is None:
        return (text,)
    chosen = (_replace(text, part, form) for form in _read_forms(part[1]))
    return tuple(dict.fromkeys(variant for each in chosen for variant in list_variants(each)))


def choose_parts(text: str, places: Mapping[str, Any]) -> str:
    """Return the text that one with optional parts stands for where its places are these."""
    while part := _PART.search(text):
        *forms, last = _read_forms(part[1])
        text = _replace(text, part, next((form for form in forms if _fits(form, places)), last))
    return text


def is_plural(text: str) -> bool:
    """Whether a text without optional parts differs by a number."""
    return _PLURAL.search(text) is not None


def _replace(text: str, part: re.Match[str], form: _Form) -> str:
    return text[: part.start()] + form.text + text[part.end() :]


@cache
def _read_forms(part: str) -> tuple[_Form, ...]:
    texts = _BETWEEN_FORMS.split(part)
    found = filter(None, map(_FORM.fullmatch, texts))
    forms = tuple(_Form(*match.groups()) for match in found)
    is_optional = len(forms) == 1 or forms[-1].condition is not None
    return (*forms, _Form(None, "")) if is_optional else forms


def _fits(form: _Form, places: Mapping[str, Any]) -> bool:
    if form.condition is None:
        return all(places.get(name) for name in _PLACE.findall(form.text))
    return _holds(form.condition, places)


def _holds(condition: str, places: Mapping[str, Any]) -> bool:
    for sign, compare in _SIGNS.items():
        name, found, other = condition.partition(sign)
        if found:
            return compare(places[name], int(other) if other.isdigit() else places[other])
    return bool(places.get(condition))
