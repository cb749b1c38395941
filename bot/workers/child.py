"""The main program of a worker process: it answers request after request, until its standard input ends."""

import gc
import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import engine
from bot import memory
from bot.workers import protocol

_interrupt = threading.Event()
_NICE = 5  # niceness, as the bot must answer at once; at more the process starves beside others


def main() -> None:
    """Answer every line of standard input with one on standard output, in order."""
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # other output must not mix with the answers
    _lower_priority()
    memory.return_freed()
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read_requests, args=(lines,), daemon=True).start()
    warm_up()
    gc.collect()
    gc.freeze()  # or each garbage collection would scan all of it
    line = protocol.READY
    while True:
        answers.write(line)
        answers.flush()
        gc.collect()  # it also frees what Python keeps for reuse, as 15 MB for 2,000 tuples of a search
        memory.return_gaps()
        request = protocol.decode_request(lines.get())  # after the last search's memory was given back
        line = protocol.write_answer(request, _interrupt.is_set)


def _lower_priority() -> None:
    """Lower this process's priority below the bot's, and ignore signals: only the bot ends it."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # Ctrl-C and service managers signal every process they find
        if hasattr(signal, name):  # Windows has no terminals that hang up
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    with suppress(OSError):  # Linux may weigh whole sessions, and apply niceness only within one
        Path("/proc/self/autogroup").write_text(str(_NICE), encoding="ascii")


def _read_requests(lines: SimpleQueue[bytes]) -> None:
    """Queue the requests; at the end of the input the bot is gone, and the process ends."""
    for line in sys.stdin.buffer:
        if line == protocol.INTERRUPT:
            _interrupt.set()
        else:
            _interrupt.clear()  # here, as more may be read before the request is taken
            lines.put(line)
    os._exit(0)


def warm_up() -> None:
    """Load what the larger games need: tables and books."""
    for slug in engine.game_slugs():
        game = engine.get_game(slug)
        if not engine.is_instant(game):
            engine.analyse(game.initial(), stop=lambda: True)
