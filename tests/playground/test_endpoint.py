"""Interactions as signed requests: what an address must show first, and what becomes of what nobody takes."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from aiohttp import web
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from bot.playground import EndpointError
from bot.playground.things import Json
from tests.driver import Answer
from tests.patience import LONG
from tests.trouble import Playground
from tests.virtual import wall_time

Handler = Callable[[web.Request], Awaitable[web.Response]]
COMMAND: Json = {"name": "nap", "type": 1, "description": "Sleeps", "id": "1", "version": "1"}


@asynccontextmanager
async def at(handler: Handler) -> AsyncIterator[str]:
    """An address at which somebody answers."""
    application = web.Application()
    application.router.add_post("/", handler)
    runner = web.AppRunner(application, shutdown_timeout=0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0]
    try:
        yield f"http://{host}:{port}/"
    finally:
        await runner.cleanup()


def strict(playground: Playground, then: Handler) -> AbstractAsyncContextManager[str]:
    """An address that does what Discord wants, and then something else with what people do."""
    key = VerifyKey(bytes.fromhex(playground.public_key))

    async def handle(request: web.Request) -> web.Response:
        body, timestamp = await request.read(), request.headers["X-Signature-Timestamp"]
        assert abs(wall_time() - int(timestamp)) < 60
        try:
            key.verify(timestamp.encode() + body, bytes.fromhex(request.headers["X-Signature-Ed25519"]))
        except BadSignatureError:
            return web.Response(status=401)
        return web.json_response({"type": 1}) if json.loads(body)["type"] == 1 else await then(request)

    return at(handle)


async def taken(_: web.Request) -> web.Response:
    return web.Response(status=202)


async def test_address_without_a_pong_is_refused(playground: Playground) -> None:
    async with at(taken) as url:
        with pytest.raises(EndpointError, match="PING"):
            await playground.deliver_to(url)


async def test_address_that_believes_everybody_is_refused(playground: Playground) -> None:
    async def believe(_: web.Request) -> web.Response:
        return web.json_response({"type": 1})

    async with at(believe) as url:
        with pytest.raises(EndpointError, match="401"):
            await playground.deliver_to(url)


async def test_empty_address_is_refused(playground: Playground) -> None:
    with pytest.raises(EndpointError, match="127"):
        await playground.deliver_to("http://127.0.0.1:1/")


async def use(playground: Playground) -> Answer:
    """Somebody uses a command."""
    playground.world.set_commands([COMMAND])
    return await playground.command(playground.people[0], playground.channels[0], "nap")


async def test_taken_interaction_has_its_time(playground: Playground) -> None:
    playground.interactions.answer_within = 0.1
    async with strict(playground, taken) as url:
        await playground.deliver_to(url)
        await playground.bot_ready()
        began = asyncio.get_running_loop().time()
        assert (await use(playground)).failed
        assert asyncio.get_running_loop().time() - began >= 0.1


async def test_refused_interaction_fails_at_once(playground: Playground) -> None:
    playground.interactions.answer_within = 2 * LONG

    async def refuse(_: web.Request) -> web.Response:
        return web.Response(status=500)

    async with strict(playground, refuse) as url:
        await playground.deliver_to(url)
        assert (await asyncio.wait_for(use(playground), LONG)).failed


async def test_addresses_take_turns(playground: Playground) -> None:
    playground.interactions.answer_within = 0.1
    counts = [0, 0]

    def counter(index: int) -> Handler:
        async def count(_: web.Request) -> web.Response:
            counts[index] += 1
            return web.Response(status=202)

        return count

    async with strict(playground, counter(0)) as first:
        async with strict(playground, counter(1)) as second:
            await playground.deliver_to(first, second)
            await asyncio.gather(*(use(playground) for _ in range(4)))
            assert counts == [2, 2]
        await asyncio.gather(*(use(playground) for _ in range(4)))
        assert counts == [6, 2]
