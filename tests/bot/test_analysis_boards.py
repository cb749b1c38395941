"""/analyse: moves tried out for both sides on a board of one's own, with what every one of them is worth."""

from random import Random

import pytest
from discord import ButtonStyle

import engine
from bot.components.analysis_boards import LONGEST, try_move_button
from bot.components.packing import write_line
from bot.models import Finding
from bot.rendering.views import get_view
from engine import AnalysedMove
from tests import tiers
from tests.bot.boards import pictures
from tests.bot.desk import Desk
from tests.bot.paused_stage import GAME, PausedStage
from tests.bot.scenes import Scene
from tests.bot.shown import Told, enabled, id_of, labels
from tests.bot.stage import Stage
from tests.bot.telling import read_lines
from tests.bot.test_lessons import check_fits, played_at_random

CLOSED = "I keep my thoughts to myself."
HELPED = "-# Your match of this game against me now counts as played with help, so it is no longer rated."


def keys(scene: Scene, message: int) -> list[str]:
    """The ids of the buttons that play a move."""
    ids = [str(button["custom_id"]) for button in enabled(scene.message(message))]
    return [id_ for id_ in ids if id_.startswith("am:")]


def action_of(key: str) -> int:
    """The action that a button plays."""
    return int(key.rpartition(":")[2])


def start_of(answer: Told) -> str:
    """What a board says above its picture, but for what to press at first."""
    said = "\n".join(answer.text.splitlines()[:2])
    return said.replace(" Press a move to try it out: you play both sides. Green moves are best.", "")


def check(scene: Scene, answer: Told, state: engine.State) -> None:
    """The board shows a position on one board, and the best moves in green."""
    check_fits(scene, answer)
    message = scene.message(id_of(answer))
    assert len(pictures(message)) == (not get_view(state.game).is_shown_by_keys)
    if engine.is_instant(state.game):
        best = engine.analyse(state).best
        green = [each["custom_id"] for each in enabled(message) if each["style"] == ButtonStyle.success.value]
        assert {action_of(id_) for id_ in green} <= {*best}
        assert len(green) == len(best) or "More moves" in labels(message)


@pytest.mark.parametrize(
    "slug", tiers.every_game("connect-four", "dots-and-boxes", "four-in-a-row-5x5", "oware")
)
async def test_moves_are_tried_and_taken_back(desk: Desk, slug: str) -> None:
    answer = await desk.command(desk.ada, "analyse", game=slug)
    assert answer.ephemeral
    rng, state, board, seen = Random(f"{slug} 0"), engine.game(slug).initial(), id_of(answer), []
    for _ in range(4):
        check(desk, answer, state)
        seen.append(start_of(answer))
        open_ = [key for key in keys(desk, board) if not state.successor(action_of(key)).is_terminal]
        key = rng.choice(open_)
        answer = await desk.press(desk.ada, board, key)
        assert id_of(answer) == board
        state = state.successor(action_of(key))
    assert "Your line: 1. " in answer.text
    for before in reversed(seen):
        assert start_of(await desk.click(desk.ada, board, "Take back")) == before
    assert start_of(await desk.click(desk.ada, board, "Forward")) == seen[1]
    assert start_of(await desk.click(desk.ada, board, "Start over")) == seen[0]
    for after in seen[1:]:
        assert start_of(await desk.click(desk.ada, board, "Forward")) == after
    check(desk, await desk.click(desk.ada, board, "Forward"), state)
    assert "Forward" not in labels(desk.message(board))
    await desk.click(desk.ada, board, "Start over")
    await desk.press(desk.ada, board, keys(desk, board)[0])
    assert "Forward" not in labels(desk.message(board))


async def test_replaced_moves_are_another_line(desk: Desk) -> None:
    board = id_of(await desk.command(desk.ada, "analyse", game="four-in-a-row-5x5"))
    for name in ("c3", "b2", "d4", "Take back", "Take back", "a1"):
        answer = await desk.click(desk.ada, board, name)
    assert "Your line: 1. c3 (X), a1 (O)." in answer.text
    answer = await desk.click(desk.ada, board, "Other line: b2")
    assert "\nYour line: 1. c3 (X), b2 (O). X is to move. **" in answer.text
    check_fits(desk, answer)
    answer = await desk.click(desk.ada, board, "Forward")
    assert "Your line: 1. c3 (X), b2 (O), d4 (X)." in answer.text
    assert "Your line: 1. c3 (X), a1 (O)." in (await desk.click(desk.ada, board, "Other line: a1")).text


async def test_same_move_again_goes_forward(desk: Desk) -> None:
    board = id_of(await desk.command(desk.ada, "analyse", game="tic-tac-toe"))
    for name in ("a1", "b2", "c3", "Start over", "a1"):
        answer = await desk.click(desk.ada, board, name)
    assert "Other line" not in str(desk.message(board))
    for name in ("Explain", "Back", "Forward"):
        answer = await desk.click(desk.ada, board, name)
    assert "Your line: 1. a1 (X), b2 (O)." in answer.text


@pytest.mark.parametrize("slug", tiers.every_game())
async def test_board_begins_in_a_match(desk: Desk, slug: str) -> None:
    match = await played_at_random(desk, slug)
    answer = await desk.command(desk.ada, "analyse", match=match.id)
    board, state = id_of(answer), match.state_at(match.ply - 1)
    assert f"From move {match.ply} of the match of {desk.ada.mention} against" in answer.text
    check(desk, answer, state)
    played = [key for key in keys(desk, board) if action_of(key) == match.actions[-1]]
    answer = await desk.press(desk.ada, board, played[0])
    assert ("**Draw**" if match.winner is None else " wins**") in answer.text
    assert answer.text.endswith(" Press Take back to try another move.")
    assert " is to move." not in answer.text
    assert keys(desk, board) == []
    check(desk, await desk.click(desk.ada, board, "Take back"), state)


@pytest.mark.parametrize("slug", ["tic-tac-toe-wild", "four-in-a-row-5x5"])
async def test_all_moves_have_a_line_each(desk: Desk, slug: str) -> None:
    board = id_of(await desk.command(desk.ada, "analyse", game=slug))
    for _ in range(2):
        before = await desk.press(desk.ada, board, keys(desk, board)[-1])
        why = await desk.click(desk.ada, board, "Explain")
        assert "What the moves are worth: " in pictures(why.message or {})[0]["description"]
        answer = await desk.click(desk.ada, board, "All moves")
        lines = read_lines(answer.text)
        names = [name for line in lines for name in line.names]
        assert len(names) == len(set(names)) == len(lines)
        check_fits(desk, answer)
        assert start_of(await desk.click(desk.ada, board, "Back")) == start_of(before)
        assert len(lines) == len(keys(desk, board))


async def test_ply_counts_the_matchs_moves(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.moves(board, stage.ada, stage.grace, "a1 b1 a2 b2 a3")
    answer = await stage.command(stage.eve, "analyse", ply=2)
    assert f"From move 2 of the match of {stage.ada.mention} against {stage.grace.mention}." in answer.text
    refused = await stage.command(stage.eve, "analyse", ply=6)
    assert "choose `ply` from 1 to 5" in refused.text
    [choice] = await stage.playground.autocomplete(stage.eve, stage.general, "analyse", "match", "")
    assert choice["value"] == 1


async def test_proven_of_a_match_holds(desk: Desk) -> None:
    match = await played_at_random(desk, "connect-four")
    proven = tuple(AnalysedMove(action, 1, 9, exact=True, line=(action,)) for action in range(7))
    await desk.storage.findings.add([Finding(match.id, 1, 9.0, proven)])
    board = id_of(await desk.command(desk.ada, "analyse", match=match.id, ply=1))
    answer = await desk.press(
        desk.ada, board, next(key for key in keys(desk, board) if action_of(key) == match.actions[0])
    )
    for name in ("Explain", "All moves"):
        answer = await desk.click(desk.ada, board, name)
    assert {line.worth for line in read_lines(answer.text)} == {"win in 5"}


async def test_player_of_people_gets_no_board(stage: Stage) -> None:
    before = id_of(await stage.command(stage.ada, "analyse", game="tic-tac-toe"))
    board = await stage.between(stage.ada, stage.grace)
    shown = stage.message(before)
    alone = stage.playground.direct(stage.ada)
    for refused in (
        await stage.command(stage.ada, "analyse", game="tic-tac-toe"),
        await stage.command(stage.grace, "analyse", game="tic-tac-toe"),
        await stage.playground.command(stage.ada, alone, "analyse", game="tic-tac-toe"),
        await stage.click(stage.ada, before, "a1"),
        await stage.command(stage.eve, "analyse", match=1),
    ):
        assert refused.ephemeral
        assert CLOSED in refused.text
    await stage.quiet()
    assert stage.message(before) == shown
    assert CLOSED not in (await stage.command(stage.ada, "analyse", game="tic-tac-toe-misere")).text
    assert CLOSED not in (await stage.command(stage.eve, "analyse", game="tic-tac-toe")).text
    await stage.moves(board, stage.ada, stage.grace, "a1 b1 a2 b2 a3")
    assert CLOSED not in (await stage.click(stage.ada, before, "a1")).text


async def test_board_is_help_against_maxine(desk: Desk) -> None:
    await desk.challenge(desk.ada, rated=True)
    await desk.command(desk.eve, "analyse", game="tic-tac-toe")
    await desk.command(desk.ada, "analyse", game="tic-tac-toe-misere")
    assert desk.rows("SELECT is_helped FROM matches") == [(0,)]
    first = await desk.command(desk.ada, "analyse", game="tic-tac-toe")
    assert HELPED in first.text.splitlines()
    assert desk.rows("SELECT is_helped FROM matches") == [(1,)]
    assert HELPED not in (await desk.click(desk.ada, id_of(first), "b2")).text


@pytest.mark.parametrize(
    "forged",
    [
        "am:tic-tac-toe::0:0:99", "am:tic-tac-toe:A:0:0:4", "am:tic-tac-toe:Cg:0:0:4",
        "am:tic-tac-toe:_____w:0:0:4",
        "am:nothing::0:0:4", "am:::999:0:4", "am:::1:99:4", "am:::0:0:4", "am:tic tac::0:0:4", "am:1:0:4",
        "ak:tic-tac-toe::0:0:1", "am:tic-tac-toe:AA-A:0:0:4", "as:::1:6",
    ],
)  # fmt: skip
async def test_forged_button_changes_nothing(desk: Desk, forged: str) -> None:
    board = await desk.between(desk.ada, desk.grace)
    await desk.moves(board, desk.ada, desk.grace, "a1 b1 a2 b2 a3")
    own = id_of(await desk.command(desk.ada, "analyse", game="tic-tac-toe"))
    before = desk.message(own), desk.message(board), desk.rows("SELECT * FROM matches")
    for message in (own, board):
        answer = await desk.press(desk.ada, message, forged)
        assert answer.ephemeral
        assert read_lines(answer.text) == []
    assert before == (desk.message(own), desk.message(board), desk.rows("SELECT * FROM matches"))


async def test_too_long_line_goes_no_further(desk: Desk) -> None:
    rng, start, actions = Random(36), engine.game("oware").initial(), list[int]()
    state = start
    while len(actions) < 140 or len(write_line(start, actions)) <= LONGEST:
        actions.append(rng.choice(state.actions()))
        state = state.successor(actions[-1])
    *kept, last = actions
    length, forged = len(kept), try_move_button.id_for("oware", write_line(start, kept), 0, 0, last)
    assert (length > 150, len(forged)) == (True, 83)
    board = id_of(await desk.command(desk.ada, "analyse", game="oware"))
    answer = await desk.press(desk.ada, board, forged)
    assert answer.text == (
        f"This line has {length} moves, and I cannot keep a longer one. Press Take back, or Start over."
    )


async def test_match_begun_while_thinking_counts(paused: PausedStage) -> None:
    await paused.prepared()
    answer = await paused.playground.command(paused.ada, paused.general, "analyse", game=GAME)
    await paused.playground.command(paused.ada, paused.general, "challenge", game=GAME, rated=True)
    await paused.thought()
    assert answer.deferred
    assert HELPED in answer.text.splitlines()


async def test_people_begun_meanwhile_close_the_board(paused: PausedStage) -> None:
    """A match between people that begins while the board is thought about keeps it closed."""
    await paused.prepared()
    invitation = await paused.challenge(paused.ada, game=GAME, opponent=paused.grace)
    answer = await paused.playground.command(paused.ada, paused.general, "analyse", game=GAME)
    await paused.playground.click(paused.grace, invitation, "Accept")
    await paused.thought()
    assert CLOSED in answer.text
    assert read_lines(answer.text) == []


async def test_ended_position_is_no_help(desk: Desk) -> None:
    match = await played_at_random(desk, "tic-tac-toe")
    board = await desk.challenge(desk.ada)
    answer = await desk.press(desk.ada, board, f"as:::{match.id}:{match.ply}")
    assert "Press Take back to try another move." in answer.text
    assert not any(is_helped for (is_helped,) in desk.rows("SELECT is_helped FROM matches"))
