"""Rows of matches to models and back, and what the rows of several tables have in common."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from bot.models import Ending, Match, Offer, OfferKind, Origin, Participant, Place, Rating, RatingChange
from bot.models.matches import Manner
from bot.storage.database import Statement
from engine import Outcome

EVERYWHERE = 0
"""The guild_id of totals, places and streaks that count all servers."""

HIDDEN = -1
"""The guild_id of the same for people who want to be on no board of everywhere, below EVERYWHERE."""

EVERYBODY = 0
"""The blocked_id of a person who blocks all others."""

NO_CHANNEL = 0
"""The channel_id of a match or an invitation whose place is forgotten."""

_RESULTS = {None: "abandoned", Outcome.FIRST: "first", Outcome.SECOND: "second", Outcome.DRAW: "draw"}
_OUTCOMES = {result: outcome for outcome, result in _RESULTS.items()}

DOWNTIME = "coalesce((SELECT lost FROM awake WHERE id = 1), 0)"
"""SQL: the seconds so far in which no process was running. due_at is stored without them."""
MATCH_COLUMNS = (
    "id, game, guild_id, channel_id, parent_id, first_id, second_id, level, created_at, touched_at, result,"
    " manner, message_id, rematch_of, is_helped, origin_id, origin_ply, seed, pace,"
    f" due_at + {DOWNTIME} AS due_at, is_rated, offer, offered_by, changes, asked, unrated"
)
CHANGE_COLUMNS = "user_id, rating_before, deviation_before, rating_after, deviation_after, volatility_after"
"""What a match did to the rating of a person."""
FORM_COLUMNS = "rating, deviation, volatility, matches, streak, best_streak, rated_at"


def text_of(numbers: Iterable[int]) -> str:
    """Return numbers as a column holds them."""
    return " ".join(map(str, numbers))


def numbers_of(text: str) -> tuple[int, ...]:
    """Return the numbers that a column holds."""
    return tuple(map(int, text.split()))


def result_of(match: Match) -> str | None:
    """What the column `result` says of the match."""
    return _RESULTS[match.ending.outcome] if match.ending else None


def ending_from(result: str | None, manner: Manner | None) -> Ending | None:
    """Make an ending of the columns of a match, None while it is running."""
    return Ending(_OUTCOMES[result], manner) if result else None


def _asked_from(text: str | None) -> tuple[tuple[Offer, int], ...]:
    parts = (each.split(":") for each in (text or "").split())
    return tuple((Offer(cast("OfferKind", kind), int(seat)), int(ply)) for kind, seat, ply in parts)


def match_from(
    row: Sequence[Any], actions: tuple[int, ...], changes_of_ratings: Iterable[Sequence[Any]] = ()
) -> Match:
    """Make a match from a row of MATCH_COLUMNS, its moves, and its rows of CHANGE_COLUMNS."""
    id_, game, guild_id, channel_id, parent_id, first, second, level, created_at, touched_at, *others = row
    result, manner, message_id, rematch_of, is_helped, origin_id, origin_ply, seed, pace, *others = others
    due_at, is_rated, offer, offered_by, changes, asked, unrated = others
    if result == "abandoned" and manner is None:  # before that was stored
        manner, unrated = "abandonment", "unfinished"
    return Match(
        id=id_,
        game_slug=game,
        place=Place(guild_id, channel_id, parent_id),
        players=(_participant(first, level, channel_id), _participant(second, level, channel_id)),
        created_at=created_at,
        touched_at=touched_at,
        actions=actions,
        ending=ending_from(result, manner),
        message_id=message_id,
        rematch_of=rematch_of,
        is_helped=bool(is_helped),
        origin=None if origin_id is None else Origin(None if origin_id == id_ else origin_id, origin_ply),
        seed=seed,
        pace=pace,
        due_at=due_at,
        is_rated=bool(is_rated),
        offer=None if offer is None else Offer(offer, offered_by),
        changes=changes,
        asked=_asked_from(asked),
        unrated=unrated,
        rating_changes=tuple(
            RatingChange(user_id, Rating(number, deviation), Rating(*after))
            for user_id, number, deviation, *after in changes_of_ratings
        ),
    )


def _participant(user_id: int | None, level: str | None, channel_id: int) -> Participant:
    return Participant(user_id, level if user_id is None else None).where(channel_id)


def match_values(match: Match) -> dict[str, Any]:
    """Return the values of _ADD_MATCH, by the names of columns or of attributes."""
    (first, second), origin = match.players, match.origin
    return {
        **change_values(match),
        **vars(match.place),
        "first_id": first.user_id,
        "second_id": second.user_id,
        "level": match.level,
        "origin_id": origin.match_id if origin else None,
        "origin_ply": origin.ply if origin and origin.match_id else None,
        "is_rated": int(match.is_rated),
    }


def change_values(match: Match) -> dict[str, Any]:
    """Return the columns that change as a match goes on, with their values, besides its attributes."""
    offer, ending = match.offer, match.ending
    return {
        **vars(match),
        "is_helped": int(match.is_helped),
        "offer": offer.kind if offer else None,
        "offered_by": offer.seat if offer else None,
        "result": result_of(match),
        "manner": ending.manner if ending else None,
        "asked": " ".join(f"{made.kind}:{made.seat}:{ply}" for made, ply in match.asked) or None,
        "to_move": match.state.to_move,
    }


_ADD_MATCH = (
    "INSERT INTO matches (game, guild_id, channel_id, parent_id, message_id, first_id, second_id, level,"
    " created_at, rematch_of, origin_id, origin_ply, seed, pace, is_rated, unrated, is_drawn, touched_at,"
    " is_helped, due_at, offer, offered_by, changes, result, manner, asked, to_move)"
    " SELECT :game_slug, :guild_id, :channel_id, :parent_id, :message_id, :first_id, :second_id, :level,"
    " :created_at, :rematch_of, :origin_id, :origin_ply, :seed, :pace, :is_rated, :unrated, 0,"
    f" :touched_at, :is_helped, :due_at - {DOWNTIME}, :offer, :offered_by, :changes, :result, :manner,"
    " :asked, :to_move"
)
_BEGIN_IN_PUZZLE = "UPDATE matches SET origin_id = id, origin_ply = ? WHERE id = ?"
_ADD_MOVES = "INSERT INTO moves (match_id, ply, action) VALUES "


def adding_match(match: Match, condition: str = "TRUE", **of_condition: object) -> Statement:
    """Return what adds a match, for `added`, unless it is a second one where only one may be."""
    sql = f"{_ADD_MATCH} WHERE {condition} ON CONFLICT DO NOTHING RETURNING id"
    return Statement(sql, {**match_values(match), **of_condition})


def adding_origin(match: Match) -> list[Statement]:
    """Return what tells that a match that is stored began in a puzzle: then it is its own origin."""
    if match.origin is None or match.origin.match_id is not None:
        return []
    return [Statement(_BEGIN_IN_PUZZLE, (match.origin.ply, match.id))]


def adding_moves(match: Match, since: int = 0) -> list[Statement]:
    """Return what adds the moves of a match that is stored, from a ply on."""
    plies = range(since, match.ply)
    if not plies:
        return []
    places = ", ".join(["(?, ?, ?)"] * len(plies))
    values = [value for ply in plies for value in (match.id, ply, match.actions[ply])]
    return [Statement(_ADD_MOVES + places, values)]


def inserting(table: str, columns: str) -> str:
    """Return what adds a row of these columns."""
    places = ", ".join("?" * len(columns.split(",")))
    return f"INSERT INTO {table} ({columns}) VALUES ({places})"


def inserting_placed(table: str, columns: str) -> str:
    """Return what adds a row by the names of its columns, of a hidden person as HIDDEN if as EVERYWHERE."""
    is_hidden = f":guild_id = {EVERYWHERE} AND EXISTS (SELECT 1 FROM hidden WHERE user_id = :user_id)"
    values = f":{columns.replace(', ', ', :')}"
    scope = f"CASE WHEN {is_hidden} THEN {HIDDEN} ELSE :guild_id END"
    return f"INSERT INTO {table} ({columns}) VALUES ({values.replace(':guild_id', scope)})"


def upserting(table: str, key: str, columns: str) -> str:
    """Return what stores the columns of the row of a key, be it new or known."""
    stored = ", ".join(f"{column} = excluded.{column}" for column in columns.split(", "))
    return f"{inserting(table, f'{key}, {columns}')} ON CONFLICT ({key}) DO UPDATE SET {stored}"
