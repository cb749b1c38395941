"""A playground for each test, with the small bot in it or with bare requests to it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import aiohttp
import pytest

from tests.playground.small_bot import SmallBot, connected
from tests.trouble import Playground

Call = Callable[..., Awaitable[tuple[int, Any]]]


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground() as started:
        yield started


@pytest.fixture
async def bot(playground: Playground) -> AsyncIterator[SmallBot]:
    async with connected(playground) as started:
        yield started


@pytest.fixture
async def call(playground: Playground) -> AsyncIterator[Call]:
    """Calls the API as a bot without a library would; status and body come back."""
    headers = {"Authorization": f"Bot {playground.token}"}
    async with aiohttp.ClientSession(playground.url, headers=headers) as session:

        async def request(method: str, path: str, body: object = None) -> tuple[int, Any]:
            async with session.request(method, "/api/v10" + path, json=body) as response:
                return response.status, await response.json() if response.status != 204 else None

        yield request
