"""Tournaments: opened, entered, played round by round, left, and drawn in one message."""

import asyncio

import pytest

from bot import policy
from bot.playground.things import Person
from bot.services import tournaments as service
from bot.storage.tournaments import DUE
from tests.bot.shown import button_id, buttons, controls, id_of
from tests.bot.stage import MESSAGES, Stage
from tests.driver import Answer

pytestmark = pytest.mark.usefixtures("stage")


def text(stage: Stage, message_id: int) -> str:
    from bot.playground.messages import text_of  # noqa: PLC0415

    return text_of(stage.message(message_id))


async def opened(stage: Stage, *people: Person, **options: object) -> int:
    """Let Ada open a tournament, and others join; return its message."""
    answer = await stage.command(stage.ada, "tournament create", **options or {"pace": "1 day"})
    for person in people:
        await stage.click(person, id_of(answer), "Join")
    return id_of(answer)


def running(stage: Stage) -> list[tuple[int, int, int]]:
    """The running matches of tournaments: match, who is to resign, message."""
    return [
        (id_, second or first, message)
        for id_, first, second, message in stage.rows(
            "SELECT id, first_id, second_id, message_id FROM matches WHERE result IS NULL ORDER BY id"
        )
    ]


async def resign_all(stage: Stage) -> None:
    """Let the second of each running match give it up."""
    people = {person.id: person for person in stage.playground.world.people}
    for _, loser, message in running(stage):
        await stage.click(people[loser], message, "Resign")
        await stage.click(people[loser], message, "Really resign?")


async def test_everybody_plays_everybody(stage: Stage) -> None:
    message = await opened(stage, stage.grace, stage.eve)
    assert "3 take part" in text(stage, message)
    answer = await stage.click(stage.ada, message, "Start")
    assert "Round 1 of 3" in answer.text
    for number in (1, 2, 3):
        assert f"Round {number} of 3" in text(stage, message)
        assert len(running(stage)) == 1
        (_, _, board), *_ = running(stage)
        assert stage.link(board) in text(stage, message)
        await resign_all(stage)
        await stage.upkeep()
    assert "wins the tournament" in text(stage, message) or "share the first place" in text(stage, message)
    assert controls(stage.message(message)) == []
    assert stage.rows("SELECT status FROM tournaments") == [("over",)]
    assert stage.rows(DUE) == []
    assert stage.rows("SELECT count(*) FROM matches WHERE is_rated = 1 AND pace = 86400") == [(3,)]


async def test_maxine_takes_a_seat(stage: Stage) -> None:
    message = await opened(stage, stage.grace, maxine="perfect")
    assert "Maxine (perfect)" in text(stage, message)
    await stage.click(stage.ada, message, "Start")
    for _ in range(3):
        await stage.upkeep()
        await resign_all(stage)
    await stage.upkeep()
    assert "Maxine (perfect)" in text(stage, message)
    assert stage.rows("SELECT count(*) FROM tournament_pairings") == [(3,)]
    assert stage.rows("SELECT status FROM tournaments") == [("over",)]


async def test_many_play_by_the_swiss_system(stage: Stage) -> None:
    many = [stage.newcomer(f"guest{number}") for number in range(10)]
    message = await opened(stage, *many)
    await stage.click(stage.ada, message, "Start")
    assert "Round 1 of 4" in text(stage, message)
    assert "has no opponent this time" in text(stage, message)
    assert "Swiss system: 4 rounds" in text(stage, message)
    await resign_all(stage)
    await stage.upkeep()
    assert "Round 2 of 4" in text(stage, message)
    table = await stage.click(stage.eve, message, "Table")
    assert (table.ephemeral, "1. " in table.text) == (True, True)
    assert stage.rows("SELECT count(*) FROM tournament_pairings") == [(12,)]


async def test_withdrawal_loses_the_match(stage: Stage) -> None:
    message = await opened(stage, stage.grace, stage.eve)
    await stage.click(stage.ada, message, "Start")
    asked = await stage.click(stage.eve, message, "Withdraw")
    assert asked.ephemeral
    said = await stage.click(stage.eve, id_of(asked), "Really withdraw?")
    assert "You have withdrawn" in said.text
    refused = await stage.click(stage.eve, message, "Withdraw")
    assert refused.text == "You take no part in this tournament."
    for _ in range(4):
        await stage.upkeep()
        await resign_all(stage)
    assert "withdrawn" in text(stage, message)
    of_eve = "SELECT result FROM matches WHERE ? IN (first_id, second_id) AND result IS NOT NULL"
    assert len(stage.rows(of_eve, stage.eve.id)) <= 1
    assert stage.rows("SELECT status FROM tournaments") == [("over",)]


async def test_simultaneous_presses_enter_everybody_once(stage: Stage) -> None:
    many = [stage.newcomer(f"guest{number}") for number in range(5)]
    message = await opened(stage)
    answers = await asyncio.gather(*(stage.click(person, message, "Join") for person in (*many, *many)))
    assert sum(answer.text == "You take part already." for answer in answers) == len(many)
    assert stage.rows("SELECT count(*) FROM tournament_entrants") == [(6,)]


async def test_matches_of_a_round_begin_once(stage: Stage) -> None:
    message = await opened(stage, stage.grace, stage.eve)
    start = button_id(stage.message(message), "Start")
    await asyncio.gather(*(stage.press(stage.ada, message, start) for _ in range(3)))
    assert len(running(stage)) == 1
    await resign_all(stage)
    await asyncio.gather(stage.upkeep(), stage.upkeep())
    assert stage.rows("SELECT count(*) FROM tournament_pairings") == [(2,)]


async def test_blocked_person_takes_no_part(stage: Stage) -> None:
    message = await opened(stage)
    await stage.command(stage.ada, "block", user=stage.grace)
    for refused in (
        await stage.click(stage.grace, message, "Join"),
        await stage.command(stage.grace, "tournament join"),
    ):
        assert refused.ephemeral
        assert refused.text == f"{stage.ada.mention} takes no challenges from you just now."
    await stage.command(stage.eve, "block", user=stage.ada)  # who may take part in what Ada opens
    assert "2 take part" in (await stage.click(stage.eve, message, "Join")).text


async def test_commands_do_what_the_buttons_do(stage: Stage) -> None:
    assert "no tournament in this channel yet" in (await stage.command(stage.ada, "tournament show")).text
    opening = await opened(stage)
    joined = await stage.command(stage.grace, "tournament join")
    assert joined.text == f"You take part in the tournament. See it here: {stage.link(opening)}"
    assert "2 take part" in text(stage, opening)
    few = await stage.command(stage.ada, "tournament start")
    assert few.text == "A tournament needs 3 players."
    await stage.command(stage.eve, "tournament join")
    started = await stage.command(stage.ada, "tournament start")
    assert started.ephemeral
    assert started.text.startswith("The tournament has begun.")
    assert "Round 1 of 3" in text(stage, opening)
    shown = await stage.command(stage.robot, "tournament show")
    assert stage.link(id_of(shown)) in text(stage, opening)
    assert controls(stage.message(opening)) == []
    await resign_all(stage)
    await stage.upkeep()
    assert "Round 2 of 3" in text(stage, id_of(shown))


async def refused(stage: Stage, person: Person, message: int, label: str) -> str:
    answer = await stage.click(person, message, label)
    assert answer.ephemeral
    return answer.text


async def test_what_cannot_be_is_said(stage: Stage) -> None:
    message = await opened(stage)
    ids = {button["label"]: button["custom_id"] for button in buttons(stage.message(message))}
    assert await refused(stage, stage.grace, message, "Start") == (
        f"Only <@{stage.ada.id}>, who has opened the tournament, can do that."
    )
    assert "Only" in await refused(stage, stage.grace, message, "Call off")
    assert await refused(stage, stage.grace, message, "Leave") == "You take no part in this tournament."
    again = await stage.command(stage.grace, "tournament create", pace="1 day")
    assert again.text.startswith("There is a tournament in this channel already")
    assert "called off" in (await stage.click(stage.ada, message, "Call off")).text
    late = await stage.press(stage.grace, message, ids["Join"])
    assert "do not know" in late.text
    assert "This tournament is over" in (await stage.command(stage.grace, "tournament join")).text


async def test_leaving_before_the_start(stage: Stage) -> None:
    message = await opened(stage, stage.grace)
    await stage.click(stage.grace, message, "Leave")
    await stage.click(stage.ada, message, "Leave")
    assert "Nobody takes part yet." in text(stage, message)


async def test_unbegun_one_ends_after_a_week(stage: Stage) -> None:
    message = await opened(stage, stage.grace)
    stage.clock.advance(days=8)
    await stage.command(stage.eve, "help")  # by which the clock is compared
    await stage.upkeep()
    await stage.upkeep()
    assert "It was called off, or nobody began it within a week." in text(stage, message)


async def test_no_tournament_where_she_cannot_post(stage: Stage) -> None:
    answer: Answer = await stage.playground.command(
        stage.ada, stage.playground.direct(stage.ada), "tournament create"
    )
    await stage.quiet()
    assert "as a member of the server" in answer.text


async def test_outdated_leave_costs_no_match(stage: Stage) -> None:
    message = await opened(stage, stage.grace, stage.eve)
    leave = button_id(stage.message(message), "Leave")
    await stage.command(stage.ada, "tournament start")
    refused = await stage.press(stage.grace, message, leave)
    assert refused.ephemeral
    assert stage.rows("SELECT count(*) FROM matches WHERE result IS NOT NULL") == [(0,)]
    assert stage.rows("SELECT sum(is_withdrawn) FROM tournament_entrants") == [(0,)]


async def test_players_are_settled_at_the_start(stage: Stage) -> None:
    message = await opened(stage, stage.grace, stage.eve)
    await stage.click(stage.ada, message, "Start")
    late = await stage.command(stage.newcomer("late"), "tournament join")
    assert late.text == "This tournament has begun, and who plays in it is settled."


async def test_gone_or_busy_tournament_answers(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    message = await opened(stage)
    with monkeypatch.context() as patched:
        patched.setattr(service, "_TRIES", 0)
        busy = await stage.click(stage.grace, message, "Join")
        assert busy.text == "Somebody else was faster. Please try again."
    stage.database.change("DELETE FROM tournament_entrants", ())
    stage.database.change("DELETE FROM tournaments", ())
    gone = await stage.click(stage.grace, message, "Join")
    assert gone.text.startswith("This button belongs to a tournament I do not know.")


async def test_no_tournament_outside_the_channels(stage: Stage) -> None:
    stage.database.change(
        "INSERT INTO servers (guild_id, met_at, channels) VALUES (?, 0, ?)",
        (stage.playground.guild.id, str(stage.games.id)),
    )
    refused = await stage.command(stage.ada, "tournament create", pace="1 day")
    assert f"<#{stage.games.id}>" in refused.text
    assert stage.rows("SELECT count(*) FROM tournaments") == [(0,)]


async def test_moderator_alone_calls_it_off(stage: Stage) -> None:
    message = id_of(await stage.command(stage.grace, "tournament create", pace="1 day"))
    for person in (stage.ada, stage.eve):
        await stage.click(person, message, "Join")
    await stage.click(stage.grace, message, "Start")
    refused = await stage.command(stage.grace, "tournament cancel")
    assert "manage messages" in refused.text
    assert "called off" in (await stage.command(stage.ada, "tournament cancel")).text
    [(_, _, board)] = running(stage)  # which goes on
    for said in ("The tournament is called off.", f"[playing]({stage.link(board)})", "1. <@"):
        assert said in text(stage, message)
    assert controls(stage.message(message)) == []


async def test_full_tournament_fits_a_message(stage: Stage) -> None:
    many = [stage.newcomer(f"guest{number}") for number in range(policy.MOST_ENTRANTS - 1)]
    message = await opened(stage, *many)
    full = await stage.click(stage.eve, message, "Join")
    assert full.text == "The tournament is full: 24 players take part."
    await stage.click(stage.ada, message, "Start")
    assert len(running(stage)) == policy.MOST_ENTRANTS // 2
    assert all(message for _, _, message in running(stage))
    shown = text(stage, message)
    assert shown.count("[playing](") == policy.MOST_ENTRANTS // 2
    assert len(shown) < 3_400  # of 4,000: other languages take more room


async def test_whoever_stays_alone_wins(stage: Stage) -> None:
    message = await opened(stage, stage.grace, stage.eve)
    await stage.click(stage.ada, message, "Start")
    asked = [await stage.click(each, message, "Withdraw") for each in (stage.ada, stage.grace, stage.eve)]
    await stage.click(stage.ada, id_of(asked[0]), "Really withdraw?")
    await stage.click(stage.grace, id_of(asked[1]), "Really withdraw?")
    assert f"<@{stage.eve.id}> wins the tournament" in text(stage, message)
    late = await stage.click(stage.eve, id_of(asked[2]), "Really withdraw?")
    assert "This tournament is over" in late.text


async def test_boards_are_posted_later(stage: Stage) -> None:
    message = await opened(stage, stage.grace, stage.eve)
    stage.playground.fail_next("POST", MESSAGES, 403, times=9)
    await stage.click(stage.ada, message, "Start")
    assert "to be played" in text(stage, message)
    stage.playground.heal()
    await stage.upkeep()
    assert all(message for _, _, message in running(stage))
    assert "[playing](" in text(stage, message)


async def run_out_of_time(stage: Stage) -> tuple[int, str]:
    """Let the time of who is to move in the only running match run out; return who was, and their mention."""
    ((late,),) = stage.rows("SELECT first_id FROM matches WHERE result IS NULL")
    stage.database.change("UPDATE matches SET due_at = due_at - ?", (2 * 86400.0,))
    for _ in range(3):
        await stage.upkeep()
    return late, f"<@{late}>"


async def test_time_out_withdraws(stage: Stage) -> None:
    message = await opened(stage, stage.grace, stage.eve)
    assert "Whoever runs out of time in a match is withdrawn" in text(stage, message)
    await stage.click(stage.ada, message, "Start")
    late, mention = await run_out_of_time(stage)
    shown = text(stage, message)
    assert "Round 1 of 3" not in shown
    assert f"{mention}: 0 points (0) · withdrawn, as time ran out" in shown
    assert shown.count("withdrawn") == 1
    for _ in range(3):
        await resign_all(stage)
        await stage.upkeep()
    assert stage.rows("SELECT status FROM tournaments") == [("over",)]
    assert stage.rows("SELECT count(*) FROM matches WHERE ? IN (first_id, second_id)", late) == [(1,)]


@pytest.mark.ci
async def test_time_out_in_the_last_round(stage: Stage) -> None:
    message = await opened(stage, stage.grace, stage.eve)
    await stage.click(stage.ada, message, "Start")
    for _ in range(2):
        await resign_all(stage)
        await stage.upkeep()
    await run_out_of_time(stage)
    assert stage.rows("SELECT status FROM tournaments") == [("over",)]
    assert "withdrawn" not in text(stage, message)
