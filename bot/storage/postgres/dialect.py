"""What PostgreSQL calls otherwise than SQLite in the statements that both share."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

Values: TypeAlias = Sequence[Any] | Mapping[str, Any]
Row: TypeAlias = tuple[Any, ...]


class Statement(NamedTuple):
    """SQL with the values of its places."""

    sql: str
    values: Values = ()


def placed(sql: str) -> str:
    """Return a shared statement with the places of psycopg, and with its comparison of what may be NULL."""
    places = re.sub(r":(\w+)", r"%(\1)s", sql).replace("?", "%s")
    return places.replace("{same}", "IS NOT DISTINCT FROM")
