"""What is kept about people and servers is forgotten whole, and only that."""

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.models import PEOPLE, Entrant, Pairing, Participant, Place, ServerSettings, Standing, Tournament
from bot.storage import Storage, privacy
from engine import Outcome
from tests.bot.attempts import DAY, solved
from tests.bot.databases import Opening
from tests.bot.drafts import ADA, GRACE, PLACE, begun, draft, present, sent
from tests.bot.results import ENDS, Ended, play_out
from tests.bot.test_storage_contract_standings import VERSUS

LEAVER, SLUG = -77, "tic-tac-toe"
OPEN = Tournament(0, SLUG, PLACE, ADA, 60, 1000, (Entrant(Participant(ADA)),))
SHOWN = st.lists(st.tuples(st.integers(1, 14), st.booleans()), max_size=8)
OTHERS = frozenset(
    {
        "id",
        "match_id",
        "attempt_id",
        "origin_id",
        "rematch_of",
        "seed",
        "fingerprint",
        "tournament_id",
        "race_id",
        "event_id",
    }
) | {"guild_id", "channel_id", "parent_id", "message_id", "season_channel_id", "application_id"}
"""Columns wide enough for the id of a person that hold something else."""

IMPLIED = {("invitations", "begins"), ("blocks", "blocked_id")}
"""Columns with people who stand in another one of the row too, or whose row is another's alone.

Who is blocked is not told so, and does not undo it by leaving.
"""


def test_every_table_with_people_is_known(url: str) -> None:
    wide = (
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE table_schema = 'public' AND data_type = 'bigint'"
    )
    with psycopg.connect(url) as connection:
        found = connection.execute(wide.encode()).fetchall()
    people = {(table, name) for table, name in found if name not in OTHERS}
    told = {(table, name) for table, names in privacy.TABLES.items() for name in names}
    assert people == told | IMPLIED


async def kept(storage: Storage, user_id: int) -> dict[str, int]:
    counts = {}
    for table in privacy.TABLES:
        after, counts[table] = 0, 0
        while page := await storage.people.list_kept(user_id, table, after):
            counts[table] += len(page)
            if "id" not in page[0]:
                break
            after = page[-1]["id"]
    return {table: count for table, count in counts.items() if count}


async def test_deadline_is_told_as_it_is(storage: Storage) -> None:
    await storage.deadlines.record_heartbeat(1000.0, 6)
    match = await begun(storage, replace(draft(), pace=60, message_id=8, due_at=1060.0))
    await storage.deadlines.record_heartbeat(5000.0, 6)  # after a gap
    found = present(await storage.matches.find(match.id))
    [told] = await storage.people.list_kept(ADA, "matches", 0)
    assert told["due_at"] == found.due_at


async def board(storage: Storage, guild_id: int | None, versus: str = PEOPLE) -> Sequence[Standing]:
    tables = await storage.standings.find_tables(SLUG, guild_id, [versus], 0, 1000)
    return [standing for table in tables for standing in table.top]


@pytest.mark.ci
@given(ends=st.lists(ENDS, max_size=25), leaver=st.integers(1, 14), hides=SHOWN)
@settings(max_examples=15)
async def test_forgotten_person_leaves_nothing(
    database: Opening, ends: list[Ended], leaver: int, hides: list[tuple[int, bool]]
) -> None:
    with tempfile.TemporaryDirectory() as directory:
        async with database(Path(directory)) as storage:
            hidden = set[int]()
            for number, end in enumerate(ends):
                await play_out(storage, end)
                for user_id, is_hidden in hides[number : number + 1]:
                    await storage.people.set_hidden(user_id, is_hidden=is_hidden)
                    (hidden.add if is_hidden else hidden.discard)(user_id)
            assert {*await storage.people.find_hidden(range(1, 15))} == hidden
            before = {place: [await board(storage, place, each) for each in VERSUS] for place in (None, 7, 8)}
            assert not hidden & {each.user_id for one in before[None] for each in one}
            await storage.people.erase(leaver, LEAVER, 9e9)
            assert await kept(storage, leaver) == {}
            for place, boards in before.items():
                for versus, was in zip(VERSUS, boards, strict=True):
                    left = [_results(each) for each in was if each.user_id != leaver]
                    now = await board(storage, place, versus)
                    assert [_results(each) for each in now] == left
                    results = [each[1:] for each in left]
                    assert [each.rank for each in now] == [1 + results.index(each) for each in results]
                    for each in now:  # the own place is the same
                        find = storage.standings.find_tables
                        tables = await find(SLUG, place, [versus], each.user_id, each.rank - 1 or 1)
                        assert each in (tables[0].own, *tables[0].top)


def _results(standing: Standing) -> tuple[int, ...]:
    return standing.user_id, standing.wins, standing.draws, standing.losses


async def test_own_place_counts_no_hidden_people(storage: Storage) -> None:
    for better in (1, 2, 3):
        await play_out(storage, Ended((better, 9), "easy", 7, None))
        match = await begun(storage, draft(better, 9))
        await storage.matches.save(match, match.with_end(Outcome.FIRST, 2000.0))
    await storage.people.set_hidden(1, is_hidden=True)
    await storage.people.erase(2, LEAVER, 3000.0)
    (everywhere,) = await storage.standings.find_tables(SLUG, None, [PEOPLE], 9, 1)
    (server,) = await storage.standings.find_tables(SLUG, 7, [PEOPLE], 9, 1)
    assert everywhere.own is not None
    assert server.own is not None
    assert (everywhere.own.rank, server.own.rank) == (2, 3)


async def test_hidden_streaks_go_on(storage: Storage) -> None:
    await solved(storage, 100)
    await storage.people.set_hidden(ADA, is_hidden=True)
    await solved(storage, 101)
    await solved(storage, 101, GRACE)
    streak = present(await storage.puzzles.find_streak(ADA))
    assert streak.length == 2
    table = await storage.puzzles.find_streaks(None, ADA, 101, 10)
    assert ([each.user_id for each in table.top], table.own) == ([GRACE], None)
    assert [each.user_id for each in (await storage.puzzles.find_streaks(7, ADA, 101, 10)).top] == [
        ADA,
        GRACE,
    ]
    await storage.people.set_hidden(ADA, is_hidden=False)
    assert [each.user_id for each in (await storage.puzzles.find_streaks(None, 0, 101, 10)).top] == [
        ADA,
        GRACE,
    ]
    await storage.people.set_hidden(3, is_hidden=True)
    await solved(storage, 101, 3)
    assert 3 not in {each.user_id for each in (await storage.puzzles.find_streaks(None, 0, 101, 10)).top}
    await storage.people.erase(ADA, LEAVER, 102 * DAY)
    assert await storage.puzzles.find_streak(ADA) is None
    assert [each.user_id for each in (await storage.puzzles.find_streaks(7, 0, 101, 10)).top] == [3, GRACE]


async def test_pages_hold_every_row_once(storage: Storage) -> None:
    for number in range(privacy.PAGE + 3):
        await begun(storage, draft(*((ADA, GRACE) if number % 2 else (GRACE, ADA))))
    first = await storage.people.list_kept(ADA, "matches", 0)
    second = await storage.people.list_kept(ADA, "matches", first[-1]["id"])
    assert [row["id"] for row in first + second] == [*range(1, privacy.PAGE + 4)]


async def test_server_is_forgotten_without_its_people(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(privacy, "AT_ONCE", 1)
    await play_out(storage, Ended((ADA, GRACE), "easy", 7, Outcome.FIRST))
    await play_out(storage, Ended((ADA, GRACE), "easy", 8, Outcome.FIRST))
    running = await begun(storage)
    await sent(storage)
    await solved(storage, 100)
    before = present(await storage.tournaments.add(OPEN))
    two = before.changed(
        entrants=[*before.entrants, Entrant(Participant(GRACE))], pairings=[Pairing(1, 0, 1)]
    )
    assert await storage.tournaments.save(before, two, [draft(ADA, GRACE)])
    await storage.servers.meet(7, 1000.0)
    assert await storage.servers.list_silent(1000.0, 9) == []
    assert await storage.servers.list_silent(1001.0, 9) == [7]
    await storage.servers.purge(7, 1001.0)
    assert await storage.servers.find(7) == (ServerSettings(), None)
    assert await board(storage, 7) == []
    assert await storage.tournaments.find(before.id) is None
    assert await storage.tournaments.list_entered(ADA) == []
    assert [each.wins for each in await board(storage, None)] == [2, 0]
    assert [each.wins for each in await board(storage, 8)] == [1, 0]
    match = present(await storage.matches.find(running.id))
    assert (match.place, match.message_id, match.is_over) == (Place(None, 0), None, True)
    table = await storage.puzzles.find_streaks(7, ADA, 100, 10)
    assert (table.top, table.own) == ([], None)
    assert await storage.puzzles.find_streak(ADA) is not None
    assert (await storage.people.list_kept(GRACE, "invitations", 0))[0]["fate"] == "expired"


async def test_server_met_meanwhile_is_kept(storage: Storage) -> None:
    await storage.servers.meet(7, 1000.0)
    await storage.servers.meet(7, 500.0)
    await storage.servers.purge(7, 900.0)
    assert await storage.servers.find(7) == (ServerSettings(), 1000.0)


async def test_outdated_settings_are_not_saved(storage: Storage) -> None:
    first, second = (
        ServerSettings(channels=(1, 2), level="hard"),
        ServerSettings(season_channel_id=5, language="de"),
    )
    assert await storage.servers.save(7, ServerSettings(), first, 1.0)
    assert not await storage.servers.save(7, ServerSettings(), second, 2.0)
    assert (await storage.servers.find(7))[0] == first
    assert await storage.servers.save(7, first, second, 3.0)
    assert await storage.servers.find(7) == (second, 3.0)
    assert await storage.servers.save(7, second, ServerSettings(level="hard", game="oware"), 3.0)
