"""Why she is not ready, for whoever watches her."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.errors import Refusal
from bot.words.language import template

if TYPE_CHECKING:
    from bot.words.language import Language

_REFUSALS = {
    Refusal.FULL: template("The disk of the database is full."),
    Refusal.READ_ONLY: template("The database is read-only."),
    Refusal.BUSY: template(
        "The database is busy: another process keeps it locked, or has taken its last connection."
    ),
    Refusal.GONE: template("The file of the database was taken away or replaced while it was open."),
    Refusal.SILENT: template("The database does not answer. The log has its reason."),
}


def format_unconnected(language: Language, shard_id: int) -> str:
    """Say that a shard is not connected."""
    return language.say("Shard {shard} is not connected to Discord.", shard=shard_id)


def format_deaf(language: Language, shard_id: int, seconds: float) -> str:
    """Say that a shard is connected, but has heard nothing for so many seconds."""
    return language.say(
        "Shard {shard} is connected to Discord, but has heard nothing for {seconds} s, not even an answer to"
        " its heartbeats.",
        shard=shard_id,
        seconds=round(seconds),
    )


def format_shut(language: Language) -> str:
    """Say that no requests of Discord are taken, yet or any more."""
    return language.say("No requests of Discord are taken now.")


def format_silence(language: Language, seconds: float) -> str:
    """Say that the database has not said anything within so many seconds."""
    return language.say("The database has not answered within {seconds} s.", seconds=round(seconds))


def format_database_refusal(language: Language, refusal: Refusal) -> str:
    """Say why the database takes nothing."""
    return language.say(_REFUSALS[refusal])
