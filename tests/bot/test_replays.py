"""/replay: a match seen again move by move, what was worth what, and the whole of it as a film."""

from io import BytesIO

import pytest
from PIL import Image

from bot.playground.things import Json
from tests.bot.boards import pictures
from tests.bot.desk import Desk
from tests.bot.paused_stage import PausedStage
from tests.bot.scenes import Scene
from tests.bot.shown import buttons, id_of, private_text
from tests.bot.stage import Stage

LOST = "a1 b1 a2 b2 a3"
ERRORS = "a2 c1 b2 b3 a3 a1 c3 b1"
"""The first player errs before moves 3 and 7, the latter worse, and the second before 2 and 4."""


async def finished(scene: Scene, names: str = LOST) -> None:
    board = await scene.between(scene.ada, scene.grace)
    await scene.moves(board, scene.ada, scene.grace, names)


def enabled(message: Json) -> list[str]:
    return [button["label"] for button in buttons(message) if not button["disabled"]]


def film(scene: Scene, message: Json) -> Image.Image:
    [shown] = pictures(message)
    files = scene.world.files_of(message["id"])
    [content] = [file.content for file in files if file.attachment["url"] == shown["media"]["url"]]
    return Image.open(BytesIO(content))


async def test_replay_steps_to_the_end(desk: Desk) -> None:
    await finished(desk)
    answer = await desk.command(desk.ada, "replay")
    assert answer.ephemeral
    message = id_of(answer)
    ada, grace = desk.ada.mention, desk.grace.mention
    seen = [answer.text]
    while "Forward" in enabled(desk.message(message)):
        seen.append((await desk.click(desk.ada, message, "Forward")).text)
    assert [text.splitlines()[2].partition("**: ")[2] for text in seen] == [
        "The match begins.",
        f"{ada} played a1.",
        f"{grace} played b1.",
        f"{ada} played a2.",
        f"{grace} played b2.",
        f"{ada} played a3. **{ada} wins**.",
    ]
    assert all(f"**Move {ply} of 5**" in text for ply, text in enumerate(seen))


async def test_step_says_what_moves_were_worth(desk: Desk) -> None:
    await finished(desk)
    replay = id_of(await desk.command(desk.ada, "replay"))
    answer = await desk.click(desk.ada, replay, "Forward")
    ada, grace = desk.ada.mention, desk.grace.mention
    assert answer.text.splitlines()[2:] == [
        f"**Move 1 of 5**: {ada} played a1.",
        f"{grace} (O) is to move. Best play leads to a draw.",
        f"Next: {grace} played b1 and gave away a draw: draw → loss in 3.",
    ]
    worths = "What the moves are worth: b2 (best): draw; b1, c1, a2, c2, a3, b3 and c3: loss in 3."
    assert worths in pictures(desk.message(replay))[0]["description"]


async def test_replay_opens_at_own_mistake(desk: Desk) -> None:
    await finished(desk, ERRORS)
    for person, ply in ((desk.ada, 6), (desk.grace, 3), (desk.eve, 0)):
        answer = await desk.command(person, "replay")
        assert f"**Move {ply} of 8**" in answer.text
    assert "**Move 0 of 8**" in (await desk.command(desk.ada, "replay", public=True)).text


async def test_next_mistake_leads_around(desk: Desk) -> None:
    await finished(desk, ERRORS)
    replay = id_of(await desk.command(desk.ada, "replay"))
    assert "**Move 2 of 8**" in (await desk.click(desk.ada, replay, "Next mistake")).text
    await desk.click(desk.ada, replay, "Last")
    assert "**Move 6 of 8**" in (await desk.click(desk.ada, replay, "Next mistake")).text


async def test_buttons_rest_at_the_ends(desk: Desk) -> None:
    await finished(desk)
    replay = id_of(await desk.command(desk.ada, "replay"))
    assert enabled(desk.message(replay)) == ["Forward", "Last", "Film", "Play from here"]
    for label, ply in (("Last", 5), ("Back", 4), ("First", 0), ("Forward", 1), ("Forward", 2)):
        answer = await desk.click(desk.ada, replay, label)
        assert f"**Move {ply} of 5**" in answer.text
    assert enabled(desk.message(replay)) == ["First", "Back", "Forward", "Last", "Film", "Play from here"]
    await desk.click(desk.ada, replay, "Last")
    assert enabled(desk.message(replay)) == ["First", "Back", "Film"]


async def test_replay_goes_on_after_a_restart(stage: Stage) -> None:
    await finished(stage)
    replay = id_of(await stage.command(stage.ada, "replay"))
    await stage.click(stage.ada, replay, "Forward")
    await stage.restart()
    assert "**Move 2 of 5**" in (await stage.click(stage.ada, replay, "Forward")).text


async def test_others_step_their_own_replay(stage: Stage) -> None:
    await finished(stage)
    answer = await stage.command(stage.eve, "replay", public=True)
    assert not answer.ephemeral
    assert stage.message(id_of(answer))["pinged"] == []
    other = await stage.click(stage.ada, id_of(answer), "Forward")
    assert "**Move 1 of 5**" in private_text(other)
    assert "**Move 0 of 5**" in str(stage.message(id_of(answer)))
    assert id_of(await stage.click(stage.ada, id_of(other), "Forward")) == id_of(other)
    assert id_of(await stage.click(stage.eve, id_of(answer), "Forward")) == id_of(answer)


async def test_old_replay_goes_on_anew(desk: Desk) -> None:
    await finished(desk)
    old = id_of(await desk.command(desk.ada, "replay", public=True))
    desk.clock.advance(minutes=51)
    answer = await desk.click(desk.ada, old, "Forward")
    assert "**Move 1 of 5**" in private_text(answer)
    assert "**Move 0 of 5**" in str(desk.message(old))


async def test_peoples_running_match_is_refused(desk: Desk) -> None:
    await finished(desk)
    await desk.between(desk.ada, desk.grace)
    for person in (desk.ada, desk.eve):
        answer = await desk.command(person, "replay", match=2, public=True)
        assert private_text(answer).endswith("Ask again when their match is over.")
    replay = id_of(await desk.command(desk.ada, "replay"))
    forged = await desk.press(desk.ada, replay, "p:2:0:0")
    assert forged.text.endswith("Ask again when their match is over.")
    await desk.resign(desk.ada)
    assert f"**{desk.grace.mention} wins**" in (await desk.command(desk.ada, "replay", match=2)).text


async def test_running_match_against_maxine(desk: Desk) -> None:
    board = await desk.challenge(desk.ada)
    await desk.click(desk.ada, board, "b2")
    replay = id_of(await desk.command(desk.ada, "replay"))
    answer = await desk.click(desk.ada, replay, "Last")
    _, _, step, verdict = answer.text.splitlines()
    assert step.startswith("**Move 2 of 2**")
    assert step.endswith(f"It is {desk.ada.mention}'s turn (X).")
    assert verdict.startswith(f"{desk.ada.mention} (X) is to move. ")
    film = await desk.click(desk.ada, replay, "Film")
    assert film.text.endswith("The match so far:")  # and nothing to take elsewhere


async def test_resigned_position_tells_its_worth(desk: Desk) -> None:
    await finished(desk, "b2 b1")
    await desk.resign(desk.grace)
    replay = id_of(await desk.command(desk.ada, "replay"))
    answer = await desk.click(desk.ada, replay, "Last")
    assert answer.text.splitlines()[2].endswith(
        f"**{desk.ada.mention} wins**: {desk.grace.mention} resigned."
    )
    assert (
        f"{desk.ada.mention} (X) is to move. Best play wins for {desk.ada.mention} in 3 moves." in answer.text
    )
    assert "What the moves are worth: " in pictures(desk.message(replay))[0]["description"]


async def test_end_gives_the_moves_as_text(desk: Desk) -> None:
    await finished(desk, "b2 b1")
    await desk.resign(desk.grace)
    replay = id_of(await desk.command(desk.ada, "replay"))
    assert "To take elsewhere: `b2 b1`" in (await desk.click(desk.ada, replay, "Film")).text
    assert "**Move 0 of 2**" in (await desk.click(desk.ada, replay, "Back")).text


@pytest.mark.ci
async def test_step_beyond_the_end(desk: Desk) -> None:
    await finished(desk)
    replay = id_of(await desk.command(desk.ada, "replay"))
    assert "**Move 5 of 5**" in (await desk.press(desk.ada, replay, "p:1:999:3")).text


async def test_unplayed_match_has_no_film(desk: Desk) -> None:
    await desk.challenge(desk.ada)
    await desk.resign(desk.ada)
    answer = await desk.command(desk.ada, "replay")
    assert "**Move 0 of 0**: **Maxine wins**" in answer.text
    assert len(pictures(answer.message or {})) == 1
    assert enabled(desk.message(id_of(answer))) == ["Play from here"]


async def test_slow_replay_is_promised_first(paused: PausedStage) -> None:
    await paused.thinking()
    await paused.thought()
    await paused.resign(paused.ada)
    paused.pause_workers()
    answer = await paused.playground.command(paused.ada, paused.general, "replay")
    assert answer.deferred
    await paused.thought()
    assert "**Move 0 of 2**" in answer.text
    paused.pause_workers()
    step = await paused.playground.click(paused.ada, id_of(answer), "Forward")
    assert step.deferred
    await paused.thought()
    assert "**Move 1 of 2**" in step.text
