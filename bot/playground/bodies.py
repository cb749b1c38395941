"""Parses the bodies of the bot's requests: JSON, a form, files."""

from dataclasses import dataclass
from typing import Any

from aiohttp import web

from bot.playground.attachments import Upload
from bot.playground.errors import BAD_JSON, TOO_LARGE, ApiError
from bot.playground.messages import MessagePayload
from bot.playground.reading import read_json

REQUEST_MOST, FORM_MOST = 25 * 1024 * 1024, 2 * 1024 * 1024  # bytes with files, and of the JSON alone


@dataclass(frozen=True)
class Sent:
    """What a request carried."""

    text: str | bytes
    uploads: tuple[Upload, ...] = ()


SENT = web.RequestKey("sent", Sent)


async def receive(request: web.Request) -> None:
    """Take in what a request carries: JSON alone, or `payload_json` with files."""
    if not request.content_type.startswith("multipart/"):
        request[SENT] = Sent(await _read_within(request, FORM_MOST))
        return
    _check_size(request.content_length or 0, REQUEST_MOST)
    fields = await request.post()
    uploads = tuple(
        Upload(int(name[6:-1]), part.filename, part.file.read())
        for name, part in fields.items()
        if isinstance(part, web.FileField) and name.startswith("files[")
    )
    text = str(fields.get("payload_json", "{}"))
    _check_size(len(text), FORM_MOST)
    request[SENT] = Sent(text, uploads)


async def _read_within(request: web.Request, most: int) -> bytes:
    """What a request carries, given up as soon as it is too large."""
    _check_size(request.content_length or 0, most)
    taken = bytearray()
    async for chunk in request.content.iter_any():
        taken += chunk
        _check_size(len(taken), most)
    return bytes(taken)


def _check_size(size: int, most: int) -> None:
    if size > most:
        raise ApiError(*TOO_LARGE)


def read_form(request: web.Request) -> MessagePayload:
    """The form a request carries, with its files."""
    body = read_body(request)
    if not isinstance(body, dict):
        raise ApiError(*BAD_JSON)
    return MessagePayload(body, request[SENT].uploads)


def read_body(request: web.Request) -> Any:  # noqa: ANN401 - JSON is what it is
    """The JSON a request carries."""
    try:
        return read_json(request[SENT].text)
    except ValueError:
        raise ApiError(*BAD_JSON) from None
