"""Rows to models and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.models import Ending, Invitation, Match, Origin, Participant, Place
from engine import Outcome

if TYPE_CHECKING:
    import sqlite3

_RESULTS = {None: "abandoned", Outcome.FIRST: "first", Outcome.SECOND: "second", Outcome.DRAW: "draw"}
_ENDINGS = {result: Ending(outcome) for outcome, result in _RESULTS.items()}

MATCH_COLUMNS = (
    "id, game, guild_id, channel_id, message_id, first_id, second_id, level, result,"
    " created_at, touched_at, rematch_of, is_helped, origin_id, origin_ply, seed"
)
NEW_MATCH_COLUMNS = f"{MATCH_COLUMNS}, to_move, is_drawn"
"""Those of a new match; the last two are there for statements to find it by, and are not read."""
INVITATION_COLUMNS = (
    "id, game, guild_id, channel_id, inviter_id, invitee_id, begins, created_at, fate, rematch_of"
)


def result_of(match: Match) -> str | None:
    """What the column `result` says of the match."""
    return _RESULTS[match.ending.outcome] if match.ending else None


def match_from(row: tuple[Any, ...], actions: tuple[int, ...]) -> Match:
    """Make a match from a row of MATCH_COLUMNS and its moves."""
    id_, game, guild, channel, message, first, second, level, result, *others = row
    created, touched, rematch_of, is_helped, origin_id, origin_ply, seed = others
    return Match(
        id=id_,
        game_slug=game,
        place=Place(guild, channel),
        players=(_participant(first, level), _participant(second, level)),
        created_at=created,
        touched_at=touched,
        actions=actions,
        ending=_ENDINGS[result] if result else None,
        message_id=message,
        rematch_of=rematch_of,
        is_helped=bool(is_helped),
        origin=None if origin_id is None else Origin(origin_id, origin_ply),
        seed=seed,
    )


def _participant(user_id: int | None, level: str | None) -> Participant:
    return Participant(user_id, level if user_id is None else None)


def match_values(match: Match) -> tuple[Any, ...]:
    """Return the values of NEW_MATCH_COLUMNS for a new match, the id left to the database."""
    first, second = match.players
    return (
        None,
        match.game_slug,
        match.place.guild_id,
        match.place.channel_id,
        match.message_id,
        first.user_id,
        second.user_id,
        match.level,
        result_of(match),
        match.created_at,
        match.touched_at,
        match.rematch_of,
        match.is_helped,
        match.origin.match_id if match.origin else None,
        match.origin.ply if match.origin else None,
        match.seed,
        match.state.to_move,
        False,
    )


def invitation_from(row: tuple[Any, ...]) -> Invitation:
    """Make an invitation from a row of INVITATION_COLUMNS."""
    id_, game, guild, channel, inviter, invitee, begins, created, status, rematch_of = row
    place = Place(guild, channel)
    return Invitation(id_, game, place, inviter, invitee, begins, created, status, rematch_of)


def invitation_values(invitation: Invitation) -> tuple[Any, ...]:
    """Return the values of INVITATION_COLUMNS, the id left to the database."""
    return (
        None,
        invitation.game_slug,
        invitation.place.guild_id,
        invitation.place.channel_id,
        invitation.inviter_id,
        invitation.invitee_id,
        invitation.begins,
        invitation.created_at,
        invitation.status,
        invitation.rematch_of,
    )


def insert(db: sqlite3.Connection, table: str, columns: str, values: tuple[object, ...]) -> int | None:
    """Return the id of the new row, None if it is a second one where only one may be."""
    sql = f"INSERT INTO {table} ({columns}) VALUES ({placeholders(columns)}) ON CONFLICT DO NOTHING"
    cursor = db.execute(sql, values)
    return cursor.lastrowid if cursor.rowcount else None


def placeholders(columns: str) -> str:
    """Return as many question marks as there are columns."""
    return ", ".join("?" * len(columns.split(",")))
