"""What a worker process runs: it answers request after request, until its standard input ends."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import engine
from bot import memory
from bot.workers import protocol

if TYPE_CHECKING:
    from bot.workers.protocol import Request

_hurry = threading.Event()
_NICE = 5  # how far it steps back for the bot, which must answer at once; more, and it starves beside others


def main() -> None:
    """Answer every line of standard input with one on standard output, in order."""
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # whatever else is printed is no answer
    _step_back()
    memory.return_freed()
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    warm_up()
    gc.collect()
    gc.freeze()  # or each collection would look through all of it
    line = protocol.READY
    while True:
        answers.write(line)
        answers.flush()
        gc.collect()  # also what Python keeps for reuse: 2,000 tuples of a search hold 15 MB of what it took
        memory.return_gaps()
        line = _answer(protocol.decode_request(lines.get()))  # when what was taken last is given back


def _step_back() -> None:
    """Let the bot come first, and let it alone decide when a worker ends."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # Ctrl-C and service managers mean every process they find
        if hasattr(signal, name):  # Windows has no terminals that hang up
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    with suppress(OSError):  # Linux may weigh whole sessions, and only within one the niceness of a process
        Path("/proc/self/autogroup").write_text(str(_NICE), encoding="ascii")


def _read(lines: SimpleQueue[bytes]) -> None:
    """Pass requests on; when there can be no more, nobody waits for an answer either."""
    for line in sys.stdin.buffer:
        if line == protocol.HURRY:
            _hurry.set()
        else:
            _hurry.clear()  # here, for what follows may be read before the request is taken up
            lines.put(line)
    os._exit(0)


def warm_up() -> None:
    """Load what the larger games need: tables and books."""
    for slug in engine.game_slugs():
        game = engine.get_game(slug)
        if not engine.is_instant(game):
            engine.analyse(game.initial(), stop=lambda: True)


def _answer(request: Request[Any]) -> bytes:
    end = time.monotonic() + request.seconds
    return request.encode_answer(request.find_answer(lambda: _hurry.is_set() or time.monotonic() >= end))
