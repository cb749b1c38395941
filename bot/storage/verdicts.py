"""What is asked to rate a match that ends, and what is stored of that, the same in every database."""

from collections.abc import Iterator, Sequence

from bot.models import ALL_TIME, Between, Finish, Form, Rating, Verdict, day_begins, judge, periods_of
from bot.storage.database import Row, Statement
from bot.storage.rows import CHANGE_COLUMNS, EVERYWHERE, FORM_COLUMNS, inserting, inserting_placed, upserting

_LAST_RATED_OF = "SELECT max(rated_at) FROM ratings WHERE user_id IN (:one, :other)"
_FORMS = (
    f"SELECT user_id, {FORM_COLUMNS} FROM ratings"
    " WHERE user_id IN (:one, :other) AND game = :game AND board = :board"
)
_IS_RATED = "level IS NULL AND ended_at IS NOT NULL AND unrated IS NULL"
_NEWEST_BETWEEN = (
    "SELECT ended_at FROM matches"
    f" WHERE first_id = :one AND second_id = :other AND {_IS_RATED} AND ended_at >= :day"
    " UNION ALL SELECT ended_at FROM matches"
    f" WHERE first_id = :other AND second_id = :one AND {_IS_RATED} AND ended_at >= :day"
)
_REPEATED = (
    "SELECT 1 FROM matches"
    f" WHERE first_id = :one AND second_id = :other AND {_IS_RATED} AND fingerprint = :fingerprint"
    " UNION ALL SELECT 1 FROM matches"
    f" WHERE first_id = :other AND second_id = :one AND {_IS_RATED} AND fingerprint = :fingerprint"
)
END = "UPDATE matches SET unrated = ?, ended_at = ?, strength = ?, fingerprint = ? WHERE id = ?"
_SAVE_FORM = upserting("ratings", "user_id, game, board", FORM_COLUMNS)
ADD_CHANGE = inserting("rating_changes", f"match_id, board, game, rated_at, {CHANGE_COLUMNS}")
RANKING_COLUMNS = (
    "user_id, board, game, guild_id, period, wins, draws, losses, points, score, deviation, streak"
)
_RANK = (
    f"{inserting_placed('rankings', RANKING_COLUMNS)} ON CONFLICT (user_id, board, game, period, guild_id)"
    " DO UPDATE SET wins = rankings.wins + excluded.wins,"
    " draws = rankings.draws + excluded.draws, losses = rankings.losses + excluded.losses"
)
"""A place that there is stays where it is: its indexes are not written."""
_RANK_BY_POINTS = (
    f"{_RANK}, points = rankings.points + excluded.points, score = rankings.score + excluded.score"
)
_PLACE = (
    "UPDATE rankings SET points = ?, score = ?, deviation = ?, streak = ?"
    " WHERE user_id = ? AND board = ? AND game = ? AND period = 'all'"
)


def asking(finish: Finish) -> list[Statement]:
    """Return what reads all that a verdict depends on besides the match, for `deciding`."""
    if finish.unrated == "unfinished":
        return []
    one, other = finish.people[0][0], finish.people[-1][0]
    key = {"one": one, "other": other, "game": finish.game_slug, "board": finish.board}
    key |= {"day": day_begins(finish.ended_at), "fingerprint": finish.fingerprint}
    asked = [Statement(_LAST_RATED_OF, key), Statement(_FORMS, key)]
    if finish.board == "people":
        asked += [Statement(_NEWEST_BETWEEN, key), Statement(_REPEATED, key)]
    return asked


def deciding(finish: Finish, found: Sequence[Sequence[Row]]) -> tuple[Verdict, list[Statement]]:
    """Return the verdict on a match that has just been saved, and what stores it."""
    if not found:
        unfinished = Statement(END, (finish.unrated, None, None, None, finish.match_id))
        return Verdict(finish.ended_at, finish.unrated), [unfinished]
    ((last,),), known, *between = found
    ended_at = finish.end_after(last)
    forms = {user_id: Form(Rating(*form[:3]), *form[3:]) for user_id, *form in known}
    verdict = judge(finish, ended_at, _between(ended_at, *between), forms)
    return verdict, [*_storing(finish, verdict)]


def _between(
    ended_at: float, newest: Sequence[tuple[float]] = (), repeated: Sequence[tuple[int]] = ()
) -> Between:
    begins = day_begins(ended_at)
    return Between(sum(time >= begins for (time,) in newest), len(repeated))


def _storing(finish: Finish, verdict: Verdict) -> Iterator[Statement]:
    known = finish.strength, finish.fingerprint
    yield Statement(END, (verdict.unrated, verdict.ended_at, *known, finish.match_id))
    for user_id, before, form in verdict.forms:
        key = user_id, finish.game_slug, finish.board
        yield Statement(_SAVE_FORM, (*key, *form.rating, *form[1:]))
        yield Statement(ADD_CHANGE, change_row(finish, verdict.ended_at, user_id, before, form))
        yield from _ranking(finish, verdict.ended_at, user_id, form)


def change_row(
    finish: Finish, ended_at: float, user_id: int, before: Rating, form: Form
) -> tuple[object, ...]:
    """Return the values of a row of `rating_changes`, as ADD_CHANGE wants them."""
    match = finish.match_id, finish.board, finish.game_slug, ended_at
    return (*match, user_id, before.number, before.deviation, *form.rating)


def _ranking(finish: Finish, ended_at: float, user_id: int, form: Form) -> Iterator[Statement]:
    """Yield what moves a person to their new places: on every server, and in the periods of now."""
    results, place = results_of(finish, user_id), place_of(form.rating, form.streak)
    points = points_of(*results[:2])
    yield Statement(_PLACE, (*place, user_id, finish.board, finish.game_slug))
    for key in places_of(finish, ended_at, user_id):
        if key[-1] == ALL_TIME:
            yield _bind_ranking(_RANK, *key, *results, *place)
        else:
            ranking = _RANK_BY_POINTS if any(points) else _RANK
            yield _bind_ranking(ranking, *key, *results, *points)


def _bind_ranking(sql: str, *values: object) -> Statement:
    return Statement(sql, dict(zip(RANKING_COLUMNS.split(", "), values, strict=True)))


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
    """Return the points and the score of a place that goes by points; nothing is shown beside them."""
    return 2 * wins + draws, float(wins), 0.0, 0


def placing(user_id: int, guild_id: int | None, rating: Rating, run: int) -> Iterator[Statement]:
    """Yield what moves a person to their new places on the board of puzzles."""
    yield Statement(_PLACE, (*place_of(rating, run), user_id, "puzzles", ""))
    for scope in sorted({guild_id or EVERYWHERE, EVERYWHERE}):
        key = user_id, "puzzles", "", scope, ALL_TIME
        yield _bind_ranking(_RANK, *key, 0, 0, 0, *place_of(rating, run))


def place_of(rating: Rating, streak: int) -> tuple[int | None, float, float, int]:
    """Return the points, the score, and what is shown beside it, of a place that goes by a rating."""
    return 0 if rating.is_ranked else None, rating.number, rating.deviation, streak
