"""What an examination of an installation has shown: facts, to be said by `bot.words.operations`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Topic(Enum):
    """What is examined; the value is its name on the command line."""

    SETTINGS = "settings"
    TOKEN = "token"  # noqa: S105 - a name
    APPLICATION = "application"
    INVITATION = "invitation"
    INTENTS = "intents"
    SERVERS = "servers"
    CLOCK = "clock"
    DATABASE = "database"
    SHARDS = "shards"
    METRICS = "metrics"
    CLUSTER = "cluster"
    COMMANDS = "commands"
    WORKERS = "workers"


class Symptom(Enum):
    """How something is: its facts are the places of the sentence."""

    WELL = auto()
    KNOWN_AS = auto()
    ENDPOINT_SET = auto()
    INVITED_BY = auto()
    NO_INTENTS = auto()
    NEEDLESS_INTENTS = auto()
    COMMANDS_TO_COME = auto()
    SERVERS_SEEN = auto()
    NO_SERVERS = auto()
    CLOCK_RIGHT = auto()
    DATABASE_TO_COME = auto()
    DATABASE_OLDER = auto()
    DATABASE_WELL = auto()
    COMPILED = auto()
    PLAIN = auto()
    SHARDS_HEARD = auto()
    NO_SHARDS_YET = auto()
    METRICS_SERVED = auto()
    METRICS_TO_COME = auto()
    METRICS_OPEN = auto()
    UNKNOWN = auto()
    REFUSED = auto()
    KEY_WRONG = auto()
    COMMANDS_CHANGED = auto()
    COMMANDS_MISSING = auto()
    PERMISSIONS_MISSING = auto()
    THREADS_MISSING = auto()
    TEXT_CHANNELS_CLOSED = auto()
    VOICE_CHANNELS_CLOSED = auto()
    FORUMS_CLOSED = auto()
    CLOCK_WRONG = auto()
    DISK_FULL = auto()
    WORKER_SILENT = auto()
    SHARDS_HEARD_TWICE = auto()
    SHARDS_UNHEARD = auto()
    SHARD_COUNTS_DIFFER = auto()

    @property
    def is_well(self) -> bool | None:
        """Whether nothing has to be done about it; None if it was not examined."""
        return None if self is Symptom.UNKNOWN else self not in _WRONG


_WRONG = (
    Symptom.REFUSED,
    Symptom.KEY_WRONG,
    Symptom.COMMANDS_CHANGED,
    Symptom.COMMANDS_MISSING,
    Symptom.PERMISSIONS_MISSING,
    Symptom.THREADS_MISSING,
    Symptom.TEXT_CHANNELS_CLOSED,
    Symptom.VOICE_CHANNELS_CLOSED,
    Symptom.FORUMS_CLOSED,
    Symptom.CLOCK_WRONG,
    Symptom.DISK_FULL,
    Symptom.WORKER_SILENT,
    Symptom.SHARDS_HEARD_TWICE,
    Symptom.SHARDS_UNHEARD,
    Symptom.SHARD_COUNTS_DIFFER,
)


@dataclass(frozen=True)
class Diagnosis:
    """How one thing is, with the facts; those of REFUSED are the `error`."""

    topic: Topic
    symptom: Symptom = Symptom.WELL
    facts: Mapping[str, object] = field(default_factory=dict)


class Examined(NamedTuple):
    """The name of a database that can be written, its schema (None: not there yet), the newest, and more.

    `free` are the bytes that are free where it is (None: that cannot be known here), `threaded` are the
    servers on which challenges get a thread, and `heard` are the processes that hear a shard, each with the
    shard as it is written (None: all are of one process).
    """

    name: str
    version: int | None
    newest: int
    free: int | None
    threaded: frozenset[int] = frozenset()
    heard: tuple[tuple[str, str], ...] | None = None
