"""Matches and their players: frozen, and free of Discord and of SQL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate
from typing import Final, Literal, NamedTuple

import engine
from bot import policy
from bot.models.moves import Move
from bot.models.people import CHANNEL, has_left
from bot.models.places import Place
from bot.models.verdicts import RatingChange, Unrated, Verdict
from bot.models.votes import Together
from engine import Game, Outcome, State

Manner = Literal["rules", "resignation", "agreement", "time", "stop", "abandonment"]
"""How a match ended: by the rules, by resigning, by an agreed draw, as a player ran out of time, as a
moderator stopped it, or as no player came back to it."""

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
"""The seconds for a move, by the name of the choice (None: no limit)."""

NOTICES: Final[Mapping[int, int]] = {
    30: 10,
    60: 15,
    300: 60,
    600: 120,
    3600: 600,
    24 * 3600: 3 * 3600,
    3 * 24 * 3600: 8 * 3600,
}
"""Seconds before its end when the player to move is reminded of the time, by the pace."""

_MOST_PLIES = 10_000  # more than any match has


@dataclass(frozen=True)
class Participant:
    """A person, by Discord user id, or Maxine (`user_id` None), with the level the bot plays at.

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
        """The player's name in a sentence: a mention, or Maxine."""
        if self.channel_id is not None:
            return f"<#{self.channel_id}>"
        return "Maxine" if self.user_id is None else f"<@{self.user_id}>"


@dataclass(frozen=True)
class Ending:
    """How a match ended: with an outcome or without (`outcome` None), and in which manner.

    The manner of matches from before it was stored is unknown (None).
    """

    outcome: Outcome | None
    manner: Manner | None = None


@dataclass(frozen=True)
class Offer:
    """A player's offer to the other, who may accept it: a draw, or to take the last move back."""

    kind: OfferKind
    seat: int


class Deadline(NamedTuple):
    """When the time of the player to move in a match is up."""

    match_id: int
    due_at: float


@dataclass(frozen=True)
class Origin:
    """Where a match was taken over: after the first `ply` moves of another, which are its own first moves.

    Without a match they are those of a puzzle.
    """

    match_id: int | None
    ply: int


@dataclass(frozen=True)
class Match:
    """One playing of a game by two players. Times are seconds since the epoch."""

    id: int
    """0 until it is stored."""
    game_slug: str
    place: Place
    players: tuple[Participant, Participant]
    created_at: float = 0.0
    touched_at: float = 0.0
    """When the last move was made or it ended, or when its clock was stopped."""
    actions: tuple[int, ...] = ()
    """The moves so far."""
    ending: Ending | None = None
    message_id: int | None = None
    """The message that shows it now (None: not known yet)."""
    rematch_of: int | None = None
    is_helped: bool = False
    """Whether the person who plays against Maxine has asked the bot, while it ran, what moves are worth."""
    origin: Origin | None = None
    """What it was taken over from; it is casual then, and does not count for leaderboards."""
    seed: int = 0
    """The seed of all chance in it."""
    pace: int | None = None
    """Seconds for a move (None: no limit)."""
    due_at: float | None = None
    """When the time of the player to move is up (None: there is no limit, or the clock is stopped)."""
    is_rated: bool = False
    """Whether it is played for ratings: both players have agreed, or the one against Maxine has chosen it."""
    offer: Offer | None = None
    """The open offer of one player to the other."""
    changes: int = 0
    """The number of offers, takebacks and changes of place so far; part of its version."""
    asked: tuple[tuple[Offer, int], ...] = ()
    """The ply at which each offer was made last, of those since moves were taken back."""
    together: Together | None = None
    """Who opened it and the votes, if a whole channel plays one side."""
    unrated: Unrated | None = field(default=None, compare=False)
    """Why it did not change ratings, once it is over and stored."""
    rating_changes: tuple[RatingChange, ...] = field(default=(), compare=False)
    """Its changes of ratings, likewise; none, and no `unrated`, for one from before there were ratings."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return engine.get_game(self.game_slug)

    @cached_property
    def _states(self) -> tuple[State, ...]:
        """Every position so far, replayed from the moves once and cached."""
        return tuple(accumulate(self.actions, State.successor, initial=self.game.initial()))

    @property
    def state(self) -> State:
        """The present position."""
        return self._states[-1]

    def state_at(self, ply: int) -> State:
        """Return the position after the first `ply` moves."""
        return self._states[ply]

    def name_at(self, ply: int) -> str:
        """Return what players call the move after the first `ply` moves."""
        return self.state_at(ply).name_of(self.actions[ply])

    def seed_at(self, ply: int) -> int:
        """Return the seed of all chance in the choice of the move after the first `ply` moves.

        A search there with this seed and as much time repeats the same thoughts and choice.
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
        """The number in the buttons of its board, so that presses on older boards are refused; it only grows.

        It is the ply, until an offer or a takeback.
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
        """Return the ply after a player's last move, None if they have not moved yet."""
        plies = reversed(range(self.first_ply, self.ply))
        return next((ply for ply in plies if self.state_at(ply).to_move == seat), None)

    def may_offer(self, offer: Offer) -> bool:
        """Return whether a player has not offered the same in this position, or the one before it."""
        return all(self.ply >= ply + policy.PLIES_BETWEEN_OFFERS for made, ply in self.asked if made == offer)

    @property
    def is_over(self) -> bool:
        """Whether it has ended, in any manner."""
        return self.ending is not None

    @property
    def to_move(self) -> Participant:
        """The player whose turn it is."""
        return self.players[self.state.to_move]

    def player_at(self, ply: int) -> str | None:
        """Return the bot's player that made the move after the first `ply` ones, None if a person made it.

        The bot at its best has no view of its own: its thoughts are the explanation. And the chance in a
        match without a seed, from before there were seeds, is unknown.
        """
        if not self.seed:
            return None
        level = self.players[self.state_at(ply).to_move].level if self.has_move(ply) else None
        return None if level == engine.LEVELS[-1] else level

    @property
    def awaited_level(self) -> str | None:
        """The level at which the bot has to move now, None if it is not its turn."""
        return None if self.is_over else self.to_move.level

    @property
    def level(self) -> str | None:
        """The level the bot plays at, None between people."""
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
        """Whether one of the players has had all their data removed."""
        return any(has_left(player.user_id) for player in self.players)

    @property
    def is_casual(self) -> bool:
        """Whether it does not count: it was taken over from another one or a puzzle, or a channel plays."""
        return self.origin is not None or any(player.user_id == CHANNEL for player in self.players)

    @property
    def needs_thread(self) -> bool:
        """Whether it is to be played in a thread that is not known to exist yet."""
        return self.place.needs_thread and not self.is_over

    @property
    def link(self) -> str | None:
        """The address of the message that shows it, None while that is unknown."""
        return None if self.message_id is None else self.place.link_to(self.message_id)

    @property
    def person_id(self) -> int:
        """The person who plays, or of two the one who begins; of a whole channel who opened it."""
        if self.together is not None:
            return self.together.opener_id
        return next(player.user_id for player in self.players if player.user_id is not None)

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat of a player, None for other people: a channel's is that of who opened the match."""
        if self.together is not None and user_id == self.together.opener_id:
            user_id = CHANNEL
        return next((seat for seat in (0, 1) if self.players[seat].user_id == user_id), None)

    def side_of(self, user_id: int | None) -> int | None:
        """Return the seat whose moves are a person's own, or the channel's for which they have voted."""
        known = self.together
        if known is not None and any(vote.user_id == user_id for vote in known.votes):
            user_id = known.opener_id
        return None if user_id is None else self.seat_of(user_id)

    def seat_seen_by(self, user_id: int | None) -> int | None:
        """Return the seat from whose side a person sees the board (`user_id` None: everybody).

        It is their own, else that of the only person who plays; between two people None: the player to move.
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
        """Return the match ended before its rules would end it."""
        touched_at = max(self.touched_at, now)
        ended = replace(self, ending=Ending(outcome, manner), touched_at=touched_at, offer=None)
        return _knowing(ended, self._states)

    def with_verdict(self, verdict: Verdict) -> Match:
        """Return the match with the changes of ratings at its end."""
        judged = replace(self, unrated=verdict.unrated, rating_changes=verdict.changes)
        return _knowing(judged, self._states)

    def with_offer(self, offer: Offer | None) -> Match:
        """Return the match with a player's open offer, or without one (None)."""
        asked = self.asked
        if offer is not None:
            asked = (*(each for each in asked if each[0] != offer), (offer, self.ply))
        after = replace(self, offer=offer, changes=self.changes + 1, asked=asked)
        return _knowing(after, self._states)

    def taken_back(self, ply: int, now: float) -> Match:
        """Return the running match as it was after `ply` moves; against Maxine it now counts as helped."""
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
        """Return the match with the time of the person to move beginning now.

        The bot has no limit, and that of a vote begins with the first one.
        """
        return self.with_due_at(now + self.pace if self.pace is not None and self._is_limited else None)

    @property
    def _is_limited(self) -> bool:
        return not self.is_over and self.to_move.user_id is not None and self.together is None

    def with_together(self, together: Together | None) -> Match:
        """Return the match with what is known of it as one that a whole channel plays."""
        return _knowing(replace(self, together=together), self._states)

    @property
    def is_stopped(self) -> bool:
        """Whether the clock of a person who is to move is stopped, as their board cannot be shown."""
        return self.pace is not None and self._is_limited and self.due_at is None

    def stopped(self, now: float) -> Match:
        """Return the match with its clock stopped from now on."""
        touched_at = max(self.touched_at, now)
        return _knowing(replace(self, due_at=None, touched_at=touched_at), self._states)

    def with_due_at(self, due_at: float | None) -> Match:
        """Return the match with another end of the time for the move."""
        return self if due_at == self.due_at else _knowing(replace(self, due_at=due_at), self._states)

    def shown_in(self, message_id: int | None) -> Match:
        """Return the match shown by this message."""
        same = message_id == self.message_id
        return self if same else _knowing(replace(self, message_id=message_id), self._states)


def _knowing(match: Match, states: tuple[State, ...]) -> Match:
    vars(match)["_states"] = states  # what the cached property would replay
    return match
