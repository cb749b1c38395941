"""What an examination has shown, for whoever runs her: in English, like all of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bot.errors import UnreachableClusterError, UnreachableError
from bot.models import Diagnosis, Symptom
from bot.words.language import ENGLISH
from bot.words.start_failures import format_failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.errors import SettingError, StartError

_SENTENCES = {
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
    Symptom.NO_SERVERS: "ok: she is on none yet; invite her by the address above",
    Symptom.CLOCK_RIGHT: "ok: {seconds:+.1f} s of Discord's",
    Symptom.DATABASE_TO_COME: "ok: {database} is made ready at the first start",
    Symptom.DATABASE_OLDER: ("ok: {database} has schema {version}, which the next start brings to {newest}"),
    Symptom.DATABASE_WELL: "ok: {database} has schema {version} and can be written",
    Symptom.COMPILED: "ok: compiled",
    Symptom.PLAIN: (
        "ok: not compiled, so searches take longer; a wheel that is built where there is a C compiler is"
    ),
    Symptom.SHARDS_HEARD: "ok: each is heard by one process: {names}",
    Symptom.NO_SHARDS_YET: "ok: no process of `maxine run` is connected now",
    Symptom.METRICS_SERVED: "ok: served on port {port} of {host}",
    Symptom.METRICS_TO_COME: ("ok: port {port} of {host} is free, and they are served there once she runs"),
    Symptom.METRICS_OPEN: (
        "ok: {host} lets other machines in, and there is no password; let a firewall say who may reach port"
        " {port}"
    ),
    Symptom.UNKNOWN: "not known, because of the above",
    Symptom.KEY_WRONG: (
        "DISCORD_PUBLIC_KEY is not the key of {name}. Copy it again from the application's page."
    ),
    Symptom.COMMANDS_CHANGED: (
        "Those that are registered are not those of this Maxine: {names}. Start her anew, which registers"
        " them; if Discord refuses, her log says why, and she tries again every ten minutes."
    ),
    Symptom.COMMANDS_MISSING: (
        "Discord does not have {names}, which another program with the same token may have removed. Start her"
        " anew, which registers them; if Discord refuses, her log says why, and she tries again every ten"
        " minutes."
    ),
    Symptom.PERMISSIONS_MISSING: (
        "She may not {permissions} on {name}. Let her role there, or invite her again."
    ),
    Symptom.THREADS_MISSING: (
        "By its `/settings` challenges on {name} get a thread, but she may not {permissions} there. Let her"
        " role there; until then matches are played without."
    ),
    Symptom.TEXT_CHANNELS_CLOSED: (
        "She may not {permissions} in text channels of {name}: {channels}. Let her role there, or hide from"
        " her where she is not to play."
    ),
    Symptom.VOICE_CHANNELS_CLOSED: (
        "She may not {permissions} in voice channels of {name}: {channels}. Let her role there, or hide from"
        " her where she is not to play."
    ),
    Symptom.FORUMS_CLOSED: (
        "She may not {permissions} in forums of {name}: {channels}. Let her role there, or hide from"
        " her where she is not to play."
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
        "She thinks on this machine meanwhile. Start `dask scheduler` there, and `dask worker` with the same"
        " version of Maxine, or empty CLUSTER."
    ),
}

_MOST_NAMED = 8  # channels


def format_diagnosis(diagnosis: Diagnosis) -> str:
    """Say how something is: `ok`, with something to know about it, or what is wrong and what to do."""
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
    return _SENTENCES[diagnosis.symptom].format(**facts)
