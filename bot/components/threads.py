"""Chooses whether a new match is played in a thread."""

from bot.components.answers import Request, Whisper
from bot.models import Hindrance, Place
from bot.services import settings
from bot.words.threads import format_hindrance


def find_place(request: Request, *, is_usual: bool, wanted: bool | None) -> tuple[Place, Hindrance | None]:
    """Return the place of a match that a person asks for, and why it gets no thread, if they must be told.

    It gets a thread if they want one, or if it `is_usual` and they do not say. If they have not asked for
    one, they are told only what the server can change.
    """
    place = request.place
    if not (is_usual if wanted is None else wanted):
        return place, None
    hindrance = request.hindrance()
    if hindrance is None:
        return place.with_thread(place.channel_id), None
    return place, hindrance if wanted or hindrance == "permission" else None


def find_usual_place(request: Request) -> tuple[Place, Hindrance | None]:
    """Return the same for a person who cannot say whether they want a thread."""
    usual = settings.get_cached(request.context, request.place.guild_id)
    return find_place(request, is_usual=usual.has_threads, wanted=None)


def tell_hindrance(request: Request, hindrance: Hindrance) -> Whisper:
    """Return the private message that says why a match gets no thread."""
    return Whisper(format_hindrance(request.language, hindrance))
