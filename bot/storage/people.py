"""All that is kept about a person, in whatever table: told to them, hidden, and erased."""

from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Any

from bot.errors import StorageError
from bot.models import Blocks
from bot.storage import privacy
from bot.storage.database import Lock, Locked, Row, Statement, Subject
from bot.storage.rows import EVERYBODY

_PREFERS_RATED = "SELECT user_id FROM rated_by_choice WHERE user_id = ?"
_PREFER_RATED = "INSERT INTO rated_by_choice (user_id) VALUES (?) ON CONFLICT DO NOTHING"
_PREFER_CASUAL = "DELETE FROM rated_by_choice WHERE user_id = ?"


class People(Subject):
    """All that is kept about a person, in whatever table: told to them, hidden, and erased."""

    async def list_kept(self, user_id: int, table: str, after: int) -> list[dict[str, Any]]:
        """Return what a table of `privacy.TABLES` holds about the person, by column, in order of `id`.

        Of rows that have an `id`, the next ones after that; of others, all.
        """
        asked = Statement(privacy.select_stored(table), {"user_id": user_id, "after": after})
        return await self._database.read_named(asked)

    async def erase(self, user_id: int, leaver_id: int, now: float) -> None:
        """Remove all of it; in what others share, `leaver_id` is who it was from then on.

        What is over may be much, and goes first in small writes, the rest by one. If that is cut off, the
        same is to be done again, and whatever the `leaver_id` is then, that of the first time is kept. Their
        running matches end without a result, and are to be drawn; open invitations expire.
        """
        known_id = await self._store_leaver(user_id, leaver_id)
        values = {"user_id": user_id, "leaver_id": known_id, "now": float(now)}
        for sql in privacy.ERASE_OVER:
            await self._database.write_often(Statement(f"{sql} RETURNING 1", values))
        await self._write_hidden(privacy.ERASE, values)
        with suppress(StorageError):  # logged already, and done again by upkeep
            await self._database.trim()

    async def _store_leaver(self, user_id: int, leaver_id: int) -> int:
        """Return as whom a person leaves: as whom they began to, or with this id, which is stored first."""

        def decide(found: list[list[Row]]) -> tuple[int, list[Statement]]:
            [known] = found
            if known:
                return int(known[0][0]), []
            return leaver_id, [Statement(ADD, (user_id, leaver_id))]

        asked = Statement(privacy.LEAVER, {"user_id": user_id})
        return await self._database.decide([Lock(Locked.INVITER, user_id)], [asked], decide)

    async def end_departures(self, now: float) -> None:
        """Remove who has left what is over by now."""
        await self._database.write(Statement(privacy.END_DEPARTURES, (now,)))

    async def set_hidden(self, user_id: int, *, is_hidden: bool) -> None:
        """Leave the person out of the tables of everywhere from now on, or let them stand there again."""
        await self._write_hidden(privacy.HIDE if is_hidden else privacy.SHOW, {"user_id": user_id})

    async def find_hidden(self, user_ids: Collection[int]) -> Collection[int]:
        """Return who of these people is hidden."""
        places = ", ".join("?" * len(user_ids)) or "NULL"
        sql = f"SELECT user_id FROM hidden WHERE user_id IN ({places})"
        return {*await self._database.list_ids(sql, *user_ids)}

    async def prefers_rated(self, user_id: int) -> bool:
        """Return whether the person last chose a rated match against Maxine."""
        return await self._database.find_one(_PREFERS_RATED, user_id) is not None

    async def set_preference(self, user_id: int, *, is_rated: bool) -> None:
        """Store which kind of match against Maxine the person chose last."""
        await self._database.write(Statement(_PREFER_RATED if is_rated else _PREFER_CASUAL, (user_id,)))

    async def _write_hidden(self, written: Iterable[str], values: dict[str, float]) -> None:
        locks = [Lock(Locked.STANDINGS), Lock(Locked.PUZZLES)]
        await self._database.write(*(Statement(sql, values) for sql in written), locks=locks)


_FIND = "SELECT blocked_id FROM blocks WHERE blocker_id = ?"
ADD = "INSERT INTO blocks (blocker_id, blocked_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
_REMOVE = "DELETE FROM blocks WHERE blocker_id = ? AND blocked_id = ?"


class Blocked(Subject):
    """Whose challenges people do not want."""

    async def find(self, user_id: int) -> Blocks:
        """Return whom a person blocks."""
        blocked = await self._database.list_ids(_FIND, user_id)
        people = sorted(blocked_id for blocked_id in blocked if blocked_id > EVERYBODY)
        return Blocks(tuple(people), EVERYBODY in blocked)

    async def set_block(self, user_id: int, blocked_id: int | None, *, is_blocked: bool) -> None:
        """Store whether a person wants no challenges of another, or of all others (None)."""
        written = Statement(ADD if is_blocked else _REMOVE, (user_id, blocked_id or EVERYBODY))
        await self._database.write(written, locks=[Lock(Locked.INVITER, user_id)])
