"""/hint: what to look for first, and the move when asked again."""

import pytest

import engine
from bot.services import hint
from bot.words.hints import format_theme
from bot.words.language import ENGLISH
from engine import General, Prospect, Theme
from tests import tiers
from tests.bot.boards import pictures
from tests.bot.desk import Desk
from tests.bot.paused_stage import PausedStage
from tests.bot.scenes import Scene
from tests.bot.shown import BETWEEN_PEOPLE, buttons, controls, id_of
from tests.bot.telling import NOTE


async def playing(scene: Scene, names: str) -> int:
    """A match against Maxine in which Ada has played moves; return the board."""
    board = await scene.challenge(scene.ada, level="perfect", rated=True)
    for name in names.split():
        await scene.click(scene.ada, board, name)
    return board


async def analysed(scene: Scene) -> engine.Analysis:
    """What the moves of the only match are worth now."""
    match = await scene.match()
    return engine.analyse(match.state)


async def test_hint_says_what_to_look_for(desk: Desk) -> None:
    await desk.challenge(desk.ada, level="perfect", first="opponent", rated=True)
    answer = await desk.command(desk.ada, "hint")
    assert answer.ephemeral
    analysis = await analysed(desk)
    theme = format_theme(ENGLISH, analysis.state.game, engine.theme(analysis))
    assert answer.text == f"### A hint\n{theme}\n{NOTE}"
    assert [button["label"] for button in buttons(desk.message(id_of(answer)))] == ["Show the move"]


async def test_hint_without_content_costs_nothing(desk: Desk) -> None:
    await playing(desk, "b2")
    hint = await desk.command(desk.ada, "hint")
    assert hint.text == "### A hint\nEvery move holds the draw."
    assert desk.rows("SELECT is_helped FROM matches") == [(0,)]
    assert NOTE in (await desk.click(desk.ada, id_of(hint), "Show the move")).text
    assert desk.rows("SELECT is_helped FROM matches") == [(1,)]


@pytest.mark.parametrize(
    ("theme", "has_content"),
    [
        (Theme(Prospect.LOST, 5, 1, margin=-3), False),
        (Theme(Prospect.LOST, 5, 1), False),
        (Theme(Prospect.LOST, 5, 1, motive=General.THREATENS), True),
        (Theme(Prospect.LOST, 5, 1, theirs=(3,)), True),
        (Theme(Prospect.WON, 5, 3, margin=4), False),
        (Theme(Prospect.WON, 5, 1, margin=4), True),
        (Theme(Prospect.WON, 5, 3, moves=3), True),
        (Theme(Prospect.DRAWN, 5, 5), False),
        (Theme(Prospect.DRAWN, 5, 2), True),
        (Theme(Prospect.AT_LEAST_DRAWN, 5), False),
        (Theme(Prospect.ONE_SAFE_MOVE, 5), True),
    ],
)
def test_hint_has_content_if_there_is_something_to_look_for(theme: Theme, *, has_content: bool) -> None:
    assert hint.has_content(theme) is has_content


async def test_second_press_shows_the_best_move(desk: Desk) -> None:
    await playing(desk, "b2")
    hint = id_of(await desk.command(desk.ada, "hint"))
    answer = await desk.click(desk.ada, hint, "Show the move")
    assert id_of(answer) == hint
    analysis = await analysed(desk)
    name = analysis.state.name_of(engine.recommended(analysis).action)
    assert answer.text.splitlines()[2].startswith(f"★ {name}: draw")
    assert "\nBest play: 3. " in answer.text
    [picture] = pictures(desk.message(hint))
    assert name in picture["description"]
    assert [button["label"] for button in buttons(desk.message(hint))] == [f"Play {name}"]


async def test_only_move_is_told_at_once(desk: Desk) -> None:
    await desk.challenge(desk.ada, level="perfect")
    while len((analysis := await analysed(desk)).moves) > 1:
        await desk.command(desk.ada, "move", to=analysis.state.name_of(analysis.best[0]))
    answer = await desk.command(desk.ada, "hint")
    name = analysis.state.name_of(analysis.best[0])
    assert answer.text.splitlines()[1] == f"{name} is your only move."
    assert list(buttons(desk.message(id_of(answer)))) == []


@pytest.mark.parametrize("slug", tiers.every_game())
async def test_hint_is_given_in_every_game(desk: Desk, slug: str) -> None:
    await desk.challenge(desk.ada, game=slug)
    hint = id_of(await desk.command(desk.ada, "hint"))
    answer = await desk.click(desk.ada, hint, "Show the move")
    match = await desk.match()
    told = answer.text.splitlines()[2].removeprefix("★ ").partition(": ")[0]
    assert match.game.action_named(match.state, told) in match.state.actions()


async def test_other_move_is_refuted(desk: Desk) -> None:
    board = await desk.challenge(desk.ada, level="perfect", first="opponent")
    hint = id_of(await desk.command(desk.ada, "hint"))
    worst = (await analysed(desk)).moves[-1]
    state = (await analysed(desk)).state
    assert worst.value < 0
    await desk.click(desk.ada, board, state.name_of(worst.action))
    answer = await desk.click(desk.ada, hint, "Show the move")
    assert id_of(answer) == hint
    name, reply = (
        state.game.name_of(*at)
        for at in ((state, worst.action), (state.successor(worst.action), worst.line[1]))
    )
    assert answer.text.startswith(f"The match has moved on since this hint. You played {name}: loss in ")
    assert reply in answer.text.splitlines()[0]
    assert f"\nAfter {name} and the answer {reply}:\n" in answer.text
    assert "\n★ " in answer.text
    [picture] = pictures(desk.message(hint))
    assert f"The last move was {reply}." in picture["description"]


async def test_best_move_is_praised(desk: Desk) -> None:
    board = await desk.challenge(desk.ada, level="perfect", first="opponent")
    hint = id_of(await desk.command(desk.ada, "hint"))
    analysis = await analysed(desk)
    name = analysis.state.name_of(analysis.best[0])
    await desk.click(desk.ada, board, name)
    answer = await desk.click(desk.ada, hint, "Show the move")
    assert (
        answer.text == f"The match has moved on since this hint. You played {name}: there was nothing better."
    )
    assert controls(desk.message(hint)) == []


async def test_match_that_is_over(desk: Desk) -> None:
    await playing(desk, "b2")
    hint = id_of(await desk.command(desk.ada, "hint"))
    await desk.resign(desk.ada)
    answer = await desk.click(desk.ada, hint, "Show the move")
    assert answer.text.startswith("The match has moved on since this hint.")


async def test_hint_is_refused_between_people(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    assert controls(desk.message(board)) == BETWEEN_PEOPLE
    answers = [await desk.command(desk.ada, "hint")]
    answers += [await desk.press(desk.ada, board, forged) for forged in ("h:1:0", "mh:1")]
    assert all(answer.ephemeral for answer in answers)
    assert all(answer.text.endswith("Ask again when their match is over.") for answer in answers)


async def test_hint_is_refused_to_strangers(desk: Desk) -> None:
    await playing(desk, "b2")
    hint = id_of(await desk.command(desk.ada, "hint"))
    custom_id = next(buttons(desk.message(hint)))["custom_id"]
    board = await desk.challenge(desk.eve)
    refused = await desk.press(desk.eve, board, custom_id)
    assert refused.ephemeral
    assert "This match is between" in refused.text


async def test_hint_is_a_button_below_boards(desk: Desk) -> None:
    board = await playing(desk, "b2")
    asked = await desk.command(desk.ada, "hint")
    pressed = await desk.click(desk.ada, board, "Hint")
    assert pressed.ephemeral
    assert asked.text.startswith(pressed.text)
    assert "★ " in (await desk.click(desk.ada, id_of(pressed), "Show the move")).text
    refused = await desk.click(desk.grace, board, "Hint")
    assert f"This match is between {desk.ada.mention} and Maxine." in refused.text
    await desk.resign(desk.ada)
    assert "This match is over." in (await desk.press(desk.ada, board, "mh:1")).text


async def test_hint_is_refused_while_maxine_thinks(paused: PausedStage) -> None:
    board, _ = await paused.thinking()
    asked = await paused.playground.command(paused.ada, paused.general, "hint")
    pressed = await paused.playground.click(paused.ada, board, "Hint")
    for answer in (asked, pressed):
        assert answer.text == "It is not your turn. Please wait until Maxine has moved."
    await paused.thought()
