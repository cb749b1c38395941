"""Hints that say what to look for, and what is wrong with the name of a move."""

from collections.abc import Iterator

import engine
from bot.words.hints import format_theme
from bot.words.language import ENGLISH
from bot.words.refusals import format_unknown_name
from engine import General, Prospect, Theme
from engine.teachers.connect_four.kinds import ConnectFourKind
from engine.teachers.in_a_row import LineKind
from engine.teachers.oware import OwareKind
from tests.engine.boards import refused, state_after

THEMES = {
    "tic-tac-toe": {
        "one legal move": Theme(Prospect.ONE_LEGAL_MOVE, 1),
        "won at once": Theme(Prospect.WON_AT_ONCE, 3),
        "lost, all moves as long": Theme(Prospect.LOST, 4, 4),
        "lost, one move longest": Theme(Prospect.LOST, 4, 1),
        "lost, two moves longest": Theme(Prospect.LOST, 4, 2),
        "won in two moves by two threats": Theme(Prospect.WON, 5, 2, 2, General.FORKS),
        "won in one move by one move": Theme(Prospect.WON, 5, 1, 1),
        "drawn by every move": Theme(Prospect.DRAWN, 9, 9),
        "drawn by half of the moves": Theme(Prospect.DRAWN, 8, 4),
        "drawn by one move, a threat": Theme(Prospect.DRAWN, 8, 1, motive=General.THREATENS),
    },
    "tic-tac-toe-misere": {
        "drawn by one move, safe cells": Theme(Prospect.DRAWN, 5, 1, motive=LineKind.SAFE_CELLS),
        "drawn, both can lose at once": Theme(Prospect.DRAWN, 5, 2, hazards=(1,), theirs=(2, 4)),
        "drawn, the player can lose at once": Theme(Prospect.DRAWN, 5, 2, hazards=(1,)),
        "drawn, the opponent can lose at once": Theme(Prospect.DRAWN, 5, 2, theirs=(2,)),
    },
    "connect-four": {
        "won by zugzwang": Theme(Prospect.WON, 4, 0, 7, General.WINS_BY_ZUGZWANG),
        "unproven, a waiting threat": Theme(Prospect.UNPROVEN, 7, motive=ConnectFourKind.WAITING_THREATS),
    },
    "kalah": {
        "lost, one move by least": Theme(Prospect.LOST, 4, 1, margin=-6),
        "lost, all moves by as many": Theme(Prospect.LOST, 4, 4, margin=-6),
        "won by a margin with one move": Theme(Prospect.WON, 4, 1, 9, margin=6),
        "won by a margin with two moves": Theme(Prospect.WON, 4, 2, 9, margin=6),
    },
    "oware": {
        "unproven, a capture": Theme(Prospect.UNPROVEN, 6, motive=OwareKind.CAPTURES),
        "unproven, a quiet move": Theme(Prospect.UNPROVEN, 6),
    },
}

FAULTS = {
    "cell without a mark": ("tic-tac-toe-wild", "", "b2"),
    "cell where nothing turns": ("reversi-6x6", "", "a1"),
    "taken cell of the middle": ("reversi-6x6", "", "c3"),
    "no cell": ("reversi-6x6", "", "k9"),
    "taken cell": ("tic-tac-toe", "a1 b1 a2 b2 c1 c2", " A1 "),
    "move after the end": ("tic-tac-toe", "a1 b1 a2 b2 a3", "c3"),
    "full column": ("connect-four", "1 1 1 1 1 1", "1"),
    "no column": ("connect-four", "", "8"),
    "empty house": ("oware", "c a", "c"),
}


def list_sentences() -> Iterator[tuple[str, str]]:
    for slug, themes in THEMES.items():
        for name, theme in themes.items():
            yield f"{slug}: {name}", format_theme(ENGLISH, engine.game(slug), theme)
    for fault, (slug, names, name) in FAULTS.items():
        state = state_after(engine.game(slug), names)
        yield f"{slug}: {fault}", format_unknown_name(ENGLISH, state.game, refused(state, name))
