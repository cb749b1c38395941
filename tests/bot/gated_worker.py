"""A worker whose answers wait until a file is there: `gated_worker.py FILE SYS.PATH...`."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any


def run(gate: Path) -> None:
    """Be a worker, but for the waiting."""
    from bot.workers import child, wire  # noqa: PLC0415 - the path to it has only now been set

    think = child._answer

    def wait_and_think(request: wire.Request[Any]) -> bytes:
        while not gate.exists():
            time.sleep(0.005)
        return think(request)

    child._answer = wait_and_think
    child.main()


if __name__ == "__main__":
    sys.path[:] = sys.argv[2:]
    run(Path(sys.argv[1]))
