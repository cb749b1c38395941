"""Time for a move: it is shown, runs out, is warned of, and stands still while she is away."""

import asyncio
import re

import pytest

from bot.models import Deadline
from bot.playground.messages import text_of
from bot.services import deadlines
from tests.bot.desk import Desk
from tests.bot.paused_stage import GAME, PausedStage
from tests.bot.shown import ENDED, cells, controls, id_of
from tests.bot.stage import MESSAGES, Stage
from tests.patience import LONG
from tests.virtual import wall_time

DAY = 24 * 3600
LOST = "ran out of time."


async def begun(stage: Stage, pace: str = "1 day") -> int:
    """A match between Ada, who is to move, and Grace, and some time in which she is seen to be awake."""
    board = await stage.between(stage.ada, stage.grace, pace=pace)
    await stage.upkeep()
    return board


def pass_(stage: Stage, seconds: float, *, is_awake: bool = True) -> None:
    """Let time pass, while she is awake all along or nobody is."""
    stage.database.change("UPDATE matches SET due_at = due_at - ?", (seconds,))
    if not is_awake:
        stage.database.change("UPDATE awake SET seen_at = seen_at - ?", (seconds,))


async def upkeep(stage: Stage) -> None:
    """A round of upkeep, and all that comes of it."""
    await stage.upkeep()
    while stage.bot.in_hand:
        await asyncio.wait({*stage.bot.in_hand})


def slack(stage: Stage) -> float:
    """Return by how many seconds the time of the database may differ: a server's clock is real."""
    return 1.0 if stage.kind == "sqlite" else 60.0


def seconds_left(text: str) -> float:
    """How much time a message says there is."""
    [due_at] = re.findall(r"<t:(\d+):[Tf]>", text)
    return int(due_at) - wall_time()


def reminders(stage: Stage) -> list[str]:
    """The texts of all reminders."""
    texts = (text_of(message) for message in stage.playground.world.messages.values())
    return [text for text in texts if "it is your turn: move by" in text]


def endings(stage: Stage) -> list[tuple[str | None, str | None]]:
    return [
        (result, manner) for result, manner in stage.rows("SELECT result, manner FROM matches ORDER BY id")
    ]


async def test_board_shows_the_deadline(stage: Stage) -> None:
    invitation = await stage.challenge(stage.ada, opponent=stage.grace, pace="10 minutes")
    said = text_of(stage.message(invitation))
    assert "There are 10 minutes for each move: whoever takes longer loses." in said
    board = id_of(await stage.click(stage.grace, invitation, "Accept"))
    text = text_of(stage.message(board))
    assert f"{stage.ada.mention} moves by <t:" in text
    assert 540 < seconds_left(text) < 660  # by the time of the database, which may be a server
    pass_(stage, 300)
    text = (await stage.click(stage.ada, board, "b2")).text
    assert f"{stage.grace.mention} moves by <t:" in text
    assert 540 < seconds_left(text) < 660


async def test_match_without_a_limit(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    assert "Without a move" not in text_of(desk.message(board))
    assert desk.rows("SELECT due_at FROM matches") == [(None,)]


async def test_no_time_runs_while_maxine_thinks(paused: PausedStage) -> None:
    board = await paused.challenge(paused.ada, game=GAME, pace="1 minute")
    await paused.answered(paused.playground.click(paused.ada, board, "b2"))
    assert paused.rows("SELECT due_at FROM matches") == [(None,)]
    await paused.thought()
    assert 30 < seconds_left(text_of(paused.message(board))) <= 60 + slack(paused)


async def test_whoever_runs_out_of_time_loses(stage: Stage) -> None:
    board = await begun(stage)
    pass_(stage, DAY + 1000)
    await upkeep(stage)
    assert endings(stage) == [("second", "time")]
    assert f"**{stage.grace.mention} wins**: {stage.ada.mention} {LOST}" in text_of(stage.message(board))
    assert controls(stage.message(board)) == ENDED
    answer = await stage.click(stage.ada, board, "Rematch")
    assert "There is 1 day for each move" in answer.text
    counted = stage.rows("SELECT user_id, wins, losses FROM standings WHERE guild_id = 0 ORDER BY wins")
    assert counted == [(stage.ada.id, 0, 1), (stage.grace.id, 1, 0)]


async def test_time_runs_out_against_maxine(stage: Stage) -> None:
    board = await stage.challenge(stage.ada, pace="1 minute", first="opponent")
    await stage.upkeep()
    pass_(stage, 1000)
    await upkeep(stage)
    assert endings(stage) == [("first", "time")]
    assert f"**Maxine wins**: {stage.ada.mention} {LOST}" in text_of(stage.message(board))


async def test_time_runs_out_in_direct_messages(stage: Stage) -> None:
    alone = stage.playground.direct(stage.ada)
    board = id_of(await stage.playground.command(stage.ada, alone, "challenge", pace="1 day"))
    await stage.upkeep()
    pass_(stage, DAY - 3600)
    await upkeep(stage)
    assert len(reminders(stage)) == 1
    pass_(stage, 7200)
    await upkeep(stage)
    assert f"**Maxine wins**: {stage.ada.mention} {LOST}" in text_of(stage.message(board))


async def test_end_pings_the_winner_anew(stage: Stage) -> None:
    old = await begun(stage)
    stage.clock.advance(minutes=5)
    pass_(stage, DAY + 1000)
    await stage.command(stage.eve, "help")
    await upkeep(stage)
    new = max(map(int, stage.playground.world.messages))
    assert LOST in text_of(stage.message(new))
    assert stage.message(new)["pinged"] == [str(stage.grace.id)]
    assert stage.link(new) in text_of(stage.message(old))


async def test_unnoticed_late_move_counts(stage: Stage) -> None:
    board = await begun(stage)
    pass_(stage, DAY + 1000)
    assert cells(stage.message(id_of(await stage.click(stage.ada, board, "b2")))).count("X") == 1
    await upkeep(stage)
    assert endings(stage) == [(None, None)]


@pytest.mark.parametrize("delay", [0.0, 0.002, 0.004, 0.02])
async def test_move_and_end_at_once(stage: Stage, delay: float) -> None:
    board = await begun(stage)
    pass_(stage, DAY + 1000)

    async def press() -> bool:
        await asyncio.sleep(delay)
        answer = await stage.press(stage.ada, board, "m:1:0:4")
        assert not answer.failed
        return not answer.ephemeral

    _, is_played = await asyncio.gather(upkeep(stage), press())
    await upkeep(stage)
    [(moves,)] = stage.rows("SELECT count(*) FROM moves")
    assert (moves, endings(stage)) == ((1, [(None, None)]) if is_played else (0, [("second", "time")]))
    assert (LOST in text_of(stage.message(board))) is not is_played


async def test_restart_costs_nobody_time(stage: Stage) -> None:
    board = await begun(stage, "1 minute")
    pass_(stage, 10)
    await stage.stop()
    await stage.offline()
    pass_(stage, 30 * DAY, is_awake=False)
    await stage.start()
    await stage.command(stage.eve, "help")
    await upkeep(stage)
    assert endings(stage) == [(None, None)]
    assert 30 < seconds_left(text_of(stage.message(board))) <= 60 + slack(stage)
    assert not (await stage.click(stage.ada, board, "b2")).ephemeral


@pytest.mark.ci
@pytest.mark.parametrize("delay", [0.0, 0.002, 0.005, 0.01])
async def test_restart_at_the_deadline_ends_once(stage: Stage, delay: float) -> None:
    board = await begun(stage)
    for seconds in (DAY - 3600, 7200):
        pass_(stage, seconds)
        round_ = asyncio.create_task(stage.upkeep())
        await asyncio.sleep(delay)
        await stage.restart()
        await asyncio.gather(round_, return_exceptions=True)
        await stage.command(stage.eve, "help")
        await upkeep(stage)
    assert len(reminders(stage)) <= 1
    async with asyncio.timeout(LONG):  # what the process before took as it ended it has for some seconds
        while LOST not in text_of(stage.message(board)):
            await upkeep(stage)
    assert endings(stage) == [("second", "time")]
    assert stage.rows("SELECT sum(wins) FROM standings WHERE guild_id = 0") == [(1,)]


async def test_crash_leaves_the_end_to_draw(stage: Stage) -> None:
    board = await begun(stage)
    [(due_at,)] = stage.rows("SELECT due_at FROM matches")
    await deadlines.forfeit(stage.bot.context, Deadline(1, due_at))
    assert LOST not in text_of(stage.message(board))
    await stage.restart()
    await upkeep(stage)
    assert LOST in text_of(stage.message(board))
    assert stage.rows("SELECT sum(wins) FROM standings WHERE guild_id = 0") == [(1,)]


async def test_unchecked_clock_ends_nothing(stage: Stage) -> None:
    await begun(stage)
    await stage.restart()
    pass_(stage, DAY - 3600)
    stage.playground.fail_next("POST", MESSAGES, 403, 9)  # or the reminder would tell what time it is
    await upkeep(stage)
    pass_(stage, 7200)
    await upkeep(stage)
    is_shared = stage.storage.leases.is_shared  # by the clock of the server
    assert endings(stage) == ([("second", "time")] if is_shared else [(None, None)])
    await stage.command(stage.eve, "help")
    await upkeep(stage)
    assert endings(stage) == [("second", "time")]


async def test_reminder_tells_what_time_it_is(stage: Stage) -> None:
    await begun(stage)
    await stage.restart()
    pass_(stage, DAY - 3600)
    await upkeep(stage)
    pass_(stage, 7200)
    await upkeep(stage)
    assert (len(reminders(stage)), endings(stage)) == (1, [("second", "time")])


@pytest.mark.parametrize("days", [8, -8])
async def test_jumping_clock_changes_nobodys_time(stage: Stage, days: int) -> None:
    board = await begun(stage, "1 minute")
    stage.clock.lie(days=days)
    await upkeep(stage)
    assert not (await stage.click(stage.ada, board, "b2")).ephemeral
    for off in (days, 0):
        stage.clock.lie(days=off)
        await upkeep(stage)
        await stage.command(stage.eve, "help")
        await upkeep(stage)
    assert endings(stage) == [(None, None)]
    [(left,)] = stage.rows("SELECT due_at - seen_at FROM matches, awake")
    assert 0 < left <= 61  # by the clock of the database


@pytest.mark.gateway("there is no connection to be cut")
async def test_time_stops_while_cut_off(stage: Stage) -> None:
    await begun(stage)
    seen = [stage.rows("SELECT seen_at FROM awake")]
    await asyncio.sleep(1)
    await upkeep(stage)
    seen.append(stage.rows("SELECT seen_at FROM awake"))
    await stage.bot.shards[0].disconnect()
    await upkeep(stage)
    assert seen[0] != seen[1] == stage.rows("SELECT seen_at FROM awake")


@pytest.mark.parametrize("ago", [-600, 20])
async def test_timed_out_player_loses_no_time(stage: Stage, ago: int) -> None:
    board = await begun(stage, "1 minute")
    stage.playground.world.timeouts[stage.ada.id] = until = stage.playground.world.time() - ago
    pass_(stage, 61)
    await upkeep(stage)
    assert endings(stage) == [(None, None)]
    assert abs(seconds_left(text_of(stage.message(board))) - (until + 60 - wall_time())) < 2 + slack(stage)
    stage.playground.world.timeouts.clear()
    pass_(stage, 61 - ago)
    await upkeep(stage)
    assert endings(stage) == [("second", "time")]


async def test_timed_out_player_is_reminded_later(stage: Stage) -> None:
    board = await begun(stage)
    stage.playground.world.timeouts[stage.ada.id] = stage.playground.world.time() + DAY
    pass_(stage, DAY - 3600)
    await upkeep(stage)
    assert reminders(stage) == []
    assert seconds_left(text_of(stage.message(board))) > 2 * DAY - 60


async def test_unknown_time_out_ends_nothing(stage: Stage) -> None:
    await begun(stage)
    pass_(stage, DAY + 1000)
    stage.playground.fail_next("GET", "/members/", 500, times=9)
    await upkeep(stage)
    assert endings(stage) == [(None, None)]
    stage.playground.heal()
    await upkeep(stage)
    assert endings(stage) == [("second", "time")]


async def test_passed_deadline_ends_no_later_turn(stage: Stage) -> None:
    board = await begun(stage)
    [(due_at,)] = stage.rows("SELECT due_at FROM matches")
    await asyncio.sleep(1)
    await stage.click(stage.ada, board, "b2")
    after = stage.rows("SELECT due_at FROM matches")
    assert await deadlines.excuse(stage.bot.context, Deadline(1, due_at), stage.playground.world.time() + DAY)
    await deadlines.forfeit(stage.bot.context, Deadline(1, due_at))
    assert (stage.rows("SELECT due_at FROM matches"), endings(stage)) == (after, [(None, None)])


async def test_timed_match_is_never_abandoned(stage: Stage) -> None:
    await begun(stage)
    stage.database.change("UPDATE matches SET touched_at = touched_at - ?", (9 * DAY,))
    await stage.command(stage.eve, "help")
    await upkeep(stage)
    assert endings(stage) == [(None, None)]
    pass_(stage, DAY + 1000)
    await upkeep(stage)
    assert endings(stage) == [("second", "time")]
