"""The bot's replies that take a search: after the commit of a move, by one process at a time."""

import asyncio
import logging
from collections.abc import Callable

from bot.errors import AnalysisError, OfflineError, Refusal, ReplyError, StorageError
from bot.models import Finding, Match
from bot.services import Context, find
from bot.services.play import change_match

_log = logging.getLogger(__name__)

_PAUSE = 0.1  # seconds between two tries to write to a busy database
_LOOK = 0.25  # seconds between two looks at a match that another process is searching


def begin_reply(context: Context, match: Match) -> asyncio.Task[Match] | None:
    """Let the bot think about its reply in a stored match; return the task, None if it is not its turn.

    A match has one search at a time, which runs whether or not a caller waits for it, and all callers share
    it: one that may be cancelled shields it. It raises ReplyError if the bot could not move and it is still
    its turn.
    """
    if match.awaited_level is None:
        return None  # a search that still runs is for a position that is gone
    if match.id in context.replies:
        return context.replies[match.id]

    def end(task: asyncio.Task[Match]) -> None:
        del context.replies[match.id]
        if not task.cancelled():
            task.exception()  # it was logged, and perhaps no caller waits for it

    task = context.replies[match.id] = asyncio.create_task(_search_replies(context, match))
    task.add_done_callback(end)
    return task


async def _search_replies(context: Context, match: Match) -> Match:
    """Let the bot search and move until it is not its turn any more, and return the match then.

    If another process searches the reply already, this one waits; if that process ends, this one searches.
    """
    leases, name = context.storage.leases, lease_of(match.id)
    try:
        while match.awaited_level is not None and not await leases.take(name):
            await asyncio.sleep(_LOOK)
            match = await find.match_by_id(context, match.id)
        while (level := match.awaited_level) is not None:
            match = await _play_bot_move(context, match, level)
    except OfflineError as error:  # the bot moves after the next start
        raise ReplyError from error
    except (AnalysisError, StorageError) as error:
        _log.warning("A reply is put off: %s", error)
        raise ReplyError from error
    except Exception as error:
        _log.exception("Match %d cannot go on.", match.id)
        raise ReplyError from error
    finally:
        leases.drop(name)
    return match


async def _play_bot_move(context: Context, match: Match, level: str) -> Match:
    """Let the bot make one move; a match that was changed or has ended meanwhile is left as it is."""
    seconds, seed = context.reply_seconds, match.seed_at(match.ply)
    choice = await context.analysts.choose(
        level, match.state, seconds=seconds, seed=seed, asker_id=match.person_id
    )

    def step(current: Match) -> Match:
        if current.is_over or current.version != match.version:
            return current
        return current.with_move(choice.action, context.now())

    analysis = choice.analysis
    finding = None if analysis is None else Finding(match.id, match.ply, seconds, analysis.moves)
    return await _change_patiently(context, match.id, step, finding)


async def _change_patiently(
    context: Context, match_id: int, step: Callable[[Match], Match], finding: Finding | None
) -> Match:
    """Change a match, waiting while the database is busy, so that a search is not repeated."""
    while True:
        try:
            return await change_match(context, match_id, step, finding)
        except StorageError as error:
            if error.refusal is not Refusal.BUSY:
                raise
            await asyncio.sleep(_PAUSE)


def lease_of(match_id: int) -> str:
    """Return the name of the lease that a process holds on a match while it searches the reply."""
    return f"match {match_id}"
