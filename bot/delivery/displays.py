"""The messages of matches: each is drawn by one task until it shows the match as it is stored.

What Discord has accepted is recorded, and stored in the next round of upkeep. But an edit that timed out may
still arrive, and undo a later drawing: while it may, nothing is stored, and the match is drawn again in each
round, the last time when no edit can undo it any more.

Why was a match not redrawn? These are the reasons, in the order in which the code comes to them:

1. The message is an old one, as the match goes on in another (`leave_message` in `bot/delivery/matches.py`).
   One that still shows a board could not be redrawn, which is logged as "An old message ...", or its process
   was killed.
2. By what is stored, its message shows it (`list_undrawn`), or a hundred older matches come first.
3. It is undrawn for less than two rounds: the process that answers the press draws it (`Displays._find_due`).
4. Another process has the lease `upkeep`, or that of the match (`Displays.draw_due`).
5. Its task or its search still runs, its last try has failed (`Tasks.pauses`), or 32 other matches are drawn.
6. It belongs to a whole channel, and was drawn lately (`Display._record_turn`).
7. Its drawing did not show it. The log says what has failed, then "Match 12 is not shown" and the `Drawing`.
8. The database has refused, or there is a bug, which is logged as "Match 12 is put off".
"""

import asyncio
import logging
from contextlib import suppress
from enum import Enum
from math import inf

from bot import policy
from bot.delivery import matches, messages, reminders, threads
from bot.delivery.client import Client
from bot.delivery.keeping import Tasks, log_hindrance, loop_time
from bot.delivery.messages import NETWORK_ERRORS
from bot.delivery.responder import Responder, public_language_of
from bot.errors import StorageError
from bot.models import Deadline, Match
from bot.services import deadlines, find, replies, votes
from bot.words.language import Language

_log = logging.getLogger(__name__)

_ANSWERED_SECONDS = 15.0  # after a match was touched, its answer has arrived or was given up
_LATE_SECONDS = 8.0  # after an edit timed out, about ten after it was sent, it does not arrive any more
_AT_ONCE = 32  # matches


class Drawing(Enum):
    """What has become of a drawing."""

    SHOWN = "Discord has accepted it"
    AWAITED = "a thread or the bot's move comes first"
    PUT_OFF = "an answer may still show the match, or a later try"
    GIVEN_UP = "Discord has refused it for good, or the bot is no member, so it counts as shown"


class Display:
    """The message of one match, and the task that draws it until it shows what is stored.

    `shown` is the match as Discord has accepted it, which is still to be stored; None if nothing is. By the
    event loop's clock, `uncertain_until` is until when an edit that timed out may still replace a newer one
    (None: none may), and `question_until` when "Really resign?" has been on the board for long enough.
    """

    def __init__(self, client: Client, match_id: int) -> None:
        self.shown: Match | None = None
        self.uncertain_until: float | None = None
        self.question_until = inf
        self._client, self._context, self._id = client, client.context, match_id
        self._responder: Responder | None = None
        self._turn = 0.0  # when the match of a whole channel may be drawn again
        self._is_wanted = False  # to be drawn, or once more
        self._is_given_up = False  # no answer will show it, so that is urgent

    @property
    def is_due(self) -> bool:
        """Whether the message is to be drawn again, though the match may be as it was."""
        return self.uncertain_until is not None or self.question_until <= loop_time()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is to be remembered of the message."""
        is_stored = self.shown is None and self.uncertain_until is None and self.question_until == inf
        return is_stored and self._task is None and self._turn <= loop_time()

    @property
    def is_unasked(self) -> bool:
        """Whether the task draws, and no answer waits for it."""
        return self._task is not None and self._responder is None

    @property
    def _task(self) -> asyncio.Task[bool] | None:
        return self._client.displays.tasks.get(self._id)

    def record_lost_edit(self) -> None:
        """Record that an edit timed out, which may still arrive."""
        self.uncertain_until = loop_time() + _LATE_SECONDS

    def record_shown(self, match: Match, *, is_asking: bool = False) -> None:
        """Record that Discord has accepted a drawing, which may ask "Really resign?".

        It is drawn once more if the match was changed since, is to get a thread, or waits for the bot's move.
        """
        self.question_until = loop_time() + policy.QUESTION_SECONDS if is_asking else inf
        is_head = match.needs_thread and match.message_id is not None
        self._is_wanted |= is_head or self._is_outdated(match)
        is_newest = self.shown is None or (match.message_id or 0) >= (self.shown.message_id or 0)
        if is_newest and not self._is_wanted:
            self.shown = match
        self._is_wanted |= match.awaited_level is not None and match.id in self._context.replies

    def record_stored(self, match: Match, *, is_changed: bool) -> None:
        """Record what is stored: that the message shows the match, or that the match `is_changed`.

        Where another process has changed it, that may have drawn it before it was drawn here: it is drawn
        again.
        """
        if is_changed and not self._is_outdated(match):
            self.uncertain_until = loop_time()
        if self.shown is match:  # no newer state was recorded meanwhile
            self.shown = None

    def _is_outdated(self, match: Match) -> bool:
        """Return whether this process knows that the match has gone on, or is shown by a newer message."""
        newest = self._context.storage.matches.recall(match.id) or match
        has_ended = newest.is_over and not match.is_over
        return has_ended or (newest.version, newest.message_id or 0) > (match.version, match.message_id or 0)

    async def continue_from_answer(
        self, match: Match, responder: Responder, *, is_asking: bool = False
    ) -> None:
        """Continue after an answer that has drawn this state of the match, with its interaction."""
        self._is_wanted |= match.is_stopped or (match.is_over and match.place.is_thread)
        self.record_shown(match, is_asking=is_asking)
        if self._is_wanted:
            await self.draw(responder)

    async def draw(self, responder: Responder | None = None, *, is_given_up: bool = False) -> bool:
        """Draw the match, or if that is being done, once more after that; return whether all was done.

        A new message waits for the answer to the last command or press, unless that `is_given_up`.
        """
        self._responder, self._is_given_up = responder or self._responder, self._is_given_up or is_given_up
        try:
            return await asyncio.shield(self.start_drawing())
        finally:
            if self._responder is responder:
                self._responder = None

    def start_drawing(self, deadline: Deadline | None = None) -> asyncio.Task[bool]:
        """Let the task draw the match; it first ends the time for a move if that is up."""
        self._is_wanted = True
        return self._client.displays.tasks.begin(self._id, lambda: self._draw_until_shown(deadline))

    async def _draw_until_shown(self, deadline: Deadline | None) -> bool:
        """Go on until the message shows what is stored, or that fails; return whether all was done."""
        outcome = Drawing.PUT_OFF
        try:
            if deadline is not None and not await votes.close_due(self._context, deadline):
                await self._end_time(deadline)
            while self._is_wanted:
                outcome = await self._draw_once()
        finally:
            if self._id not in self._context.replies:
                self._context.storage.leases.drop(replies.lease_of(self._id))
        if outcome is not Drawing.SHOWN:
            _log.info("Match %d is not shown: %s", self._id, outcome.value)
        return outcome is Drawing.SHOWN

    async def _end_time(self, deadline: Deadline) -> None:
        """End a match in which a player has no time left, unless they could not move."""
        if not await reminders.excuse(self._client, deadline):
            await self._draw_once()  # else the clock stops
            await deadlines.forfeit(self._context, deadline)
            self._is_wanted = True

    async def _draw_once(self) -> Drawing:
        """Draw the match once as it is stored; return what has become of that.

        A match that needs a thread gets it first, once there is a message to create it from. Upkeep tries
        again where it is unknown whether Discord has accepted the drawing, where the thread is locked, or
        where the clock of the match stops because the bot may not see the channel or it is gone; any other
        final refusal is accepted.
        """
        await asyncio.sleep(self._turn - loop_time())
        is_given_up, self._is_given_up, self._is_wanted = self._is_given_up, False, False
        begun_at, shown, refusal = loop_time(), None, None
        try:
            match = await self._find_stored(is_urgent=is_given_up)
            language = await self._find_language(match)
            if match.needs_thread and (language is None or match.message_id is not None):
                await threads.open_thread(self._client, match, language)
                self._is_wanted = self._is_given_up = True  # no answer shows it there
                return Drawing.AWAITED
            if language is not None:
                if not is_given_up and self._may_be_answered(match):
                    return Drawing.PUT_OFF
                on_lost = self.record_lost_edit
                await threads.draw_end(self._client, match, language, on_lost)
                self._record_turn(match)
                shown = await matches.draw_match(self._client, match, language, self._responder, on_lost)
        except (*NETWORK_ERRORS, StorageError) as error:
            _log.info("The board of match %d could not be drawn: %r", self._id, error)
            if not messages.is_final(error):
                return Drawing.PUT_OFF
            refusal = error
        if shown is None and not await matches.accept_refusal(self._client, match, refusal):
            self.shown = None  # the message does not show this state
            return Drawing.PUT_OFF
        if self.uncertain_until is not None and self.uncertain_until <= begun_at:
            self.uncertain_until = None
        return await self._settle(match, shown, language)

    async def _settle(self, match: Match, shown: Match | None, language: Language | None) -> Drawing:
        """Record a drawing, or that the match cannot be `shown`, and do what follows from that."""
        self.record_shown(shown or match)
        self._is_wanted |= await self.close_unawaited(match)
        if language is None or shown is None or shown.message_id is None:
            if self.uncertain_until is None:
                await matches.tell_if_lost(self._client, match)
        elif shown.is_stopped:
            self.record_lost_edit()  # so that it is drawn with its deadline, or this is tried again
            await matches.resume_clock(self._client, shown, language)
        if shown is None:
            return Drawing.GIVEN_UP
        return Drawing.SHOWN if match.awaited_level is None else Drawing.AWAITED

    async def close_unawaited(self, match: Match) -> bool:
        """Close a vote in which only absent people are waited for; return whether it was closed.

        No press waits until Discord has said who is absent. If that fails, the next drawing asks again.
        """

        async def is_absent(user_id: int) -> bool:
            guild_id = match.place.guild_id or 0
            return await self._client.people.find_absence(guild_id, user_id) > self._context.now()

        with suppress(*NETWORK_ERRORS):
            return await votes.close_complete(self._context, match, is_absent)
        return False

    async def _find_stored(self, *, is_urgent: bool) -> Match:
        """Return the match as it is stored; if that is not urgent, the bot makes its move before that."""
        stored = self._context.storage.matches
        match = await find.match_by_id(self._context, self._id)
        reply = replies.begin_reply(self._context, match)
        if reply is not None and not is_urgent and not match.needs_thread:
            await asyncio.wait([reply])  # if it fails, that is logged already
            match = await find.match_by_id(self._context, self._id)
        known = stored.as_shown(match)
        if known.message_id not in {None, match.message_id}:  # it could not be stored before
            await stored.set_message(match.id, known.message_id)
        return known

    async def _find_language(self, match: Match) -> Language | None:
        """Return the language of the message, None if the bot cannot draw it."""
        if self._responder is not None:
            return public_language_of(self._responder.interaction)
        return await self._client.servers.find_language(match.place.guild_id)

    def _may_be_answered(self, match: Match) -> bool:
        """Return whether a new message is due, which the answer to the last command or press may still be.

        Those from before this process began are not answered any more, unless another process may do it.
        """
        is_owed = not match.is_over and (match.message_id is None or matches.is_untold(match))
        since = self._context.now() - _ANSWERED_SECONDS
        if not self._context.storage.leases.is_shared:
            since = max(since, self._context.now.begun_at)
        return is_owed and match.touched_at > since

    def _record_turn(self, match: Match) -> None:
        """Record that a match is drawn now: that of a whole channel may not be for a while after this.

        Discord limits how often a message is edited, above all an old one.
        """
        if match.together is not None:
            now = self._context.now()
            age = now - (messages.posted_at(match.message_id) if match.message_id else now)
            is_old = age > policy.EDITABLE_SECONDS
            self._turn = loop_time() + (
                policy.OLD_CHANNEL_REDRAW_SECONDS if is_old else policy.CHANNEL_REDRAW_SECONDS
            )


class Displays(dict[int, Display]):
    """The displays of matches by their ids, as long as something is to be remembered of them.

    After each wait it may be another one, unless its task has run all the while.
    """

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.tasks = Tasks("match")
        self._client, self._context = client, client.context
        self._leases, self._stored = client.context.storage.leases, client.context.storage.matches
        self._found: dict[int, Match] = {}
        self._ended: dict[int, Deadline] = {}

    def __missing__(self, match_id: int) -> Display:
        display = self[match_id] = Display(self._client, match_id)
        return display

    async def store_recorded(self) -> None:
        """Store what was recorded and is certain; what cannot be stored now is left to the next round."""
        known = [(match_id, each.shown) for match_id, each in self.items() if each.uncertain_until is None]
        recorded = {match_id: shown for match_id, shown in known if shown is not None}
        changed = await self._stored.confirm_drawn([*recorded.values()]) if recorded else []
        for match_id, match in recorded.items():
            self[match_id].record_stored(match, is_changed=match_id in changed)
        for match_id in [match_id for match_id, display in self.items() if display.is_idle]:
            del self[match_id]

    async def mark_undrawn(self) -> None:
        """Mark all undrawn matches as uncertain at the start: an edit from before may still undo a drawing.

        Where there are several processes, each match that one takes over from another is uncertain, too.
        """
        for match in await self._stored.list_undrawn():
            self[match.id].record_lost_edit()

    async def draw_due(self, *, is_for_all: bool) -> None:
        """Go on with some matches that no task draws or searches, of this process or of all processes.

        Matches with a lease of another process are left to it.
        """
        due = await self._find_due() if is_for_all else {}
        for match_id in [match_id for match_id, display in self.items() if display.is_due]:
            due.setdefault(match_id)
        free = [id_ for id_ in self.tasks.list_free(due) if id_ not in self._context.replies]
        names = {replies.lease_of(match_id): match_id for match_id in free}
        taken, begun = await self._leases.take(*names), sum(display.is_unasked for display in self.values())
        room = max(0, _AT_ONCE - begun)
        ours = [name for name in names if name in taken]
        self._leases.drop(*ours[room:])
        for match_id in (names[name] for name in ours[:room]):
            if self._leases.is_shared and self[match_id].uncertain_until is None:
                self[match_id].record_lost_edit()  # of another process
            self[match_id].start_drawing(due[match_id])

    async def close_unawaited(self) -> None:
        """Close the votes in which only people are waited for who are absent since the last vote."""
        last_id = 0
        while found := await self._stored.list_voting(last_id):
            for match in found:
                await self._close_vote(match)
            last_id = found[-1].id

    async def _close_vote(self, match: Match) -> None:
        try:
            await self[match.id].close_unawaited(match)  # the next rounds draw it
        except Exception as error:  # noqa: BLE001 - a match that cannot go on must not keep others waiting
            log_hindrance(f"The vote in match {match.id} is put off", error)

    async def _find_due(self) -> dict[int, Deadline | None]:
        """Return the matches to go on with, each with its deadline if that has passed.

        An undrawn match is drawn by the process that answers a press on it, which has two rounds for that. No
        pause delays the end of a time: the match may be paused only because it could not be drawn.
        """
        before = self._found
        awaited = [match.id for match in await self._stored.list_awaited()]
        undrawn = {match.id: match for match in await self._stored.list_undrawn()}
        shown = {match_id: display.shown for match_id, display in self.items()}
        self._found = {id_: match for id_, match in undrawn.items() if shown.get(id_) != match}
        ended = {deadline.match_id: deadline for deadline in await deadlines.list_due(self._context)}
        new = [id_ for id_, deadline in ended.items() if self._ended.get(id_) != deadline]
        self._ended = ended
        self.tasks.forget_all_but({*self._found, *self, *awaited, *ended}.difference(new))
        late = [id_ for id_, match in self._found.items() if before.get(id_) == match]
        return dict.fromkeys([*ended, *awaited, *late]) | ended
