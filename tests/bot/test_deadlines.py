"""Time for a move: it is shown, runs out, is warned of, and stands still while she is away."""

import asyncio
import math
import re

import pytest

from bot.delivery import messages
from bot.delivery.reminders import remind
from bot.errors import Refusal, StorageError
from bot.models import Deadline
from bot.playground.messages import text_of
from bot.services import deadlines
from tests.bot.gated import GAME, Gated
from tests.bot.stage import EDIT, ENDED, MESSAGES, Stage, cells, controls, id_of
from tests.bot.test_places import user_installed
from tests.bot.test_survival import bot_process, next_bot
from tests.bot.test_survival import stage as remote
from tests.patience import LONG
from tests.virtual import wall_time

__all__ = ["remote"]

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
    [due_at] = re.findall(r"<t:(\d+):R>", text)
    return int(due_at) - wall_time()


def reminders(stage: Stage) -> list[str]:
    """The texts of all reminders."""
    texts = (text_of(message) for message in stage.playground.world.messages.values())
    return [text for text in texts if "it is your turn: without a move" in text]


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
    assert f"Without a move, {stage.ada.mention} loses <t:" in text
    assert 540 < seconds_left(text) < 660  # by the time of the database, which may be a server
    pass_(stage, 300)
    text = (await stage.click(stage.ada, board, "b2")).text
    assert f"Without a move, {stage.grace.mention} loses <t:" in text
    assert 540 < seconds_left(text) < 660


async def test_match_without_a_limit(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    assert "Without a move" not in text_of(stage.message(board))
    assert stage.rows("SELECT due_at FROM matches") == [(None,)]


async def test_no_time_runs_while_maxine_thinks(gated: Gated) -> None:
    board = await gated.challenge(gated.ada, game=GAME, pace="1 minute")
    await gated.answered(gated.playground.click(gated.ada, board, "b2"))
    assert gated.rows("SELECT due_at FROM matches") == [(None,)]
    await gated.thought()
    assert 30 < seconds_left(text_of(gated.message(board))) <= 60 + slack(gated)


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


async def test_reminder_comes_once_with_a_ping(stage: Stage) -> None:
    board = await begun(stage)
    pass_(stage, DAY - 4 * 3600)
    await upkeep(stage)
    assert reminders(stage) == []
    pass_(stage, 2 * 3600)
    await upkeep(stage)
    await stage.restart()
    await upkeep(stage)
    [text] = reminders(stage)
    assert text.startswith(f"{stage.ada.mention}, it is your turn: without a move, you lose <t:")
    assert text.endswith(f"Here is the board: {stage.link(board)}")
    newest = stage.message(max(map(int, stage.playground.world.messages)))
    assert newest["pinged"] == [str(stage.ada.id)]
    await stage.click(stage.ada, board, "b2")
    pass_(stage, DAY - 3600)
    await upkeep(stage)
    assert len(reminders(stage)) == 2


def resumptions(stage: Stage) -> list[str]:
    """What is said where a clock goes on."""
    texts = (text_of(message) for message in stage.playground.world.messages.values())
    return [text for text in texts if "the clock stood still" in text]


async def out_of_time(stage: Stage) -> None:
    """Let a day and more pass, and upkeep see it."""
    pass_(stage, DAY + 1000)
    await stage.command(stage.eve, "help")
    await upkeep(stage)


@pytest.mark.ci
@pytest.mark.parametrize("is_known", [True, False])
async def test_invisible_board_stops_the_clock(stage: Stage, *, is_known: bool) -> None:
    board = await begun(stage)
    stage.playground.fail_next("PATCH", EDIT, 403, times=9)
    if not is_known:  # she is no member any more
        stage.playground.fail_next("GET", r"/guilds/\d+$", 404, times=9)
        stage.bot.servers._locales.clear()
        pass_(stage, DAY + 1000)
        await upkeep(stage)
    else:
        await out_of_time(stage)
    assert (endings(stage), resumptions(stage)) == ([(None, None)], [])
    assert stage.rows("SELECT due_at FROM matches") == [(None,)]
    stage.playground.heal()
    stage.bot.servers._locales.clear()
    await stage.restart()
    for _ in range(2):
        await upkeep(stage)
    [said] = resumptions(stage)
    assert said.startswith(f"{stage.ada.mention}, for a while I could not show this match")
    assert stage.link(board) in said
    for text in (said, text_of(stage.message(board))):
        assert DAY - 60 < seconds_left(text) <= DAY + slack(stage)
    await out_of_time(stage)
    assert endings(stage) == [("second", "time")]


async def test_seen_again_the_clock_goes_on(stage: Stage) -> None:
    await begun(stage)
    stage.playground.fail_next("PATCH", EDIT, 403, times=99)
    await out_of_time(stage)
    stage.playground.heal()
    await stage.command(stage.grace, "board")
    assert len(resumptions(stage)) == 1
    await upkeep(stage)
    await stage.command(stage.grace, "board")
    assert len(resumptions(stage)) == 1


@pytest.mark.ci
async def test_unstored_resumption_comes_later(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> bool:
        raise StorageError(Refusal.BUSY)

    await begun(stage)
    stage.playground.fail_next("PATCH", EDIT, 403, times=99)
    await out_of_time(stage)
    stage.playground.heal()
    with monkeypatch.context() as patch:
        patch.setattr(stage.bot.context.storage.matches, "save", fail)
        await upkeep(stage)
    assert resumptions(stage) == []
    await upkeep(stage)
    assert len(resumptions(stage)) == 1


@pytest.mark.ci
async def test_locked_thread_stops_the_clock(stage: Stage) -> None:
    head = await stage.between(stage.ada, stage.grace, pace="1 day", thread=True)
    await stage.upkeep()
    stage.playground.world.lock(head)
    await out_of_time(stage)
    assert endings(stage) == [(None, None)]
    stage.clock.advance(hours=25)
    await out_of_time(stage)
    assert endings(stage) == [("abandoned", "abandonment")]
    assert "I could not show this match for a day" in text_of(stage.message(head))  # in the channel


async def test_guest_still_loses_on_time(stage: Stage) -> None:
    user_installed(stage)
    stage.playground.fail_next("GET", r"/guilds/\d+$", 404, times=99)
    await begun(stage)
    await out_of_time(stage)
    assert endings(stage) == [("second", "time")]


def assert_lost(stage: Stage, *, is_ended: bool) -> None:
    """Ask whether the match ended without a result, as its place was gone, and both were told of it."""
    ended = ("abandoned", "abandonment")
    assert endings(stage) == [ended if is_ended else (None, None)]
    assert stage.rows("SELECT count(*) FROM rating_changes") == [(0,)]
    for person in (stage.ada, stage.grace):
        said = [text_of(each) for each in stage.playground.messages(stage.playground.direct(person))]
        assert [text.rpartition("\n")[2] for text in said] == [
            "**Abandoned**: I could not show this match for a day."
        ] * is_ended


@pytest.mark.parametrize(("hours", "is_ended"), [(23, False), (25, True)])
async def test_lost_place_ends_without_a_result(stage: Stage, hours: int, *, is_ended: bool) -> None:
    invitation = await stage.playground.command(
        stage.ada, stage.games, "challenge", opponent=stage.grace, pace="1 day"
    )
    await stage.playground.click(stage.grace, id_of(invitation), "Accept")
    await stage.upkeep()
    stage.playground.world.channels = (stage.general,)
    await out_of_time(stage)
    assert endings(stage) == [(None, None)]
    stage.clock.advance(hours=hours)
    await stage.command(stage.eve, "help")
    for _ in range(3):  # until what another process may have sent cannot arrive any more
        await upkeep(stage)
        await asyncio.sleep(10)
    assert_lost(stage, is_ended=is_ended)


@pytest.mark.parametrize(("hours", "is_ended"), [(23, False), (25, True)])
async def test_lost_place_ends_a_match_without_limits(stage: Stage, hours: int, *, is_ended: bool) -> None:
    invitation = await stage.playground.command(stage.ada, stage.games, "challenge", opponent=stage.grace)
    await stage.playground.click(stage.grace, id_of(invitation), "Accept")
    await stage.upkeep()
    stage.playground.world.channels = (stage.general,)
    for passed in (2, hours):
        stage.clock.advance(hours=passed)
        await stage.command(stage.eve, "help")
        await stage.restart()
        await stage.command(stage.eve, "help")
        for _ in range(3):  # until what another process may have sent cannot arrive any more
            await upkeep(stage)
            await asyncio.sleep(10)
    assert_lost(stage, is_ended=is_ended)


@pytest.mark.parametrize("is_guest", [True, False])
async def test_left_server_ends_a_match_that_it_showed(stage: Stage, *, is_guest: bool) -> None:
    await stage.between(stage.ada, stage.grace)
    await stage.upkeep()
    if not is_guest:
        stage.clock.advance(hours=2)
        await stage.command(stage.eve, "help")
        await upkeep(stage)  # it is there
    for passed in (2, 25, 25):
        stage.clock.advance(hours=passed)
        await stage.command(stage.eve, "help")
        stage.playground.fail_next("GET", r"/guilds/\d+$", 404, times=99)
        stage.bot.servers._locales.clear()
        await upkeep(stage)
    assert endings(stage) == [(None, None) if is_guest else ("abandoned", "abandonment")]


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
    stage.playground.fail_next("POST", MESSAGES, 403)  # or the reminder would tell what time it is
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
    [(due_at,)] = stage.rows("SELECT due_at FROM matches")
    assert 0 < due_at - wall_time() <= 61


@pytest.mark.ci
async def test_no_reminder_where_no_member(stage: Stage) -> None:
    await begun(stage)
    await stage.restart()
    stage.playground.fail_next("GET", "/guilds/", 403, times=9)
    pass_(stage, DAY - 3600)
    await upkeep(stage)
    assert reminders(stage) == []


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


@pytest.mark.parametrize(("status", "count"), [(500, 1), (403, 0)])
async def test_untaken_reminder_comes_later(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, status: int, count: int
) -> None:
    await begun(stage)
    pass_(stage, DAY - 3600)
    stage.playground.fail_next("POST", MESSAGES, status)
    with monkeypatch.context() as hurried:
        hurried.setattr(messages, "POST_SECONDS", 0.9)  # less than until it is tried again
        await upkeep(stage)
    await upkeep(stage)
    path = f"/channels/{stage.general.id}/messages"
    tried = [code for method, at, code in stage.playground.requests if (method, at) == ("POST", path)]
    assert (tried, len(reminders(stage))) == ([status, *count * [200]], count)


async def test_move_cancels_a_waiting_reminder(stage: Stage) -> None:
    board = await begun(stage)
    pass_(stage, DAY - 3600)
    [deadline] = await deadlines.closing(stage.bot.context)
    async with messages.channel_lock(stage.bot, stage.general.id):
        reminding = asyncio.create_task(remind(stage.bot, deadline))
        await asyncio.sleep(0.1)
        assert not (await stage.click(stage.ada, board, "b2")).ephemeral
    await reminding
    await remind(stage.bot, deadline)
    assert reminders(stage) == []


async def test_reminder_waits_for_the_database(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: int) -> None:
        raise StorageError(Refusal.BUSY)

    await begun(stage)
    pass_(stage, DAY - 3600)
    [deadline] = await deadlines.closing(stage.bot.context)
    with monkeypatch.context() as patch:
        patch.setattr(stage.bot.context.storage.matches, "find", fail)
        await remind(stage.bot, deadline)
    assert reminders(stage) == []
    await upkeep(stage)
    assert len(reminders(stage)) == 1


async def test_unstored_reminder_is_not_repeated(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_: Deadline) -> None:
        raise StorageError(Refusal.BUSY)

    await begun(stage)
    pass_(stage, DAY - 3600)
    with monkeypatch.context() as patch:
        patch.setattr(stage.bot.context.storage.deadlines, "confirm_reminded", fail)
        for _ in range(2):
            await upkeep(stage)
    assert (len(reminders(stage)), stage.rows("SELECT is_reminded FROM matches")) == (1, [(0,)])
    await upkeep(stage)
    await stage.restart()
    await upkeep(stage)
    assert (len(reminders(stage)), stage.rows("SELECT is_reminded FROM matches")) == (1, [(1,)])


@pytest.mark.ci
@pytest.mark.parametrize("is_taken", [False, True])
async def test_kill_loses_no_reminder(remote: Stage, *, is_taken: bool) -> None:
    async with bot_process(remote) as process:
        await remote.between(remote.ada, remote.grace, pace="1 day")
        remote.playground.delay_next("POST", MESSAGES, math.inf, after=is_taken)
        pass_(remote, DAY - 3600)
        await remote.until(lambda: not remote.playground.trouble.faults)
        process.kill()
    assert len(reminders(remote)) == is_taken
    remote.playground.heal()
    async with next_bot(remote):
        await remote.until(lambda: remote.rows("SELECT is_reminded FROM matches") == [(1,)])
    assert len(reminders(remote)) == 1 + is_taken  # twice at most


async def test_timed_match_is_never_abandoned(stage: Stage) -> None:
    await begun(stage)
    stage.database.change("UPDATE matches SET touched_at = touched_at - ?", (9 * DAY,))
    await stage.command(stage.eve, "help")
    await upkeep(stage)
    assert endings(stage) == [(None, None)]
    pass_(stage, DAY + 1000)
    await upkeep(stage)
    assert endings(stage) == [("second", "time")]
