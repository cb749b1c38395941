"""All that follows from matches, worked out again from them: ratings, places and totals.

What is kept and differs is counted and written anew. People who left are rated as others,
so that their opponents have what they had, but nothing of that is kept. Who has which rating, and what
each has won, is in memory meanwhile.
"""

import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
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
from bot.storage.rows import CHANGE_COLUMNS, EVERYWHERE, FORM_COLUMNS, HIDDEN, MATCH_COLUMNS, placeholders
from bot.storage.transfer import Row, Whole
from engine import IllegalActionError

_Table: TypeAlias = dict[tuple[Any, ...], tuple[Any, ...]]
"""The values of rows by their keys."""

_log = logging.getLogger(__name__)

_BATCH = 1_000
_VERSIONS = "SELECT version FROM rating_formula"
_PRESENT = [(FORMULA,)]
_CHANGES = f"match_id, board, game, rated_at, {CHANGE_COLUMNS}"
_FORMS = f"user_id, game, board, {FORM_COLUMNS}"
_STANDINGS = "game, guild_id, versus, user_id, wins, draws, losses"
_ENDED, _OVER = "ended_at IS NOT NULL", "result IS NOT NULL"
_STRAYS = "SELECT match_id, user_id FROM rating_changes JOIN matches ON id = match_id WHERE ended_at IS NULL"
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


def _pass_on(batches: Iterable[list[Row]], is_stopped: Callable[[], bool]) -> Iterator[list[Row]]:
    for batch in batches:
        if is_stopped():
            raise _StoppedError
        yield batch


def recount(whole: Whole, now: float, is_stopped: Callable[[], bool] = lambda: False) -> Mapping[str, int]:
    """Write anew what differs from what follows from the matches; return how many rows of which tables did.

    Places of months and weeks that are not kept any more may be missing. A rated match that cannot be
    replayed is logged, and does not count.
    """
    keeper, replay = _Keeper(whole), _Replay()
    hidden = _find_hidden(whole)
    for batch in _pass_on(_batches(whole, _ENDED, "ended_at"), is_stopped):
        _rate_batch(whole, keeper, replay, batch)
    totals = _count_standings(whole, is_stopped, replay.skipped)
    keeper.compare_table("standings", _STANDINGS, 4, _move_hidden(totals, 3, 1, hidden))
    keeper.remove("rating_changes", "match_id, user_id", [*whole.ask(_STRAYS)])
    keeper.compare_table("ratings", _FORMS, 3, _move_hidden(replay.forms(), 0, None, hidden))
    kept, places = KeptPeriods.at(now), {**replay.places(), **_puzzle_places(whole)}
    keeper.compare_table(
        "rankings",
        verdicts.RANKING_COLUMNS,
        5,
        _move_hidden(places, 0, 3, hidden),
        lambda key: not kept.is_outdated(key[-1]),
    )
    keeper.mend("DELETE FROM rating_formula", [()])
    keeper.mend("INSERT INTO rating_formula VALUES (?)", [(FORMULA,)])
    return +keeper.differences


def count_wrong_totals(whole: Whole, is_stopped: Callable[[], bool]) -> int | None:
    """Return how many totals differ from the matches, None if `is_stopped` became true meanwhile."""
    with suppress(_StoppedError):
        right = _move_hidden(_count_standings(whole, is_stopped), 3, 1, _find_hidden(whole))
        kept = {row[:4]: row[4:] for row in whole.ask(f"SELECT {_STANDINGS} FROM standings")}
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


class _Keeper:
    """What is kept, and how many rows of it differ."""

    def __init__(self, whole: Whole) -> None:
        self.differences = Counter[str]()
        self._whole = whole

    def compare_table(
        self,
        table: str,
        columns: str,
        key_size: int,
        wanted: _Table,
        is_needed: Callable[[Row], bool] = lambda _: True,
    ) -> None:
        """Compare a table with the rows it may have, by keys of so many columns; these are used up."""
        wrong, missing = list[Row](), list[Row]()
        for row in self._whole.ask(f"SELECT {columns} FROM {table}"):
            key, kept = row[:key_size], row[key_size:]
            if (right := wanted.pop(key, None)) == kept:
                continue
            wrong.append(key)
            missing += [] if right is None else [(*key, *right)]
        self.remove(table, ", ".join(columns.split(", ")[:key_size]), wrong)
        absent = [(*key, *right) for key, right in wanted.items() if is_needed(key)]
        self.differences[table] += len(absent)
        self.mend(rows.inserting(table, columns), missing + absent)

    def remove(self, table: str, columns: str, keys: list[Row]) -> None:
        """Count and remove rows that should not be so."""
        self.differences[table] += len(keys)
        self.mend(f"DELETE FROM {table} WHERE ({columns}) = ({placeholders(columns)})", keys)

    def mend(self, sql: str, values: list[Row]) -> None:
        """Run a statement for all of the values."""
        if values:
            self._whole.change(sql, values)


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
        forms = {user_id: self._forms.get(self._form_key(finish, user_id), Form()) for user_id in people}
        verdict = judge(finish, finish.ended_at, between, forms)
        if verdict.forms and finish.board == "people":
            self._days[day] += 1
            self._moves[moves] += 1
        for user_id, _, form in verdict.forms:
            self._forms[self._form_key(finish, user_id)] = form
            for place in verdicts.places_of(finish, verdict.ended_at, user_id):
                results = self._places[place]
                results[verdicts.results_of(finish, user_id).index(1)] += 1
        return verdict

    @staticmethod
    def _form_key(finish: Finish, user_id: int) -> tuple[int, str, str]:
        return user_id, finish.game_slug, finish.board

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


def _rate_batch(whole: Whole, keeper: _Keeper, replay: _Replay, batch: list[Row]) -> None:
    """Rate the matches that ended next, and compare what is kept of that."""
    ids = ", ".join(str(row[0]) for row in batch)
    moves, kept = defaultdict[int, list[int]](list), defaultdict[int, set[Row]](set)
    played = f"SELECT match_id, action FROM moves WHERE match_id IN ({ids}) ORDER BY match_id, ply"
    for match_id, action in whole.ask(played):
        moves[match_id].append(action)
    for change in whole.ask(f"SELECT {_CHANGES} FROM rating_changes WHERE match_id IN ({ids})"):
        kept[change[0]].add(change)
    for *row, ended_at, strength, fingerprint in batch:
        match = rows.match_from(tuple(row), tuple(moves[row[0]]))
        if (finish := replay.read(match, ended_at, strength)) is None:
            keeper.remove(
                "rating_changes", "match_id, user_id", [(each[0], each[4]) for each in kept[match.id]]
            )
            continue
        verdict = replay.rate_next(finish)
        if (match.unrated, fingerprint) != (verdict.unrated, finish.fingerprint):
            keeper.differences["matches"] += 1
            keeper.mend(verdicts.END, [(verdict.unrated, ended_at, strength, finish.fingerprint, match.id)])
        right = {verdicts.change_row(finish, ended_at, *form) for form in verdict.forms if form[0] > 0}
        wrong = [each for each in kept[match.id] if each not in right]
        keeper.remove("rating_changes", "match_id, user_id", [(each[0], each[4]) for each in wrong])
        missing = [each for each in right if each not in kept[match.id]]
        keeper.differences["rating_changes"] += max(len(missing) - len(wrong), 0)
        keeper.mend(verdicts.ADD_CHANGE, missing)


def _puzzle_places(whole: Whole) -> _Table:
    """Return what stands in `rankings` of puzzles, by how good their solvers are."""
    return {
        (user_id, "puzzles", "", guild_id, ALL_TIME): (0, 0, 0, *verdicts.place_of(Rating(*rating), run))
        for user_id, guild_id, *rating, run in whole.ask(_PUZZLE_PLACES)
    }


def _count_standings(whole: Whole, is_stopped: Callable[[], bool], skipped: Collection[int] = ()) -> _Table:
    """Return what all matches but those add up to."""
    totals = defaultdict[tuple[Any, ...], list[int]](lambda: [0, 0, 0])
    for batch in _pass_on(_batches(whole, _OVER, "id"), is_stopped):
        for row in (each for each in batch if each[0] not in skipped):
            for *key, win, draw, loss in standings.results_of(rows.match_from(row[:-3], ())):
                totals[tuple(key)][(win, draw, loss).index(1)] += 1
    return {key: tuple(total) for key, total in totals.items()}


def _batches(whole: Whole, condition: str, by: str) -> Iterator[list[Row]]:
    """Yield the matches of a condition, in an order, so many at a time."""
    columns, after = f"{MATCH_COLUMNS}, ended_at, strength, fingerprint", ""
    while True:
        batch = [
            *whole.ask(
                f"SELECT {columns} FROM matches WHERE {condition} {after} ORDER BY {by}, id LIMIT {_BATCH}"
            )
        ]
        if not batch:
            return
        yield batch
        last_id, ended_at = batch[-1][0], batch[-1][-3]
        after = f"AND id > {last_id}" if by == "id" else f"AND (ended_at, id) > ({ended_at!r}, {last_id})"
