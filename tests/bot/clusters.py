"""A cluster of a test's own: a real scheduler, and workers that are processes which may be killed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


class There:
    """A scheduler in this process, at a port, and workers."""

    def __init__(self, port: int = 0) -> None:
        from distributed import LocalCluster  # noqa: PLC0415 - a tenth of what collecting all tests costs

        make: Any = LocalCluster  # which says nothing of its types
        self._cluster = make(n_workers=0, dashboard_address=":0", scheduler_port=port)
        self.address: str = self._cluster.scheduler_address
        self.port = int(self.address.rpartition(":")[2])
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    def add_worker(self, preload: str = "") -> None:
        """Start a worker that runs a script first, without waiting for it."""
        name = f"worker-{len(self._processes)}"
        options = ["--name", name, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        command = [sys.executable, "-m", "dask", "worker", self.address, *options]
        command += ["--preload", preload] if preload else []
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self._processes[name] = subprocess.Popen(  # noqa: S603 - our own
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def wait(self) -> None:
        self._cluster.wait_for_workers(len(self._processes), timeout=60)

    def pids(self) -> list[int]:
        return [process.pid for process in self._processes.values()]

    def busy(self) -> list[subprocess.Popen[bytes]]:
        """Return the processes that are at something."""
        workers = self._cluster.scheduler.workers.copy().values()
        return [self._processes[each.name] for each in workers if each.processing]

    def end_scheduler(self) -> None:
        """Let the scheduler be gone, whatever the workers are at."""
        self._cluster.close()

    def close(self) -> None:
        for process in self._processes.values():
            process.kill()
            process.wait()
        self._cluster.close()


@contextmanager
def started_there(workers: int, port: int = 0, preload: str = "") -> Iterator[There]:
    """A cluster that is ready."""
    there = There(port)
    try:
        for _ in range(workers):
            there.add_worker(preload)
        there.wait()
        yield there
    finally:
        there.close()
