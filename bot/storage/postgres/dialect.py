"""Shared statements as PostgreSQL is asked them."""

import re
from functools import cache

from bot.storage.database import Statement
from bot.storage.dialects import spell


@cache
def spell_for_postgres(sql: str) -> str:
    """Return a shared statement with the places of psycopg, and the words of PostgreSQL."""
    places = re.sub(r"(?<!:):(\w+)", r"%(\1)s", spell(sql, is_postgres=True)).replace("?", "%s")
    return re.sub(r" INDEXED BY \w+", "", places)


def placing(statement: Statement) -> Statement:
    """Return a shared statement as the server is asked it, with its values."""
    return Statement(spell_for_postgres(statement.sql), statement.values)
