"""/daily and /streaks: one puzzle a day for everyone, days in a row, and a result to share."""

import asyncio
import re
from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path

import pytest

import engine
from bot.playground.messages import text_of
from bot.playground.things import Person
from bot.services.clock import Clock
from bot.services.puzzle import play_move
from engine import puzzles
from tests.bot.puzzling import Patient, Solver, Solving, controls, of_goal, only
from tests.bot.shown import button_id, id_of
from tests.bot.stage import CALLBACK, staged

DAY = 24 * 3600
ON_ITS_WAY = (
    "This result is shared here already, or on its way. If it does not appear, press Share again in half a"
    " minute."
)
RESULT = re.compile(
    r"Maxine daily #(\d+) · Tic-tac-toe · (easy|medium|hard)\n"
    r"Solved in (\d+ tries|1 try), (no hint|1 hint|\d+ hints) 🟥*…?🟩\n"
    r"Streak: (1 day|\d+ days)"
)


@pytest.fixture
async def stage(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> Patient:
    """A stage on which every puzzle of a day is one that takes no thought, and the day has just begun."""
    begin_day(patient, monkeypatch)
    return patient


@pytest.fixture
async def desk(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> Solver:
    """A desk at which every puzzle of a day is such a one, and the day has just begun."""
    begin_day(solver, monkeypatch)
    return solver


def begin_day(scene: Solving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin a day, and give each a puzzle that takes no thought."""
    quick = of_goal("tic-tac-toe", 1)
    monkeypatch.setattr(puzzles, "daily", lambda day: quick[day % len(quick)])
    scene.clock.advance(seconds=DAY - scene.clock() % DAY)


async def daily(scene: Solving, person: Person) -> int:
    """Use /daily; return the message."""
    answer = await scene.command(person, "daily")
    assert answer.ephemeral
    return id_of(answer)


def midnight(scene: Solving) -> int:
    """When the day ends."""
    return int(scene.clock() // DAY + 1) * DAY


async def solved(scene: Solving, person: Person, mistakes: int = 0) -> int:
    """Solve the puzzle of today; return the message."""
    message = await daily(scene, person)
    for _ in range(mistakes):
        await scene.try_wrong(person, message)
    await scene.solve(person, message)
    return message


async def solved_in_a_row(scene: Solving, person: Person, days: int) -> str:
    """Solve the puzzles of so many days, the last of them today; return what is said in the end."""
    scene.clock.advance(days=1 - days)
    for _ in range(days):
        message = await solved(scene, person)
        scene.clock.advance(days=1)
    scene.clock.advance(days=-1)
    return text_of(scene.message(message))


async def test_daily_is_the_same_for_everyone(desk: Solver) -> None:
    texts = [text_of(desk.message(await daily(desk, person))) for person in (desk.ada, desk.grace)]
    assert texts[0] == texts[1]
    assert re.match(r"### Daily puzzle #\d+: Tic-tac-toe, ", texts[0])
    assert texts[0].endswith(
        f"puzzle of the day until <t:{midnight(desk)}:f>. Solve it by then to begin a streak."
    )
    assert desk.rows("SELECT count(DISTINCT start), count(DISTINCT day) FROM attempts") == [(1, 1)]
    desk.clock.advance(days=1)
    assert text_of(desk.message(await daily(desk, desk.eve))) != texts[0]


async def test_real_daily_puzzle_is_solved(tmp_path: Path) -> None:
    async with staged(tmp_path / "maxine.db", Patient) as stage:
        message = await daily(stage, stage.ada)
        assert (await stage.newest()).puzzle == puzzles.daily(int(stage.clock() // DAY))
        await stage.solve(stage.ada, message)
        assert "Streak: 1 day\n" in text_of(stage.message(message))


async def test_daily_again_shows_the_same_attempt(desk: Solver) -> None:
    old = await daily(desk, desk.ada)
    await desk.click(desk.ada, old, "Hint")
    await desk.try_wrong(desk.ada, old)
    new = await daily(desk, desk.ada)
    assert new != old
    text = text_of(desk.message(new))
    assert "So far: 1 wrong try, 1 hint." in text
    assert "Hint: " in text
    await desk.solve(desk.ada, new)
    assert "**Solved in 2 tries, 1 hint.**" in text_of(desk.message(await daily(desk, desk.ada)))
    assert desk.rows("SELECT count(*) FROM attempts") == [(1,)]


async def test_two_dailies_are_one_attempt(desk: Solver) -> None:
    await asyncio.gather(*(desk.command(desk.ada, "daily") for _ in range(3)))
    assert desk.rows("SELECT count(*) FROM attempts") == [(1,)]


@pytest.mark.gateway("its days go back, and requests would be old")
async def test_streak_grows_day_by_day(desk: Solver) -> None:
    assert "Streak: 3 days\n" in await solved_in_a_row(desk, desk.ada, 3)
    desk.clock.advance(days=1)
    text = text_of(desk.message(await daily(desk, desk.ada)))
    assert text.endswith("Your streak is 3 days; solve it by then to make it 4.")


async def test_solved_after_midnight_does_not_count(desk: Solver) -> None:
    desk.clock.advance(seconds=DAY - 1)
    message = await daily(desk, desk.ada)
    await desk.try_wrong(desk.ada, message)
    desk.clock.advance(seconds=2)
    late = "The day of this puzzle is over, so it counts for no streak. `/daily` shows today's."
    assert late in (await desk.try_wrong(desk.ada, message)).text
    await desk.solve(desk.ada, message)
    text = text_of(desk.message(message))
    assert "**Solved in 3 tries, no hint.**" in text
    assert text.endswith(late)
    assert controls(desk.message(message)) == ["Next puzzle"]
    assert desk.rows("SELECT * FROM streaks") == []


async def test_tried_before_midnight_counts(desk: Solver) -> None:
    await daily(desk, desk.ada)
    end = midnight(desk)
    while not (attempt := await desk.newest()).is_over:
        times = chain([end - 1] * 2, repeat(end + 2))
        context = replace(desk.context, now=Clock(times.__next__))  # which is read once as it begins
        await play_move(context, attempt, engine.analyse(attempt.state).moves[0].action)
    assert attempt.counts


async def test_shown_solution_makes_no_streak(desk: Solver) -> None:
    message = await daily(desk, desk.ada)
    await desk.click(desk.ada, message, "Show solution")
    text = text_of(desk.message(message))
    assert text.endswith(f"The next daily puzzle is there from <t:{midnight(desk)}:f> on.")
    assert controls(desk.message(message)) == ["Next puzzle"]
    assert desk.rows("SELECT * FROM streaks") == []


@pytest.mark.ci
async def test_next_puzzle_is_of_any_game(desk: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, *(puzzle for slug in engine.games()[:3] for puzzle in puzzles.of(slug)))
    message = await solved(desk, desk.ada)
    games = set()
    for _ in range(12):
        await desk.click(desk.ada, message, "Next puzzle")
        games.add((await desk.newest()).puzzle.game_slug)
        await desk.click(desk.ada, message, "Show solution")
    assert len(games) > 1
    assert "Daily" not in text_of(desk.message(message))


async def test_result_gives_nothing_away(stage: Patient) -> None:
    message = await daily(stage, stage.ada)
    state = (await stage.newest()).state
    await stage.click(stage.ada, message, "Hint")
    for _ in range(2):
        await stage.try_wrong(stage.ada, message)
    await stage.solve(stage.ada, message)
    answer = await stage.click(stage.ada, message, "Share")
    assert not answer.ephemeral
    first, shared = answer.text.split("\n", 1)
    assert first == f"{stage.ada.mention} has solved the puzzle of the day."
    assert RESULT.fullmatch(shared)
    assert "Solved in 3 tries, 1 hint 🟥🟥🟩" in shared
    assert not any(name in shared for name in names(state))
    assert f"```\n{shared}\n```" in text_of(stage.message(message))
    assert stage.message(id_of(answer))["pinged"] == []


def names(state: engine.State) -> list[str]:
    """What the moves of a position are called."""
    return [state.name_of(action) for action in state.actions()]


@pytest.mark.ci
async def test_many_tries_keep_the_result_short(desk: Solver) -> None:
    await daily(desk, desk.ada)
    desk.database.change("UPDATE attempts SET mistakes = 12")
    message = await daily(desk, desk.ada)
    await desk.solve(desk.ada, message)
    assert f"Solved in 13 tries, no hint {'🟥' * 9}…🟩" in text_of(desk.message(message))


async def test_result_is_shared_once(stage: Patient) -> None:
    message = await solved(stage, stage.ada)
    share = button_id(stage.message(message), "Share")
    answers = await asyncio.gather(*(stage.press(stage.ada, message, share) for _ in range(2)))
    assert sorted(answer.ephemeral for answer in answers) == [False, True]
    [refused] = [answer for answer in answers if answer.ephemeral]
    assert refused.text == ON_ITS_WAY
    stage.clock.advance(minutes=1)
    assert (await stage.press(stage.ada, message, share)).text == ON_ITS_WAY
    elsewhere = await stage.answered(stage.playground.command(stage.ada, stage.games, "daily"))
    assert not (await stage.click(stage.ada, id_of(elsewhere), "Share")).ephemeral


async def test_undelivered_result_is_shared_again(stage: Patient) -> None:
    message = await solved(stage, stage.ada)
    stage.playground.fail_next("POST", CALLBACK, status=403)
    assert (await stage.click(stage.ada, message, "Share")).ephemeral
    assert not (await stage.click(stage.ada, message, "Share")).ephemeral


@pytest.mark.ci
async def test_unwritten_result_is_shared_again(stage: Patient) -> None:
    message = await solved(stage, stage.ada)
    await execute(stage, "ALTER TABLE streaks RENAME TO lost")
    assert (await stage.click(stage.ada, message, "Share")).ephemeral
    await execute(stage, "ALTER TABLE lost RENAME TO streaks")
    assert not (await stage.click(stage.ada, message, "Share")).ephemeral


async def test_unsolved_puzzle_is_not_shared(desk: Solver) -> None:
    message = await daily(desk, desk.ada)
    answer = await desk.press(desk.ada, message, "f:1")
    assert answer.ephemeral
    assert answer.text == "There is no result to share: solve the puzzle of `/daily` on its day."


async def test_older_result_has_no_streak(desk: Solver) -> None:
    message = await solved(desk, desk.ada)
    desk.clock.advance(days=1)
    await solved(desk, desk.ada)
    again = await desk.press(desk.ada, message, "i:1:0")
    assert again.text.endswith("The day of this puzzle is over. `/daily` shows today's.")
    answer = await desk.click(desk.ada, message, "Share")
    assert answer.text.endswith("Solved in 1 try, no hint 🟩")


async def test_shared_result_leads_to_the_puzzle(desk: Solver) -> None:
    message = await solved(desk, desk.ada)
    shared = id_of(await desk.click(desk.ada, message, "Share"))
    answer = await desk.click(desk.grace, shared, "Play today's puzzle")
    assert answer.ephemeral
    assert "### Daily puzzle #" in answer.text
    await desk.solve(desk.grace, id_of(answer))
    assert "Streak: 1 day" in text_of(desk.message(id_of(answer)))
    assert desk.rows("SELECT count(DISTINCT user_id) FROM streaks") == [(2,)]


async def lines(scene: Solving, person: Person, scope: str = "server") -> list[str]:
    """The lines of /streaks below its title, about streaks alone."""
    answer = await scene.command(person, "streaks", scope=scope)
    assert not answer.ephemeral
    assert scene.message(id_of(answer))["pinged"] == []
    return [line for line in answer.text.split("\n")[1:] if "puzzle rating" not in line]


async def test_own_streak_stands_below_ten(desk: Solver) -> None:
    today = int(desk.clock() // DAY)
    streaks = [(user_id, 0, today - user_id % 2, 1 + user_id % 3, 3) for user_id in range(1, 12)]
    streaks.append((desk.ada.id, 0, today, 1, 2))
    for streak in streaks:
        await insert(desk, streak)
    order = sorted(streaks, key=lambda row: (-row[3], -row[4], row[0]))
    found = await lines(desk, desk.ada, "global")
    assert [int(line.split("@")[1].split(">")[0]) for line in found[:10]] == [row[0] for row in order[:10]]
    assert found[10:] == ["…", f"12. {desk.ada.mention}: 1 day in a row, longest 2"]
    assert len(await lines(desk, desk.grace, "global")) == 10
    assert await lines(desk, desk.ada) == ["Nobody has a streak at the moment. Begin one: `/daily`."]


async def insert(scene: Solving, streak: tuple[int, ...]) -> None:
    """Let somebody have a streak: user, server, last day, length, longest."""
    await execute(scene, "INSERT INTO streaks VALUES (?, ?, ?, ?, ?)", *streak)


async def execute(scene: Solving, sql: str, *values: int) -> None:
    """Change the database behind her back."""
    scene.database.change(sql, values)


async def test_server_and_global_lists(stage: Patient) -> None:
    await solved(stage, stage.ada)
    today = int(stage.clock() // DAY)
    for guild_id in (0, 999):
        await insert(stage, (stage.eve.id, guild_id, today, 5, 9))
    mine, hers = f"{stage.ada.mention}: 1 day in a row", f"{stage.eve.mention}: 5 days in a row, longest 9"
    assert [line.split(", ")[0] for line in await lines(stage, stage.eve)] == [f"1. {mine}"]
    everybody = await lines(stage, stage.ada, "global")
    assert everybody[0] == f"1. {hers}"
    assert everybody[1].startswith(f"2. {mine}")


async def test_who_leaves_does_not_begin_the_day_anew(solver: Solver) -> None:
    for _ in range(2):
        await solver.command(solver.ada, "daily")
        asked = await solver.command(solver.ada, "privacy delete")
        await solver.click(solver.ada, id_of(asked), "Delete everything about me")
    refused = await solver.command(solver.ada, "daily")
    assert refused.text.startswith("You have deleted everything about you since you began this day's puzzle")
    assert "Daily puzzle #" in (await solver.command(solver.grace, "daily")).text
    solver.clock.advance(days=1)
    assert not (await solver.command(solver.ada, "daily")).text.startswith("You have")
