"""Whether a match that begins is played in a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.components.answers import Whisper
from bot.services import settings
from bot.words.threads import format_hindrance

if TYPE_CHECKING:
    from bot.components.answers import Request
    from bot.models import Hindrance, Place


def find_place(request: Request, *, is_usual: bool, wanted: bool | None) -> tuple[Place, Hindrance | None]:
    """Return where a match is to be played that somebody asks for, and what they are to be told of it.

    It gets a thread if they want one, or it `is_usual` and they do not say. Where nobody has asked for one,
    they are told only of what the server can do about it.
    """
    place = request.place
    if not (is_usual if wanted is None else wanted):
        return place, None
    hindrance = request.hindrance()
    if hindrance is None:
        return place.with_thread(place.channel_id), None
    return place, hindrance if wanted or hindrance == "permission" else None


def find_usual_place(request: Request) -> tuple[Place, Hindrance | None]:
    """Return the same where nobody can say whether they want a thread."""
    usual = settings.known(request.context, request.place.guild_id)
    return find_place(request, is_usual=usual.has_threads, wanted=None)


def tell(request: Request, hindrance: Hindrance) -> Whisper:
    """Return what tells the person privately why their match gets no thread."""
    return Whisper(format_hindrance(request.language, hindrance))
