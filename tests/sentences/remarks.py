"""Remarks on the first action of a game, as a list of moves says them."""

from collections.abc import Iterator

import engine
from bot.words.language import ENGLISH
from bot.words.remarks import format_remark
from engine import General, Remark
from engine.teachers.connect_four.kinds import ConnectFourKind
from engine.teachers.in_a_row import LineKind
from engine.teachers.kalah import KalahKind
from engine.teachers.oware import OwareKind
from engine.teachers.sowing_kinds import SowingKind

ROW_2_OF_6, ROW_3_OF_1 = 33, 21
FEW, MANY = (ROW_2_OF_6,), (14, 15, 16, 17)

REMARKS = {
    "four-in-a-row-4x4": {
        "threatens on one cell": Remark(General.THREATENS, (2,)),
        "threatens on one cell besides an old threat": Remark(General.THREATENS, (2,), besides=(7,)),
        "makes two threats": Remark(General.FORKS, (6, 8)),
        "makes two threats besides two old ones": Remark(General.FORKS, (6, 8), besides=(3, 4)),
        "makes three threats": Remark(General.FORKS, (6, 8, 9)),
        "makes three threats besides an old one": Remark(General.FORKS, (6, 8, 9), besides=(3,)),
        "lets the opponent win with three moves": Remark(General.LETS_WIN, (1, 2, 3)),
        "lets the opponent win with four moves": Remark(General.LETS_WIN, (1, 2, 3, 4)),
        "still loses to two moves": Remark(General.STILL_LOSES, (1, 2)),
        "still loses to four moves": Remark(General.STILL_LOSES, (1, 2, 3, 4)),
        "ignores one threat": Remark(General.IGNORES_THREATS, (1,)),
        "ignores two threats": Remark(General.IGNORES_THREATS, (1, 2)),
        "is in open lines": Remark(LineKind.THUMB_LINES, number=2, of=1),
    },
    "tic-tac-toe-misere": {
        "can copy replies": Remark(LineKind.MIRRORS),
        "can answer in one pair": Remark(LineKind.PARTNERS, number=1, cells=(1, 4)),
        "can answer in one pair until a last cell": Remark(LineKind.PARTNERS, number=1, cells=(1, 4, 2)),
        "answers each safe reply": Remark(LineKind.ANSWERS, number=3, cells=(1, 4, 0, 4, 2, 8)),
        "leaves one last cell": Remark(LineKind.WAITS),
        "always has a safe cell": Remark(LineKind.WAITS, number=2),
    },
    "tic-tac-toe-wild": {"can copy replies": Remark(LineKind.MIRRORS)},
    "connect-four": {
        "leaves one safe reply": Remark(General.LEAVES_ONE_SAFE_REPLY, (0,)),
        "threatens on one column": Remark(General.THREATENS, (1,)),
        "makes a waiting threat": Remark(ConnectFourKind.WAITING_THREATS, cells=FEW),
        "makes two waiting threats": Remark(ConnectFourKind.WAITING_THREATS, cells=(2, 24)),
        "makes two waiting threats in a column": Remark(ConnectFourKind.WAITING_THREATS, (3,), cells=(3, 24)),
        "makes a lasting threat": Remark(ConnectFourKind.LASTING_THREATS, cells=FEW),
        "wins by answering on top, but for two columns": Remark(
            ConnectFourKind.ANSWERS_TO_WIN, cells=FEW, besides=(0, 3)
        ),
        "holds by answering on top, but for two pairs": Remark(
            ConnectFourKind.ANSWERS_TO_HOLD, cells=MANY, besides=(0, 3, 4, 6)
        ),
        "leads to replies on top": Remark(
            ConnectFourKind.LEADS_TO_ANSWERED, (0,), 14, besides=(0, 3), cells=FEW
        ),
        "loses to replies on top": Remark(ConnectFourKind.ANSWERED_TO_LOSS, (0,), cells=FEW),
        "takes the place of a reply": Remark(ConnectFourKind.TAKES_REPLY, (1, 2), cells=FEW),
        "leaves the best reply": Remark(ConnectFourKind.LEAVES_BEST, (5,), cells=FEW),
        "lets the opponent take lines": Remark(ConnectFourKind.THUMB_LEAVES_PLACE, (3,), 9, cells=FEW),
        "leaves two places with lines": Remark(ConnectFourKind.THUMB_LEAVES_PLACE, (3, 4), 9, cells=FEW),
        "the opponent has two holes": Remark(ConnectFourKind.THEIR_HOLE, cells=(ROW_2_OF_6, ROW_3_OF_1)),
    },
    "oware": {
        "captures in two houses": Remark(OwareKind.CAPTURES, number=5, besides=(1, 2)),
        "threatens to capture": Remark(SowingKind.THREATENS_CAPTURE, (0,), 3),
        "leaves one legal move": Remark(SowingKind.LEAVES_ONE_MOVE, (0,)),
        "saves two houses": Remark(SowingKind.SAVES, (5,), 4, (2, 3)),
        "lets two houses be captured": Remark(SowingKind.LETS_CAPTURE, (5,), 4, (2, 3)),
        "captures, but lets more be captured": Remark(SowingKind.LETS_CAPTURE, (5,), 4, (2, 3), of=2),
        "lets the opponent collect": Remark(SowingKind.LETS_COLLECT, (1,), 2),
        "costs a seed": Remark(SowingKind.COSTS, (1,), 1),
    },
    "kalah": {
        "captures, but lets seeds be captured": Remark(SowingKind.LETS_CAPTURE, (4,), 3, (5,), of=5),
        "lets a house be captured": Remark(SowingKind.LETS_CAPTURE, (4,), 3, (5,)),
        "captures": Remark(KalahKind.CAPTURES, (), 3, (2,)),
        "moves again and collects": Remark(SowingKind.COLLECTS, (1,), 9),
        "lets the opponent collect": Remark(SowingKind.LETS_COLLECT, (1,), 9),
        "collects fewer than another turn": Remark(SowingKind.COLLECTS_FEWER, (5,), 3, (2,)),
        "captures none, where another move captures": Remark(SowingKind.CAPTURES_FEWER, (), 9, (5,), of=9),
        "captures fewer than another move": Remark(SowingKind.CAPTURES_FEWER, (), 6, (5,), of=9),
        "leaves no house that ends in a store": Remark(SowingKind.NONE_READY, (), 0, (3, 4), of=3),
        "avoids a turn of the opponent": Remark(SowingKind.AVOIDS_TURN, (5,), 2, (4,)),
        "forgoes a capture of two moves": Remark(SowingKind.FORGOES, (5,), 4, (2,)),
        "lets the opponent keep seeds": Remark(SowingKind.LETS_KEEP, (3,), 5),
    },
}


def list_sentences() -> Iterator[tuple[str, str]]:
    for slug, remarks in REMARKS.items():
        state = engine.game(slug).initial()
        for name, remark in remarks.items():
            yield f"{slug}: {name}", format_remark(ENGLISH, state, 0, remark)
