"""What begins by itself at a time: a tournament, or a match of a whole channel."""

from dataclasses import dataclass
from typing import Final

from bot.models.places import Challenge, Place
from bot.models.votes import Together

NO_EVENT: Final = 0
"""The event id of what has no event on the server."""


@dataclass(frozen=True)
class Plan:
    """What is to begin at a time; `id` is 0 until it is stored.

    `challenge` says where, by whom and of which game. A match is played at a `level`, `together` as that
    says; both are None for a tournament, which is there already. `match_id` is the match once it has begun,
    `message_id` what announces it. `event_id` is the event on the server (None: yet to be
    created). `is_begun`: its time has come, or it was called off; `is_over`: what had begun has ended.
    `is_drawn`: the announcement and the event show what has become of it.
    """

    id: int
    challenge: Challenge
    starts_at: float
    level: str | None = None
    together: Together | None = None
    tournament_id: int | None = None
    match_id: int | None = None
    message_id: int | None = None
    event_id: int | None = None
    is_begun: bool = False
    is_over: bool = False
    is_drawn: bool = True

    @property
    def place(self) -> Place:
        """Where it begins."""
        return self.challenge.place

    @property
    def is_called_off(self) -> bool:
        """Whether it is a match that will not begin."""
        return self.is_begun and self.tournament_id is None and self.match_id is None
