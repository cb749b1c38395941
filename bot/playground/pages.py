"""The routes of the browser: the page, its files, attachments and socket."""

from pathlib import Path

from aiohttp import web

from bot.playground.live import Live
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
