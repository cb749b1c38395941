"""Remarks, themes and faults in words, each as it is read."""

from __future__ import annotations

import pytest

import engine
from bot.words.hints import format_theme
from bot.words.language import ENGLISH
from bot.words.refusals import format_unknown_name
from bot.words.remarks import format_remark, format_remarks
from engine import General, GeneralMotive, Prospect, Remark, Theme
from engine.teachers.connect_four.kinds import ConnectFourKind, ConnectFourMotive
from engine.teachers.in_a_row import LineKind, LineMotive
from engine.teachers.oware import OwareKind, OwareMotive
from tests.bot.desk import Desk
from tests.engine.boards import refused, state_after

TIC_TAC_TOE = engine.game("tic-tac-toe")
FOUR_BY_FOUR = engine.game("four-in-a-row-4x4")
CONNECT_FOUR = engine.game("connect-four")
KALAH = engine.game("kalah")
OWARE = engine.game("oware")


@pytest.mark.parametrize(
    ("game", "remark", "text"),
    [
        (FOUR_BY_FOUR, Remark(General.THREATENS, (2,)), "threatens to win on c1"),
        (FOUR_BY_FOUR, Remark(General.THREATENS, (2,), besides=(7,)), "threatens to win on c1 besides d2"),
        (FOUR_BY_FOUR, Remark(General.FORKS, (6, 8)), "makes two threats, c2 and a3"),
        (
            FOUR_BY_FOUR,
            Remark(General.FORKS, (6, 8), besides=(3, 4)),
            "makes two threats, c2 and a3 besides d1 and a2",
        ),
        (FOUR_BY_FOUR, Remark(General.FORKS, (6, 8, 9)), "makes 3 threats, c2, a3 and b3"),
        (
            FOUR_BY_FOUR,
            Remark(General.FORKS, (6, 8, 9), besides=(3,)),
            "makes 3 threats, c2, a3 and b3 besides d1",
        ),
        (FOUR_BY_FOUR, Remark(General.LETS_WIN, (1, 2, 3)), "lets the opponent win with b1, c1 or d1"),
        (FOUR_BY_FOUR, Remark(General.LETS_WIN, (1, 2, 3, 4)), "lets the opponent win in 4 ways"),
        (FOUR_BY_FOUR, Remark(General.STILL_LOSES, (1, 2)), "the opponent still wins with b1 or c1"),
        (FOUR_BY_FOUR, Remark(General.STILL_LOSES, (1, 2, 3, 4)), "the opponent still wins in 4 ways"),
        (FOUR_BY_FOUR, Remark(General.IGNORES_THREATS, (1,)), "ignores the threat on b1"),
        (FOUR_BY_FOUR, Remark(General.IGNORES_THREATS, (1, 2)), "ignores the threats on b1 and c1"),
        (CONNECT_FOUR, Remark(General.LEAVES_ONE_SAFE_REPLY, (0,)), "leaves one safe reply, 1 above it"),
        (CONNECT_FOUR, Remark(General.THREATENS, (1,)), "threatens to win on 2"),
        (
            FOUR_BY_FOUR,
            Remark(LineKind.THUMB_LINES, number=2, of=1),
            "is in 2 lines still open (rule of thumb)",
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Remark(LineKind.MIRRORS),
            "can copy every reply through the centre, and so never completes a line first",
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Remark(LineKind.PARTNERS, number=1, cells=(1, 4)),
            "can answer in pairs (b1 and b2), and so never completes a line first",
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Remark(LineKind.PARTNERS, number=1, cells=(1, 4, 2)),
            "can answer in pairs (b1 and b2) until only c1 is left, where the opponent completes a line",
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Remark(LineKind.ANSWERS, number=3, cells=(1, 4, 0, 4, 2, 8)),
            (
                "answers each safe reply so that the opponent has no safe cell left (b2 after b1 or a1; c3"
                " after c1)"
            ),
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Remark(LineKind.WAITS),
            "leaves only one cell, where the opponent makes no line",
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Remark(LineKind.WAITS, number=2),
            "always has a safe cell to go on with, whichever of them it takes",
        ),
        (
            engine.game("tic-tac-toe-wild"),
            Remark(LineKind.MIRRORS),
            "can copy every reply through the centre, so the opponent runs out of safe moves first",
        ),
        (OWARE, Remark(OwareKind.CAPTURES, number=5, besides=(1, 2)), "captures 5 seeds in b and c"),
        (OWARE, Remark(OwareKind.THREATENS_CAPTURE, (0,), 3), "threatens to capture 3 seeds with a"),
        (OWARE, Remark(OwareKind.LEAVES_ONE_MOVE, (0,)), "leaves North one legal move, a"),
        (
            CONNECT_FOUR,
            Remark(ConnectFourKind.WAITING_THREATS, cells=(2, 24)),
            "makes threats on row 6 of column 3 and row 3 of column 4",
        ),
        (
            CONNECT_FOUR,
            Remark(ConnectFourKind.WAITING_THREATS, (3,), cells=(3, 24)),
            "makes threats on row 6 of column 4 and row 3 of column 4, so the opponent must not play 4 now",
        ),
    ],
)
def test_first_action_is_remarked_on(game: engine.Game, remark: Remark, text: str) -> None:
    assert format_remark(ENGLISH, game.initial(), 0, remark) == text


@pytest.mark.parametrize(
    ("slug", "names", "name", "text"),
    [
        (
            "tic-tac-toe",
            "",
            "a1",
            (
                "sets a trap: of the opponent's 8 replies all but b2 lose"
                "; prepares a threat that wins even if it is blocked"
            ),
        ),
        (
            "tic-tac-toe",
            "a1 b2 c3 b1",
            "b3",
            (
                "blocks the line b1, b2 and b3; threatens to win on a3; each line that the opponent has left"
                " has two free cells of its own: answer one with the other"
            ),
        ),
        ("tic-tac-toe", "a1 b2 c3 b1", "a3", "ignores the threat on b3"),
        (
            "tic-tac-toe",
            "b2 b1",
            "b3",
            "misses a win by one threat after another; lets the opponent save a draw in 4 ways",
        ),
        ("tic-tac-toe-wild", "c1o b2x a1o c3o", "a3o", "lets the opponent win in 4 ways"),
        (
            "connect-four",
            "4 1 2 2 4 1 2 1 1 5",
            "3",
            "lets the opponent block the threat on row 2 of column 3; threatens to win on 3 above it",
        ),
        (
            "oware",
            "c b d",
            "f",
            (
                "captures at least 2 seeds next with c or e, whatever South plays"
                "; captures 3 seeds with e after South's best reply, c"
            ),
        ),
    ],
)
def test_remarks_read_like_a_person(slug: str, names: str, name: str, text: str) -> None:
    state = state_after(engine.game(slug), names)
    said = format_remarks(ENGLISH, engine.analyse(state, depth=6))
    assert said[state.game.action_named(state, name)] == text


@pytest.mark.parametrize(
    ("game", "theme", "text"),
    [
        (TIC_TAC_TOE, Theme(Prospect.ONE_LEGAL_MOVE, 1), "You have only one legal move."),
        (TIC_TAC_TOE, Theme(Prospect.WON_AT_ONCE, 3), "You can win at once."),
        (
            TIC_TAC_TOE,
            Theme(Prospect.LOST, 4, 4),
            "Every move loses, and none holds out longer than another.",
        ),
        (TIC_TAC_TOE, Theme(Prospect.LOST, 4, 1), "Every move loses; find the move that holds out longest."),
        (TIC_TAC_TOE, Theme(Prospect.LOST, 4, 2), "Every move loses; find a move that holds out longest."),
        (KALAH, Theme(Prospect.LOST, 4, 1, margin=-6), "Every move loses; find one that loses by least."),
        (KALAH, Theme(Prospect.LOST, 4, 4, margin=-6), "Every move loses, and all by as many."),
        (KALAH, Theme(Prospect.WON, 4, 1, 9, margin=6), "You can win by 6, and only one move wins."),
        (KALAH, Theme(Prospect.WON, 4, 2, 9, margin=6), "You can win by 6."),
        (
            TIC_TAC_TOE,
            Theme(Prospect.WON, 5, 2, 2, GeneralMotive.FORK),
            "You can force a win in 2 moves. Look for a move that makes two threats.",
        ),
        (
            TIC_TAC_TOE,
            Theme(Prospect.WON, 5, 1, 1),
            "You can force a win in 1 move, and only one move does it.",
        ),
        (
            CONNECT_FOUR,
            Theme(Prospect.WON, 4, 0, 7, GeneralMotive.ZUGZWANG),
            "You can force a win in 7 moves. In the end your opponent runs out of safe moves.",
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Theme(Prospect.DRAWN, 5, 1, motive=LineMotive.SAFE_CELLS),
            (
                "Only one move holds the draw. Look for a move that leaves you more cells where you make no"
                " line than your opponent has."
            ),
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Theme(Prospect.DRAWN, 5, 2, hazards=(1,), theirs=(2, 4)),
            "2 of 5 moves hold the draw. You would lose at once with b1, and your opponent with c1 or b2.",
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Theme(Prospect.DRAWN, 5, 2, hazards=(1,)),
            "2 of 5 moves hold the draw. You would lose at once with b1.",
        ),
        (
            engine.game("tic-tac-toe-misere"),
            Theme(Prospect.DRAWN, 5, 2, theirs=(2,)),
            "2 of 5 moves hold the draw. Your opponent would lose at once with c1.",
        ),
        (TIC_TAC_TOE, Theme(Prospect.DRAWN, 9, 9), "Every move holds the draw."),
        (TIC_TAC_TOE, Theme(Prospect.DRAWN, 8, 4), "4 of 8 moves hold the draw."),
        (
            TIC_TAC_TOE,
            Theme(Prospect.DRAWN, 8, 1, motive=GeneralMotive.THREAT),
            "Only one move holds the draw. Look for a move that makes a threat.",
        ),
        (
            OWARE,
            Theme(Prospect.UNPROVEN, 6, motive=OwareMotive.CAPTURE),
            "I cannot prove how this ends, so I go by my estimate. Look for a move that captures seeds.",
        ),
        (
            CONNECT_FOUR,
            Theme(Prospect.UNPROVEN, 7, motive=ConnectFourMotive.WAITING_THREAT),
            (
                "I cannot prove how this ends, so I go by my estimate."
                " Look for a move that makes a threat that waits for discs below it."
            ),
        ),
        (
            OWARE,
            Theme(Prospect.UNPROVEN, 6),
            (
                "I cannot prove how this ends. By my estimate a quiet move is best: one that takes nothing"
                " and threatens nothing yet."
            ),
        ),
    ],
)
def test_theme_reads_like_a_coach(game: engine.Game, theme: Theme, text: str) -> None:
    assert format_theme(ENGLISH, game, theme) == text


@pytest.mark.parametrize(
    ("slug", "names", "name", "text"),
    [
        (
            "tic-tac-toe",
            "a1 b1 a2 b2 c1 c2",
            " A1 ",
            "“A1” is taken. The legal moves are a3, b3, c3.",
        ),
        ("tic-tac-toe", "a1 b1 a2 b2 a3", "c3", "“c3” is not a legal move here. The game is over."),
        ("connect-four", "1 1 1 1 1 1", "1", "“1” is full. The legal moves are 2, 3, 4, 5, 6, 7."),
        ("connect-four", "", "8", "“8” is not a column. The legal moves are 1, 2, 3, 4, 5, 6, 7."),
        ("oware", "c a", "c", "“c” is empty. The legal moves are a, b, d, e, f."),
    ],
)
def test_unknown_name_says_what_is_wrong(slug: str, names: str, name: str, text: str) -> None:
    state = state_after(engine.game(slug), names)
    assert format_unknown_name(ENGLISH, state.game, refused(state, name)) == text


async def test_person_is_told_the_fault(desk: Desk) -> None:
    await desk.challenge(desk.ada, game="tic-tac-toe-wild")
    answer = await desk.command(desk.ada, "move", to="b2")
    assert answer.ephemeral
    assert answer.text.startswith("“b2” says no mark; add x or o, as in b2x. The legal moves are a1x, a1o, ")
