"""Every older database becomes the present one with all that is in it, or stays as it was."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.models import Finding, Rated, Rating, Skill
from bot.start_errors import NewerDatabaseError, UnusableDatabaseError
from bot.storage import migrations
from bot.storage.migrations import Migration
from bot.storage.sqlite import schema
from engine import AnalysedMove
from tests.bot.drafts import ADA, ALAN, GRACE, begun, connection_of, opened, played

NEWEST = len(migrations.load())


def versions(first: int) -> list[object]:
    """All from one on, most of them for .ci/nightly alone: each becomes the present one in any case."""
    few = {first, NEWEST - 1, NEWEST}
    rest = pytest.mark.nightly
    return [each if each in few else pytest.param(each, marks=rest) for each in range(first, NEWEST + 1)]


_DATA = {  # what a database of this version may hold
    1: "INSERT INTO matches VALUES (1, 'tic-tac-toe', 7, 70, 9, 101, 102, NULL, NULL, 1.5, 2.5, NULL);"
    "INSERT INTO moves VALUES (1, 0, 4), (1, 1, 0);",
    2: "INSERT INTO invitations VALUES (1, 'tic-tac-toe', 7, 70, 101, 102, NULL, 1.5, NULL, NULL);",
    3: "INSERT INTO standings (game, guild_id, versus, user_id, wins)"
    " VALUES ('tic-tac-toe', 0, 'people', 101, 3);",
    4: "INSERT INTO command_sync VALUES (1, 'digest');",
    5: "INSERT INTO matches VALUES (2, 'oware', 7, 71, 9, NULL, 103, 'hard', NULL, 1.5, 2.5, NULL);",
    6: "INSERT INTO attempts VALUES (1, 101, 7, 'tic-tac-toe', 'easy', 1, '4 1', NULL, 'easy', 20777,"
    " '0 8', 1, 2, 0, 1.5, 'solved', 2.5);"
    "INSERT INTO shares VALUES (1, 70);"
    "INSERT INTO streaks VALUES (101, 0, 20777, 2, 3);",
    7: "INSERT INTO matches VALUES (3, 'oware', 7, 72, 9, NULL, 103, 'hard', 'first', 1.5, 2.5, NULL);",
    8: "INSERT INTO matches VALUES (4, 'oware', 7, 72, 9, NULL, 103, 'hard', NULL, 1.5, 2.5, NULL, 0);",
    9: "INSERT INTO matches VALUES (5, 'oware', 7, 72, 9, 103, NULL, 'hard', NULL, 1.5, 2.5, NULL, 0, 0);"
    "INSERT INTO invitations VALUES (3, 'oware', 7, 72, 101, 103, NULL, 1.5, 'accepted', NULL, 5);"
    "INSERT INTO attempts SELECT 2, user_id, guild_id, game, difficulty, goal, start, wished_game,"
    " wished_difficulty, NULL, actions, mistakes, hints, told, begun_at, fate, ended_at FROM attempts;"
    "INSERT INTO shares VALUES (2, 70, 5.5);",
    10: "INSERT INTO findings VALUES (1, 5, 0, 0.9, '[[0, 0, 2, true, [0, 1], null, false]]');",
    11: "UPDATE matches SET is_helped = 1 WHERE id = 5;",
    12: "INSERT INTO command_sync VALUES (2, 'digest');",
    13: "UPDATE matches SET origin_id = 3, origin_ply = 0 WHERE id = 5;",
    14: "UPDATE attempts SET theme = 'block', free_hints = 1, match_id = 5, rating_change = 9.5 WHERE id = 2;"
    "INSERT INTO solvers VALUES (101, 1512.5, 90.0, 0.06, 1, 2);"
    "INSERT INTO rated_puzzles VALUES ('tic-tac-toe', '4 1', 1700.0, 90.0, 0.06, 'easy', 'hard');",
    15: "UPDATE matches SET seed = 7 WHERE id = 5;",
    16: "INSERT INTO leases VALUES ('upkeep', 'a process', 5.5);",
    17: "UPDATE matches SET manner = 'time', pace = 60, due_at = 9.5, is_rated = 1, offer = 'draw',"
    " offered_by = 0, changes = 3 WHERE id = 5;",
    18: "INSERT INTO tournaments VALUES (1, 'oware', 7, 72, 9, 101, 60, 'running', 1.5, 2, 20000);"
    "INSERT INTO tournament_entrants VALUES (1, 0, 101, NULL, 0), (1, 1, NULL, 'easy', 1);"
    "INSERT INTO tournament_pairings VALUES (1, 1, 0, 0, 1, 5);",
    19: "UPDATE matches SET is_reminded = 1 WHERE id = 1; INSERT INTO awake VALUES (1, 9.5, 3.0);",
    20: "INSERT INTO ratings VALUES (103, 'oware', 'maxine', 1400.5, 300.5, 0.06, 1, 0, 0, 2.5);"
    "INSERT INTO rating_changes VALUES (3, 103, 'maxine', 'oware', 2.5, 1500.0, 350.0, 1400.5, 300.5, 0.06);"
    "UPDATE matches SET ended_at = 2.5, strength = 1900.5, fingerprint = 7, manner = 'rules' WHERE id = 3;",
    21: "INSERT INTO accuracies VALUES (103, 2.5, 3, 81.5);",
    22: "UPDATE matches SET asked = 'draw:0:2' WHERE id = 5;",
    23: "INSERT INTO blocks VALUES (101, 0);"
    "UPDATE invitations SET closed_at = 2.5, message_id = 9 WHERE id = 3;",
    24: "INSERT INTO hidden VALUES (109); INSERT INTO servers (guild_id, met_at) VALUES (8, 1.5);",
    25: "UPDATE matches SET parent_id = 72 WHERE id = 5; UPDATE invitations SET parent_id = 72 WHERE id = 3;"
    "UPDATE servers SET has_threads = 1 WHERE guild_id = 8;",
    26: "INSERT INTO open_reviews VALUES (77, 3, 72, 101, 'en', 'a-token', 9.5);",
    27: "UPDATE matches SET gone_at = 9.5 WHERE id = 5;",
    28: "INSERT INTO matches (game, guild_id, channel_id, first_id, level, created_at, touched_at, pace)"
    " VALUES ('oware', 7, 73, 0, 'hard', 1.5, 2.5, 60);"
    "INSERT INTO together SELECT max(id), 103, 0, 1, 1 FROM matches;"
    "INSERT INTO votes SELECT max(id), 0, 103, 4, 1, 2.5 FROM matches;",
    29: "INSERT INTO races (guild_id, channel_id, owner_id, begun_at, ends_at) VALUES (7, 74, 101, 1.5, 9.5);"
    "INSERT INTO race_puzzles VALUES (1, 1, 'tic-tac-toe', 'easy', 1, '4 1', NULL);"
    "UPDATE attempts SET race_id = 1, race_place = 1 WHERE id = 2;",
    30: "UPDATE servers SET shows_votes = 1 WHERE guild_id = 8;",
    31: "INSERT INTO plans (guild_id, channel_id, owner_id, game, starts_at, tournament_id)"
    " VALUES (7, 72, 101, 'oware', 9.5, 1);",
    32: "UPDATE races SET is_weekly = 1;",
    33: "UPDATE matches SET due_at = 99.5 WHERE id = 5;",
    34: "UPDATE attempts SET tried = '8 2' WHERE id = 2; INSERT INTO rated_by_choice VALUES (103);",
    35: "UPDATE servers SET time_zone = 'Europe/Berlin' WHERE guild_id = 8;"
    "UPDATE races SET first_at = 1.5, next_at = 604801.5; INSERT INTO departures VALUES (110, 1, 0, 9.5);",
    36: "INSERT INTO rating_formula VALUES (1);",
}


def _older(path: Path, version: int) -> None:
    """Make a database as the program of that version left it."""
    path.write_bytes(_left_by(version))


@cache
def _left_by(version: int) -> bytes:
    """Return what the program of a version left, made from what the one before it did."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "maxine.db")
        if version:
            path.write_bytes(_left_by(version - 1))
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            schema._configure(db)
            if version:
                schema._apply(db, migrations.load()[:version])
                db.executescript(_DATA[version])
        return path.read_bytes()


@cache
def _brought_up(version: int) -> bytes:
    """Return what the present program has made of it, closed again."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "maxine.db")
        _older(path, version)
        with ThreadPoolExecutor() as aside:  # an event loop may be running here
            aside.submit(asyncio.run, _open_and_close(path)).result()
        return path.read_bytes()


async def _open_and_close(path: Path) -> None:
    async with opened(path):
        pass


def _ask(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(sql).fetchall()


def _schema(path: Path) -> list[tuple[object, ...]]:
    return _ask(path, "SELECT type, name, sql FROM sqlite_master ORDER BY name")


def test_every_migration_has_data_to_keep() -> None:
    assert sorted(_DATA) == list(range(1, NEWEST + 1))


def test_migrations_are_numbered_without_a_gap() -> None:
    names = [migration.name for migration in migrations.load()]
    assert [int(name[:4]) for name in names] == list(range(1, NEWEST + 1))


def test_every_migration_says_why() -> None:
    assert all(migration.sql.startswith("-- ") for migration in migrations.load())


@pytest.mark.parametrize("version", versions(0))
async def test_older_database_becomes_the_present_one(tmp_path: Path, version: int) -> None:
    _older(tmp_path / "old.db", version)
    for name in ("old.db", "new.db"):
        async with opened(tmp_path / name):
            pass
    assert _schema(tmp_path / "old.db") == _schema(tmp_path / "new.db")
    assert _ask(tmp_path / "old.db", "PRAGMA user_version") == [(NEWEST,)]
    assert _ask(tmp_path / "old.db", "PRAGMA integrity_check") == [("ok",)]
    assert _ask(tmp_path / "old.db", "PRAGMA foreign_key_check") == []


@pytest.mark.parametrize("version", versions(1))
async def test_contents_are_kept(tmp_path: Path, version: int) -> None:
    (tmp_path / "maxine.db").write_bytes(_brought_up(version))
    async with opened(tmp_path / "maxine.db") as storage:
        match, invitation = await storage.matches.find_running(70, ADA), await storage.invitations.find(1)
        tables = await storage.standings.find_tables("tic-tac-toe", None, ["people"], ALAN, 10)
        assert match is not None
        assert (match.actions, match.players[1].user_id, match.message_id) == ((4, 0), GRACE, 9)
        assert (invitation is not None) == (version >= 2)
        assert [table.top[0].wins for table in tables] == ([3] if version >= 3 else [])
        assert (await storage.puzzles.find(1) is not None) == (version >= 6)
        assert await storage.puzzles.find_streak(ADA) == ((20777, 2, 3) if version >= 6 else None)


@pytest.mark.parametrize("version", versions(0))
async def test_failing_migration_leaves_the_older_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    _older(tmp_path / "maxine.db", version)
    before = _schema(tmp_path / "maxine.db")
    sql = "CREATE TABLE half (id INTEGER);\nINSERT INTO nowhere VALUES (1);\n"
    known = [*migrations.load()[:version], Migration(version + 1, "failing", sql)]
    monkeypatch.setattr(migrations, "load", lambda: known)
    with pytest.raises(UnusableDatabaseError, match="no such table: nowhere"):
        async with opened(tmp_path / "maxine.db"):
            pass
    assert _schema(tmp_path / "maxine.db") == before
    monkeypatch.undo()
    async with opened(tmp_path / "maxine.db") as storage:
        assert (await storage.matches.find(1) is not None) == (version >= 1)


@pytest.mark.parametrize("version", versions(5))
async def test_awaited_matches_are_found(tmp_path: Path, version: int) -> None:
    (tmp_path / "maxine.db").write_bytes(_brought_up(version))
    async with opened(tmp_path / "maxine.db") as storage:
        awaited = await storage.matches.list_awaited()
        assert [match.id for match in awaited] == ([2] if version < 8 else [2, 4])


@pytest.mark.parametrize("version", versions(1))
async def test_undrawn_matches_and_shared_results(tmp_path: Path, version: int) -> None:
    (tmp_path / "maxine.db").write_bytes(_brought_up(version))
    async with opened(tmp_path / "maxine.db") as storage:
        undrawn = await storage.matches.list_undrawn()
        assert [match.id for match in undrawn] == ([] if version < 9 else [5])
        accepted = await storage.matches.find_accepted(3)
        assert (accepted is not None) == (version >= 9)
        shared = [await storage.puzzles.add_share(id_, 70, 9, 8) for id_ in (1, 2) if version >= 3 + 3 * id_]
        assert shared == [False, True][: len(shared)]


@pytest.mark.parametrize("version", versions(1))
async def test_findings_are_read(tmp_path: Path, version: int) -> None:
    (tmp_path / "maxine.db").write_bytes(_brought_up(version))
    async with opened(tmp_path / "maxine.db") as storage:
        found = await storage.findings.list_of(5)
        move = AnalysedMove(0, 0, 2, exact=True, line=(0, 1))
        assert found == ([] if version < 10 else [Finding(5, 0, 0.9, (move,))])


@pytest.mark.parametrize("version", versions(6))
async def test_ratings_go_on(tmp_path: Path, version: int) -> None:
    (tmp_path / "maxine.db").write_bytes(_brought_up(version))
    async with opened(tmp_path / "maxine.db") as storage:
        skill = Skill(Rating(1512.5, 90.0), 1, 2)
        assert await storage.puzzles.find_moved() == (
            {} if version < 14 else {("tic-tac-toe", (4, 1)): "hard"}
        )
        assert await storage.puzzles.find_rated(2) == (None if version < 14 else Rated(skill, 9.5))
        assert await storage.puzzles.find_rated(1) is None


async def test_older_matches_against_maxine_stay_rated(tmp_path: Path) -> None:
    (tmp_path / "maxine.db").write_bytes(_brought_up(32))
    sql = "SELECT is_rated, origin_id IS NULL AND first_id IS NOT 0 FROM matches WHERE level IS NOT NULL"
    found = _ask(tmp_path / "maxine.db", sql)
    assert {(0, 0), (1, 1)} <= {*found}
    assert (0, 1) not in found


@pytest.mark.parametrize("version", versions(5))
async def test_matches_count_as_unhelped(tmp_path: Path, version: int) -> None:
    (tmp_path / "maxine.db").write_bytes(_brought_up(version))
    async with opened(tmp_path / "maxine.db") as storage:
        match = await storage.matches.find(2)
        assert match is not None
        assert (match.is_helped, match.seed) == (False, 0)


@pytest.mark.parametrize("version", versions(28))
async def test_stuck_vote_closes(tmp_path: Path, version: int) -> None:
    (tmp_path / "maxine.db").write_bytes(_brought_up(version))
    assert _ask(tmp_path / "maxine.db", "SELECT due_at FROM matches WHERE first_id = 0") == [(59.5,)]


async def test_newer_database_is_left_alone(tmp_path: Path) -> None:
    _older(tmp_path / "maxine.db", NEWEST)
    with closing(sqlite3.connect(tmp_path / "maxine.db")) as db:
        db.execute(f"PRAGMA user_version = {NEWEST + 1}")
        db.execute(f"PRAGMA application_id = {NEWEST + 1}")
    before = (tmp_path / "maxine.db").read_bytes()
    with pytest.raises(NewerDatabaseError) as refused:
        async with opened(tmp_path / "maxine.db"):
            pass
    assert (refused.value.written, refused.value.known) == (NEWEST + 1, NEWEST)
    assert (tmp_path / "maxine.db").read_bytes() == before


@pytest.mark.parametrize(("by", "is_welcome"), [(1, True), (2, False)])
async def test_older_program_uses_a_newer_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: int, *, is_welcome: bool
) -> None:
    """A migration that says it is compatible is welcome."""
    sql = "-- Compatible with the version before.\nALTER TABLE matches ADD COLUMN more TEXT;\n"
    known = [*migrations.load(), Migration(NEWEST + 1, "newer", sql)]
    known += [Migration(NEWEST + 2, "newest", sql.replace("more TEXT", "most TEXT"))][: by - 1]
    with monkeypatch.context() as newer:
        newer.setattr(migrations, "load", lambda: known)
        async with opened(tmp_path / "maxine.db") as storage:
            match = await begun(storage)
    if is_welcome:
        async with opened(tmp_path / "maxine.db") as storage:
            assert await played(storage, match, 4) == await storage.matches.find(match.id)
    else:
        with pytest.raises(NewerDatabaseError):
            async with opened(tmp_path / "maxine.db"):
                pass


async def test_database_of_another_program(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "maxine.db")) as db:
        db.execute("CREATE TABLE matches (phosphorus TEXT)")
    before = _schema(tmp_path / "maxine.db")
    with pytest.raises(UnusableDatabaseError, match="matches already exists"):
        async with opened(tmp_path / "maxine.db"):
            pass
    assert _schema(tmp_path / "maxine.db") == before


@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)]
)
async def test_connection_is_set_up_for_safety(tmp_path: Path, pragma: str, value: object) -> None:
    async with opened(tmp_path / "maxine.db") as storage:
        row = await connection_of(storage).read(lambda db: db.execute(f"PRAGMA {pragma}").fetchone())
        assert row == (value,)


async def test_every_table_is_strict(tmp_path: Path) -> None:
    async with opened(tmp_path / "maxine.db"):
        pass
    tables = _ask(tmp_path / "maxine.db", "SELECT name, strict FROM pragma_table_list WHERE schema = 'main'")
    ours = {name: strict for name, strict in tables if not str(name).startswith("sqlite_")}
    matches = (
        "matches",
        "moves",
        "invitations",
        "standings",
        "ladder",
        "command_sync",
        "findings",
        "open_reviews",
        "leases",
        "blocks",
    )
    puzzles = ("attempts", "shares", "streaks", "streak_ladder", "solvers", "rated_puzzles")
    tournaments = ("tournaments", "tournament_entrants", "tournament_pairings")
    races = ("races", "race_puzzles", "plans", "departures")
    people = ("awake", "hidden", "rated_by_choice", "servers", "together", "votes")
    ratings = ("accuracies", "ratings", "rating_changes", "rankings", "rungs", "rating_formula")
    assert ours == dict.fromkeys((*matches, *puzzles, *tournaments, *races, *people, *ratings), 1)


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO moves VALUES (99, 0, 4)",
        "INSERT INTO moves VALUES (1, 0, 8)",
        "INSERT INTO moves VALUES (1, 2, 'b2')",
        "UPDATE matches SET result = 'unknown'",
        "UPDATE matches SET level = 'easy'",
        "UPDATE matches SET to_move = 2",
        "UPDATE matches SET first_id = second_id",
        "UPDATE matches SET first_id = NULL, second_id = NULL, level = 'easy'",
        "UPDATE invitations SET invitee_id = inviter_id",
        "INSERT INTO blocks VALUES (5, 5)",
        "UPDATE matches SET is_drawn = 2",
        "UPDATE matches SET is_reminded = 2",
        "INSERT INTO awake VALUES (2, 1.5, 0)",
        "UPDATE matches SET origin_id = NULL WHERE id = 5",
        "UPDATE matches SET origin_ply = -1 WHERE id = 5",
        "UPDATE matches SET origin_id = 99 WHERE id = 5",
        "UPDATE matches SET is_helped = 2",
        "INSERT INTO findings VALUES (2, 99, 0, 0.9, '[]')",
        "UPDATE findings SET ply = -1",
        "UPDATE invitations SET match_id = 99",
        "UPDATE attempts SET fate = NULL",
        "UPDATE attempts SET fate = 'guessed'",
        "UPDATE attempts SET goal = -1",
        "UPDATE attempts SET told = 3, hints = 3",
        "UPDATE attempts SET told = 2, hints = 1",
        "INSERT INTO shares VALUES (99, 70, NULL)",
        "UPDATE streaks SET longest = 1",
        "UPDATE streak_ladder SET people = 0",
        "UPDATE attempts SET free_hints = 3",
        "UPDATE attempts SET match_id = 99",
        "UPDATE attempts SET race_place = NULL WHERE id = 2",
        "UPDATE races SET is_open = 2",
        "UPDATE races SET is_weekly = 2",
        "UPDATE solvers SET longest = 0",
        "UPDATE solvers SET deviation = 0",
        "UPDATE servers SET has_threads = 2",
        "UPDATE servers SET shows_votes = 2",
        "UPDATE plans SET level = 'easy'",
    ],
)
async def test_impossible_rows_are_refused(tmp_path: Path, sql: str) -> None:
    _older(tmp_path / "maxine.db", NEWEST)
    async with opened(tmp_path / "maxine.db") as storage:
        with pytest.raises(sqlite3.IntegrityError):
            await connection_of(storage).write(lambda db: db.execute(sql))
