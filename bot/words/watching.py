"""Why she is not ready, for whoever watches her: in English."""

from __future__ import annotations

from bot.errors import Refusal

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
    """Say that no requests of Discord are taken, yet or any more."""
    return "No requests of Discord are taken now."


def format_silence(seconds: float) -> str:
    """Say that the database has not said anything within so many seconds."""
    return f"The database has not answered within {seconds:.0f} s."


def format_database_refusal(refusal: Refusal) -> str:
    """Say why the database takes nothing."""
    return _REFUSALS[refusal]
