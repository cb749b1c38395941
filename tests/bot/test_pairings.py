"""Who meets whom in tournaments of every size."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bot.models import Entrant, Participant, Place, Tournament
from bot.services import pairings
from bot.services.pairings import next_round

RESULTS = ((2, 0), (1, 1), (0, 2))


def tournament(count: int) -> Tournament:
    entrants = tuple(Entrant(Participant(user_id)) for user_id in range(1, count + 1))
    return Tournament(1, "tic-tac-toe", Place(1, 2), 1, 60, 0, entrants, status="running")


def played(before: Tournament, rng: Random) -> Tournament:
    """Play a round with chance results; without a match nothing is played."""
    pairings = [
        each
        if each.second is None or before.entrants[each.second].is_withdrawn
        else replace(each, match_id=1, halves=rng.choice(RESULTS))
        for each in next_round(before)
    ]
    return before.changed(pairings=pairings)


@pytest.mark.parametrize("count", range(2, 11))
def test_everybody_meets_everybody_once(count: int) -> None:
    now = tournament(count)
    for _ in range(now.rounds):
        now = played(now, Random(count))
    met = Counter(frozenset((each.first, each.second)) for each in now.pairings)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1}
    begun = Counter(dict.fromkeys(range(count), 0) | Counter(each.first for each in now.pairings))
    assert max(begun.values()) - min(begun.values()) <= 1 - count % 2
    assert sum(score.halves for score in now.scores) == 2 * len(now.pairings)


@pytest.mark.share
@pytest.mark.parametrize("count", range(11, 65))
def test_swiss_system_repeats_no_pairing(count: int) -> None:
    rng, now = Random(count), tournament(count)
    for number in range(1, now.rounds + 1):
        now = played(now, rng)
        playing = [each for pairing in now.pairings_of(number) for each in (pairing.first, pairing.second)]
        assert sorted(each for each in playing if each is not None) == list(range(count))
    met = Counter(frozenset((each.first, each.second)) for each in now.pairings)
    assert set(met.values()) == {1}
    assert sum(each.second is None for each in now.pairings) == (count % 2) * now.rounds
    best, *_, worst = now.scores
    assert best.rank == 1
    assert best.halves > worst.halves


def test_everybody_plays_though_all_have_met(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pairings, "_MOST_TRIES", 0)
    now = tournament(12)
    for _ in range(2):
        now = played(now, Random(1))
    playing = [each for pairing in now.pairings_of(2) for each in (pairing.first, pairing.second)]
    assert {*playing} == {*range(12)}


def test_equals_meet_by_the_swiss_system() -> None:
    rng, now = Random(1), tournament(16)
    for _ in range(3):
        now = played(now, rng)
    halves = {score.number: score.halves for score in now.scores}
    apart = [abs(halves[each.first] - halves[each.second or 0]) for each in next_round(now)]
    assert max(apart) <= 2


def test_withdrawal_gives_the_point() -> None:
    now = tournament(4)
    entrants = [replace(each, is_withdrawn=number in {1, 2}) for number, each in enumerate(now.entrants)]
    now = now.changed(entrants=entrants)
    for _ in range(now.rounds):
        now = played(now, Random(1))
    assert [score.halves for score in now.scores if score.number in {1, 2}] == [0, 0]
    assert sum(score.halves for score in now.scores) == 2 * 5  # the two who have withdrawn never met


def test_tie_break_is_by_opponents() -> None:
    rng, now = Random(3), tournament(5)
    while now.round < now.rounds:
        now = played(now, rng)
    for one, other in zip(now.scores, now.scores[1:], strict=False):
        assert (one.halves, one.tie_break) >= (other.halves, other.tie_break)
        assert (one.rank == other.rank) == ((one.halves, one.tie_break) == (other.halves, other.tie_break))
