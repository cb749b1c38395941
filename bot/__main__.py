"""The command line, and the one place where settings, storage, services and client are put together."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import gc
import logging
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import engine
from bot import __version__, client, config, memory
from bot.errors import (
    MissingTokenError,
    SettingError,
    StartError,
    TakenPortError,
    UnreadableChatError,
    UnusablePortError,
)
from bot.playground import HistoryError, Playground, redirect
from bot.rendering import trees, views
from bot.services import Context
from bot.storage.sqlite import lock, open_storage
from bot.words.language import ENGLISH
from bot.words.starting import format_failure
from bot.workers import Analysts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_RUN = "Connects Maxine to Discord with DISCORD_TOKEN, from the environment or from .env. Ctrl-C stops her."
_PLAYGROUND = (
    "Starts a stand-in for Discord on this machine with Maxine connected to it, and prints the address of its"
    " page. It needs no token. Ctrl-C stops both."
)
_PUZZLES = (
    "Looks for puzzles, proves that each has a single solution, and adds them to the files that Maxine gives"
    " them from. A bot that is running has them after its next start. It takes seconds for small games, up to"
    " an hour for the others, and days for Oware. Ctrl-C stops it: what was found so far is kept."
)
_ARENA = (
    "Lets players meet, each pair on both sides equally often, on all cores, and prints who won how much"
    " against whom, and ratings fitted to all results at once. The same seed gives the same table."
)
_TRAIN = (
    "Lets a player learn a game by playing against itself, replaces the file that it plays by, and prints how"
    " it fares. The same seed and number of games make the same file. A network takes minutes, and numpy:"
    " pip install 'maxine[train]'."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.print_help()
        return 0
    try:
        if options.command in _WORKS:
            return _WORKS[options.command](options)
        with contextlib.suppress(KeyboardInterrupt):  # where the platform has no signal handlers
            asyncio.run(_run() if options.command == "run" else _playground(options.port))
    except SettingError as error:
        return _fail(format_failure(ENGLISH, error), 2)
    except StartError as error:
        return _fail(format_failure(ENGLISH, error), 1)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="maxine", description="A Discord bot that plays board games and can always say why."
    )
    parser.add_argument("--version", action="version", version=f"maxine {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command")
    commands.add_parser("run", help="connect to Discord with DISCORD_TOKEN", description=_RUN)
    playground = commands.add_parser(
        "playground", help="try her out on this machine, without a token", description=_PLAYGROUND
    )
    playground.add_argument("--port", type=_port, default=8765, help="of the page (8765); 0: any free one")
    puzzles = commands.add_parser(
        "puzzles", help="find puzzles, which she has after her next start", description=_PUZZLES
    )
    puzzles.add_argument("--game", choices=engine.game_slugs(), help="the game to find them for (all games)")
    puzzles.add_argument("--count", type=_count, default=400, help="how many of each difficulty (400)")
    puzzles.add_argument("--seed", type=int, default=2026, help="the same seed finds the same puzzles (2026)")
    puzzles.add_argument("--to", type=_folder, help="the folder for the files (where she looks for them)")
    arena = commands.add_parser("arena", help="let players meet, and rate them", description=_ARENA)
    arena.add_argument("--game", choices=engine.game_slugs(), default="tic-tac-toe", help="(tic-tac-toe)")
    arena.add_argument(
        "--players", type=_players, help="names with commas between them (random, greedy and the levels)"
    )
    arena.add_argument(
        "--games", type=_count, default=100, help="matches of each pair (100), rounded up to an even number"
    )
    arena.add_argument("--seed", type=int, default=2026, help="the same seed gives the same table (2026)")
    arena.add_argument("--json", type=Path, help="a file for the table")
    arena.add_argument("--picture", type=Path, help="a file for a picture of the ratings, as PNG")
    arena.add_argument("--cluster", metavar="ADDRESS", help="play on the Dask cluster of this scheduler")
    train = commands.add_parser("train", help="let a player learn a game", description=_TRAIN)
    train.add_argument("kind", choices=("q-table", "neural"), help="what is learnt: a table, or a network")
    train.add_argument("--game", choices=engine.game_slugs(), default="tic-tac-toe", help="(tic-tac-toe)")
    train.add_argument("--games", type=_count, default=20_000, help="how many it plays (20000)")
    train.add_argument("--seed", type=int, default=2026, help="the same seed learns the same (2026)")
    train.add_argument("--to", type=_folder, help="the folder for the file (where the player looks for it)")
    train.add_argument("--picture", type=Path, help="a PNG file for the learning curve")
    return parser


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:  # noqa: PLR2004 - the highest port there is
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")
    return int(text)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not int(text):
        raise argparse.ArgumentTypeError(f"a count is a number from 1, not {text!r}")
    return int(text)


def _players(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    if unknown := [name for name in names if name not in engine.player_names()]:
        raise argparse.ArgumentTypeError(f"there is no player {unknown[0]!r}")
    if len(names) < 2:  # noqa: PLR2004 - a pair
        raise argparse.ArgumentTypeError("it takes two players at least")
    return names


def _folder(text: str) -> Path:
    if not Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {text!r}")
    return Path(text)


def _fail(sentence: str, status: int) -> int:
    print(f"maxine: {sentence}", file=sys.stderr)  # noqa: T201 - the sentence for whoever started her
    return status


def _make_puzzles(options: argparse.Namespace) -> int:
    try:
        from bot import puzzlemaking  # noqa: PLC0415 - she plays without it

        games = engine.game_slugs() if options.game is None else (options.game,)
        puzzlemaking.make(games, options.count, options.seed, options.to)
    except KeyboardInterrupt:
        return _fail("Stopped. What was found so far is kept.", 130)
    return 0


def _hold_arena(options: argparse.Namespace) -> int:
    from bot import tournament  # noqa: PLC0415 - she plays without it

    names = options.players or ("random", "greedy", *engine.LEVELS)
    if strangers := [
        name for name in names if not engine.get_player(name).knows(engine.get_game(options.game))
    ]:
        return _fail(f"{strangers[0]} does not know {options.game}.", 2)
    try:
        results = tournament.hold_here(options.game, names, options.games, options.seed, options.cluster)
    except KeyboardInterrupt:
        return _fail("Stopped.", 130)
    _say(results.as_table())
    try:
        if options.json is not None:
            options.json.write_text(results.as_json(), encoding="utf-8")
        if options.picture is not None:
            options.picture.write_bytes(results.as_picture())
    except OSError as error:
        return _fail(f"{error.filename} cannot be written: {error.strerror}.", 1)
    return 0


def _train(options: argparse.Namespace) -> int:
    from bot import training  # noqa: PLC0415 - she plays without it
    from bot.rendering.learning import render_learning  # noqa: PLC0415 - likewise

    if not training.is_learnable(options.kind, options.game):
        return _fail(f"{options.kind} cannot learn {options.game}.", 2)
    try:
        report = training.train(options.kind, options.game, options.games, options.seed, options.to)
        if options.picture is not None:
            title = f"{options.kind} learns {options.game}: points won after so many games"
            options.picture.write_bytes(render_learning(title, report.curves()))
    except KeyboardInterrupt:
        return _fail("Stopped. Nothing was written.", 130)
    except ImportError:
        return _fail("A network learns with numpy, which is not there: pip install 'maxine[train]'.", 1)
    except OSError as error:
        return _fail(f"{error.filename} cannot be written: {error.strerror}.", 1)
    _say(f"{report.path}, {report.path.stat().st_size:,} bytes\n\n{report.as_table()}")
    return 0


_WORKS = {"puzzles": _make_puzzles, "arena": _hold_arena, "train": _train}
"""What is done without connecting to anything."""


async def _run() -> None:
    settings = config.load()
    if settings.token is None:
        raise MissingTokenError
    _log_to_stderr(settings.log_level)
    stop = asyncio.Event()
    _on_signal(stop.set)
    await _serve(settings.database, settings.token, stop)


async def _playground(port: int) -> None:
    settings = config.load(default_database="sqlite:///playground.db")
    _log_to_stderr(settings.log_level, libraries=logging.WARNING)
    stop, halt = asyncio.Event(), asyncio.Event()  # halt ends one run of the bot, stop all of it
    _on_signal(stop.set, halt.set)

    async def restart() -> None:
        halt.set()

    history = settings.database.with_name(f"{settings.database.stem}-chat.json")
    async with contextlib.AsyncExitStack() as stack:
        try:
            playground = await stack.enter_async_context(
                Playground(port=port, history=history, on_restart=restart)
            )
        except OSError as error:
            raise _port_error(port, error) from error
        except HistoryError as error:
            raise UnreadableChatError(str(error)) from error
        await _serve_again(settings.database, playground, stop, halt)
    _say(f"Maxine has stopped. Her matches wait in {settings.database}.")


def _port_error(port: int, error: OSError) -> StartError:
    if error.errno == errno.EADDRINUSE:
        return TakenPortError(port)
    return UnusablePortError(port, error.strerror or str(error))


def _say(sentence: str) -> None:
    print(sentence, flush=True)  # noqa: T201 - for whoever started her


async def _serve_again(
    database: Path, playground: Playground, stop: asyncio.Event, halt: asyncio.Event
) -> None:
    redirect(playground.url)
    announcing = asyncio.create_task(_announce(playground))
    try:
        while not stop.is_set():
            halt.clear()
            await _serve(database, playground.token, halt)
    finally:
        announcing.cancel()


async def _announce(playground: Playground) -> None:
    await playground.bot_ready(timeout=None)
    _say(f"Maxine is ready to play: open {playground.url} (Ctrl-C stops her).")


async def _serve(database: Path, token: str, stop: asyncio.Event) -> None:
    gc.set_threshold(20_000, 2, 2)  # seldom, but then soon in all that is newer than the start
    sys.setswitchinterval(0.0005)  # seconds: a click that waits for a thread that draws has no time for 5 ms
    memory.return_freed()
    with lock.hold(database):
        storage, analysts = await open_storage(database), Analysts()
        try:
            engine.puzzles.daily(0)  # which puts all days in their order, once and for all
            analysts.prepare()
            views.prepare()
            trees.prepare()
            gc.collect()
            gc.freeze()  # what is there now stays, and only what comes later is looked through
            await client.run(Context(storage, analysts), token, stop)
        finally:
            await analysts.close()
            await storage.close()


def _on_signal(*reactions: Callable[[], None]) -> None:
    def react() -> None:
        for reaction in reactions:
            reaction()

    with contextlib.suppress(NotImplementedError):  # on Windows Ctrl-C raises KeyboardInterrupt instead
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, react)


def _log_to_stderr(level: int, libraries: int = logging.INFO) -> None:
    """Log to standard error; libraries never below INFO, as their details hold tokens and message text."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for library in ("discord", "aiohttp", "aiosqlite", "asyncio"):
        logging.getLogger(library).setLevel(max(level, libraries))


if __name__ == "__main__":
    sys.exit(main())
