"""What is asked for often finds its rows by the right index, whoever the values are for."""

import psycopg

from bot.storage.postgres.dialect import spell_for_postgres
from bot.storage.standings import OWN_STANDING

_MANY = (
    "INSERT INTO standings (game, guild_id, versus, user_id, wins)"
    " SELECT 'oware', CASE WHEN i <= 3000 THEN 7 ELSE i END,"
    " CASE i % 2 WHEN 0 THEN 'people' ELSE 'easy' END, i, 1 FROM generate_series(1, 6000) AS i"
)
"""One large table among many small ones, by whose size it is decided."""


def test_one_person_is_found_by_index(url: str) -> None:
    asked = spell_for_postgres(OWN_STANDING) % {"game": "$1", "scope": "$2", "versus": "$3", "user_id": "$4"}
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(_MANY)
        server.execute("VACUUM ANALYZE standings")
        server.execute("SET plan_cache_mode = force_generic_plan")  # as in the pool
        server.execute(f"PREPARE own (text, bigint, text, bigint) AS {asked}".encode())
        plan = server.execute("EXPLAIN EXECUTE own ('oware', 7, 'people', 2000)").fetchall()
    steps = [step for (step,) in plan]
    finding = steps[steps.index("  CTE own") + 1]
    assert "user_id" in steps[steps.index(finding) + 1]
    assert "standings_ranked" not in finding, steps
