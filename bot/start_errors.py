"""Why a program of Maxine's does not start or cannot do its work, as facts, which `bot.words` words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from enum import Enum, auto
from pathlib import Path

from bot.errors import MaxineError, Refusal


class SettingError(MaxineError):
    """A setting is missing or malformed."""


class Wrong(Enum):
    """What is wrong with a setting: it is missing, or if no more is said malformed or unknown."""

    MISSING_TOKEN = auto()
    TOKEN = auto()
    DATABASE = auto()
    SERVER = auto()
    """The address of a database on a server."""
    SHARDS = auto()
    LONELY_SHARDS = auto()
    """Only some shards are to be served, with a database that no other process can share."""
    LOG_LEVEL = auto()
    LOG_FORMAT = auto()
    METRICS_PORT = auto()
    CLUSTER = auto()
    MISSING_PUBLIC_KEY = auto()
    PUBLIC_KEY = auto()
    OTHER_PUBLIC_KEY = auto()
    """It is that of another application than the token."""
    FILE = auto()
    """The file of settings cannot be read."""


class WrongSettingError(SettingError):
    """A setting cannot be used; `value` is what it is, which is not repeated if it holds a secret."""

    wrong: Wrong
    value: str = ""
    known: Sequence[str] = ()


class MissingExtraError(SettingError):
    """The libraries of an extra are not installed; `command` installs them, in a checkout."""

    extra: str
    command: str


class StartError(MaxineError):
    """Maxine cannot start."""


class UnusableDatabaseError(StartError):
    """The file of the database cannot be opened, or is open and cannot be used."""

    path: Path
    reason: str
    is_open: bool = field(default=True, kw_only=True)


class CorruptDatabaseError(StartError):
    """Pages of the file of the database are damaged."""

    path: Path
    reason: str


class CorruptServerError(StartError):
    """Tables or indexes of the database of a server are damaged."""

    reason: str


class UnreachableDatabaseError(StartError):
    """The server of the database cannot be reached, or refuses a request."""

    reason: str


class NewerDatabaseError(StartError):
    """The database was written by a newer program: its schema is `written`, and `known` the newest here."""

    written: int
    known: int


class OutdatedDatabaseError(StartError):
    """The database is older than `oldest`, the first schema of this program; `commit` brings it there."""

    written: int
    oldest: int
    commit: str


class OlderProcessesError(StartError):
    """Older processes have this many connections to a database whose schema is to change."""

    connections: int
    written: int
    known: int


class TakenDatabaseError(StartError):
    """Another Maxine has the database."""

    path: Path


class RefusedTokenError(StartError):
    """Discord refused the token."""


class UnreachableError(StartError):
    """Discord cannot be reached."""

    reason: str


class RefusedStartError(StartError):
    """The database refused the first write, for the reason it carries."""

    refusal: Refusal

    def __str__(self) -> str:
        """Return why, for the log."""
        return self.refusal.value


class TakenPortError(StartError):
    """Another program listens on the port."""

    port: int


class UnusablePortError(StartError):
    """The page cannot be served on the port."""

    port: int
    reason: str


class UnusableAddressError(StartError):
    """Requests cannot be accepted at the address."""

    host: str
    port: int
    reason: str


class UnusableMetricsPortError(StartError):
    """The metrics cannot be served at the address."""

    host: str
    port: int
    reason: str
    is_taken: bool = field(kw_only=True)


class UnreadableChatError(StartError):
    """The playground cannot read its chat; `error` says why."""

    reason: str


class UnwritablePuzzlesError(StartError):
    """The puzzles cannot be written to the file."""

    path: Path
    reason: str


class UnreachableClusterError(StartError):
    """No scheduler of a cluster answers at the address, or it has no usable workers."""

    address: str
    reason: str


class LostProcessError(StartError):
    """One of the processes of bulk work has ended before its work."""


class ExistingFileError(StartError):
    """A file has the name of the new backup."""

    path: Path


class UnwritableFileError(StartError):
    """A file cannot be written."""

    path: Path
    reason: str


class DamagedDatabaseError(StartError):
    """The file to be copied is no database, or not a whole one; nothing was written."""

    path: Path
    reason: str


class Flaw(Enum):
    """Why a stored match cannot be replayed."""

    UNKNOWN_GAME = auto()
    MISSING_MOVE = auto()
    ILLEGAL_MOVE = auto()
    WRONG_RESULT = auto()


class UnsoundMatchError(StartError):
    """A stored match cannot be replayed; nothing was written."""

    match_id: int
    flaw: Flaw


class OccupiedDatabaseError(StartError):
    """A restored database would replace files that hold data."""

    paths: Sequence[Path]


class ServerRestoreError(StartError):
    """The database of a server is restored by its own program, which `command` runs."""

    command: str


class OlderDatabaseError(StartError):
    """An older program left the database that is to be read as a whole."""

    database: str
    written: int
    known: int


class UnusableServerError(StartError):
    """The database of a server cannot be used as a whole; nothing was written."""

    database: str
    reason: str


class UsedDatabaseError(StartError):
    """This many connections of Maxine to the database of a server are open; nothing was written."""

    database: str
    connections: int


class FilledDatabaseError(StartError):
    """The database of a server that is the target of a copy is not empty."""

    database: str


class MiscountError(StartError):
    """A table's rows that were read, and those in the copy, differ in number."""

    table: str
    read: int
    kept: int


class MissingProgramError(StartError):
    """A needed program is not installed; where it is, `command` does the same."""

    name: str
    command: str


class FailedProgramError(StartError):
    """A program has failed, and said why."""

    name: str
    reason: str
