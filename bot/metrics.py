"""The metrics that operators watch: nothing is counted, at no cost, until `begin_counting` is called.

A function of this module is called where its fact arises. Labels have few values: names of commands, kinds of
buttons, outcomes, Discord's status codes; never a text that a person wrote.
"""

from collections.abc import Mapping
from functools import partial
from math import nan

from bot import __version__

_ANSWER_BUCKETS = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)  # seconds; Discord waits for three
_SEARCH_BUCKETS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_COMMIT_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
_BATCH_BUCKETS = (1, 2, 4, 8, 16, 32, 64)
_LAG_BUCKETS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class _Meters:
    """The instruments, in a registry of their own."""

    def __init__(self) -> None:
        from prometheus_client import (  # noqa: PLC0415 - only this needs it
            CollectorRegistry,
            Counter,
            Gauge,
            Histogram,
            ProcessCollector,
            disable_created_metrics,
        )

        disable_created_metrics()  # type: ignore[no-untyped-call] # a line more for each, without use
        self.registry = CollectorRegistry(auto_describe=True)
        ProcessCollector(registry=self.registry)
        counter = partial(Counter, namespace="maxine", registry=self.registry)
        gauge = partial(Gauge, namespace="maxine", registry=self.registry)
        histogram = partial(Histogram, namespace="maxine", registry=self.registry)

        gauge("build_info", "The program that runs.", ["version"]).labels(__version__).set(1)
        self.interactions = counter(
            "interactions", "What people asked for, and what came of it.", ["kind", "name", "outcome"]
        )
        self.answer_seconds = histogram(
            "interaction_answer_seconds",
            "From the arrival of an interaction until Discord had its first answer or deferral.",
            ["kind"],
            buckets=_ANSWER_BUCKETS,
        )
        self.discord_answers = counter(
            "discord_answers", "What Discord answered to requests, by HTTP status.", ["status"]
        )
        self.searches = counter(
            "searches", "Searches of worker processes, and what came of each.", ["kind", "result"]
        )
        self.search_wait_seconds = histogram(
            "search_wait_seconds",
            "From being asked for until a worker was free.",
            ["kind"],
            buckets=_SEARCH_BUCKETS,
        )
        self.search_seconds = histogram(
            "search_seconds", "Thinking, as long as it took.", ["kind"], buckets=_SEARCH_BUCKETS
        )
        self.worker_restarts = counter(
            "worker_restarts", "Worker processes that died or hung, and are replaced.", ["reason"]
        )
        self.commit_seconds = histogram(
            "commit_seconds", "Commits of the database, each whole.", buckets=_COMMIT_BUCKETS
        )
        self.commit_works = histogram(
            "commit_works", "How many changes one commit has held.", buckets=_BATCH_BUCKETS
        )
        self.loop_lag_seconds = histogram(
            "event_loop_lag_seconds", "How late the event loop was.", buckets=_LAG_BUCKETS
        )
        self.puzzles = counter(
            "puzzles",
            "Puzzles of a theme that were begun and decided, by whether a lesson on it came just before.",
            ["after_lesson"],
        )
        self.puzzles_solved_first = counter(
            "puzzles_solved_first", "Those of them that were solved at the first try.", ["after_lesson"]
        )
        self.matches_running = gauge("matches_running", "Matches that have not ended, in the whole database.")
        self.searches_waiting = gauge("searches_waiting", "Searches that no worker has begun yet.")
        self.free_bytes = gauge("database_free_bytes", "Free bytes on the disk of a database file.")
        self.gateway_connected = gauge(
            "gateway_connected", "Whether a shard is connected to Discord.", ["shard"]
        )
        self.gateway_latency = gauge(
            "gateway_latency_seconds", "Until the gateway answered a shard's last heartbeat.", ["shard"]
        )


_meters: _Meters | None = None


def begin_counting() -> None:
    """Count and time from now on, until the process ends."""
    global _meters  # noqa: PLW0603 - as one process has one log
    _meters = _meters or _Meters()


def has_begun() -> bool:
    """Return whether metrics are on: if not, callers skip costly ones."""
    return _meters is not None


def count_interaction(kind: str, name: str, outcome: str, seconds: float | None) -> None:
    """Count an interaction by its outcome, and the seconds until its answer, None if it had none."""
    if _meters is not None:
        _meters.interactions.labels(kind, name, outcome).inc()
        if seconds is not None:
            _meters.answer_seconds.labels(kind).observe(seconds)


def count_discord(status: str) -> None:
    """Count the status of a response from Discord."""
    if _meters is not None:
        _meters.discord_answers.labels(status).inc()


def observe_search_wait(kind: str, waited: float) -> None:
    """Record how long a search waited for a worker."""
    if _meters is not None:
        _meters.search_wait_seconds.labels(kind).observe(waited)


def observe_search(kind: str, result: str, seconds: float) -> None:
    """Count a search by its result, and record how long it took."""
    if _meters is not None:
        _meters.searches.labels(kind, result).inc()
        _meters.search_seconds.labels(kind).observe(seconds)


def count_lost_worker(reason: str) -> None:
    """Count a worker process that must be replaced, by the reason."""
    if _meters is not None:
        _meters.worker_restarts.labels(reason).inc()


def observe_commit(seconds: float, works: int) -> None:
    """Record how long a commit took and how many changes it held."""
    if _meters is not None:
        _meters.commit_seconds.observe(seconds)
        _meters.commit_works.observe(works)


def count_puzzle(*, is_after_lesson: bool, is_solved_first: bool) -> None:
    """Count a decided puzzle of a theme, and whether it was solved at the first try."""
    if _meters is not None:
        label = "yes" if is_after_lesson else "no"
        _meters.puzzles.labels(label).inc()
        if is_solved_first:
            _meters.puzzles_solved_first.labels(label).inc()


def observe_lag(seconds: float) -> None:
    """Record the delay of the event loop."""
    if _meters is not None:
        _meters.loop_lag_seconds.observe(seconds)


def format_metrics(
    *,
    matches_running: int | None,
    searches_waiting: int,
    free_bytes: int | None,
    gateway: Mapping[int, float | None],
) -> bytes:
    """Return all metrics, with the present state, in the text format of Prometheus.

    `matches_running` and `free_bytes` are None if unknown. `gateway` has for each shard the seconds until its
    last heartbeat was answered, None if it is not connected.
    """
    from prometheus_client import generate_latest  # noqa: PLC0415 - likewise

    meters = _meters or _Meters()
    meters.matches_running.set(nan if matches_running is None else matches_running)
    meters.searches_waiting.set(searches_waiting)
    meters.free_bytes.set(nan if free_bytes is None else free_bytes)
    meters.gateway_latency.clear()
    for shard, latency in gateway.items():
        meters.gateway_connected.labels(shard).set(latency is not None)
        if latency is not None:
            meters.gateway_latency.labels(shard).set(latency)
    return generate_latest(meters.registry)
