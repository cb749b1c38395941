"""What is asked to rate a match that ends, and what is stored of that, the same in every database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bot.models import ALL_TIME, Between, Form, Rating, day_begins, judge, periods_of, rung_of
from bot.storage import statements
from bot.storage.rows import EVERYWHERE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.models import Finish, Verdict


class Asked(NamedTuple):
    """A statement that all databases share, with its values."""

    sql: str
    values: Sequence[Any] | Mapping[str, Any]


def asking(finish: Finish) -> list[Asked]:
    """Return what reads all that a verdict depends on besides the match, for `deciding`."""
    if finish.unrated == "unfinished":
        return []
    one, other = finish.people[0][0], finish.people[-1][0]
    key = {"one": one, "other": other, "game": finish.game_slug, "board": finish.board}
    key |= {"day": day_begins(finish.ended_at), "fingerprint": finish.fingerprint}
    asked = [Asked(statements.LAST_RATED_OF, key), Asked(statements.FORMS, key)]
    if finish.board == "people":
        asked += [Asked(statements.NEWEST_BETWEEN, key), Asked(statements.REPEATED, key)]
    return asked


def deciding(finish: Finish, found: Sequence[Sequence[tuple[Any, ...]]]) -> list[Asked]:
    """Return what stores the verdict on a match that has just been saved."""
    if not found:
        return [Asked(statements.END, (finish.unrated, None, None, None, finish.match_id))]
    ((last,),), known, *between = found
    ended_at = finish.after(last)
    forms = {user_id: Form(Rating(*form[:3]), *form[3:]) for user_id, *form in known}
    return [*_storing(finish, judge(finish, ended_at, _between(ended_at, *between), forms))]


def _between(
    ended_at: float, newest: Sequence[tuple[float]] = (), repeated: Sequence[tuple[int]] = ()
) -> Between:
    begins = day_begins(ended_at)
    return Between(sum(time >= begins for (time,) in newest), len(repeated))


def _storing(finish: Finish, verdict: Verdict) -> Iterator[Asked]:
    known = finish.strength, finish.fingerprint
    yield Asked(statements.END, (verdict.unrated, verdict.ended_at, *known, finish.match_id))
    for user_id, before, form in verdict.forms:
        key = user_id, finish.game_slug, finish.board
        yield Asked(statements.SAVE_FORM, (*key, *form.rating, *form[1:]))
        yield Asked(statements.ADD_CHANGE, change_row(finish, verdict.ended_at, user_id, before, form))
        yield from _ranking(finish, verdict.ended_at, user_id, form)


def change_row(
    finish: Finish, ended_at: float, user_id: int, before: Rating, form: Form
) -> tuple[object, ...]:
    """Return the values of a row of `rating_changes`, as ADD_CHANGE wants them."""
    match = finish.match_id, finish.board, finish.game_slug, ended_at
    return (*match, user_id, before.number, before.deviation, *form.rating)


def _ranking(finish: Finish, ended_at: float, user_id: int, form: Form) -> Iterator[Asked]:
    """Yield what moves a person to their new places: on every server, and in the periods of now."""
    results, place = results_of(finish, user_id), place_of(form.rating, form.streak)
    points = points_of(*results[:2])
    yield Asked(statements.PLACE, (*place, user_id, finish.board, finish.game_slug))
    for key in places_of(finish, ended_at, user_id):
        if key[-1] == ALL_TIME:
            yield _placed(statements.RANK, *key, *results, *place)
        else:
            ranking = statements.RANK_BY_POINTS if any(points) else statements.RANK
            yield _placed(ranking, *key, *results, *points)


def _placed(sql: str, *values: object) -> Asked:
    return Asked(sql, dict(zip(statements.RANKING_COLUMNS.split(", "), values, strict=True)))


def places_of(finish: Finish, ended_at: float, user_id: int) -> Iterator[tuple[int, str, str, int, str]]:
    """Yield the keys of the places on its server and everywhere that a rated match counts for."""
    for guild_id in sorted({finish.guild_id or EVERYWHERE, EVERYWHERE}):
        for period in (ALL_TIME, *periods_of(ended_at)):
            yield user_id, finish.board, finish.game_slug, guild_id, period


def results_of(finish: Finish, user_id: int) -> tuple[int, int, int]:
    """Return whether a match was a win, a draw or a loss for a person."""
    score = dict(finish.people)[user_id]
    return int(score == 1), int(score == 0.5), int(score == 0)  # noqa: PLR2004 - half a point is a draw


def points_of(wins: int, draws: int) -> tuple[int, float, float, int]:
    """Return the rung and the score of a place that goes by points; nothing is shown beside them."""
    return 2 * wins + draws, float(wins), 0.0, 0


def placing(user_id: int, guild_id: int | None, rating: Rating, run: int) -> Iterator[Asked]:
    """Yield what moves a person to their new places on the board of puzzles."""
    yield Asked(statements.PLACE, (*place_of(rating, run), user_id, "puzzles", ""))
    for scope in sorted({guild_id or EVERYWHERE, EVERYWHERE}):
        key = user_id, "puzzles", "", scope, ALL_TIME
        yield _placed(statements.RANK, *key, 0, 0, 0, *place_of(rating, run))


def place_of(rating: Rating, streak: int) -> tuple[int | None, float, float, int]:
    """Return the rung, the score, and what is shown beside it, of a place that goes by a rating."""
    return rung_of(rating), rating.number, rating.deviation, streak
