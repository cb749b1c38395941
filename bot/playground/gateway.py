"""The gateway: the WebSocket over which the bot is told what happens."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from aiohttp import WSMsgType, web

from bot.playground.world import Json, World, for_bot

HEARTBEAT_INTERVAL = 41_250
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
    PRIVILEGED_INTENTS = 4014


class Intents(IntFlag):
    """What a bot asks to be told of."""

    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    PRESENCES = 1 << 8
    MESSAGES = 1 << 9
    CONTENT = 1 << 15


PRIVILEGED = Intents.MEMBERS | Intents.PRESENCES | Intents.CONTENT


class Connection:
    """One socket, written to in order by a task of its own."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self.transport = request.transport
        # zstd-stream is answered in plain text: every client must understand that too.
        compressed = request.query.get("compress") == "zlib-stream"
        self._zlib = zlib.compressobj(1) if compressed else None
        self._outbox: asyncio.Queue[str] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, op: Op, data: object = None, **more: object) -> None:
        """Queue a frame."""
        self._outbox.put_nowait(json.dumps({"op": int(op), "d": data, **more}, separators=(",", ":")))

    def drop(self) -> None:
        """Cut the line without a goodbye."""
        if self.transport is not None:
            self.transport.abort()

    async def stop(self) -> None:
        """End the writing task."""
        self._writer.cancel()
        await asyncio.wait([self._writer])

    async def _write(self) -> None:
        while True:
            text = await self._outbox.get()
            try:
                if self._zlib is None:
                    await self.socket.send_str(text)
                else:
                    await self.socket.send_bytes(
                        self._zlib.compress(text.encode()) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                    )
            except ConnectionError:  # the reader notices too, and ends the connection
                return


@dataclass
class Session:
    """A bot that has identified; it outlives its socket, so that it can be resumed."""

    intents: Intents
    connection: Connection | None
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    events: deque[tuple[int, str, Json]] = field(default_factory=lambda: deque(maxlen=REPLAYED))

    def dispatch(self, name: str, data: Json) -> None:
        """Tell the bot of an event, now or when it resumes."""
        self.sequence += 1
        self.events.append((self.sequence, name, data))
        if self.connection is not None:
            self.connection.send(Op.DISPATCH, data, t=name, s=self.sequence)

    def replay(self, after: int) -> None:
        """Tell again what was missed."""
        if self.connection is not None:
            for sequence, name, data in self.events:
                if sequence > after:
                    self.connection.send(Op.DISPATCH, data, t=name, s=sequence)


class Gateway:
    """Where a bot connects; one session at a time, the newest."""

    def __init__(self, world: World, token: str) -> None:
        self.world = world
        self.token = token
        self.session: Session | None = None
        self.ready = asyncio.Event()
        self._connections: set[Connection] = set()
        world.listeners.append(self._on_change)

    @property
    def url(self) -> str:
        """Where a bot finds the gateway."""
        return self.world.base_url.replace("http", "ws", 1) + "/gateway"

    def dispatch(self, name: str, data: Json) -> None:
        """Tell the bot of an event, if there is one."""
        if self.session is not None:
            self.session.dispatch(name, data)

    def drop(self, *, resumable: bool) -> None:
        """Cut the bot's line; unless resumable it has to identify anew."""
        session = self.session
        if session is None or session.connection is None:
            return
        connection = session.connection
        self._part(session)
        if not resumable:
            self.session = None
        connection.drop()

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection from HELLO to its end."""
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        connection = Connection(socket, request)
        self._connections.add(connection)
        connection.send(Op.HELLO, {"heartbeat_interval": HEARTBEAT_INTERVAL, "_trace": []})
        try:
            await self._read(connection)
        finally:
            self._connections.discard(connection)
            self._lost(connection)
            await connection.stop()
        return socket

    async def close(self) -> None:
        """Say goodbye to every bot."""
        for connection in list(self._connections):
            await connection.socket.close(code=1001, drain=False)

    async def _read(self, connection: Connection) -> None:
        async for frame in connection.socket:
            code = self._receive(connection, frame.data) if frame.type is WSMsgType.TEXT else Close.UNDECODABLE
            if code is not None:
                await connection.socket.close(code=code)

    def _receive(self, connection: Connection, text: str) -> Close | None:
        try:
            frame = json.loads(text)
            op, data = Op(frame["op"]), frame.get("d")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            return Close.UNKNOWN_OP if isinstance(error, ValueError) and "Op" in str(error) else Close.UNDECODABLE
        if op is Op.HEARTBEAT:
            connection.send(Op.HEARTBEAT_ACK)
        elif op is Op.IDENTIFY:
            return self._identify(connection, data)
        elif op is Op.RESUME:
            return self._resume(connection, data)
        elif self.session is None or self.session.connection is not connection:
            return Close.NOT_AUTHENTICATED
        elif op is Op.REQUEST_MEMBERS:
            self._send_members(data)
        return None

    def _identify(self, connection: Connection, data: Json) -> Close | None:
        if data.get("token", "").removeprefix("Bot ") != self.token:
            return Close.BAD_TOKEN
        if self.session is not None and self.session.connection is connection:
            return Close.ALREADY_AUTHENTICATED
        intents = Intents(data.get("intents", 0))
        if intents & PRIVILEGED:
            return Close.PRIVILEGED_INTENTS
        self.session = session = Session(intents, connection)
        session.dispatch("READY", self._ready(session, data.get("shard", [0, 1])))
        if intents & Intents.GUILDS:
            session.dispatch("GUILD_CREATE", self._guild())
        self._online()
        return None

    def _resume(self, connection: Connection, data: Json) -> Close | None:
        if data.get("token", "").removeprefix("Bot ") != self.token:
            return Close.BAD_TOKEN
        session = self.session
        if session is None or session.id != data.get("session_id"):
            connection.send(Op.INVALID_SESSION, data=False)
            return None
        session.connection = connection
        session.replay(data["seq"] or 0)
        session.dispatch("RESUMED", {"_trace": []})
        self._online()
        return None

    def _online(self) -> None:
        self.ready.set()
        self.world.tell("bot", {"online": True})

    def _part(self, session: Session) -> None:
        session.connection = None
        self.ready.clear()
        self.world.tell("bot", {"online": False})

    def _lost(self, connection: Connection) -> None:
        session = self.session
        if session is None or session.connection is not connection:
            return
        self._part(session)
        if connection.socket.close_code in (1000, 1001):  # it said goodbye: nothing to resume
            self.session = None

    def _ready(self, session: Session, shard: list[int]) -> Json:
        return {
            "v": 10,
            "user": {**self.world.bot.user(), "verified": True, "mfa_enabled": True, "flags": 0, "email": None},
            "guilds": [{"id": str(self.world.guild.id), "unavailable": True}],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": shard,
            "application": {"id": str(self.world.bot.id), "flags": 0},
        }

    def _guild(self) -> Json:
        world = self.world
        everybody = (*world.people, world.bot)
        return {
            **guild_json(world),
            "joined_at": "2024-01-01T00:00:00+00:00",
            "large": False,
            "unavailable": False,
            "member_count": len(everybody),
            "channels": [channel.as_json() for channel in world.channels],
            "members": [{**world.bot.member(), "user": world.bot.user()}],
            "threads": [],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def _send_members(self, asked: Json) -> None:
        world = self.world
        wanted = {str(user_id) for user_id in asked.get("user_ids", [])}
        query = asked.get("query", "").casefold()
        members = [
            {**person.member(), "user": person.user()}
            for person in (*world.people, world.bot)
            if (str(person.id) in wanted if wanted else person.name.casefold().startswith(query))
        ]
        chunk = {"guild_id": str(world.guild.id), "members": members, "chunk_index": 0, "chunk_count": 1}
        self.dispatch("GUILD_MEMBERS_CHUNK", {**chunk, "nonce": asked.get("nonce")})

    def _on_change(self, event: str, data: Json) -> None:
        session = self.session
        if session is None or not session.intents & Intents.MESSAGES or not event.startswith("message_"):
            return
        if data.get("ephemeral_for"):
            return
        session.dispatch(event.upper(), {**self._readable(data), "guild_id": str(self.world.guild.id)})

    def _readable(self, message: Json) -> Json:
        """Without the message content intent a bot reads its own messages and those that mention it."""
        own = str(self.world.bot.id)
        if "author" not in message or message["author"]["id"] == own:
            return for_bot(message)
        if any(user["id"] == own for user in message["mentions"]):
            return for_bot(message)
        return {**for_bot(message), "content": "", "embeds": [], "attachments": [], "components": []}


def guild_json(world: World) -> Json:
    """Discord's guild object."""
    everyone = {
        "id": str(world.guild.id),
        "name": "@everyone",
        "permissions": "2248473465835073",
        "position": 0,
        "color": 0,
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    return {
        "id": str(world.guild.id),
        "name": world.guild.name,
        "owner_id": str(world.people[0].id),
        "roles": [everyone],
        "emojis": [],
        "stickers": [],
        "features": [],
        "preferred_locale": "en-US",
        "premium_tier": 0,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "afk_timeout": 300,
        "mfa_level": 0,
        "nsfw_level": 0,
        "system_channel_flags": 0,
    }
