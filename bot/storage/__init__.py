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
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from bot.models import (
        Attempt,
        Blocks,
        Board,
        BoardKey,
        Curve,
        Deadline,
        Duel,
        Finding,
        Footing,
        GameRating,
        GameResults,
        Invitation,
        Kept,
        Match,
        MatchScope,
        OpenReview,
        Opponent,
        Page,
        Past,
        Place,
        Quiet,
        Rated,
        Reviewed,
        SeasonBoard,
        Settings,
        Since,
        Streak,
        StreakTable,
        Table,
        Tournament,
    )

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

    async def list_current(self, scope: MatchScope, scope_id: int, count: int) -> tuple[list[Match], int]:
        """Return the newest running matches of a channel, a server or a person, and how many there are."""

    async def list_newest(self, channel_id: int, user_id: int, count: int) -> list[Match]:
        """Return the channel's newest matches, running or over, those of the person first."""

    async def list_finished(self, user_id: int, game: str | None, count: int) -> list[Match]:
        """Return the person's newest finished matches anywhere, newest first: of one game, or of any."""

    async def list_past(self, past: Past, beside: Match | None, count: int, *, is_newer: bool) -> list[Match]:
        """Return finished matches of a person that were wanted, by when they ended, the newest first.

        They are those that follow on one, newer or older ones; without one they begin with the oldest or the
        newest. Only those are listed that whoever asks may see: their own, and others in the channel.
        """

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

        `after` is `before` with moves added or taken back, ended, helped, with an offer or without one, or
        shown by another message. The message that shows it is always the newest of those that were stored.
        If the match ends by this, the standings of the people in it are counted up by the same write, but not
        if it has an origin, and so is the finding by which a move was chosen added; its people are rated, or
        it is stored why not. What was found out after moves that are taken back goes with them. It is not
        drawn after this, until that is confirmed.
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

    async def move(self, before: Match, place: Place) -> bool:
        """Store where a match is played that is yet to get a thread, if it is as `before` in that.

        Or that goes on elsewhere, as its clock stands still. There, as in the thread, no message shows it;
        where no thread could be begun it is shown as before. It counts as a change, by which other copies of
        the match are refused, and it is not drawn after this.
        """

    async def abandon(self, since: float, now: float, *, is_stopped: bool = False) -> int:
        """End the running matches not touched since then, without a result; return how many.

        Or only those of which the clock has stood still since then, as the board could not be shown.

        Those in threads are not drawn after this; the others stay as they are drawn.
        """

    async def list_quiet(self, after: float, before: float, most: int) -> list[Quiet]:
        """Return running matches without time limits that were touched last between two times, in order."""

    async def note_place(self, quiet: Quiet, gone_at: float) -> None:
        """Store since when the place of a match is gone (0: it is there), unless somebody has touched it."""

    async def lose(self, quiet: Quiet, now: float) -> bool:
        """End a match without a result whose place is gone; False if somebody has touched it.

        No message shows it after this, and it is not drawn.
        """


class Deadlines(Protocol):
    """The times at which players run out of time: they count only while somebody is awake to take a move.

    It is the time of the last `beat` that says what is due, and no clock.
    """

    async def beat(self, now: float, longest: float, needed: Sequence[str] = ()) -> float:
        """Store that somebody is awake now, while any match has a limit; return the time by the clock used.

        That is the server's where several processes can share the database, else `now`. If nobody was for
        more than `longest` seconds, or the clock was set, everybody has as much time left, by the same write,
        as when somebody was awake last; in doubt more, but never more than the pace. So it is while any of
        the leases that are `needed` is held by nobody: one of that name, or whose name goes on after a space.
        """

    async def list_due(self) -> list[Deadline]:
        """Return the deadlines that have passed in running matches, oldest first; at most 100."""

    async def list_closing(self) -> list[Deadline]:
        """Return deadlines of which somebody is to be reminded, until that is confirmed; at most 100."""

    async def confirm_reminded(self, deadline: Deadline) -> None:
        """Store that somebody was reminded of a deadline, if it is still that."""


class Invitations(Protocol):
    """The invitations; those that are closed are kept."""

    async def find(self, invitation_id: int) -> Invitation | None:
        """Return the invitation, None if there is none with this id."""

    async def find_rematch(self, match_id: int) -> Invitation | None:
        """Return the open invitation to the rematch of this match, None if there is none."""

    async def find_footing(self, invitation: Invitation, since: Since) -> Footing:
        """Return how the two people of an invitation that is to be sent stand to each other."""

    async def add(self, invitation: Invitation, footing: Footing, since: Since) -> Invitation | None:
        """Store a new invitation and give it an id, if its two people still stand to each other like that.

        None, with nothing written, if they do not, or if one to the same rematch is open or was accepted.
        """

    async def save(self, before: Invitation, after: Invitation) -> bool:
        """Store the status that `after` has, since when, and whose it is, if it is still as `before`."""

    async def accept(self, before: Invitation, after: Invitation, match: Match) -> Match | None:
        """Store the invitation accepted, as `after`, and add the match it becomes, by one write.

        None, with nothing written, if its status is no longer that of `before`, if one of the two blocks the
        other by name, or if the match cannot be added.
        """

    async def show(self, invitation_id: int, message_id: int) -> None:
        """Store which message shows the open invitation."""

    async def expire(self, since: float) -> int:
        """Close the open invitations made before then as expired; return how many."""

    async def list_expired(self) -> list[tuple[Invitation, int]]:
        """Return expired invitations of which a message is yet to say so, with it; at most 100."""

    async def confirm_expired(self, invitation_id: int) -> None:
        """Store that the message of an expired invitation says so, or never will."""


class Blocked(Protocol):
    """Whose challenges people do not want."""

    async def find(self, user_id: int) -> Blocks:
        """Return whom somebody blocks."""

    async def add(self, user_id: int, blocked_id: int | None) -> None:
        """Store that somebody wants no challenges of somebody, or of anybody (None)."""

    async def remove(self, user_id: int, blocked_id: int | None) -> None:
        """Store that they do not mind, if it was stored that they do."""


class Standings(Protocol):
    """The totals of finished matches; `Matches.save` counts them up."""

    async def find_tables(
        self, game: str, guild_id: int | None, versus: Sequence[str], user_id: int, size: int
    ) -> list[Table]:
        """Return, for each of `versus` with anybody in it, the best `size` and the person's place below.

        Those of a server, or without one of everywhere. Ranked by points, then by wins, then by fewer losses.
        """


class Rankings(Protocol):
    """The places of people on the boards of ratings; `Matches.save` and `Puzzles.save` move them."""

    async def find_page(self, key: BoardKey, user_id: int, number: int, size: int) -> Page:
        """Return a page of so many lines of a board, and the person's own place if it is not on it.

        Pages are counted from 0; one after the last has no lines. Ranked by rating, those that are certain
        enough; of a month or a week by points, those with more wins first.
        """

    async def list_season(self, guild_id: int, month: str, size: int) -> list[SeasonBoard]:
        """Return the best of a month on a server in each game, that which most people have played first."""

    async def list_scopes(self, kept: Kept, after: int | None) -> list[tuple[int, bool]]:
        """Return the next servers with places by their ids, and whether there is anything to prune.

        Places of everywhere come first, as those of servers of their own.
        """

    async def prune(self, kept: Kept, scope: int) -> int:
        """Remove places of a server from months and weeks that are not kept; return how many, at most 100.

        Those of a season stay until it is told.
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
    """What was found out about the positions of matches: only added to, and never changed.

    And the reviews for which that goes on.
    """

    async def list_of(self, match_id: int) -> list[Finding]:
        """Return all that was found out about a match, the oldest first."""

    async def add(self, findings: Sequence[Finding], changes: int = 0) -> None:
        """Store findings about matches that are stored, by one write.

        Those about a match that has had more `changes` since are left out: its moves may be others now.
        """

    async def list_open(self, before: float) -> list[OpenReview]:
        """Return the reviews that were to be completed before then, and are not; at most 100."""

    async def open(self, review: OpenReview) -> None:
        """Store that a review is to be completed."""

    async def close(self, message_id: int) -> None:
        """Store that the review in a message is not to be completed any more."""


class Tournaments(Protocol):
    """The tournaments, each with who takes part and who meets whom."""

    async def find(self, tournament_id: int) -> Tournament | None:
        """Return the tournament, None if there is none with this id."""

    async def find_newest(self, channel_id: int) -> Tournament | None:
        """Return the channel's newest tournament, None if there is none."""

    async def list_due(self) -> list[int]:
        """Return the tournaments whose message does not show all that has come of them; at most 100.

        Those of which a match has ended since it was drawn are among them, but none without a message.
        """

    async def list_entered(self, user_id: int) -> list[int]:
        """Return the tournaments that are not over in which the person takes part."""

    async def add(self, tournament: Tournament) -> Tournament | None:
        """Store a new tournament and give it an id; None if there is one in the channel that is not over."""

    async def save(self, before: Tournament, after: Tournament, new: Sequence[Match | None] = ()) -> bool:
        """Store who takes part, the status and the pairings that `after` has more, if nothing has changed.

        By the same write the matches of these pairings begin, which are `new`, in their order (None: that
        pairing has none).
        """

    async def show(self, tournament_id: int, message_id: int, progress: int) -> None:
        """Store that this message shows the tournament, as far as it had come."""

    async def expire(self, since: float) -> int:
        """Cancel those that were opened before then and have not begun; return how many."""


class Profiles(Protocol):
    """What is known of a person besides their matches."""

    async def list_results(self, user_id: int) -> list[GameResults]:
        """Return the person's totals everywhere, by game, as the leaderboard has them."""

    async def list_opponents(self, user_id: int, count: int, *, sees_hidden: bool) -> list[Opponent]:
        """Return the people whom the person has played most often, the newest of several first."""

    async def find_duel(self, one_id: int, other_id: int) -> Duel:
        """Return the record between two players, without any matches.

        Those count that have a result, without help, and not begun at a position of another match.
        """

    async def list_ratings(self, user_id: int) -> list[GameRating]:
        """Return the person's ratings by game, those between people before those against Maxine."""

    async def list_curves(self, user_id: int, of: Sequence[tuple[str, Board]], count: int) -> list[Curve]:
        """Return, of each of these games and boards, what the person's newest rated matches did."""

    async def list_accuracies(self, user_id: int, count: int) -> list[float]:
        """Return how accurate the person was in the newest matches of which that is known, newest last."""

    async def add_accuracies(self, reviewed: Reviewed) -> None:
        """Store how accurate the people of a finished match were, in the place of what was known of it.

        Nothing is stored of somebody who is no player of it any more.
        """


class Leases(Protocol):
    """What only one process at a time does of all that share the database, by name.

    A lease lasts until it is dropped, or for some seconds after its process has gone. It saves work and
    requests, and no more: a process that was held up may have lost one without knowing, so whatever is stored
    is right without it, and whatever is done may be done twice.
    """

    is_shared: bool
    """Whether there may be other processes at all."""

    holder: str
    """What no other process is called: with it in its name, several can have the same lease side by side."""

    async def take(self, *names: str) -> Collection[str]:
        """Take the leases that no other process has; return those of these names that this one has now."""

    def drop(self, *names: str) -> None:
        """Let others take these leases, soon; those that this process has not are left as they are."""

    async def pace(self, name: str, seconds: float) -> float:
        """Return 0 once in so many seconds, to one of all processes; else the seconds until then."""


class People(Protocol):
    """All that is kept about a person, in whatever table: told to them, hidden, and forgotten."""

    async def list_kept(self, user_id: int, table: str, after: int) -> list[dict[str, Any]]:
        """Return what a table of `keeping.TABLES` holds about the person, by column, in order of `id`.

        Of rows that have an `id`, the next ones after that; of others, all.
        """

    async def forget(self, user_id: int, leaver_id: int, now: float) -> None:
        """Remove all of it; in what others share, `leaver_id` is who it was from then on.

        What is over may be much, and goes first in small writes, the rest by one. If that is cut off, the
        same is to be done again, and whatever the `leaver_id` is then, that of the first time is kept. Their
        running matches end without a result, and are to be drawn; open invitations expire.
        """

    async def hide(self, user_id: int) -> None:
        """Leave the person out of the tables of everywhere from now on."""

    async def show(self, user_id: int) -> None:
        """Let the person stand in the tables of everywhere again."""

    async def find_hidden(self, user_ids: Collection[int]) -> Collection[int]:
        """Return who of these people is hidden."""


class Servers(Protocol):
    """The servers she was met on, and what is usual there."""

    async def find(self, guild_id: int) -> tuple[Settings, float | None]:
        """Return what is usual on a server, and when somebody was met there last (None: never yet)."""

    async def meet(self, guild_id: int, now: float) -> None:
        """Store that somebody was met there."""

    async def save(self, guild_id: int, before: Settings, after: Settings, now: float) -> bool:
        """Store what is usual there, if it still is as `before`."""

    async def list_silent(self, since: float, most: int) -> list[int]:
        """Return some servers from which nobody was met since then, the longest silent first."""

    async def list_unclosed(self, month: str, after: int, most: int) -> list[int]:
        """Return some servers with a season channel that closed no season since that month, by their ids."""

    async def forget(self, guild_id: int, since: float) -> None:
        """Remove all that is about a server, in small writes, and last the server, unless met since.

        What people have of it elsewhere stays: of their matches, how they were played and ended.
        """


@dataclass(frozen=True)
class Storage:
    """One database, by subject. `close` it when nobody uses it any more; what was written is safe already.

    `trim` it now and then: files beside it that have grown are made small.
    """

    matches: Matches
    deadlines: Deadlines
    invitations: Invitations
    blocks: Blocked
    standings: Standings
    rankings: Rankings
    puzzles: Puzzles
    findings: Findings
    tournaments: Tournaments
    profiles: Profiles
    leases: Leases
    people: People
    servers: Servers
    trim: Callable[[], Awaitable[None]]
    close: Callable[[], Awaitable[None]]
