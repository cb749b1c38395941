"""`maxine run`: connect to Discord."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from bot import config
from bot.cli.serving import log_to_stderr, on_signal, serve
from bot.errors import MissingTokenError

if TYPE_CHECKING:
    import argparse

    from bot.cli.arguments import Commands

_DESCRIPTION = (
    "Connects Maxine to Discord with DISCORD_TOKEN, from the environment or from .env. Ctrl-C stops her."
)


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "run", help="connect to Discord with DISCORD_TOKEN", description=_DESCRIPTION
    )
    parser.set_defaults(run=_run)


def _run(_: argparse.Namespace) -> int:
    with contextlib.suppress(KeyboardInterrupt):  # where the platform has no signal handlers
        asyncio.run(_connect())
    return 0


async def _connect() -> None:
    settings = config.load()
    if settings.token is None:
        raise MissingTokenError
    log_to_stderr(settings)
    stop = asyncio.Event()
    on_signal(stop.set)
    await serve(settings, settings.token, stop)
