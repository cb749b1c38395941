"""Why a program of hers does not start or cannot do its work, as facts; `bot.words` says them."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from bot.errors import MaxineError, Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bot.models import Flaw


class SettingError(MaxineError):
    """A setting is missing or malformed."""


class MissingTokenError(SettingError):
    """There is no token to connect to Discord with."""


class MalformedTokenError(SettingError):
    """The token has characters in it that no token has; it is a secret, and not repeated."""


class MalformedDatabaseError(SettingError):
    """The address of the database is none."""

    url: str


class MalformedShardsError(SettingError):
    """The shards are not named as the first, the last, and how many there are."""

    text: str


class LonelyShardsError(SettingError):
    """Only some of the shards are asked for, with a database that no other process can share."""


class MalformedServerError(SettingError):
    """The address of the database is none of a server; it may hold a password, and is not repeated."""


class UnknownLogLevelError(SettingError):
    """There is no such level of logging."""

    name: str
    known: Sequence[str]


class UnknownLogFormatError(SettingError):
    """There is no such form of log lines."""

    name: str
    known: Sequence[str]


class MalformedMetricsPortError(SettingError):
    """What is to be the port of the metrics is no number of one."""

    port: str


class UnreadableSettingsError(SettingError):
    """The file of settings cannot be read."""

    reason: str


class MalformedClusterError(SettingError):
    """The address of a cluster's scheduler is none."""

    address: str


class MissingPublicKeyError(SettingError):
    """There is no key to check Discord's signatures with."""


class MalformedPublicKeyError(SettingError):
    """The public key is not 32 bytes of hex."""

    key: str


class OtherPublicKeyError(SettingError):
    """The public key is that of another application than the token."""


class MissingExtraError(SettingError):
    """What an extra brings is not installed; the command does that, in a checkout."""

    extra: str
    command: str


class StartError(MaxineError):
    """Maxine cannot start."""


class UnusableDatabaseError(StartError):
    """The file of the database cannot be opened, or is open and cannot be used."""

    path: Path
    reason: str
    is_open: bool = field(default=True, kw_only=True)


class UnreachableDatabaseError(StartError):
    """The server of the database cannot be reached, or refuses what is asked of it."""

    reason: str


class NewerDatabaseError(StartError):
    """The database was written by a newer program: its schema is `written`, and `known` the newest here."""

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
    """The database refused what is done first, for the reason it carries."""

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
    """No requests can be taken at the address."""

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
    """The playground cannot read its chat; it says itself why."""

    reason: str


class UnwritablePuzzlesError(StartError):
    """The puzzles that are found cannot be written to the file."""

    path: Path
    reason: str


class UnreachableClusterError(StartError):
    """No scheduler of a cluster answers at the address, or none with workers that are of use."""

    address: str
    reason: str


class LostProcessError(StartError):
    """One of the processes that did bulk work has ended before it."""


class ExistingFileError(StartError):
    """A file has the name that a backup is to have."""

    path: Path


class UnwritableFileError(StartError):
    """A file cannot be written."""

    path: Path
    reason: str


class DamagedDatabaseError(StartError):
    """What is to be copied is no database, or not a whole one; nothing was written."""

    path: Path
    reason: str


class UnsoundMatchError(StartError):
    """A match that is kept cannot be replayed; nothing was written."""

    match_id: int
    flaw: Flaw


class OccupiedDatabaseError(StartError):
    """A restored database would take the place of files in which something is kept."""

    paths: Sequence[Path]


class ServerRestoreError(StartError):
    """The database of a server is restored by its own program, which `command` runs."""

    command: str


class OlderDatabaseError(StartError):
    """The database that is to be copied was left by an older program."""

    database: str
    written: int
    known: int


class UnusableServerError(StartError):
    """The database of a server that is copied from or to cannot be used; nothing was copied."""

    database: str
    reason: str


class UsedDatabaseError(StartError):
    """So many connections of hers to the database of a server are there; nothing was copied."""

    database: str
    connections: int


class FilledDatabaseError(StartError):
    """The database of a server that is to be filled is not empty."""

    database: str


class MiscountError(StartError):
    """Of so many rows of a table that were read, only so many, or even more, are in the copy."""

    table: str
    read: int
    kept: int


class MissingProgramError(StartError):
    """A program that is needed is not installed; where it is, `command` does what was asked for."""

    name: str
    command: str


class FailedProgramError(StartError):
    """A program that was run has failed, and said why."""

    name: str
    reason: str
