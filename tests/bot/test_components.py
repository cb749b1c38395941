"""Components answer requests: Discord's interactions are the business of delivery, cogs and client."""

from pathlib import Path

import pytest

from bot import components
from bot.components.answers import on_press
from bot.components.starts import choose_game

FILES = sorted(Path(components.__path__[0]).glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_component_knows_no_interaction(file: Path) -> None:
    assert "Interaction" not in file.read_text(encoding="utf-8")


def test_kind_of_button_is_taken_once() -> None:
    with pytest.raises(TypeError, match=r"The buttons 'e' are those of 'explain' already\."):
        on_press("e")(choose_game)
