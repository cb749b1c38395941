"""The values the services speak in: frozen, and free of Discord and of SQL."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import engine
from engine import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine import Action, Analysis, Game, Judgement, Review, State
    from engine.tree import Node

Fate = Literal["accepted", "declined", "cancelled", "expired"]
First = Literal["me", "opponent", "random"]

PEOPLE = "people"
"""What standings call matches between two people; the others are called by Maxine's level."""


@dataclass(frozen=True)
class Player:
    """A person, by Discord user id, or Maxine (`user_id` None), with the level she plays at."""

    user_id: int | None
    level: str | None = None

    @property
    def name(self) -> str:
        """What a sentence calls them: a mention, or Maxine."""
        return "Maxine" if self.user_id is None else f"<@{self.user_id}>"


@dataclass(frozen=True)
class Place:
    """Where a match is played; a direct message has no guild."""

    guild_id: int | None
    channel_id: int


@dataclass(frozen=True)
class Challenge:
    """What somebody who challenges asks for; `first` is seen from their side."""

    place: Place
    user_id: int
    game_slug: str
    first: First


@dataclass(frozen=True)
class Pressed:
    """A press on the board of a match: what the button says, who pressed it, and on which message."""

    match_id: int
    ply: int
    user_id: int
    message_id: int


@dataclass(frozen=True)
class Ending:
    """How a match ended: with an outcome, or abandoned (`outcome` None)."""

    outcome: Outcome | None


@dataclass(frozen=True)
class Match:
    """One playing of a game by two players; `actions` are its moves so far.

    `id` is 0 until it is stored; `message_id` is the message that shows it now (None: not known yet); times
    are seconds since the epoch; `touched_at` is that of its last move or its end.
    """

    id: int
    game_slug: str
    place: Place
    players: tuple[Player, Player]
    created_at: float
    touched_at: float
    actions: tuple[int, ...] = ()
    ending: Ending | None = None
    message_id: int | None = None
    rematch_of: int | None = None

    @property
    def game(self) -> Game:
        """The rules it is played by."""
        return engine.get_game(self.game_slug)

    @cached_property
    def _states(self) -> tuple[State, ...]:
        """Every position so far, replayed from the moves once."""
        states = [self.game.initial()]
        for action in self.actions:
            states.append(states[-1].successor(action))
        return tuple(states)

    @property
    def state(self) -> State:
        """The present position."""
        return self._states[-1]

    def state_at(self, ply: int) -> State:
        """Return the position after the first `ply` moves."""
        return self._states[ply]

    def action_to(self, ply: int) -> Action | None:
        """Return the action that led to the position after the first `ply` moves, None for the start."""
        return self.actions[ply - 1] if ply else None

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.actions)

    @property
    def is_over(self) -> bool:
        """Whether it has ended, in whatever way."""
        return self.ending is not None

    @property
    def to_move(self) -> Player:
        """Whose turn it is."""
        return self.players[self.ply % 2]

    @property
    def awaited_level(self) -> str | None:
        """The level at which Maxine has to move now, None if it is not her turn."""
        return None if self.is_over else self.to_move.level

    @property
    def level(self) -> str | None:
        """The level Maxine plays at, None between people."""
        return self.players[0].level or self.players[1].level

    @property
    def winner(self) -> Player | None:
        """Who won, None while it runs, after a draw and when abandoned."""
        outcome = self.ending and self.ending.outcome
        if outcome is Outcome.FIRST:
            return self.players[0]
        return self.players[1] if outcome is Outcome.SECOND else None

    @property
    def link(self) -> str | None:
        """The address of the message that shows it, None while that is not known."""
        if self.message_id is None:
            return None
        guild = self.place.guild_id or "@me"
        return f"https://discord.com/channels/{guild}/{self.place.channel_id}/{self.message_id}"

    def seat_of(self, user_id: int) -> int | None:
        """Return 0 or 1 for the first or second player, None for anybody else."""
        return next((seat for seat in (0, 1) if self.players[seat].user_id == user_id), None)

    def played(self, action: int, now: float) -> Match:
        """Return the match after one more move; IllegalActionError if the rules forbid it."""
        state = self.state.successor(action)
        ending = Ending(state.outcome) if state.is_terminal else None
        after = replace(self, actions=(*self.actions, action), ending=ending, touched_at=now)
        vars(after)["_states"] = (*self._states, state)  # what the cached property would replay
        return after

    def ended(self, outcome: Outcome | None, now: float) -> Match:
        """Return the match ended before the rules would end it."""
        return replace(self, ending=Ending(outcome), touched_at=now)


@dataclass(frozen=True)
class Invitation:
    """One person's offer of a match to another; `begins` is who moves first (None: drawn when it begins).

    `id` is 0 until it is stored.
    """

    id: int
    game_slug: str
    place: Place
    inviter_id: int
    invitee_id: int
    begins: int | None
    created_at: float
    fate: Fate | None = None
    rematch_of: int | None = None


@dataclass(frozen=True)
class Question:
    """A position of a match that somebody wants explained: the one after `ply` moves."""

    match: Match
    ply: int
    with_tree: bool = False

    @property
    def is_quick(self) -> bool:
        """Whether the answer takes no time."""
        return self.match.game.is_small


@dataclass(frozen=True)
class Explanation:
    """What every legal move of a position of a match is worth.

    `played` is the action chosen there in the match, None where the position is the present one. `tree` is
    given if it was asked for.
    """

    match: Match
    ply: int
    analysis: Analysis
    played: int | None
    tree: Node | None = None


@dataclass(frozen=True)
class Replay:
    """A match seen again at the position after `ply` moves.

    `analysis` says what the moves are worth there, None where the game has ended.
    """

    match: Match
    ply: int
    analysis: Analysis | None


@dataclass(frozen=True)
class Reviewed:
    """A finished match and its review.

    `final` says what its last position is worth if it ended before the rules would end it.
    """

    match: Match
    review: Review
    final: Analysis | None

    def lesson(self, ply: int) -> Lesson:
        """Return the move that followed the first `ply` moves as a question."""
        errors = [error.ply for error in self.review.errors(ply % 2)]
        place = (errors.index(ply) + 1, len(errors)) if ply in errors else None
        return Lesson(self.match, self.review.judgements[ply], place=place)


@dataclass(frozen=True)
class Lesson:
    """A move of a match that could have been better, as a question, and what somebody `tried` as answer.

    `place` says which of the player's errors it is, from 1, and how many there are; None if that is unknown.
    """

    match: Match
    played: Judgement
    tried: Judgement | None = None
    place: tuple[int, int] | None = None

    @property
    def is_solved(self) -> bool:
        """Whether the answer gives nothing away."""
        return self.tried is not None and not self.tried.is_error


@dataclass(frozen=True)
class Standing:
    """A person's results: `rank` counts from 1, a win is two halves of a point, a draw one."""

    rank: int
    user_id: int
    wins: int
    draws: int
    losses: int

    @property
    def halves(self) -> int:
        """Points, in halves."""
        return 2 * self.wins + self.draws


@dataclass(frozen=True)
class Table:
    """One table of a leaderboard: the best in order, and the caller's own place if that is further down."""

    versus: str
    top: Sequence[Standing]
    own: Standing | None
