"""The findings of `maxine doctor` about an installation: facts, which `bot.words.operations` words."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple


class Topic(Enum):
    """A subject of the examination; the value is its name on the command line."""

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
    """A state of a topic; its sentence has places for the facts. Those after UNKNOWN are faults."""

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
    DATABASE_UNCHECKED = auto()
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
    CHANNELS_CLOSED = auto()
    CLOCK_WRONG = auto()
    DISK_FULL = auto()
    TOTALS_WRONG = auto()
    WORKER_SILENT = auto()
    SHARDS_HEARD_TWICE = auto()
    SHARDS_UNHEARD = auto()
    SHARD_COUNTS_DIFFER = auto()

    @property
    def is_well(self) -> bool | None:
        """Whether the operator need do nothing about it; None if it was not examined."""
        return None if self is Symptom.UNKNOWN else self.value < Symptom.UNKNOWN.value


@dataclass(frozen=True)
class Diagnosis:
    """The symptom of one topic, with the facts; those of REFUSED are the `error`."""

    topic: Topic
    symptom: Symptom = Symptom.WELL
    facts: Mapping[str, object] = field(default_factory=dict)


class Examined(NamedTuple):
    """A writable database: its name, its schema (None: not there yet), the newest schema, and more.

    `free` are the free bytes on its disk (None: unknown here), `threaded` are the servers on which challenges
    get a thread, and `heard` are the processes that hear a shard, each with the shard as it is written (None:
    one process hears all). `is_checked` is false if there was no time to check all pages, or all totals;
    `wrong_totals` are those that differ from the matches.
    """

    name: str
    version: int | None
    newest: int
    free: int | None
    threaded: frozenset[int] = frozenset()
    heard: tuple[tuple[str, str], ...] | None = None
    is_checked: bool = True
    wrong_totals: int = 0
