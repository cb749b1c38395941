"""What docs/operations.md has for nginx and Caddy lets clicks through, though one of two is gone."""

import asyncio
import re
import shutil
from pathlib import Path

import pytest

from bot.playground.endpoint import EndpointError
from tests.bot.test_endpoint import serving
from tests.bot.test_main import ROOT, started
from tests.bot.test_monitor import free_port, until
from tests.patience import LONG
from tests.trouble import Playground

DOCUMENT = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
NGINX = """daemon off; master_process off; pid {folder}/pid; error_log {folder}/log; events {{}}
http {{
    access_log off; client_body_temp_path {folder}/b; proxy_temp_path {folder}/p;
    fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    {beside}
    server {{ listen 127.0.0.1:{port}; {inside} }}
}}"""
CADDY = """{{
    admin off
    auto_https off
}}
http://127.0.0.1:{port} {{
{inside}
}}"""


def _documented(kind: str, here: str, metrics_port: int) -> list[str]:
    """What is in the document for one of them, with a process that is there and one that is not."""
    found = re.findall(rf"```{kind}\n(.*?)```", DOCUMENT, re.DOTALL)
    places = {"10.0.0.6:8080": here, "10.0.0.7:8080": f"127.0.0.2:{free_port()}", " 9100": f" {metrics_port}"}
    for place, other in places.items():
        found = [text.replace(place, other) for text in found]
    return found


async def _open(playground: Playground, url: str) -> None:
    """Have clicks delivered there once it is open."""
    for _ in range(int(LONG / 0.2)):
        try:
            await playground.deliver_to(url)
        except EndpointError:
            await asyncio.sleep(0.2)
        else:
            return
    pytest.fail("The balancer lets nothing through.")


@pytest.mark.ci
@pytest.mark.parametrize("name", ["nginx", "caddy"])
async def test_clicks_come_through_a_balancer(tmp_path: Path, name: str) -> None:
    program = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if program is None:
        pytest.skip(f"{name} is not installed")
    port, metrics_port, file = free_port(), free_port(), tmp_path / "balancer"
    async with serving(tmp_path, METRICS_PORT=str(metrics_port)) as (playground, _, url):
        await until(metrics_port, "/readyz")
        here = url.removeprefix("http://").partition("/")[0]
        if name == "nginx":
            beside, inside = _documented("nginx", here, metrics_port)
            file.write_text(NGINX.format(folder=tmp_path, port=port, beside=beside, inside=inside))
            command: tuple[str, ...] = (program, "-c", str(file))
        else:
            (inside,) = _documented("caddyfile", here, metrics_port)
            file.write_text(CADDY.format(port=port, inside=inside))
            command = (program, "run", "--adapter", "caddyfile", "--config", str(file))
        async with started(tmp_path, *command, HOME=str(tmp_path)):
            await _open(playground, f"http://127.0.0.1:{port}/interactions")
            playground.interactions.answer_within = LONG
            for _ in range(4):
                answer = await playground.command(playground.people[0], playground.channels[0], "help")
                assert not answer.failed
