"""Who meets whom in tournaments of every size."""

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.models import Entrant, Participant, Place, Tournament
from bot.policy import MOST_ENTRANTS
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


@pytest.mark.parametrize("count", range(11, MOST_ENTRANTS + 1))
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


def turns(now: Tournament) -> Counter[int]:
    begun = Counter(dict.fromkeys(range(len(now.entrants)), 0))
    for pairing in now.pairings:
        if pairing.second is not None:
            begun[pairing.first] += 1
            begun[pairing.second] -= 1
    return begun


@pytest.mark.ci
@given(count=st.integers(11, MOST_ENTRANTS), seed=st.integers(0, 999))
@settings(max_examples=12)
def test_everybody_begins_about_as_often(count: int, seed: int) -> None:
    rng, now = Random(seed), tournament(count)
    while now.round < now.rounds:
        now = played(now, rng)
        assert max(map(abs, turns(now).values())) <= 2


Faults = tuple[int, int, int]


def fewest_faults(before: Tournament) -> Faults:
    """The fewest rematches, then second byes, then unfair turns, of all ways to pair a round."""
    begun = turns(before)
    met = {frozenset((each.first, each.second)) for each in before.pairings}
    byes = {each.first for each in before.pairings if each.second is None}

    def faults(one: int, other: int | None) -> Faults:
        if other is None:
            return 0, int(one in byes), 0
        after = [max(abs(begun[one] + turn), abs(begun[other] - turn)) for turn in (1, -1)]
        return int(frozenset((one, other)) in met), 0, int(min(after) > 2)

    @cache
    def fewest(left: tuple[int | None, ...]) -> Faults:
        one, *others = left or (None,)
        if one is None:
            return 0, 0, 0
        ways = (
            zip(faults(one, other), fewest(tuple(each for each in others if each != other)), strict=True)
            for other in others
        )
        return min(tuple(map(sum, way)) for way in ways)  # type: ignore[return-value]

    stayed = [number for number, each in enumerate(before.entrants) if not each.is_withdrawn]
    return fewest((*stayed, None) if len(stayed) % 2 else tuple(stayed))


def faults_of(before: Tournament, after: Tournament) -> Faults:
    """How many there are in the newest round."""
    new, old = after.pairings[len(before.pairings) :], before.pairings
    met = {frozenset((each.first, each.second)) for each in old}
    again = sum(frozenset((each.first, each.second)) in met for each in new if each.second is not None)
    byes = {each.first for each in old if each.second is None}
    begun = turns(after)
    unfair = sum(
        max(abs(begun[each.first]), abs(begun[each.second])) > 2 for each in new if each.second is not None
    )
    return again, sum(each.first in byes for each in new if each.second is None), unfair


@pytest.mark.ci
@given(
    count=st.integers(11, 12),
    seed=st.integers(0, 999),
    gone=st.sets(st.integers(0, 11)),
    last=st.integers(0, 3),
)
@example(count=11, seed=728, gone={0, 1, 2, 4, 6, 7, 10}, last=1)  # another bye avoids a rematch
@settings(max_examples=40)
def test_swiss_round_has_fewest_faults(count: int, seed: int, gone: set[int], last: int) -> None:
    """Those who are gone have withdrawn after the round `last`."""
    rng, now = Random(seed), tournament(count)
    while now.round < now.rounds:
        entrants = [
            replace(each, is_withdrawn=now.round >= last and number in gone)
            for number, each in enumerate(now.entrants)
        ]
        before = replace(now, entrants=tuple(entrants))
        if sum(not each.is_withdrawn for each in entrants) < 2:
            return
        now = played(before, rng)
        assert faults_of(before, now) == fewest_faults(before)


def test_worst_without_a_bye_has_it() -> None:
    rng, now = Random(1), tournament(13)
    while now.round < now.rounds:
        had = {each.first for each in now.pairings if each.second is None}
        least = min(score.halves for score in now.scores if score.number not in had)
        bye = next_round(now)[-1]
        assert (bye.second, now.halves_of(bye.first), bye.first in had) == (None, least, False)
        now = played(now, rng)


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
