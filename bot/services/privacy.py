"""A person's stored data: exported, hidden, and removed, at their request."""

import asyncio
import json
import zlib
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

from bot.errors import Reason, Refused
from bot.models import NEWEST_LEAVER, Blocks
from bot.services import Context, tournaments
from bot.storage.privacy import TABLES

MOST_PLAIN: Final = 8_000_000
"""Bytes of an export that is not compressed; Discord accepts ten million."""

_NAMES = {"solvers": "puzzle_rating"}
_OWN_IDS = {"id", "match_id", "attempt_id", "origin_id", "tournament_id", "race_id"}
_LISTS = {"moves", "actions", "start", "tried"}
_WITHIN = {
    *("to_move", "is_drawn", "is_reminded", "asked", "seed", "changes", "drawn"),
    *("halves", "points", "fingerprint"),
}
"""Columns that serve to find or check other ones, and say nothing more."""

_EPOCH = date(1970, 1, 1)
_GZIP = 31  # what zlib calls the gzip format


class Export(NamedTuple):
    """A file with all that is stored about a person."""

    name: str
    content: bytes


class _Parcel:
    """The part of an export that is written so far: plain while it is small, else compressed."""

    def __init__(self) -> None:
        self._plain, self._packed = bytearray(), bytearray()
        self._size, self._packer = 0, zlib.compressobj(wbits=_GZIP)

    def add(self, text: str) -> None:
        data = text.encode()
        self._size += len(data)
        self._packed += self._packer.compress(data)
        if self._size <= MOST_PLAIN:
            self._plain += data
        else:
            self._plain.clear()

    def close(self) -> Export:
        self._packed += self._packer.flush()
        if self._size <= MOST_PLAIN:
            return Export("maxine.json", bytes(self._plain))
        return Export("maxine.json.gz", bytes(self._packed))


async def export(context: Context, user_id: int) -> Export | None:
    """Return all that is stored about a person as JSON, compressed if it is large; None if that is nothing.

    It is read and written in pages, so that other requests are served meanwhile.
    """
    parcel, is_empty = _Parcel(), True
    when = datetime.fromtimestamp(context.now(), UTC).isoformat(timespec="seconds")
    parcel.add(f'{{"user_id": "{user_id}", "exported_at": "{when}"')
    for table in TABLES:
        parcel.add(f',\n"{_NAMES.get(table, table)}": [')
        after, begin = 0, "\n"
        while page := await context.storage.people.list_kept(user_id, table, after):
            await asyncio.to_thread(_write_page, parcel, begin, page)
            after, begin, is_empty = page[-1].get("id", 0), ",\n", False
            if not after:
                break
        parcel.add("]")
    parcel.add("}\n")
    return None if is_empty else parcel.close()


def _write_page(parcel: _Parcel, begin: str, page: list[dict[str, Any]]) -> None:
    told = [{name: _convert_value(name, row[name]) for name in row if name not in _WITHIN} for row in page]
    parcel.add(begin + ",\n".join(json.dumps(row, indent=1, ensure_ascii=False) for row in told))


def _convert_value(name: str, value: Any) -> object:  # noqa: ANN401 - what a database holds
    """Return a column's value for JSON; Discord's ids are too large for its numbers."""
    if name in _LISTS:
        return [int(number) for number in (value or "").split()]
    if value is None or (name == "guild_id" and value <= 0) or (name in {"race_id", "day"} and not value):
        return None
    if name.endswith("_at"):
        return datetime.fromtimestamp(value, UTC).isoformat(timespec="milliseconds")
    if name in {"day", "last_day"}:
        return (_EPOCH + timedelta(value)).isoformat()
    if name == "begins" or (name.endswith("_id") and name not in _OWN_IDS):
        return str(value) if value or name != "blocked_id" else "everybody"
    return bool(value) if name.startswith("is_") else value


async def erase(context: Context, user_id: int) -> None:
    """Remove all that is stored about a person; what others need loses its owner.

    They resign their matches in tournaments, so that their opponents get the points.
    """
    await tournaments.leave_all(context, user_id)
    await context.storage.people.erase(user_id, NEWEST_LEAVER - context.rng.getrandbits(62), context.now())
    context.storage.matches.clear_recent()
    for id_ in [id_ for id_, known in context.reviews.items() if known.match.seat_of(user_id) is not None]:
        context.reviews.pop(id_, None)


async def block(context: Context, user_id: int, blocked_id: int | None, *, everybody: bool) -> Blocks:
    """Block the challenges of one person, or of everybody, and return the person's blocks."""
    if blocked_id == user_id:
        raise Refused(Reason.SELF_BLOCK)
    return await _set_blocks(context, user_id, blocked_id, everybody=everybody, is_blocked=True)


async def unblock(context: Context, user_id: int, blocked_id: int | None, *, everybody: bool) -> Blocks:
    """Let through again the challenges of one person, or of everybody who is not blocked by name."""
    return await _set_blocks(context, user_id, blocked_id, everybody=everybody, is_blocked=False)


async def _set_blocks(
    context: Context, user_id: int, blocked_id: int | None, *, everybody: bool, is_blocked: bool
) -> Blocks:
    blocks = context.storage.blocks
    if blocked_id is not None:
        await blocks.set_block(user_id, blocked_id, is_blocked=is_blocked)
    if everybody:
        await blocks.set_block(user_id, None, is_blocked=is_blocked)
    return await blocks.find(user_id)
