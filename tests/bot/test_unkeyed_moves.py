"""Moves of which a board has no room for buttons: every message that names them says how to play them."""

import pytest

import engine
from bot.components.lessons import question_button
from bot.models import Match, Participant, Place
from tests.bot.desk import Desk
from tests.bot.drafts import begun
from tests.bot.puzzling import Patient, only
from tests.bot.scenes import Scene
from tests.bot.shown import Told, buttons, id_of
from tests.bot.stage import Stage
from tests.bot.test_lessons import check_fits
from tests.bot.test_reversi import CROWDED
from tests.engine.boards import state_after

GAME = engine.game("reversi")
STATE = state_after(GAME, CROWDED)
NAMED = "play e8 or f8 with `/move`."
TURNED = "There is no room for all moves: press More moves for the others."


async def crowded(desk: Scene, *, is_over: bool = False) -> Match:
    """Store a match of Ada's in which she has 26 moves to choose from, or had when she made the last one."""
    now, place = desk.clock(), Place(desk.world.guild.id, desk.general.id)
    opponent = Participant(desk.grace.id) if is_over else Participant(None, "easy")
    match = Match(0, GAME.slug, place, (opponent, Participant(desk.ada.id)), now, now)
    state = GAME.initial()
    for name in CROWDED.split():
        match = match.with_move(GAME.action_named(state, name), now)
        state = match.state
    while is_over and not match.is_over:
        match = match.with_move(match.state.actions()[0], now)
    return await begun(desk.storage, match)


def moves(desk: Scene, answer: Told, kind: str) -> set[str]:
    found = buttons(desk.message(id_of(answer)))
    return {each["label"] for each in found if each["custom_id"].startswith(f"{kind}:")}


async def test_help_names_the_command(desk: Desk) -> None:
    await crowded(desk)
    explained = await desk.command(desk.ada, "explain")
    assert NAMED in explained.text
    check_fits(desk, explained)
    assert NAMED in (await desk.click(desk.ada, id_of(explained), "All moves")).text
    hint = await desk.command(desk.ada, "hint")
    assert NAMED in (await desk.click(desk.ada, id_of(hint), "Show the move")).text


async def test_past_moves_are_not_to_be_played(desk: Desk) -> None:
    await crowded(desk, is_over=True)
    answer = await desk.command(desk.ada, "explain", ply=len(CROWDED.split()) + 1)
    assert "`/move`" not in answer.text


async def test_analysis_board_turns_to_the_other_moves(stage: Stage) -> None:
    match = await crowded(stage)
    answer = await stage.command(stage.ada, "analyse", match=match.id)
    assert TURNED in answer.text
    first = moves(stage, answer, "am")
    check_fits(stage, answer)
    turned = await stage.click(stage.ada, id_of(answer), "More moves")
    assert moves(stage, turned, "am") == {"e8", "f8"} == {*map(STATE.name_of, STATE.actions())} - first
    tried = await stage.click(stage.ada, id_of(turned), "e8")
    assert "Your line" in tried.text
    assert TURNED not in tried.text


async def test_lesson_turns_to_the_other_moves(stage: Stage) -> None:
    match = await crowded(stage, is_over=True)
    review = await stage.command(stage.ada, "review")
    asked = question_button.id_for(match.id, len(CROWDED.split()), 0, 0)
    answer = await stage.press(stage.ada, id_of(review), asked)
    assert TURNED in answer.text
    check_fits(stage, answer)
    turned = await stage.click(stage.ada, id_of(answer), "More moves")
    assert moves(stage, turned, "lt") == {"e8", "f8"}


async def test_puzzle_turns_to_the_other_moves(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await crowded(patient)
    only(monkeypatch, engine.Puzzle(GAME.slug, match.actions, "hard", 1))
    answer = await patient.command(patient.ada, "puzzle", game=GAME.slug)
    assert TURNED in answer.text
    first = moves(patient, answer, "y")
    turned = await patient.click(patient.ada, id_of(answer), "More moves")
    assert moves(patient, turned, "y") == {"e8", "f8"} == {*map(STATE.name_of, STATE.actions())} - first
    refused = await patient.press(patient.ada, id_of(answer), "o:1:0:2")
    assert refused.text.startswith("This button no longer exists.")
