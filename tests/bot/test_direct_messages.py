"""Direct messages with her: everything that one person can do, and nothing that another would not see."""

import pytest

from bot.playground.messages import text_of
from tests.bot.desk import Desk
from tests.bot.puzzling import Patient, open_keys
from tests.bot.scenes import Scene
from tests.bot.shown import AGAINST_MAXINE, LOST, Told, buttons, cells, controls, id_of, open_cells
from tests.bot.stage import Stage


async def command(stage: Scene, name: str, /, **options: object) -> Told:
    """Let Ada use a command in her direct messages with Maxine."""
    return await stage.command_in(stage.world.direct(stage.ada), stage.ada, name, **options)


async def play_on(stage: Stage, board: int) -> None:
    """Let Ada press the first open cell until the match is over."""
    while names := open_cells(stage.message(board)):
        assert not (await stage.click(stage.ada, board, names[0])).ephemeral


async def test_match_is_played_to_its_end(stage: Stage) -> None:
    board = id_of(await command(stage, "challenge", level="perfect"))
    await play_on(stage, board)
    assert controls(stage.message(board)) == LOST
    rematch = id_of(await stage.click(stage.ada, board, "Rematch"))
    assert controls(stage.message(rematch)) == AGAINST_MAXINE
    assert stage.rows("SELECT DISTINCT guild_id, channel_id FROM matches") == [
        (None, stage.world.direct(stage.ada).id)
    ]


async def test_board_is_posted_anew_and_linked(stage: Stage) -> None:
    old = id_of(await command(stage, "challenge", first="me"))
    new = id_of(await command(stage, "board"))
    channel = stage.world.direct(stage.ada)
    assert f"https://discord.com/channels/@me/{channel.id}/{new}" in text_of(stage.message(old))
    assert list(buttons(stage.message(old))) == []
    moved = id_of(await command(stage, "move", to="b2"))
    assert "X" in cells(stage.message(moved))


@pytest.mark.ci
async def test_match_is_resigned_and_reviewed(stage: Stage) -> None:
    board = id_of(await command(stage, "challenge", first="me"))
    await stage.click(stage.ada, board, "b2")
    asked = await command(stage, "resign")
    ended = await stage.click(stage.ada, id_of(asked), "Really resign?")
    assert "Maxine wins" in text_of(ended.followups[0])
    replay = id_of(await command(stage, "replay"))
    assert id_of(await stage.click(stage.ada, replay, "Last")) == replay
    assert "accuracy" in (await command(stage, "review")).text.lower()


async def test_puzzles_are_solved_in_direct_messages(patient: Patient) -> None:
    puzzle = id_of(await command(patient, "puzzle"))
    assert open_keys(patient.message(puzzle))
    await patient.solve(patient.ada, puzzle)
    daily = id_of(await command(patient, "daily"))
    await patient.solve(patient.ada, daily)
    shared = await patient.click(patient.ada, daily, "Share")
    assert not shared.ephemeral
    assert shared.message in patient.playground.messages(patient.world.direct(patient.ada))


async def test_leaderboard_of_direct_messages_is_everybodys(desk: Desk) -> None:
    await command(desk, "challenge", first="me")
    await desk.click(desk.ada, id_of(await command(desk, "resign")), "Really resign?")
    answer = await command(desk, "leaderboard", scope="server")
    assert "everywhere" in answer.text
    assert f"1. {desk.ada.mention}: 0 points" in answer.text
    assert desk.rows("SELECT guild_id FROM standings") == [(0,)]


async def test_invitation_nobody_would_see(stage: Stage) -> None:
    answer = await command(stage, "challenge", opponent=stage.grace)
    assert answer.ephemeral
    assert answer.text == (
        f"{stage.grace.mention} cannot see this direct message, so I sent no invitation. Use `/challenge` in"
        " a server channel that both of you can see, or, if you have added me to your apps, in a direct"
        f" message or group with {stage.grace.mention}."
    )
    assert stage.rows("SELECT * FROM invitations") == []


async def test_invitation_in_anothers_direct_message(stage: Stage) -> None:
    dispatch = stage.playground.interactions.dispatch
    stage.playground.interactions.dispatch = lambda data: dispatch({**data, "context": 2})
    assert not (await command(stage, "challenge", opponent=stage.grace)).ephemeral
