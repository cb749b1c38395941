"""On a virtual loop hours pass at once, in order, and what is out is waited for."""

import asyncio
import sys
import threading
import time

from tests.virtual import VirtualLoop


async def test_thread_takes_no_time() -> None:
    loop, waits = asyncio.get_running_loop(), threading.Event()
    loop.call_soon(lambda: threading.Timer(0.05, waits.set).start())
    async with asyncio.timeout(0.001):
        assert await asyncio.to_thread(waits.wait)


async def test_connection_takes_no_time() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.readexactly(100_000))
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server, asyncio.timeout(0.001):
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(b"x" * 100_000)
        assert len(await reader.read()) == 100_000
        writer.close()


async def test_time_is_real_while_another_process_runs() -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "input()", stdin=asyncio.subprocess.PIPE
    )
    assert loop.is_real
    began = time.monotonic()
    await asyncio.sleep(0.05)
    assert time.monotonic() - began >= 0.05
    await process.communicate(b"\n")
    assert not loop.is_real
