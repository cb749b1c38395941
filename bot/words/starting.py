"""Why she does not start, for whoever starts her."""

from __future__ import annotations

import re
from functools import singledispatch
from typing import TYPE_CHECKING

from bot import errors
from bot.models import Flaw
from bot.words.language import Language, template
from bot.words.watching import format_database_refusal

if TYPE_CHECKING:
    from bot.errors import SettingError, StartError

_PLAIN = {
    errors.MissingTokenError: template(
        "DISCORD_TOKEN is not set. Put it into .env, or try `maxine playground`, which needs none."
    ),
    errors.MalformedTokenError: template(
        "DISCORD_TOKEN has characters in it that no token has; copy it again."
    ),
    errors.LonelyShardsError: template(
        "SQLite is for one process, which has all shards: leave SHARDS away, or let several share a database"
        " of PostgreSQL (DATABASE_URL=postgresql://…)."
    ),
    errors.MissingPublicKeyError: template(
        "DISCORD_PUBLIC_KEY is not set. Copy the public key from the page “General Information” of your"
        " application."
    ),
    errors.OtherPublicKeyError: template(
        "DISCORD_PUBLIC_KEY is that of another application than DISCORD_TOKEN. Copy both from the same one."
    ),
    errors.MalformedServerError: template(
        "DATABASE_URL must look like postgresql://user:password@host:5432/database; in a password write %40"
        " for @, %2F for / and %25 for %."
    ),
    errors.RefusedTokenError: template("Discord refused the token. Check DISCORD_TOKEN."),
}

_FLAWS = {
    Flaw.UNKNOWN_GAME: template(
        "The game of match {match_id} is none that this Maxine knows. Nothing was written."
    ),
    Flaw.MISSING_MOVE: template("A move of match {match_id} is missing. Nothing was written."),
    Flaw.ILLEGAL_MOVE: template(
        "A move of match {match_id} is not allowed by the rules. Nothing was written."
    ),
    Flaw.WRONG_RESULT: template(
        "Match {match_id} cannot have ended as is written there. Nothing was written."
    ),
}

_SECRETS = re.compile(r"(?<=:).*(?=@)|(?<=\?).+", re.DOTALL)
"""Where a password may stand in an address of whatever kind."""


def format_failure(language: Language, error: SettingError | StartError) -> str:
    """Say why she does not start, and where it helps what to do about it."""
    return _format(error, language)


@singledispatch
def _format(error: SettingError | StartError, language: Language) -> str:
    return language.say(_PLAIN[type(error)])


@_format.register
def _(error: errors.MalformedDatabaseError, language: Language) -> str:
    return language.say(
        "DATABASE_URL must look like sqlite:///maxine.db, sqlite:////absolute/path.db or"
        " postgresql://user:password@host/database, not {url}.",
        url=repr(_SECRETS.sub("…", error.url)),
    )


@_format.register
def _(error: errors.MalformedShardsError, language: Language) -> str:
    return language.say(
        "SHARDS must look like 0-3/8, the first four of eight, or 7/8, the last of them, not {text}.",
        text=repr(error.text),
    )


@_format.register
def _(error: errors.MalformedClusterError, language: Language) -> str:
    return language.say(
        "The address of a cluster must look like tcp://host:8786, not {address}.", address=repr(error.address)
    )


@_format.register
def _(error: errors.MissingExtraError, language: Language) -> str:
    return language.say(
        "This takes the extra “{extra}”, which is not installed. In your checkout of Maxine, run: {command}",
        extra=error.extra,
        command=error.command,
    )


@_format.register
def _(error: errors.UnknownLogLevelError, language: Language) -> str:
    return language.say(
        "LOG_LEVEL must be {known}, not {name}.", known=language.either(error.known), name=repr(error.name)
    )


@_format.register
def _(error: errors.MalformedPublicKeyError, language: Language) -> str:
    return language.say("DISCORD_PUBLIC_KEY must be 64 hexadecimal digits, not {key}.", key=repr(error.key))


@_format.register
def _(error: errors.UnknownLogFormatError, language: Language) -> str:
    return language.say(
        "LOG_FORMAT must be {known}, not {name}.", known=language.either(error.known), name=repr(error.name)
    )


@_format.register
def _(error: errors.MalformedMetricsPortError, language: Language) -> str:
    return language.say("METRICS_PORT must be a number from 1 to 65535, not {port}.", port=repr(error.port))


@_format.register
def _(error: errors.UnreadableSettingsError, language: Language) -> str:
    return language.say("The file .env cannot be read: {reason}.", reason=error.reason)


@_format.register
def _(error: errors.UnusableDatabaseError, language: Language) -> str:
    if error.is_open:
        return language.say(
            "The database {path} cannot be used: {reason}.", path=error.path, reason=error.reason
        )
    return language.say(
        "The database {path} cannot be opened: {reason}.", path=error.path, reason=error.reason
    )


@_format.register
def _(error: errors.UnreachableDatabaseError, language: Language) -> str:
    return language.say(
        "The database in DATABASE_URL cannot be used: {reason}.", reason=error.reason.rstrip(".")
    )


@_format.register
def _(error: errors.NewerDatabaseError, language: Language) -> str:
    return language.say(
        "The database was written by a newer Maxine (schema {written}, not {known}). Update Maxine, or name"
        " another file in DATABASE_URL.",
        written=error.written,
        known=error.known,
    )


@_format.register
def _(error: errors.TakenDatabaseError, language: Language) -> str:
    return language.say(
        "Another Maxine has the database {path} already. Stop her first, or name another file in"
        " DATABASE_URL.",
        path=error.path,
    )


@_format.register
def _(error: errors.UnreachableError, language: Language) -> str:
    return language.say("Discord cannot be reached: {reason}.", reason=error.reason)


@_format.register
def _(error: errors.RefusedStartError, language: Language) -> str:
    return format_database_refusal(language, error.refusal)


@_format.register
def _(error: errors.TakenPortError, language: Language) -> str:
    return language.say("Port {port} is taken. Choose another with --port.", port=error.port)


@_format.register
def _(error: errors.UnusablePortError, language: Language) -> str:
    return language.say(
        "The page cannot be served on port {port}: {reason}.", port=error.port, reason=error.reason
    )


@_format.register
def _(error: errors.UnusableAddressError, language: Language) -> str:
    return language.say(
        "No requests can be taken at {host}, port {port}: {reason}.",
        host=error.host,
        port=error.port,
        reason=error.reason,
    )


@_format.register
def _(error: errors.UnusableMetricsPortError, language: Language) -> str:
    if error.is_taken:
        return language.say(
            "Port {port} of METRICS_PORT is taken by another program. Choose another.", port=error.port
        )
    return language.say(
        "The metrics cannot be served at {host}, port {port}: {reason}. Check METRICS_HOST and METRICS_PORT.",
        host=error.host,
        port=error.port,
        reason=error.reason.rstrip("."),
    )


@_format.register
def _(error: errors.UnreadableChatError, _: Language) -> str:
    return error.reason


@_format.register
def _(error: errors.UnwritablePuzzlesError, language: Language) -> str:
    return language.say(
        "The puzzles cannot be written to {path}: {reason}.", path=error.path, reason=error.reason
    )


@_format.register
def _(error: errors.UnreachableClusterError, language: Language) -> str:
    return language.say(
        "No cluster can be used at {address}: {reason}.",
        address=error.address,
        reason=error.reason.rstrip("."),
    )


@_format.register
def _(_: errors.LostProcessError, language: Language) -> str:
    return language.say(
        "One of the processes that did the work has been killed, perhaps because this machine has too little"
        " memory left. Free some, and try again."
    )


@_format.register
def _(error: errors.ExistingFileError, language: Language) -> str:
    return language.say(
        "There is a file {path} already. Name another, or replace it with --force.", path=error.path
    )


@_format.register
def _(error: errors.UnwritableFileError, language: Language) -> str:
    return language.say("{path} cannot be written: {reason}.", path=error.path, reason=error.reason)


@_format.register
def _(error: errors.DamagedDatabaseError, language: Language) -> str:
    return language.say(
        "{path} is no whole database of Maxine: {reason}. Nothing was written.",
        path=error.path,
        reason=error.reason,
    )


@_format.register
def _(error: errors.UnsoundMatchError, language: Language) -> str:
    return language.say(_FLAWS[error.flaw], match_id=error.match_id)


@_format.register
def _(error: errors.OccupiedDatabaseError, language: Language) -> str:
    paths = language.listed([str(path) for path in error.paths])
    return language.count(
        "What is kept in {paths} would be lost. Move it away first.",
        "What is kept in {paths} would be lost. Move them away first, all together.",
        len(error.paths),
        paths=paths,
    )


@_format.register
def _(error: errors.ServerRestoreError, language: Language) -> str:
    return language.say(
        "PostgreSQL restores by a program of its own. Stop Maxine, make an empty database, and run:"
        " {command}",
        command=error.command,
    )


@_format.register
def _(error: errors.MissingProgramError, language: Language) -> str:
    return language.say(
        "{name} is not installed here. Where it is, run: {command}", name=error.name, command=error.command
    )


@_format.register
def _(error: errors.FailedProgramError, language: Language) -> str:
    return language.say("{name} has failed: {reason}", name=error.name, reason=error.reason)


@_format.register
def _(error: errors.OlderDatabaseError, language: Language) -> str:
    return language.say(
        "{database} was left by an older Maxine (schema {written}, not {known}). Start her on it once, and"
        " stop her: then it can be copied.",
        database=error.database,
        written=error.written,
        known=error.known,
    )


@_format.register
def _(error: errors.UnusableServerError, language: Language) -> str:
    return language.say(
        "{database} cannot be used: {reason}. Nothing was copied.",
        database=error.database,
        reason=error.reason.rstrip("."),
    )


@_format.register
def _(error: errors.UsedDatabaseError, language: Language) -> str:
    return language.count(
        "Maxine is connected to {database}. Stop her first, for the copy would not have what is played"
        " meanwhile. Nothing was copied.",
        "Maxine is connected to {database} ({number} connections). Stop all her processes first, for the copy"
        " would not have what is played meanwhile. Nothing was copied.",
        error.connections,
        database=error.database,
    )


@_format.register
def _(error: errors.FilledDatabaseError, language: Language) -> str:
    return language.say(
        "What is kept in {database} would be lost. Make a new database for the copy.", database=error.database
    )


@_format.register
def _(error: errors.MiscountError, language: Language) -> str:
    return language.say(
        "Of the table {table}, {read} rows were read, and {kept} are in the copy. Nothing was copied.",
        table=error.table,
        read=error.read,
        kept=error.kept,
    )
