"""Settings from the environment and `.env`, which no other module reads."""

import logging
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from dotenv import dotenv_values

from bot.start_errors import Wrong, WrongSettingError

_SQLITE = "sqlite:///"
_SERVERS = ("postgresql://", "postgres://")
_SHARDS = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?/(\d{1,9})", re.ASCII)
_HIGHEST_PORT = 65535
_LOG_FORMATS = ("text", "json")
_LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
_OTHER_LEVELS = ("WARN", "CRITICAL", "FATAL")
_QUOTES = ("'", '"')


@dataclass(frozen=True)
class Shards:
    """The shards that a process serves, and how many there are."""

    ids: range
    count: int

    def __str__(self) -> str:
        """Return the shards as operators write them: 0-3/8, or 7/8."""
        first, last = self.ids[0], self.ids[-1]
        return f"{first}/{self.count}" if first == last else f"{first}-{last}/{self.count}"


@dataclass(frozen=True)
class Settings:
    """The program's settings; `database` is a URL that `database_file` understands.

    Without `shards` one process serves all of them.
    """

    token: str | None
    database: str
    log_level: int
    public_key: bytes | None = None
    logs_json: bool = False
    metrics_at: tuple[str, int] | None = None
    shards: Shards | None = None
    cluster: str | None = None


def load(
    default_database: str = "sqlite:///maxine.db", shards: str | None = None, *, reads_file: bool = True
) -> Settings:
    """Read the settings; the environment wins over `.env` in the working directory; empty means not set.

    Blanks, line ends and a pair of quotes around a value are removed.

    Arguments win over both. The file is read only if `reads_file`.
    """
    values = _values() if reads_file else _set(os.environ)
    database = _database(values.get("DATABASE_URL", default_database))
    return Settings(
        token=_token(values.get("DISCORD_TOKEN")),
        database=database,
        log_level=_log_level(values.get("LOG_LEVEL", "INFO")),
        public_key=_public_key(values.get("DISCORD_PUBLIC_KEY")),
        logs_json=_log_format(values.get("LOG_FORMAT", _LOG_FORMATS[0])) == "json",
        metrics_at=_metrics_at(values.get("METRICS_HOST", "127.0.0.1"), values.get("METRICS_PORT")),
        shards=_shards(shards or values.get("SHARDS"), is_shared=database_file(database) is None),
        cluster=_cluster(values.get("CLUSTER")),
    )


def load_cluster() -> str | None:
    """Read the address of the cluster alone, for commands that need no other setting."""
    return _cluster(_values().get("CLUSTER"))


def parse_cluster(address: str) -> tuple[str, int]:
    """Return the host and the port in the address of a cluster's scheduler.

    Raises:
        WrongSettingError: the address is malformed.
    """
    try:
        parts = urlsplit(address if "//" in address else f"//{address}")
        if parts.hostname is not None and parts.port is not None:
            return parts.hostname, parts.port
    except ValueError:  # the port is no number
        pass
    raise WrongSettingError(Wrong.CLUSTER, address)


def parse_shards(text: str) -> Shards:
    """Parse the shards that a process serves; WrongSettingError if the text is malformed."""
    if not (found := _SHARDS.fullmatch(text)):
        raise WrongSettingError(Wrong.SHARDS, text)
    first, last, count = (int(number) for number in (found[1], found[2] or found[1], found[3]))
    if not first <= last < count:
        raise WrongSettingError(Wrong.SHARDS, text)
    return Shards(range(first, last + 1), count)


def _values() -> dict[str, str]:
    return _set(_dotenv()) | _set(os.environ)


def _set(source: Mapping[str, str | None]) -> dict[str, str]:
    return {name: plain for name, value in source.items() if (plain := _plain(value or ""))}


def _plain(value: str) -> str:
    """Return a value without what files and shells leave around it: blanks, line ends, quotes."""
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in _QUOTES:
        value = value[1:-1].strip()
    return value


def _dotenv() -> dict[str, str | None]:
    try:
        return dict(dotenv_values(Path(".env")))
    except (OSError, UnicodeDecodeError) as error:
        raise WrongSettingError(Wrong.FILE, str(error)) from error


def _token(token: str | None) -> str | None:
    if token is not None and (not token.isascii() or any(c.isspace() for c in token)):
        raise WrongSettingError(Wrong.TOKEN)
    return token


def _public_key(text: str | None) -> bytes | None:
    if text is None:
        return None
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise WrongSettingError(Wrong.PUBLIC_KEY, text)
    return bytes.fromhex(text)


def _database(url: str) -> str:
    database_file(url)
    return url


def database_file(url: str) -> Path | None:
    """Return the file of a database, None if it is on a server or has a query."""
    if url.startswith(_SERVERS):
        return None
    path = Path(unquote(url.removeprefix(_SQLITE)))
    is_named = path.name and "\0" not in str(path) and str(path) != ":memory:"
    if not url.startswith(_SQLITE) or "?" in url or not is_named:
        raise WrongSettingError(Wrong.DATABASE, url)
    return path


def _shards(text: str | None, *, is_shared: bool) -> Shards | None:
    if text is None:
        return None
    shards = parse_shards(text)
    if len(shards.ids) < shards.count and not is_shared:
        raise WrongSettingError(Wrong.LONELY_SHARDS)
    return shards


def _log_level(name: str) -> int:
    if name.upper() not in (*_LOG_LEVELS, *_OTHER_LEVELS):
        raise WrongSettingError(Wrong.LOG_LEVEL, name, _LOG_LEVELS)
    return logging.getLevelNamesMapping()[name.upper()]


def _log_format(name: str) -> str:
    if name.lower() not in _LOG_FORMATS:
        raise WrongSettingError(Wrong.LOG_FORMAT, name, _LOG_FORMATS)
    return name.lower()


def _metrics_at(host: str, port: str | None) -> tuple[str, int] | None:
    if port is None:
        return None
    if not re.fullmatch("[1-9][0-9]{0,4}", port) or int(port) > _HIGHEST_PORT:
        raise WrongSettingError(Wrong.METRICS_PORT, port)
    return host, int(port)


def _cluster(address: str | None) -> str | None:
    if address is not None:
        parse_cluster(address)
    return address
