"""Caches: what is used again is there, and all of it together holds no more bytes than it may."""

import gc
import time
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import cast

import pytest

import engine
from bot import caches
from bot.caches import Cache, ResultCache, weigh
from bot.delivery.client import Client
from bot.delivery.directory import KnownPeople
from bot.models import Match, Place, Reviewed
from bot.rendering.game_view import PICTURES
from bot.rendering.pictures import TILES
from bot.rendering.trees import TREES
from bot.services import Context
from bot.storage import Storage
from bot.storage.database import Database
from bot.storage.matches import Matches
from bot.workers import Analysts
from tests.bot.drafts import draft


def played(slug: str, plies: int) -> Match:
    """A random match of so many moves."""
    rng, match = Random(slug), Match(**{**vars(draft()), "game_slug": slug, "place": Place(7, 70)})
    while match.ply < plies and not match.is_over:
        match = match.with_move(rng.choice(match.state.actions()), time.time())
    return match


def reviewed(match: Match) -> Reviewed:
    """A review of a match, at a glance."""
    analyses = [engine.analyse(match.state_at(ply), stop=lambda: True) for ply in range(match.ply)]
    return Reviewed(match, engine.review(analyses, match.actions), None)


def weighed(make: Callable[[], object]) -> tuple[int, int, int]:
    """What something is taken to hold, and how many bytes are taken when it is made, and free without it."""
    make()  # what the first one needs once and for all
    gc.collect()
    gc.freeze()  # or all that other tests have left would be looked through each time
    tracemalloc.start()
    try:
        before, made = tracemalloc.get_traced_memory()[0], make()
        gc.collect()
        full, weight = tracemalloc.get_traced_memory()[0], weigh(made)
        del made
        gc.collect()
        return weight, full - before, full - tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


@pytest.mark.nightly
@pytest.mark.unmeasured
@pytest.mark.parametrize(("slug", "plies"), [("tic-tac-toe", 5), ("connect-four", 25), ("oware", 90)])
def test_weight_is_about_the_memory_taken(slug: str, plies: int) -> None:
    weight, taken, _ = weighed(partial(played, slug, plies))
    assert 0.8 * taken < weight < 1.3 * taken
    weight, _, free = weighed(lambda: reviewed(played(slug, plies)))  # the engine keeps some of what it takes
    assert 0.8 * free < weight < 2 * free  # what its parts share is counted with each of them


def test_cache_holds_the_last_used() -> None:
    cache = Cache[int, bytes](10_000)
    for number in range(100):
        cache[number] = bytes(967)
        assert cache.get(0) is not None
    assert [*cache] == [0, *range(91, 100)]
    assert sum(map(weigh, cache.values())) <= 10_000


def test_too_large_value_is_not_kept() -> None:
    cache = Cache[int, bytes](1_000)
    cache[1] = b"small"
    cache[2] = b"small"
    cache[2] = bytes(2_000)
    assert {**cache} == {1: b"small"}


def test_functions_share_the_room() -> None:
    results, asked = ResultCache(5_000), list[str]()

    @results.remember
    def once(text: str) -> bytes:
        asked.append(f"once {text}")
        return bytes(1_000)

    @results.remember
    def twice(text: str, *, loud: bool = False) -> bytes:
        asked.append(f"twice {text} {loud}")
        return bytes(1_000)

    for _ in range(2):
        assert (once("a"), twice("a"), twice("a", loud=True)) == (bytes(1_000),) * 3
    assert asked == ["once a", "twice a False", "twice a True"]
    for text in "bcde":
        once(text)
    twice("a")
    assert asked[-1] == "twice a False"
    results.clear()
    once("e")
    assert asked[-2:] == ["twice a False", "once e"]


def test_arguments_weigh_too() -> None:
    results, asked = ResultCache(5_000), list[str]()

    @results.remember
    def length(text: str) -> int:
        asked.append(text[0])
        return len(text)

    for letter in "abcabc":
        length(letter * 3_000)
    assert asked == [*"abcabc"]


def test_results_are_remembered_in_any_thread() -> None:
    results = ResultCache(20_000)

    @results.remember
    def square(number: int) -> bytes:
        return bytes(number * number % 997)

    with ThreadPoolExecutor(8) as pool:
        found = [*pool.map(square, [*range(60)] * 50)]
    assert found == [bytes(number * number % 997) for number in range(60)] * 50


def test_all_caches_stay_within_the_bound() -> None:
    analysts = Analysts()
    context = Context(cast("Storage", None), analysts)
    bounds = [results._kept.maxsize for results in (PICTURES, TILES, TREES)]
    bounds += [context.reviews.maxsize, analysts._answers.maxsize]
    bounds += [
        Matches(cast("Database", None))._recent.maxsize,
        KnownPeople(cast("Client", None))._names.maxsize,
    ]
    assert sum(bounds) == caches.MOST <= 16 << 20
