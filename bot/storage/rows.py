"""Rows of matches to models and back, and what the rows of several tables have in common."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from bot.models import (
    Ending,
    Match,
    Offer,
    OfferKind,
    Participant,
    Rating,
    RatingChange,
    Record,
)
from bot.storage.columns import Columns, numbers_of
from bot.storage.database import Statement
from engine import Outcome

EVERYWHERE = 0
"""The guild_id of totals and streaks that are of no server."""

HIDDEN = -1
"""That of those of no server whose people want to be on no board of everywhere."""

_RESULTS = {None: "abandoned", Outcome.FIRST: "first", Outcome.SECOND: "second", Outcome.DRAW: "draw"}
_OUTCOMES = {result: outcome for outcome, result in _RESULTS.items()}

LOST = "coalesce((SELECT lost FROM awake WHERE id = 1), 0)"
"""How many seconds have passed so far without a running process: due_at is stored without them."""
_BEGUN = (
    "game: game_slug, guild_id: place.guild_id, channel_id: place.channel_id, parent_id: place.parent_id,"
    " message_id, created_at, rematch_of, origin_id: origin.match_id, origin_ply: origin.ply, seed, pace,"
    " is_rated"
)
_CHANGED = "touched_at, is_helped, due_at, offer: offer.kind, offered_by: offer.seat, changes"
_MATCH, _CHANGE = Columns(Match, f"{_BEGUN}, {_CHANGED}"), Columns(Match, _CHANGED)
_COLUMNS = f"id, first_id, second_id, level, result, manner, unrated, asked, {_MATCH.names}"
MATCH_COLUMNS = _COLUMNS.replace("due_at", f"due_at + {LOST} AS due_at")
CHANGING = "touched_at", "to_move", "is_helped", "offer", "offered_by", "changes", "asked"
"""The columns of a match that are stored with every change as they are."""
CHANGE_COLUMNS = "user_id, rating_before, deviation_before, rating_after, deviation_after, volatility_after"
"""What a match did to the rating of a person."""
FORM_COLUMNS = "rating, deviation, volatility, matches, streak, best_streak, rated_at"


def result_of(match: Match) -> str | None:
    """What the column `result` says of the match."""
    return _RESULTS[match.ending.outcome] if match.ending else None


def _asked_from(text: str | None) -> tuple[tuple[Offer, int], ...]:
    parts = (each.split(":") for each in (text or "").split())
    return tuple((Offer(cast("OfferKind", kind), int(seat)), int(ply)) for kind, seat, ply in parts)


def match_from(
    row: Sequence[Any], actions: tuple[int, ...], changes_of_ratings: Iterable[Sequence[Any]] = ()
) -> Match:
    """Make a match from a row of MATCH_COLUMNS, its moves, and its rows of CHANGE_COLUMNS."""
    id_, first, second, level, result, manner, unrated, asked, *plain = row
    _, _, channel_id, *_ = plain
    if result == "abandoned" and manner is None:  # before that was stored
        manner, unrated = "abandonment", "unfinished"
    return _MATCH.read(
        plain,
        id=id_,
        players=(_participant(first, level, channel_id), _participant(second, level, channel_id)),
        actions=actions,
        ending=Ending(_OUTCOMES[result], manner) if result else None,
        asked=_asked_from(asked),
        unrated=unrated,
        rating_changes=tuple(map(_change_from, changes_of_ratings)),
    )


def _change_from(row: Sequence[Any]) -> RatingChange:
    user_id, number, deviation, *after = row
    return RatingChange(user_id, Rating(number, deviation), Rating(*after))


def _participant(user_id: int | None, level: str | None, channel_id: int) -> Participant:
    return Participant(user_id, level if user_id is None else None).where(channel_id)


def match_values(match: Match) -> dict[str, Any]:
    """Return the columns of a new match, but for the id, with their values.

    `is_drawn` and `to_move` are there for statements to find it by, and are not read.
    """
    first, second = match.players
    players = {"first_id": first.user_id, "second_id": second.user_id, "level": match.level}
    flags = {"unrated": match.unrated, "is_drawn": 0}
    return {**_MATCH.name_values(match), **players, **flags, **change_values(match)}


def change_values(match: Match) -> dict[str, Any]:
    """Return the columns that change as a match goes on, with their values."""
    return {
        **_CHANGE.name_values(match),
        "result": result_of(match),
        "manner": match.ending.manner if match.ending else None,
        "asked": " ".join(f"{offer.kind}:{offer.seat}:{ply}" for offer, ply in match.asked) or None,
        "to_move": match.state.to_move,
    }


_ADD_MOVES = "INSERT INTO moves (match_id, ply, action) VALUES "


def adding_match(match: Match, condition: str = "TRUE", of_condition: Sequence[object] = ()) -> Statement:
    """Return what adds a match, for `added`, unless it is a second one where only one may be."""
    values = match_values(match)
    places = ", ".join(f"? - {LOST}" if name == "due_at" else "?" for name in values)
    sql = (
        f"INSERT INTO matches ({', '.join(values)}) SELECT {places} WHERE {condition}"
        " ON CONFLICT DO NOTHING RETURNING id"
    )
    return Statement(sql, (*values.values(), *of_condition))


def adding_moves(match: Match, since: int = 0) -> list[Statement]:
    """Return what adds the moves of a match that is stored, from a ply on."""
    plies = range(since, match.ply)
    if not plies:
        return []
    places = ", ".join(["(?, ?, ?)"] * len(plies))
    values = [value for ply in plies for value in (match.id, ply, match.actions[ply])]
    return [Statement(_ADD_MOVES + places, values)]


def records_from(rows: Iterable[tuple[Any, ...]]) -> Iterator[Record]:
    """Make a record of every match from the rows of RECORDS."""
    for match_id, game, result, manner, moves in rows:
        numbers = numbers_of(moves or "")
        ending = Ending(_OUTCOMES[result], manner) if result else None
        yield Record(match_id, game, tuple(zip(numbers[::2], numbers[1::2], strict=True)), ending)


def inserting(table: str, columns: str) -> str:
    """Return what adds a row of these columns."""
    return f"INSERT INTO {table} ({columns}) VALUES ({placeholders(columns)})"


def upserting(table: str, key: str, columns: str) -> str:
    """Return what stores the columns of the row of a key, be it new or known."""
    stored = ", ".join(f"{column} = excluded.{column}" for column in columns.split(", "))
    return f"{inserting(table, f'{key}, {columns}')} ON CONFLICT ({key}) DO UPDATE SET {stored}"


def placeholders(columns: str) -> str:
    """Return as many question marks as there are columns."""
    return ", ".join("?" * len(columns.split(",")))
