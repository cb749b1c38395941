"""How she is put on a server: as an image, whose steps are taken here one by one, and as a system service."""

from __future__ import annotations

import http.server
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
STEP = re.compile(r"^([A-Z]+) (.+)$", re.MULTILINE)
BUILD, IMAGE = (ROOT / "Containerfile").read_text(encoding="utf-8").split("\nFROM ")[1:]
UNIT = ROOT / "maxine.service"


def _steps(stage: str, kind: str) -> list[str]:
    return [text for found, text in STEP.findall(stage) if found == kind]


def _shell(*command: str, cwd: Path = ROOT, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, with what it said in one text."""
    out = subprocess.PIPE
    return subprocess.run(  # noqa: S603 - the commands of this repository
        command,
        cwd=cwd,
        env=os.environ | settings,
        stdout=out,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


# The image


def test_image_runs_without_rights() -> None:
    assert _steps(IMAGE, "USER") == ["10001"]
    assert _steps(IMAGE, "WORKDIR") == _steps(IMAGE, "VOLUME") == ["/data"]
    assert _steps(IMAGE, "ENTRYPOINT") == ['["maxine"]']
    assert _steps(IMAGE, "CMD") == ['["run"]']


class _Health(http.server.BaseHTTPRequestHandler):
    status: ClassVar[int]

    def do_GET(self) -> None:
        self.send_response(self.status if self.path == "/readyz" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize(
    ("answer", "host", "status"),
    [(200, "", 0), (200, "0.0.0.0", 0), (200, "127.0.0.2", 0), (503, "", 1)],  # noqa: S104 - as in containers
)
def test_health_check_asks_for_readiness(
    monkeypatch: pytest.MonkeyPatch, answer: int, host: str, status: int
) -> None:
    (check,) = _steps(IMAGE, "HEALTHCHECK")
    _, program, code = json.loads(check.partition(" CMD ")[2])
    monkeypatch.setattr(_Health, "status", answer, raising=False)
    with http.server.HTTPServer((host or "127.0.0.1", 0), _Health) as server:
        threading.Thread(target=server.handle_request).start()
        port = str(server.server_port)
        done = _shell(sys.executable, program, code, METRICS_PORT=port, METRICS_HOST=host)
        assert done.returncode == status


def _in(folder: Path, text: str) -> str:
    """Let the paths of the image be paths in a folder."""
    return re.sub(r"(?<![\w.])/(opt|src|data)\b", rf"{folder}/\1", text)


def _build(folder: Path) -> None:
    """Take the steps of the first stage, but for the compiler, which is here or is not."""
    for name in ("src", "opt", "data"):
        (folder / name).mkdir()
    for step in _steps(BUILD, "COPY"):
        *sources, target = step.split()
        for source in sources:
            _copy(ROOT / source, folder / "src" / target)
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    for step in _steps(BUILD, "RUN"):
        if not step.startswith("apt-get "):
            done = _shell("sh", "-ec", _in(folder, step), cwd=folder / "src", PATH=path, PYTHONPATH="")
            assert done.returncode == 0, done.stdout


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        target.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


@pytest.mark.installed
def test_image_writes_only_its_data(tmp_path: Path) -> None:
    _build(tmp_path)
    shutil.rmtree(tmp_path / "src")
    script = """mount --bind "$1" "$1"; mount --bind "$1/data" "$1/data"; mount -o remount,bind,ro "$1"
        cd "$1/data"; ! touch ../opt/anything 2>/dev/null
        maxine --version; maxine doctor || true; maxine backup copy.db || true"""
    maxine = str(tmp_path / "opt" / "maxine" / "bin")
    inside = ["unshare", "--user", "--map-root-user", "--mount"]
    if _shell(*inside, "true").returncode:
        pytest.skip("this machine does not let us mount a file system of our own")
    said = _shell(
        *(*inside, "sh", "-ec", script, "sh", str(tmp_path)),
        PATH=f"{maxine}:{os.environ['PATH']}",
        PYTHONPATH="",
        PYTHONDONTWRITEBYTECODE="1",
    ).stdout.splitlines()
    assert said[0].startswith("maxine 0.")
    assert "database: ok: maxine.db is made ready at the first start" in said
    compiled = "ok: compiled" if shutil.which("gcc") else "ok: not compiled"
    assert any(line.startswith(f"workers: {compiled}") for line in said)
    assert said[-1].startswith("maxine: The database maxine.db cannot be opened: ")


# The service


def _unit() -> Iterator[tuple[str, str]]:
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield name, value


def test_service_has_its_own_account() -> None:
    unit = dict(_unit())
    assert shlex.split(unit["ExecStart"]) == ["/opt/maxine/bin/maxine", "run"]
    assert unit["User"] == unit["StateDirectory"] == "maxine"
    assert unit["RestartPreventExitStatus"] == "2"  # which says that a setting is wrong
    for name in ("NoNewPrivileges", "PrivateTmp", "ProtectHome", "RestrictNamespaces"):
        assert unit[name] == "yes"
    assert unit["ProtectSystem"] == "strict"
    assert unit["CapabilityBoundingSet"] == ""
    assert unit.get("ProcSubset", "all") == "all"  # without /proc/stat there are no metrics of the process


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd is here to judge the unit")
def test_service_is_hardened(tmp_path: Path) -> None:
    (tmp_path / UNIT.name).write_text(
        UNIT.read_text(encoding="utf-8").replace("/opt/maxine/bin/maxine", sys.executable), encoding="utf-8"
    )
    verified = _shell("systemd-analyze", "verify", str(tmp_path / UNIT.name))
    assert (verified.returncode, verified.stdout) == (0, "")
    judged = _shell(
        *("systemd-analyze", "security", "--offline=yes", "--threshold=20", str(tmp_path / UNIT.name))
    )
    assert judged.returncode == 0, judged.stdout
