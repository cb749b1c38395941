"""HTTP servers that strangers cannot hold shut: with limits of time, and of connections."""

import asyncio
import sys
from typing import cast

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler

_HEADER_SECONDS = 5.0  # from the connection, or the first byte of a later request, to the end of its headers
_IDLE_SECONDS = 15.0  # until a connection without a request is closed
_LINGERING_SECONDS = 1.0  # for which the rest of a refused request is read
_SHUT_SECONDS = 1.0  # for requests that have arrived in part when the server is closed
_QUEUE = 128  # connections that the system keeps until they are accepted
_MOST = 1_000  # connections, however many descriptors there are
_UNLIMITED = 8 * _MOST
_NO_REQUEST = (HttpProcessingError, web.RequestPayloadError, ConnectionError)


def limit_connections() -> int:
    """Return how many connections of one kind may be open: an eighth of the process's descriptors."""
    descriptors = _UNLIMITED
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - Windows has none

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        descriptors = _UNLIMITED if soft == resource.RLIM_INFINITY else soft
    return max(1, min(_MOST, descriptors // 8))


class LimitedServer:
    """Serves an application; at the limit, a new connection replaces the one without news for longest."""

    def __init__(self, application: web.Application) -> None:
        application.middlewares.append(_note_request)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=_SHUT_SECONDS)
        self._listening: asyncio.Server | None = None
        self._most = limit_connections()
        self._connections: dict[_Connection, None] = {}

    async def open(self, host: str, port: int) -> tuple[str, int]:
        """Listen, and return the address; OSError if that cannot be done."""
        await self._runner.setup()
        # asyncio accepts as many at once as may wait: too many would take the last descriptors.
        backlog = max(1, min(_QUEUE, self._most // 4))
        loop = asyncio.get_running_loop()
        self._listening = await loop.create_server(self._make_connection, host, port, backlog=backlog)
        for listener in self._listening.sockets:
            with listener.dup() as same:
                same.listen(_QUEUE)
        host, port = self._listening.sockets[0].getsockname()[:2]
        return host, port

    async def close(self) -> None:
        """Stop listening, and close all connections."""
        if self._listening is not None:
            self._listening.close()
        await self._runner.cleanup()

    def _make_connection(self) -> "_Connection":
        return _Connection(self, cast("web.Server", self._runner.server))

    def admit(self, connection: "_Connection") -> None:
        """Count a connection that is new or has news; drop the one without news for longest if needed."""
        self._connections.pop(connection, None)
        if len(self._connections) >= self._most:
            next(iter(self._connections)).drop()
        self._connections[connection] = None

    def discard(self, connection: "_Connection") -> None:
        """Count a connection no more."""
        self._connections.pop(connection, None)


class _Connection(web.RequestHandler):
    """A connection that is dropped unless the headers of a request arrive in time."""

    def __init__(self, server: LimitedServer, handler: web.Server) -> None:
        super().__init__(
            handler,
            loop=asyncio.get_running_loop(),
            access_log=None,  # type: ignore[arg-type] # what web.AppRunner hands on for none
            keepalive_timeout=_IDLE_SECONDS,
            lingering_time=_LINGERING_SECONDS,
        )
        self._server, self._has_request = server, False
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for a request."""
        super().connection_made(transport)
        self._line = cast("asyncio.Transport", transport)
        self._server.admit(self)
        self._deadline = self._loop.call_later(_HEADER_SECONDS, self.drop)

    def data_received(self, data: bytes) -> None:
        """Read what has arrived, which may begin a request."""
        if self._deadline is None and not self._has_request:
            self._deadline = self._loop.call_later(_HEADER_SECONDS, self.drop)
        super().data_received(data)

    def begin_request(self) -> None:
        """Note that the headers are whole."""
        self._has_request = True
        self._stop_deadline()
        if self.transport is not None:  # it may be lost already
            self._server.admit(self)

    def end_request(self) -> None:
        """Note that the request has its response."""
        self._has_request = False

    def connection_lost(self, exc: BaseException | None) -> None:
        """Release the connection."""
        self._stop_deadline()
        self._server.discard(self)
        super().connection_lost(exc)

    def drop(self) -> None:
        """Close the connection at once, even if the other end reads nothing."""
        self._server.discard(self)
        self._line.abort()

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer what could not be handled; log it unless the sender is at fault, who could fill the disk."""
        if not isinstance(exc, _NO_REQUEST):
            return super().handle_error(request, status, exc, message)
        response = web.Response(status=400)
        response.force_close()
        return response


@web.middleware
async def _note_request(request: web.Request, handler: Handler) -> web.StreamResponse:
    connection = cast("_Connection", request.protocol)
    connection.begin_request()
    try:
        return await handler(request)
    finally:
        connection.end_request()
