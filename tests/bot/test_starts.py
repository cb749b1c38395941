"""From nothing to a match by presses alone: /play, and the buttons below /help."""

import re

import pytest

import engine
from bot.playground.messages import text_of
from bot.playground.things import Person
from bot.words.commands import COMMANDS
from bot.words.games import format_title
from bot.words.language import ENGLISH
from bot.words.rules import format_example, format_play
from tests.bot.desk import Desk, Heard
from tests.bot.shown import AGAINST_MAXINE, chosen_in, controls, fields_of, id_of, labels
from tests.bot.stage import Stage


async def test_third_press_is_the_first_move(stage: Stage) -> None:
    asked = await stage.command(stage.ada, "play")
    assert asked.ephemeral
    shown = id_of(asked)
    rules = await stage.click(stage.ada, shown, "Connect Four")
    assert (id_of(rules), rules.text.splitlines()[0]) == (shown, "### Connect Four \N{MIDDLE DOT} 1/3")
    begun = await stage.click(stage.ada, shown, "Play")
    assert not begun.ephemeral
    assert "Maxine (🟡, medium)" in begun.text
    assert controls(stage.message(id_of(begun))) == AGAINST_MAXINE
    assert not (await stage.click(stage.ada, id_of(begun), "4")).ephemeral


async def test_only_the_first_board_says_what_its_buttons_do(stage: Stage) -> None:
    shown = id_of(await stage.command(stage.ada, "play"))
    for game in ("Connect Four", "Tic-tac-toe"):
        await stage.click(stage.ada, shown, game)
        begun = await stage.click(stage.ada, shown, "Play")
        told = [text_of(note) for note in begun.followups]
        assert [each.startswith("Your first match!") for each in told] == [True] * (game == "Connect Four")
        shown = id_of(await stage.command(stage.ada, "play"))


@pytest.mark.parametrize("slug", engine.games())
async def test_unknown_game_begins_with_its_rules(desk: Desk, slug: str) -> None:
    asked, game = id_of(await desk.command(desk.ada, "play")), engine.game(slug)
    said = [await desk.press(desk.ada, asked, f"gg:{slug}")]
    shown = id_of(said[0])
    assert labels(desk.message(shown)) == ["Next", "Play", "Choose"]
    said += [await desk.click(desk.ada, shown, "Next") for _ in range(2)]
    assert labels(desk.message(shown)) == ["Back", "Play", "Choose"]
    told = {*format_play(ENGLISH, game).splitlines()[1:4], format_example(ENGLISH, game)}
    assert {line for answer in said for line in answer.text.splitlines()[1:]} == told


async def test_known_game_begins_with_its_sheet(desk: Desk) -> None:
    await desk.challenge(desk.ada, game="kalah", level="perfect", first="opponent", rated=True)
    opened = await choose(desk, "Kalah")
    shown = {
        "opponent": [],
        "game": ["kalah"],
        "first": ["opponent"],
        "level": ["perfect"],
        "more": ["rated"],
    }
    assert chosen_in(opened.modal) == shown
    await desk.challenge(desk.ada, level="q-table")  # which does not know Kalah
    assert chosen_in((await choose(desk, "Kalah")).modal)["level"] == ["medium"]


async def turn_pages(desk: Desk, person: Person) -> list[str]:
    """Let a person look at all pages of /play; return the games in their order."""
    shown, listed = id_of(await desk.command(person, "play")), list[str]()
    while (labels := controls(desk.message(shown)))[0] not in listed:
        assert labels[-3:] == ["More", "Challenge somebody", "Learn"]
        listed += labels[:-3]
        assert id_of(await desk.click(person, shown, "More")) == shown
    return listed


async def test_all_games_are_on_pages(desk: Desk) -> None:
    games = map(engine.game, engine.game_slugs())
    assert sorted(await turn_pages(desk, desk.ada)) == sorted(format_title(ENGLISH, game) for game in games)
    said = (await desk.command(desk.ada, "play")).text
    assert "discs fall, and four in a row win" in said


async def test_own_games_come_first(desk: Desk) -> None:
    for game in ("oware", "nim", "oware"):
        await desk.challenge(desk.ada, game=game)
    assert (await turn_pages(desk, desk.ada))[:3] == ["Oware", "Nim", "Tic-tac-toe"]
    assert (await turn_pages(desk, desk.eve))[:2] == ["Tic-tac-toe", "Connect Four"]


async def choose(desk: Desk, game: str) -> Heard:
    """Let Ada turn pages until she can press a game."""
    shown = id_of(await desk.command(desk.ada, "play"))
    while game not in controls(desk.message(shown)):
        await desk.click(desk.ada, shown, "More")
    return await desk.click(desk.ada, shown, game)


async def test_game_is_chosen_and_then_the_rest(stage: Stage) -> None:
    shown = id_of(await stage.command(stage.ada, "play"))
    await stage.click(stage.ada, shown, "Connect Four")
    opened = await stage.click(stage.ada, shown, "Choose")
    assert chosen_in(opened.modal)["game"] == ["connect-four"]
    begun = await stage.submit(stage.ada, opened, {"level": "easy", "more": ["together"]})
    assert f"<#{stage.general.id}> (🔴) against Maxine (🟡, easy)" in begun.text
    assert (await stage.click(stage.grace, id_of(begun), "4")).text.startswith("Your vote: **4**.")


async def test_nobody_votes_in_direct_messages(stage: Stage) -> None:
    opened = await stage.command_in(stage.world.direct(stage.ada), stage.ada, "challenge")
    ticks = fields_of(opened.modal)["more"]["options"]
    assert [each["value"] for each in ticks] == ["rated"]
    ticks.append({"value": "together"})
    forged = await stage.submit(stage.ada, opened, {"more": ["together"]})
    assert "I must be a member of the server" in forged.text


@pytest.mark.parametrize(
    "id_",
    [
        "gg:go",
        "gc:go:0",
        "gc:oware:3",
        "gd:go",
        "gb:oware:godlike:me",
        "gb:oware:easy:you",
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
    first = desk.message(shown)
    *offered, others = labels(first)
    assert re.findall(r"^\*\*([^*]+)\*\*:", text_of(first), re.MULTILINE) == offered
    assert id_of(await desk.click(desk.ada, shown, others)) == shown
    named = {name.partition(" ")[0] for name in COMMANDS} - {"help"}
    assert {*re.findall(r"`/(\w+)`", text_of(desk.message(shown)))} == named
    assert id_of(await desk.click(desk.ada, shown, "Back")) == shown
    assert (await desk.click(desk.ada, shown, "Play")).text.startswith("### What shall we play?")
    for label in ("Puzzle", "Daily"):
        assert "Show solution" in controls(desk.message(id_of(await desk.click(desk.ada, shown, label))))
    learning = id_of(await desk.click(desk.ada, shown, "Learn"))
    assert (await desk.click(desk.ada, learning, "Kalah")).text.startswith("### Learn Kalah\n")
