"""The statements and rows of tournaments, the same in every database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.models import PROGRESS, Entrant, Pairing, Participant, Place, Tournament
from bot.storage.rows import placeholders

if TYPE_CHECKING:
    from collections.abc import Sequence

COLUMNS = "id, game, guild_id, channel_id, message_id, owner_id, pace, status, created_at, changes, drawn"
FIND = f"SELECT {COLUMNS} FROM tournaments WHERE id = ?"
FIND_NEWEST = f"SELECT {COLUMNS} FROM tournaments WHERE channel_id = ? ORDER BY id DESC LIMIT 1"
ENTRANTS = (
    "SELECT user_id, level, is_withdrawn FROM tournament_entrants WHERE tournament_id = ? ORDER BY number"
)
PAIRINGS = (
    "SELECT round, first, second, match_id, result,"
    " CASE WHEN parent_id = channel_id THEN NULL ELSE message_id END, manner, channel_id"
    " FROM tournament_pairings LEFT JOIN matches ON matches.id = match_id"
    " WHERE tournament_id = ? ORDER BY round, place"
)
"""The message of a match that is yet to get a thread does not show its board."""
DUE = (
    "SELECT id FROM tournaments"
    f" WHERE (status IN ('open', 'running') OR drawn < changes * {PROGRESS}) AND message_id IS NOT NULL"
    f" AND drawn <> changes * {PROGRESS} + (SELECT count(*) FROM tournament_pairings JOIN matches ON"
    " matches.id = match_id WHERE tournament_id = tournaments.id AND result IS NOT NULL)"
    " ORDER BY id LIMIT 100"
)
ENTERED = (
    "SELECT id FROM tournaments JOIN tournament_entrants ON tournament_id = id"
    " WHERE user_id = ? AND is_withdrawn = 0 AND status IN ('open', 'running') ORDER BY id"
)
CHANGE = "UPDATE tournaments SET status = ?, changes = ? WHERE id = ? AND changes = ?"
REMOVE_ENTRANTS = "DELETE FROM tournament_entrants WHERE tournament_id = ?"
ADD_ENTRANT = "INSERT INTO tournament_entrants VALUES (?, ?, ?, ?, ?)"
SHOW = "UPDATE tournaments SET message_id = ?, drawn = ? WHERE id = ?"
EXPIRE = (
    "UPDATE tournaments SET status = 'cancelled', changes = changes + 1"
    " WHERE status = 'open' AND created_at < ?"
)
NEW_COLUMNS = COLUMNS.removeprefix("id, ")
ADD = (
    f"INSERT INTO tournaments ({NEW_COLUMNS}) VALUES ({placeholders(NEW_COLUMNS)})"
    " ON CONFLICT DO NOTHING RETURNING id"
)

_HALVES = {"first": (2, 0), "second": (0, 2), "draw": (1, 1), "abandoned": (0, 0)}


def tournament_from(
    row: tuple[Any, ...], entrants: Sequence[tuple[Any, ...]], pairings: Sequence[tuple[Any, ...]]
) -> Tournament:
    """Make a tournament from its row, and those of who takes part and of who meets whom."""
    id_, game, guild, channel, message, owner, pace, status, created, changes, drawn = row
    return Tournament(
        id=id_,
        game_slug=game,
        place=Place(guild, channel),
        owner_id=owner,
        pace=pace,
        created_at=created,
        entrants=tuple(Entrant(Participant(user, level), bool(gone)) for user, level, gone in entrants),
        pairings=tuple(map(_pairing_from, pairings)),
        status=status,
        message_id=message,
        changes=changes,
        drawn=drawn,
    )


def _pairing_from(row: tuple[Any, ...]) -> Pairing:
    number, first, second, match_id, result, message_id, manner, channel_id = row
    halves = _HALVES[result] if result else None
    return Pairing(number, first, second, match_id, halves, message_id, manner, channel_id)


def values_of(tournament: Tournament) -> tuple[Any, ...]:
    """Return the values of NEW_COLUMNS."""
    return (
        tournament.game_slug,
        tournament.place.guild_id,
        tournament.place.channel_id,
        tournament.message_id,
        tournament.owner_id,
        tournament.pace,
        tournament.status,
        tournament.created_at,
        tournament.changes,
        tournament.drawn,
    )


def entrants_of(tournament: Tournament, id_: int) -> list[tuple[Any, ...]]:
    """Return the values of the rows of who takes part."""
    return [
        (id_, number, each.player.user_id, each.player.level, int(each.is_withdrawn))
        for number, each in enumerate(tournament.entrants)
    ]


def change_of(before: Tournament, after: Tournament) -> tuple[Any, ...]:
    """Return the values of CHANGE."""
    return after.status, after.changes, before.id, before.changes


def new_pairings_of(before: Tournament, after: Tournament) -> list[tuple[Any, ...]]:
    """Return the values of the rows of the pairings that `after` has more, without their matches."""
    return [
        (before.id, each.round, place, each.first, each.second)
        for place, each in enumerate(after.pairings[len(before.pairings) :])
    ]
