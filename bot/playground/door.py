"""Access control of the playground, before any request is read: only its bot and its own page are let in."""

import asyncio
import logging

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler

from bot.playground.errors import BAD_REQUEST, FOREIGN, ApiError
from bot.playground.rest import answer_error
from bot.playground.world import World

_log = logging.getLogger(__name__)

LINE_MOST = 2_048  # of a request's method, path and query
LINGERING_SECONDS = 1.0  # for which the rest of a request that was refused is thrown away


class Line(web.RequestHandler):
    """A connection; what is no request is answered as Discord answers, and is one line of the log."""

    __slots__ = ()

    def __init__(self, server: web.Server, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(
            server,
            loop=loop,
            access_log=None,  # type: ignore[arg-type] # what web.AppRunner hands on for none
            max_line_size=LINE_MOST,
            lingering_time=LINGERING_SECONDS,
            auto_decompress=False,  # a small body could become a large one
        )

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer what could not be handled."""
        if not isinstance(exc, HttpProcessingError | ConnectionError):
            return super().handle_error(request, status, exc, message)
        _log.warning("What came was no whole request: %s", type(exc).__name__)
        response = answer_error(ApiError(*BAD_REQUEST))
        response.force_close()
        return response


class OriginGuard:
    """Turns away what other sites ask for, whatever it is: no rebinding, and nothing across origins."""

    def __init__(self, world: World) -> None:
        self.world = world

    @web.middleware
    async def check_origin(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Serve only what was asked of this address, by its own page or by no page at all."""
        port = self.world.base_url.rpartition(":")[2]
        hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        origin = request.headers.get("Origin")
        if request.host not in hosts or (origin is not None and origin.removeprefix("http://") not in hosts):
            return answer_error(ApiError(*FOREIGN))
        return await handler(request)
