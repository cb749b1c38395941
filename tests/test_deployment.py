"""How she is put on a server: as an image, whose steps are taken here one by one, a wheel, or a service."""

import http.server
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar
from urllib.parse import urlsplit

import pytest
import yaml  # type: ignore[import-untyped]

from bot import config

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


# Compose

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES = COMPOSE["services"]
PLACE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")


def _filled(text: str, **given: str) -> str:
    """Put in what is given, as compose does."""

    def fill(found: re.Match[str]) -> str:
        name, kind, default = found.groups()
        assert given.get(name) or kind == "-", f"{name} must be given"
        return given.get(name) or str(default)

    return PLACE.sub(fill, text)


def _environment(service: str, **given: str) -> dict[str, str]:
    return {name: _filled(value, **given) for name, value in SERVICES[service]["environment"].items()}


def _mounts(service: str) -> dict[str, str]:
    return dict(each.split(":") for each in SERVICES[service]["volumes"])


@pytest.mark.parametrize(
    ("profile", "services"),
    [("sqlite", ["maxine"]), ("postgresql", ["maxine-postgresql", "postgresql"])],
)
def test_profile_has_its_services(profile: str, services: list[str]) -> None:
    assert [name for name, each in SERVICES.items() if each["profiles"] == [profile]] == services
    assert {volume for name in services for volume in _mounts(name)} <= COMPOSE["volumes"].keys()
    maxine = SERVICES[services[0]]
    (health,) = _steps(IMAGE, "HEALTHCHECK")
    options, _, command = health.partition(" CMD ")
    told = {name: f"--{name.replace('_', '-')}={value}" for name, value in maxine["healthcheck"].items()}
    assert maxine["healthcheck"]["test"] == ["CMD", *json.loads(command)]
    assert {value for name, value in told.items() if name != "test"} == {*options.split()}
    assert maxine["build"] == {"context": ".", "dockerfile": "Containerfile"}


@pytest.mark.parametrize("service", ["maxine", "maxine-postgresql"])
def test_compose_gives_settings_she_reads(monkeypatch: pytest.MonkeyPatch, service: str) -> None:
    given = _environment(service, DISCORD_TOKEN="token", POSTGRES_PASSWORD="p@ss/word")  # noqa: S106 - none
    known = re.findall(r"^(\w+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE)
    assert given.keys() - {"PGPASSWORD"} <= {*known}
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    settings = config.load(reads_file=False)
    assert settings.token == "token"  # noqa: S105 - none
    assert settings.metrics_at is not None
    (port,) = SERVICES[service]["ports"]
    assert _filled(port) == f"127.0.0.1:9100:{settings.metrics_at[1]}"
    assert settings.metrics_at[0] == "0.0.0.0"  # noqa: S104 - of the container
    (volume,) = _steps(IMAGE, "VOLUME")
    assert volume in _mounts(service).values()
    file = config.database_file(settings.database)
    assert file is None or file.parent == Path(volume)


def test_compose_passes_shards_and_cluster_on(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"SHARDS": "0-3/8", "CLUSTER": "tcp://10.0.0.5:8786"}
    for name, value in _environment("maxine-postgresql", DISCORD_TOKEN="token", **told).items():  # noqa: S106
        monkeypatch.setenv(name, value)
    settings = config.load(reads_file=False)
    assert (str(settings.shards), settings.cluster) == (told["SHARDS"], told["CLUSTER"])


def test_compose_knows_its_own_server() -> None:
    given = _environment("postgresql", POSTGRES_PASSWORD="p@ss/word")  # noqa: S106 - none
    maxine = _environment("maxine-postgresql", DISCORD_TOKEN="token", POSTGRES_PASSWORD="p@ss/word")  # noqa: S106
    address = urlsplit(maxine["DATABASE_URL"])
    assert address.hostname in SERVICES
    assert (address.username, address.path[1:]) == (given["POSTGRES_USER"], given["POSTGRES_DB"])
    assert maxine["PGPASSWORD"] == given["POSTGRES_PASSWORD"]


@pytest.mark.parametrize("service", ["maxine", "maxine-postgresql"])
def test_compose_bounds_descriptors(service: str) -> None:
    assert str(SERVICES[service]["ulimits"]["nofile"]) == dict(_unit())["LimitNOFILE"]
    assert SERVICES[service]["restart"] == "unless-stopped"  # Docker waits twice as long each time


def test_logs_of_all_containers_are_rotated() -> None:
    for service in SERVICES.values():
        assert service["logging"]["driver"] == "json-file"
        assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}


def test_compose_asks_for_a_token() -> None:
    with pytest.raises(AssertionError, match="DISCORD_TOKEN must be given"):
        _environment("maxine")


# Wheels

WHEELS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["cibuildwheel"]


@pytest.mark.installed
@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no compiler here")
def test_wheel_passes_its_own_tests(tmp_path: Path) -> None:
    for command in (f"-m venv {tmp_path}/venv", f"-m pip wheel -q --no-deps -w {tmp_path} {ROOT}"):
        done = _shell(sys.executable, *command.split())
        assert done.returncode == 0, done.stdout
    inside = {"PATH": f"{tmp_path}/venv/bin:{os.environ['PATH']}", "PYTHONPATH": ""}
    (wheel,) = tmp_path.glob("*.whl")
    assert "none-any" not in wheel.name
    (tmp_path / "elsewhere").mkdir()
    for source in WHEELS["test-sources"]:
        _copy(ROOT / source, tmp_path / "elsewhere" / ("" if (ROOT / source).is_file() else source))
    packages = " ".join(map(shlex.quote, (str(wheel), *WHEELS["test-requires"])))
    for line in (f"pip install -q -c {ROOT}/requirements.lock {packages}", *WHEELS["test-command"]):
        done = _shell("sh", "-ec", line, cwd=tmp_path / "elsewhere", **inside)
        assert done.returncode == 0, done.stdout


# The release

RELEASE = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))["jobs"]


def _carry_out(folder: Path, job: str, **settings: str) -> list[str]:
    """Take the steps of a job, where programs only write down how they are called; return what they wrote."""
    log = folder / "log"
    for name in ("docker", "gh", "pip"):
        program = folder / name
        program.write_text(f"""#!/bin/sh
echo "{name} $*" >> {log}
case "$*" in *--version) echo maxine 0.1.3;; esac
""")
        program.chmod(0o755)
    environment = {
        "PATH": f"{folder}:{os.environ['PATH']}",
        "GITHUB_REF_NAME": "v0.1.3",
        "GITHUB_REPOSITORY_OWNER": "Ada",
        "GITHUB_ACTOR": "ada",
        "TOKEN": "secret",
        "GH_TOKEN": "secret",
    } | settings
    for step in RELEASE[job]["steps"]:
        if "run" in step:
            done = _shell("bash", "-ec", step["run"], cwd=folder, **environment)
            assert done.returncode == 0, step
    return log.read_text().splitlines()


def test_release_builds_an_image_per_machine(tmp_path: Path) -> None:
    machines = {each["machine"]: each["runner"] for each in RELEASE["image"]["strategy"]["matrix"]["include"]}
    assert machines == {"amd64": "ubuntu-24.04", "arm64": "ubuntu-24.04-arm"}
    assert _carry_out(tmp_path, "image", MACHINE="arm64") == [
        "docker build -f Containerfile -t maxine .",
        "docker run --rm maxine --version",
        "docker save -o maxine-arm64.tar maxine",
    ]


def test_release_of_another_version_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="--version"):
        _carry_out(tmp_path, "image", MACHINE="amd64", GITHUB_REF_NAME="v0.1.4")


def test_release_is_tagged_and_has_wheels(tmp_path: Path) -> None:
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels" / "maxine.whl").touch()
    image = "ghcr.io/ada/maxine:"
    login, *images, create, release = _carry_out(tmp_path, "publish")
    assert login == "docker login ghcr.io -u ada --password-stdin"
    assert images == [
        line
        for machine in ("amd64", "arm64")
        for line in (
            f"docker load -i maxine-{machine}.tar",
            f"docker tag maxine {image}0.1.3-{machine}",
            f"docker push {image}0.1.3-{machine}",
        )
    ]
    assert create == (
        f"docker buildx imagetools create -t {image}0.1.3 -t {image}0.1 -t {image}latest"
        f" {image}0.1.3-amd64 {image}0.1.3-arm64"
    )
    assert release.startswith("gh release create v0.1.3 wheels/maxine.whl --verify-tag --notes ")


def test_nothing_unchecked_is_published() -> None:
    assert RELEASE["publish"]["needs"] == ["checks", "wheels", "image"]
    before = [job for name, job in RELEASE.items() if name != "publish"]
    assert all("write" not in str(job.get("permissions")) for job in before)
    assert not any("docker push" in str(job) or "gh release" in str(job) for job in before)


@pytest.mark.parametrize("name", ["checks.yml", "release.yml"])
def test_actions_are_pinned(name: str) -> None:
    text = (ROOT / ".github" / "workflows" / name).read_text(encoding="utf-8")
    used = re.findall(r"uses: (?!\./)(.+)", text)
    assert used
    assert all(re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each) for each in used)


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


def test_service_restarts_slower_as_it_fails() -> None:
    unit = dict(_unit())
    assert unit["StartLimitIntervalSec"] == "0"  # it never gives up
    assert (unit["RestartSec"], unit["RestartMaxDelaySec"]) == ("30", "10min")
    assert int(unit["RestartSteps"]) + 24 * 60 / 10 < 1000  # starts a day, by Discord's account
    assert unit["OOMPolicy"] == "continue"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd is here to judge the unit")
def test_service_is_hardened(tmp_path: Path) -> None:
    (tmp_path / UNIT.name).write_text(
        UNIT.read_text(encoding="utf-8").replace("/opt/maxine/bin/maxine", sys.executable), encoding="utf-8"
    )
    verified = _shell("systemd-analyze", "verify", str(tmp_path / UNIT.name))
    newer = r".*Unknown key (?:name )?'Restart(Steps|MaxDelaySec)' in section .*, ignoring\.\n"
    assert (verified.returncode, re.sub(newer, "", verified.stdout)) == (0, "")
    judged = _shell(
        *("systemd-analyze", "security", "--offline=yes", "--threshold=20", str(tmp_path / UNIT.name))
    )
    assert judged.returncode == 0, judged.stdout
