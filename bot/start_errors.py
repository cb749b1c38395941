"""Why a program of Maxine's does not start or cannot do its work, as facts, which `bot.words` words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from enum import Enum, auto
from pathlib import Path

from bot.errors import MaxineError, Refusal


class SettingError(MaxineError):
    """A setting is missing or malformed."""


class MissingTokenError(SettingError):
    """There is no token to connect to Discord with."""


class MalformedTokenError(SettingError):
    """The token has characters that no token has; it is a secret, and not repeated."""


class MalformedDatabaseError(SettingError):
    """The address of the database is malformed."""

    url: str


class MalformedShardsError(SettingError):
    """The shards are not given as the first, the last, and how many there are."""

    text: str


class LonelyShardsError(SettingError):
    """Only some of the shards are to be served, with a database that no other process can share."""


class MalformedServerError(SettingError):
    """The address of the database is malformed, or none of a server; it may hold a password: not repeated."""


class UnknownLogLevelError(SettingError):
    """The log level is unknown."""

    name: str
    known: Sequence[str]


class UnknownLogFormatError(SettingError):
    """The format of log lines is unknown."""

    name: str
    known: Sequence[str]


class MalformedMetricsPortError(SettingError):
    """The port of the metrics is not a port number."""

    port: str


class UnreadableSettingsError(SettingError):
    """The file of settings cannot be read."""

    reason: str


class MalformedClusterError(SettingError):
    """The address of a cluster's scheduler is malformed."""

    address: str


class MissingPublicKeyError(SettingError):
    """There is no key to check Discord's signatures with."""


class MalformedPublicKeyError(SettingError):
    """The public key is not 32 bytes of hex."""

    key: str


class OtherPublicKeyError(SettingError):
    """The public key is that of another application than the token."""


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
