"""A game with rules and a view, and neither teacher nor sentences, is played, explained and reviewed."""

# ruff: noqa: ARG002 - a view that draws one thing looks at little

import pytest
from PIL import Image

import engine
from bot.playground.messages import text_of
from bot.rendering.game_view import GameView, Key, Scene
from bot.rendering.pictures import Palette, Tile
from engine import rules
from tests.bot.shown import buttons, id_of, open_cells
from tests.bot.stage import Stage
from tests.engine.test_new_game import Matches

WOOD = "#8a5a34"


class Heap(Matches):
    """Matches under a name of its own, worked out within a moment."""

    slug, is_small = "heap-of-ten", True

    def name_of(self, state: engine.State, action: engine.Action) -> str:
        return str(action)


class HeapView(GameView, of=Heap):
    """A piece of wood as wide as the heap is high."""

    def list_keys(self, state: engine.State, page: int | None = 0) -> list[list[Key]]:
        return [[Key(action, str(action), is_open=action in state.actions()) for action in (1, 2, 3)]]

    def draw(self, scene: Scene) -> Tile:
        sample = Image.new("RGB", (10, 10), WOOD)
        return Palette([sample]).make_blank((20 * scene.state.position + 20, 40), WOOD)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules._BY_SLUG, Heap.slug, Heap())


@pytest.fixture
async def board(stage: Stage) -> int:
    """A match of it against a perfect player, which was not told to Discord when the bot was registered."""
    stage.leave_unchecked("choices")
    return await stage.challenge(stage.ada, game=Heap.slug, level="perfect")


async def win(stage: Stage, board: int) -> int:
    """Let Ada win by taking what leaves a multiple of four; return how many moves that took her."""
    for number in range(1, 10):
        match = await stage.storage.matches.find(1)
        assert match is not None
        await stage.click(stage.ada, board, str(match.state.position % 4))
        if "wins" in text_of(stage.message(board)):
            return number
    raise AssertionError("nobody has won")


async def test_it_is_played_to_the_end(stage: Stage, board: int) -> None:
    assert text_of(stage.message(board)).startswith("### Heap of ten\n")
    assert open_cells(stage.message(board)) == ["1", "2", "3"]
    assert await win(stage, board) == 3
    assert f"{stage.ada.mention} wins" in text_of(stage.message(board))


async def test_it_is_explained_by_values(stage: Stage, board: int) -> None:
    answer = await stage.click(stage.ada, board, "Explain")
    verdict, *lines = answer.text.splitlines()
    assert verdict.startswith("**Play 2: ")
    assert [line.partition(" · ")[0] for line in lines if ": " in line][-3:] == [
        "★ 2: win in 3",
        "1: loss in 3",
        "3: loss in 2",
    ]


async def test_it_is_hinted_at(stage: Stage, board: int) -> None:
    hint = await stage.click(stage.ada, board, "Hint")
    assert "You can force a win in 3 moves" in hint.text
    assert "★ 2: win in 3" in (await stage.click(stage.ada, id_of(hint), "Show the move")).text


async def test_its_rules_are_what_every_game_has(stage: Stage, board: int) -> None:
    answer = await stage.click(stage.ada, board, "Rules")
    assert answer.text == "### Heap of ten"
    words = await stage.click(stage.ada, id_of(answer), "My words")
    assert "**How I play it.** I work out exactly what every move is worth" in words.text


async def test_its_path_begins_with_all_its_rules(stage: Stage, board: int) -> None:
    answer = await stage.press(stage.ada, board, f"pt:{Heap.slug}:rules")
    assert answer.text == "### Heap of ten"
    assert list(buttons(stage.message(id_of(answer))))


async def test_it_is_reviewed(stage: Stage, board: int) -> None:
    await stage.click(stage.ada, board, "1")
    await stage.resign(stage.ada)
    answer = await stage.command(stage.ada, "review")
    assert "was winning until move 1" in answer.text or "Whoever begins can win" in answer.text
    assert "Move 1: blunder." in answer.text
