"""The audit of dependencies fails for a weakness that is known, and for nothing else."""

import http.server
import json
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WEAKNESS = {
    "id": "PYSEC-0000-1",
    "summary": "Made up.",
    "details": "Made up.",
    "affected": [
        {
            "package": {"name": "aiohttp", "ecosystem": "PyPI"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}]}],
        }
    ],
}

pytestmark = pytest.mark.installed


@contextmanager
def _list_of(*weak: str) -> Iterator[str]:
    """Stand in for the public list of weaknesses, in which some packages have one; yield its address."""

    class Answers(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            found = {"vulns": [WEAKNESS]} if asked["package"]["name"] in weak else {}
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(found).encode())

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def _audit(url: str, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(  # noqa: S603 - of this repository
        [str(ROOT / ".ci" / "audit"), *arguments],
        env=os.environ | {"OSV_URL": url, "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_only_known_weakness_fails(tmp_path: Path) -> None:
    with _list_of("aiohttp") as url:
        status, said = _audit(url, str(tmp_path / "maxine.cdx.json"))
    assert status == 1
    assert "PYSEC-0000-1" in said
    parts = json.loads((tmp_path / "maxine.cdx.json").read_text(encoding="utf-8"))
    assert parts["metadata"]["component"]["name"] == "maxine"
    assert {"aiohttp", "discord-py"} <= {part["name"] for part in parts["components"]}
    with _list_of("something-else") as url:
        status, said = _audit(url)
    assert (status, "No known vulnerabilities found" in said) == (0, True)


def test_unreachable_list_fails_nothing() -> None:
    status, said = _audit("http://127.0.0.1:1/")
    assert status == 0
    assert "Not audited: http://127.0.0.1:1/ cannot be reached from here." in said
