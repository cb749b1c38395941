"""The gateway: the WebSocket over which the bot is told what happens."""

import asyncio

from aiohttp import WSCloseCode, WSMessage, web

from bot.playground.reading import read_json
from bot.playground.session import PRIVILEGED, Close, HangUpError, Intents, Op, Session, Socket
from bot.playground.things import Json
from bot.playground.world import World, for_bot

PAYLOAD_MOST = 4_096  # bytes
HEARTBEAT_INTERVAL = 41_250
CLOSE_WITHIN = 1.0
TRAVEL_SECONDS = 0.02  # an ACK must not overtake discord.py's note of when it sent the heartbeat
KNOWN_OPS = frozenset(Op)
GOODBYES = frozenset({WSCloseCode.OK, WSCloseCode.GOING_AWAY})  # nothing is to be resumed after these
FORMS = frozenset({Op.IDENTIFY, Op.RESUME})  # what comes with an object as its data


class Gateway:
    """Where a bot connects: of each shard one session at a time, the newest.

    `shards` is how many are recommended to a bot, `count` how many it has. Of the shards with the same number
    modulo `max_concurrency` one may identify every so many seconds; `identified` says which did, and when,
    and `refused` which were too early. It is ready when all shards are connected.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.token = ""
        self.shards = self.count = self.max_concurrency = 1
        self.identify_seconds = 0.0
        self.identified: list[tuple[int, float]] = []
        self.refused: list[int] = []
        self.sessions: dict[int, Session] = {}
        self.ready = asyncio.Event()
        self._connections: set[Socket] = set()
        world.listeners.append(self._on_change)

    @property
    def url(self) -> str:
        """Where a bot finds the gateway."""
        return self.world.base_url.replace("http", "ws", 1) + "/gateway"

    def dispatch(self, name: str, data: Json) -> None:
        """Tell the bot of an event, if there is one: the shard of its server, else the first."""
        session = self._session_of(data.get("guild_id"))
        if session is not None:
            session.dispatch(name, data)

    def _session_of(self, guild_id: str | None) -> Session | None:
        return self.sessions.get((int(guild_id or 0) >> 22) % self.count)

    def _connected(self) -> list[tuple[Session, Socket]]:
        sessions = self.sessions.values()
        return [(each, each.connection) for each in sessions if each.connection is not None]

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection from HELLO to its end."""
        socket = web.WebSocketResponse(max_msg_size=16 * PAYLOAD_MOST, compress=False, timeout=CLOSE_WITHIN)
        await socket.prepare(request)
        connection = Socket(socket, request)
        self._connections.add(connection)
        connection.send(Op.HELLO, {"heartbeat_interval": HEARTBEAT_INTERVAL, "_trace": []})
        try:
            await self._read_frames(connection)
        finally:
            self._connections.discard(connection)
            self._lose_connection(connection)
            await connection.stop()
        return socket

    async def close(self) -> None:
        """Say goodbye to every bot."""
        goodbyes = [each.socket.close(code=WSCloseCode.GOING_AWAY, drain=False) for each in self._connections]
        await asyncio.gather(*goodbyes)

    async def _read_frames(self, connection: Socket) -> None:
        async for frame in connection.socket:
            try:
                self._handle_frame(connection, *_parse_frame(frame))
            except HangUpError as error:
                await connection.socket.close(code=error.code)
            except (AttributeError, TypeError, ValueError):  # a field of another type than Discord's
                await connection.socket.close(code=Close.UNDECODABLE)

    def _handle_frame(self, connection: Socket, op: Op, data: Json) -> None:
        if op is Op.HEARTBEAT:
            asyncio.get_running_loop().call_later(TRAVEL_SECONDS, connection.send, Op.HEARTBEAT_ACK)
        elif op is Op.IDENTIFY:
            self._identify(connection, data)
        elif op is Op.RESUME:
            self._resume_session(connection, data)
        elif self._find_session(connection) is None:
            raise HangUpError(Close.NOT_AUTHENTICATED)

    def _find_session(self, connection: Socket) -> Session | None:
        return next((session for session, its in self._connected() if its is connection), None)

    def _identify(self, connection: Socket, data: Json) -> None:
        self._check_token(data)
        if self._find_session(connection) is not None:
            raise HangUpError(Close.ALREADY_AUTHENTICATED)
        intents = Intents(data.get("intents", 0))
        if intents & PRIVILEGED:
            raise HangUpError(Close.PRIVILEGED_INTENTS)
        shard, count = map(int, data.get("shard", (0, 1)))
        if not 0 <= shard < count:
            raise HangUpError(Close.INVALID_SHARD)
        if self._is_early(shard):
            self.refused.append(shard)
            connection.send(Op.INVALID_SESSION, data=False)
            return
        if count != self.count:
            self.sessions, self.count = {}, count
        self.sessions[shard] = session = Session(intents, connection, shard)
        session.dispatch("READY", self._make_ready_event(session))
        if intents & Intents.GUILDS and self._session_of(str(self.world.guild.id)) is session:
            session.dispatch("GUILD_CREATE", self._guild())
        self._online()

    def _is_early(self, shard: int) -> bool:
        """Whether another shard of the same bucket has identified just now; if not, this one has."""
        now, bucket = asyncio.get_running_loop().time(), shard % self.max_concurrency
        times = [at for other, at in self.identified if other % self.max_concurrency == bucket]
        is_early = bool(times) and now - times[-1] < self.identify_seconds
        if not is_early:
            self.identified.append((shard, now))
        return is_early

    def _resume_session(self, connection: Socket, data: Json) -> None:
        self._check_token(data)
        sessions, seen = self.sessions.values(), int(data.get("seq") or 0)
        session = next((each for each in sessions if each.id == data.get("session_id")), None)
        if session is None or not session.remembers(seen):
            connection.send(Op.INVALID_SESSION, data=False)
            return
        session.connection = connection
        session.resend_after(seen)
        session.dispatch("RESUMED", {"_trace": []})
        self._online()

    def _check_token(self, data: Json) -> None:
        if data.get("token") != self.token:
            raise HangUpError(Close.BAD_TOKEN)

    def _online(self) -> None:
        if len(self._connected()) == self.count:
            self.ready.set()
            self.world.notify_listeners("bot", {"online": True})

    def _part(self, session: Session) -> None:
        session.connection = None
        self.ready.clear()
        self.world.notify_listeners("bot", {"online": False})

    def _lose_connection(self, connection: Socket) -> None:
        session = self._find_session(connection)
        if session is None:
            return
        self._part(session)
        if connection.socket.close_code in GOODBYES:
            del self.sessions[session.shard]

    def _make_ready_event(self, session: Session) -> Json:
        guild_id = str(self.world.guild.id)
        is_there = self.world.is_invited and self._session_of(guild_id) is session
        return {
            "v": 10,
            "user": self.world.bot_user(),
            "guilds": [{"id": guild_id, "unavailable": True}] if is_there else [],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [session.shard, self.count],
            "application": {"id": str(self.world.bot.id), "flags": 0},
        }

    def _guild(self) -> Json:
        world = self.world
        everybody = (*world.people, world.bot)
        return {
            **world.guild_json(),
            "joined_at": "2024-01-01T00:00:00+00:00",
            "large": False,
            "unavailable": False,
            "member_count": len(everybody),
            "channels": [channel.as_json() for channel in world.channels],
            "members": [{**world.member(world.bot), "user": world.bot.user()}],
            "threads": [each.as_json() for each in world.threads.values() if not each.is_archived],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def _on_change(self, event: str, data: Json) -> None:
        if event.startswith("thread_"):
            session = self._session_of(data["guild_id"])
            if session is not None and session.intents & Intents.GUILDS:
                session.dispatch(event.upper(), data)
        if not event.startswith("message_") or data.get("ephemeral_for"):
            return
        guild_id = None if self.world.is_direct(data) else str(self.world.guild.id)
        session = self._session_of(guild_id)
        if session is None:
            return
        if guild_id is None:
            if session.intents & Intents.DIRECT_MESSAGES:
                session.dispatch(event.upper(), for_bot(data))
        elif session.intents & Intents.MESSAGES:
            session.dispatch(event.upper(), {**self._readable(data), "guild_id": guild_id})

    def _readable(self, message: Json) -> Json:
        """Without the message content intent a bot reads its own messages and those that mention it."""
        own = str(self.world.bot.id)
        if "author" not in message or message["author"]["id"] == own:
            return for_bot(message)
        if any(user["id"] == own for user in message["mentions"]):
            return for_bot(message)
        return {**for_bot(message), "content": "", "embeds": [], "attachments": [], "components": []}


def _parse_frame(frame: WSMessage) -> tuple[Op, Json]:
    """What a frame is about, and its object if it has one."""
    try:
        if len(frame.data) > PAYLOAD_MOST:
            raise HangUpError(Close.UNDECODABLE)
        sent = read_json(frame.data)
        number, data = sent["op"], sent.get("d")
        is_known = number in KNOWN_OPS
    except (ValueError, KeyError, TypeError, AttributeError):
        raise HangUpError(Close.UNDECODABLE) from None
    if not is_known:
        raise HangUpError(Close.UNKNOWN_OP)
    if number in FORMS and not isinstance(data, dict):
        raise HangUpError(Close.UNDECODABLE)
    return Op(number), data
