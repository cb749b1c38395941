"""Parses untrusted input: JSON within limits, and ids."""

import json
import re
from typing import Any

DEPTH_MOST = 32  # of lists and objects in one another; whatever goes through them afterwards goes that deep
ID = re.compile(r"[0-9]{1,20}")


def read_json(text: str | bytes) -> Any:  # noqa: ANN401 - JSON is what it is
    """What a text says in JSON; ValueError if it is none, says an endless number, or is nested too deep."""
    try:
        value = json.loads(text, parse_constant=_finite, parse_float=_finite)
    except RecursionError:
        raise ValueError("The JSON is nested too deep.") from None
    _check_depth(value)
    return value


def read_id(value: object) -> int | None:
    """The id that a text or number is, if it is one."""
    text = str(value)
    return int(text) if ID.fullmatch(text) else None


def _finite(text: str) -> float:
    number = float(text)
    if number - number:
        raise ValueError(f"JSON has no number {text}.")
    return number


def _check_depth(value: object) -> None:
    level = [value]
    for _ in range(DEPTH_MOST):
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            return
    raise ValueError("The JSON is nested too deep.")


def _inside(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
