"""The command `maxine train`."""

import sys
from pathlib import Path

import pytest
from PIL import Image

import engine
from bot import training
from bot.__main__ import main
from engine.learning import files
from tests.bot.programs import Maxine
from tests.bot.test_main import files as files_in


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("kind", "games"),
    [("q-table", 600), pytest.param("neural", 1_500, marks=[pytest.mark.ci, pytest.mark.unmeasured])],
)
def test_same_seed_learns_the_same(tmp_path: Path, kind: str, games: int) -> None:
    reports = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        reports.append(training.train(kind, "tic-tac-toe", games, 5, tmp_path / name))
    first, second = (report.path.read_bytes() for report in reports)
    assert first == second
    begun, *_, ended = reports[0].curve
    assert (begun.games, ended.games) == (0, games)
    assert ended.points["random"] > begun.points["random"] + 10
    assert ended.points["greedy"] > begun.points["greedy"] + 20
    assert reports[0].tallies == reports[1].tallies


@pytest.mark.ci
def test_strength_is_said_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "curve.png"
    options = ["--games", "300", "--seed", "7", "--to", str(tmp_path), "--picture", str(picture)]
    assert main(["train", "q-table", *options]) == 0
    head, _, title, _, *rows = capsys.readouterr().out.splitlines()
    path = tmp_path / "tic-tac-toe.q-table.txt"
    assert head == f"{path}, {path.stat().st_size:,} bytes"
    assert title == "| against | won | drawn | lost | points |"
    assert [row.split(" | ")[0] for row in rows] == ["| random", "| greedy", "| perfect"]
    assert path.read_text("ascii").startswith(
        "# maxine train q-table --game tic-tac-toe --games 300 --seed 7\n"
    )
    with Image.open(picture) as drawn:
        assert drawn.size == (720, 360)


@pytest.mark.parametrize(
    ("kind", "slug", "learns"),
    [("q-table", "connect-four", False), ("neural", "connect-four", True), ("neural", "kalah", False)],
)
def test_learns_only_what_it_can(
    kind: str, slug: str, *, learns: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert training.is_learnable(kind, slug) == learns
    if not learns:
        assert main(["train", kind, "--game", slug]) == 2
        assert capsys.readouterr().err == f"maxine: {kind} cannot learn {slug}.\n"


def test_missing_numpy_is_said(tmp_path: Path, maxine: Maxine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "bot.training.self_play", raising=False)  # another test may have had it
    monkeypatch.setitem(sys.modules, "numpy", None)
    done = maxine("train", "neural", "--to", str(tmp_path))
    assert done.status == 2
    assert done.sentence.endswith(" -m pip install -c requirements.lock '.[train]'")
    assert files_in(tmp_path) == []


@pytest.mark.ci
def test_unwritable_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = tmp_path / "tic-tac-toe.q-table.new"
    new.mkdir()
    assert main(["train", "q-table", "--games", "20", "--to", str(tmp_path)]) == 1
    assert f"{new} cannot be written: " in capsys.readouterr().err


@pytest.mark.parametrize("slug", ["tic-tac-toe", "tic-tac-toe-misere", "tic-tac-toe-wild", "connect-four"])
@pytest.mark.parametrize("kind", files.KINDS)
def test_shipped_files_say_their_command(kind: str, slug: str) -> None:
    game = engine.get_game(slug)
    if training.is_learnable(kind, slug):
        path = Path(files.__file__).with_name(files.file_name_of(kind, game))
        assert path.read_text("ascii").startswith(f"# maxine train {kind} --game {slug} --games ")
