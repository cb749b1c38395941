"""What a person has played: recounted from all matches, on every database."""

import tempfile
from collections import Counter
from dataclasses import replace
from functools import reduce
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from bot.models import MAXINE, PEOPLE, Asker, Match, Participant, Place, ResultCounts, Reviewed
from bot.storage import Storage
from engine import Outcome, Review
from tests.bot.databases import Opening
from tests.bot.drafts import ADA, ALAN, GRACE, begun, draft
from tests.bot.results import ENDS, Ended, play_out

PEOPLE_IDS = (1, 2, 3)
FEW = st.builds(
    Ended,
    players=st.permutations([None, *PEOPLE_IDS]).map(lambda ids: (ids[0], ids[1])),
    level=st.sampled_from(engine.LEVELS),
    guild_id=st.just(7),
    outcome=st.sampled_from([*Outcome, None]),
    is_helped=st.booleans(),
)


def asker(user_id: int, channel_id: int = 70) -> Asker:
    return Asker(user_id, Place(7, channel_id))


def counted(matches: list[Match], one: int, other: int) -> list[Match]:
    """Those between two, 0 for Maxine, that have a result without help."""
    return [
        match
        for match in matches
        if {player.user_id or MAXINE for player in match.players} == {one, other}
        and match.ending is not None
        and match.ending.outcome is not None
        and not match.is_helped
    ]


def longest(matches: list[Match]) -> int:
    """The longest run of wins of anybody, in the order in which they ended."""
    runs = groupby(match.winner and (match.winner.user_id or MAXINE) for match in matches)
    return max((len([*run]) for winner, run in runs if winner is not None), default=0)


@pytest.mark.ci
@given(ends=st.lists(FEW, max_size=40))
@settings(max_examples=20)
async def test_duel_is_a_recount(database: Opening, ends: list[Ended]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        async with database(Path(directory)) as storage:
            matches = [await play_out(storage, end) for end in ends]
            for one, other in ((1, 2), (2, 1), (3, MAXINE)):
                duel = await storage.profiles.find_duel(one, other)
                played = counted(matches, one, other)
                wins = Counter(match.winner and (match.winner.user_id or MAXINE) for match in played)
                total = ResultCounts(wins[one], wins[None], wins[other])
                assert sum(each.results.played for each in duel.begun) == len(played)
                assert (
                    reduce(ResultCounts.plus, (each.results for each in duel.begun), ResultCounts()) == total
                )
                for each in duel.begun:
                    begun_by = [m for m in played if (m.players[0].user_id or MAXINE) == each.beginner_id]
                    assert each.results.played == len(begun_by)
                assert (duel.longest.length if duel.longest else 0) == longest(played)


@pytest.mark.ci
@given(ends=st.lists(ENDS, max_size=30))
@settings(max_examples=15)
async def test_totals_and_favourite_are_recounts(database: Opening, ends: list[Ended]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        async with database(Path(directory)) as storage:
            matches = [await play_out(storage, end) for end in ends]
            with_result = [m for m in matches if m.ending is not None and m.ending.outcome is not None]
            for user_id in (1, 2, 3):
                own = [match for match in with_result if match.seat_of(user_id) is not None]
                found = await storage.profiles.list_results(user_id)
                assert sum(each.results.played for each in found) == len(own)
                people = sum(each.results.played for each in found if each.versus == PEOPLE)
                others = [match.players[1 - (match.seat_of(user_id) or 0)].user_id for match in own]
                most = Counter(other for other in others if other is not None)
                assert people == most.total()
                opponents = await storage.profiles.list_opponents(user_id, 2, sees_hidden=False)
                assert [each.results.played for each in opponents] == [n for _, n in most.most_common(2)]
                for opponent_id, results in opponents:
                    against = [match for match in own if match.seat_of(opponent_id) is not None]
                    wins = [match for match in against if match.winner and match.winner.user_id == user_id]
                    draws = [match for match in against if match.winner is None]
                    assert results == (len(wins), len(draws), len(against) - len(wins) - len(draws))


async def end(storage: Storage, match: Match, at: float) -> Match:
    stored = await begun(storage, match)
    over = stored.with_end(Outcome.FIRST, at)
    assert await storage.matches.save(stored, over)
    return over


async def test_former_player_keeps_no_accuracy(storage: Storage) -> None:
    match = await end(storage, draft(ADA, GRACE), 2000)
    before = replace(match, players=(Participant(ALAN), match.players[1]))
    await storage.profiles.add_accuracies(Reviewed(before, Review((), (50.0, 60.0), None), None))
    assert await storage.profiles.list_accuracies(ALAN, 5) == []
    assert await storage.profiles.list_accuracies(GRACE, 5) == [60.0]
