"""The registry finds games by looking which modules there are."""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from sys import modules

import pytest

import engine
from engine import rules
from engine.modules import list_modules

GAME = """
from engine.rules.in_a_row import InARow
GAMES = (InARow("a-new-game", rows=2, columns=2, length=2),)
"""


def test_games_are_in_order() -> None:
    assert list(engine.games()) == sorted(engine.games())
    assert all(engine.game(slug).slug == slug for slug in engine.games())


def test_every_game_is_known() -> None:
    beside = {path.stem for path in Path(rules.__path__[0]).glob("*.py")} - {"__init__"}
    assert set(list_modules(rules.__path__)) == beside
    named = [getattr(modules[f"engine.rules.{name}"], "GAMES", ()) for name in beside]
    assert sorted(game.slug for of_module in named for game in of_module) == list(engine.games())


def test_new_module_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "newcomer.py").write_text(GAME)
    (tmp_path / "newcomer.txt").write_text("no module")
    (tmp_path / "plain.py").write_text("BOARDS = ()")
    (tmp_path / "__pycache__").mkdir()
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(tmp_path)])
    found = rules._found()
    assert list(found) == sorted([*engine.games(), "a-new-game"])


def test_compiled_module_counts_once(tmp_path: Path) -> None:
    for suffix in (".py", EXTENSION_SUFFIXES[0]):
        (tmp_path / f"newcomer{suffix}").touch()
    assert list_modules([str(tmp_path)]) == ["newcomer"]


def test_unknown_game_names_the_known() -> None:
    with pytest.raises(
        KeyError, match=r"There is no game 'chess'\. The known games are: connect-four, .*kalah"
    ):
        engine.game("chess")
