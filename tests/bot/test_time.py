"""What time does to boards, matches and invitations."""

import asyncio
import re

import pytest

from bot.playground.messages import text_of
from bot.services import upkeep
from tests.bot.boards import pictures
from tests.bot.desk import Desk
from tests.bot.paused_stage import GAME, PausedStage
from tests.bot.puzzling import Patient
from tests.bot.shown import ENDED, buttons, cells, controls, id_of, open_cells, private_text
from tests.bot.stage import Stage
from tests.driver import Answer


async def upkeep_done(stage: Stage) -> None:
    """A round of upkeep, by a clock that somebody has just confirmed."""
    await stage.command(stage.eve, "help")
    await upkeep_alone(stage)


async def upkeep_alone(stage: Stage) -> None:
    await stage.bot.cogs["Upkeep"]._tidy()  # type: ignore[attr-defined] # the loop is the cog's own


def posted_after(answer: Answer) -> int:
    """The message that a deferred answer was followed by."""
    assert answer.deferred
    [message] = answer.followups
    return int(message["id"])


async def test_young_board_is_redrawn_in_place(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    stage.clock.advance(minutes=49)
    assert id_of(await stage.click(stage.ada, board, "b2")) == board


@pytest.mark.parametrize("minutes", [1.1, 51])
async def test_old_board_is_posted_anew(stage: Stage, minutes: float) -> None:
    old = await stage.between(stage.ada, stage.grace)
    stage.clock.advance(minutes=minutes)
    new = posted_after(await stage.click(stage.ada, old, "b2"))
    assert stage.message(new)["pinged"] == [str(stage.grace.id)]
    assert cells(stage.message(new)) == "a1 b1 c1 / a2 X c2 / a3 b3 c3"
    assert list(buttons(stage.message(old))) == []
    assert stage.link(new) in text_of(stage.message(old))
    [shown] = pictures(stage.message(old))
    assert shown["description"] == "X on b2. The last move was b2."
    assert id_of(await stage.click(stage.grace, new, "a1")) == new
    assert (await stage.press(stage.ada, old, "m:1:2:8")).ephemeral


@pytest.mark.parametrize("minutes", [1.1, 51])
async def test_end_pings_the_other(stage: Stage, minutes: float) -> None:
    old = await stage.between(stage.ada, stage.grace)
    await stage.moves(old, stage.ada, stage.grace, "a1 b1 a2 b2")
    stage.clock.advance(minutes=minutes)
    new = posted_after(await stage.click(stage.ada, old, "a3"))
    assert stage.message(new)["pinged"] == [str(stage.grace.id)]
    assert controls(stage.message(new)) == ENDED


@pytest.mark.parametrize(("first", "is_told"), [("me", True), ("opponent", False)])
async def test_acceptance_tells_the_inviter(stage: Stage, first: str, *, is_told: bool) -> None:
    invitation = await stage.challenge(stage.ada, opponent=stage.grace, first=first)
    stage.clock.advance(minutes=2)
    answer = await stage.click(stage.grace, invitation, "Accept")
    pinged = [message["pinged"] for message in answer.followups]
    assert pinged == ([[str(stage.ada.id)]] if is_told else [])


@pytest.mark.parametrize(("days", "result"), [(6.99, None), (7.01, "abandoned")])
async def test_untouched_week_abandons_a_match(stage: Stage, days: float, result: str | None) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.click(stage.ada, board, "b2")
    stage.clock.advance(days=days)
    await upkeep_done(stage)
    assert stage.rows("SELECT result FROM matches") == [(result,)]
    assert stage.rows("SELECT * FROM standings") == []


async def test_abandoned_board_says_so(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    stage.clock.advance(days=8)
    await upkeep_done(stage)
    stage.clock.advance(seconds=6)
    answer = await stage.click(stage.ada, board, "b2")
    assert "This match is over." in private_text(answer)
    assert "**Abandoned**, untouched for a week." in text_of(stage.message(board))
    assert controls(stage.message(board)) == ENDED
    assert not (await stage.click(stage.ada, board, "Rematch")).ephemeral


async def test_every_move_keeps_a_match_alive(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stage.clock.advance(days=6)
    new = posted_after(await stage.click(stage.ada, board, "b2"))
    stage.clock.advance(days=6)
    await upkeep_done(stage)
    assert not (await stage.click(stage.grace, new, "a1")).ephemeral


async def test_unconfirmed_time_ends_nothing(stage: Stage) -> None:
    await stage.between(stage.ada, stage.grace)
    await stage.challenge(stage.ada, opponent=stage.grace)
    stage.clock.advance(days=8)
    await upkeep_alone(stage)
    await stage.restart()
    await upkeep_alone(stage)
    assert stage.rows("SELECT result FROM matches") == [(None,)]
    assert stage.rows("SELECT fate FROM invitations WHERE id = 2") == [(None,)]
    await upkeep_done(stage)
    assert stage.rows("SELECT result FROM matches") == [("abandoned",)]
    assert stage.rows("SELECT fate FROM invitations WHERE id = 2") == [("expired",)]


@pytest.mark.parametrize("days", [8, -8])
async def test_wrong_clock_at_start_ends_nothing(stage: Stage, days: int) -> None:
    board = await stage.challenge(stage.ada)
    invitation = await stage.challenge(stage.ada, opponent=stage.grace)
    stage.clock.lie(days=days)
    await stage.restart()
    await stage.click(stage.ada, board, "b2")
    await upkeep_done(stage)
    assert stage.rows("SELECT result FROM matches") == [(None,)]
    assert not (await stage.click(stage.ada, board, open_cells(stage.message(board))[0])).ephemeral
    assert not (await stage.click(stage.grace, invitation, "Accept")).ephemeral
    [(latest,)] = stage.rows("SELECT max(touched_at) FROM matches")
    assert abs(latest - stage.playground.world.time()) < 60


@pytest.mark.parametrize(("minutes", "way"), [(-5, "behind"), (5, "ahead of")])
async def test_people_are_told_discords_time(
    stage: Stage, caplog: pytest.LogCaptureFixture, minutes: int, way: str
) -> None:
    stage.clock.lie(minutes=minutes)
    for _ in range(3):  # the first may only have arrived late
        await stage.command(stage.eve, "help")
    board = await stage.between(stage.ada, stage.grace, pace="1 minute")
    for _ in range(2):
        [due_at] = re.findall(r"<t:(\d+):[Tf]>", text_of(stage.message(board)))
        assert 50 < int(due_at) - stage.playground.world.time() <= 61
        await stage.upkeep()
    said = [record.message for record in caplog.records if "clock of this machine" in record.message]
    assert said == [
        f"The clock of this machine is 0:05:00 {way} Discord's, which is believed instead. Set it."
    ]


async def test_late_interaction_changes_no_clock(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    clock = stage.bot.context.now
    for late in (40, 30, 0, 20, 10):
        clock.record_discord_time(stage.playground.world.time() - late)
    assert abs(clock() - stage.playground.world.time()) < 1
    assert "clock" not in caplog.text


async def test_servers_difference_is_logged_once(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    clock, loop = stage.bot.context.now, asyncio.get_running_loop()
    clock.record_discord_time(stage.playground.world.time())
    for behind in (600, 600, 0, 0):
        clock.record_database_time(clock() - behind, loop.time(), is_servers=True)
        assert clock.to_discord_time(clock.shared()) == pytest.approx(clock(), abs=0.1)
    assert [line for line in caplog.messages if "database's server" in line] == [
        "The clock of the database's server is 0:10:00 behind Discord's, which is believed instead. Set it.",
        "The clock of the database's server agrees with Discord's again.",
    ]


async def test_slow_clock_ages_no_match(paused: PausedStage) -> None:
    await paused.playground.command(paused.ada, paused.general, "challenge", game=GAME, first="opponent")
    [(begun_at,)] = paused.rows("SELECT touched_at FROM matches")
    paused.clock.lie(days=-8)
    await paused.restart()
    paused.resume_workers()
    await paused.until(lambda: paused.rows("SELECT count(*) FROM moves") == [(1,)])
    assert paused.rows("SELECT touched_at FROM matches") == [(begun_at,)]


async def test_end_is_never_before_the_move(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    await desk.click(desk.ada, board, "b2")
    [(moved_at,)] = desk.rows("SELECT touched_at FROM matches")
    desk.clock.lie(minutes=-0.04)
    await desk.resign(desk.ada)
    assert desk.rows("SELECT result, touched_at FROM matches") == [("second", moved_at)]


async def test_puzzles_day_is_the_true_one(patient: Patient) -> None:
    patient.clock.lie(days=8)
    await patient.restart()
    message = id_of(await patient.command(patient.ada, "daily"))
    await patient.solve(patient.ada, message)
    today = int(patient.playground.world.time() // 86400)
    assert patient.rows("SELECT day FROM attempts") == [(today,)]
    assert patient.rows("SELECT DISTINCT last_day, length FROM streaks") == [(today, 1)]


async def test_refused_upkeep_is_put_off(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "bot")
    await stage.challenge(stage.ada)
    stage.clock.advance(days=8)
    await stage.connection.read(lambda db: db.execute("PRAGMA query_only = ON").fetchall())
    await upkeep_done(stage)
    assert "Upkeep is put off" in caplog.text
    await stage.connection.read(lambda db: db.execute("PRAGMA query_only = OFF").fetchall())
    await upkeep_done(stage)
    assert "upkeep abandoned=1 expired=0" in caplog.text


async def test_upkeep_survives_our_mistake(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def err(_: object) -> tuple[int, int]:
        raise ZeroDivisionError

    await stage.challenge(stage.ada, opponent=stage.grace)
    stage.clock.advance(hours=25)
    await stage.command(stage.eve, "help")
    with monkeypatch.context() as patched:
        patched.setattr(upkeep, "tidy", err)
        await upkeep_done(stage)
    assert "ZeroDivisionError" in caplog.text
    await upkeep_done(stage)
    assert stage.rows("SELECT fate FROM invitations") == [("expired",)]
