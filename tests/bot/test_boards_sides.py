"""From whose side a board of houses is seen: everyone's own are below, in the order of their buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.boards import pictures
from tests.bot.stage import id_of

if TYPE_CHECKING:
    from bot.playground.things import Json
    from tests.bot.stage import Stage

SLUGS = pytest.mark.parametrize("slug", ["oware", "kalah"])


def below(message: Json | None) -> str:
    """Whose houses are below in the picture of a message."""
    side, place, *_ = pictures(message or {})[0]["description"].split(", ")
    assert place == "below"
    return str(side)


@SLUGS
async def test_person_sees_their_side_against_maxine(stage: Stage, slug: str) -> None:
    board = await stage.challenge(stage.ada, game=slug, first="opponent", level="easy")
    assert below(stage.message(board)) == "North"
    assert below(stage.message(await stage.resign(stage.ada))) == "North"
    replayed = await stage.command(stage.ada, "replay")
    assert below(replayed.message) == "North"
    assert below((await stage.click(stage.ada, id_of(replayed), "Last")).message) == "North"
    explained = await stage.command(stage.ada, "explain", ply=1)
    assert below(explained.message) == "North"


@SLUGS
async def test_whoever_is_to_move_sees_theirs(stage: Stage, slug: str) -> None:
    board = await stage.between(stage.ada, stage.grace, game=slug)
    assert below(stage.message(board)) == "South"
    await stage.click(stage.ada, board, "b")
    assert below(stage.message(board)) == "North"
    await stage.click(stage.grace, board, "b")
    assert below(stage.message(board)) == "South"


async def test_afterwards_the_readers_side_is_below(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace, game="oware")
    await stage.moves(board, stage.ada, stage.grace, "b b c")
    await stage.resign(stage.ada)
    for person, side in ((stage.ada, "South"), (stage.grace, "North"), (stage.eve, "South")):
        replayed = await stage.command(person, "replay", match=1)
        assert below(replayed.message) == side
    for person, side in ((stage.ada, "South"), (stage.grace, "North"), (stage.eve, "North")):
        explained = await stage.command(person, "explain", ply=2)  # nobody's own: of whoever was to move
        assert below(explained.message) == side


async def test_hint_is_from_its_players_side(stage: Stage) -> None:
    await stage.challenge(stage.ada, game="oware", first="me")
    hint = await stage.command(stage.ada, "hint")
    shown = await stage.click(stage.ada, id_of(hint), "Show the move")
    assert below(shown.message) == "South"
