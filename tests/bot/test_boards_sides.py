"""From whose side a board of houses is seen: everyone's own are below, in the order of their buttons."""

import pytest

from bot.playground.things import Json
from tests.bot.boards import pictures
from tests.bot.desk import Desk
from tests.bot.shown import id_of

SLUGS = pytest.mark.parametrize("slug", ["oware", "kalah"])


def below(message: Json | None) -> str:
    """Whose houses are below in the picture of a message."""
    side, place, *_ = pictures(message or {})[0]["description"].split(", ")
    assert place == "below"
    return str(side)


@SLUGS
async def test_person_sees_their_side_against_maxine(desk: Desk, slug: str) -> None:
    board = await desk.challenge(desk.ada, game=slug, first="opponent", level="easy")
    assert below(desk.message(board)) == "North"
    assert below(desk.message(await desk.resign(desk.ada))) == "North"
    replayed = await desk.command(desk.ada, "replay")
    assert below(replayed.message) == "North"
    assert below((await desk.click(desk.ada, id_of(replayed), "Last")).message) == "North"
    explained = await desk.command(desk.ada, "explain", ply=1)
    assert below(explained.message) == "North"


@SLUGS
async def test_whoever_is_to_move_sees_theirs(desk: Desk, slug: str) -> None:
    board = await desk.between(desk.ada, desk.grace, game=slug)
    assert below(desk.message(board)) == "South"
    await desk.click(desk.ada, board, "b")
    assert below(desk.message(board)) == "North"
    await desk.click(desk.grace, board, "b")
    assert below(desk.message(board)) == "South"


@pytest.mark.ci
async def test_afterwards_the_readers_side_is_below(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace, game="oware")
    await desk.moves(board, desk.ada, desk.grace, "b b c")
    await desk.resign(desk.ada)
    for person, side in ((desk.ada, "South"), (desk.grace, "North"), (desk.eve, "South")):
        replayed = await desk.command(person, "replay", match=1)
        assert below(replayed.message) == side
    for person, side in ((desk.ada, "South"), (desk.grace, "North"), (desk.eve, "North")):
        explained = await desk.command(person, "explain", ply=2)  # nobody's own: of whoever was to move
        assert below(explained.message) == side


async def test_hint_is_from_its_players_side(desk: Desk) -> None:
    await desk.challenge(desk.ada, game="oware", first="me")
    hint = await desk.command(desk.ada, "hint")
    shown = await desk.click(desk.ada, id_of(hint), "Show the move")
    assert below(shown.message) == "South"
