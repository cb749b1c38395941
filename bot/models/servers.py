"""The settings of a server."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ServerSettings:
    """The settings of a server; None: the default.

    `channels` are those in which matches may begin (none: all), and `language` is the language code of
    public messages. `season_closed` is the month (`2026-11`) whose results were posted last in the season
    channel, or before which there was none. `has_threads`: challenges get a thread by default. `shows_votes`:
    a channel that plays sees votes before they are closed, by default. `time_zone` is an IANA name, UTC where
    there is none.
    """

    channels: tuple[int, ...] = ()
    season_channel_id: int | None = None
    level: str | None = None
    game: str | None = None
    language: str | None = None
    season_closed: str | None = None
    has_threads: bool = False
    shows_votes: bool = False
    time_zone: str | None = None
