"""Maxine without a gateway: Discord sends interactions as signed requests, to any process that is running."""

import asyncio
import contextlib
import errno
import json
import logging
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import discord
from aiohttp import web

from bot.client import Maxine
from bot.delivery import messages, permissions
from bot.delivery.messages import NETWORK_ERRORS
from bot.errors import Reason, Refused
from bot.extras import needing
from bot.listening import LimitedServer
from bot.services import Context
from bot.start_errors import TakenPortError, UnusableAddressError, Wrong, WrongSettingError
from bot.words.language import Languages
from bot.words.refusals import format_refusal

_log = logging.getLogger(__name__)

PATH = "/interactions"
_PING = {"type": 1}
_BODY_MOST = 256 * 1024  # bytes; a press contains its whole message, some twenty thousand bytes
_BODY_SECONDS = 3.0  # seconds; after this an interaction cannot be answered any more


@dataclass(frozen=True)
class Door:
    """Where requests are accepted (port 0: any that is free), and the key of their sender.

    For the seconds of `notice` the process still accepts them after it is no longer ready, so that a load
    balancer stops sending first: a request to a closing connection is lost.
    """

    public_key: bytes
    host: str
    port: int
    notice: float


class Endpoint(Maxine):
    """Maxine at an interactions endpoint; `on_open` is called with its address once it is open.

    The HTTP response only confirms the interaction; the bot's answer is a request, as with a gateway.
    """

    has_gateway = False

    def __init__(
        self,
        context: Context,
        door: Door,
        on_open: Callable[[str], Awaitable[None]],
        languages: Languages | None = None,
    ) -> None:
        super().__init__(context, languages)
        self._door, self._on_open = door, on_open
        self._answered = AnswerClock()
        self._signatures = Signatures(door.public_key, self._answered)
        self.http.http_trace = trace = self.http.http_trace or aiohttp.TraceConfig()
        trace.on_request_end.append(self._read_clock)
        self._shut = asyncio.Event()
        application = web.Application(client_max_size=_BODY_MOST)
        application.router.add_post(PATH, self._receive_interaction)
        self._server = LimitedServer(application)

    async def login(self, token: str) -> None:
        """Log in, without discord.py's warning that the application has an endpoint: here it is."""
        library = logging.getLogger("discord.client")
        library.addFilter(_is_news)
        try:
            await super().login(token)
        finally:
            library.removeFilter(_is_news)

    async def connect(self, *, reconnect: bool = True) -> None:  # noqa: ARG002 - there is nothing to lose
        """Accept requests until the bot is closed; StartError or SettingError if they cannot arrive."""
        if self.application is not None and self.application.verify_key != self._door.public_key.hex():
            raise WrongSettingError(Wrong.OTHER_PUBLIC_KEY)
        url = await self._open_port()
        self._connection.call_handlers("ready")  # as a gateway would have it; tasks that wait for it go on
        self.dispatch("ready")
        await self._on_open(url)
        await self._shut.wait()

    async def _open_port(self) -> str:
        host, port = self._door.host, self._door.port
        try:
            host, port = await self._server.open(host, port)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise TakenPortError(port) from error
            raise UnusableAddressError(host, port, error.strerror or str(error)) from error
        return f"http://{f'[{host}]' if ':' in host else host}:{port}{PATH}"

    async def on_ready(self) -> None:
        """Log that the bot is ready."""
        _log.info("Ready as %s, for signed requests.", self.user)
        with contextlib.suppress(*NETWORK_ERRORS):
            if not await messages.once(self.http.get_guilds(1)):
                permissions.warn_of_no_server(self.application_id or 0)

    def is_ready(self) -> bool:
        """Whether the bot accepts requests."""
        return super().is_ready() and not self._shut.is_set()

    async def close(self) -> None:
        """Stop being ready, soon stop accepting requests; the rest is as with a gateway."""
        if self.is_ready():
            self._shut.set()
            await asyncio.sleep(self._door.notice)
        self._shut.set()
        await self._server.close()
        await super().close()

    async def _read_clock(self, _: object, __: object, ended: aiohttp.TraceRequestEndParams) -> None:
        self._answered.set_by_headers(ended.response.headers)

    async def _receive_interaction(self, request: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(_BODY_SECONDS):
                body = await request.read()
        except TimeoutError:
            return web.Response(status=408)
        if not self._signatures.is_valid(request.headers, body):
            return web.Response(status=401)
        payload: dict[str, Any] = json.loads(body)
        if payload.get("type") == _PING["type"]:
            return web.json_response(_PING)
        response = web.Response(status=202) if self._parse(payload) else self._refuse_unknown(payload)
        if self._shut.is_set():
            response.force_close()
        return response

    def _parse(self, payload: dict[str, Any]) -> bool:
        """Begin to answer an interaction; return whether its form is known."""
        try:
            self._connection.parse_interaction_create(payload)  # type: ignore[arg-type] # what Discord has signed
        except Exception as error:  # noqa: BLE001 - whatever it is, the person gets an answer
            _log.error("An interaction of type %s could not be read: %r", payload.get("type"), error)
            return False
        return True

    def _refuse_unknown(self, payload: dict[str, Any]) -> web.Response:
        """Return the response that tells the person, whose interaction can be answered in no other way."""
        language = self.languages.spoken_in(str(payload.get("locale")))
        sentence = format_refusal(language, Refused(Reason.UNKNOWN_REQUEST))
        message = {"content": sentence, "flags": discord.MessageFlags(ephemeral=True).value}
        return web.json_response(
            {"type": discord.InteractionResponseType.channel_message.value, "data": message}
        )


def _is_news(record: logging.LogRecord) -> bool:
    return "interaction endpoint URL" not in str(record.msg)


SIGNATURE, TIMESTAMP = "X-Signature-Ed25519", "X-Signature-Timestamp"
FRESH_SECONDS = 10.0
"""How long ago a request may have been signed: Discord names no limit (discord-api-docs#6209), but accepts no
answer after 3 s, and its clocks may differ by seconds.

A process rejects copies of a request. One risk is left: an attacker who has caught a request can repeat it
to another process, or after a restart, within this time.
"""

_SIGNATURE, _TIMESTAMP = re.compile("[0-9a-fA-F]{128}"), re.compile("[0-9]{1,12}")


class Signatures:
    """Checks requests against a public key and a clock; MissingExtraError without the library."""

    def __init__(self, public_key: bytes, now: Callable[[], float]) -> None:
        with needing("http"):
            from nacl.exceptions import BadSignatureError  # noqa: PLC0415 - of an extra
            from nacl.signing import VerifyKey  # noqa: PLC0415 - likewise
        self._key, self._now, self._bad = VerifyKey(public_key), now, BadSignatureError

    def is_valid(self, headers: Mapping[str, str], body: bytes) -> bool:
        """Return whether a request with these headers and this body is genuine."""
        signature, timestamp = headers.get(SIGNATURE, ""), headers.get(TIMESTAMP, "")
        if not _SIGNATURE.fullmatch(signature) or not _TIMESTAMP.fullmatch(timestamp):
            return False
        try:
            self._key.verify(timestamp.encode() + body, bytes.fromhex(signature))
        except self._bad:
            return False
        return self._is_fresh(int(timestamp))

    def _is_fresh(self, signed_at: int) -> bool:
        """Return whether a request is recent; one from the future shows that the clock is behind."""
        seconds = self._now() - signed_at
        if seconds > FRESH_SECONDS:
            _log.warning("A signed request is refused: it is %.0f seconds old.", seconds)
        return seconds <= FRESH_SECONDS


class AnswerClock:
    """A clock set by the newest response of Discord, independent of this machine's clock.

    With a wrong clock every request would be refused, and Discord would stop sending.
    """

    def __init__(self) -> None:
        self._begun_at = 0.0  # seconds since the epoch

    def __call__(self) -> float:
        """Return the time, in seconds since the epoch; one long ago if there was no response."""
        return self._begun_at + time.monotonic()

    def set_by_headers(self, headers: Mapping[str, str]) -> None:
        """Set the clock by the headers of a response."""
        with suppress(KeyError, ValueError):
            self._begun_at = parsedate_to_datetime(headers["Date"]).timestamp() - time.monotonic()
