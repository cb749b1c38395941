"""Rows of matches to models and back, and what the rows of several tables have in common."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from bot.models import (
    Ending,
    Match,
    Offer,
    OfferKind,
    Origin,
    Participant,
    Place,
    Rating,
    RatingChange,
    Record,
)
from bot.storage.database import Row, Statement
from engine import Action, Outcome

EVERYWHERE = 0
"""The guild_id of totals and streaks that are of no server."""

HIDDEN = -1
"""That of those of no server whose people want to be on no board of everywhere."""

_RESULTS = {None: "abandoned", Outcome.FIRST: "first", Outcome.SECOND: "second", Outcome.DRAW: "draw"}
_OUTCOMES = {result: outcome for outcome, result in _RESULTS.items()}

LOST = "coalesce((SELECT lost FROM awake WHERE id = 1), 0)"
"""How many seconds have passed so far without a running process: due_at is stored without them."""
_COLUMNS = (
    "id, game, guild_id, channel_id, message_id, first_id, second_id, level, result,"
    " created_at, touched_at, rematch_of, is_helped, origin_id, origin_ply, seed,"
    " manner, pace, due_at, is_rated, offer, offered_by, changes, unrated, asked, parent_id"
)
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
    id_, game, guild, channel, message, first, second, level, result, *others = row
    created, touched, rematch_of, is_helped, origin_id, origin_ply, seed, *others = others
    manner, pace, due_at, is_rated, offer, offered_by, changes, unrated, asked, parent = others
    if result == "abandoned" and manner is None:  # before that was stored
        manner, unrated = "abandonment", "unfinished"
    return Match(
        id=id_,
        game_slug=game,
        place=Place(guild, channel, parent),
        players=(_participant(first, level, channel), _participant(second, level, channel)),
        created_at=created,
        touched_at=touched,
        actions=actions,
        ending=Ending(_OUTCOMES[result], manner) if result else None,
        message_id=message,
        rematch_of=rematch_of,
        is_helped=bool(is_helped),
        origin=None if origin_id is None else Origin(origin_id, origin_ply),
        seed=seed,
        pace=pace,
        due_at=due_at,
        is_rated=bool(is_rated),
        offer=None if offer is None else Offer(offer, offered_by),
        changes=changes,
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
    return {
        "game": match.game_slug,
        "guild_id": match.place.guild_id,
        "channel_id": match.place.channel_id,
        "message_id": match.message_id,
        "first_id": first.user_id,
        "second_id": second.user_id,
        "level": match.level,
        "created_at": match.created_at,
        "rematch_of": match.rematch_of,
        "origin_id": match.origin.match_id if match.origin else None,
        "origin_ply": match.origin.ply if match.origin else None,
        "seed": match.seed,
        "pace": match.pace,
        "is_rated": int(match.is_rated),
        "unrated": match.unrated,
        "parent_id": match.place.parent_id,
        "is_drawn": 0,
        **change_values(match),
    }


def change_values(match: Match) -> dict[str, Any]:
    """Return the columns that change as a match goes on, with their values."""
    offer, offered_by = (match.offer.kind, match.offer.seat) if match.offer else (None, None)
    return {
        "touched_at": match.touched_at,
        "result": result_of(match),
        "manner": match.ending.manner if match.ending else None,
        "is_helped": int(match.is_helped),
        "due_at": match.due_at,
        "offer": offer,
        "offered_by": offered_by,
        "changes": match.changes,
        "asked": " ".join(f"{offer.kind}:{offer.seat}:{ply}" for offer, ply in match.asked) or None,
        "to_move": match.state.to_move,
    }


_ADD_MOVES = "INSERT INTO moves (match_id, ply, action) VALUES "


def adding(match: Match, condition: str = "TRUE", of_condition: Sequence[object] = ()) -> Statement:
    """Return what adds a match, for `added`, unless it is a second one where only one may be."""
    values = match_values(match)
    places = ", ".join(f"? - {LOST}" if name == "due_at" else "?" for name in values)
    sql = (
        f"INSERT INTO matches ({', '.join(values)}) SELECT {places} WHERE {condition}"
        " ON CONFLICT DO NOTHING RETURNING id"
    )
    return Statement(sql, (*values.values(), *of_condition))


def added(match: Match, found: Sequence[Row]) -> Match | None:
    """Return a match as it was added, None if it was not."""
    return replace(match, id=found[0][0]) if found else None


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


def text_of(actions: Iterable[Action]) -> str:
    """Return actions as a column holds them."""
    return " ".join(map(str, actions))


def numbers_of(text: str) -> tuple[int, ...]:
    """Return the actions that a column holds."""
    return tuple(map(int, text.split()))


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
