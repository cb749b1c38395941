"""/explain with its pictures: what moves are worth, and the minimax tree, of every game there is."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

import engine
from bot.models import Place
from bot.playground.messages import text_of
from bot.playground.things import Json
from bot.playground.world import EPHEMERAL
from bot.words.move_groups import MOST
from tests import tiers
from tests.bot.boards import pictures
from tests.bot.desk import Desk
from tests.bot.drafts import begun, draft, play
from tests.bot.scenes import Scene
from tests.bot.shown import id_of
from tests.bot.stage import Stage
from tests.bot.telling import read_lines
from tests.bot.test_lessons import played_at_random


async def explained(scene: Scene, /, **options: object) -> Json:
    """The explanation that Eve gets, as it is in the end."""
    message = scene.message(id_of(await scene.command(scene.eve, "explain", **options)))
    assert len(text_of(message)) <= 4_000
    assert all(len(shown["description"]) <= 1_024 for shown in pictures(message))
    return message


def opened(scene: Scene, message: Json) -> Image.Image:
    """The picture of a message, as Discord's clients read it."""
    [shown] = pictures(message)
    files = scene.world.files_of(message["id"])
    [content] = [file.content for file in files if file.attachment["url"] == shown["media"]["url"]]
    assert len(content) < 60_000
    image = Image.open(BytesIO(content))
    assert image.format == "PNG"
    return image


@pytest.mark.parametrize("slug", tiers.every_game("connect-four", "four-in-a-row-5x5", "oware"))
async def test_every_game_has_its_pictures(desk: Desk, slug: str) -> None:
    match = await played_at_random(desk, slug)
    for ply in (0, match.ply // 2, match.ply - 1):
        message = await explained(desk, ply=ply + 1)
        names = {match.game.name_of(match.state_at(ply), action) for action in match.state_at(ply).actions()}
        lines = read_lines(text_of(message))
        assert {name for line in lines for name in line.names} <= names
        named = sum(len(line.names) for line in lines)
        assert len(names) > 9 or named == len(names) or len(lines) == MOST or (len(names) == 1 and not lines)
        [shown] = pictures(message)
        assert "What the moves are worth: " in shown["description"]
        assert 400 < opened(desk, message).width < 1100
    message = await explained(desk, ply=match.ply, tree=True)
    assert pictures(message)[0]["description"].startswith("A minimax tree of value ")
    assert 400 < opened(desk, message).width < 1100


@pytest.mark.parametrize("slug", [slug for slug in engine.games() if engine.game(slug).is_small])
async def test_small_game_has_a_whole_tree(desk: Desk, slug: str) -> None:
    await played_at_random(desk, slug)
    message = await explained(desk, ply=1, tree=True)
    assert f"MAX is {desk.ada.mention}" in text_of(message)
    assert "There is no room for all of it. " in text_of(message)
    assert pictures(message)[0]["description"].endswith("Pruned to fit: other moves are left out.")


@pytest.mark.parametrize("slug", ["dots-and-boxes", "kalah", "reversi", "reversi-6x6"])
async def test_tree_of_a_game_that_counts_shows_margins(desk: Desk, slug: str) -> None:
    match = await played_at_random(desk, slug, seed=4)  # whose last trees the reference search can walk
    for ply in range(match.ply - 3, match.ply):
        message = await explained(desk, ply=ply + 1, tree=True)
        assert "A number says by how much MAX ends ahead." in text_of(message)
        *_, last = engine.trace(match.state_at(ply), "minimax")
        margin = f"{last.value:+.0f} " if last.value else "0 "
        said = pictures(message)[0]["description"].removeprefix("A minimax tree of value ")
        assert said.startswith(margin.replace("-", "\N{MINUS SIGN}"))


async def test_tree_of_the_last_moves(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    await desk.moves(board, desk.ada, desk.grace, "b2 b1 c1 a3 c3 c2 a1")
    message = await explained(desk, tree=True)
    assert "Every move is shown." in text_of(message)


@pytest.mark.parametrize("public", [False, True])
@pytest.mark.parametrize("slug", ["connect-four", "oware"])
async def test_too_big_tree_is_refused_privately(stage: Stage, slug: str, *, public: bool) -> None:
    await played_at_random(stage, slug)
    answer = await stage.command(stage.ada, "explain", ply=2, tree=True, public=public)
    refusal = answer.followups[-1] if answer.followups else answer.message
    assert refusal is not None
    assert refusal["flags"] & EPHEMERAL
    assert refusal["content"].endswith("Leave `tree` out, or ask nearer the end of a match.")


async def test_tree_with_one_long_defence(desk: Desk) -> None:
    place = Place(desk.world.guild.id, desk.general.id)
    match = replace(draft(desk.ada.id, None, level="easy", place=place), game_slug="connect-four")
    await begun(desk.storage, play(match, " ".join("1413267442")))
    answer = await desk.command(desk.ada, "explain", tree=True)
    assert "…6 stands for 6 moves left out. Below three dots play goes on." in answer.text
    told = (await desk.click(desk.ada, id_of(answer), "Explain")).text
    assert "★ 5: draw" in told
    assert "1, 2, 3, 4, 6 and 7: loss in 1 · " in told
