"""What a match is and that there is one is told in its channel, to its players, and where it is shown."""

import pytest

from bot.playground.messages import text_of
from bot.playground.things import Person
from tests.bot.desk import Desk
from tests.bot.scenes import Scene
from tests.bot.shown import buttons, id_of
from tests.bot.stage import Stage
from tests.bot.test_replays import finished

GONE = "This button belongs to a match I no longer know. Start a new one with `/challenge`."
UNINVITED = "This invitation is one I no longer know. Send a new one with `/challenge`."
FORGED = (
    "e:1", "v:1", "n:1", "p:1:0:0", "l:1:0", "lj:1:0:0", "lk:1:0:0:0", "lt:1:0:0:4", "ls:1:0:0",
    "h:1:1", "h:1:2", "m:1:2:0", "m:1:0:0", "r:1:2", "rc:1:2:5", "rq:1:2",
    "mo:1", "od:1:2", "ot:1:2", "oy:1:2", "ox:1:2", "on:1:2",
    "pf:1:0", "ps:1:0:0", "am:::1:0:4", "ak:::1:0:0", "as:::1:0", "aa:::1:0",
)  # fmt: skip


async def begun_alone(stage: Scene, person: Person) -> None:
    """A match that somebody plays against Maxine in direct messages, the first there is."""
    board = id_of(await stage.command_in(stage.world.direct(person), person, "challenge", first="me"))
    await stage.click(person, board, "b2")


async def resigned_alone(stage: Scene, person: Person) -> None:
    """End the match that somebody plays in direct messages."""
    asked = await stage.command_in(stage.world.direct(person), person, "resign")
    await stage.click(person, id_of(asked), "Really resign?")


@pytest.mark.ci
@pytest.mark.parametrize("is_over", [True, False])
async def test_forged_button_outside_direct_messages(stage: Stage, *, is_over: bool) -> None:
    await begun_alone(stage, stage.ada)
    if is_over:
        await resigned_alone(stage, stage.ada)
    own = await stage.challenge(stage.eve)
    for channel_message in (own, id_of(await stage.command(stage.eve, "help"))):
        before = stage.message(channel_message)
        for forged in FORGED:
            answer = await stage.press(stage.eve, channel_message, forged)
            assert (answer.ephemeral, answer.text) == (True, GONE), forged
        assert stage.message(channel_message) == before
    assert stage.rows("SELECT match_id, ply FROM moves ORDER BY ply") == [(1, 0), (1, 1)]


@pytest.mark.ci
async def test_forged_button_within_direct_messages(stage: Stage) -> None:
    await finished(stage)
    alone = stage.world.direct(stage.eve)
    message = id_of(await stage.command_in(alone, stage.eve, "challenge", first="me"))
    for forged in FORGED:
        assert (await stage.press(stage.eve, message, forged)).text == GONE, forged


@pytest.mark.parametrize("name", ["replay", "review"])
async def test_number_is_unknown_to_others(desk: Desk, name: str) -> None:
    await begun_alone(desk, desk.ada)
    await resigned_alone(desk, desk.ada)
    refused = await desk.command(desk.eve, name, match=1)
    assert refused.text.startswith("I know no match #1 here.")
    assert not (await desk.command(desk.ada, name, match=1)).text.startswith("I know no match")


async def test_forged_button_of_an_invitation(desk: Desk) -> None:
    for label in ("Accept", None, "Decline"):
        invitation = await desk.challenge(desk.ada, opponent=desk.grace)
        if label is not None:
            await desk.click(desk.grace, invitation, label)
    own = await desk.challenge(desk.eve)
    before = desk.message(own)
    for forged in (f"{kind}:{number}" for kind in "adc" for number in (1, 2, 3, 999)):
        answer = await desk.press(desk.eve, own, forged)
        assert (answer.ephemeral, answer.text) == (True, UNINVITED), forged
    desk.clock.advance(hours=25)
    assert (await desk.press(desk.eve, own, "a:2")).text == UNINVITED
    assert desk.message(own) == before
    assert desk.rows("SELECT fate FROM invitations ORDER BY id") == [("accepted",), (None,), ("declined",)]


@pytest.mark.ci
async def test_shared_replay_is_for_everyone_there(stage: Stage) -> None:
    await finished(stage)
    shared = await stage.command_in(stage.games, stage.ada, "replay", match=1, public=True)
    step = await stage.click(stage.eve, id_of(shared), "Forward")
    assert (step.ephemeral, "**Move 1 of 5**" in step.text) == (True, True)
    assert "**Move 2 of 5**" in (await stage.click(stage.eve, id_of(step), "Forward")).text
    assert "**Move 1 of 5**" in (await stage.click(stage.ada, id_of(shared), "Forward")).text
    assert (await stage.press(stage.eve, id_of(shared), "p:1:4:0")).text == GONE


async def test_shared_lessons_are_for_everyone_there(desk: Desk) -> None:
    await finished(desk)
    shared = await desk.command_in(desk.games, desk.ada, "review", match=1, public=True)
    assert "l:1:1" in [button["custom_id"] for button in buttons(desk.message(id_of(shared)))]
    question = await desk.press(desk.eve, id_of(shared), "l:1:1")
    assert question.ephemeral
    shown = await desk.click(desk.eve, id_of(question), "Show the answer")
    assert id_of(shown) == id_of(question)
    assert text_of(desk.message(id_of(shown))) != GONE


@pytest.mark.parametrize("forged", ["p:1:0:0", "j:1:0", "t:1:1:4", "s:1:1", "lt:1:2:0:4", "h:2:0"])
async def test_forged_button_replaces_no_message(desk: Desk, forged: str) -> None:
    await finished(desk)
    board, guide = await desk.challenge(desk.ada), id_of(await desk.command(desk.ada, "help"))
    before = desk.message(board), desk.message(guide)
    for shown in (board, guide):
        answer = await desk.press(desk.ada, shown, forged)
        assert answer.ephemeral
        assert id_of(answer) != shown
    assert (desk.message(board), desk.message(guide)) == before
