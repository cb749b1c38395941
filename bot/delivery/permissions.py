"""The permissions that the bot needs on a server, and the address by which its managers invite it."""

import logging
from typing import Final

import discord

_log = logging.getLogger(__name__)

INVITED: Final = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
"""Permissions that the bot asks for when it is invited."""

THREADS: Final = ("create_public_threads", "send_messages_in_threads")
"""Permissions that it needs, besides, to play in threads of its own."""

_POSTS: Final = ("read_message_history", "send_messages_in_threads")
_KINDS: Final = {
    discord.ChannelType.text: INVITED,
    discord.ChannelType.news: INVITED,
    discord.ChannelType.voice: (*INVITED, "connect"),  # or Discord shows its messages to no member
    discord.ChannelType.stage_voice: (*INVITED, "connect"),
    discord.ChannelType.forum: _POSTS,
    discord.ChannelType.media: _POSTS,
}


def needed_in(kind: discord.ChannelType, *, has_threads: bool) -> tuple[str, ...]:
    """Return the permissions needed in a channel of a kind, where challenges get threads or do not."""
    needed = _KINDS.get(kind, ())
    return (*needed, *THREADS) if has_threads and needed is INVITED else needed


def make_invite_url(application_id: int, *, has_threads: bool) -> str:
    """Return the address by which the bot is invited, to play in threads of its own or without."""
    names = (*INVITED, *THREADS) if has_threads else INVITED
    return discord.utils.oauth_url(
        application_id, permissions=discord.Permissions(**dict.fromkeys(names, True))
    )


def log_address(application_id: int) -> None:
    """Log how the bot is invited."""
    plain, threaded = (make_invite_url(application_id, has_threads=wanted) for wanted in (False, True))
    _log.info("A server's manager invites the bot by %s or, for matches in threads, by %s", plain, threaded)


def warn_of_no_server(application_id: int) -> None:
    """Log that the bot is on no server, and what to do about it."""
    _log.warning(
        "The bot is on no server yet. Invite it: %s", make_invite_url(application_id, has_threads=False)
    )
