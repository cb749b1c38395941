"""What comes in at the door: other sites, and requests beyond all measure."""

import asyncio
import io
import json
import logging
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import aiohttp
import pytest

from bot.playground.bodies import FORM_MOST, REQUEST_MOST
from bot.playground.gateway import PAYLOAD_MOST
from bot.playground.live import FRAME_MOST
from bot.playground.reading import DEPTH_MOST
from tests.patience import LONG
from tests.playground.small_bot import SmallBot
from tests.trouble import Playground

ELSEWHERE = [
    {"Host": "evil.example"},
    *({"Origin": origin} for origin in ("http://evil.example", "https://127.0.0.1", "null")),
]
LARGE = 60 * 1024 * 1024
MULTIPART = "multipart/form-data; boundary=b"
NAMED = 'Content-Disposition: form-data; name="payload_json"'


@pytest.fixture(autouse=True)
def _no_traceback(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever came, the log has no traceback of it."""
    caplog.set_level(logging.DEBUG)
    yield
    assert not [record for record in caplog.records if record.exc_info]


def _messages(playground: Playground) -> str:
    return f"/api/v10/channels/{playground.channels[0].id}/messages"


async def _answered(playground: Playground, sent: bytes) -> tuple[int, Any]:
    """Say something by hand; the status and what is said to it, though the rest was never sent."""
    host, port = playground.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(sent.replace(b"HOST", f"{host}:{port}".encode()))
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), LONG)
        length = re.search(rb"Content-Length: (\d+)", head)
        assert length is not None
        return int(head.split()[1]), json.loads(await reader.readexactly(int(length[1])))
    finally:
        writer.close()
        await writer.wait_closed()


def _begun(path: str, length: int, *headers: str) -> bytes:
    """The beginning of a request that is to carry so many bytes, none of which is sent."""
    lines = [f"POST {path} HTTP/1.1", "Host: HOST", f"Content-Length: {length}", *headers, "", ""]
    return "\r\n".join(lines).encode()


def _token(playground: Playground) -> str:
    return f"Authorization: Bot {playground.token}"


@pytest.mark.parametrize("headers", ELSEWHERE)
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/live",
        "/page/index.html",
        "/attachments/1/2/x",
        "/gateway",
        "/api/v10/gateway",
        "/api/v10/x",
        "/nowhere",
    ],
)
async def test_nothing_is_served_to_other_sites(
    playground: Playground, headers: dict[str, str], path: str
) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.get(playground.url + path, headers=headers) as response,
    ):
        assert (response.status, (await response.json())["code"]) == (403, 0)


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/channels/1/messages", 401, 0),
        ("/interactions/1/forged/callback", 404, 10062),
        ("/webhooks/1/forged", 404, 10015),
        ("/webhooks/1/forged?wait=true", 404, 10015),
        ("/nowhere", 404, 0),
    ],
)
async def test_asker_is_checked_before_the_body(
    playground: Playground, path: str, status: int, code: int
) -> None:
    answered, told = await _answered(playground, _begun("/api/v10" + path, REQUEST_MOST))
    assert (answered, told["code"]) == (status, code)


async def test_answered_interaction_is_refused_unread(playground: Playground, bot: SmallBot) -> None:
    await playground.command(playground.people[0], playground.channels[0], "echo", text="hi")
    path = f"/api/v10/interactions/{bot.asked[0].id}/{bot.asked[0].token}/callback"
    status, told = await _answered(playground, _begun(path, FORM_MOST))
    assert (status, told["code"]) == (400, 40060)


@pytest.mark.parametrize(
    ("kind", "length"), [("application/json", FORM_MOST + 1), (MULTIPART, REQUEST_MOST + 1)]
)
async def test_declared_size_is_refused_unread(playground: Playground, kind: str, length: int) -> None:
    sent = _begun(_messages(playground), length, _token(playground), f"Content-Type: {kind}")
    status, told = await _answered(playground, sent)
    assert (status, told["code"]) == (413, 40005)


@pytest.mark.parametrize("kind", ["application/json", MULTIPART])
async def test_endless_body_is_given_up(playground: Playground, kind: str) -> None:
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        yield b'--b\r\nContent-Disposition: form-data; name="files[0]"; filename="x"\r\n\r\n'
        while read < LARGE:
            read += 1 << 20
            yield bytes(1 << 20)

    headers = {"Authorization": f"Bot {playground.token}", "Content-Type": kind}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(playground.url + _messages(playground), data=endless()) as response,
    ):
        assert (response.status, (await response.json())["code"]) == (413, 40005)
    assert playground.world.files == {}


async def test_json_beside_files_is_bounded_too(playground: Playground) -> None:
    form = f"--b\r\n{NAMED}\r\n\r\n{json.dumps({'content': 'x' * FORM_MOST})}\r\n--b--".encode()
    headers = {"Authorization": f"Bot {playground.token}", "Content-Type": MULTIPART}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(playground.url + _messages(playground), data=io.BytesIO(form)) as response,
    ):
        assert (response.status, (await response.json())["code"]) == (413, 40005)


@pytest.mark.parametrize(
    "sent",
    [
        f"GET /{'x' * 100_000} HTTP/1.1\r\nHost: HOST\r\n\r\n",
        f"GET /api/v10/users/{'1' * 3_000} HTTP/1.1\r\nHost: HOST\r\n\r\n",
        f"GET /?{'x' * 10_000} HTTP/1.1\r\nHost: HOST\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: HOST\r\nX: {'x' * 20_000}\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: HOST\r\n{'X: x' * 5_000}\r\n\r\n",
        "GET http://[::1 HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: -1\r\n\r\n",
        "\x16\x03\x01 is no HTTP\r\n\r\n",
    ],
    ids=["path", "id", "query", "header", "headers", "address", "length", "TLS"],
)
async def test_malformed_request_is_answered(playground: Playground, sent: str) -> None:
    assert await _answered(playground, sent.encode()) == (400, {"message": "400: Bad Request", "code": 0})


@pytest.mark.parametrize("name", ["%00", "a" * 1_000, "css", "..%2fworld.py"])
async def test_page_that_cannot_be_is_none(playground: Playground, name: str) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{playground.url}/page/{name}") as response,
    ):
        assert response.status == 404


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"content": "x", "more":' * 400 + "1" + "}" * 400,
        '{"content": "x", "more":' * (DEPTH_MOST + 1) + "1" + "}" * (DEPTH_MOST + 1),
        '{"content": "x", "more": NaN}',
        '{"content": "x", "more": -Infinity}',
        '{"content": "x", "more": 1e999}',
        f'{{"content": "x", "more": {"9" * 5_000}}}',
        '{"content": "\xff"}',
    ],
    ids=["deepest", "deep", "too deep", "nan", "infinity", "1e999", "digits", "bytes"],
)
async def test_json_beyond_all_measure_is_invalid(playground: Playground, text: str) -> None:
    headers = {"Authorization": f"Bot {playground.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(playground.url + _messages(playground), data=text.encode("latin-1")) as response,
    ):
        assert (response.status, (await response.json())["code"]) == (400, 50109)
    assert playground.messages(playground.channels[0]) == []


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", "x"),
        (MULTIPART, "--b\r\nno header\r\n\r\nx"),
        (MULTIPART, f"--b\r\nX: {'x' * 100_000}\r\n\r\nx"),
        (MULTIPART, f"--b\r\n{NAMED}\r\nContent-Transfer-Encoding: odd\r\n\r\n{{}}\r\n--b--"),
        (MULTIPART, f"--b\r\n{NAMED}\r\nContent-Type: text/plain; charset=odd\r\n\r\n{{}}\r\n--b--"),
        (MULTIPART, '--b\r\nContent-Disposition: form-data; name="files[x]"; filename="x"\r\n\r\nx\r\n--b--'),
    ],
    ids=["no boundary", "no header", "long header", "transfer", "charset", "number"],
)
async def test_malformed_multipart_is_refused(playground: Playground, kind: str, body: str) -> None:
    headers = {"Authorization": f"Bot {playground.token}", "Content-Type": kind}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.post(playground.url + _messages(playground), data=body) as response,
    ):
        assert (response.status, (await response.json())["code"]) == (400, 50035)


async def test_interrupted_body_is_no_mistake(playground: Playground) -> None:
    host, port = playground.url.removeprefix("http://").split(":")
    _, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        _begun(_messages(playground), 100, _token(playground)).replace(b"HOST", f"{host}:{port}".encode())
    )
    await writer.drain()
    await asyncio.sleep(0.05)
    writer.transport.abort()
    await asyncio.sleep(0.05)
    assert playground.messages(playground.channels[0]) == []


async def _closed(playground: Playground, path: str, frame: str) -> int | None:
    """The code a socket is closed with after a frame."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(playground.url + path, compress=15) as socket,
    ):
        await socket.send_str(frame)
        async with asyncio.timeout(LONG):
            async for _ in socket:
                pass
        return socket.close_code


def _heartbeat(size: int) -> str:
    empty = json.dumps({"op": 1, "d": ""})
    return json.dumps({"op": 1, "d": "x" * (size - len(empty))})


async def test_frame_has_at_most_4096_bytes(playground: Playground) -> None:
    assert await _closed(playground, "/gateway", _heartbeat(PAYLOAD_MOST + 1)) == 4002
    assert await _closed(playground, "/gateway", "x" * (1 << 20)) == 1009
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(playground.url + "/gateway") as socket,
    ):
        await socket.receive_json()
        await socket.send_str(_heartbeat(PAYLOAD_MOST))
        assert (await socket.receive_json(timeout=LONG))["op"] == 11


async def test_frame_of_the_page_is_bounded(playground: Playground) -> None:
    assert await _closed(playground, "/live", "x" * (FRAME_MOST + 1)) == 1009
