"""Advice on the first action of a game, for each kind of remark."""

from collections.abc import Iterator

import engine
from bot.words.games import get_words
from bot.words.general_tellings import TELLINGS
from bot.words.language import ENGLISH
from bot.words.remarks import find_places
from bot.words.tellings import fill_phrase
from engine import Consequence, General, Remark
from engine.teachers.connect_four.kinds import ConnectFourKind
from engine.teachers.in_a_row import LineKind
from tests.sentences.remarks import FEW

ROW, COLUMN, DIAGONAL = (35, 36, 37, 38), (14, 21, 28, 35), (17, 23, 29, 35)

REMARKS = {
    "four-in-a-row-4x4": {
        "makes two threats": Remark(General.FORKS, (6, 8)),
        "makes three threats": Remark(General.FORKS, (6, 8, 9)),
        "blocks a line": Remark(General.BLOCKS_WIN, cells=(0, 1, 2, 3)),
        "stays safe": Remark(General.STAYS_SAFE, number=1, of=9),
        "leaves two safe replies": Remark(General.LEAVES_FEW_SAFE_REPLIES, number=2, of=9),
        "threatens, and the block threatens nothing": Remark(General.THREATENS, (1,)),
        "threatens, and the block threatens": Remark(General.THREATENS, (1,), 1),
        "sets a trap with one way out": Remark(General.FEW_REPLIES_HOLD, (5,), 1, of=8),
        "sets a trap with four ways out": Remark(General.FEW_REPLIES_HOLD, (), 4, of=8),
        "is in most of its own lines": Remark(LineKind.THUMB_OWN_LINES, number=2, of=1),
        "closes most lines": Remark(LineKind.THUMB_THEIR_LINES, number=2, of=2),
        "is in open lines, another cell in as many": Remark(LineKind.THUMB_LINES, number=2, of=2),
        "is in open lines, others in fewer": Remark(LineKind.THUMB_LINES, number=2, of=1),
        "leaves one last cell": Remark(LineKind.WAITS),
        "always has a safe cell": Remark(LineKind.WAITS, number=1),
        "answers before it waits": Remark(LineKind.ANSWERS_BEFORE_WAITING, number=2, cells=(1, 4, 2, 8)),
        "answers in pairs of cells": Remark(LineKind.PAIRS, number=3, cells=(1, 2, 4, 5)),
        "answers in one pair of cells": Remark(LineKind.PAIRS, number=2, cells=(1, 2)),
        "answers in two pairs": Remark(LineKind.PARTNERS, number=2, cells=(1, 4, 2, 8)),
        "answers in one pair until a last cell": Remark(LineKind.PARTNERS, number=1, cells=(1, 4, 2)),
        "answers each safe reply": Remark(LineKind.ANSWERS, number=2, cells=(1, 4, 2, 8)),
        "takes the cell of a series that forks": Remark(
            General.TAKES_SERIES, (4, 8), 3, (1,), then=Consequence.FORK
        ),
        "takes the cell of most replies": Remark(LineKind.TAKES_REPLY, number=3, of=4),
    },
    "four-in-a-row-5x5": {
        "almost any worse move lets the opponent prepare": Remark(
            LineKind.KEEPS_UNPREPARED, number=15, of=20, cells=(0, 2)
        ),
        "most worse moves let the opponent prepare": Remark(
            LineKind.KEEPS_UNPREPARED, number=11, of=20, cells=(0, 2)
        ),
    },
    "connect-four": {
        "forestalls a series": Remark(General.FORESTALLS_SERIES, (3,), 3, (0,), then=Consequence.WIN),
        "avoids two columns": Remark(ConnectFourKind.AVOIDS, (3, 4)),
        "makes a lasting threat": Remark(ConnectFourKind.LASTING_THREATS, cells=FEW),
        "has a hole": Remark(ConnectFourKind.HOLE, number=1, cells=FEW),
        "the opponent has a hole": Remark(ConnectFourKind.THEIR_HOLE, number=1, cells=FEW),
        "takes lines": Remark(ConnectFourKind.THUMB_TAKES_LINES, number=6, of=5),
        "is in most lines": Remark(ConnectFourKind.THUMB_LINES, number=7, of=5),
        "is in as many lines as another": Remark(ConnectFourKind.THUMB_LINES, number=7, of=7),
        "two replies win": Remark(General.FEW_REPLIES_WIN, (1, 2)),
        "builds a four in a row": Remark(ConnectFourKind.TOWARDS_FOUR, cells=ROW),
        "builds a four in a column": Remark(ConnectFourKind.TOWARDS_FOUR, cells=COLUMN),
        "builds a four on a diagonal": Remark(ConnectFourKind.TOWARDS_FOUR, cells=DIAGONAL),
        "takes the place of two replies": Remark(ConnectFourKind.TAKES_REPLY, (1, 2), cells=FEW),
        "takes the place of most replies": Remark(ConnectFourKind.TAKES_REPLY, (1, 2, 3, 4), cells=FEW),
        "wins in a row": Remark(General.WINS, cells=ROW),
        "wins in a column": Remark(General.WINS, cells=COLUMN),
        "wins on a diagonal": Remark(General.WINS, cells=DIAGONAL),
        "blocks": Remark(General.BLOCKS_WIN),
        "blocks a row": Remark(General.BLOCKS_WIN, cells=ROW),
        "blocks a column": Remark(General.BLOCKS_WIN, cells=COLUMN),
        "blocks a diagonal": Remark(General.BLOCKS_WIN, cells=DIAGONAL),
    },
}


def list_sentences() -> Iterator[tuple[str, str]]:
    for slug, remarks in REMARKS.items():
        state = engine.game(slug).initial()
        for name, remark in remarks.items():
            yield f"{slug}: {name}", format_advice_on(state, 0, remark)
    state, remark = engine.game("tic-tac-toe").initial(), Remark(General.FORKS, (1, 2, 3))
    places = find_places(ENGLISH, state, 0, remark)
    also = fill_phrase(ENGLISH, TELLINGS[General.FORKS].also, remark, places)
    yield "tic-tac-toe: a block makes three threats too", also


def format_advice_on(state: engine.State, action: engine.Action, remark: Remark) -> str:
    """Say a remark as advice."""
    phrase = get_words(state.game).tellings[remark.kind].advice
    return fill_phrase(ENGLISH, phrase, remark, find_places(ENGLISH, state, action, remark))
