"""What is kept, by subject, as a contract that each database fulfils: `bot.storage.sqlite` and `.postgres`.

The rules of every subject:

- A value is loaded, changed by a pure step, and saved: `save(before, after)` stores `after` if what is kept
  still stands as in `before`, and says whether it did. Where it did not, nothing is written. Of several who
  save from the same `before`, one succeeds.
- A write is whole or not at all, and on disk for good when it returns; whoever reads afterwards sees it.
- A read is of one moment.
- StorageError is raised, with nothing written, when the database refuses: its disk, file or lock, or because
  it is closed. Anything else that is raised is a mistake of ours.
- Nothing that is passed in is called: a database knows no rules of games, no chance and no sentences.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from bot.models import Attempt, Finding, Invitation, Match, Rated, Streak, StreakTable, Table

PuzzleKey: TypeAlias = tuple[str, tuple[int, ...]]
"""What a puzzle is known by: its game, and the actions that lead to it."""

Seen: TypeAlias = Mapping[PuzzleKey, tuple[int, bool]]
"""The puzzles somebody has begun, each with the last attempt at it, and whether they have ever solved it."""

Moved: TypeAlias = Mapping[PuzzleKey, str]
"""The puzzles that people find easier or harder than they were judged to be, and how difficult they are."""


class Matches(Protocol):
    """The matches, each with its moves. None, where a match is returned: there is none such."""

    async def find(self, match_id: int) -> Match | None:
        """Return the match with this id."""

    async def find_running(self, channel_id: int, user_id: int) -> Match | None:
        """Return the person's newest running match in the channel."""

    async def find_newest(self, channel_id: int) -> Match | None:
        """Return the channel's newest match, running or over."""

    async def find_newest_finished(self, channel_id: int, user_id: int) -> Match | None:
        """Return the person's newest finished match in the channel."""

    async def find_last_finished(self, channel_id: int) -> Match | None:
        """Return the match of the channel that ended last."""

    async def find_rematch(self, match_id: int) -> Match | None:
        """Return the match that began as the rematch of this one."""

    async def list_running(self, user_id: int, game: str) -> list[Match]:
        """Return the person's running matches of a game, in whatever channel."""

    async def list_newest(self, channel_id: int, user_id: int, count: int) -> list[Match]:
        """Return the channel's newest matches, running or over, those of the person first."""

    async def list_finished(self, user_id: int, game: str | None, count: int) -> list[Match]:
        """Return the person's newest finished matches anywhere, newest first: of one game, or of any."""

    async def find_accepted(self, invitation_id: int) -> Match | None:
        """Return the match that an accepted invitation became."""

    async def count_running(self) -> int:
        """Return how many matches have not ended."""

    async def list_awaited(self) -> list[Match]:
        """Return the running matches in which Maxine is to move, oldest first; at most 100."""

    async def list_undrawn(self) -> list[Match]:
        """Return the matches that are not confirmed to be drawn as they are, oldest first; at most 100.

        Those that no message shows yet are among them.
        """

    async def add(self, match: Match) -> Match | None:
        """Store a new match with its moves so far and give it an id; it is not drawn.

        None, with nothing written, if it is the rematch of a match that has one, or if its players play on
        from the same position of the same match already, each in the same seat.
        """

    async def save(self, before: Match, after: Match, finding: Finding | None = None) -> bool:
        """Store the match as `after` has it, if it still is as `before`: in its moves, its result and help.

        `after` is `before` with moves added, ended, or shown by another message. The message that shows it
        is always the newest of those that were stored. If the match ends by this, the standings of the
        people in it are counted up by the same write, but not if it has an origin, and so is the finding by
        which a move was chosen added. It is not drawn after this, until that is confirmed.
        """

    async def add_help(self, match_id: int) -> bool:
        """Store that the running match is played with help.

        False, with nothing written, if it is already, or is over.
        """

    async def show(self, match_id: int, message_id: int) -> tuple[int, int | None]:
        """Store that the match is shown by this message, unless a newer one shows it already.

        A message that shows it from now on is not confirmed to show it as it is.

        Returns:
            The message that shows it now, and the one that does no longer (None: there is none).
        """

    async def confirm(self, drawn: Sequence[Match]) -> list[int]:
        """Store, by one write, that each match is drawn: its message shows it as it is here.

        Of one without a message that is stored if nobody can post one.

        Nothing is written for those that have gone on since, have ended, or are shown by another message.
        Their ids are returned.
        """

    async def abandon(self, since: float, now: float) -> int:
        """End the running matches not touched since then, without a result; return how many."""


class Invitations(Protocol):
    """The invitations; those that are closed are kept."""

    async def find(self, invitation_id: int) -> Invitation | None:
        """Return the invitation, None if there is none with this id."""

    async def find_rematch(self, match_id: int) -> Invitation | None:
        """Return the open invitation to the rematch of this match, None if there is none."""

    async def add(self, invitation: Invitation, most: int, since: float) -> Invitation | None:
        """Store a new invitation and give it an id.

        None, with nothing written, if one to the same rematch is open or was accepted, or if the inviter
        would have sent more than `most` since then that were not accepted.
        """

    async def save(self, before: Invitation, after: Invitation) -> bool:
        """Store the status that `after` has, if it is still that of `before`."""

    async def accept(self, before: Invitation, match: Match) -> Match | None:
        """Close the invitation as accepted and add the match it becomes, by one write.

        None, with nothing written, if its status is no longer that of `before`, or the match cannot be added.
        """

    async def expire(self, since: float) -> int:
        """Close the open invitations made before then as expired; return how many."""


class Standings(Protocol):
    """The totals of finished matches; `Matches.save` counts them up."""

    async def find_tables(
        self, game: str, guild_id: int | None, versus: Sequence[str], user_id: int, size: int
    ) -> list[Table]:
        """Return, for each of `versus` with anybody in it, the best `size` and the person's place below.

        Those of a server, or without one of everywhere. Ranked by points, then by wins, then by fewer losses.
        """


class Puzzles(Protocol):
    """The attempts at puzzles, what was shared of them, and streaks of daily ones."""

    async def find(self, attempt_id: int) -> Attempt | None:
        """Return the attempt, None if there is none with this id."""

    async def find_seen(self, user_id: int) -> Seen:
        """Return the puzzles that the person has begun."""

    async def find_moved(self) -> Moved:
        """Return the puzzles whose own rating is certain, and in another difficulty than they were judged."""

    async def find_rated(self, attempt_id: int) -> Rated | None:
        """Return what came of the attempt for the person's rating, None if it was not rated."""

    async def find_streak(self, user_id: int) -> Streak | None:
        """Return the person's streak, None if they have never solved a daily puzzle."""

    async def find_streaks(self, guild_id: int | None, user_id: int, today: int, size: int) -> StreakTable:
        """Return the `size` longest streaks that are alive, and the person's own place if it is below.

        Those of everybody, or of who has solved a daily puzzle on the server. The person's skill comes with
        them, as certain as it is that day.
        """

    async def add(self, attempt: Attempt) -> Attempt:
        """Store a new attempt and give it an id."""

    async def add_daily(self, attempt: Attempt) -> Attempt:
        """Store a new attempt at a daily puzzle, unless the person has one; return the one that is stored.

        It is at the puzzle that somebody has begun that day, though a newer program may have another for it.
        If it is shown on a server now, that is stored in any case.
        """

    async def save(self, before: Attempt, after: Attempt) -> bool:
        """Store how an attempt went on, if it is still at the same turn, told as much, as in `before`.

        If it counts by this, the person's streak goes on by the same write, on the attempt's server too. If
        it has a `score` by this, and is the person's first at this puzzle that has one, the person and the
        puzzle are rated by the same write.
        """

    async def add_share(self, attempt_id: int, channel_id: int, now: float, since: float) -> bool:
        """Store that it is begun to share the result in the channel.

        False, with nothing written, if that is confirmed, or was begun after `since` and may be on its way.
        """

    async def confirm_share(self, attempt_id: int, channel_id: int) -> None:
        """Store that the result was posted in the channel."""

    async def remove_share(self, attempt_id: int, channel_id: int) -> None:
        """Store that the result is not shared in the channel after all."""


class Findings(Protocol):
    """What was found out about the positions of matches: only added to, and never changed."""

    async def list_of(self, match_id: int) -> list[Finding]:
        """Return all that was found out about a match, the oldest first."""

    async def add(self, findings: Sequence[Finding]) -> None:
        """Store findings about matches that are stored, by one write."""


class Commands(Protocol):
    """Which commands were registered with Discord last, by application."""

    async def find_digest(self, application_id: int) -> str | None:
        """Return the digest of the commands registered last, None if there were none."""

    async def save_digest(self, application_id: int, digest: str) -> None:
        """Store the digest of the commands that are registered now."""


class Leases(Protocol):
    """What only one process at a time does of all that share the database, by name.

    A lease lasts until it is dropped, or for some seconds after its process has gone. It saves work and
    requests, and no more: a process that was held up may have lost one without knowing, so whatever is stored
    is right without it, and whatever is done may be done twice.
    """

    is_shared: bool
    """Whether there may be other processes at all."""

    async def take(self, *names: str) -> Collection[str]:
        """Take the leases that no other process has; return those of these names that this one has now."""

    def drop(self, *names: str) -> None:
        """Let others take these leases, soon; those that this process has not are left as they are."""

    async def pace(self, name: str, seconds: float) -> float:
        """Return 0 once in so many seconds, to one of all processes; else the seconds until then."""


@dataclass(frozen=True)
class Storage:
    """One database, by subject. `close` it when nobody uses it any more; what was written is safe already."""

    matches: Matches
    invitations: Invitations
    standings: Standings
    puzzles: Puzzles
    findings: Findings
    commands: Commands
    leases: Leases
    close: Callable[[], Awaitable[None]]
