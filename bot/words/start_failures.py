"""Why she does not start, for whoever starts her: in English, like all of the command line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot import errors
from bot.models import Flaw
from bot.words.language import ENGLISH
from bot.words.watching import format_database_refusal

if TYPE_CHECKING:
    from bot.errors import SettingError, StartError

_SENTENCES: dict[type, str] = {
    errors.MissingTokenError: (
        "DISCORD_TOKEN is not set. Put it into .env, or try `maxine playground`, which needs none."
    ),
    errors.MalformedTokenError: "DISCORD_TOKEN has characters in it that no token has; copy it again.",
    errors.MalformedDatabaseError: (
        "DATABASE_URL must look like sqlite:///maxine.db, sqlite:////absolute/path.db or"
        " postgresql://user:password@host/database, not {url!r}."
    ),
    errors.MalformedShardsError: (
        "SHARDS must look like 0-3/8, the first four of eight, or 7/8, the last of them, not {text!r}."
    ),
    errors.LonelyShardsError: (
        "SQLite is for one process, which has all shards: leave SHARDS away, or let several share a database"
        " of PostgreSQL (DATABASE_URL=postgresql://…)."
    ),
    errors.MalformedServerError: (
        "DATABASE_URL must look like postgresql://user:password@host:5432/database; in a password write %40"
        " for @, %2F for / and %25 for %."
    ),
    errors.MalformedClusterError: (
        "The address of a cluster must look like tcp://host:8786, not {address!r}."
    ),
    errors.MissingExtraError: (
        "This takes the extra “{extra}”, which is not installed. In your checkout of Maxine, run: {command}"
    ),
    errors.UnknownLogLevelError: "LOG_LEVEL must be {known}, not {name!r}.",
    errors.UnknownLogFormatError: "LOG_FORMAT must be {known}, not {name!r}.",
    errors.MalformedMetricsPortError: "METRICS_PORT must be a number from 1 to 65535, not {port!r}.",
    errors.MissingPublicKeyError: (
        "DISCORD_PUBLIC_KEY is not set. Copy the public key from the page “General Information” of your"
        " application."
    ),
    errors.MalformedPublicKeyError: "DISCORD_PUBLIC_KEY must be 64 hexadecimal digits, not {key!r}.",
    errors.OtherPublicKeyError: (
        "DISCORD_PUBLIC_KEY is that of another application than DISCORD_TOKEN. Copy both from the same one."
    ),
    errors.UnreadableSettingsError: "The file .env cannot be read: {reason}.",
    errors.UnusableDatabaseError: "The database {path} cannot be {done}: {reason}.",
    errors.UnreachableDatabaseError: "The database in DATABASE_URL cannot be used: {reason}.",
    errors.NewerDatabaseError: (
        "The database was written by a newer Maxine (schema {written}, not {known}). Update Maxine, or name"
        " another file in DATABASE_URL."
    ),
    errors.TakenDatabaseError: (
        "Another Maxine has the database {path} already. Stop her first, or name another file in"
        " DATABASE_URL."
    ),
    errors.RefusedTokenError: "Discord refused the token. Check DISCORD_TOKEN.",
    errors.UnreachableError: "Discord cannot be reached: {reason}.",
    errors.TakenPortError: "Port {port} is taken. Choose another with --port.",
    errors.UnusablePortError: "The page cannot be served on port {port}: {reason}.",
    errors.UnusableAddressError: "No requests can be taken at {host}, port {port}: {reason}.",
    errors.UnusableMetricsPortError: (
        "The metrics cannot be served at {host}, port {port}: {reason}. Check METRICS_HOST and METRICS_PORT."
    ),
    errors.UnreadableChatError: "{reason}",
    errors.UnwritablePuzzlesError: "The puzzles cannot be written to {path}: {reason}.",
    errors.UnreachableClusterError: "No cluster can be used at {address}: {reason}.",
    errors.LostProcessError: (
        "One of the processes that did the work has been killed, perhaps because this machine has too little"
        " memory left. Free some, and try again."
    ),
    errors.ExistingFileError: "There is a file {path} already. Name another, or replace it with --force.",
    errors.UnwritableFileError: "{path} cannot be written: {reason}.",
    errors.DamagedDatabaseError: "{path} is no whole database of Maxine: {reason}. Nothing was written.",
    errors.OccupiedDatabaseError: "What is kept in {paths} would be lost. Move {away}.",
    errors.ServerRestoreError: (
        "PostgreSQL restores by a program of its own. Stop Maxine, make an empty database, and run: {command}"
    ),
    errors.MissingProgramError: "{name} is not installed here. Where it is, run: {command}",
    errors.FailedProgramError: "{name} has failed: {reason}",
    errors.OlderDatabaseError: (
        "{database} was left by an older Maxine (schema {written}, not {known}). Start her on it once, and"
        " stop her: then it can be copied."
    ),
    errors.UnusableServerError: "{database} cannot be used: {reason}. Nothing was copied.",
    errors.UsedDatabaseError: (
        "Maxine is connected to {database} ({connections} connections). Stop all her processes first, for the"
        " copy would not have what is played meanwhile. Nothing was copied."
    ),
    errors.FilledDatabaseError: (
        "What is kept in {database} would be lost. Make a new database for the copy."
    ),
    errors.MiscountError: (
        "Of the table {table}, {read} rows were read, and {kept} are in the copy. Nothing was copied."
    ),
}

_FLAWS = {
    Flaw.UNKNOWN_GAME: "The game of match {match_id} is none that this Maxine knows. Nothing was written.",
    Flaw.MISSING_MOVE: "A move of match {match_id} is missing. Nothing was written.",
    Flaw.ILLEGAL_MOVE: "A move of match {match_id} is not allowed by the rules. Nothing was written.",
    Flaw.WRONG_RESULT: "Match {match_id} cannot have ended as is written there. Nothing was written.",
}

_TAKEN_METRICS_PORT = "Port {port} of METRICS_PORT is taken by another program. Choose another."
_USED_ONCE = (
    "Maxine is connected to {database}. Stop her first, for the copy would not have what is played meanwhile."
    " Nothing was copied."
)

_SECRETS = re.compile(r"(?<=:).*(?=@)|(?<=\?).+", re.DOTALL)
"""Where a password may stand in an address of whatever kind."""


def format_failure(error: SettingError | StartError) -> str:
    """Say why she does not start, and where it helps what to do about it."""
    if isinstance(error, errors.RefusedStartError):
        return format_database_refusal(error.refusal)
    return _find_sentence(error).format(**vars(error) | _word_facts(error))


def _find_sentence(error: SettingError | StartError) -> str:
    """Return the sentence, whose places are called as the facts of the error are."""
    match error:
        case errors.UnsoundMatchError():
            return _FLAWS[error.flaw]
        case errors.UnusableMetricsPortError(is_taken=True):
            return _TAKEN_METRICS_PORT
        case errors.UsedDatabaseError(connections=1):
            return _USED_ONCE
    return _SENTENCES[type(error)]


def _word_facts(error: SettingError | StartError) -> dict[str, str]:
    """Return those facts of an error that are not said as they are."""
    match error:
        case errors.MalformedDatabaseError():
            return {"url": _SECRETS.sub("…", error.url)}
        case errors.UnknownLogLevelError() | errors.UnknownLogFormatError():
            return {"known": ENGLISH.either(error.known)}
        case errors.UnusableDatabaseError():
            return {"done": "used" if error.is_open else "opened"}
        case errors.OccupiedDatabaseError():
            away = "it away first" if len(error.paths) == 1 else "them away first, all together"
            return {"paths": ENGLISH.listed([str(path) for path in error.paths]), "away": away}
        case (
            errors.UnreachableDatabaseError()
            | errors.UnusableMetricsPortError()
            | errors.UnreachableClusterError()
            | errors.UnusableServerError()
        ):
            return {"reason": error.reason.rstrip(".")}
    return {}
