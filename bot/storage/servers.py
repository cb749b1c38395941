"""The servers on which the bot was used, and their settings."""

from dataclasses import astuple, fields
from typing import Any

from bot.models import ServerSettings
from bot.storage import rows
from bot.storage.database import Lock, Locked, Row, Statement, Subject
from bot.storage.privacy import AT_ONCE, PURGE_SERVER

_FIELDS = fields(ServerSettings)
_COLUMNS = [field.name for field in _FIELDS]
_FIND = f"SELECT {', '.join(_COLUMNS)}, met_at FROM servers WHERE guild_id = ?"
_MEET = (
    "INSERT INTO servers (guild_id, met_at) VALUES (?, ?)"
    " ON CONFLICT (guild_id) DO UPDATE SET met_at = excluded.met_at WHERE servers.met_at < excluded.met_at"
)
_SAVE = (
    f"UPDATE servers SET {', '.join(f'{name} = ?' for name in _COLUMNS)} WHERE guild_id = ?"
    f" AND coalesce(channels, '') = ? AND {' AND '.join(f'{name} {{same}} ?' for name in _COLUMNS[1:])}"
    " RETURNING guild_id"
)
THREADED = "SELECT guild_id FROM servers WHERE has_threads = 1"
_SILENT = "SELECT guild_id FROM servers WHERE met_at < ? ORDER BY met_at LIMIT ?"
_UNCLOSED = (
    "SELECT guild_id FROM servers WHERE season_channel_id IS NOT NULL AND season_closed < ? LIMIT 10000"
)
_DELETE = "DELETE FROM servers WHERE guild_id = ? AND met_at < ?"
_LOCKS = Lock(Locked.STANDINGS), Lock(Locked.PUZZLES)


class Servers(Subject):
    """The servers on which the bot was used, and their settings."""

    async def find(self, guild_id: int) -> tuple[ServerSettings, float | None]:
        """Return the settings of a server, and when the bot was last used there (None: never yet)."""
        found = await self._database.find_one(_FIND, guild_id)
        return (_settings_from(found[:-1]), found[-1]) if found else (ServerSettings(), None)

    async def meet(self, guild_id: int, now: float) -> None:
        """Store that the bot was used there."""
        await self._database.write(Statement(_MEET, (guild_id, now)))

    async def save(self, guild_id: int, before: ServerSettings, after: ServerSettings, now: float) -> bool:
        """Store what is usual there, if it still is as `before`."""
        saving = Statement(_SAVE, (*_values_of(after), guild_id, *_values_of(before)))
        asked = [Statement(_MEET, (guild_id, now)), saving]
        return await self._database.decide([], asked, lambda found: (bool(found[1]), ()))

    async def list_silent(self, since: float, most: int) -> list[int]:
        """Return some servers where the bot was not used since then, the longest silent first."""
        return await self._database.list_ids(_SILENT, since, most)

    async def list_unclosed(self, month: str) -> list[int]:
        """Return some servers with a season channel that closed no season since that month."""
        return await self._database.list_ids(_UNCLOSED, month)

    async def purge(self, guild_id: int, since: float) -> None:
        """Remove all that is about a server, in small writes, and last the server, unless met since.

        What people have of it elsewhere stays: of their matches, how they were played and ended.
        """
        for sql in PURGE_SERVER:
            await self._database.write_often(Statement(f"{sql} RETURNING 1", (guild_id,)), _LOCKS, AT_ONCE)
        await self._database.write(Statement(_DELETE, (guild_id, since)))


def _values_of(settings: ServerSettings) -> list[object]:
    """Return the values of _COLUMNS, flags as numbers."""
    channels, *others = astuple(settings)
    return [rows.text_of(channels), *(int(each) if isinstance(each, bool) else each for each in others)]


def _settings_from(row: Row) -> ServerSettings:
    """Make settings of a row of _COLUMNS."""
    known: dict[str, Any] = {
        field.name: bool(value) if isinstance(field.default, bool) else value
        for field, value in zip(_FIELDS, row, strict=True)
    }
    return ServerSettings(**{**known, "channels": rows.numbers_of(known["channels"] or "")})
