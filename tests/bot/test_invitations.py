"""Challenging somebody: who may answer an invitation, and what becomes of it."""

import asyncio

import pytest

from bot.playground.messages import text_of
from tests.bot.desk import Desk
from tests.bot.shown import INVITED, button_id, buttons, cells, controls, id_of
from tests.bot.stage import Stage


async def test_invitation_pings_and_says_who_begins(stage: Stage) -> None:
    answer = await stage.command(stage.ada, "challenge", opponent=stage.grace)
    ada, grace = stage.ada.mention, stage.grace.mention
    assert f"{ada} challenges {grace}. {ada} begins." in answer.text
    assert not answer.ephemeral
    message = stage.message(id_of(answer))
    assert message["pinged"] == [str(stage.grace.id)]
    assert controls(message) == INVITED
    assert stage.rows("SELECT * FROM matches") == []


async def test_accepted_invitation_becomes_the_board(stage: Stage) -> None:
    invitation = await stage.challenge(stage.ada, opponent=stage.grace)
    answer = await stage.click(stage.grace, invitation, "Accept")
    assert id_of(answer) == invitation
    assert f"{stage.ada.mention} (X) against {stage.grace.mention} (O)" in answer.text
    assert cells(stage.message(invitation)) == "a1 b1 c1 / a2 b2 c2 / a3 b3 c3"


async def test_opponent_begins_when_asked_to(desk: Desk) -> None:
    answer = await desk.command(desk.ada, "challenge", opponent=desk.grace, first="opponent")
    assert f"{desk.grace.mention} begins." in answer.text
    answer = await desk.click(desk.grace, id_of(answer), "Accept")
    assert f"{desk.grace.mention} (X) against {desk.ada.mention} (O)" in answer.text


async def test_level_means_nothing_between_people(desk: Desk) -> None:
    invitation = await desk.challenge(desk.ada, opponent=desk.grace, level="perfect")
    answer = await desk.click(desk.grace, invitation, "Accept")
    assert "perfect" not in answer.text
    assert desk.rows("SELECT level FROM matches") == [(None,)]


async def test_random_beginner_is_drawn_when_accepted(desk: Desk) -> None:
    for _ in range(12):
        answer = await desk.command(desk.ada, "challenge", opponent=desk.grace, first="random")
        assert "Who begins is drawn at random." in answer.text
        await desk.click(desk.grace, id_of(answer), "Accept")
    firsts = set(desk.rows("SELECT first_id FROM matches"))
    assert firsts == {(desk.ada.id,), (desk.grace.id,)}


@pytest.mark.parametrize("label", ["Accept", "Decline"])
async def test_inviter_and_strangers_cannot_answer(desk: Desk, label: str) -> None:
    invitation = await desk.challenge(desk.ada, opponent=desk.grace)
    for person in (desk.ada, desk.eve):
        answer = await desk.click(person, invitation, label)
        assert answer.ephemeral
        assert f"Only {desk.grace.mention} can answer this invitation." in answer.text
    assert controls(desk.message(invitation)) == INVITED


async def test_only_the_inviter_can_cancel(desk: Desk) -> None:
    invitation = await desk.challenge(desk.ada, opponent=desk.grace)
    for person in (desk.grace, desk.eve):
        answer = await desk.click(person, invitation, "Cancel")
        assert answer.ephemeral
        assert f"Only {desk.ada.mention} can cancel this invitation." in answer.text
    answer = await desk.click(desk.ada, invitation, "Cancel")
    assert "took the invitation back" in answer.text
    assert list(buttons(desk.message(invitation))) == []


async def test_declined_invitation_loses_its_buttons(desk: Desk) -> None:
    invitation = await desk.challenge(desk.ada, opponent=desk.grace)
    answer = await desk.click(desk.grace, invitation, "Decline")
    assert f"{desk.grace.mention} declined." in answer.text
    assert list(buttons(desk.message(invitation))) == []


@pytest.mark.parametrize(
    ("label", "fate", "advice"),
    [("Decline", "was declined", "`/challenge`"), ("Accept", "was accepted already", "`/board`")],
)
async def test_closed_invitation_says_what_happened(desk: Desk, label: str, fate: str, advice: str) -> None:
    invitation = await desk.challenge(desk.ada, opponent=desk.grace)
    decline = button_id(desk.message(invitation), "Decline")
    await desk.click(desk.grace, invitation, label)
    answer = await desk.press(desk.grace, invitation, decline)
    assert answer.ephemeral
    assert f"This invitation {fate}." in answer.text
    assert advice in answer.text


async def test_cancelled_invitation_cannot_be_declined(desk: Desk) -> None:
    invitation = await desk.challenge(desk.ada, opponent=desk.grace)
    decline = button_id(desk.message(invitation), "Decline")
    await desk.click(desk.ada, invitation, "Cancel")
    answer = await desk.press(desk.grace, invitation, decline)
    assert answer.ephemeral
    assert "was cancelled" in answer.text


@pytest.mark.parametrize("label", ["Accept", "Decline"])
async def test_invitation_expires_after_a_day(stage: Stage, label: str) -> None:
    invitation = await stage.challenge(stage.ada, opponent=stage.grace)
    stage.clock.advance(hours=24, seconds=1)
    answer = await stage.click(stage.grace, invitation, label)
    assert answer.ephemeral
    assert "has expired" in answer.text
    assert list(buttons(stage.message(invitation))) == []
    assert "expired after a day" in text_of(stage.message(invitation))
    assert stage.rows("SELECT * FROM matches") == []


async def test_invitation_stands_for_a_day(desk: Desk) -> None:
    invitation = await desk.challenge(desk.ada, opponent=desk.grace)
    desk.clock.advance(hours=23, minutes=59)
    await desk.click(desk.grace, invitation, "Accept")
    assert desk.rows("SELECT count(*) FROM matches") == [(1,)]


async def test_accept_and_cancel_at_once(stage: Stage) -> None:
    for _ in range(5):
        invitation = await stage.challenge(stage.ada, opponent=stage.grace)
        answers = await asyncio.gather(
            stage.click(stage.ada, invitation, "Cancel"), stage.click(stage.grace, invitation, "Accept")
        )
        assert sorted(answer.ephemeral for answer in answers) == [False, True]
    accepted = stage.rows("SELECT count(*) FROM invitations WHERE fate = 'accepted'")
    assert stage.rows("SELECT count(*) FROM matches") == accepted


async def test_double_accept_begins_one_match(stage: Stage) -> None:
    invitation = await stage.challenge(stage.ada, opponent=stage.grace)
    accept = button_id(stage.message(invitation), "Accept")
    answers = await asyncio.gather(*(stage.press(stage.grace, invitation, accept) for _ in range(2)))
    assert [id_of(answer) for answer in answers] == [invitation, invitation]
    assert stage.rows("SELECT count(*) FROM matches") == [(1,)]


async def test_repeated_accept_draws_the_board(stage: Stage) -> None:
    invitation = await stage.challenge(stage.ada, opponent=stage.grace)
    asking = stage.message(invitation)["components"]
    accept = button_id(stage.message(invitation), "Accept")
    await stage.click(stage.grace, invitation, "Accept")
    await stage.click(stage.ada, invitation, "b2")
    stage.playground.world.edit(stage.message(invitation), {"components": asking})
    answer = await stage.press(stage.grace, invitation, accept)
    assert not answer.ephemeral
    assert cells(stage.message(invitation)) == "a1 b1 c1 / a2 X c2 / a3 b3 c3"


async def test_repeated_accept_leads_to_the_match(stage: Stage) -> None:
    invitation = await stage.challenge(stage.ada, opponent=stage.grace)
    asking = stage.message(invitation)["components"]
    await stage.click(stage.grace, invitation, "Accept")
    new = id_of(await stage.command(stage.ada, "board"))
    stage.playground.world.edit(stage.message(invitation), {"components": asking})
    stage.clock.advance(seconds=6)
    answer = await stage.click(stage.grace, invitation, "Accept")
    assert "was accepted already" in answer.text
    assert stage.link(new) in text_of(stage.message(invitation))


@pytest.mark.parametrize(("who", "label"), [("ada", "Cancel"), ("ada", "Accept"), ("grace", "Decline")])
async def test_accepted_but_undrawn_becomes_a_board(stage: Stage, who: str, label: str) -> None:
    invitation = await stage.challenge(stage.ada, opponent=stage.grace)
    asking = stage.message(invitation)["components"]
    await stage.click(stage.grace, invitation, "Accept")
    stage.playground.world.edit(stage.message(invitation), {"components": asking})
    stage.clock.advance(seconds=6)
    answer = await stage.click(getattr(stage, who), invitation, label)
    assert "This invitation was accepted already." in answer.text
    assert cells(stage.message(invitation)) == "a1 b1 c1 / a2 b2 c2 / a3 b3 c3"


async def test_declined_but_undrawn_is_closed(stage: Stage) -> None:
    invitation = await stage.challenge(stage.ada, opponent=stage.grace)
    stage.playground.fail_next("POST", "/callback$", status=403)
    await stage.click(stage.grace, invitation, "Decline")
    assert controls(stage.message(invitation)) == INVITED
    assert "was declined" in (await stage.click(stage.ada, invitation, "Cancel")).text
    assert controls(stage.message(invitation)) == []


@pytest.mark.parametrize(("who", "kind"), [("grace", "a"), ("grace", "d"), ("ada", "c")])
async def test_answered_on_its_own_message_only(desk: Desk, who: str, kind: str) -> None:
    other = await desk.between(desk.ada, desk.grace)
    await desk.challenge(desk.ada, opponent=desk.grace)
    before = desk.message(other)
    answer = await desk.press(getattr(desk, who), other, f"{kind}:2")
    assert answer.ephemeral
    assert answer.text == "This button no longer exists. `/board` shows your match; `/help` the commands."
    assert desk.message(other) == before
    assert desk.rows("SELECT fate FROM invitations ORDER BY id") == [("accepted",), (None,)]


async def test_closed_on_its_own_message_only(desk: Desk) -> None:
    invitations = [await desk.challenge(desk.ada, opponent=desk.grace) for _ in range(3)]
    await desk.click(desk.grace, invitations[0], "Decline")
    await desk.click(desk.grace, invitations[1], "Accept")
    desk.clock.advance(seconds=6)
    before = desk.message(invitations[2])
    for number, fate in enumerate(("declined", "accepted"), 1):
        answer = await desk.press(desk.grace, invitations[2], f"a:{number}")
        assert f"This invitation was {fate}" in answer.text
    assert desk.message(invitations[2]) == before


async def test_double_decline_is_answered_twice(desk: Desk) -> None:
    invitation = await desk.challenge(desk.ada, opponent=desk.grace)
    decline = button_id(desk.message(invitation), "Decline")
    answers = await asyncio.gather(*(desk.press(desk.grace, invitation, decline) for _ in range(2)))
    assert sorted(answer.ephemeral for answer in answers) == [False, True]


async def test_nobody_can_challenge_themselves(desk: Desk) -> None:
    answer = await desk.command(desk.ada, "challenge", opponent=desk.ada)
    assert answer.ephemeral
    assert "You cannot challenge yourself." in answer.text
    assert desk.rows("SELECT * FROM invitations") == []


async def test_nobody_can_challenge_another_bot(stage: Stage) -> None:
    answer = await stage.command(stage.ada, "challenge", opponent=stage.robot)
    assert answer.ephemeral
    assert "Other bots do not play." in answer.text
    assert stage.rows("SELECT * FROM invitations") == []


async def test_invitation_of_another_world_is_refused(desk: Desk) -> None:
    board = await desk.challenge(desk.ada)
    answer = await desk.press(desk.ada, board, "a:999")
    assert answer.ephemeral
    assert "This invitation is one I no longer know." in answer.text
