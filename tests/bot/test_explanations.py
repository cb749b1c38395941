"""/explain and the button Explain: what they say, in which form, and to whom."""

import re

import pytest

import engine
from tests.bot.desk import Desk
from tests.bot.scenes import Scene
from tests.bot.shown import ENDED, controls, id_of
from tests.bot.stage import Stage
from tests.bot.telling import NOTE, by_name, read_lines, split, worths
from tests.engine.boards import state_after


def analysed(names: str) -> engine.Analysis:
    """What the engine says after these moves."""
    return engine.analyse(state_after(engine.game("tic-tac-toe"), names))


async def finished(scene: Scene, names: str) -> int:
    """A match between two people, played to its end."""
    board = await scene.between(scene.ada, scene.grace)
    await scene.moves(board, scene.ada, scene.grace, names)
    return board


@pytest.mark.parametrize("names", ["a1 b1 a2 b2 a3", "b2 b1 a1 c3 a3 a2 c1", "b2 a1 c1 a3 a2 c2 b3 b1 c3"])
async def test_every_ply_agrees_with_the_engine(desk: Desk, names: str) -> None:
    await finished(desk, names)
    moves = names.split()
    for ply in range(1, len(moves) + 1):
        answer = await desk.command(desk.eve, "explain", ply=ply)
        sentences, lines = split(answer.text)
        before = " ".join(moves[: ply - 1])
        true, best = worths(analysed(before)), analysed(before).best
        assert by_name(lines) == (true if len(true) > 1 else {})
        assert sum(len(line.names) for line in lines if line.is_best) == (len(best) if len(true) > 1 else 0)
        mover = desk.grace if ply % 2 == 0 else desk.ada
        assert re.search(rf" Before move {ply}, {mover.mention} \([XO]\) was to move\.", sentences[1])
        assert (f"{mover.mention} played {moves[ply - 1]}" in sentences[1]) == (len(true) > 1)


async def test_verdict_when_all_moves_are_equal(desk: Desk) -> None:
    await finished(desk, "a2 b2 c2 a1 c3 c1 a3 b1")
    won = await desk.command(desk.eve, "explain", ply=4)
    assert ": Every move wins here. Play " in won.text.splitlines()[0]
    drawn = await desk.command(desk.eve, "explain", ply=1)
    assert "**Every move draws here. Play " in drawn.text.replace(f"{desk.ada.mention} (X): ", "**")


@pytest.mark.parametrize(
    ("names", "ply", "said"),
    [
        ("a1 b1 a2 b2 a3", 2, "gave away a draw: draw → loss in 3."),
        ("a1 b1 a2 b2 a3", 5, "played a3, and nothing was better"),
        ("a1 b1 a2 c3 b2 a3 c2", 5, "a slower win: win in 1 → win in 2."),
        ("a1 b1 a2 c3 b2 a3 c2", 3, "nothing was better"),
        ("b2 b1 c1 a3 c3 c2 a1", 4, "nothing was better"),
        ("b2 b1 a1 a3 c3", 4, "a quicker loss: loss in 2 → loss in 1."),
        ("a1 b1 b3 b2 a2 c3 a3", 3, "gave away a win: win in 3 → draw."),
    ],
)
async def test_played_move_is_judged(desk: Desk, names: str, ply: int, said: str) -> None:
    await finished(desk, names)
    answer = await desk.command(desk.ada, "explain", ply=ply)
    sentences, _ = split(answer.text)
    assert said in sentences[1]


async def test_finished_match_before_its_last_move(desk: Desk) -> None:
    board = await finished(desk, "a1 b1 a2 b2 a3")
    by_button = await desk.click(desk.eve, board, "Explain")
    by_command = await desk.command(desk.eve, "explain")
    assert by_button.text == by_command.text
    assert " Before move 5, " in by_command.text


async def test_running_match_as_it_stands(desk: Desk) -> None:
    board = await desk.challenge(desk.ada, rated=True)
    await desk.click(desk.ada, board, "b2")
    answer = await desk.command(desk.ada, "explain")
    sentences, lines = split(answer.text)
    assert sentences[1].endswith(f" {desk.ada.mention} (X) is to move.")
    assert len(by_name(lines)) == 7
    assert answer.text == f"{(await desk.click(desk.ada, board, 'Explain')).text}\n{NOTE}"


async def test_explanation_is_private_unless_public(stage: Stage) -> None:
    await stage.challenge(stage.ada)
    assert (await stage.command(stage.ada, "explain")).ephemeral
    assert (await stage.command(stage.ada, "explain", public=False)).ephemeral
    answer = await stage.command(stage.ada, "explain", public=True)
    assert not answer.ephemeral
    assert stage.message(id_of(answer))["pinged"] == []


async def test_own_running_match_comes_first(desk: Desk) -> None:
    await finished(desk, "a1 b1 a2 b2 a3")
    await desk.challenge(desk.ada)
    assert " is to move." in (await desk.command(desk.ada, "explain")).text
    assert " Before move 5, " in (await desk.command(desk.eve, "explain")).text


async def test_match_that_ended_last_is_explained(desk: Desk) -> None:
    await finished(desk, "a1 b1 a2 b2 a3")
    desk.clock.advance(seconds=1)
    await finished(desk, "a1 b1 a2 b2 c3 b3")
    assert " Before move 6, " in (await desk.command(desk.eve, "explain")).text


async def test_two_people_playing_get_no_explanation(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    await desk.click(desk.ada, board, "b2")
    answers = [await desk.press(person, board, "e:1") for person in (desk.ada, desk.grace, desk.eve)]
    answers += [await desk.press(desk.ada, board, forged) for forged in ("ep:1:1", "em:1:1:0", "bw::1:1:0:0")]
    answers += [await desk.command(person, "explain") for person in (desk.ada, desk.grace)]
    answers.append(await desk.command(desk.ada, "explain", ply=1, tree=True, public=True))
    for answer in answers:
        assert answer.ephemeral
        assert "Ask again when their match is over." in answer.text
        assert read_lines(answer.text) == []


@pytest.mark.parametrize("ply", [0, -1, 6, 2**53 - 1])
async def test_missing_ply_is_refused(desk: Desk, ply: int) -> None:
    await finished(desk, "a1 b1 a2 b2 a3")
    answer = await desk.command(desk.ada, "explain", ply=ply)
    assert answer.ephemeral
    assert answer.text.endswith("has 5 moves; choose `ply` from 1 to 5.")


@pytest.mark.parametrize(
    ("options", "ply", "said"),
    [
        ({"first": "opponent"}, 2, "has one move; `ply` can only be 1."),
        ({}, 1, "has no moves yet; leave `ply` out."),
    ],
)
async def test_ply_of_few_moves(desk: Desk, options: dict[str, object], ply: int, said: str) -> None:
    await desk.challenge(desk.ada, **options)
    answer = await desk.command(desk.ada, "explain", ply=ply)
    assert answer.ephemeral
    assert answer.text.endswith(said)


async def test_unplayed_match_is_explained(desk: Desk) -> None:
    await desk.between(desk.ada, desk.grace)
    board = await desk.resign(desk.ada)
    explained = await desk.click(desk.ada, board, "Explain")
    assert len(by_name(split(explained.text)[1])) == 9
    assert controls(desk.message(board)) == ENDED
    refused = await desk.command(desk.ada, "explain", ply=1)
    assert refused.text.endswith("has no moves; leave `ply` out.")
