"""Matches, and who plays them: frozen, and free of Discord and of SQL."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import engine
from bot.models.moves import Move
from engine import Outcome, State

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.models.places import Place
    from bot.models.verdicts import RatingChange, Unrated, Verdict
    from bot.models.votes import Together
    from engine import Game

Manner = Literal["rules", "resignation", "agreement", "time", "stop", "abandonment"]
"""By what a match ended: by its rules, by resigning, by agreeing on a draw, as somebody ran out of time, as a
moderator stopped it, or as nobody came back to it."""

OfferKind = Literal["draw", "takeback"]

PACES: Final[Mapping[str, int | None]] = {
    "none": None,
    "30 seconds": 30,
    "1 minute": 60,
    "5 minutes": 300,
    "10 minutes": 600,
    "1 hour": 3600,
    "1 day": 24 * 3600,
    "3 days": 3 * 24 * 3600,
}
"""How many seconds there may be for a move, by what the choice is called (None: any number)."""

NOTICES: Final[Mapping[int, int]] = {
    30: 10,
    60: 15,
    300: 60,
    600: 120,
    3600: 600,
    24 * 3600: 3 * 3600,
    3 * 24 * 3600: 8 * 3600,
}
"""How many seconds before its end whoever is to move is reminded of the time, by the pace."""

CHANNEL: Final = 0
"""The user id of a side that a whole channel plays."""

_MOST_PLIES = 10_000  # no match has as many moves
_PLIES_BETWEEN_OFFERS = 2  # of the same by one player: nobody is pestered


@dataclass(frozen=True)
class Participant:
    """A person, by Discord user id, or Maxine (`user_id` None), with the level she plays at.

    Or all who are in a channel (`user_id` CHANNEL).
    """

    user_id: int | None
    level: str | None = None
    channel_id: int | None = None

    def where(self, channel_id: int) -> Participant:
        """Return who plays in this channel: if it is a whole channel, that is this one."""
        return replace(self, channel_id=channel_id) if self.user_id == CHANNEL else self

    @property
    def name(self) -> str:
        """What a sentence calls them: a mention, or Maxine."""
        if self.channel_id is not None:
            return f"<#{self.channel_id}>"
        return "Maxine" if self.user_id is None else f"<@{self.user_id}>"


@dataclass(frozen=True)
class Ending:
    """How a match ended: with an outcome or without (`outcome` None), and by what.

    Nobody knows by what a match from before that was stored ended (`manner` None).
    """

    outcome: Outcome | None
    manner: Manner | None = None


@dataclass(frozen=True)
class Offer:
    """What one player offers the other, who may accept it: a draw, or to take the last move back."""

    kind: OfferKind
    seat: int


class Deadline(NamedTuple):
    """When the time of whoever is to move in a match is up."""

    match_id: int
    due_at: float


class Quiet(NamedTuple):
    """A running match without time limits on a server that nobody has touched for some time, and where it is.

    `gone_at`: since when its place is gone; 0: it was there the last time, None: nobody has looked.
    """

    match_id: int
    touched_at: float
    gone_at: float | None
    guild_id: int
    channel_id: int
    parent_id: int | None


@dataclass(frozen=True)
class Origin:
    """Where a match was taken over: after the first `ply` moves of another, which are its first ones too."""

    match_id: int
    ply: int


@dataclass(frozen=True)
class Match:
    """One playing of a game by two players. Times are seconds since the epoch."""

    id: int
    """0 until it is stored."""
    game_slug: str
    place: Place
    players: tuple[Participant, Participant]
    created_at: float
    touched_at: float
    """When the last move was made or it ended, or since when its clock stands still."""
    actions: tuple[int, ...] = ()
    """The moves so far."""
    ending: Ending | None = None
    message_id: int | None = None
    """The message that shows it now (None: not known yet)."""
    rematch_of: int | None = None
    is_helped: bool = False
    """Whether whoever plays it against Maxine has asked her, while it ran, what moves are worth."""
    origin: Origin | None = None
    """Where it was taken over from; it is casual then: it is for trying out, and stands in no leaderboard."""
    seed: int = 0
    """What all that is drawn in it follows from."""
    pace: int | None = None
    """How many seconds there are for a move (None: there is no limit)."""
    due_at: float | None = None
    """When the time of the player to move is up (None: there is no limit, or the clock stands still)."""
    is_rated: bool = False
    """Whether both players have agreed that it counts for their ratings."""
    offer: Offer | None = None
    """What one of them offers the other just now."""
    changes: int = 0
    """How many offers, takebacks and changes of place there were; part of its version."""
    asked: tuple[tuple[Offer, int], ...] = ()
    """At which ply each offer was made last, of those since moves were taken back."""
    together: Together | None = None
    """What is known of it if a whole channel plays one side."""
    unrated: Unrated | None = field(default=None, compare=False)
    """Why it did nothing to ratings, once it is over and stored."""
    rating_changes: tuple[RatingChange, ...] = field(default=(), compare=False)
    """What it did to ratings likewise; nothing, and no `unrated`, for one from before there were any."""

    @property
    def game(self) -> Game:
        """The rules it is played by."""
        return engine.get_game(self.game_slug)

    @cached_property
    def _states(self) -> tuple[State, ...]:
        """Every position so far, replayed from the moves once."""
        return tuple(accumulate(self.actions, State.successor, initial=self.game.initial()))

    @property
    def state(self) -> State:
        """The present position."""
        return self._states[-1]

    def state_at(self, ply: int) -> State:
        """Return the position after the first `ply` moves."""
        return self._states[ply]

    def seed_at(self, ply: int) -> int:
        """Return what all chance follows from in the choice of the move after the first `ply` moves.

        Whoever chooses there again with this seed, and has as much time, thinks and chooses the same.
        """
        return self.seed + ply

    def move_to(self, ply: int) -> Move | None:
        """Return the move that led to the position after the first `ply` moves, None for the start."""
        return Move(self.state_at(ply - 1).to_move, self.actions[ply - 1]) if ply else None

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.actions)

    @property
    def version(self) -> int:
        """What buttons of its board hold, so that a press on an older board is refused; it only grows.

        It is the ply, until something was offered or taken back.
        """
        return self.ply + _MOST_PLIES * self.changes

    @property
    def first_ply(self) -> int:
        """How many of its moves were played in the match that it was taken over from."""
        return self.origin.ply if self.origin else 0

    def has_move(self, ply: int) -> bool:
        """Return whether the players of this match made the move that follows the first `ply` ones."""
        return self.first_ply <= ply < self.ply

    def last_ply_of(self, seat: int) -> int | None:
        """Return after how many moves a player moved last, None if they have not yet."""
        plies = reversed(range(self.first_ply, self.ply))
        return next((ply for ply in plies if self.state_at(ply).to_move == seat), None)

    def may_offer(self, offer: Offer) -> bool:
        """Return whether a player has not offered the same in this position, or the one before it."""
        return all(self.ply >= ply + _PLIES_BETWEEN_OFFERS for made, ply in self.asked if made == offer)

    @property
    def is_over(self) -> bool:
        """Whether it has ended, in whatever way."""
        return self.ending is not None

    @property
    def to_move(self) -> Participant:
        """Whose turn it is."""
        return self.players[self.state.to_move]

    def player_at(self, ply: int) -> str | None:
        """Return as which player Maxine made the move after the first `ply` ones, None if she made none.

        At her best she has no view of her own: what she thinks is what she says. And nothing is known of what
        was drawn in a match without a seed, from before there were any.
        """
        if not self.seed:
            return None
        level = self.players[self.state_at(ply).to_move].level if self.has_move(ply) else None
        return None if level == engine.LEVELS[-1] else level

    @property
    def awaited_level(self) -> str | None:
        """The level at which Maxine has to move now, None if it is not her turn."""
        return None if self.is_over else self.to_move.level

    @property
    def level(self) -> str | None:
        """The level Maxine plays at, None between people."""
        return self.players[0].level or self.players[1].level

    @property
    def winner(self) -> Participant | None:
        """Who won, None while it runs, after a draw and when abandoned."""
        outcome = self.ending and self.ending.outcome
        if outcome is Outcome.FIRST:
            return self.players[0]
        return self.players[1] if outcome is Outcome.SECOND else None

    @property
    def has_left(self) -> bool:
        """Whether one of the players has had all that was kept about them removed: their id is negative."""
        return any((player.user_id or 0) < 0 for player in self.players)

    @property
    def is_casual(self) -> bool:
        """Whether it counts for nobody: it was taken over from another one, or a whole channel plays."""
        return self.origin is not None or any(player.user_id == CHANNEL for player in self.players)

    @property
    def needs_thread(self) -> bool:
        """Whether it is to be played in a thread that is not known to be there yet."""
        return self.place.needs_thread and not self.is_over

    @property
    def link(self) -> str | None:
        """The address of the message that shows it, None while that is not known."""
        return None if self.message_id is None else self.place.link_to(self.message_id)

    @property
    def person_id(self) -> int:
        """The person who plays, or of two the one who begins; of a whole channel who opened it."""
        if self.together is not None:
            return self.together.opener_id
        return next(player.user_id for player in self.players if player.user_id is not None)

    def seat_of(self, user_id: int) -> int | None:
        """Return 0 or 1 for the first or second player, None for anybody else.

        Whoever opened a match of a whole channel decides for it all that there is no vote about.
        """
        if self.together is not None and user_id == self.together.opener_id:
            user_id = CHANNEL
        return next((seat for seat in (0, 1) if self.players[seat].user_id == user_id), None)

    def seat_seen_by(self, user_id: int | None) -> int | None:
        """Return the seat from whose side somebody sees the board (`user_id` None: everybody).

        It is their own, else that of the only person who plays; None where two do: of whoever is to move.
        """
        own = None if user_id is None else self.seat_of(user_id)
        people = [seat for seat in (0, 1) if self.players[seat].user_id is not None]
        return people[0] if own is None and len(people) == 1 else own

    def with_move(self, action: int, now: float) -> Match:
        """Return the match after one more move; IllegalActionError if the rules forbid it."""
        state = self.state.successor(action)
        ending = Ending(state.outcome, "rules") if state.is_terminal else None
        touched_at = max(self.touched_at, now)  # a clock may have been set back
        after = replace(
            self, actions=(*self.actions, action), ending=ending, touched_at=touched_at, offer=None
        )
        return _knowing(after, (*self._states, state))

    def with_end(self, outcome: Outcome | None, now: float, manner: Manner = "resignation") -> Match:
        """Return the match ended before the rules would end it."""
        touched_at = max(self.touched_at, now)
        ended = replace(self, ending=Ending(outcome, manner), touched_at=touched_at, offer=None)
        return _knowing(ended, self._states)

    def with_verdict(self, verdict: Verdict) -> Match:
        """Return the match with what its end did to ratings."""
        judged = replace(self, unrated=verdict.unrated, rating_changes=verdict.changes)
        return _knowing(judged, self._states)

    def with_offer(self, offer: Offer | None) -> Match:
        """Return the match with what one player offers the other now, or without it (None)."""
        asked = self.asked
        if offer is not None:
            asked = (*(each for each in asked if each[0] != offer), (offer, self.ply))
        after = replace(self, offer=offer, changes=self.changes + 1, asked=asked)
        return _knowing(after, self._states)

    def taken_back(self, ply: int, now: float) -> Match:
        """Return the running match as it was after the first `ply` moves; against Maxine it is helped now."""
        before = replace(
            self,
            actions=self.actions[:ply],
            touched_at=max(self.touched_at, now),
            is_helped=self.is_helped or self.level is not None,
            offer=None,
            changes=self.changes + 1,
            asked=(),
        )
        return _knowing(before, self._states[: ply + 1])

    def timed_from(self, now: float) -> Match:
        """Return the match with the time of a person who is to move beginning now.

        Maxine has no limit, and that of a vote begins with the first one.
        """
        return self.due(now + self.pace if self.pace is not None and self._is_limited else None)

    @property
    def _is_limited(self) -> bool:
        return not self.is_over and self.to_move.user_id is not None and self.together is None

    def with_together(self, together: Together | None) -> Match:
        """Return the match with what is known of it as one that a whole channel plays."""
        return _knowing(replace(self, together=together), self._states)

    @property
    def is_stopped(self) -> bool:
        """Whether the clock of a person who is to move stands still, as the board cannot be shown to them."""
        return self.pace is not None and self._is_limited and self.due_at is None

    def stopped(self, now: float) -> Match:
        """Return the match with its clock standing still from now on."""
        touched_at = max(self.touched_at, now)
        return _knowing(replace(self, due_at=None, touched_at=touched_at), self._states)

    def due(self, due_at: float | None) -> Match:
        """Return the match with the time of whoever is to move ending then."""
        return self if due_at == self.due_at else _knowing(replace(self, due_at=due_at), self._states)

    def shown_in(self, message_id: int | None) -> Match:
        """Return the match shown by another message."""
        return _knowing(replace(self, message_id=message_id), self._states)


def _knowing(match: Match, states: tuple[State, ...]) -> Match:
    vars(match)["_states"] = states  # what the cached property would replay
    return match
