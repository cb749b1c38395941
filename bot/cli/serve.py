"""Receive interactions by HTTP instead of connecting.

Receives interactions as requests that Discord signs (DISCORD_PUBLIC_KEY), instead of by a connection.
DISCORD_TOKEN is needed, too. Discord requires https: put a proxy in front, and enter its address with
/interactions at the end in the portal. It needs the extra “http”. Ctrl-C stops it.
"""

import argparse
import asyncio
from functools import partial

from bot import config
from bot.cli import arguments, event_loop
from bot.cli.event_loop import log_to_stderr, on_signal
from bot.start_errors import Wrong, WrongSettingError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--port", type=arguments.port, default=8080, help="the port (8080); 0: any free port")
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (127.0.0.1); 0.0.0.0: all networks"
    )
    parser.add_argument(
        "--drain",
        metavar="SECONDS",
        type=arguments.seconds,
        default=5.0,
        help="how long to take requests after the signal to stop (5); /readyz answers 503 meanwhile, so that"
        " a balancer that asks more often than that sends new requests elsewhere",
    )


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    return event_loop.run(_serve_requests(options))


async def _serve_requests(options: argparse.Namespace) -> None:
    settings = config.load()
    if settings.token is None:
        raise WrongSettingError(Wrong.MISSING_TOKEN)
    if settings.public_key is None:
        raise WrongSettingError(Wrong.MISSING_PUBLIC_KEY)
    from bot.cli.serving import serve  # noqa: PLC0415 - discord.py and pictures load slowly
    from bot.endpoint import Door, Endpoint  # noqa: PLC0415 - likewise

    log_to_stderr(settings)
    stop = asyncio.Event()
    on_signal(stop.set)
    door = Door(settings.public_key, options.host, options.port, options.drain)
    await serve(settings, settings.token, stop, partial(Endpoint, door=door, on_open=_announce))


async def _announce(url: str) -> None:
    arguments.say(f"Maxine takes interactions at {url} (Ctrl-C stops it).")
