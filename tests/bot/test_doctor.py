"""An examination says of each thing that it is well, or what to do, and changes nothing."""

import http.server
import json
import logging
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from contextlib import aclosing, closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import discord
import pytest

from bot import doctor, monitor
from bot.config import Settings
from bot.models import Topic
from bot.playground import redirect
from bot.storage.sqlite import damage, examination
from bot.storage.sqlite.lock import hold
from bot.words.operations import format_diagnosis
from bot.workers.worker import Worker
from tests.bot.drafts import prepared
from tests.bot.programs import Ended, Maxine
from tests.bot.stage import Stage
from tests.bot.test_main import NOWHERE, REDIRECTED, ended, files, started
from tests.bot.test_migrations import NEWEST, filled_file
from tests.bot.test_settings import change
from tests.bot.test_sqlite_trouble import _in_a_namespace, overwrite_page
from tests.trouble import Playground


async def _diagnose(
    token: str,
    path: Path,
    now: Callable[[], float] = time.time,
    last: Topic = Topic.COMMANDS,
    key: bytes | None = None,
) -> list[str]:
    """What is said, one thing after the other, up to one of them."""
    said = []
    look = partial(examination.examine, path)
    settings = Settings(token, f"sqlite:///{path}", logging.INFO, key)
    async with aclosing(doctor.diagnose(settings, look, now)) as examining:
        async for diagnosis in examining:
            said.append(f"{diagnosis.topic.value}: {format_diagnosis(diagnosis)}")
            if diagnosis.topic is last:
                break
    return said


async def _diagnose_bot(stage: Stage) -> list[str]:
    return await _diagnose(stage.playground.token, stage.path)


async def _missing_rights(stage: Stage) -> list[str]:
    return [line for line in await _diagnose_bot(stage) if "The bot may not" in line]


async def examined(stage: Stage, folder: Path, *options: str, **settings: str) -> Ended:
    """Run the command in a folder; a worker has to start for it, which a busy machine takes long for."""
    command = (*REDIRECTED, stage.playground.url, "doctor", *options)
    async with started(folder, *command, DISCORD_TOKEN=stage.playground.token, **settings) as process:
        return await ended(process)


def _lines(told: Ended) -> list[str]:
    assert told.err == ""
    return told.out.splitlines()


def _content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [*db.iterdump()]


async def test_all_is_well_and_unchanged(stage: Stage, tmp_path: Path) -> None:
    kept, asked = _content(stage.path), len(stage.playground.requests)
    told = await examined(stage, tmp_path)
    world = stage.playground.world
    endpoint = world.endpoint_url and (
        f"clicks and commands are sent to {world.endpoint_url}, where `maxine serve` must answer;"
        " `maxine run` gets none"
    )
    invitation = (
        f"https://discord.com/oauth2/authorize?client_id={world.bot.id}&scope=bot+applications.commands"
        "&permissions="
    )
    *first, clock, database, commands, workers = _lines(told)
    assert first == [
        "settings: ok",
        "token: ok",
        f"application: ok: {endpoint or f'{world.bot.name}, {world.bot.id}'}",
        f"invitation: ok: by {invitation}117760 or, for matches in threads, by {invitation}309237763072",
        "intents: ok: none is needed",
        "servers: ok: 1 looked at",
    ]
    assert clock.startswith("clock: ok: ")
    assert database == f"database: ok: maxine.db has schema {NEWEST} and can be written"
    assert commands == "commands: ok"
    assert workers.startswith("workers: ok: ")
    assert told.status == 0
    assert {method for method, *_ in stage.playground.requests[asked:]} == {"GET"}
    assert _content(stage.path) == kept


async def test_every_fault_says_what_to_do(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    playground, world = stage.playground, stage.playground.world
    world.bot_permissions = str((1 << 10) | (1 << 16))
    world.application = {
        "interactions_endpoint_url": "https://example.org/maxine",
        "flags": 1 << 19 | 1 << 12,
    }
    monkeypatch.setattr(monitor, "LEAST_FREE", 1 << 60)
    world.set_commands([{**world.commands[0], "description": "?"}, *world.commands[1:]])
    _, application, _, intents, servers, _, clock, database, commands = await _diagnose(
        playground.token, stage.path, lambda: time.time() + 90
    )
    assert "https://example.org/maxine, where `maxine serve` must answer" in application
    assert "presence and message content can be switched off" in intents
    assert servers == (
        "servers: The bot may not send messages, embed links and attach files on Playground."
        " Let its role do so there, or invite it again."
    )
    assert clock.startswith("clock: The clock of this machine is +9")
    assert database.endswith(f" MB are free where the database {stage.path} is. Make room there.")
    assert commands.startswith("commands: Those that are registered are not those of this Maxine: /")
    world.bot_permissions = str(1 << 3)  # whoever administers a server may do everything there
    assert not await _missing_rights(stage)


async def test_thread_permissions_where_wanted(stage: Stage) -> None:
    world = stage.playground.world
    world.bot_permissions = str(int(world.bot_permissions) & ~(1 << 35 | 1 << 38))
    assert not await _missing_rights(stage)
    await change(stage, usual=["has_threads"])
    *_, said, _ = await _diagnose_bot(stage)
    assert said == (
        "servers: By its `/settings` challenges on Playground get a thread, but the bot may not create public"
        " threads and send messages in threads there. Let its role do so; until then matches are played"
        " without."
    )


async def test_channels_that_take_permissions_away(stage: Stage) -> None:
    world, files = stage.playground.world, discord.Permissions(attach_files=True).value
    general, games = world.channels
    voice, posts = discord.Permissions(connect=True).value, discord.Permissions(send_messages_in_threads=True)
    world.channels = (
        replace(general, denied=files),
        replace(games, kind=5, denied=files),
        replace(general, id=1, name="staff", denied=discord.Permissions(view_channel=True).value),
        replace(general, id=2, name="Lounge", kind=2, denied=voice),
        replace(general, id=3, name="help", kind=15, denied=posts.value),
    )
    said = await _missing_rights(stage)
    assert [line.partition(". ")[0].removeprefix("servers: The bot may not ") for line in said] == [
        "attach files in text channels of Playground: #general and #games",
        "connect in voice channels of Playground: #Lounge",
        "send messages in threads in forums of Playground: #help",
    ]


async def test_closed_channels_that_matter_to_threads(stage: Stage) -> None:
    world = stage.playground.world
    begun = discord.Permissions(create_public_threads=True).value
    world.channels = tuple(replace(channel, denied=begun) for channel in world.channels)
    assert not await _missing_rights(stage)
    await change(stage, usual=["has_threads"])
    (said,) = await _missing_rights(stage)
    assert "create public threads in text channels of Playground: #general and #games." in said


@pytest.mark.parametrize("path", ["/guilds/{id}", "/guilds/{id}/channels"])
async def test_channels_that_discord_keeps_back(stage: Stage, path: str) -> None:
    path = path.format(id=stage.playground.world.guild.id)
    stage.playground.fail_next("GET", path, 403)
    said = await _diagnose_bot(stage)
    assert "servers: ok: 1 looked at" in said


async def test_no_server_yet(stage: Stage) -> None:
    stage.playground.world.is_invited = False
    said = await _diagnose_bot(stage)
    assert "servers: ok: the bot is on none yet; invite it by the address above" in said


async def test_key_of_another_application_is_said(stage: Stage) -> None:
    world, key = stage.playground.world, b"\1" * 32
    _, application, *_ = await _diagnose(stage.playground.token, stage.path, last=Topic.APPLICATION, key=key)
    assert application == (
        f"application: DISCORD_PUBLIC_KEY is not the key of {world.bot.name}."
        " Copy it again from the application's page."
    )
    world.application = {"verify_key": key.hex(), "interactions_endpoint_url": None}
    _, application, *_ = await _diagnose(stage.playground.token, stage.path, last=Topic.APPLICATION, key=key)
    assert application.startswith("application: ok: ")


@pytest.mark.ci
async def test_commands_of_another_program(stage: Stage) -> None:
    world = stage.playground.world
    world.set_commands([command for command in world.commands if command["name"] != "explain"])
    *_, commands = await _diagnose_bot(stage)
    assert commands.startswith("commands: Discord does not have /explain, which another program ")
    world.set_commands([{**world.commands[0], "id": "7", "type": 4, "name": "launch"}])
    *_, commands = await _diagnose_bot(stage)
    assert "/explain" in commands
    assert "launch" not in commands


async def test_commands_that_discord_hides(stage: Stage) -> None:
    stage.playground.fail_next("GET", "/commands$", 403)
    *others, commands = await _diagnose_bot(stage)
    assert commands.startswith("commands: Discord cannot be reached: 403 Forbidden (error code: 50013): ")
    assert "token: ok" in others


async def test_commands_before_the_first_start(stage: Stage, tmp_path: Path) -> None:
    stage.playground.world.set_commands([])
    *_, commands = await _diagnose(stage.playground.token, tmp_path / "other.db")
    assert commands == "commands: ok: they are registered at the next start"


async def test_worker_without_an_answer(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "Worker", partial(Worker, (sys.executable, "-c", "")))
    *_, workers = await _diagnose(stage.playground.token, stage.path, last=Topic.WORKERS)
    assert workers.startswith("workers: A worker process did not answer: ")


async def test_file_taken_from_a_running_maxine(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with hold(path):
        *_, told = await _diagnose(stage.playground.token, path, last=Topic.DATABASE)
        assert "a Maxine runs with it, and the file was taken away" in told
    *_, told = await _diagnose(stage.playground.token, path, last=Topic.DATABASE)
    assert told == f"database: ok: {path} is made ready at the first start"


@pytest.mark.ci
def test_missing_token_without_a_trace(tmp_path: Path, maxine: Maxine) -> None:
    without = maxine("doctor")
    assert without.status == 1
    assert "token: DISCORD_TOKEN is not set. " in without.out
    assert without.out.count("not known, because of the above") == 5
    assert "database: ok: maxine.db is made ready at the first start" in _lines(without)
    wrong = maxine("doctor", "--json", LOG_LEVEL="loud")
    assert wrong.status == 1
    told = json.loads(wrong.out)
    (check,) = told["checks"]
    assert (told["ok"], check["check"], check["ok"]) == (False, "settings", False)
    assert check["sentence"].startswith("LOG_LEVEL must be ")
    assert files(tmp_path) == []


async def test_refused_token_is_not_repeated(tmp_path: Path) -> None:
    async with Playground() as playground:
        redirect(playground.url)
        refused = await _diagnose("secret", tmp_path / "maxine.db")
    assert refused[0] == "token: Discord refused the token. Check DISCORD_TOKEN."
    assert "secret" not in str(refused)
    redirect(NOWHERE)
    alone = await _diagnose("secret", tmp_path / "maxine.db")
    assert alone[0].startswith("token: Discord cannot be reached: ")
    assert alone[0].endswith(". Check the network of this machine.")


async def test_slow_discord_is_not_awaited_forever(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_PATIENCE", 0.1)
    stage.playground.delay_next("GET", "/users/@me", 60)
    told = await _diagnose_bot(stage)
    assert told[0].startswith("token: Discord cannot be reached: it does not answer.")


class _Portal(http.server.BaseHTTPRequestHandler):
    """What a hotel answers to everything until one has paid."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<h1>Welcome!</h1>")

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.real_time("a thread answers")
async def test_impostor_of_discord_is_not_believed(tmp_path: Path) -> None:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Portal) as server:
        threading.Thread(target=server.serve_forever).start()
        redirect(f"http://127.0.0.1:{server.server_port}")
        told = await _diagnose("secret", tmp_path / "maxine.db")
        server.shutdown()
    assert told[0].startswith("token: Discord cannot be reached: something else answers in its place.")


# The database


async def _examine(path: Path) -> str:
    """What is said of a database, where Discord cannot be reached."""
    redirect(NOWHERE)
    *_, database, _ = await _diagnose("t", path)
    return database


@pytest.mark.parametrize(
    ("version", "oldest", "said"),
    [
        (36, 36, "database: ok: {path} has schema 36, which the next start brings to "),
        (NEWEST + 1, NEWEST, f"database: ok: {{path}} has schema {NEWEST + 1} and can be written"),
        (1000, 1000, "database: The database was written by a newer Maxine "),
    ],
)
async def test_schema_of_another_version_is_said(
    tmp_path: Path, version: int, oldest: int, said: str
) -> None:
    path = prepared(tmp_path / "maxine.db")
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"PRAGMA user_version = {version}; PRAGMA application_id = {oldest}")
    assert (await _examine(path)).startswith(said.format(path=path))


async def test_damaged_database_is_said(tmp_path: Path) -> None:
    path = tmp_path / "maxine.db"
    filled_file(path)
    overwrite_page(path, "moves")
    database = await _examine(path)
    assert database.startswith(f"database: The database {path} is damaged: ")
    assert f"`sqlite3 {path} .recover` saves what can be read" in database


async def test_database_too_large_to_check_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(damage, "_STEPS", 1)
    monkeypatch.setattr(examination, "_PATIENCE", -1.0)
    database = await _examine(prepared(tmp_path / "maxine.db"))
    assert database.startswith("database: ok: ")
    assert database.endswith("takes longer than doctor waits, and `maxine backup` does so")


async def test_wrong_totals_are_said(tmp_path: Path) -> None:
    filled_file(tmp_path / "maxine.db")  # whose totals and matches were never played
    database = await _examine(tmp_path / "maxine.db")
    assert database.startswith(f"database: 3 totals in {tmp_path / 'maxine.db'} differ from the matches: ")


async def test_unusable_database_is_said(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear database, " * 1000)
    for name, reason in (("letter", "file is not a database"), ("no/maxine.db", "there is no such folder")):
        database = await _examine(tmp_path / name)
        assert database.endswith(f": {reason}.")


@pytest.mark.ci
def test_database_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    script = """mount -t tmpfs none "$1"; mount -o remount,ro "$1"; echo "it ends" >&2
        DATABASE_URL="sqlite:///$1/maxine.db" "$0" -m bot doctor"""
    printed, _ = _in_a_namespace(script, tmp_path)
    refused = f"database: The database {tmp_path}/maxine.db cannot be opened: its folder cannot be written."
    assert refused in printed
