"""How many invitations one person may send: each pings somebody who has not asked for it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.delivery import responder
from tests.bot.stage import BETWEEN_PEOPLE, PATIENCE, controls, id_of

if TYPE_CHECKING:
    import pytest

    from bot.playground.people import Answer
    from bot.playground.things import Person
    from tests.bot.stage import Stage

REFUSED = (
    "You have sent 5 invitations in the last hour that nobody has accepted, so I did not send another. Wait"
    " until somebody accepts one, or for an hour. Against me you can play now: use `/challenge` without"
    " `opponent`."
)


async def invite(stage: Stage, inviter: Person, invitee: Person) -> Answer:
    """Let somebody invite somebody."""
    return await stage.command(inviter, "challenge", opponent=invitee)


async def invite_five(stage: Stage) -> list[int]:
    """Let Ada send all the invitations she may, Grace and others; return their messages, hers first."""
    others = [stage.newcomer(name) for name in ("zoe", "ben", "kim", "lou")]
    answers = [await invite(stage, stage.ada, person) for person in (stage.grace, *others)]
    assert not any(answer.ephemeral for answer in answers)
    return [id_of(answer) for answer in answers]


async def test_sixth_in_an_hour_is_refused(stage: Stage) -> None:
    await invite_five(stage)
    answer = await invite(stage, stage.ada, stage.eve)
    assert answer.ephemeral
    assert answer.text == REFUSED
    assert stage.rows("SELECT count(*) FROM invitations") == [(5,)]


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


async def test_declined_one_makes_no_room(stage: Stage) -> None:
    first, *others = await invite_five(stage)
    await stage.click(stage.grace, first, "Decline")
    for invitation in others:
        await stage.click(stage.ada, invitation, "Cancel")
    assert (await invite(stage, stage.ada, stage.grace)).text == REFUSED


async def test_accepted_invitation_makes_room(stage: Stage) -> None:
    first, *_ = await invite_five(stage)
    await stage.click(stage.grace, first, "Accept")
    assert not (await invite(stage, stage.ada, stage.eve)).ephemeral
    assert (await invite(stage, stage.ada, stage.eve)).text == REFUSED


async def test_invitations_of_an_hour_ago(stage: Stage) -> None:
    await invite_five(stage)
    stage.clock.advance(minutes=59)
    assert (await invite(stage, stage.ada, stage.eve)).text == REFUSED
    stage.clock.advance(minutes=2)
    assert not (await invite(stage, stage.ada, stage.eve)).ephemeral


async def test_limit_is_for_each_person(stage: Stage) -> None:
    await invite_five(stage)
    assert not (await invite(stage, stage.grace, stage.ada)).ephemeral


async def test_matches_against_maxine_are_unlimited(stage: Stage) -> None:
    await invite_five(stage)
    assert not (await stage.command(stage.ada, "challenge")).ephemeral


async def test_rematches_are_unlimited(stage: Stage) -> None:
    await stage.between(stage.ada, stage.grace)
    for _ in range(12):
        board = await stage.resign(stage.grace)
        invitation = id_of(await stage.click(stage.ada, board, "Rematch"))
        await stage.click(stage.grace, invitation, "Accept")
        assert controls(stage.message(invitation)) == BETWEEN_PEOPLE


async def test_rematch_is_one_of_the_invitations(stage: Stage) -> None:
    await stage.between(stage.ada, stage.grace)
    board = await stage.resign(stage.ada)
    await invite_five(stage)
    answer = await stage.click(stage.ada, board, "Rematch")
    assert answer.ephemeral
    assert answer.text == REFUSED
    assert not (await stage.click(stage.grace, board, "Rematch")).ephemeral
    assert "rematch is out already" in (await stage.click(stage.ada, board, "Rematch")).text
