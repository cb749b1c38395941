"""What the playground lets in, and the routes of the browser: page, files, attachments and socket."""

import asyncio
import logging
from pathlib import Path

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler

from bot.playground.errors import BAD_REQUEST, FOREIGN, ApiError
from bot.playground.live import Live
from bot.playground.rest import answer_error
from bot.playground.world import World

PAGE = Path(__file__).with_name("page")
FILES = {path.relative_to(PAGE).as_posix(): path for path in PAGE.rglob("*") if path.is_file()}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Pages:
    """The routes of the page."""

    def __init__(self, world: World, live: Live) -> None:
        self.world = world
        self.live = live

    def routes(self) -> list[web.AbstractRouteDef]:
        """Every route of this module."""
        return [
            web.get("/", self._serve_file),
            web.get("/page/{path:.+}", self._serve_file),
            web.get("/attachments/{channel_id}/{file_id}/{filename}", self._attachment),
            web.get("/live", self.live.handle),
        ]

    async def _serve_file(self, request: web.Request) -> web.StreamResponse:
        path = FILES.get(request.match_info.get("path", "index.html"))
        if path is None:
            return web.Response(status=404, text="There is no such page.")
        headers = {
            "Content-Security-Policy": POLICY.format(host=request.host),
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-cache",
            "Referrer-Policy": "no-referrer",
        }
        return web.FileResponse(path, headers=headers)

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        file = self.world.files.get(request.match_info["file_id"])
        if file is None:
            return web.Response(status=404, text="There is no such file.")
        kind = file.attachment["content_type"]
        # Only pictures that cannot carry scripts are shown in place; everything else is downloaded.
        shown = kind.startswith("image/") and "svg" not in kind
        headers = {
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "default-src 'none'; sandbox",
        }
        headers["Content-Disposition"] = "inline" if shown else "attachment"
        return web.Response(body=file.content, content_type=kind, headers=headers)


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
