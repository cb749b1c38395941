"""A bot's connection to the gateway, and the session that outlives it."""

import secrets
import zlib
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from aiohttp import web

from bot.playground.outbox import Outbox
from bot.playground.things import Json
from bot.playground.world import compact

REPLAYED = 1_000  # how many events a session keeps for a RESUME


class Op(IntEnum):
    """What a frame is about."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Close(IntEnum):
    """Why the gateway hangs up."""

    UNKNOWN_OP = 4001
    UNDECODABLE = 4002
    NOT_AUTHENTICATED = 4003
    BAD_TOKEN = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SHARD = 4010
    PRIVILEGED_INTENTS = 4014


class HangUpError(Exception):
    """The bot broke the rules of the gateway, which hangs up."""

    def __init__(self, code: Close) -> None:
        super().__init__(code)
        self.code = code


class Intents(IntFlag):
    """What a bot asks to be told of."""

    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    PRESENCES = 1 << 8
    MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    CONTENT = 1 << 15


PRIVILEGED = Intents.MEMBERS | Intents.PRESENCES | Intents.CONTENT


class Socket(Outbox):
    """A bot's socket, compressed if the bot asks for that."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.transport = request.transport
        # zstd-stream is answered in plain text: every client must understand that too.
        compressed = request.query.get("compress") == "zlib-stream"
        self._zlib = zlib.compressobj(1) if compressed else None
        super().__init__(socket)

    def send(self, op: Op, data: object = None, **more: object) -> None:
        """Queue a frame."""
        self.put(compact({"op": int(op), "d": data, **more}))

    def drop(self) -> None:
        """Cut the line without a goodbye."""
        if self.transport is not None:
            self.transport.abort()

    async def deliver(self, text: str) -> None:
        """Write one frame to the socket."""
        if self._zlib is None:
            await super().deliver(text)
            return
        await self.socket.send_bytes(self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH))


@dataclass
class Session:
    """A bot that has identified; it outlives its socket, so that it can be resumed."""

    intents: Intents
    connection: Socket | None
    shard: int = 0
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    events: deque[tuple[int, str, Json]] = field(default_factory=lambda: deque(maxlen=REPLAYED))

    def dispatch(self, name: str, data: Json) -> None:
        """Tell the bot of an event, now or when it resumes."""
        self.sequence += 1
        self.events.append((self.sequence, name, data))
        if self.connection is not None:
            self.connection.send(Op.DISPATCH, data, t=name, s=self.sequence)

    def remembers(self, after: int) -> bool:
        """Whether every event after that number can be told again."""
        return self.events[0][0] - 1 <= after <= self.sequence

    def resend_after(self, after: int) -> None:
        """Tell again what was missed."""
        if self.connection is not None:
            for sequence, name, data in self.events:
                if sequence > after:
                    self.connection.send(Op.DISPATCH, data, t=name, s=sequence)
