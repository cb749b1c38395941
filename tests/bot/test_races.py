"""/race: the same puzzles for everybody in a channel, for an hour, and who has solved most."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import policy
from bot.errors import Refused
from bot.playground.errors import UNKNOWN_MESSAGE
from bot.playground.messages import text_of
from bot.playground.things import Person
from bot.services import races
from engine import puzzles
from tests.bot.desk import seated
from tests.bot.puzzling import Patient, Solver, Solving, controls, only, open_keys
from tests.bot.shown import id_of
from tests.bot.stage import EDIT, staged

QUICK = puzzles.of("tic-tac-toe", "easy")[:12]

POST = r"/channels/\d+/messages$"


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Patient]:
    """A stage on which every puzzle is one that takes no thought."""
    only(monkeypatch, *QUICK)
    async with staged(tmp_path / "maxine.db", Patient) as stage:
        yield stage


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Solver]:
    """A desk at which every puzzle is such a one."""
    only(monkeypatch, *QUICK)
    async with seated(tmp_path / "maxine.db", Solver) as desk:
        yield desk


async def race(scene: Solving, **options: object) -> int:
    """Let Ada begin a race; return its message."""
    return id_of(await scene.command(scene.ada, "race", **options))


async def run(scene: Solving, person: Person, message: int, *, seconds: float = 0) -> int:
    """Let somebody solve their next puzzle, for so long; return its message."""
    answer = await scene.click(person, message, "Solve")
    assert answer.ephemeral, answer.text
    scene.clock.advance(seconds=seconds)
    await scene.solve(person, id_of(answer))
    return id_of(answer)


async def leave(scene: Solving, person: Person) -> None:
    """Let somebody have everything about them deleted."""
    asked = await scene.command(person, "privacy delete")
    await scene.click(person, id_of(asked), "Delete everything about me")


def shown(scene: Solving, message: int) -> str:
    return text_of(scene.message(message))


async def test_most_solved_puzzles_win(stage: Patient) -> None:
    message = await race(stage, game="tic-tac-toe")
    assert "### Puzzle race: Tic-tac-toe\n" in shown(stage, message)
    assert "The same 10 puzzles for everybody." in shown(stage, message)
    assert "The race is open until <t:" in shown(stage, message)
    own = await run(stage, stage.eve, message, seconds=20)
    assert "Race, puzzle 1 of 10: Tic-tac-toe, easy" in shown(stage, own)
    await run(stage, stage.grace, message, seconds=80)
    await stage.upkeep()
    assert f"1. {stage.eve.mention}: 1 of 10 solved, 0:20\n2. {stage.grace.mention}" in shown(stage, message)
    await run(stage, stage.grace, message, seconds=70)
    await stage.upkeep()
    assert f"1. {stage.grace.mention}: 2 of 10 solved, 2:30\n2. " in shown(stage, message)
    stage.clock.advance(hours=1)
    await stage.upkeep()
    assert "The hour is over." in shown(stage, message)
    assert f"🏆 **{stage.grace.mention} wins the race.**" in shown(stage, message)
    assert controls(stage.message(message)) == []
    assert stage.rows("SELECT is_open FROM races") == [(0,)]


async def test_everybody_gets_the_same_puzzles(desk: Solver) -> None:
    message = await race(desk)
    assert "### Puzzle race\n" in shown(desk, message)
    for person in (desk.grace, desk.eve):
        for _ in range(2):
            await run(desk, person, message)
    of_person = "SELECT game, start FROM attempts WHERE user_id = ? ORDER BY race_place"
    first, second = desk.rows(of_person, desk.grace.id)
    assert desk.rows(of_person, desk.eve.id) == [first, second]
    assert first != second


async def test_race_changes_no_ratings(desk: Solver) -> None:
    message = await race(desk)
    own = await run(desk, desk.grace, message)
    assert "rating" not in shown(desk, own)
    assert desk.rows("SELECT * FROM solvers") == []
    assert desk.rows("SELECT rating_change FROM attempts") == [(None,)]


async def test_wrong_moves_and_hints_cost_time(stage: Patient) -> None:
    message = await race(stage)
    own = id_of(await stage.click(stage.grace, message, "Solve"))
    await stage.try_wrong(stage.grace, own)
    for _ in range(2):
        await stage.click(stage.grace, own, "Hint")
    await stage.solve(stage.grace, own)
    [(paid,)] = stage.rows("SELECT mistakes + hints - free_hints FROM attempts")
    assert paid >= 2
    await stage.upkeep()
    assert f"1 of 10 solved, {paid // 2}:{30 * (paid % 2):02}" in shown(stage, message)


async def test_wrong_move_stays_taken_away_in_a_race(desk: Solver) -> None:
    message = await race(desk, game="tic-tac-toe")
    own = id_of(await desk.click(desk.grace, message, "Solve"))
    before = len(open_keys(desk.message(own)))
    await desk.try_wrong(desk.grace, own)
    await desk.click(desk.grace, own, "Try again")
    again = id_of(await desk.click(desk.grace, message, "Solve"))
    assert len(open_keys(desk.message(again))) == len(open_keys(desk.message(own))) == before - 1


@pytest.mark.ci
async def test_race_ends_while_she_is_away(stage: Patient) -> None:
    message = await race(stage)
    own = id_of(await stage.click(stage.grace, message, "Solve"))
    await stage.stop()
    await stage.offline()
    stage.clock.advance(hours=2)
    await stage.start()
    await stage.upkeep()
    assert "Nobody has solved a puzzle." in shown(stage, message)
    await stage.solve(stage.grace, own)
    assert "The race was over by then" in shown(stage, own)
    assert await race(stage) != message


async def test_race_goes_on_after_a_restart(stage: Patient) -> None:
    message = await race(stage)
    own = id_of(await stage.click(stage.grace, message, "Solve"))
    await stage.restart()
    await stage.solve(stage.grace, own)
    assert "Go on: press Next puzzle." in shown(stage, own)
    await stage.click(stage.grace, own, "Next puzzle")
    assert "Race, puzzle 2 of 10" in shown(stage, own)
    await stage.upkeep()
    assert f"1. {stage.grace.mention}: 1 of 10 solved" in shown(stage, message)


async def test_last_puzzle_of_a_race(desk: Solver) -> None:
    message = await race(desk)
    own = id_of(await desk.click(desk.grace, message, "Solve"))
    for _ in policy.RACE_PUZZLES[1:]:
        await desk.click(desk.grace, own, "Show solution")
        await desk.click(desk.grace, own, "Next puzzle")
    await desk.click(desk.grace, own, "Show solution")
    assert "That was the last one." in shown(desk, own)
    again = await desk.click(desk.grace, message, "Solve")
    assert "Race, puzzle 10 of 10" in again.text
    await desk.click(desk.grace, own, "Next puzzle")
    assert "Puzzle: Tic-tac-toe" in shown(desk, own)
    assert len({*desk.rows("SELECT game, start FROM race_puzzles")}) == len(policy.RACE_PUZZLES)


async def test_two_clients_have_one_attempt(stage: Patient) -> None:
    message = await race(stage)
    two = (stage.playground.click(stage.grace, message, "Solve") for _ in range(2))
    answers = await asyncio.gather(*two)
    assert all("Race, puzzle 1 of 10" in answer.text for answer in answers)
    assert stage.rows("SELECT count(*) FROM attempts") == [(1,)]


async def test_many_runners_few_drawings(stage: Patient) -> None:
    message = await race(stage)
    people = [stage.newcomer(f"person{number}") for number in range(22)]
    edits = list[object]()
    stage.world.listeners.append(
        lambda event, data: edits.append(data) if event == "message_update" else None
    )
    answers = await asyncio.gather(*(stage.playground.click(each, message, "Solve") for each in people))
    assert all(answer.ephemeral for answer in answers)
    await stage.upkeep()
    assert len(edits) == 1
    assert "0 of 10 solved" in shown(stage, message)
    assert "and 2 more" in shown(stage, message)


async def test_channel_has_one_race(desk: Solver) -> None:
    message = await race(desk)
    again = await desk.command(desk.grace, "race", game="tic-tac-toe", weekly=True)
    assert again.text.startswith("### Puzzle race\n")
    [whisper] = again.followups
    assert text_of(whisper).startswith("This race was running already, so no weekly one has begun.")
    assert desk.rows("SELECT count(*), max(is_weekly), max(message_id) FROM races") == [(1, 0, id_of(again))]
    desk.clock.advance(hours=2)
    late = await desk.click(desk.grace, id_of(again), "Solve")
    assert late.text.startswith("This race is over.")
    with pytest.raises(Refused):
        await races.find(desk.context, 99)
    forged = await desk.press(desk.grace, message, "ru:99")
    assert forged.text.startswith("This button belongs to a race I do not know.")


async def test_race_needs_a_channel(stage: Patient) -> None:
    direct = stage.world.direct(stage.ada)
    answer = await stage.playground.command(stage.ada, direct, "race")
    assert "I must be a member of the server" in answer.text


@pytest.mark.ci
async def test_who_leaves_runs_no_more(stage: Patient) -> None:
    message = await race(stage)
    await run(stage, stage.ada, message)
    await run(stage, stage.grace, message)
    asked = await stage.command(stage.ada, "privacy delete")
    await stage.click(stage.ada, id_of(asked), "Delete everything about me")
    await stage.upkeep()
    assert stage.ada.mention not in shown(stage, message)
    assert "Opened by someone who has left." in shown(stage, message)
    assert f"1. {stage.grace.mention}" in shown(stage, message)


async def test_who_leaves_does_not_begin_anew(desk: Solver) -> None:
    message = await race(desk)
    await run(desk, desk.grace, message)
    await leave(desk, desk.grace)
    refused = await desk.click(desk.grace, message, "Solve")
    assert refused.text.startswith("You have deleted everything about you since you began this race")
    await leave(desk, desk.grace)
    assert (await desk.click(desk.grace, message, "Solve")).text == refused.text
    assert "Race, puzzle 1" in (await desk.click(desk.eve, message, "Solve")).text
    desk.clock.advance(hours=1)
    await desk.storage.people.end_departures(desk.clock())
    assert desk.rows("SELECT * FROM departures") == []


@pytest.mark.ci
async def test_equal_runners_share_the_first_place(stage: Patient) -> None:
    message = await race(stage)
    for person in (stage.grace, stage.eve):
        await run(stage, person, message)
    stage.clock.advance(hours=1)
    await stage.upkeep()
    assert "share the first place" in shown(stage, message)


async def test_closed_channel_ends_a_race_in_a_week(stage: Patient) -> None:
    await race(stage)
    stage.playground.fail_next("PATCH", EDIT, 403, 99)
    stage.clock.advance(hours=2)
    await stage.upkeep()
    assert stage.rows("SELECT is_open FROM races") == [(1,)]
    stage.clock.advance(days=7)
    await stage.upkeep()
    assert stage.rows("SELECT is_open FROM races") == [(0,)]


async def test_race_is_posted_again(stage: Patient) -> None:
    stage.playground.expect_refusals(UNKNOWN_MESSAGE)
    message = await race(stage)
    await run(stage, stage.grace, message)
    del stage.world.messages[message]
    again = await race(stage)
    assert f"1. {stage.grace.mention}: 1 of 10 solved" in shown(stage, again)
    assert "Race, puzzle 2 of 10" in (await stage.click(stage.grace, again, "Solve")).text
    stage.clock.advance(hours=1)
    await stage.upkeep()
    assert f"{stage.grace.mention} wins the race." in shown(stage, again)


async def test_old_message_of_a_race_links(stage: Patient) -> None:
    message = await race(stage)
    again = await race(stage)
    assert shown(stage, message) == f"This race is shown here now: {stage.link(again)}"


async def test_race_follows_one_that_could_not_be_ended(stage: Patient) -> None:
    await race(stage)
    stage.playground.fail_next("PATCH", EDIT, 403, 99)
    stage.clock.advance(hours=2)
    await stage.upkeep()
    again = await race(stage)
    assert controls(stage.message(again)) == ["Solve"]
    assert stage.rows("SELECT is_open FROM races ORDER BY id") == [(0,), (1,)]


async def test_lost_race_is_posted_once(stage: Patient) -> None:
    message = await race(stage)
    await stage.click(stage.grace, message, "Solve")
    del stage.world.messages[message]
    stage.playground.cut_next("POST", POST, after=True)
    await stage.upkeep()
    await stage.upkeep()
    races_ = [each for each in stage.world.messages.values() if "Solve" in controls(each)]
    assert stage.rows("SELECT message_id FROM races") == [(int(each["id"]),) for each in races_]
