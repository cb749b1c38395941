"""An examination of what is not in the process that asks: other processes, the cluster, and the metrics."""

import json
import logging
import socket
import time
from collections.abc import Iterator
from contextlib import aclosing
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot import doctor
from bot.config import Settings
from bot.models import Topic
from bot.monitor import open_monitor
from bot.start_errors import StartError
from bot.storage import opening
from bot.storage.postgres import schema
from bot.words.operations import format_diagnosis, format_failure
from tests.bot.clusters import started_there
from tests.bot.process_group import ProcessGroup, process_group
from tests.bot.programs import Maxine
from tests.bot.stage import Stage
from tests.bot.test_monitor import free_port
from tests.bot.test_sqlite_migrations import NEWEST
from tests.postgres import OWNER, postgres_database

NOBODY = "tcp://127.0.0.1:1"


async def diagnose(about: Topic, database: str, **settings: Any) -> list[str]:  # noqa: ANN401 - of several types
    """What is said of one thing, without the token of a bot."""
    said, asked = [], Settings(None, database, logging.INFO, **settings)
    look = partial(opening.examine, database)
    async with aclosing(doctor.diagnose(asked, look, time.time)) as examining:
        async for diagnosis in examining:
            if diagnosis.topic is Topic.COMMANDS:
                break
            if diagnosis.topic is about:
                said.append(format_diagnosis(diagnosis))
    return said


# Shards

UNHEARD = (
    "No process hears {}, so nobody is answered there. Start one with --shards for it, or see the log of the"
    " one that has it: it may still be connecting."
)


async def say(group: ProcessGroup, *sentences: str) -> None:
    """Wait until this is what is said of the shards."""

    async def is_said() -> bool:
        return await diagnose(Topic.SHARDS, group.url) == [*sentences]

    await group.eventually(is_said)


@pytest.mark.ci
async def test_shards_heard_by_none_or_twice() -> None:
    async with process_group() as group:
        assert await diagnose(Topic.SHARDS, group.url) == ["ok: no process of `maxine run` is connected now"]
        await group.launch(0, 1, of=5)
        await say(group, UNHEARD.format("2-4/5"))
        await group.launch(1, 2, of=5)
        await group.launch(4, of=5)
        twice = "More than one process hears 1/5. Stop one of them, or let --shards of each name others."
        await say(group, twice, UNHEARD.format("3/5"))
        await group.launch(3, of=4)
        await say(
            group,
            "The processes do not name the same count of shards: 0-1/5, 1-2/5, 3/4 and 4/5."
            " Start those anew that name a wrong one.",
        )


async def test_disconnected_shard_is_heard_by_nobody() -> None:
    async with process_group() as group:
        process = await group.launch(0, 1)
        await say(group, "ok: each is heard by one process: 0-1/2")
        await group.ready()
        await process.bot.shards[1].disconnect()
        await process.upkeep()
        await say(group, UNHEARD.format("1/2"))


async def test_shards_are_well_until_the_end() -> None:
    async with process_group() as group:
        await group.launch(0)
        await group.launch(1)
        await group.ready()
        await say(group, "ok: each is heard by one process: 0/2 and 1/2")
        await group.processes.pop().stop()
        assert await diagnose(Topic.SHARDS, group.url) == [UNHEARD.format("1/2")]


# The server of databases


@pytest.fixture
def onlooker() -> Iterator[str]:
    """An empty database, as somebody who may not make tables in it."""
    with postgres_database(is_empty=True) as url, psycopg.connect(url, autocommit=True) as owner:
        owner.execute("CREATE ROLE onlooker LOGIN")
        try:
            yield url.replace(f"{OWNER}@", "onlooker@")
        finally:
            owner.execute("DROP ROLE onlooker")


async def test_database_without_rights(onlooker: str) -> None:
    sentence = "The database in DATABASE_URL cannot be used: permission denied for schema public."
    assert await diagnose(Topic.DATABASE, onlooker) == [sentence]
    with pytest.raises(StartError) as refused:
        async with opening.open_storage(onlooker):
            pass
    assert format_failure(refused.value) == sentence
    owned = onlooker.replace("onlooker@", f"{OWNER}@")
    assert await diagnose(Topic.DATABASE, owned) == [f"ok: {owned} is made ready at the first start"]
    async with opening.open_storage(owned):
        pass  # what was made to find out was undone


@pytest.mark.ci
def test_server_is_named_without_its_password(url: str, maxine: Maxine) -> None:
    out = maxine("doctor", DATABASE_URL=url.replace(f"{OWNER}@", f"{OWNER}:secret@")).out
    assert f"database: ok: {url} has schema {NEWEST} and can be written" in out.splitlines()
    assert "secret" not in out


_REVERSED = """
    CREATE EXTENSION amcheck;
    CREATE FUNCTION compare(integer, integer) RETURNS integer IMMUTABLE LANGUAGE sql
        AS 'SELECT btint4cmp($1, $2)';
    CREATE OPERATOR CLASS own FOR TYPE integer USING btree AS
        OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >,
        FUNCTION 1 compare(integer, integer);
    CREATE TABLE kept (id integer);
    CREATE INDEX kept_order ON kept (id own);
    INSERT INTO kept VALUES (1), (2);
"""
_REVERSE = """
    CREATE OR REPLACE FUNCTION compare(integer, integer) RETURNS integer IMMUTABLE LANGUAGE sql
        AS 'SELECT btint4cmp($2, $1)'
"""


async def test_damaged_index_of_a_server_is_said() -> None:
    with postgres_database(is_empty=True) as url:
        await schema.migrate(url)
        with psycopg.connect(url, autocommit=True) as owner:
            owner.execute(_REVERSED.encode())
            (said,) = await diagnose(Topic.DATABASE, url)
            assert said.startswith("ok: ")
            owner.execute(_REVERSE.encode())
            (said,) = await diagnose(Topic.DATABASE, url)
            owner.execute("DROP EXTENSION amcheck")
    assert said.startswith("The database in DATABASE_URL is damaged: ")
    assert "kept_order" in said


async def test_missing_server_is_said() -> None:
    (said,) = await diagnose(Topic.DATABASE, f"postgresql://maxine@127.0.0.1:{free_port()}/maxine")
    assert said.startswith("The database in DATABASE_URL cannot be used: ")
    assert said.endswith(" Connection refused.")


# The cluster


@pytest.mark.ci
async def test_cluster_that_is_there_is_well(tmp_path: Path) -> None:
    with started_there(1) as there:
        said = await diagnose(Topic.CLUSTER, f"sqlite:///{tmp_path}/maxine.db", cluster=there.address)
        assert said == ["ok"]


async def test_missing_cluster_is_said(tmp_path: Path) -> None:
    (said,) = await diagnose(Topic.CLUSTER, f"sqlite:///{tmp_path}/maxine.db", cluster=NOBODY)
    assert said.startswith(f"No cluster can be used at {NOBODY}: ")
    assert said.endswith(
        ". The bot thinks on this machine meanwhile. Start `dask scheduler` there, and `dask worker` with the"
        " same version of Maxine, or empty CLUSTER."
    )


# Metrics


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program has, and says nothing at."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


async def watched(stage: Stage, host: str, port: int) -> list[str]:
    """What is said of the metrics."""
    return await diagnose(Topic.METRICS, stage.database.url, metrics_at=(host, port))


async def test_metrics_are_served_once_she_runs(stage: Stage) -> None:
    free = free_port()
    for host in ("127.0.0.1", "localhost"):
        assert await watched(stage, host, free) == [
            f"ok: port {free} of {host} is free, and they are served there once the bot runs"
        ]
    async with open_monitor(("127.0.0.1", free), stage.bot):
        assert await watched(stage, "127.0.0.1", free) == [f"ok: served on port {free} of 127.0.0.1"]


async def test_public_metrics_are_said(stage: Stage) -> None:
    free = free_port()
    *_, said = await watched(stage, "0.0.0.0", free)  # noqa: S104 - it is about that
    assert said == (
        "ok: 0.0.0.0 lets other machines in, and there is no password; let a firewall say who may reach port"
        f" {free}"
    )


async def test_impossible_address_of_metrics(stage: Stage) -> None:
    (said,) = await watched(stage, "192.0.2.1", 9100)
    assert said.startswith("The metrics cannot be served at 192.0.2.1, port 9100: ")


@pytest.mark.ci
def test_taken_port_of_metrics(maxine: Maxine, taken: int) -> None:
    ended = maxine("doctor", "--json", METRICS_PORT=str(taken))
    (check,) = [check for check in json.loads(ended.out)["checks"] if check["check"] == "metrics"]
    sentence = f"Port {taken} of METRICS_PORT is taken by another program. Choose another."
    assert (ended.status, check) == (1, {"check": "metrics", "ok": False, "sentence": sentence})
