"""Several processes on one database: nothing is done twice, and what one leaves another takes over."""

import asyncio
import math
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import client
from bot.delivery import responder
from bot.models import Pressed
from bot.playground.messages import text_of
from bot.services import offers, play, replies
from bot.storage.postgres import leases, open_storage
from bot.storage.postgres.connection import PostgresDatabase
from tests.bot.databases import Server
from tests.bot.paused_stage import GAME, THINKING
from tests.bot.process_group import BotProcess, ProcessGroup, process_group
from tests.bot.shown import cells, id_of
from tests.bot.stage import CALLBACK
from tests.patience import LONG

pytestmark = pytest.mark.real_time("it is about processes of their own")

DAY = 24 * 3600

WAITING = """
import time
from pathlib import Path
from bot.workers import protocol
gate, think = Path({!r}), protocol.write_answer
def wait_and_think(request, is_interrupted):
    while not gate.exists():
        time.sleep(0.005)
    return think(request, is_interrupted)
protocol.write_answer = wait_and_think
"""


@pytest.fixture
async def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ProcessGroup]:
    """One bot for direct messages, who began first, and one for the server; both think behind a gate."""
    monkeypatch.setattr(leases, "_SECONDS", 50.0)  # a busy machine loses none
    async with process_group(WAITING.format(str(tmp_path / "gate"))) as pair:
        await pair.launch(0)
        await pair.until(lambda: len(pair.playground._gateway.identified) == 1)
        await pair.launch(1)
        await pair.ready()
        yield pair


async def thinking(pair: ProcessGroup) -> int:
    """Begin a match on the server, and make a move; return the board that says she is thinking."""
    board = id_of(await pair.playground.command(pair.ada, pair.general, "challenge", game=GAME))
    answer = await pair.playground.click(pair.ada, board, "b2")
    assert THINKING in answer.text
    begun = "SELECT 1 FROM leases WHERE name = ?"
    await pair.until(lambda: bool(server(pair).rows(begun, replies.lease_of(1))))
    return board


async def test_shards_identify_at_their_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_IDENTIFY_SECONDS", 1.3)  # so much longer than what Discord wants
    async with process_group() as group:
        gateway = group.playground._gateway
        gateway.identify_seconds, gateway.max_concurrency = 0.3, 2
        await group.launch(0, 1, 2, of=6)
        await group.launch(3, 4, 5, of=6)
        await group.ready()
        assert (sorted(shard for shard, _ in gateway.identified), gateway.refused) == ([*range(6)], [])
        paths = [path for method, path, _ in group.playground.requests if method == "PUT"]
        assert len(paths) == 1  # the commands


async def test_waiting_process_is_not_connected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "_IDENTIFY_SECONDS", 60.0)
    async with process_group() as group:
        await group.launch(0, 1, 2, of=3)
        await group.until(lambda: len(group.playground._gateway.identified) == 2)
        await asyncio.sleep(0.3)
        assert len(group.playground._gateway._connections) == 2
        other = await open_storage(group.url)
        assert await other.leases.take("upkeep")
        await other.close()


async def test_reply_is_left_to_its_thinker(pair: ProcessGroup, tmp_path: Path) -> None:
    first, second = pair.processes
    board = await thinking(pair)
    for _ in range(3):
        await first.upkeep()
    assert (len(first.bot.context.replies), len(second.bot.context.replies)) == (0, 1)
    other = replies.begin_reply(first.bot.context, (await first.storage.matches.list_awaited())[0])
    (tmp_path / "gate").touch()
    await pair.until(lambda: THINKING not in text_of(pair.playground.message(board)))
    assert other is not None
    assert (await other).ply == 2
    assert [worker._process for worker in first.analysts._workers] == [None]


async def test_lost_process_hands_over_its_reply(pair: ProcessGroup, tmp_path: Path) -> None:
    first, second = pair.processes
    board = await thinking(pair)
    await lost(pair, second)
    (tmp_path / "gate").touch()
    second.bot.context.replies[1].cancel()
    async with asyncio.timeout(LONG):
        while "O" not in cells(pair.playground.message(board)):  # an edit that took too long is made again
            await first.upkeep()
    assert await first.storage.matches.list_awaited() == []
    assert cells(pair.playground.message(board)).count("O") == 1
    assert THINKING not in text_of(pair.playground.message(board))


async def test_takeback_beats_anothers_reply(pair: ProcessGroup, tmp_path: Path) -> None:
    first, second = pair.processes
    await thinking(pair)
    reply = second.bot.context.replies[1]
    taken = await offers.make_offer(first.bot.context, pair.ada.id, 1, 1, "takeback")
    (tmp_path / "gate").touch()
    after = await reply
    assert (after.actions, after.is_helped, after.version) == ((), True, taken.version)
    assert await second.storage.matches.find(1) == after


async def test_upkeep_passes_to_another(pair: ProcessGroup) -> None:
    first, second = pair.processes
    assert [[*await process.storage.leases.take("upkeep")] for process in pair.processes] == [["upkeep"], []]
    await lost(pair, first)
    await pair.eventually(lambda: second.storage.leases.take("upkeep"))


async def test_compared_clock_tidies(pair: ProcessGroup) -> None:
    first, _ = pair.processes
    await pair.playground.command(pair.ada, pair.general, "challenge", opponent=pair.grace)
    pair.playground.world.ahead += 25 * 3600
    await pair.playground.command(pair.ada, pair.general, "help")
    for process in pair.processes:
        await process.tidy()
    assert await first.storage.invitations.expire(first.bot.context.now()) == 0  # it has been
    await pair.eventually(lambda: first.storage.leases.take("tidy"))


async def test_late_drawing_is_drawn_anew(pair: ProcessGroup, monkeypatch: pytest.MonkeyPatch) -> None:
    for patience in ("_PATIENCE", "_LATEST"):  # or a busy machine would have it drawn in another way first
        monkeypatch.setattr(responder, patience, LONG)
    first, second = pair.processes
    invitation = await pair.playground.command(pair.ada, pair.general, "challenge", opponent=pair.grace)
    board = id_of(await pair.playground.click(pair.grace, id_of(invitation), "Accept"))
    pair.playground.delay_next("POST", CALLBACK, math.inf)
    pressing = asyncio.create_task(pair.playground.click(pair.ada, board, "b2"))
    await pair.eventually(lambda: moved(second))
    pressed = Pressed(1, 1, pair.grace.id, board, has_button=True)
    await play.press_cell(first.bot.context, pressed, 0)
    assert await first.bot.displays[1].draw()
    await first.upkeep()
    pair.playground.hurry()
    await pressing
    assert "O" not in cells(pair.playground.message(board))  # it is undone
    for _ in range(2):
        await second.upkeep()
    assert cells(pair.playground.message(board)) == "O b1 c1 / a2 X c2 / a3 b3 c3"


async def test_starting_process_posts_no_board_twice(pair: ProcessGroup) -> None:
    first, _ = pair.processes
    pair.playground.delay_next("POST", CALLBACK, math.inf)
    asking = asyncio.create_task(pair.playground.command(pair.ada, pair.general, "challenge", first="me"))
    await pair.eventually(first.storage.matches.list_undrawn)
    newer = await pair.launch(0)
    await pair.until(lambda: "Upkeep" in newer.bot.cogs)
    first.storage.leases.drop("upkeep")
    await pair.eventually(lambda: newer.storage.leases.take("upkeep"))
    for _ in range(3):
        await newer.upkeep()
    assert pair.playground.messages(pair.general) == []
    pair.playground.hurry()
    board = id_of(await asking)
    await newer.upkeep()
    assert [int(message["id"]) for message in pair.playground.messages(pair.general)] == [board]


async def test_server_tells_the_time(pair: ProcessGroup, caplog: pytest.LogCaptureFixture) -> None:
    pair.playground.world.ahead += 10 * 60
    options = {"opponent": pair.grace, "pace": "1 day"}
    invitation = await pair.playground.command(pair.ada, pair.general, "challenge", **options)
    board = id_of(await pair.playground.click(pair.grace, id_of(invitation), "Accept"))
    for cell, person in (("b2", pair.ada), ("a1", pair.grace)):
        await pair.playground.click(person, board, cell)
        assert abs(await due_at(pair) - time.time() - DAY) < 5
        [told] = re.findall(r"<t:(\d+):[Tf]>", text_of(pair.playground.message(board)))
        assert abs(int(told) - pair.playground.world.time() - DAY) < 5  # as Discord tells it
    await pair.processes[0].upkeep()
    await pass_(pair, DAY - 3600)
    for _ in range(2):
        await asyncio.gather(*(process.upkeep() for process in pair.processes))
        await asyncio.gather(*(task for process in pair.processes for task in process.bot.in_hand))
    assert 3000 < await due_at(pair) - time.time() <= 3601
    said = [text_of(message) for message in pair.playground.messages(pair.general)]
    assert len([text for text in said if "Here is the board" in text]) == 1
    said = [line for line in caplog.messages if "clock of the database's server" in line]
    assert {line.partition(" is ")[2][:14] for line in said} == {"0:10:00 behind"}
    assert len(said) <= len(pair.processes)
    await pass_(pair, 7200)
    await asyncio.gather(*(process.upkeep() for process in pair.processes))
    [(wins,)] = server(pair).rows("SELECT sum(wins) FROM standings WHERE guild_id = 0")
    assert (wins, "ran out of time" in text_of(pair.playground.message(board))) == (1, True)


async def test_time_passes_while_one_is_awake(pair: ProcessGroup) -> None:
    first, second = pair.processes
    options = {"opponent": pair.grace, "pace": "10 minutes"}
    invitation = await pair.playground.command(pair.ada, pair.general, "challenge", **options)
    await pair.playground.click(pair.grace, id_of(invitation), "Accept")
    await first.upkeep()
    await pass_(pair, 300)
    await second.upkeep()
    await first.upkeep()
    assert await due_at(pair) - time.time() < 301
    await pass_(pair, 3600, is_awake=False)
    await asyncio.gather(*(process.upkeep() for process in pair.processes))
    assert 250 < await due_at(pair) - time.time() < 301


@pytest.mark.ci
async def test_time_stops_while_shards_are_unheard(pair: ProcessGroup) -> None:
    first, second = pair.processes
    options = {"opponent": pair.grace, "pace": "10 minutes"}
    invitation = await pair.playground.command(pair.ada, pair.general, "challenge", **options)
    board = id_of(await pair.playground.click(pair.grace, id_of(invitation), "Accept"))
    await asyncio.gather(*(process.upkeep() for process in pair.processes))
    await pass_(pair, 500)
    await lost(pair, second)
    for _ in range(4):
        await pass_(pair, 4, is_awake=False)
        await first.upkeep()
    assert 50 < await due_at(pair) - time.time() <= 102
    await pass_(pair, 90)
    for _ in range(4):
        await second.upkeep()
        await pass_(pair, 4, is_awake=False)
        await first.upkeep()
    await first.upkeep()
    assert "ran out of time" in text_of(pair.playground.message(board))


def server(pair: ProcessGroup) -> Server:
    return Server(pair.url)


async def change(pair: ProcessGroup, sql: str, *values: object) -> None:
    """Change the database past the processes, which may have to end a transaction first."""
    await asyncio.to_thread(server(pair).change, sql, values)


async def pass_(pair: ProcessGroup, seconds: float, *, is_awake: bool = True) -> None:
    """Let time pass, while some process is awake all along or none is."""
    await change(pair, "UPDATE matches SET due_at = due_at - ?", seconds)
    if not is_awake:
        await change(pair, "UPDATE awake SET seen_at = seen_at - ?", seconds)


async def due_at(pair: ProcessGroup) -> float:
    """When the time of whoever is to move in the first match is up."""
    match = await pair.processes[0].storage.matches.find(1)
    assert match is not None
    assert match.due_at is not None
    return match.due_at


async def test_one_arena_each_in_all_processes(pair: ProcessGroup) -> None:
    direct = pair.playground.direct(pair.ada)
    options = {"game": "tic-tac-toe", "x": "easy", "o": "easy", "games": 200}
    begun = await pair.playground.command(pair.ada, pair.general, "arena", **options)
    assert not begun.failed
    refused = await pair.playground.command(pair.ada, direct, "arena", **options)
    assert refused.text.startswith("One arena at a time")


async def moved(process: BotProcess) -> bool:
    match = await process.storage.matches.find(1)
    return match is not None and match.ply > 0


async def lost(pair: ProcessGroup, process: BotProcess) -> None:
    """Let the leases of a process end, as if it had been killed a while ago, once none is being renewed."""
    held = process.storage.leases
    assert isinstance(held, leases.SharedLeases)
    assert held._renewing is not None
    held._renewing.cancel()
    assert isinstance(held._database, PostgresDatabase)
    if held._database._writing is not None:
        await asyncio.wait([held._database._writing])
    held._held.clear()
    await change(pair, "UPDATE leases SET until = 0 WHERE holder = ?", held.holder)
