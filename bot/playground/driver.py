"""The playground as a Python object."""

import asyncio
import base64
import secrets
from pathlib import Path
from types import TracebackType
from typing import Self

import discord.gateway
import discord.http
import yarl
from aiohttp import web

from bot.playground.answers import Answers
from bot.playground.bodies import REQUEST_MOST
from bot.playground.commands import Commands
from bot.playground.endpoint import SignedSender
from bot.playground.gateway import Gateway
from bot.playground.history import History
from bot.playground.interactions import Interactions
from bot.playground.live import Live, Restart
from bot.playground.pages import Line, OriginGuard, Pages
from bot.playground.people import Actions
from bot.playground.rest import API, Rest
from bot.playground.things import Json
from bot.playground.world import World


class Playground:
    """A small Discord on this machine, for one bot, two people and the visitors of its page.

    `history` is a file the chat is loaded from and kept in; `on_restart` stands behind the page's control
    that restarts the bot. OSError if the port is in use, HistoryError if the file cannot be read.
    """

    def __init__(self, port: int = 0, history: Path | None = None, on_restart: Restart | None = None) -> None:
        self._port = port
        self.token = ""
        self.world = World()
        self._history = History(self.world, history) if history is not None else None
        self._gateway = Gateway(self.world)
        self._rest = Rest(self.world, self._gateway)
        self.interactions = Interactions(self.world, self._deliver_interaction)
        self._endpoint = SignedSender(self.world, self.interactions.fail_unanswered)
        self._actions = Actions(self.world, self.interactions)
        self._live = Live(self.world, self._gateway, self._actions, on_restart)
        self._runner = web.AppRunner(self._make_application(), access_log=None, shutdown_timeout=1)
        self._listening: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        try:
            await self._open_server()
        except BaseException:
            await self._hang_up()
            raise
        return self

    async def _open_server(self) -> None:
        loop, server = asyncio.get_running_loop(), self._runner.server
        assert server is not None  # noqa: S101 - it was set up just before
        self._listening = await loop.create_server(lambda: Line(server, loop), "127.0.0.1", self._port)
        host, port = self._listening.sockets[0].getsockname()[:2]
        self.world.base_url = f"http://{host}:{port}"
        if self._history is not None:
            self._history.load()
        self._gateway.token = self.token = _token(self.world.bot.id)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.interactions.close()
        try:
            await self._endpoint.close()
            await self._live.close()
            await self._gateway.close()
            await self._hang_up()
        finally:
            if self._history is not None:
                await self._history.close()

    async def _hang_up(self) -> None:
        if self._listening is not None:
            self._listening.close()
        await self._runner.cleanup()

    def _make_application(self) -> web.Application:
        application = web.Application(
            client_max_size=REQUEST_MOST, middlewares=[OriginGuard(self.world).check_origin]
        )
        application.add_routes(Answers(self.world, self.interactions).routes(self._rest))
        application.add_routes(self._rest.routes())
        application.add_routes(Commands(self.world).routes(self._rest))
        application.router.add_get("/gateway", self._gateway.handle)
        application.add_routes(Pages(self.world, self._live).routes())
        application.router.add_route("*", API + "/{rest:.*}", self._rest.missing)
        return application

    @property
    def url(self) -> str:
        """The page's address."""
        return self.world.base_url

    @property
    def public_key(self) -> str:
        """The application's public key, as hex; ImportError if the library that signs is not there."""
        return bytes(self._endpoint.key.verify_key).hex()

    async def deliver_to(self, *urls: str) -> None:
        """Post interactions to these addresses by turns, as a balancer would, and not over the gateway.

        With none it is the gateway again, once a bot connects. EndpointError if one does not answer a PING
        or takes a wrong signature for a right one.
        """
        await self._endpoint.change_urls(urls)
        (self._gateway.ready.set if urls else self._gateway.ready.clear)()
        self.world.notify_listeners("bot", {"online": bool(urls)})

    async def bot_ready(self, timeout: float | None = 10) -> None:  # noqa: ASYNC109 - part of what callers are promised
        """Wait until a bot is connected."""
        await asyncio.wait_for(self._gateway.ready.wait(), timeout)

    def _deliver_interaction(self, interaction: Json) -> None:
        if self._endpoint.urls:
            self._endpoint.post(interaction)
        else:
            self._gateway.dispatch("INTERACTION_CREATE", interaction)


def redirect(url: str) -> None:
    """Point discord.py, in this whole process, at the playground of an address."""
    discord.http.Route.BASE = url + API
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url.replace("http", "ws", 1) + "/gateway")


def _token(bot_id: int) -> str:
    """A token of the shape Discord's have."""
    first = base64.b64encode(str(bot_id).encode()).decode().rstrip("=")
    return f"{first}.{secrets.token_urlsafe(4)}.{secrets.token_urlsafe(28)}"
