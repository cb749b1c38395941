"""/think: which position it is about, in which matches that is help, and what is refused."""

from dataclasses import replace

import pytest

import engine
from bot.components.packing import write_line
from bot.models import CHANNEL, Match, Participant, Place, Together
from bot.services.thinking import PREPARED
from tests.bot import drafts
from tests.bot.desk import Desk
from tests.bot.shown import buttons, id_of, private_text
from tests.bot.test_analysis_boards import HELPED
from tests.bot.test_lessons import played_at_random
from tests.bot.test_think import check, state_of
from tests.engine.boards import state_after

DRAWN = "b1 a3 c3 b2 a2 a1 c1 c2 b3"
GONE = "This button no longer exists"


async def play(desk: Desk, names: str, level: str | None = None, opener: int | None = None) -> Match:
    """A match of Ada after these moves: against Grace, or rated at a level against Maxine, or a channel's."""
    opponent, place = None if level else desk.grace.id, Place(desk.world.guild.id, desk.general.id)
    begun = drafts.draft(desk.ada.id, opponent, level=level, place=place)
    if opener is not None:
        players = Participant(CHANNEL), begun.players[1]
        begun = replace(begun, players=players, together=Together(opener, shows_votes=False))
    match = await desk.storage.matches.add(replace(begun, is_rated=level is not None))
    assert match is not None
    played = drafts.play(match, names)
    return await desk.storage.matches.save(match, played) or played


async def test_lesson_is_about_the_newest_match(desk: Desk) -> None:
    await play(desk, DRAWN)
    message = id_of(await desk.command(desk.ada, "think"))
    assert state_of(desk, message) == state_after(engine.game("tic-tac-toe"), DRAWN[:17])
    assert state_of(desk, id_of(await desk.command(desk.ada, "think", game="nim"))).game.slug == "nim"
    assert state_of(desk, id_of(await desk.command(desk.eve, "think"))).ply == len(
        PREPARED["tic-tac-toe"].split()
    )


@pytest.mark.parametrize("slug", ["kalah", "reversi-6x6"])
async def test_every_game_can_be_the_example(desk: Desk, slug: str) -> None:
    match = await played_at_random(desk, slug, seed=4)  # whose match has a good position
    message = id_of(await desk.command(desk.ada, "think"))
    shown = state_of(desk, message)
    assert shown == match.state_at(shown.ply)
    for card in range(1, 8):
        check(desk, await desk.press(desk.ada, message, id_for(match, shown.ply, card)), card)


@pytest.mark.parametrize("slug", ["dots-and-boxes", "oware"])  # all moves are alike, and there are too many
async def test_matches_without_a_good_position_are_left_out(desk: Desk, slug: str) -> None:
    await played_at_random(desk, slug, seed=3)
    shown = state_of(desk, id_of(await desk.command(desk.ada, "think")))
    assert shown == state_after(engine.game("tic-tac-toe"), PREPARED["tic-tac-toe"])


async def test_match_between_people_is_told_nothing_of(desk: Desk) -> None:
    await play(desk, DRAWN)
    message = id_of(await desk.command(desk.ada, "think"))
    await play(desk, DRAWN[:17])
    assert "I keep my thoughts to myself." in (await desk.click(desk.ada, message, "Next")).text
    prepared = id_of(await desk.command(desk.ada, "think"))
    check(desk, await desk.click(desk.ada, prepared, "Next"), 2)
    assert state_of(desk, prepared) == state_after(engine.game("tic-tac-toe"), PREPARED["tic-tac-toe"])


async def test_match_of_the_channel_is_told_nothing_of(desk: Desk) -> None:
    await play(desk, DRAWN[:17], "easy", opener=desk.ada.id)
    shown = state_of(desk, id_of(await desk.command(desk.ada, "think")))
    assert shown == state_after(engine.game("tic-tac-toe"), PREPARED["tic-tac-toe"])


async def test_match_that_reaches_the_prepared_position_is_told_nothing_of(desk: Desk) -> None:
    await play(desk, PREPARED["tic-tac-toe"])
    assert "I keep my thoughts to myself." in (await desk.command(desk.ada, "think")).text


async def test_lesson_ends_no_rating_unasked(desk: Desk) -> None:
    await play(desk, DRAWN)
    await play(desk, "b2", "easy")
    shown = state_of(desk, id_of(await desk.command(desk.ada, "think")))
    assert shown == state_after(engine.game("tic-tac-toe"), PREPARED["tic-tac-toe"])
    assert desk.rows("SELECT max(is_helped) FROM matches") == [(0,)]


async def test_lesson_is_help_against_maxine(desk: Desk) -> None:
    await play(desk, DRAWN[:17], "easy")
    await desk.command(desk.eve, "think")
    await desk.command(desk.ada, "think", game="nim")
    assert desk.rows("SELECT is_helped FROM matches") == [(0,)]
    first = await desk.command(desk.ada, "think")
    assert HELPED in first.text.splitlines()
    assert desk.rows("SELECT is_helped FROM matches") == [(1,)]
    assert HELPED not in (await desk.click(desk.ada, id_of(first), "Next")).text


def id_for(match: Match, ply: int, card: int) -> str:
    line = write_line(match.game.initial(), match.actions[:ply])
    return f"th:{match.game_slug}:{line}:{card}:0:0"


async def test_tree_leads_to_the_lesson(desk: Desk) -> None:
    match = await play(desk, DRAWN)
    tree = await desk.command(desk.ada, "explain", ply=7, tree=True)
    shown = await desk.click(desk.ada, id_of(tree), "How I think")
    check(desk, shown, 1)
    assert id_of(shown) != id_of(tree)
    assert state_of(desk, id_of(shown)) == match.state_at(6)
    early = await desk.press(desk.ada, id_of(tree), f"tk:{match.id}:0")
    assert state_of(desk, id_of(early)) == match.state_at(6)
    late = await desk.press(desk.ada, id_of(tree), f"tk:{match.id}:9")
    assert state_of(desk, id_of(late)) == state_after(engine.game("tic-tac-toe"), PREPARED["tic-tac-toe"])
    assert GONE in (await desk.press(desk.ada, id_of(tree), f"tk:{match.id}:10")).text


async def test_learn_leads_to_the_lesson(desk: Desk) -> None:
    message = id_of(await desk.command(desk.ada, "help"))
    learn = id_of(await desk.click(desk.ada, message, "Learn"))
    check(desk, await desk.click(desk.ada, learn, "How I think"), 1)


FORGED = {
    "card-0": "0:0:0",
    "card-8": "8:0:0",
    "end-that-is-not-asked": "2:4:0",
    "answer-after-the-last-end": "2:3:1",
    "fourth-outcome": "2:0:4",
    "question-that-is-not-asked": "3:9:0",
    "fourth-move": "3:3:4",
    "step-after-the-last": "4:99:0",
    "third-branch": "5:0:3",
    "second-cut": "5:2:0",
}


@pytest.mark.parametrize("numbers", FORGED.values(), ids=FORGED)
async def test_forged_places_are_refused(desk: Desk, numbers: str) -> None:
    message = id_of(await desk.command(desk.ada, "think"))
    *place, _, _, _ = next(iter(buttons(desk.message(message))))["custom_id"].split(":")
    answer = await desk.press(desk.ada, message, ":".join([*place, numbers]))
    assert GONE in private_text(answer)


@pytest.mark.parametrize("line", ["", "Aatj_", "A", "____________"], ids=["start", "longer", "short", "none"])
async def test_forged_positions_are_refused(desk: Desk, line: str) -> None:
    message = id_of(await desk.command(desk.ada, "think"))
    assert GONE in (await desk.press(desk.ada, message, f"th:tic-tac-toe:{line}:1:0:0")).text


async def test_games_without_a_position_are_refused(desk: Desk) -> None:
    answer = await desk.command(desk.ada, "think", game="oware")
    assert "Choose one of these: " in answer.text
    assert "Oware" not in answer.text.partition("Choose")[2]


async def test_position_without_a_cut_is_replaced_on_its_card(desk: Desk) -> None:
    match = await play(desk, "c1 b2 b3 b1 c3 a3 c2")
    message = id_of(await desk.command(desk.ada, "think"))
    assert state_of(desk, message) == match.state_at(6)
    for _ in range(4):
        answer = await desk.click(desk.ada, message, "Next")
    assert "Your position has nothing to leave out, so here is another one." in answer.text
