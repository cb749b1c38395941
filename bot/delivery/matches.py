"""The message of one match: drawn until it shows the match as it is stored.

One task a match does that with the bot's own token, or by the interaction of an answer, which is faster.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

import discord

from bot.components import parts
from bot.components.answers import EDITABLE_SECONDS
from bot.components.boards import QUESTION_SECONDS, draw_board, draw_old_board, id_prefixes
from bot.components.parts import Layout
from bot.delivery import messages, reminders, threads
from bot.delivery.messages import NETWORK_ERRORS, pings_for
from bot.delivery.responder import public_language_of
from bot.errors import StorageError
from bot.services import deadlines, find, play, upkeep, votes
from bot.words import matches
from bot.words.deadlines import format_resumption

if TYPE_CHECKING:
    from bot.delivery.client import Client
    from bot.delivery.messages import OnLost
    from bot.delivery.responder import Responder
    from bot.models import Deadline, Match
    from bot.words.language import Language

_log = logging.getLogger(__name__)

_ANSWERED_SECONDS = 15.0  # after a match was touched, its answer has arrived or was given up
_LATE_SECONDS = 8.0  # after an edit timed out, about ten after it was sent, it does not arrive any more
_BETWEEN, _BETWEEN_OLD = 2.0, 60.0  # seconds between two drawings of a match of a whole channel
_UNKNOWN_MESSAGE = 10008  # Discord's code for a message that is gone

NOTICED_SECONDS = 60.0
"""For so long after a board was posted the player who waits for the other counts as looking at it."""


class Display:
    """The message of one match, and the task that draws it until it shows what is stored.

    `shown` is the match as Discord has accepted it, which is still to be stored (None: nothing is). Until
    `uncertain_until` an edit that timed out may still arrive and undo a newer one: nothing is stored, and
    each round of upkeep draws again, the last time when no edit can arrive any more. `question_until` is when
    "Really resign?" is to be gone from the board. All times are those of the event loop's clock.
    """

    def __init__(self, client: Client, match_id: int) -> None:
        self.shown: Match | None = None
        self.uncertain_until: float | None = None
        self.question_until: float | None = None
        self.task: asyncio.Task[bool] | None = None
        self._client, self._id = client, match_id
        self._lent: Responder | None = None
        self._turn = 0.0  # when the match of a whole channel may be drawn again
        self._is_wanted = False  # to be drawn, or once more
        self._is_given_up = False  # no answer will show it
        self._is_followed = False  # by the bot's move, about which it thinks

    @property
    def is_due(self) -> bool:
        """Whether the message is to be drawn again, though nothing has changed."""
        is_asked_for_long = self.question_until is not None and self.question_until <= _time()
        return self.uncertain_until is not None or is_asked_for_long

    @property
    def is_idle(self) -> bool:
        """Whether nothing is to be remembered of the message."""
        is_known = self.shown is None and self.uncertain_until is None and self.question_until is None
        return is_known and self.task is None and self._turn <= _time()

    def note_lost_edit(self) -> None:
        """Note that an edit timed out, which may still arrive."""
        self.uncertain_until = _time() + _LATE_SECONDS

    def note_shown(self, match: Match, *, is_asking: bool = False) -> None:
        """Note that Discord has accepted a drawing, which may ask "Really resign?".

        If the match was changed since, it is to be drawn once more.
        """
        self.question_until = _time() + QUESTION_SECONDS if is_asking else None
        newest = self._client.context.storage.matches.recall(match.id) or match
        is_outdated = newest.version > match.version or (newest.is_over and not match.is_over)
        self._is_wanted |= is_outdated or (match.needs_thread and match.message_id is not None)
        is_newest = self.shown is None or (match.message_id or 0) >= (self.shown.message_id or 0)
        if is_newest and not self._is_wanted:
            self.shown = match
        is_awaited = match.awaited_level is not None and not match.needs_thread
        self._is_followed = is_awaited and match.id in self._client.context.replies
        self._is_wanted |= self._is_followed

    async def go_on(self, match: Match, lent: Responder, *, is_asking: bool = False) -> None:
        """Go on from an answer that has drawn this state of the match, and draw what follows on it.

        That is the bot's move, a thread for the match, or its end in the channel of its thread.
        """
        self._is_wanted |= _is_end_in_thread(match) or match.is_stopped
        self.note_shown(match, is_asking=is_asking)
        if self._is_wanted:
            await self.draw(lent)

    async def draw(self, lent: Responder | None = None, *, is_given_up: bool = False) -> bool:
        """Draw the match, or if that is being done, once more after that; return whether all was done.

        A new message has to wait for the answer to a command or press, unless that `is_given_up`. The
        interaction of an answer may be `lent` for it.
        """
        self._lent, self._is_given_up = lent or self._lent, self._is_given_up or is_given_up
        try:
            return await asyncio.shield(self.start())
        finally:
            if self._lent is lent:
                self._lent = None

    def start(self, deadline: Deadline | None = None) -> asyncio.Task[bool]:
        """Let the task draw the match; it first ends the time for a move if that is up."""
        self._is_wanted = True
        self.task = self.task or asyncio.create_task(self._run(deadline))
        return self.task

    async def _run(self, deadline: Deadline | None) -> bool:
        is_done = False
        try:
            if deadline is not None and not await votes.close_due(self._client.context, deadline):
                await self._end_time(deadline)
            while self._is_wanted:
                is_done = await self._draw()
        except Exception as error:  # noqa: BLE001 - a match that cannot go on must not keep others waiting
            log_hindrance(f"Match {self._id} is put off", error)
            is_done = False
        finally:
            self.task, self._is_given_up = None, False
            if self._id not in self._client.context.replies:
                self._client.context.storage.leases.drop(play.lease_of(self._id))
        self._client.displays.pauses.record(self._id, is_done=is_done)
        return is_done

    async def _end_time(self, deadline: Deadline) -> None:
        """End a match in which a player has no time left, unless they could not move."""
        if not await reminders.excuse(self._client, deadline):
            await self._draw()  # else the clock stops
            await deadlines.forfeit(self._client.context, deadline)
            self._is_wanted = True

    async def _draw(self) -> bool:
        """Draw the match once as it is stored; return whether that and the bot's move were done.

        A match that needs a thread gets it first, once there is a message to create it from. A refusal of
        Discord that is final is accepted; upkeep tries again where that is unknown, where the thread is
        locked, or where the clock of the match stops because the bot may not see the channel or it is gone.
        """
        await asyncio.sleep(self._turn - _time())
        self._is_wanted, begun_at = False, _time()
        shown, refusal = None, None
        try:
            match = await self._find()
            language = await self._find_language(match)
            if match.needs_thread and (language is None or match.message_id is not None):
                await threads.begin(self._client, match, language)
                self._is_wanted = self._is_given_up = True  # no answer shows it there
                return False
            if language is not None:
                if self._waits_for_answer(match):
                    return False
                await self._draw_end(match, language)
                self._note_turn(match)
                shown = await self._show(match, language)
        except (*NETWORK_ERRORS, StorageError) as error:
            _log.info("The board of match %d could not be drawn: %r", self._id, error)
            if not messages.is_final(error):
                return False
            refusal = error
        if shown is None and not await self._accept(match, refusal):
            return False
        if self.uncertain_until is not None and self.uncertain_until <= begun_at:
            self.uncertain_until = None
        self.note_shown(shown or match)
        is_shown = shown is not None and shown.message_id is not None
        await (self._resume if is_shown else self._tell_if_lost)(match)
        return shown is not None and match.awaited_level is None

    async def _find(self) -> Match:
        """Return the match as it is stored, after the bot's move if its message shows it before that.

        That of a whole channel is not drawn as often, so it is always after the bot's move.
        """
        context, stored = self._client.context, self._client.context.storage.matches
        progress = play.follow(context, await find.match_by_id(context, self._id))
        match = progress.match
        if progress.reply is not None and (self._is_followed or match.together is not None):
            await asyncio.wait([progress.reply])  # if it fails, that is logged already
            match = await find.match_by_id(context, self._id)
        shown = stored.as_shown(match)
        if shown.message_id not in {None, match.message_id}:  # it could not be stored before
            await stored.show(match.id, shown.message_id)
        return shown

    async def _find_language(self, match: Match) -> Language | None:
        """Return the language of the message, None if the bot cannot draw it."""
        if self._lent is not None:
            return public_language_of(self._lent.interaction)
        return await self._client.servers.find_language(match.place.guild_id)

    def _waits_for_answer(self, match: Match) -> bool:
        """Return whether a new message is due, but the answer to the last command or press may still be it.

        Those from before this process began are not answered any more, unless another process may do it.
        """
        is_owed = not match.is_over and (match.message_id is None or self._is_untold(match))
        since = self._client.context.now() - _ANSWERED_SECONDS
        if not self._client.context.storage.leases.is_shared:
            since = max(since, self._client.context.now.begun_at)
        return is_owed and not self._is_given_up and match.touched_at > since

    @staticmethod
    def _is_untold(match: Match) -> bool:
        """Return whether a player was not told yet that the other has moved, or why the match has ended.

        Edits are noticed for a minute; in an older message the change must be posted as a new one.
        """
        if match.message_id is None:
            return False
        if match.ending is not None and match.ending.manner == "stop":
            is_news = True
        elif match.together is not None:  # these players are not pinged
            return match.touched_at - messages.posted_at(match.message_id) > EDITABLE_SECONDS
        elif match.level is not None:
            is_news = False
        elif match.ending is not None:
            is_news = match.ending.manner == "time"
        else:
            is_news = bool(match.ply) and match.state_at(match.ply - 1).to_move != match.state.to_move
        return is_news and match.touched_at - messages.posted_at(match.message_id) > NOTICED_SECONDS

    def _note_turn(self, match: Match) -> None:
        """Note that a match is drawn now: that of a whole channel may not be for a while after this.

        Discord limits how often a message is edited, above all an old one.
        """
        if match.together is not None:
            now = self._client.context.now()
            age = now - (messages.posted_at(match.message_id) if match.message_id else now)
            self._turn = _time() + (_BETWEEN_OLD if age > EDITABLE_SECONDS else _BETWEEN)

    async def _draw_end(self, match: Match, language: Language) -> None:
        """Draw the end of a match in the message that its thread begins from, for readers of the channel."""
        if _is_end_in_thread(match):
            on_lost = self._client.displays.on_lost(match.id)
            await threads.draw_end(self._client, match, language, on_lost)

    async def _show(self, match: Match, language: Language) -> Match:
        """Draw a match in its message, or in a new one if it is due or must be; return it as shown there."""
        if match.message_id is None:
            return match if match.is_over else await self._post(match, language)
        if self._is_untold(match):
            with suppress(discord.Forbidden):  # the bot may still be allowed to edit the old message
                return await self._post(match, language)
        board, on_lost = self._draw_board(match, language), self.note_lost_edit
        try:
            await edit(self._client, match, match.message_id, board, self._lent, on_lost)
        except discord.NotFound as error:
            if match.is_over or error.code != _UNKNOWN_MESSAGE:
                raise
            return await self._post(match, language)
        return match

    def _draw_board(self, match: Match, language: Language) -> Layout:
        return draw_board(language, self._client.context.now.as_told(match))

    async def _post(self, match: Match, language: Language) -> Match:
        """Post the board of a match in a new message; return the match as shown there.

        If that message was posted before without being stored, it may show an older state.
        """
        client, channel_id = self._client, match.place.channel_id
        async with messages.channel_lock(client, channel_id):
            prefixes = id_prefixes(match)
            found_id = await messages.find_posted(client, channel_id, match.message_id or 0, prefixes)
            board = self._draw_board(match, language)
            message = messages.posted_with(board, pings_for(*_find_pinged(match)))
            posted_id = found_id or await messages.post(client, channel_id, message)
            shown_id, outdated_id = await client.context.storage.matches.show(match.id, posted_id)
        shown = match.shown_in(shown_id)
        self._is_wanted |= found_id is not None
        await leave(client, shown, outdated_id, language)
        return shown

    async def _accept(self, match: Match, refusal: Exception | None) -> bool:
        """Accept a refusal as final; False if the channel is closed to the bot but may open again.

        The clock of the match stops there. `refusal` is Discord's error, None where the bot is no member.
        """
        client, guild_id = self._client, match.place.guild_id
        if refusal is None:
            is_closed = guild_id is not None and not client.servers.is_guest(guild_id)
        else:
            is_closed = guild_id is not None and messages.is_closed(refusal)
        if is_closed and await deadlines.stop(client.context, match):
            self.shown = None  # its message does not show this state
            return False
        is_young = client.context.now() - match.touched_at < upkeep.UNTOUCHED
        return refusal is None or not messages.is_locked(refusal) or not is_young

    async def _tell_if_lost(self, match: Match) -> None:
        """Tell the players by direct message that their match ended because it could not be shown.

        Once the match is not drawn any more, and only those who accept direct messages.
        """
        could_be_shown = match.pace is None and match.message_id is not None
        is_lost = match.ending is not None and match.ending.manner == "abandonment" and not could_be_shown
        if not is_lost or self.uncertain_until is not None:
            return
        language = self._client.languages.default
        said = f"{matches.heading(language, match)}\n{matches.format_end(language, match)}"
        message = messages.posted_with(Layout(parts.text(said), accent=parts.OVER))
        for player in match.players:
            if player.user_id is not None and player.user_id > 0:  # else all about them was removed
                await messages.attempt(messages.post_directly(self._client, player.user_id, message))

    async def _resume(self, match: Match) -> None:
        """Restart the stopped clock of a match, as its board is shown again, and say so."""
        if not match.is_stopped:
            return
        resumed = await deadlines.resume(self._client.context, match.id)
        self.note_lost_edit()  # so that it is drawn with its deadline, or this is tried again
        language = None if resumed is None else await self._find_language(resumed)
        if resumed is not None and language is not None:
            said = format_resumption(language, self._client.context.now.as_told(resumed))
            message = messages.posted_with(
                Layout(parts.text(said), accent=parts.ASKING), pings_for(resumed.to_move.user_id)
            )
            await messages.attempt(messages.post(self._client, resumed.place.channel_id, message))


async def edit(  # noqa: PLR0913, PLR0917 - what is edited, and how
    client: Client,
    match: Match,
    message_id: int,
    layout: Layout,
    lent: Responder | None = None,
    on_lost: OnLost | None = None,
) -> None:
    """Redraw a message of a match by the lent interaction if that can, else with the bot's own token."""
    if lent is not None and lent.can_edit(message_id):
        try:
            await messages.once(lent.edit(message_id, layout), on_lost)
        except NETWORK_ERRORS as error:
            _log.info("A board is drawn in another way: %r", error)
        else:
            return
    channel_id, is_quiet = match.place.channel_id, match.is_over
    await messages.edit(client, channel_id, message_id, layout, on_lost, is_quiet=is_quiet)


async def leave(
    client: Client, match: Match, message_id: int | None, language: Language, lent: Responder | None = None
) -> None:
    """Let a message that has shown a match (None: there is none) say that it goes on in another."""
    if message_id is not None:
        old = draw_old_board(language, match)
        await messages.attempt(messages.repeat(lambda: edit(client, match, message_id, old, lent)))


def log_hindrance(what: str, error: Exception) -> None:
    """Log what is put off and why: a bug with its traceback, a refusal of the database in a line."""
    is_ours = not isinstance(error, StorageError)
    _log.log(logging.ERROR if is_ours else logging.WARNING, "%s: %s", what, error, exc_info=is_ours)


def _find_pinged(match: Match) -> list[int | None]:
    """Return whom a new board pings: the first one in a thread pings all players, who thereby join it.

    The end by a moderator pings all of them, too.
    """
    if match.needs_thread:
        return []
    is_first = match.message_id is None and match.place.parent_id is not None
    if is_first or (match.ending is not None and match.ending.manner == "stop"):
        return [player.user_id for player in match.players]
    return [(match.winner or match.to_move).user_id or match.person_id]


def _is_end_in_thread(match: Match) -> bool:
    return match.is_over and match.place.is_thread


def _time() -> float:
    return asyncio.get_running_loop().time()
