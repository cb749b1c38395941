"""What PostgreSQL calls otherwise than SQLite in the statements that both share."""

import re
from functools import cache

from bot.storage.database import Statement

NOW = "CAST(extract(epoch FROM clock_timestamp()) AS float8)"
_WORDS = {
    "same": "IS NOT DISTINCT FROM",
    "differs": "IS DISTINCT FROM",
    "moves": (
        "(SELECT string_agg(CAST(action AS text), ' ' ORDER BY ply) FROM moves WHERE match_id = matches.id)"
    ),
    "claimed": "FOR NO KEY UPDATE SKIP LOCKED",
    "is_maxine_to_move": "to_move = CASE WHEN first_id IS NULL THEN 0 ELSE 1 END",
    "now": NOW,
}


@cache
def spell_for_postgres(sql: str) -> str:
    """Return a shared statement with the places of psycopg, and the words of PostgreSQL."""
    spelled = re.sub(r"\{(\w+)\}", lambda word: _WORDS.get(word[1], word[0]), sql)
    places = re.sub(r"(?<!:):(\w+)", r"%(\1)s", spelled).replace("?", "%s")
    return re.sub(r" INDEXED BY \w+", "", places)


def placing(statement: Statement) -> Statement:
    """Return a shared statement as the server is asked it, with its values."""
    return Statement(spell_for_postgres(statement.sql), statement.values)
