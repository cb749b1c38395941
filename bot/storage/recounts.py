"""All that follows from matches, computed again from them: ratings, places and totals.

People who left are rated as others, so that their opponents have what they had, but nothing of that is kept.
Who has which rating, and what each has won, is in memory meanwhile.
"""

import logging
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias

from bot.models import (
    ALL_TIME,
    FORMULA,
    Between,
    Finish,
    Form,
    KeptPeriods,
    Match,
    Rating,
    Verdict,
    day_of,
    judge,
)
from bot.storage import rows, standings, verdicts
from bot.storage.database import Database
from bot.storage.rows import EVERYWHERE, FORM_COLUMNS, HIDDEN, MATCH_COLUMNS
from bot.storage.transfer import Row, Whole
from engine import IllegalActionError

_Table: TypeAlias = dict[tuple[Any, ...], tuple[Any, ...]]
"""The values of rows by their keys."""

_log = logging.getLogger(__name__)

_BATCH = 1_000
_VERSIONS = "SELECT version FROM rating_formula"
_PRESENT = [(FORMULA,)]
_FORMS = f"user_id, game, board, {FORM_COLUMNS}"
_ENDED, _OVER = "ended_at IS NOT NULL", "result IS NOT NULL"
_PUZZLE_PLACES = """
    SELECT user_id, guild_id, rating, deviation, run FROM solvers JOIN (
        SELECT user_id, 0 AS guild_id FROM solvers
        UNION SELECT user_id, guild_id FROM attempts
            WHERE rating_change IS NOT NULL AND guild_id IS NOT NULL AND day IS NULL
        UNION SELECT user_id, guild_id FROM rankings WHERE board = 'puzzles' AND guild_id > 0
    ) AS places USING (user_id)"""
"""Who has a place on a server has it: a daily puzzle may have been shown on another since."""


class _StoppedError(Exception):
    """The process is asked to end: the transaction is rolled back."""


async def renew(database: Database, now: float, is_stopped: Callable[[], bool]) -> None:
    """Compute ratings and totals again, unless that was done by the present formula.

    Change nothing if `is_stopped`, which a thread calls before each batch, becomes true meanwhile.
    """
    if await database.find(_VERSIONS) != _PRESENT:
        with suppress(_StoppedError):
            await database.rewrite(partial(_renew, now=now, is_stopped=is_stopped))


def _renew(whole: Whole, now: float, is_stopped: Callable[[], bool]) -> None:
    if [*whole.ask(_VERSIONS)] == _PRESENT:
        return  # another process was first
    if count := whole.count("matches"):
        _log.info("Ratings are computed again from %d matches; this takes about a minute for 100,000.", count)
    recount(whole, now, is_stopped)
    if count:
        _log.info("Ratings are computed.")


def recount(whole: Whole, now: float, is_stopped: Callable[[], bool] = lambda: False) -> None:
    """Compute all again that follows from the matches.

    Places of months and weeks that are not kept any more stay away where there are none. A rated match that
    cannot be replayed is logged, and does not count.
    """
    replay, hidden, puzzle_places = _Replay(), _find_hidden(whole), _puzzle_places(whole)
    kept, known = KeptPeriods.at(now), {*whole.ask("SELECT DISTINCT period FROM rankings")}
    whole.change("DELETE FROM rating_changes", [()])
    for batch in _batches(whole, _ENDED, "ended_at", is_stopped):
        _rate_batch(whole, replay, batch)
    totals = _count_standings(whole, is_stopped, replay.skipped)
    _replace_rows(whole, "standings", standings.COLUMNS, _move_hidden(totals, 3, 1, hidden))
    _replace_rows(whole, "ratings", _FORMS, _move_hidden(replay.forms(), 0, None, hidden))
    places = _move_hidden({**replay.places(), **puzzle_places}, 0, 3, hidden)
    wanted = {key: each for key, each in places.items() if not kept.is_outdated(key[-1]) or key[-1:] in known}
    _replace_rows(whole, "rankings", verdicts.RANKING_COLUMNS, wanted)
    _replace_rows(whole, "rating_formula", "version", {(FORMULA,): ()})


def _replace_rows(whole: Whole, table: str, columns: str, wanted: _Table) -> None:
    whole.change(f"DELETE FROM {table}", [()])
    whole.change(rows.inserting(table, columns), [(*key, *values) for key, values in wanted.items()])


def count_wrong_totals(whole: Whole, seconds: float) -> int | None:
    """Return how many totals differ from the matches, None if that takes longer than so many seconds."""
    deadline = time.monotonic() + seconds
    with suppress(_StoppedError):
        counted = _count_standings(whole, lambda: time.monotonic() > deadline)
        right = _move_hidden(counted, 3, 1, _find_hidden(whole))
        kept = {row[:4]: row[4:] for row in whole.ask(f"SELECT {standings.COLUMNS} FROM standings")}
        return sum(kept.get(key) != right.get(key) for key in {*kept, *right})
    return None


def _find_hidden(whole: Whole) -> set[int]:
    return {user_id for (user_id,) in whole.ask("SELECT user_id FROM hidden")}


def _move_hidden(counted: _Table, person: int, place: int | None, hidden: Collection[int]) -> _Table:
    """Return rows without those of who has left, those of everywhere moved of who is hidden.

    In their keys the id of the person, and that of the server, are at these places.
    """

    def moved(key: tuple[Any, ...]) -> tuple[Any, ...]:
        if place is None or key[place] != EVERYWHERE or key[person] not in hidden:
            return key
        return *key[:place], HIDDEN, *key[place + 1 :]

    return {moved(key): values for key, values in counted.items() if key[person] > 0}


class _Replay:
    """What people's ratings are, and what they have played with each other, as far as matches were rated."""

    def __init__(self) -> None:
        self.skipped = set[int]()
        self._forms = dict[tuple[int, str, str], Form]()
        self._places = defaultdict[tuple[Any, ...], list[int]](lambda: [0, 0, 0])
        self._days, self._moves = Counter[tuple[int, int, int]](), Counter[tuple[int, int, int]]()

    def read(self, match: Match, ended_at: float, strength: float | None) -> Finish | None:
        """Return the facts about a match; None, with a warning, if it cannot be replayed."""
        try:
            return Finish.of_past(match, ended_at, strength)
        except (KeyError, IllegalActionError):  # an unknown game, or a move against the rules
            _log.warning("Match %d cannot be replayed: it does not count for ratings and totals.", match.id)
            self.skipped.add(match.id)
            return None

    def rate_next(self, finish: Finish) -> Verdict:
        """Return what comes of the match that ended next."""
        people = sorted(user_id for user_id, _ in finish.people)
        day = people[0], people[-1], day_of(finish.ended_at)
        moves = people[0], people[-1], finish.fingerprint
        between = Between(self._days[day], self._moves[moves]) if finish.board == "people" else Between()
        kind = finish.game_slug, finish.board
        forms = {user_id: self._forms.get((user_id, *kind), Form()) for user_id in people}
        verdict = judge(finish, finish.ended_at, between, forms)
        if verdict.forms and finish.board == "people":
            self._days[day] += 1
            self._moves[moves] += 1
        for user_id, _, form in verdict.forms:
            self._forms[user_id, *kind] = form
            for place in verdicts.places_of(finish, verdict.ended_at, user_id):
                results = self._places[place]
                results[verdicts.results_of(finish, user_id).index(1)] += 1
        return verdict

    def forms(self) -> _Table:
        """Return what stands in `ratings`."""
        return {key: (*form.rating, *form[1:]) for key, form in self._forms.items()}

    def places(self) -> _Table:
        """Return what stands in `rankings`."""
        return {key: (*results, *self._place_values(key, *results)) for key, results in self._places.items()}

    def _place_values(self, key: tuple[Any, ...], wins: int, draws: int, _: int) -> tuple[Any, ...]:
        user_id, board, game, _, period = key
        if period != ALL_TIME:
            return verdicts.points_of(wins, draws)
        form = self._forms[user_id, game, board]
        return verdicts.place_of(form.rating, form.streak)


def _rate_batch(whole: Whole, replay: _Replay, batch: list[Row]) -> None:
    """Rate the matches that ended next, and store what came of each."""
    ids = ", ".join(str(row[0]) for row in batch)
    moves, ends, changes = defaultdict[int, list[int]](list), list[Row](), list[Row]()
    played = f"SELECT match_id, action FROM moves WHERE match_id IN ({ids}) ORDER BY match_id, ply"
    for match_id, action in whole.ask(played):
        moves[match_id].append(action)
    for *row, ended_at, strength, fingerprint in batch:
        match = rows.match_from(tuple(row), tuple(moves[row[0]]))
        if (finish := replay.read(match, ended_at, strength)) is None:
            continue
        verdict = replay.rate_next(finish)
        if (match.unrated, fingerprint) != (verdict.unrated, finish.fingerprint):
            ends.append((verdict.unrated, ended_at, strength, finish.fingerprint, match.id))
        changes += [verdicts.change_row(finish, ended_at, *form) for form in verdict.forms if form[0] > 0]
    whole.change(verdicts.END, ends)
    whole.change(verdicts.ADD_CHANGE, changes)


def _puzzle_places(whole: Whole) -> _Table:
    """Return what stands in `rankings` of puzzles, by how good their solvers are."""
    return {
        (user_id, "puzzles", "", guild_id, ALL_TIME): (0, 0, 0, *verdicts.place_of(Rating(*rating), run))
        for user_id, guild_id, *rating, run in whole.ask(_PUZZLE_PLACES)
    }


def _count_standings(whole: Whole, is_stopped: Callable[[], bool], skipped: Collection[int] = ()) -> _Table:
    """Return what all matches but those add up to."""
    totals = defaultdict[tuple[Any, ...], list[int]](lambda: [0, 0, 0])
    for batch in _batches(whole, _OVER, "id", is_stopped):
        for row in (each for each in batch if each[0] not in skipped):
            for *key, win, draw, loss in standings.results_of(rows.match_from(row[:-3], ())):
                totals[tuple(key)][(win, draw, loss).index(1)] += 1
    return {key: tuple(total) for key, total in totals.items()}


def _batches(whole: Whole, condition: str, by: str, is_stopped: Callable[[], bool]) -> Iterator[list[Row]]:
    """Yield the matches of a condition, in an order, so many at a time, until it is stopped."""
    found = f"SELECT {MATCH_COLUMNS}, ended_at, strength, fingerprint FROM matches WHERE {condition}"
    after = ""
    while True:
        batch = [*whole.ask(f"{found} {after} ORDER BY {by}, id LIMIT {_BATCH}")]
        if not batch:
            return
        if is_stopped():
            raise _StoppedError
        yield batch
        last_id, ended_at = batch[-1][0], batch[-1][-3]
        after = f"AND id > {last_id}" if by == "id" else f"AND (ended_at, id) > ({ended_at!r}, {last_id})"
