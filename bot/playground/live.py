"""The page's socket: a snapshot first, then every change as it happens."""

import asyncio
from collections.abc import Callable, Coroutine

from aiohttp import WSCloseCode, WSMsgType, web

from bot.playground.gateway import CLOSE_WITHIN, Gateway
from bot.playground.interactions import Interaction, Reply
from bot.playground.outbox import Outbox
from bot.playground.people import Actions
from bot.playground.reading import read_id, read_json
from bot.playground.things import Channel, Json, Person
from bot.playground.world import World, compact

FRAME_MOST = 256 * 1024  # bytes; a form of five texts takes some twenty thousand
Restart = Callable[[], Coroutine[None, None, None]]


class Page(Outbox):
    """One open page."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        super().__init__(socket)
        self.has_snapshot = False

    def tell(self, kind: str, **more: object) -> None:
        """Queue a message to this page alone."""
        self.put(compact({"t": kind, **more}))


class Live:
    """Serves the pages."""

    def __init__(self, world: World, gateway: Gateway, actions: Actions, on_restart: Restart | None) -> None:
        self.world = world
        self.gateway = gateway
        self.actions = actions
        self.on_restart = on_restart
        self._clients: set[Page] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._ops: dict[str, Callable[[Page, Json], None]] = {
            "hello": self._handle_hello,
            "command": self._handle_command,
            "autocomplete": self._handle_autocomplete,
            "choose": self._handle_choose,
            "click": self._handle_click,
            "submit": self._handle_submit,
            "say": self._handle_say,
            "speak": self._handle_speak,
            "dismiss": self._handle_dismiss,
            "restart": self._handle_restart,
        }
        world.listeners.append(self._on_change)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one page until it closes."""
        socket = web.WebSocketResponse(max_msg_size=FRAME_MOST, heartbeat=30, timeout=CLOSE_WITHIN)
        await socket.prepare(request)
        client = Page(socket)
        self._clients.add(client)
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    self._handle_request(client, frame.data)
        finally:
            self._clients.discard(client)
            await client.stop()
        return socket

    async def close(self) -> None:
        """Close every page's socket."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        goodbyes = [each.socket.close(code=WSCloseCode.GOING_AWAY, drain=False) for each in self._clients]
        await asyncio.gather(*goodbyes)

    def snapshot(self) -> Json:
        """Everything a page needs to begin with."""
        world = self.world
        channels = (*world.channels, *world.threads.values())
        messages: dict[str, list[Json]] = {str(channel.id): [] for channel in channels}
        for message in world.messages.values():
            if not world.is_direct(message):
                messages[message["channel_id"]].append(message)
        people = [
            {
                "id": str(each.id),
                "username": each.name,
                "global_name": each.display,
                "avatar_color": each.colour,
            }
            for each in world.people
        ]
        return {
            "guild": {"id": str(world.guild.id), "name": world.guild.name},
            "channels": [
                {"id": str(each.id), "name": each.name, "topic": each.topic} for each in world.channels
            ],
            "threads": [thread.as_json() for thread in world.threads.values()],
            "people": people,
            "bot": {
                "id": str(world.bot.id),
                "username": world.bot.name,
                "avatar_color": world.bot.colour,
                "online": self.gateway.ready.is_set(),
            },
            "locales": world.locales,
            "commands": world.commands,
            "messages": messages,
            "can_restart": self.on_restart is not None,
        }

    def _on_change(self, event: str, data: Json) -> None:
        if not self._clients or (event.startswith("message_") and self.world.is_direct(data)):
            return
        told = {"message": data} if event in ("message_create", "message_update") else data
        text = compact({"t": event, **told})
        for client in self._clients:
            if client.has_snapshot:
                client.put(text)

    def _handle_request(self, client: Page, text: str) -> None:
        nonce = None
        try:
            asked = _parsed(text)
            nonce = asked.get("nonce")
            self._ops[asked["op"]](client, asked)
        except KeyError as error:
            reason = f"The page's request has no {error.args[0]!r} that is known here."
            client.tell("refused", nonce=nonce, reason=reason)
        except (TypeError, AttributeError):
            reason = "A part of the page's request has another type than is known here."
            client.tell("refused", nonce=nonce, reason=reason)
        except ValueError as error:
            client.tell("refused", nonce=nonce, reason=str(error))

    def _handle_hello(self, client: Page, _: Json) -> None:
        client.tell("snapshot", **self.snapshot())
        client.has_snapshot = True

    def _handle_command(self, client: Page, asked: Json) -> None:
        person, channel = self._who(asked), self._where(asked)
        self._watch(
            client, asked, self.actions.command(person, channel, asked["name"], asked.get("options") or {})
        )

    def _handle_choose(self, client: Page, asked: Json) -> None:
        """A command in the menu of a message, or of a person."""
        who, name = self._who(asked), asked["name"]
        if "message" in asked:
            self._watch(client, asked, self.actions.choose_at(who, _id(asked, "message"), name))
            return
        target = self.world.person(_id(asked, "target"))
        if target is None:
            raise ValueError("There is nobody of that id.")
        self._watch(client, asked, self.actions.choose(who, self._where(asked), name, target))

    def _handle_autocomplete(self, client: Page, asked: Json) -> None:
        person, channel, options = self._who(asked), self._where(asked), asked.get("options") or {}
        options.setdefault(asked["focused"], "")
        opened = self.actions.autocomplete(person, channel, asked["name"], asked["focused"], options)
        self._watch(client, asked, opened)

    def _handle_click(self, client: Page, asked: Json) -> None:
        message_id, values = _id(asked, "message"), asked.get("values") or []
        opened = self.actions.use(self._who(asked), message_id, asked["custom_id"], values)
        self._watch(client, asked, opened)

    def _handle_submit(self, client: Page, asked: Json) -> None:
        opened = self.actions.submit(self._who(asked), _id(asked, "modal"), asked["values"])
        self._watch(client, asked, opened)

    def _handle_say(self, _: Page, asked: Json) -> None:
        self.actions.say(self._who(asked), self._where(asked), asked["content"])

    def _handle_speak(self, _: Page, asked: Json) -> None:
        if not isinstance(asked["locale"], str):
            raise TypeError
        is_server = _id(asked, "user") == self.world.guild.id
        owner_id = self.world.guild.id if is_server else self._who(asked).id
        self.world.speak(owner_id, asked["locale"])

    def _handle_dismiss(self, _: Page, asked: Json) -> None:
        self.actions.dismiss(self._who(asked), _id(asked, "message"))

    def _handle_restart(self, _: Page, __: Json) -> None:
        if self.on_restart is None:
            raise ValueError("The bot cannot be restarted from here.")
        task = asyncio.create_task(self.on_restart())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _watch(self, client: Page, asked: Json, interaction: Interaction) -> None:
        nonce = asked.get("nonce")
        interaction.settled.add_done_callback(lambda _: _report(client, nonce, interaction))

    def _who(self, asked: Json) -> Person:
        person = self.world.person(_id(asked, "user"))
        if person is None or person.bot:
            raise ValueError("There is nobody of that id.")
        return person

    def _where(self, asked: Json) -> Channel:
        channel = self.world.channel(_id(asked, "channel"))
        if channel is None:
            raise ValueError("There is no channel of that id.")
        return channel


def _parsed(text: str) -> Json:
    try:
        asked: Json = {**read_json(text)}
    except (ValueError, TypeError):
        raise ValueError("The page's request is no JSON object.") from None
    return asked


def _id(asked: Json, name: str) -> int:
    number = read_id(asked[name])
    if number is None:
        raise ValueError(f"The page's request has no id as its {name!r}.")
    return number


def _report(client: Page, nonce: object, interaction: Interaction) -> None:
    """Tell a page what became of what it asked for."""
    if interaction.reply is Reply.CHOICES:
        client.tell("choices", nonce=nonce, choices=interaction.choices)
    if interaction.modal is not None:
        opened = {**interaction.modal, "id": str(interaction.id), "user": str(interaction.person.id)}
        client.tell("modal", nonce=nonce, modal=opened)
    deferred = interaction.reply in (Reply.DEFER, Reply.DEFER_UPDATE)
    state = "failed" if interaction.failed else "deferred" if deferred else "answered"
    client.tell("interaction", nonce=nonce, state=state)
