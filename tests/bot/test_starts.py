"""From nothing to a match by presses alone: /play, and the buttons below /help."""

import pytest

import engine
from bot.words.games import format_title
from bot.words.language import ENGLISH
from tests.bot.desk import Desk
from tests.bot.shown import AGAINST_MAXINE, buttons, controls, id_of, menus
from tests.bot.stage import Stage

GAMES = [format_title(ENGLISH, engine.game(slug)) for slug in engine.game_slugs()]


async def test_third_press_is_the_first_move(stage: Stage) -> None:
    asked = await stage.command(stage.ada, "play")
    assert asked.ephemeral
    shown = id_of(asked)
    assert [button["label"] for button in buttons(stage.message(shown))] == GAMES
    assert id_of(await stage.click(stage.ada, shown, "Connect Four")) == shown
    begun = await stage.click(stage.ada, shown, "Play")
    assert not begun.ephemeral
    assert controls(stage.message(id_of(begun))) == AGAINST_MAXINE
    assert not (await stage.click(stage.ada, id_of(begun), "4")).ephemeral


async def test_level_and_side_are_chosen(desk: Desk) -> None:
    shown = id_of(await desk.command(desk.ada, "play"))
    await desk.click(desk.ada, shown, "Oware")
    for number, value in ((0, "perfect"), (1, "opponent"), (2, "rated")):
        menu = [*menus(desk.message(shown))][number]
        assert id_of(await desk.press(desk.ada, shown, menu["custom_id"], value)) == shown
        menu = [*menus(desk.message(shown))][number]
        assert [option["value"] for option in menu["options"] if option["default"]] == [value]
    await desk.click(desk.ada, shown, "Play")
    assert desk.rows("SELECT game, level, first_id, is_rated FROM matches") == [("oware", "perfect", None, 1)]
    again = id_of(await desk.command(desk.ada, "play"))
    await desk.click(desk.ada, again, "Kalah")
    *_, menu = menus(desk.message(again))
    assert [option["value"] for option in menu["options"] if option["default"]] == ["rated"]


async def test_channel_plays_from_the_start_screen(stage: Stage) -> None:
    shown = id_of(await stage.command(stage.ada, "play"))
    await stage.click(stage.ada, shown, "Connect Four")
    begun = await stage.click(stage.ada, shown, "Play with the whole channel")
    assert not begun.ephemeral
    assert f"<#{stage.general.id}> (🔴) against Maxine (🟡, medium)" in begun.text
    assert (await stage.click(stage.grace, id_of(begun), "4")).text.startswith("Your vote: **4**.")


async def test_nobody_votes_in_direct_messages(stage: Stage) -> None:
    shown = id_of(await stage.playground.command(stage.ada, stage.world.direct(stage.ada), "play"))
    await stage.click(stage.ada, shown, "Oware")
    assert controls(stage.message(shown)) == ["Play"]
    forged = await stage.press(stage.ada, shown, "gt:oware:easy:me")
    assert "I must be a member of the server" in forged.text


@pytest.mark.parametrize(
    "id_",
    [
        "gg:go",
        "gb:oware:godlike:me",
        "gb:oware:easy:you",
        "gf:oware:easy",
        "gl:oware:me",
        "gk:oware:easy:me",
        "gr:go",
    ],
)
async def test_forged_choice_is_refused(desk: Desk, id_: str) -> None:
    shown = id_of(await desk.command(desk.ada, "play"))
    answer = await desk.press(desk.ada, shown, id_)
    assert answer.ephemeral
    assert id_of(answer) != shown
    assert desk.rows("SELECT count(*) FROM matches") == [(0,)]


async def test_help_leads_to_everything(desk: Desk) -> None:
    shown = id_of(await desk.command(desk.ada, "help"))
    assert [button["label"] for button in buttons(desk.message(shown))] == [
        "Play",
        "Puzzle",
        "Daily",
        "Learn",
    ]
    assert (await desk.click(desk.ada, shown, "Play")).text == "### What shall we play?"
    for label in ("Puzzle", "Daily"):
        assert "Show solution" in controls(desk.message(id_of(await desk.click(desk.ada, shown, label))))
    learning = id_of(await desk.click(desk.ada, shown, "Learn"))
    assert (await desk.click(desk.ada, learning, "Kalah")).text.startswith("### Kalah\n")
