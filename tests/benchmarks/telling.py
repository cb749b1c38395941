"""Workers that tell of each search, and who hears it."""

import logging
import os
from typing import IO

_ANSWER = """
import os, sys, time
from bot.workers import child, protocol
def answer(request, is_interrupted):
    end, looks = time.monotonic() + request.seconds, 0
    def stop():
        nonlocal looks
        looks += 1
        return is_interrupted() or time.monotonic() >= end
    found = request.find_answer(stop)
    print(type(request).__name__, request.seconds, looks, flush=True)
    return request.encode_answer(found)
protocol.write_answer = answer
"""
TELLING = f"import sys; sys.path[:] = sys.argv[1:]\n{_ANSWER}\nchild.main()\n"
TELLING_THERE = f"{_ANSWER}\nos.nice(10)\n"


class Ear(logging.Handler):
    """What the worker has told of each search: its kind, the seconds granted, and how often it looked."""

    def __init__(self, out: IO[bytes] | None) -> None:
        super().__init__()
        self._lines: list[str] = []
        self._out = out

    @property
    def searches(self) -> list[tuple[str, float, int]]:
        """All of it: from the log, or what a worker of a cluster has written."""
        if self._out is not None:
            self._lines = os.pread(self._out.fileno(), 1 << 24, 0).decode().splitlines()
        each = (line.split()[-3:] for line in self._lines)
        return [(kind, float(seconds), int(looks)) for kind, seconds, looks in each]

    def emit(self, record: logging.LogRecord) -> None:
        """Remember what it tells."""
        self._lines.append(record.getMessage())
