"""What is asked for often finds its rows by an index, however many there are."""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.models import (
    ALL_TIME,
    MAXINE,
    PEOPLE,
    Asker,
    Attempt,
    BoardKey,
    Deadline,
    KeptPeriods,
    Past,
    PuzzleFilter,
)
from bot.storage import Storage, privacy, transfer
from engine import LEVELS, Outcome
from engine.puzzles import Puzzle
from tests.bot.drafts import (
    ADA,
    DRAW,
    GRACE,
    PLACE,
    begun,
    connection_of,
    draft,
    offer,
    opened,
    prepared,
    sent_now,
)

Asking = Callable[[Storage], Awaitable[object]]


async def _statements(path: Path, ask: Asking) -> list[str]:
    """Return the SQL that is run, its values filled in."""
    statements: list[str] = []
    async with opened(prepared(path)) as storage:
        match = await begun(storage)
        assert await storage.matches.save(match, match.with_end(Outcome.FIRST, 1001))
        await connection_of(storage).run(lambda db: db.set_trace_callback(statements.append))
        await ask(storage)
        await connection_of(storage).run(lambda db: db.set_trace_callback(None))
    return [sql for sql in statements if sql.startswith(("SELECT", "UPDATE", "INSERT", "DELETE", "WITH"))]


def _plan(path: Path, sql: str) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [detail for *_, detail in db.execute(f"EXPLAIN QUERY PLAN {sql}")]


DAY = 20_000
DAILY = Attempt(
    0, ADA, 7, Puzzle("tic-tac-toe", (4, 1), "easy", 1), PuzzleFilter(None, "easy"), 1000.0, day=DAY
)


BOARD = BoardKey("people", "tic-tac-toe", 7, ALL_TIME)


async def _solve(storage: Storage) -> None:
    """Solve the puzzle of a day, so that a streak begins."""
    attempt = await storage.puzzles.add_daily(DAILY)
    assert await storage.puzzles.save(attempt, attempt.with_end("solved", DAY * 24 * 3600))


async def _share(storage: Storage) -> None:
    """Begin to share the result of a puzzle, twice."""
    attempt = await storage.puzzles.add_daily(DAILY)
    assert await storage.puzzles.add_share(attempt.id, 70, 1000, 900)
    assert await storage.puzzles.add_share(attempt.id, 70, 2000, 1900)


async def _place(storage: Storage) -> None:
    """Ask for one's own place in a table too short for it."""
    await _solve(storage)
    assert (await storage.puzzles.find_streaks(7, ADA, DAY, 0)).own is not None


async def _oversleep(storage: Storage) -> None:
    """Let nobody be awake for long."""
    await storage.deadlines.record_heartbeat(1e3, 6)
    await begun(storage, replace(draft(), pace=60, due_at=1060.0, message_id=9))
    await storage.deadlines.record_heartbeat(1e6, 6)


PAST = Past(ADA, Asker(GRACE, PLACE))

ASKED: dict[str, Asking] = {
    "match": lambda storage: storage.matches.find(1),
    "running match": lambda storage: storage.matches.find_running(70, ADA),
    "running matches of a game": lambda storage: storage.matches.list_running(ADA, "tic-tac-toe"),
    "running matches of a channel": lambda storage: storage.matches.list_current("channel", 70, 15),
    "running matches of a server": lambda storage: storage.matches.list_current("server", 7, 15),
    "running matches of a person": lambda storage: storage.matches.list_current("mine", ADA, 15),
    "newest match": lambda storage: storage.matches.find_newest(70),
    "last finished match": lambda storage: storage.matches.find_last_finished(70),
    "last finished match of a person": lambda storage: storage.matches.find_newest_finished(70, ADA),
    "newest matches": lambda storage: storage.matches.list_newest(70, ADA, 50),
    "finished matches": lambda storage: storage.matches.list_finished(ADA, None, 20),
    "past matches": lambda storage: storage.matches.list_past(PAST, None, 10, is_newer=False),
    "past matches of a game": lambda storage: storage.matches.list_past(
        replace(PAST, game_slug="tic-tac-toe", opponent_id=MAXINE), replace(draft(), id=1), 10, is_newer=True
    ),
    "newest match of a person": lambda storage: storage.matches.find_newest_of(ADA),
    "newest invitation of a person": lambda storage: storage.invitations.find_newest(ADA),
    "newest tournament of a server": lambda storage: storage.tournaments.find_newest_on(7),
    "games of a person": lambda storage: storage.matches.list_games(ADA),
    "totals of a person": lambda storage: storage.profiles.list_results(ADA),
    "ratings of a person": lambda storage: storage.profiles.list_ratings(ADA),
    "curve of a person": lambda storage: storage.profiles.list_curves(ADA, [("kalah", "people")], 100),
    "accuracies of a person": lambda storage: storage.profiles.list_accuracies(ADA, 20),
    "rematch": lambda storage: storage.matches.find_rematch(1),
    "leaderboard of a server": lambda storage: storage.standings.find_tables(
        "tic-tac-toe", 7, LEVELS, ADA, 10
    ),
    "leaderboard of everywhere": lambda storage: storage.standings.find_tables(
        "tic-tac-toe", None, LEVELS, ADA, 10
    ),
    "place below the best": lambda storage: storage.standings.find_tables(
        "tic-tac-toe", None, [PEOPLE], ADA, 0
    ),
    "board of ratings": lambda storage: storage.rankings.find_page(BOARD, ADA, 3, 10),
    "places that are not kept": lambda storage: storage.rankings.list_scopes(KeptPeriods.at(1e9), None),
    "untouched matches": lambda storage: storage.matches.abandon(0, 1),
    "unanswered invitations": lambda storage: storage.invitations.expire(0),
    "invitation to a rematch": lambda storage: sent_now(storage, offer(rematch_of=1)),
    "expired invitations": lambda storage: storage.invitations.list_expired(),
    "blocks": lambda storage: storage.blocks.find(ADA),
    "open invitation to a rematch": lambda storage: storage.invitations.find_rematch(1),
    "invitation accepted": lambda storage: storage.matches.find_accepted(1),
    "running matches counted": lambda storage: storage.matches.count_running(),
    "awaited matches": lambda storage: storage.matches.list_awaited(),
    "matches not drawn": lambda storage: storage.matches.list_undrawn(),
    "open votes": lambda storage: storage.matches.list_voting(),
    "matches drawn": lambda storage: storage.matches.confirm_drawn([replace(draft(), id=1, message_id=9)]),
    "message": lambda storage: storage.matches.set_message(1, 2),
    "deadlines that have passed": lambda storage: storage.deadlines.list_due(),
    "deadlines that are close": lambda storage: storage.deadlines.list_closing(),
    "reminder": lambda storage: storage.deadlines.confirm_reminded(Deadline(1, 1000.0)),
    "deadlines put off": _oversleep,
    "help": lambda storage: storage.matches.add_help(1),
    "attempt": lambda storage: storage.puzzles.find(1),
    "puzzles seen": lambda storage: storage.puzzles.find_seen(ADA),
    "daily puzzle": lambda storage: storage.puzzles.add_daily(DAILY),
    "solved daily puzzle": _solve,
    "puzzles moved": lambda storage: storage.puzzles.find_moved(),
    "what came of an attempt": lambda storage: storage.puzzles.find_rated(1),
    "streak": lambda storage: storage.puzzles.find_streak(ADA),
    "result to share": _share,
    "result shared": lambda storage: storage.puzzles.confirm_share(1, 70),
    "streaks of a server": lambda storage: storage.puzzles.find_streaks(7, ADA, DAY, 10),
    "place below the longest streaks": _place,
    "race": lambda storage: storage.races.find(1),
    "newest puzzle of a race": lambda storage: storage.puzzles.find_newest_of_race(1, ADA),
    "races to draw": lambda storage: storage.races.list_due(1000.0),
    "plans to go on with": lambda storage: storage.plans.list_due(1000.0),
    "plan": lambda storage: storage.plans.find(1),
}


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("running match", "matches_running_first (channel_id=? AND first_id=?)"),
        ("running match", "matches_running_second (channel_id=? AND second_id=?)"),
        ("running matches of a game", "matches_of_game_first (first_id=? AND game=?)"),
        ("running matches of a game", "matches_of_game_second (second_id=? AND game=?)"),
        ("running matches of a channel", "matches_running_channel (channel_id=?)"),
        ("running matches of a server", "matches_running_guild (guild_id=?)"),
        ("running matches of a person", "matches_of_game_second (second_id=?)"),
        ("newest match", "matches_of_channel (channel_id=?)"),
        ("last finished match", "matches_finished (channel_id=?)"),
        ("last finished match of a person", "matches_of_first (channel_id=? AND first_id=?)"),
        ("last finished match of a person", "matches_of_second (channel_id=? AND second_id=?)"),
        ("newest matches", "matches_of_first (channel_id=? AND first_id=?)"),
        ("newest matches", "matches_of_second (channel_id=? AND second_id=?)"),
        ("newest matches", "matches_of_channel (channel_id=?)"),
        ("finished matches", "matches_by_first (first_id=?)"),
        ("finished matches", "matches_by_second (second_id=?)"),
        ("past matches", "matches_past_first (first_id=? AND touched_at<?)"),
        ("past matches of a game", "matches_past_second (second_id=? AND touched_at>?)"),
        ("totals of a person", "standings_of_person (user_id=?)"),
        ("curve of a person", "rating_changes_of_person (user_id=? AND game=?)"),
        ("leaderboard of a server", "standings_ranked (game=? AND guild_id=? AND versus=?)"),
        (
            "board of ratings",
            "rankings_ranked (board=? AND game=? AND guild_id=? AND period=? AND points=? AND score>?)",
        ),
        ("places that are not kept", "rankings_of_guild (guild_id=? AND period>? AND period<?)"),
        ("untouched matches", "matches_running_touched (touched_at<?)"),
        ("running matches counted", "matches_running_guild"),
        ("awaited matches", "matches_awaited"),
        ("matches not drawn", "matches_undrawn"),
        ("open votes", "matches_due (due_at>?)"),
        ("deadlines that have passed", "matches_due (due_at<?)"),
        ("deadlines that are close", "matches_due (due_at<?)"),
        ("deadlines put off", "matches_due (due_at>?)"),
        ("unanswered invitations", "invitations_open (created_at<?)"),
        ("invitation to a rematch", "invitations_of_inviter (inviter_id=? AND created_at>?)"),
        ("invitation to a rematch", "invitations_to_invitee (invitee_id=? AND created_at>?)"),
        (
            "invitation to a rematch",
            "invitations_between (inviter_id=? AND invitee_id=? AND fate=? AND id>?)",
        ),
        ("puzzles seen", "attempts_seen (user_id=?)"),
        ("puzzles moved", "rated_puzzles_moved"),
        ("solved daily puzzle", "attempts_seen (user_id=? AND game=? AND start=?)"),
        ("streaks of a server", "streaks_ranked (guild_id=? AND last_day=?)"),
        ("race", "attempts_of_race (race_id=?)"),
        ("newest puzzle of a race", "attempts_of_race (race_id=? AND user_id=?)"),
        ("races to draw", "races_open"),
        ("races to draw", "races_weekly (next_at<?)"),
        ("plans to go on with", "plans_open"),
    ],
)
async def test_rows_have_their_own_index(tmp_path: Path, name: str, step: str) -> None:
    statements = await _statements(tmp_path / "maxine.db", ASKED[name])
    steps = [each for sql in statements for each in _plan(tmp_path / "maxine.db", sql)]
    assert any(each.endswith(f"INDEX {step}") for each in steps), steps


@pytest.mark.parametrize("guild_id", [7, None])
async def test_ranks_are_counted_by_index(tmp_path: Path, guild_id: int | None) -> None:
    def ask(storage: Storage) -> Awaitable[object]:
        return storage.standings.find_tables("tic-tac-toe", guild_id, [PEOPLE], ADA, 0)

    statements = await _statements(tmp_path / "maxine.db", ask)
    (counting,) = (sql for sql in statements if "count(*)" in sql)
    steps = [step for step in _plan(tmp_path / "maxine.db", counting) if "standings" in step]
    covering = "SEARCH standings USING COVERING INDEX standings_ranked"
    assert len([step for step in steps if step.startswith(covering)]) == 3
    (mine,) = (step for step in steps if not step.startswith(covering))
    assert mine.endswith("user_id=?)")


@pytest.mark.parametrize("name", ASKED)
async def test_rows_are_found_by_an_index(tmp_path: Path, name: str) -> None:
    statements = await _statements(tmp_path / "maxine.db", ASKED[name])
    assert statements
    steps = [step for sql in statements for step in _plan(tmp_path / "maxine.db", sql)]
    tables = (
        "matches",
        "moves",
        "invitations",
        "standings",
        "ranking",
        "rating",
        "attempts",
        "shares",
        "streak",
        "solvers",
        "accuracies",
        "ratings",
        "rating_changes",
        "races",
        "plans",
    )
    scans = [step for step in steps if step.startswith(tuple(f"SCAN {table}" for table in tables))]
    just_those = (
        "INDEX matches_due",
        "INDEX matches_awaited",
        "INDEX matches_undrawn",
        "INDEX matches_running_guild",
        "INDEX matches_awaited",
        "INDEX matches_undrawn",
        "INDEX matches_running_touched",
        "INDEX invitations_expired",
        "INDEX races_open",
        "INDEX plans_open",
    )
    assert [step for step in scans if not step.endswith(just_those)] == []
    # These are few.
    unsorted = {"running matches of a person", "games of a person", "board of ratings", "open votes"}
    assert name in unsorted or [step for step in steps if "TEMP B-TREE" in step] == []


@pytest.mark.parametrize(
    ("ask", "steps"),
    [
        (
            lambda storage: storage.profiles.list_opponents(ADA, 3, sees_hidden=False),
            {
                "COVERING INDEX matches_past_first (first_id=?)",
                "COVERING INDEX matches_past_second (second_id=?)",
            },
        ),
        (
            lambda storage: storage.profiles.find_duel(ADA, GRACE),
            {"INDEX matches_of_pair (<expr>=? AND <expr>=?)"},
        ),
    ],
)
async def test_only_these_people_are_counted(tmp_path: Path, ask: Asking, steps: set[str]) -> None:
    statements = await _statements(tmp_path / "maxine.db", ask)
    plan = [step for sql in statements for step in _plan(tmp_path / "maxine.db", sql)]
    found = {step.partition(" USING ")[2] for step in plan if step.startswith("SEARCH")}
    assert found == steps, plan
    assert not any(step.startswith("SCAN matches") for step in plan)


async def test_end_of_a_match(tmp_path: Path) -> None:
    before = replace(draft(), actions=DRAW[:4], is_rated=True)

    async def end(storage: Storage) -> None:
        match = await begun(storage, before)
        assert await storage.matches.save(match, match.with_end(Outcome.FIRST, 1001))

    statements = await _statements(tmp_path / "maxine.db", end)
    steps = [step for sql in statements for step in _plan(tmp_path / "maxine.db", sql)]
    assert [step for step in steps if step.startswith("SCAN") and "CONSTANT ROW" not in step] == []
    assert "SEARCH moves USING PRIMARY KEY (match_id=?)" in steps
    between = "SEARCH matches USING INDEX matches_rated_between (first_id=? AND second_id=? AND ended_at>?)"
    again = "SEARCH matches USING INDEX matches_rated_again (first_id=? AND second_id=? AND fingerprint=?)"
    assert {between, again} <= {*steps}


async def test_all_of_a_person_or_server(tmp_path: Path) -> None:
    async def keep(storage: Storage) -> None:
        for table in privacy.TABLES:
            await storage.people.list_kept(ADA, table, 0)
        await storage.people.set_hidden(ADA, is_hidden=True)
        await storage.people.erase(ADA, -1, 1.0)
        await storage.servers.list_silent(1.0, 1)
        await storage.servers.purge(7, 1.0)
        await storage.servers.list_unclosed("2026-11")
        await storage.rankings.list_season(7, "2026-11", 3)

    statements = await _statements(tmp_path / "maxine.db", keep)
    steps = [step for sql in statements for step in _plan(tmp_path / "maxine.db", sql)]
    tables = [step for step in steps if step.startswith("SCAN") and step.split()[1] in {*transfer.tables()}]
    assert tables == []
    season = "SEARCH rankings USING INDEX rankings_of_guild (guild_id=? AND period=? AND board=?)"
    assert season in steps


@pytest.mark.parametrize(
    "remove",
    [
        lambda storage: storage.servers.purge(7, 1.0),
        lambda storage: storage.rankings.prune(KeptPeriods.at(1e9), 7),
    ],
)
async def test_places_go_without_a_scan(tmp_path: Path, remove: Asking) -> None:
    statements = await _statements(tmp_path / "maxine.db", remove)
    (removing,) = (sql for sql in statements if sql.startswith("DELETE FROM rankings"))
    first, *_ = _plan(tmp_path / "maxine.db", removing)
    assert first == "SEARCH rankings USING PRIMARY KEY (user_id=?)"
