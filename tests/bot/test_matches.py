"""Whole matches, against Maxine and between two people."""

import random
import re

import pytest

import engine
from tests.bot.desk import Desk
from tests.bot.scenes import Scene
from tests.bot.shown import AGAINST_MAXINE, ENDED, LOST, Told, cells, controls, id_of, open_cells
from tests.bot.stage import Stage

EMPTY = "a1 b1 c1 / a2 b2 c2 / a3 b3 c3"
OVER = re.compile(r"(<@\d+> wins|Maxine wins|Draw)")


async def play_out(scene: Scene, message_id: int, seed: int) -> Told:
    """Press any open cell until the match is over."""
    rng = random.Random(seed)
    while cells_open := open_cells(scene.message(message_id)):
        answer = await scene.click(scene.ada, message_id, rng.choice(cells_open))
        assert answer.message is not None
    return answer


@pytest.mark.parametrize("level", engine.LEVELS)
@pytest.mark.parametrize("first", ["me", "opponent"])
async def test_every_level_plays_to_the_end(desk: Desk, level: str, first: str) -> None:
    for seed in range(3):
        message_id = await desk.challenge(desk.ada, level=level, first=first)
        answer = await play_out(desk, message_id, seed)
        assert len(OVER.findall(answer.text)) == 1
        assert f"(X, {level})" in answer.text or f"(O, {level})" in answer.text
        assert controls(desk.message(message_id)) == (LOST if "Maxine wins" in answer.text else ENDED)


async def test_new_board_says_who_plays(stage: Stage) -> None:
    answer = await stage.command(stage.ada, "challenge", first="me")
    ada = stage.ada.mention
    assert answer.text == f"### Tic-tac-toe\n{ada} (X) against Maxine (O, medium)\nIt is {ada}'s turn (X)."
    assert not answer.ephemeral
    message = stage.message(id_of(answer))
    assert cells(message) == EMPTY
    assert controls(message) == AGAINST_MAXINE
    assert message["pinged"] == []


async def test_challenging_the_bot_itself(stage: Stage) -> None:
    maxine = stage.playground.world.bot
    answer = await stage.command(stage.ada, "challenge", game="tic-tac-toe", opponent=maxine, level="hard")
    assert f"{stage.ada.mention} (X) against Maxine (O, hard)" in answer.text


async def test_maxine_begins_when_asked_to(desk: Desk) -> None:
    answer = await desk.command(desk.ada, "challenge", first="opponent", level="easy")
    assert f"Maxine (X, easy) against {desk.ada.mention} (O)" in answer.text
    assert re.search(r"Maxine played [abc][123]\. It is <@\d+>'s turn \(O\)\.", answer.text)
    assert cells(desk.message(id_of(answer))).count("X") == 1


async def test_who_begins_at_random_differs(desk: Desk) -> None:
    texts = [(await desk.command(desk.ada, "challenge", first="random")).text for _ in range(12)]
    firsts = {"Maxine (X, medium)" in text for text in texts}
    assert firsts == {True, False}


async def test_people_play_until_one_wins(desk: Desk) -> None:
    message_id = await desk.between(desk.ada, desk.grace)
    ada, grace = desk.ada.mention, desk.grace.mention
    answer = await desk.moves(message_id, desk.ada, desk.grace, "a1 b1 a2 b2")
    assert answer.text.endswith(f"{grace} played b2. It is {ada}'s turn (X).")
    answer = await desk.click(desk.ada, message_id, "a3")
    assert f"{ada} (X) against {grace} (O)" in answer.text
    assert f"{ada} played a3. **{ada} wins**.\nRating: " in answer.text
    message = desk.message(message_id)
    assert cells(message) == "X O c1 / X O c2 / X b3 c3"
    assert open_cells(message) == []
    assert controls(message) == ENDED


async def test_full_board_is_a_draw(desk: Desk) -> None:
    message_id = await desk.between(desk.ada, desk.grace)
    answer = await desk.moves(message_id, desk.ada, desk.grace, "b2 a1 c1 a3 a2 c2 b3 b1 c3")
    assert f"{desk.ada.mention} played c3. **Draw**.\nRating: " in answer.text
