"""Workers that are ready at once: each is forked from a process that has loaded all that they need.

What the bot starts, talks to and kills is a process that hands its standard files on, and waits: when either
of the two ends, so does the other. Workers as they are shipped are the matter of `test_workers.py`.
"""

import atexit
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from bot.workers.protocol import SearchRequest

_FRONT = """
import _socket, array, sys
server = _socket.socket(_socket.AF_UNIX)
server.connect(sys.argv[1])
files = array.array("i", [0, 1, 2])
server.sendmsg([sys.argv[2].encode()], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, files)])
server.recv(1)
"""
_SCRIPT_MOST = 1 << 16  # bytes
_PLAYOUTS = 100  # and whatever else players poll for who do not count it, in a fifth of a second


def ready_worker(script: str = "") -> list[str]:
    """Return the command of a worker that runs a script before it begins to work."""
    front = [sys.executable, "-I", "-S", "-c", _FRONT]  # it is started again and again, so it loads little
    return [*front, _address(), script or "pass"]


@cache
def _address() -> str:
    """Open a fork server, until this process ends."""
    folder = tempfile.TemporaryDirectory()
    address = str(Path(folder.name, "server"))
    search_path = (each or str(Path.cwd()) for each in sys.path)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(address)
        door.listen()
        command = (sys.executable, __file__, str(door.fileno()), *search_path)
        server = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=[door.fileno()])  # noqa: S603 - our own

    @atexit.register
    def close() -> None:
        server.communicate()
        folder.cleanup()

    return address


def _run(door: socket.socket) -> None:
    """Fork a worker for each who knocks, until standard input ends."""
    from bot.workers import child, protocol  # noqa: PLC0415 - the path to it has only now been set

    child.warm_up()
    child.warm_up = lambda: None
    child._NICE = 0  # tests wait for it
    protocol.write_answer = _answer_in_work
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    while sys.stdin not in select.select([sys.stdin, door], [], [])[0]:
        front, _ = door.accept()
        if os.fork() == 0:
            door.close()
            _take_over(front)
            child.main()
        front.close()


def _answer_in_work(request: SearchRequest[Any], is_interrupted: Callable[[], bool]) -> bytes:
    """Do two fifths of the work of the seconds granted: what is found is the same on every machine."""
    from engine import get_player  # noqa: PLC0415 - the same
    from engine.analysis import polls_in  # noqa: PLC0415 - the same
    from engine.solver import limit_polls  # noqa: PLC0415 - the same

    game, name = request.state.game, getattr(request, "player_name", None)
    polls = polls_in(game) if name is None else get_player(name).polls(game) or _PLAYOUTS
    return request.encode_answer(
        request.find_answer(limit_polls(round(2 * request.seconds * polls), is_interrupted))
    )


def _take_over(front: socket.socket) -> None:
    """Become a process of its own, with the files of the one that knocked."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    script, files, _, _ = socket.recv_fds(front, _SCRIPT_MOST, 3)
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    threading.Thread(target=_end_with, args=(front,), daemon=True).start()
    exec(script, {})  # noqa: S102 - our own


def _end_with(front: socket.socket) -> None:
    front.recv(1)
    os._exit(0)


if __name__ == "__main__":
    sys.path[:] = sys.argv[2:]
    _run(socket.socket(fileno=int(sys.argv[1])))
