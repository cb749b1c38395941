"""Connect to Discord with DISCORD_TOKEN.

Connects Maxine to Discord with DISCORD_TOKEN, from the environment or from .env. Ctrl-C stops it.
"""

import argparse
import asyncio
from functools import partial

from bot import config
from bot.cli import event_loop
from bot.cli.event_loop import log_to_stderr, on_signal
from bot.start_errors import Wrong, WrongSettingError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "--shards", help="serve only these shards: 0-3/8 are the first four of eight (SHARDS, else all)"
    )


def run(options: argparse.Namespace) -> int:
    """Run the command."""
    return event_loop.run(_run_bot(options.shards))


async def _run_bot(shards: str | None) -> None:
    settings = config.load(shards=shards)
    if settings.token is None:
        raise WrongSettingError(Wrong.MISSING_TOKEN)
    from bot.cli.serving import serve  # noqa: PLC0415 - discord.py and pictures load slowly
    from bot.client import Maxine  # noqa: PLC0415 - likewise

    log_to_stderr(settings)
    stop = asyncio.Event()
    on_signal(stop.set)
    await serve(settings, settings.token, stop, partial(Maxine, shards=settings.shards))
