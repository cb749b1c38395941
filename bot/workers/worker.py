"""One worker process as the bot sees it: started when it is needed, killed when it fails."""

import asyncio
import logging
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from bot import metrics
from bot.workers import protocol
from bot.workers.protocol import Answer, SearchRequest

_log = logging.getLogger(__name__)

# The process finds this very program, however it was started and installed.
_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from bot.workers.child import main; main()"
COMMAND = (sys.executable, "-c", _PROGRAM, *(path or str(Path.cwd()) for path in sys.path))
_STARTS_WITHIN = 60.0  # seconds, on a machine that is busy otherwise
_LONGEST_LINE = 1 << 20  # bytes


class WorkerError(Exception):
    """The process died, or broke the protocol; it is gone, and the next request starts another."""


class OverrunError(WorkerError):
    """The process did not answer in time."""


class Worker:
    """A process that answers one request at a time."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._command = command
        self._process: Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()

    async def start(self) -> Process:
        """Start the process, unless it is running, and wait until it is ready; WorkerError if it fails."""
        async with self._starting:
            if self._process is not None and self._process.returncode is None:
                return self._process
            return await self._start_process()

    async def _start_process(self) -> Process:
        async with self._killed_on_failure(_STARTS_WITHIN):
            process = self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                limit=_LONGEST_LINE,
                start_new_session=True,  # Ctrl-C is for the bot, which may need an answer before it stops
            )
            self._listening = asyncio.create_task(_log_lines(process))
            if await _read_line(process) != protocol.READY:
                raise ValueError("it does not say that it is ready")
        return process

    async def ask(
        self,
        request: SearchRequest[Answer],
        within: float,
        is_interrupted: Callable[[], bool] = lambda: False,
    ) -> Answer:
        """Return the answer; WorkerError if that fails or takes more than `within` seconds.

        If it `is_interrupted` when the request is sent, the search ends at once.
        """
        process = await self.start()
        async with self._killed_on_failure(within):
            stdin, _, _ = _pipes(process)
            stdin.write(protocol.encode_request(request))
            if is_interrupted():
                self.interrupt()
            await stdin.drain()
            return request.decode_answer(await _read_line(process))

    def interrupt(self) -> None:
        """Tell the process to end its search at once, if it has one."""
        if self._process is not None:
            stdin, _, _ = _pipes(self._process)
            stdin.write(protocol.INTERRUPT)

    async def stop(self) -> None:
        """End the process, in any state."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        if self._listening is not None:
            await asyncio.wait([self._listening])
        stdin, stdout, _ = _pipes(process)
        stdin.close()
        with suppress(RuntimeError):  # another task is reading it to its end
            await stdout.read()

    @asynccontextmanager
    async def _killed_on_failure(self, seconds: float) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(seconds):
                yield
        except TimeoutError as error:
            raise await self._failed(OverrunError(f"it took longer than {seconds:.1f} s")) from error
        except (OSError, EOFError, ValueError, TypeError) as error:
            raise await self._failed(WorkerError(f"{type(error).__name__}: {error}")) from error
        except BaseException:
            await self.stop()
            raise

    async def _failed(self, error: WorkerError) -> WorkerError:
        _log.warning("A worker process has failed: %s", error)
        metrics.count_lost_worker("hung" if isinstance(error, OverrunError) else "died")
        await self.stop()
        return error


async def _read_line(process: Process) -> bytes:
    _, stdout, _ = _pipes(process)
    line = await stdout.readline()
    if not line:
        raise EOFError("it has ended")
    return line


async def _log_lines(process: Process) -> None:
    """Log what the process writes besides its answers."""
    _, _, stderr = _pipes(process)
    async for line in stderr:
        _log.warning("A worker process says: %s", line.decode(errors="replace").rstrip())


def _pipes(process: Process) -> tuple[StreamWriter, StreamReader, StreamReader]:
    if process.stdin is None or process.stdout is None or process.stderr is None:
        raise AssertionError("every worker is started with three pipes")
    return process.stdin, process.stdout, process.stderr
