"""What the client registers, keeps in memory and logs, and how it starts and stops."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import discord
import pytest

from bot import client
from bot.playground import redirect
from bot.playground.things import Json
from bot.services import Context
from bot.start_errors import RefusedStartError, UnreachableError
from bot.storage.sqlite import open_storage
from bot.workers import Analysts
from tests.bot.shown import button_id, cells
from tests.bot.stage import Stage, staged
from tests.driver import Answer
from tests.trouble import CUT, Playground

LOG_LINE = re.compile(
    r"(/[a-z]+|button [a-z_]+) user=\d+ guild=\d+ ms=\d+\.\d outcome=(ok|refused error=[A-Za-z]+Error)"
)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A bot that Discord does not know yet."""
    async with staged(tmp_path / "maxine.db", Stranger) as stage:
        yield stage


class Stranger(Stage):
    """A bot that Discord does not know yet."""

    is_known = False


class AtDoor(Stage):
    """A bot that is told by signed requests."""

    door = "http"


def syncs(playground: Playground) -> int:
    """How often commands were registered."""
    return sum(method == "PUT" and path.endswith("/commands") for method, path, _ in playground.requests)


async def test_commands_are_registered_once(stage: Stage) -> None:
    assert syncs(stage.playground) == 1
    await stage.restart()
    assert syncs(stage.playground) == 1


@pytest.mark.gateway("who is told by requests does not connect")
async def test_start_waits_while_few_starts_are_left(
    stage: Stage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "_STARTS_SECONDS", 0.1)
    await stage.stop()
    await stage.offline()
    gateway = stage.playground._gateway
    gateway.identified = [(0, 0.0)] * 900
    starting = asyncio.create_task(stage.start())
    await stage.until(lambda: "only 99 more times within 4.0 hours" in caplog.text)
    assert not gateway.ready.is_set()
    gateway.identified = []
    await starting


def changed(command: Json, **changes: object) -> Json:
    """A command with changes to the first of its options."""
    first, *others = command["options"]
    return {**command, "options": [{**first, **changes}, *others]}


OTHERWISE: dict[str, Callable[[list[Json]], list[Json]]] = {
    "none": lambda _: [],
    "one missing": lambda commands: commands[1:],
    "one more": lambda commands: [*commands, {**commands[0], "name": "stranger", "id": "1"}],
    "described otherwise": lambda commands: [{**commands[0], "description": "?"}, *commands[1:]],
    "said otherwise": lambda commands: [{**commands[0], "name_localizations": {"de": "x"}}, *commands[1:]],
    "for others": lambda commands: [{**commands[0], "default_member_permissions": "8"}, *commands[1:]],
    "in servers only": lambda commands: [{**commands[0], "contexts": [0]}, *commands[1:]],
    "another option": lambda commands: [changed(commands[0], type=10), *commands[1:]],
    "a limit": lambda commands: [changed(commands[0], max_length=0), *commands[1:]],
    "required": lambda commands: [changed(commands[0], required=True), *commands[1:]],
}
"""What somebody else may have made of her commands, of which the first has options."""


@pytest.mark.parametrize("change", OTHERWISE.values(), ids=OTHERWISE)
async def test_registered_commands_are_repaired(
    stage: Stage, change: Callable[[list[Json]], list[Json]]
) -> None:
    world = stage.playground.world
    before = key_by_name(world.commands)
    world.set_commands(change(sorted(world.commands, key=lambda command: not command.get("options"))))
    await stage.restart()
    assert key_by_name(world.commands) == before
    assert syncs(stage.playground) == 2
    await stage.restart()
    assert syncs(stage.playground) == 2


def key_by_name(commands: list[Json]) -> dict[tuple[int, str], Json]:
    """Commands by name, without the number that is new at each registration."""
    return {
        (command["type"], command["name"]): {
            name: value for name, value in command.items() if name not in {"id", "version"}
        }
        for command in commands
    }


async def test_what_discord_adds_changes_nothing(stage: Stage) -> None:
    world = stage.playground.world
    added = {"dm_permission": True, "handler": None, "name_localized": "x", "of_tomorrow": [1]}
    found = [{**command, **added, "contexts": command["contexts"][::-1]} for command in world.commands]
    world.set_commands(found[::-1])
    await stage.restart()
    assert syncs(stage.playground) == 1


async def test_entry_point_is_kept(stage: Stage) -> None:
    world = stage.playground.world
    entry = {"id": "7", "type": 4, "name": "launch", "description": "", "handler": 2}
    world.set_commands([*world.commands[1:], entry])
    await stage.restart()
    assert len(world.commands) == len(await client.list_commands()) + 1
    [kept] = [command for command in world.commands if command["type"] == 4]
    assert (kept["id"], kept["name"], kept["handler"]) == ("7", "launch", 2)


@pytest.mark.parametrize("method", ["GET", "PUT"])
@pytest.mark.parametrize("status", [400, 403, 429, 503, CUT])
async def test_refused_registration_is_put_off(
    stage: Stage, caplog: pytest.LogCaptureFixture, method: str, status: int
) -> None:
    world = stage.playground.world
    world.set_commands([command for command in world.commands if command["name"] != "explain"])
    plan(stage.playground, method, status)
    await stage.restart()
    board = await stage.challenge(stage.ada)
    assert cells(stage.message(board))
    await stage.upkeep()
    assert caplog.text.count("The commands are not registered, ") == 1
    stage.playground.heal()
    await stage.upkeep()
    assert len(world.commands) == len(await client.list_commands())


def plan(playground: Playground, method: str, status: int) -> None:
    """Let Discord refuse to tell, or to change, the commands for long."""
    if status == CUT:
        playground.cut_next(method, "/commands$", times=99)
    else:
        playground.fail_next(method, "/commands$", status, times=99)


async def test_silent_registration_keeps_nobody_waiting(stage: Stage) -> None:
    stage.playground.world.set_commands([])
    stage.playground.delay_next("PUT", "/commands$", 60)
    await stage.restart()
    await stage.bot.wait_until_ready()
    assert stage.playground.world.commands == []
    await asyncio.sleep(60)
    assert stage.playground.world.commands


async def test_another_application_gets_its_commands(stage: Stage) -> None:
    await stage.stop()
    async with Playground() as second:
        redirect(second.url)
        other = Stranger(second, stage.folder / "maxine.db")
        await other.start()
        assert syncs(second) == 1
        assert second.world.commands
        await other.stop()
    redirect(stage.playground.url)
    await stage.start()
    assert syncs(stage.playground) == 1


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log says about how she is invited."""
    return [record.getMessage() for record in caplog.records if "oauth2" in record.getMessage()]


async def test_log_says_how_to_invite(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    await stage.restart()
    (invitation,) = said(caplog)
    plain, threaded = re.findall(r"https://discord\.com/oauth2/authorize\?\S+", invitation)
    assert plain.endswith("&scope=bot+applications.commands&permissions=117760")
    assert f"client_id={stage.playground.application_id}&" in plain
    assert threaded == plain.replace("117760", "309237763072")


@pytest.mark.parametrize("by", [Stranger, AtDoor])
async def test_log_warns_of_no_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, by: type[Stage]
) -> None:
    async with staged(tmp_path / "maxine.db", by) as stage:
        await asyncio.sleep(1)
        assert said(caplog) == []
        stage.playground.world.is_invited = False
        await stage.restart()
        await asyncio.sleep(1)
        (warning,) = said(caplog)
        assert warning.startswith("The bot is on no server yet. Invite it: https://discord.com/oauth2/")


async def test_no_intent_is_asked_for(stage: Stage) -> None:
    assert stage.bot.intents == discord.Intents.none()


async def test_commands_work_everywhere_and_for_everybody(stage: Stage) -> None:
    for command in stage.playground.world.commands:
        if command["name"] == "settings":  # those of a server, for those who manage it
            continue
        assert sorted(command["contexts"]) == [0, 1, 2]
        assert sorted(command["integration_types"]) == [0, 1]


async def test_each_interaction_is_one_log_line(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    board = await stage.challenge(stage.ada)
    await stage.click(stage.ada, board, "b2")
    await stage.command(stage.ada, "move", to="zebra")
    await stage.press(stage.grace, board, "unheard of")
    await stage.command(stage.grace, "resign")
    lines = [record.getMessage() for record in caplog.records if record.name == "bot.delivery.interactions"]
    found = [LOG_LINE.fullmatch(line) for line in lines]
    assert [(match[1], match[2]) for match in found if match] == [
        ("/challenge", "ok"),
        ("button move", "ok"),
        ("/move", "refused error=UnknownMoveError"),
        ("button unknown", "refused error=UnknownButtonError"),
        ("/resign", "refused error=NoRunningMatchError"),
    ]
    assert len(lines) == 5
    for secret in (stage.playground.token, "zebra", "unheard of"):
        assert secret not in caplog.text


async def test_each_answer_is_one_request(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    before = len(stage.playground.requests)
    await stage.click(stage.ada, board, "b2")
    assert stage.rows("SELECT count(*) FROM moves") == [(2,)]
    await stage.click(stage.ada, board, "Explain")
    await stage.press(stage.ada, board, button_id(stage.message(board), "Resign"))
    await stage.command(stage.ada, "leaderboard")
    assert len(stage.playground.requests) == before + 4


async def test_unreachable_discord_is_a_sentence(tmp_path: Path) -> None:
    storage = await open_storage(tmp_path / "maxine.db")
    redirect("http://127.0.0.1:1")
    with pytest.raises(UnreachableError, match=r"127\.0\.0\.1"):
        await client.run_bot(Context(storage, Analysts()), "no.such.token", asyncio.Event())
    await storage.close()


async def test_database_lost_at_the_start(tmp_path: Path) -> None:
    storage = await open_storage(tmp_path / "maxine.db")
    await storage.close()
    async with Playground() as playground:
        redirect(playground.url)
        with pytest.raises(RefusedStartError, match="does not answer"):
            await client.run_bot(Context(storage, Analysts()), playground.token, asyncio.Event())


@pytest.mark.ci
async def test_press_in_hand_delays_the_stop(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    with stage.database.locked():
        pressing = asyncio.create_task(stage.playground.click(stage.ada, board, "b2"))
        await stage.until(lambda: bool(stage.bot.in_hand))
        stopping = asyncio.create_task(stage.stop())
        done, _ = await asyncio.wait([stopping], timeout=0.1)
        assert not done
    await stopping
    answer = await pressing
    await stage.start()
    assert not answer.failed
    assert cells(stage.message(board)).count("X") == 1


@pytest.mark.ci
async def test_presses_during_the_stop_are_answered(stage: Stage) -> None:
    boards = [await stage.challenge(stage.ada) for _ in range(40)]
    stage.playground.interactions.answer_within = 3

    async def press(board: int, delay: float) -> Answer:
        await asyncio.sleep(delay)
        return await stage.playground.click(stage.ada, board, "b2")

    pressing = [asyncio.create_task(press(board, index / 2000)) for index, board in enumerate(boards)]
    await asyncio.sleep(0.008)
    await stage.stop()
    answers = await asyncio.gather(*pressing)
    await stage.start()
    [(played,)] = stage.rows("SELECT count(DISTINCT match_id) FROM moves")
    assert played == sum(not answer.failed for answer in answers)
