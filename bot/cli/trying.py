"""One run of the playground: the stand-in for Discord, with the bot connected to it."""

import asyncio
import contextlib
import errno
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bot import config
from bot.cli import arguments
from bot.cli.event_loop import log_to_stderr, on_signal
from bot.cli.serving import serve
from bot.client import Maxine
from bot.config import Settings
from bot.delivery import permissions
from bot.endpoint import Door, Endpoint
from bot.extras import needing
from bot.playground import HistoryError, Playground, redirect
from bot.services import Context
from bot.start_errors import StartError, TakenPortError, UnreadableChatError, UnusablePortError
from bot.storage.dumps import without_password

_DATABASE = "sqlite:///playground.db"


async def run_playground(port: int, *, by_http: bool) -> None:
    """Serve the page and run the bot, again after each restart, until the process is asked to end."""
    settings = config.load(default_database=_DATABASE, reads_file=False)
    log_to_stderr(settings, libraries=logging.WARNING)
    logging.getLogger(permissions.__name__).setLevel(logging.WARNING)  # the playground has no invitations
    stop, halt = asyncio.Event(), asyncio.Event()  # `halt` ends one run of the bot, `stop` ends the program
    on_signal(stop.set, halt.set)

    async def restart() -> None:
        halt.set()

    file = config.database_file(settings.database)
    beside = file or Path("playground.db")
    history = beside.with_name(f"{beside.stem}-chat.json")
    async with contextlib.AsyncExitStack() as stack:
        try:
            playground = await stack.enter_async_context(
                Playground(port=port, history=history, on_restart=restart)
            )
        except OSError as error:
            raise _port_error(port, error) from error
        except HistoryError as error:
            raise UnreadableChatError(str(error)) from error
        await _serve_again(settings, playground, stop, halt, by_http=by_http)
    arguments.say(f"Maxine has stopped. The matches are kept in {file or 'the database of DATABASE_URL'}.")


def _port_error(port: int, error: OSError) -> StartError:
    if error.errno == errno.EADDRINUSE:
        return TakenPortError(port)
    return UnusablePortError(port, error.strerror or str(error))


def _at_endpoint(playground: Playground) -> Callable[[Context], Maxine]:
    with needing("http"):
        door = Door(bytes.fromhex(playground.public_key), "127.0.0.1", 0, notice=0)
    return partial(Endpoint, door=door, on_open=playground.deliver_to)


async def _serve_again(
    settings: Settings, playground: Playground, stop: asyncio.Event, halt: asyncio.Event, *, by_http: bool
) -> None:
    redirect(playground.url)
    make = _at_endpoint(playground) if by_http else Maxine
    announcing = asyncio.create_task(_announce(playground, settings.database))
    try:
        while not stop.is_set():
            halt.clear()
            await serve(settings, playground.token, halt, make)
            if by_http:
                await playground.deliver_to()  # no bot receives events now
    finally:
        announcing.cancel()


async def _announce(playground: Playground, database: str) -> None:
    await playground.bot_ready(timeout=None)
    kept = ""
    if database != _DATABASE:
        named = config.database_file(database) or without_password(database)[0]
        kept = f" DATABASE_URL names the database: {named}."
    arguments.say(f"Maxine is ready to play: open {playground.url} (Ctrl-C stops it).{kept}")
