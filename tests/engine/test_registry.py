"""The registry finds games by looking which modules there are."""

from __future__ import annotations

from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from sys import modules

import pytest

import engine

games = import_module("engine.games")

GAME = """
from engine.games.in_a_row import InARow
GAMES = (InARow("a-new-game", rows=2, columns=2, length=2),)
"""


def test_games_come_in_the_order_of_their_slugs() -> None:
    assert list(engine.games()) == sorted(engine.games())
    assert all(engine.game(slug).slug == slug for slug in engine.games())


def test_every_game_of_every_module_is_known() -> None:
    beside = {path.stem for path in Path(games.__path__[0]).glob("*.py")} - {"__init__"}
    assert set(games._modules()) == beside
    named = [getattr(modules[f"engine.games.{name}"], "GAMES", ()) for name in beside]
    assert sorted(game.slug for of_module in named for game in of_module) == list(engine.games())


def test_module_that_is_new_is_found_and_one_without_games_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "newcomer.py").write_text(GAME)
    (tmp_path / "newcomer.txt").write_text("no module")
    (tmp_path / "plain.py").write_text("BOARDS = ()")
    (tmp_path / "__pycache__").mkdir()
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    found = games._found()
    assert list(found) == sorted([*engine.games(), "a-new-game"])


def test_module_that_is_compiled_besides_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for suffix in (".py", EXTENSION_SUFFIXES[0]):
        (tmp_path / f"newcomer{suffix}").touch()
    monkeypatch.setattr(games, "__path__", [str(tmp_path)])
    assert list(games._modules()) == ["newcomer"]


def test_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        KeyError, match=r"There is no game 'chess'\. The known games are: connect-four, .*kalah"
    ):
        engine.game("chess")
