"""What those who manage a server have chosen for it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """What is usual on a server; None: what is usual anywhere.

    `channels` are those in which matches may begin (none: all), and `language` is the code of that of public
    messages. `season_closed` is the month (`2026-11`) of which the results were posted last in the season
    channel, or before which there was none. `has_threads`: challenges get a thread where nobody says it.
    """

    channels: tuple[int, ...] = ()
    season_channel_id: int | None = None
    level: str | None = None
    game: str | None = None
    language: str | None = None
    season_closed: str | None = None
    has_threads: bool = False
