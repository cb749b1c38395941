"""The totals of the leaderboard are always a recount of the matches."""

import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from bot.models import PEOPLE, Match, Standing
from bot.storage import Storage
from engine import Outcome
from tests.bot.databases import Opening
from tests.bot.drafts import ADA, ALAN, GRACE, PLACE
from tests.bot.results import ENDS, WHERE, Ended, play_out

VERSUS = (PEOPLE, *engine.LEVELS, *(f"{level}+help" for level in engine.LEVELS))


def _recounted(matches: Sequence[Match], guild_id: int | None, versus: str) -> list[Standing]:
    """Rank everybody from the matches alone; without a guild, from those of everywhere."""
    wins, draws, losses = Counter[int](), Counter[int](), Counter[int]()
    for match in matches:
        if match.ending is None or (match.level or PEOPLE) + "+help" * match.is_helped != versus:
            continue
        if guild_id is not None and match.place.guild_id != guild_id:
            continue
        for player in match.players:
            if player.user_id is not None:
                won, drawn = match.winner == player, match.ending.outcome is Outcome.DRAW
                (wins if won else draws if drawn else losses)[player.user_id] += 1
    people = wins.keys() | draws.keys() | losses.keys()
    ranked = sorted(people, key=lambda who: (-2 * wins[who] - draws[who], -wins[who], losses[who], who))
    results = [(wins[who], draws[who], losses[who]) for who in ranked]
    return [Standing(1 + results.index(each), who, *each) for who, each in zip(ranked, results, strict=True)]


@pytest.mark.ci
@given(ends=st.lists(ENDS, max_size=40))
@settings(max_examples=30)
async def test_tables_are_a_recount(database: Opening, ends: list[Ended]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        async with database(Path(directory)) as storage:
            matches = [await play_out(storage, end) for end in ends]
            for guild_id in WHERE:
                tables = await storage.standings.find_tables("tic-tac-toe", guild_id, VERSUS, 1, 1000)
                recounted = ((versus, _recounted(matches, guild_id, versus)) for versus in VERSUS)
                assert [(table.versus, table.top) for table in tables] == [
                    each for each in recounted if each[1]
                ]
            ranked = _recounted(matches, None, PEOPLE)
            for standing in ranked:
                user_id = standing.user_id
                (table,) = await storage.standings.find_tables("tic-tac-toe", None, [PEOPLE], user_id, 3)
                assert (table.top, table.own) == (ranked[:3], None if standing in ranked[:3] else standing)


async def test_person_without_results_has_no_place(storage: Storage) -> None:
    await play_out(storage, Ended((ADA, GRACE), "easy", 7, Outcome.FIRST))
    (table,) = await storage.standings.find_tables("tic-tac-toe", 7, VERSUS, ALAN, 1)
    assert table.own is None


async def test_other_game_has_its_own_tables(storage: Storage) -> None:
    await play_out(storage, Ended((ADA, GRACE), "easy", PLACE.guild_id, Outcome.DRAW))
    assert await storage.standings.find_tables("connect-four", 7, VERSUS, ADA, 10) == []
