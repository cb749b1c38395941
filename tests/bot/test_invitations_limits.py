"""How many invitations one person may send: each pings somebody who has not asked for it."""

import asyncio

import pytest

from bot.delivery import responder
from bot.playground.things import Person
from tests.bot.desk import Desk
from tests.bot.scenes import Scene
from tests.bot.shown import BETWEEN_PEOPLE, Told, controls, id_of
from tests.bot.stage import PATIENCE, Stage

REFUSED = (
    "You have sent 5 invitations in the last hour that nobody has accepted, so I did not send another. Wait"
    " until somebody accepts one, or for an hour. Against me you can play now: use `/challenge` without"
    " `opponent`."
)


async def invite(scene: Scene, inviter: Person, invitee: Person) -> Told:
    """Let somebody invite somebody."""
    return await scene.command(inviter, "challenge", opponent=invitee)


async def invite_five(scene: Scene) -> list[int]:
    """Let Ada send all the invitations she may, Grace and others; return their messages, hers first."""
    others = [scene.newcomer(name) for name in ("zoe", "ben", "kim", "lou")]
    answers = [await invite(scene, scene.ada, person) for person in (scene.grace, *others)]
    assert not any(answer.ephemeral for answer in answers)
    return [id_of(answer) for answer in answers]


async def test_sixth_in_an_hour_is_refused(desk: Desk) -> None:
    await invite_five(desk)
    answer = await invite(desk, desk.ada, desk.eve)
    assert answer.ephemeral
    assert answer.text == REFUSED
    assert desk.rows("SELECT count(*) FROM invitations") == [(5,)]


@pytest.mark.ci
async def test_forty_at_once_ping_five_times(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responder, "_LATEST", PATIENCE)  # the playground waits as long for so many answers
    people = (stage.grace, stage.eve, stage.newcomer("zoe"))
    answers = await asyncio.gather(*(invite(stage, stage.ada, people[n % 3]) for n in range(40)))
    refused = [answer.text for answer in answers if answer.ephemeral]
    assert len(refused) == 35
    assert all(text == REFUSED or text.startswith("3 challenges wait for the answer of") for text in refused)
    pings = [message["pinged"] for message in stage.playground.messages(stage.general, stage.eve)]
    assert len(pings) == 5
    assert all(pings)
    assert stage.rows("SELECT count(*) FROM invitations") == [(5,)]


async def test_declined_one_makes_no_room(desk: Desk) -> None:
    first, *others = await invite_five(desk)
    await desk.click(desk.grace, first, "Decline")
    for invitation in others:
        await desk.click(desk.ada, invitation, "Cancel")
    assert (await invite(desk, desk.ada, desk.grace)).text == REFUSED


async def test_accepted_invitation_makes_room(desk: Desk) -> None:
    first, *_ = await invite_five(desk)
    await desk.click(desk.grace, first, "Accept")
    assert not (await invite(desk, desk.ada, desk.eve)).ephemeral
    assert (await invite(desk, desk.ada, desk.eve)).text == REFUSED


async def test_invitations_of_an_hour_ago(desk: Desk) -> None:
    await invite_five(desk)
    desk.clock.advance(minutes=59)
    assert (await invite(desk, desk.ada, desk.eve)).text == REFUSED
    desk.clock.advance(minutes=2)
    assert not (await invite(desk, desk.ada, desk.eve)).ephemeral


async def test_limit_is_for_each_person(desk: Desk) -> None:
    await invite_five(desk)
    assert not (await invite(desk, desk.grace, desk.ada)).ephemeral


async def test_matches_against_maxine_are_unlimited(desk: Desk) -> None:
    await invite_five(desk)
    assert not (await desk.command(desk.ada, "challenge", first="me")).ephemeral


@pytest.mark.ci
async def test_rematches_are_unlimited(desk: Desk) -> None:
    await desk.between(desk.ada, desk.grace)
    for _ in range(12):
        board = await desk.resign(desk.grace)
        invitation = id_of(await desk.click(desk.ada, board, "Rematch"))
        await desk.click(desk.grace, invitation, "Accept")
        assert controls(desk.message(invitation)) == BETWEEN_PEOPLE


async def test_rematch_is_one_of_the_invitations(desk: Desk) -> None:
    await desk.between(desk.ada, desk.grace)
    board = await desk.resign(desk.ada)
    await invite_five(desk)
    answer = await desk.click(desk.ada, board, "Rematch")
    assert answer.ephemeral
    assert answer.text == REFUSED
    assert not (await desk.click(desk.grace, board, "Rematch")).ephemeral
    assert "rematch is out already" in (await desk.click(desk.ada, board, "Rematch")).text
