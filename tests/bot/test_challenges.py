"""Challenges that pester nobody: open ones, blocks, limits, and the menu of a person."""

import asyncio
import math

import pytest

from bot.playground.things import Person
from tests.bot.desk import Desk
from tests.bot.shown import cells, controls, id_of
from tests.bot.stage import Stage
from tests.driver import Answer


async def choose_game(stage: Stage, person: Person, target: Person, game: str) -> Answer:
    """Challenge somebody by their menu."""
    asked = await stage.playground.choose(person, stage.general, "Challenge", target)
    return await stage.submit(person, asked, {"game": game})


async def test_open_challenge_is_for_anybody(desk: Desk) -> None:
    answer = await desk.command(desk.ada, "challenge", open=True, pace="1 day", rated=False)
    ada = desk.ada.mention
    assert f"{ada} challenges anyone here. {ada} begins. There is 1 day for each move" in answer.text
    assert "It does not count for ratings." in answer.text
    challenge = id_of(answer)
    assert desk.message(challenge)["pinged"] == []
    assert controls(desk.message(challenge)) == ["Accept", "Cancel"]
    assert "your own" in (await desk.click(desk.ada, challenge, "Accept")).text
    assert f"Only {ada} can cancel" in (await desk.click(desk.eve, challenge, "Cancel")).text
    await desk.restart()
    answers = await asyncio.gather(
        *(desk.click(person, challenge, "Accept") for person in (desk.grace, desk.eve))
    )
    assert cells(desk.message(challenge)) == "a1 b1 c1 / a2 b2 c2 / a3 b3 c3"
    [(first, second)] = desk.rows("SELECT first_id, second_id FROM matches")
    assert first == desk.ada.id
    late = next(answer for answer in answers if answer.ephemeral)
    assert f"<@{second}> was first; their match is here: {desk.link(challenge)}" in late.text


async def test_whoever_accepts_may_begin(desk: Desk) -> None:
    answer = await desk.command(desk.ada, "challenge", open=True, first="opponent")
    assert "Whoever accepts begins." in answer.text
    await desk.click(desk.eve, id_of(answer), "Accept")
    assert desk.rows("SELECT first_id, second_id FROM matches") == [(desk.eve.id, desk.ada.id)]


async def test_open_challenge_needs_others(stage: Stage) -> None:
    answer = await stage.command(stage.ada, "challenge", open=True, opponent=stage.grace)
    assert "Leave `opponent` out" in answer.text
    direct = stage.playground.direct(stage.ada)
    answer = await stage.answered(stage.playground.command(stage.ada, direct, "challenge", open=True))
    assert "nobody could accept" in answer.text
    assert stage.rows("SELECT count(*) FROM invitations") == [(0,)]


async def test_blocked_person_cannot_get_through(stage: Stage) -> None:
    await stage.between(stage.ada, stage.grace)
    over = await stage.resign(stage.ada)
    opened = await stage.challenge(stage.grace, open=True)
    told = await stage.command(stage.grace, "block", user=stage.ada)
    assert told.ephemeral
    assert stage.ada.mention in told.text
    assert stage.message(id_of(told))["pinged"] == []
    await stage.restart()
    for answer in (
        await stage.command(stage.ada, "challenge", opponent=stage.grace),
        await stage.click(stage.ada, over, "Rematch"),
        await choose_game(stage, stage.ada, stage.grace, "oware"),
        await stage.click(stage.ada, opened, "Accept"),
    ):
        assert answer.ephemeral
        assert answer.text == f"{stage.grace.mention} takes no challenges from you just now."
    own = await stage.command(stage.grace, "challenge", opponent=stage.ada)
    assert "use `/unblock` first" in own.text
    hers = await stage.challenge(stage.ada, open=True)
    assert "use `/unblock` first" in (await stage.click(stage.grace, hers, "Accept")).text
    assert not (await stage.command(stage.eve, "challenge", opponent=stage.grace)).ephemeral
    assert "You block nobody" in (await stage.command(stage.grace, "unblock", user=stage.ada)).text
    assert not (await stage.command(stage.ada, "challenge", opponent=stage.grace)).ephemeral


async def test_everybody_is_blocked_until_unblocked(desk: Desk) -> None:
    told = await desk.command(desk.grace, "block", everyone=True)
    assert told.text == "Nobody can challenge you. `/unblock` with `everyone` changes that."
    answer = await desk.command(desk.ada, "challenge", opponent=desk.grace)
    assert answer.text == f"{desk.grace.mention} takes no challenges from you just now."
    opened = await desk.challenge(desk.ada, open=True)
    assert not (await desk.click(desk.grace, opened, "Accept")).ephemeral
    assert "cannot block yourself" in (await desk.command(desk.grace, "block", user=desk.grace)).text
    await desk.command(desk.grace, "unblock", everyone=True)
    assert not (await desk.command(desk.ada, "challenge", opponent=desk.grace)).ephemeral


async def test_long_list_of_blocks_is_cut(desk: Desk) -> None:
    rows = [(desk.ada.id, 1_000_000_000_000_000_000 + number) for number in range(52)]
    desk.database.change("INSERT INTO blocks (blocker_id, blocked_id) VALUES (?, ?)", *rows)
    assert (await desk.command(desk.ada, "block")).text.endswith("And 2 more.")


async def test_three_challenges_wait_at_most(desk: Desk) -> None:
    people = (desk.ada, desk.eve, *(desk.newcomer(name) for name in ("zoe", "ben", "kim")))
    answers = await asyncio.gather(
        *(desk.command(person, "challenge", opponent=desk.grace) for person in people)
    )
    assert [answer.ephemeral for answer in answers].count(True) == 2
    refused = next(answer for answer in answers if answer.ephemeral)
    assert f"3 challenges wait for the answer of {desk.grace.mention} already" in refused.text
    sent = next(answer for answer in answers if not answer.ephemeral)
    await desk.click(desk.grace, id_of(sent), "Decline")
    late = people[answers.index(refused)]
    assert not (await desk.command(late, "challenge", opponent=desk.grace)).ephemeral


async def test_each_decline_lengthens_the_wait(desk: Desk) -> None:
    for minutes in (10, 60, 24 * 60, 24 * 60):
        await desk.click(desk.grace, await desk.challenge(desk.ada, opponent=desk.grace), "Decline")
        desk.clock.advance(minutes=minutes - 1)
        answer = await desk.command(desk.ada, "challenge", opponent=desk.grace)
        assert answer.ephemeral
        assert f"{desk.grace.mention} has declined" in answer.text
        assert ":f> on." in answer.text
        desk.clock.advance(minutes=1, seconds=1)
    await desk.between(desk.ada, desk.grace)
    await desk.click(desk.grace, await desk.challenge(desk.ada, opponent=desk.grace), "Decline")
    desk.clock.advance(minutes=11)
    assert not (await desk.command(desk.ada, "challenge", opponent=desk.grace)).ephemeral


async def test_person_is_challenged_in_their_menu(stage: Stage) -> None:
    answer = await choose_game(stage, stage.ada, stage.grace, "oware")
    assert not answer.ephemeral
    assert f"{stage.ada.mention} challenges {stage.grace.mention}." in answer.text
    assert stage.message(id_of(answer))["pinged"] == [str(stage.grace.id)]


async def test_maxine_is_challenged_in_her_menu(stage: Stage) -> None:
    answer = await choose_game(stage, stage.ada, stage.playground.world.bot, "tic-tac-toe")
    assert cells(stage.message(id_of(answer))) == "a1 b1 c1 / a2 b2 c2 / a3 b3 c3"


@pytest.mark.parametrize(("who", "sentence"), [("robot", "Other bots"), ("ada", "challenge yourself")])
async def test_menu_refuses_who_cannot_be_challenged(stage: Stage, who: str, sentence: str) -> None:
    answer = await stage.playground.choose(stage.ada, stage.general, "Challenge", getattr(stage, who))
    assert answer.ephemeral
    assert sentence in answer.text


async def test_who_cannot_answer_is_not_challenged(stage: Stage) -> None:
    world, grace = stage.playground.world, stage.grace.mention
    world.hidden.add((stage.general.id, stage.grace.id))
    answer = await stage.command(stage.ada, "challenge", opponent=stage.grace)
    assert answer.text.startswith(f"{grace} cannot see this channel and could not answer")
    world.hidden.clear()
    world.timeouts[stage.grace.id] = until = world.time() + 600
    for answer in (
        await stage.command(stage.ada, "challenge", opponent=stage.grace, pace="1 minute"),
        await stage.playground.choose(stage.ada, stage.general, "Challenge", stage.grace),
    ):
        assert answer.ephemeral
        assert answer.text.startswith(f"{grace} is timed out on this server and could not answer")
        assert f"<t:{math.ceil(until)}:f>" in answer.text
    assert stage.rows("SELECT count(*) FROM invitations") == [(0,)]
    stage.clock.advance(minutes=11)
    assert not (await stage.command(stage.ada, "challenge", opponent=stage.grace)).ephemeral
