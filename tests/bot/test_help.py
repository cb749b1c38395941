"""A match whose player asked what moves are worth counts as helped: a rated one says so."""

import pytest

import engine
from bot.playground.messages import text_of
from bot.playground.things import Person
from tests.bot.desk import Desk
from tests.bot.paused_stage import GAME, PausedStage
from tests.bot.scenes import Scene
from tests.bot.shown import Told, id_of
from tests.bot.stage import CALLBACK, Stage
from tests.bot.telling import NOTE
from tests.bot.test_leaderboards import tables

END = "It was played with help."
WON_BY_FORCE = "tic-tac-toe-wild"


def helped(scene: Scene) -> list[bool]:
    """Of each match whether it counts as played with help."""
    return [bool(is_helped) for (is_helped,) in scene.rows("SELECT is_helped FROM matches ORDER BY id")]


async def win(scene: Scene, person: Person) -> Told:
    """Let somebody play the best moves in the first match there is; return the answer to the last."""
    while (match := await scene.storage.matches.find(1)) and not match.is_over:
        name = match.state.name_of(engine.analyse(match.state).best[0])
        answer = await scene.command(person, "move", to=name)
    return answer


async def playing(scene: Scene, **options: object) -> int:
    """A match of Ada's against Maxine after a move of each; return the board."""
    board = await scene.challenge(scene.ada, rated=True, **options)
    await scene.click(scene.ada, board, "b2")
    return board


@pytest.mark.parametrize(
    ("name", "options"),
    [("explain", {}), ("explain", {"ply": 1, "public": True}), ("hint", {}), ("replay", {"match": 1})],
)
async def test_helped_win_has_its_own_table(desk: Desk, name: str, options: dict[str, object]) -> None:
    await desk.challenge(desk.ada, game=WON_BY_FORCE, level="easy", rated=True)
    await desk.command(desk.ada, "move", to="b2x")
    assert NOTE in (await desk.command(desk.ada, name, **options)).text
    ended = await win(desk, desk.ada)
    assert f"**{desk.ada.mention} wins**" in ended.text
    assert END in ended.text
    assert await tables(desk, desk.ada, game=WON_BY_FORCE) == {
        "Against Maxine, easy, with help": [f"1. {desk.ada.mention}: 1 point, 1 win, 0 draws, 0 losses"]
    }


async def test_win_without_help(desk: Desk) -> None:
    await desk.challenge(desk.ada, game=WON_BY_FORCE, level="easy", rated=True)
    assert END not in (await win(desk, desk.ada)).text
    for name in ("explain", "replay", "review"):  # it is over
        assert NOTE not in (await desk.command(desk.ada, name)).text
    assert list(await tables(desk, desk.ada)) == ["Against Maxine, easy"]
    assert END not in (await desk.command(desk.ada, "board")).text


async def test_note_is_said_once_a_match(desk: Desk) -> None:
    board = await playing(desk)
    assert NOTE in (await desk.click(desk.ada, board, "Explain")).text
    for answer in (
        await desk.click(desk.ada, board, "Explain"),
        await desk.command(desk.ada, "hint"),
        await desk.command(desk.ada, "replay", match=1),
    ):
        assert NOTE not in answer.text
    await desk.challenge(desk.ada)
    assert NOTE in (await desk.command(desk.ada, "explain")).text
    assert helped(desk) == [True, True]


async def test_end_says_there_was_help(desk: Desk) -> None:
    board = await playing(desk)
    await desk.click(desk.ada, board, "Explain")
    assert END not in (await desk.click(desk.ada, board, "Resign")).text
    await desk.click(desk.ada, board, "Really resign?")
    assert f"**Maxine wins**: {desk.ada.mention} resigned. {END}" in text_of(desk.message(board))
    assert END in (await desk.command(desk.ada, "review")).text
    rematch = id_of(await desk.click(desk.ada, board, "Rematch"))
    await desk.click(desk.ada, rematch, "Resign")
    assert END not in (await desk.click(desk.ada, rematch, "Really resign?")).text
    assert helped(desk) == [True, False]


async def test_looking_on_is_no_help(desk: Desk) -> None:
    board = await playing(desk)
    await desk.click(desk.eve, board, "Explain")
    shared = id_of(await desk.command(desk.eve, "replay", match=1, public=True))
    assert helped(desk) == [False]
    assert NOTE in (await desk.click(desk.ada, shared, "Last")).text  # now she looks herself
    assert helped(desk) == [True]


async def test_help_that_is_refused_is_none(desk: Desk) -> None:
    await desk.between(desk.ada, desk.grace)
    for name in ("explain", "hint", "replay"):
        assert NOTE not in (await desk.command(desk.ada, name)).text
    await playing(desk)
    await desk.command(desk.ada, "explain", ply=99)
    await desk.command(desk.ada, "review", match=2)
    assert helped(desk) == [False, False]


@pytest.mark.parametrize("name", ["explain", "hint", "replay", "analyse"])
async def test_help_not_given_is_none(paused: PausedStage, name: str) -> None:
    await paused.challenge(paused.ada, game=GAME)
    paused.analysts.give_up()
    assert NOTE not in (await paused.command(paused.ada, name)).text
    assert helped(paused) == [False]


async def test_help_is_stored_before_given(stage: Stage) -> None:
    board = await playing(stage)
    with stage.database.locked():
        assert "★" not in (await stage.click(stage.ada, board, "Explain")).text
    assert helped(stage) == [False]
    stage.playground.fail_next("POST", CALLBACK, status=403)
    await stage.click(stage.ada, board, "Explain")
    assert helped(stage) == [True]
