"""Interactions as signed requests, where Discord was told to send them instead of over the gateway."""

import asyncio
import itertools
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import aiohttp

from bot.playground.things import Json
from bot.playground.world import World, compact

if TYPE_CHECKING:
    from nacl.signing import SigningKey

WITHIN = aiohttp.ClientTimeout(total=3.0)
UNLIMITED = aiohttp.ClientTimeout(total=None)  # for an interaction, which has its own clock
PING = {"version": 1, "type": 1}
AGENT = "Discord-Interactions/1.0 (+https://discord.com)"
OK, TAKEN, UNAUTHORIZED = 200, 202, 401  # HTTP's own numbers


class EndpointError(Exception):
    """An address did not answer as Discord wants it to before it sends anything there."""


class SignedSender:
    """Signs interactions and posts them, each to the next address; `fail` is called for those not accepted.

    ImportError if the library that signs is not there.
    """

    def __init__(self, world: World, fail: Callable[[int], None]) -> None:
        self.world = world
        self.fail = fail
        self.urls: tuple[str, ...] = ()
        self._turns = itertools.count()
        self._session: aiohttp.ClientSession | None = None
        self._posting: set[asyncio.Task[None]] = set()

    @cached_property
    def key(self) -> "SigningKey":
        """The application's key pair."""
        from nacl.signing import SigningKey  # noqa: PLC0415 - only this needs it, and it may not be there

        key = SigningKey.generate()
        self.world.verify_key = bytes(key.verify_key).hex()
        return key

    async def change_urls(self, urls: tuple[str, ...]) -> None:
        """Post to these addresses from now on, once each has shown that it looks at signatures."""
        await self.close()
        if urls:
            self._session = aiohttp.ClientSession(timeout=WITHIN, headers={"User-Agent": AGENT})
            for url in urls:
                await self._verify(self._session, url)
            self.urls, self.world.endpoint_url = urls, urls[0]

    async def close(self) -> None:
        """Post nothing any more."""
        self.urls, self.world.endpoint_url = (), None
        for task in self._posting:
            task.cancel()
        await asyncio.gather(*self._posting, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    def post(self, interaction: Json) -> None:
        """Tell of an interaction."""
        task = asyncio.create_task(self._post_interaction(interaction))
        self._posting.add(task)
        task.add_done_callback(self._posting.discard)

    async def _verify(self, session: aiohttp.ClientSession, url: str) -> None:
        """Send a signed PING, and another one with a forged signature."""
        ping = compact(PING).encode()
        try:
            async with session.post(url, data=ping, headers=self._headers(ping)) as response:
                is_pong = response.status == OK and (await response.json()).get("type") == PING["type"]
            async with session.post(url, data=ping, headers=self._headers(ping + b" ")) as response:
                is_strict = response.status == UNAUTHORIZED
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            raise EndpointError(f"{url} could not be verified: {error!r}") from error
        if not is_pong or not is_strict:
            what = "a wrong signature was not refused by 401" if is_pong else "a PING was not answered by one"
            raise EndpointError(f"{url} could not be verified: {what}.")

    async def _post_interaction(self, interaction: Json) -> None:
        body = compact(interaction).encode()
        if not await self._is_taken(body, self._headers(body)):
            self.fail(int(interaction["id"]))

    async def _is_taken(self, body: bytes, headers: dict[str, str]) -> bool:
        """Whether an address takes it: the next one that is there and does not close the connection."""
        assert self._session is not None  # noqa: S101 - there is an address, so there is a session
        first = next(self._turns)
        for turn in range(len(self.urls)):
            url = self.urls[(first + turn) % len(self.urls)]
            try:
                async with self._session.post(url, data=body, headers=headers, timeout=UNLIMITED) as answer:
                    return answer.status == TAKEN
            except aiohttp.ClientError:
                continue
        return False

    def _headers(self, body: bytes) -> dict[str, str]:
        timestamp = str(int(self.world.time()))
        signature = self.key.sign(timestamp.encode() + body).signature.hex()
        return {
            "Content-Type": "application/json",
            "X-Signature-Ed25519": signature,
            "X-Signature-Timestamp": timestamp,
        }
