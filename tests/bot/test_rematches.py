"""The button Rematch: the same match with sides changed, or between people an invitation to it."""

import asyncio

import pytest

from tests.bot.desk import Desk
from tests.bot.scenes import Scene
from tests.bot.shown import INVITED, LOST, controls, id_of, private_text
from tests.bot.stage import Stage


async def over_with_maxine(scene: Scene, **options: object) -> int:
    await scene.challenge(scene.ada, **options)
    return await scene.resign(scene.ada)


async def over_between_people(scene: Scene) -> int:
    """A resigned match between two people, in which Ada was first."""
    await scene.between(scene.ada, scene.grace)
    return await scene.resign(scene.ada)


@pytest.mark.parametrize("level", ["easy", "perfect"])
async def test_rematch_changes_sides(desk: Desk, level: str) -> None:
    board = await over_with_maxine(desk, level=level)
    answer = await desk.click(desk.ada, board, "Rematch")
    assert f"Maxine (X, {level}) against {desk.ada.mention} (O)" in answer.text
    assert "Maxine played" in answer.text
    assert id_of(answer) != board
    assert controls(desk.message(board)) == LOST


async def test_timed_out_opponent_is_not_invited(stage: Stage) -> None:
    board, world = await over_between_people(stage), stage.playground.world
    world.timeouts[stage.ada.id] = world.time() + 600
    answer = await stage.click(stage.grace, board, "Rematch")
    assert answer.ephemeral
    assert answer.text.startswith(f"{stage.ada.mention} is timed out on this server and could not answer")
    stage.clock.advance(minutes=11)
    assert controls(stage.message(id_of(await stage.click(stage.grace, board, "Rematch")))) == INVITED


async def test_double_press_begins_one_rematch(desk: Desk) -> None:
    board = await over_with_maxine(desk)
    answers = await asyncio.gather(*(desk.click(desk.ada, board, "Rematch") for _ in range(2)))
    assert sorted(answer.ephemeral for answer in answers) == [False, True]
    assert desk.rows("SELECT count(*) FROM matches") == [(2,)]


async def test_strangers_get_no_rematch(desk: Desk) -> None:
    board = await over_with_maxine(desk)
    answer = await desk.click(desk.grace, board, "Rematch")
    assert "This match is between" in private_text(answer)


async def test_running_match_has_no_rematch_yet(desk: Desk) -> None:
    board = await desk.challenge(desk.ada)
    answer = await desk.press(desk.ada, board, "n:1")
    assert "This match is still running" in private_text(answer)


async def test_unseen_rematch_is_refused(stage: Stage) -> None:
    """A match between people is not begun again where one of them sees nothing of it."""
    await over_between_people(stage)
    direct = stage.playground.direct(stage.ada)
    private = await stage.answered(stage.playground.command(stage.ada, direct, "challenge", first="me"))
    answer = await stage.press(stage.ada, id_of(private), "n:1")
    assert "This button no longer exists" in private_text(answer)
    assert stage.rows("SELECT * FROM invitations WHERE rematch_of IS NOT NULL") == []


async def test_forged_press_elsewhere(desk: Desk) -> None:
    await over_with_maxine(desk)
    elsewhere = await desk.challenge(desk.ada)
    answer = await desk.press(desk.ada, elsewhere, "n:1")
    assert answer.ephemeral
    assert desk.rows("SELECT count(*) FROM matches") == [(2,)]


@pytest.mark.parametrize("presser", ["ada", "grace"])
async def test_people_get_an_invitation(stage: Stage, presser: str) -> None:
    people = {"ada": (stage.ada, stage.grace), "grace": (stage.grace, stage.ada)}
    inviter, invitee = people[presser]
    answer = await stage.click(inviter, await over_between_people(stage), "Rematch")
    assert (
        f"{inviter.mention} challenges {invitee.mention} to a rematch. {stage.grace.mention} begins."
        in answer.text
    )
    assert stage.message(id_of(answer))["pinged"] == [str(invitee.id)]
    answer = await stage.click(invitee, id_of(answer), "Accept")
    assert f"{stage.grace.mention} (X) against {stage.ada.mention} (O)" in answer.text


async def test_both_pressing_rematch_send_one_invitation(stage: Stage) -> None:
    board = await over_between_people(stage)
    answers = await asyncio.gather(
        stage.click(stage.ada, board, "Rematch"), stage.click(stage.grace, board, "Rematch")
    )
    assert sorted(answer.ephemeral for answer in answers) == [False, True]
    assert stage.rows("SELECT count(*) FROM invitations WHERE rematch_of IS NOT NULL") == [(1,)]
    [loser] = [answer for answer in answers if answer.ephemeral]
    assert "invitation to the rematch is out already" in loser.text


async def test_declined_rematch_is_asked_again(desk: Desk) -> None:
    board = await over_between_people(desk)
    invitation = id_of(await desk.click(desk.ada, board, "Rematch"))
    await desk.click(desk.grace, invitation, "Decline")
    answer = await desk.click(desk.grace, board, "Rematch")
    assert not answer.ephemeral
    assert controls(desk.message(id_of(answer))) == INVITED


async def test_expired_rematch_is_asked_again(desk: Desk) -> None:
    board = await over_between_people(desk)
    await desk.click(desk.ada, board, "Rematch")
    desk.clock.advance(hours=25)
    answer = await desk.click(desk.grace, board, "Rematch")
    assert not answer.ephemeral


async def test_accepted_rematch_is_not_begun_twice(desk: Desk) -> None:
    board = await over_between_people(desk)
    invitation = id_of(await desk.click(desk.ada, board, "Rematch"))
    await desk.click(desk.grace, invitation, "Accept")
    answer = await desk.click(desk.ada, board, "Rematch")
    assert desk.link(invitation) in private_text(answer)
