"""`maxine play`: a match in the terminal, typed by a program that knows only what it reads."""

import io
import sys

import pytest

import engine
from bot.cli.text_boards import draw_board
from tests.bot.programs import Maxine
from tests.engine.boards import state_after


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


class Typist(io.StringIO):
    """Types a name that no move has, reads which moves are legal, and types the last of these."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__()
        self._capsys = capsys
        self.seen: list[str] = []

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override] # noqa: ARG002 - as in io
        self.seen.append(self._capsys.readouterr().out)
        _, _, legal = self.seen[-1].rpartition("The legal moves are ")
        return f"{legal.strip().rstrip('.').split(', ')[-1]}\n" if legal else "zz\n"


@pytest.mark.parametrize("slug", engine.games())
def test_match_is_played_to_its_end(
    slug: str, maxine: Maxine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typist = Typist(capsys)
    monkeypatch.setattr(sys, "stdin", typist)
    ended = maxine("play", slug, "--level", "easy", "--first", "opponent")
    assert (ended.status, ended.err) == (0, "")
    assert "wins" in ended.out or "Draw" in ended.out
    assert "It is Player's turn" in typist.seen[0]


def test_question_hints_and_resigning(maxine: Maxine, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "?", "hint", "hint", "back", "resign")
    out = maxine("play").out
    assert "★ a1, c1, a3 and c3: draw" in out
    assert "A hint\nEvery move holds the draw." in out
    assert "★ a1: draw · sets a trap" in out  # the second hint is the move
    assert "You have not played a move yet." in out
    assert out.endswith("You resigned: Maxine wins.\n\n")
    assert not {"*", "`", "<@"} & set(out)


def test_back_takes_the_reply_too(maxine: Maxine, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "b2", "back")
    boards = maxine("play").out.split("\n\n")
    assert boards[1] == boards[3]
    assert "X on b2, O on" in boards[2]


def test_end_of_input_ends_it(maxine: Maxine, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "", "b2")
    ended = maxine("play", "--level", "q-table")
    assert ended.status == 0
    assert "Maxine played" in ended.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--level", "best"), "There is no level 'best': try easy, medium, hard, perfect, greedy, "),
        (("kalah", "--level", "q-table"), "q-table does not know kalah."),
    ],
    ids=["unknown level", "unknown game"],
)
def test_what_cannot_be_played_is_said(arguments: tuple[str, ...], said: str, maxine: Maxine) -> None:
    ended = maxine("play", *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(f"maxine: {said}")


@pytest.mark.parametrize(
    ("slug", "moves", "seat", "last"),
    [
        ("dots-and-boxes", "p w s t", 0, "r   | O |   u\n+ v +---+ x +"),
        ("kalah", "a", 1, "   4   4   4   4   4   4   North: 0\n   a   b   c   d   e   f"),
        ("connect-four", "4 4 3", 0, "  . . . Y . . .\n  . . R R . . ."),
        ("reversi-6x6", "c2", 0, "5 . . . . . .\n6 . . . . . ."),
        ("nim-3-4-5", "c2", 0, "b o o o o\nc o o o"),
        ("three-mens-morris", "b2 a1", 0, "2 . X .\n3 . . ."),
        ("tic-tac-toe-wild", "b2o", 0, "2 . O .\n3 . . ."),
    ],
    ids=lambda value: value if value in engine.games() else "",
)
def test_boards_show_what_is_there(slug: str, moves: str, seat: int, last: str) -> None:
    assert draw_board(state_after(engine.game(slug), moves), seat).endswith(last)
