"""Settings from the environment and `.env`; nobody else reads either."""

from __future__ import annotations

import logging
import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from dotenv import dotenv_values

from bot.errors import (
    LonelyShardsError,
    MalformedDatabaseError,
    MalformedShardsError,
    MalformedTokenError,
    UnknownLogLevelError,
    UnreadableSettingsError,
)

_SQLITE = "sqlite:///"
_SHARDS = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?/(\d{1,9})", re.ASCII)
_LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


@dataclass(frozen=True)
class Shards:
    """The shards that a process serves, of so many."""

    ids: range
    count: int


@dataclass(frozen=True)
class Settings:
    """What the program was told from outside; without `shards` one process serves all, however many."""

    token: str | None
    database: Path
    log_level: int
    shards: Shards | None = None


def load(default_database: str = "sqlite:///maxine.db", shards: str | None = None) -> Settings:
    """Read the settings; the environment wins over `.env` in the working directory; empty means not set.

    What is passed wins over both.
    """
    values = {name: value for source in (_dotenv(), os.environ) for name, value in source.items() if value}
    return Settings(
        token=_token(values.get("DISCORD_TOKEN")),
        database=_database(values.get("DATABASE_URL", default_database)),
        log_level=_log_level(values.get("LOG_LEVEL", "INFO")),
        shards=_shards(shards or values.get("SHARDS"), values.get("DATABASE_URL", default_database)),
    )


def _dotenv() -> dict[str, str | None]:
    try:
        return dict(dotenv_values(Path(".env")))
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableSettingsError(str(error)) from error


def _token(token: str | None) -> str | None:
    if token is not None and (not token.isascii() or any(c.isspace() for c in token)):
        raise MalformedTokenError
    return token


def _database(url: str) -> Path:
    path = Path(unquote(url.removeprefix(_SQLITE)))
    if not url.startswith(_SQLITE) or not path.name or "\0" in str(path) or str(path) == ":memory:":
        raise MalformedDatabaseError(url)
    return path


def _shards(text: str | None, database: str) -> Shards | None:
    if text is None:
        return None
    if not (found := _SHARDS.fullmatch(text)):
        raise MalformedShardsError(text)
    first, last, count = (int(number) for number in (found[1], found[2] or found[1], found[3]))
    if not first <= last < count:
        raise MalformedShardsError(text)
    if last - first + 1 < count and database.startswith(_SQLITE):
        raise LonelyShardsError
    return Shards(range(first, last + 1), count)


def _log_level(name: str) -> int:
    if name.upper() not in _LOG_LEVELS:
        raise UnknownLogLevelError(name, _LOG_LEVELS)
    return logging.getLevelNamesMapping()[name.upper()]
