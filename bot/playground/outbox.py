"""The queue of messages to be written to a socket."""

import asyncio

from aiohttp import web


class Outbox:
    """One socket, written to in order by a task of its own."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self._texts: asyncio.Queue[str] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write_texts())

    def put(self, text: str) -> None:
        """Queue a text."""
        self._texts.put_nowait(text)

    async def stop(self) -> None:
        """End the writing task."""
        self._writer.cancel()
        await asyncio.wait([self._writer])

    async def deliver(self, text: str) -> None:
        """Write one text to the socket."""
        await self.socket.send_str(text)

    async def _write_texts(self) -> None:
        while True:
            try:
                await self.deliver(await self._texts.get())
            except ConnectionError:  # the reader notices too, and ends the connection
                return
