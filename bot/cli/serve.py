"""`maxine serve`: take interactions by signed requests."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING

from bot import config
from bot.cli import arguments
from bot.cli.serving import log_to_stderr, on_signal, serve
from bot.endpoint import Door, Endpoint
from bot.errors import MissingPublicKeyError, MissingTokenError

if TYPE_CHECKING:
    import argparse

    from bot.cli.arguments import Commands

_DESCRIPTION = (
    "Takes what people do as requests that Discord signs (DISCORD_PUBLIC_KEY), instead of connecting with"
    " DISCORD_TOKEN, which she needs all the same. Discord wants https: put a proxy in front, and its address"
    " with /interactions at the end into the portal. It takes pip install 'maxine[http]'. Ctrl-C stops her."
)


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "serve", help="take interactions by HTTP instead of connecting", description=_DESCRIPTION
    )
    parser.add_argument("--port", type=arguments.port, default=8080, help="(8080); 0: any free one")
    parser.add_argument("--host", default="127.0.0.1", help="(127.0.0.1); 0.0.0.0: of every network")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    with contextlib.suppress(KeyboardInterrupt):  # where the platform has no signal handlers
        asyncio.run(_take(options.host, options.port))
    return 0


async def _take(host: str, port: int) -> None:
    settings = config.load()
    if settings.token is None:
        raise MissingTokenError
    if settings.public_key is None:
        raise MissingPublicKeyError
    log_to_stderr(settings)
    stop = asyncio.Event()
    on_signal(stop.set)
    make = partial(Endpoint, door=Door(settings.public_key, host, port), on_open=_announce)
    await serve(settings, settings.token, stop, make)


async def _announce(url: str) -> None:
    arguments.say(f"Maxine takes interactions at {url} (Ctrl-C stops her).")
