"""Sentences for operators, in English: why Maxine does not start or is not ready, and its diagnoses."""

import re
from collections.abc import Sequence
from typing import cast

from bot import start_errors as errors
from bot.errors import Refusal
from bot.models import Diagnosis, Symptom
from bot.start_errors import Flaw, SettingError, StartError, UnreachableClusterError, UnreachableError, Wrong
from bot.words.language import ENGLISH

_SETTINGS = {
    Wrong.MISSING_TOKEN: (
        "DISCORD_TOKEN is not set. Put it into .env, or try `maxine playground`, which needs none."
    ),
    Wrong.TOKEN: "DISCORD_TOKEN has characters in it that no token has; copy it again.",
    Wrong.DATABASE: (
        "DATABASE_URL must look like sqlite:///maxine.db, sqlite:////absolute/path.db or"
        " postgresql://user:password@host/database, not {value!r}."
    ),
    Wrong.SHARDS: (
        "SHARDS must look like 0-3/8, the first four of eight, or 7/8, the last of them, not {value!r}."
    ),
    Wrong.LONELY_SHARDS: (
        "SQLite is for one process, which has all shards: leave SHARDS away, or let several share a database"
        " of PostgreSQL (DATABASE_URL=postgresql://…)."
    ),
    Wrong.SERVER: (
        "DATABASE_URL must look like postgresql://user:password@host:5432/database; in a password write %40"
        " for @, %2F for / and %25 for %."
    ),
    Wrong.LOG_LEVEL: "LOG_LEVEL must be {known}, not {value!r}.",
    Wrong.LOG_FORMAT: "LOG_FORMAT must be {known}, not {value!r}.",
    Wrong.METRICS_PORT: "METRICS_PORT must be a number from 1 to 65535, not {value!r}.",
    Wrong.FILE: "The file .env cannot be read: {value}.",
    Wrong.CLUSTER: "The address of a cluster must look like tcp://host:8786, not {value!r}.",
    Wrong.MISSING_PUBLIC_KEY: (
        "DISCORD_PUBLIC_KEY is not set. Copy the public key from the page “General Information” of your"
        " application."
    ),
    Wrong.PUBLIC_KEY: "DISCORD_PUBLIC_KEY must be 64 hexadecimal digits, not {value!r}.",
    Wrong.OTHER_PUBLIC_KEY: (
        "DISCORD_PUBLIC_KEY is that of another application than DISCORD_TOKEN. Copy both from the same one."
    ),
}

_SENTENCES: dict[type, str] = {
    errors.MissingExtraError: (
        "This takes the extra “{extra}”, which is not installed. In your checkout of Maxine, run: {command}"
    ),
    errors.UnusableDatabaseError: "The database {path} cannot be {done}: {reason}.",
    errors.CorruptDatabaseError: (
        "The database {path} is damaged: {reason}. Stop the bot, move the files {path}* away together, and"
        " run `maxine restore` with your last backup. Without a backup, `sqlite3 {path} .recover` saves what"
        " can be read: see “A damaged database” in docs/operations.md."
    ),
    errors.CorruptServerError: (
        "The database in DATABASE_URL is damaged: {reason}. Make a damaged index anew by REINDEX. For a"
        " damaged table stop the bot, and restore your last dump into an empty database."
    ),
    errors.UnreachableDatabaseError: "The database in DATABASE_URL cannot be used: {reason}.",
    errors.NewerDatabaseError: (
        "The database was written by a newer Maxine (schema {written}, not {known}). Update Maxine, or name"
        " another file in DATABASE_URL."
    ),
    errors.OutdatedDatabaseError: (
        "The database is too old for this version (schema {written}, before {oldest}). Back it up, start the"
        " bot of commit {commit} with it once, and stop that bot. Then start this version."
    ),
    errors.OlderProcessesError: (
        "Older processes of Maxine are connected to the database (connections: {connections}), and they"
        " cannot use it after this version has brought its schema from {written} to {known}. Stop all of them"
        " first."
    ),
    errors.TakenDatabaseError: (
        "Another Maxine has the database {path} already. Stop that one first, or name another file in"
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
        "{database} was left by an older Maxine (schema {written}, not {known}). Start the bot on it once,"
        " stop it, and try again."
    ),
    errors.UnusableServerError: "{database} cannot be used: {reason}. Nothing was written.",
    errors.UsedDatabaseError: (
        "Maxine is connected to {database} ({connections} connections). Stop all its processes first: what is"
        " played meanwhile would be left out. Nothing was written."
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
    "Maxine is connected to {database}. Stop the bot first: what is played meanwhile would be left out."
    " Nothing was written."
)

_SECRETS = re.compile(r"(?<=:).*(?=@)|(?<=\?).+", re.DOTALL)
"""The place of a password in an address of any kind."""


def format_failure(error: SettingError | StartError) -> str:
    """Say why the program does not start, and where it helps what to do about it."""
    if isinstance(error, errors.RefusedStartError):
        return format_database_refusal(error.refusal)
    return _find_sentence(error).format(**vars(error) | _word_facts(error))


def _find_sentence(error: SettingError | StartError) -> str:
    """Return the sentence, whose places have the names of the error's facts."""
    match error:
        case errors.WrongSettingError():
            return _SETTINGS[error.wrong]
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
        case errors.WrongSettingError(wrong=Wrong.DATABASE):
            return {"value": _SECRETS.sub("…", error.value)}
        case errors.WrongSettingError():
            return {"known": ENGLISH.either(error.known)}
        case errors.UnusableDatabaseError():
            return {"done": "used" if error.is_open else "opened"}
        case errors.OccupiedDatabaseError():
            away = "it away first" if len(error.paths) == 1 else "them away first, all together"
            return {"paths": ENGLISH.listed([str(path) for path in error.paths]), "away": away}
        case (
            errors.UnreachableDatabaseError()
            | errors.CorruptServerError()
            | errors.UnusableMetricsPortError()
            | errors.UnreachableClusterError()
            | errors.UnusableServerError()
        ):
            return {"reason": error.reason.rstrip(".")}
    return {}


_REFUSALS = {
    Refusal.FULL: "The disk of the database is full.",
    Refusal.READ_ONLY: "The database is read-only.",
    Refusal.BUSY: "The database is busy: another process keeps it locked, or has taken its last connection.",
    Refusal.GONE: "The file of the database was taken away or replaced while it was open.",
    Refusal.SILENT: "The database does not answer. The log has its reason.",
}


def format_unconnected(shard_id: int) -> str:
    """Say that a shard is not connected."""
    return f"Shard {shard_id} is not connected to Discord."


def format_deaf(shard_id: int, seconds: float) -> str:
    """Say that a shard is connected, but has heard nothing for so many seconds."""
    return (
        f"Shard {shard_id} is connected to Discord, but has heard nothing for {seconds:.0f} s, not even an"
        " answer to its heartbeats."
    )


def format_shut() -> str:
    """Say that requests of Discord are not accepted, yet or any more."""
    return "No requests of Discord are taken now."


def format_silence(seconds: float) -> str:
    """Say that the database has not answered within so many seconds."""
    return f"The database has not answered within {seconds:.0f} s."


def format_little_room(free: int) -> str:
    """Say that the disk of the database is nearly full, with so many bytes left."""
    return f"Only {free >> 20} MB are free on the disk of the database: make room before play stops."


def format_damage(reason: str) -> str:
    """Say that the database is damaged, and what to do."""
    return (
        f"The database is damaged: {reason}. Stop the bot and restore a backup, or save what can be read:"
        " `maxine doctor` says how."
    )


def format_database_refusal(refusal: Refusal) -> str:
    """Say why the database refuses writes."""
    return _REFUSALS[refusal]


_DIAGNOSES = {
    Symptom.WELL: "ok",
    Symptom.KNOWN_AS: "ok: {name}, {id}",
    Symptom.ENDPOINT_SET: (
        "ok: clicks and commands are sent to {url}, where `maxine serve` must answer; `maxine run` gets none"
    ),
    Symptom.INVITED_BY: "ok: by {plain} or, for matches in threads, by {threaded}",
    Symptom.NO_INTENTS: "ok: none is needed",
    Symptom.NEEDLESS_INTENTS: (
        "ok: none is needed, and {names} can be switched off on the application's page"
    ),
    Symptom.COMMANDS_TO_COME: "ok: they are registered at the next start",
    Symptom.SERVERS_SEEN: "ok: {number} looked at",
    Symptom.NO_SERVERS: "ok: the bot is on none yet; invite it by the address above",
    Symptom.CLOCK_RIGHT: "ok: {seconds:+.1f} s of Discord's",
    Symptom.DATABASE_TO_COME: "ok: {database} is made ready at the first start",
    Symptom.DATABASE_OLDER: ("ok: {database} has schema {version}, which the next start brings to {newest}"),
    Symptom.DATABASE_WELL: "ok: {database} has schema {version} and can be written",
    Symptom.TOTALS_WRONG: (
        "{count} totals in {database} differ from the matches: see “Wrong totals” in docs/operations.md"
    ),
    Symptom.DATABASE_UNCHECKED: (
        "ok: {database} has schema {version} and can be written; to check all of it takes longer than"
        " doctor waits, and `maxine backup` does so"
    ),
    Symptom.COMPILED: "ok: compiled",
    Symptom.PLAIN: (
        "ok: not compiled, so searches take about ten times as long. Install a C compiler and Python's"
        " headers, then Maxine again: that compiles them"
    ),
    Symptom.SHARDS_HEARD: "ok: each is heard by one process: {names}",
    Symptom.NO_SHARDS_YET: "ok: no process of `maxine run` is connected now",
    Symptom.METRICS_SERVED: "ok: served on port {port} of {host}",
    Symptom.METRICS_TO_COME: (
        "ok: port {port} of {host} is free, and they are served there once the bot runs"
    ),
    Symptom.METRICS_OPEN: (
        "ok: {host} lets other machines in, and there is no password; let a firewall say who may reach port"
        " {port}"
    ),
    Symptom.UNKNOWN: "not known, because of the above",
    Symptom.KEY_WRONG: (
        "DISCORD_PUBLIC_KEY is not the key of {name}. Copy it again from the application's page."
    ),
    Symptom.COMMANDS_CHANGED: (
        "Those that are registered are not those of this Maxine: {names}. Restart the bot, which registers"
        " them; if Discord refuses, its log says why, and it tries again every ten minutes."
    ),
    Symptom.COMMANDS_MISSING: (
        "Discord does not have {names}, which another program with the same token may have removed. Restart"
        " the bot, which registers them; if Discord refuses, its log says why, and it tries again every ten"
        " minutes."
    ),
    Symptom.PERMISSIONS_MISSING: (
        "The bot may not {permissions} on {name}. Let its role do so there, or invite it again."
    ),
    Symptom.THREADS_MISSING: (
        "By its `/settings` challenges on {name} get a thread, but the bot may not {permissions} there. Let"
        " its role do so; until then matches are played without."
    ),
    Symptom.CHANNELS_CLOSED: (
        "The bot may not {permissions} in {kind} of {name}: {channels}. Let its role do so there, or hide"
        " from it where it is not to play."
    ),
    Symptom.CLOCK_WRONG: (
        "The clock of this machine is {seconds:+.0f} s off Discord's. Set it, and let it be kept by NTP."
    ),
    Symptom.DISK_FULL: ("Only {megabytes} MB are free where the database {database} is. Make room there."),
    Symptom.WORKER_SILENT: ("A worker process did not answer: {reason}. The log of `maxine run` says more."),
    Symptom.SHARDS_HEARD_TWICE: (
        "More than one process hears {names}. Stop one of them, or let --shards of each name others."
    ),
    Symptom.SHARDS_UNHEARD: (
        "No process hears {names}, so nobody is answered there. Start one with --shards for it, or see the"
        " log of the one that has it: it may still be connecting."
    ),
    Symptom.SHARD_COUNTS_DIFFER: (
        "The processes do not name the same count of shards: {names}. Start those anew that name a wrong one."
    ),
}

_REMEDIES: dict[type, str] = {
    UnreachableError: "Check the network of this machine.",
    UnreachableClusterError: (
        "The bot thinks on this machine meanwhile. Start `dask scheduler` there, and `dask worker` with the"
        " same version of Maxine, or empty CLUSTER."
    ),
}

_MOST_NAMED = 8  # channels


def format_diagnosis(diagnosis: Diagnosis) -> str:
    """Say the state of a topic: `ok`, with something to know about it, or what is wrong and what to do."""
    facts = dict(diagnosis.facts)
    if diagnosis.symptom is Symptom.REFUSED:
        error = cast("SettingError | StartError", facts["error"])
        remedy = _REMEDIES.get(type(error))
        said = format_failure(error)
        return f"{said} {remedy}" if remedy else said
    for listed in facts.keys() & {"names", "permissions"}:
        names = cast("Sequence[str]", facts[listed])
        facts[listed] = ENGLISH.listed([name.replace("_", " ") for name in names])
    if "channels" in facts:
        channels = cast("Sequence[str]", facts["channels"])
        more = ["…"] if len(channels) > _MOST_NAMED else []
        facts["channels"] = ENGLISH.listed([*channels[:_MOST_NAMED], *more])
    return _DIAGNOSES[diagnosis.symptom].format(**facts)
