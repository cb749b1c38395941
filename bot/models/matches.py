"""Matches, who plays them and where, and what is asked of them: frozen, and free of Discord and of SQL."""

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

    from bot.models.verdicts import RatingChange, Unrated, Verdict
    from engine import Analysis, Choice, Game
    from engine.tree import Node

First = Literal["me", "opponent", "random"]

Manner = Literal["rules", "resignation", "agreement", "time", "stop", "abandonment"]
"""By what a match ended: by its rules, by resigning, by agreeing on a draw, as somebody ran out of time, as a
moderator stopped it, or as nobody came back to it."""

OfferKind = Literal["draw", "takeback"]

PACES: Final[Mapping[str, int | None]] = {
    "none": None,
    "1 minute": 60,
    "10 minutes": 600,
    "1 day": 24 * 3600,
    "3 days": 3 * 24 * 3600,
}
"""How many seconds there may be for a move, by what the choice is called (None: any number)."""

MatchScope = Literal["channel", "server", "mine"]
"""Whose matches are listed: those of a channel, of a server, or one's own."""

NOTICES: Final[Mapping[int, int]] = {60: 15, 600: 120, 24 * 3600: 3 * 3600, 3 * 24 * 3600: 8 * 3600}
"""How many seconds before its end whoever is to move is reminded of the time, by the pace."""

Hindrance = Literal["direct", "thread", "guest", "permission", "refused"]
"""Why a match gets no thread: it is in direct messages or in a thread already, she is no member of the
server, she may not begin one there, or Discord has let her begin none."""

_MOST_PLIES = 10_000  # no match has as many moves
_PLIES_BETWEEN_OFFERS = 2  # of the same by one player: nobody is pestered


@dataclass(frozen=True)
class Participant:
    """A person, by Discord user id, or Maxine (`user_id` None), with the level she plays at."""

    user_id: int | None
    level: str | None = None

    @property
    def name(self) -> str:
        """What a sentence calls them: a mention, or Maxine."""
        return "Maxine" if self.user_id is None else f"<@{self.user_id}>"


@dataclass(frozen=True)
class Place:
    """Where a match is played; a direct message has no guild, and a thread has the channel it is in.

    While the match is yet to get a thread of its own, that channel is `channel_id` itself.
    """

    guild_id: int | None
    channel_id: int
    parent_id: int | None = None

    @property
    def needs_thread(self) -> bool:
        """Whether a thread is to be begun there."""
        return self.parent_id == self.channel_id

    @property
    def is_thread(self) -> bool:
        """Whether it is a thread that is there."""
        return self.parent_id not in {None, self.channel_id}

    def is_in(self, channel_id: int) -> bool:
        """Return whether it is a channel, or a thread in it."""
        return channel_id in {self.channel_id, self.parent_id}

    def with_thread(self, thread_id: int) -> Place:
        """Return the thread that was begun there; of the channel's own id it is yet to be begun."""
        return replace(self, channel_id=thread_id, parent_id=self.channel_id)

    def without_thread(self) -> Place:
        """Return the channel itself, where no thread can be begun."""
        return replace(self, parent_id=None)

    def link_to(self, message_id: int) -> str:
        """Return the address of a message there."""
        return f"https://discord.com/channels/{self.guild_id or '@me'}/{self.channel_id}/{message_id}"


@dataclass(frozen=True)
class Asker:
    """Who asks about a match, and where; `is_shown`: a message of ours there shows them the match already.

    `is_moderator`: they may manage what others write there.
    """

    user_id: int
    place: Place
    is_shown: bool = False
    is_moderator: bool = False


@dataclass(frozen=True)
class Challenge:
    """What somebody who challenges asks for; `first` is seen from their side.

    `pace` is how many seconds there are for a move (None: any number); `is_rated`: between people it counts
    for their ratings.
    """

    place: Place
    user_id: int
    game_slug: str
    first: First
    pace: int | None = None
    is_rated: bool = True


@dataclass(frozen=True)
class Pressed:
    """A press on the board of a match: what the button says, who pressed it, and on which message.

    `stand` is that of the match as the board showed it. `has_button` says whether the message has the button
    now: not if it has changed, or the press is forged.
    """

    match_id: int
    version: int
    user_id: int
    message_id: int
    has_button: bool


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
    """One playing of a game by two players; `actions` are its moves so far.

    `id` is 0 until it is stored; `message_id` is the message that shows it now (None: not known yet); times
    are seconds since the epoch; `touched_at` is that of its last move or its end, or since when its clock
    stands still. `is_helped`: whoever plays it against Maxine has asked her while it ran what moves are
    worth. If it has an `origin` it is casual: it is for trying out, and stands in no leaderboard. All that is
    drawn in it follows from its `seed`.
    `pace` is how many seconds there are for a move, and `due_at` when the time of the player to move is up
    (None: there is no limit). `is_rated`: both players have agreed that it counts for their ratings. `offer`
    is what one of them offers the other just now; `changes` counts the offers and takebacks so far, and the
    times it went elsewhere, so that a match is never taken for what it was before them. `asked` is at which
    ply each offer was made last, of those since moves were taken back.
    Once it is over and stored, `rating_changes` are what it did to ratings, or `unrated` says why it did
    nothing (neither: it is from before there were any).
    """

    id: int
    game_slug: str
    place: Place
    players: tuple[Participant, Participant]
    created_at: float
    touched_at: float
    actions: tuple[int, ...] = ()
    ending: Ending | None = None
    message_id: int | None = None
    rematch_of: int | None = None
    is_helped: bool = False
    origin: Origin | None = None
    seed: int = 0
    pace: int | None = None
    due_at: float | None = None
    is_rated: bool = False
    offer: Offer | None = None
    changes: int = 0
    asked: tuple[tuple[Offer, int], ...] = ()
    unrated: Unrated | None = field(default=None, compare=False)
    rating_changes: tuple[RatingChange, ...] = field(default=(), compare=False)

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
    def needs_thread(self) -> bool:
        """Whether it is to be played in a thread that is not known to be there yet."""
        return self.place.needs_thread and not self.is_over

    @property
    def link(self) -> str | None:
        """The address of the message that shows it, None while that is not known."""
        return None if self.message_id is None else self.place.link_to(self.message_id)

    @property
    def person_id(self) -> int:
        """The person who plays, or of two the one who begins."""
        return next(player.user_id for player in self.players if player.user_id is not None)

    def seat_of(self, user_id: int) -> int | None:
        """Return 0 or 1 for the first or second player, None for anybody else."""
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
        """Return the match with the time of a person who is to move beginning now; Maxine has no limit."""
        due_at = None
        if self.pace is not None and not self.is_over and self.to_move.user_id is not None:
            due_at = now + self.pace
        return self.due(due_at)

    @property
    def is_stopped(self) -> bool:
        """Whether the clock of a person who is to move stands still, as the board cannot be shown to them."""
        is_limited = self.pace is not None and not self.is_over and self.to_move.user_id is not None
        return is_limited and self.due_at is None

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


@dataclass(frozen=True)
class Question:
    """A position of a match that somebody wants explained: the one after `ply` moves."""

    match: Match
    ply: int
    asker_id: int
    with_tree: bool = False


@dataclass(frozen=True)
class Explanation:
    """What every legal move of a position of a match is worth.

    `played` is the action chosen there in the match, None where the position is the present one. `tree` is
    given if it was asked for. `is_first_help`: by this the match came to be played with help. If Maxine chose
    there `as_player`, one with a view of its own, `choice` is that and what this player thought, None if it
    could not be worked out again.
    """

    match: Match
    ply: int
    analysis: Analysis
    played: int | None
    tree: Node | None = None
    is_first_help: bool = False
    as_player: str | None = None
    choice: Choice | None = field(default=None, hash=False)  # its thoughts have none


@dataclass(frozen=True)
class Replay:
    """A match seen again at the position after `ply` moves.

    `analysis` says what the moves are worth there, None where the game has ended. `is_first_help`: by this
    the match came to be played with help.
    """

    match: Match
    ply: int
    analysis: Analysis | None
    is_first_help: bool = False
