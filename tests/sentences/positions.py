"""What is said of positions: as advice, of a move in a list, and as a hint."""

from collections.abc import Iterator

import engine
from bot.words.advice import format_advice
from bot.words.games import get_words
from bot.words.hints import format_theme
from bot.words.language import ENGLISH
from bot.words.remarks import find_places, format_remark, format_remarks
from bot.words.tellings import fill_phrase
from engine import AnalysedMove, Analysis
from engine.solver import limit_polls
from tests.engine.boards import state_after
from tests.engine.kalah_again import Slow as SlowKalah
from tests.engine.oware_again import Slow as SlowOware

SQUEEZED = "4 5 4 3 4 4 4 3 3 7 3 4 3 3 5 6 5 7 7 5 7 7 6 6 5 1 5 1 1 2"
WON = (1, 1, 0, 2, 3, 0, 0, 0, 0, 0, 1, 2)
"""Houses in which b gets ten of the seeds, and other moves get fewer."""

ADVICE = {
    "every line closed after one move": ("four-in-a-row-4x4", "b1 a1 c1 d1 a2 d2 c2 b3 d4 c4"),
    "every line closed": ("four-in-a-row-4x4", "a1 c1 b1 d2 a2 c3 c2 a4 d3 b4 c4 d4"),
    "one open line and a pair": ("four-in-a-row-4x4", "d2 c2 b3 b2 a4 c1"),
    "a series of threats to forestall": ("four-in-a-row-5x5", "c1 c2 c3"),
    "each cell completes a line": ("tic-tac-toe-misere", "a1 b1 a2 c2 b2 b3"),
    "safe moves run out": ("tic-tac-toe-misere", "a1 b1"),
    "one last cell": ("tic-tac-toe-misere", "b1 a1 c1 c2 a2 a3 c3"),
    "a block that loses": ("tic-tac-toe", "a1 b1 a2"),
    "a block that wins": ("tic-tac-toe", "a3 c2 b2 c1"),
    "the first move, to copy replies": ("tic-tac-toe-wild", ""),
    "two equal marks to avoid": ("tic-tac-toe-wild", "c1x b1o a2o c3o"),
    "a hole that decides": ("connect-four", SQUEEZED),
    "a block, and a hole as another reason": (
        "connect-four",
        "2 6 4 3 4 4 4 4 3 3 3 6 6 4 3 6 2 2 2 3 6 6 7 7 7 7 1",
    ),
    "two lines to leave in a chain": ("dots-and-boxes", "o u l j e g x w a r p n b k"),
    "the shortest chain to leave lines in": ("dots-and-boxes", "x v e j d p k b q o c w g"),
}

REMARKS = {
    "sets a trap": ("tic-tac-toe", "", "a1"),
    "blocks and threatens": ("tic-tac-toe", "a1 b2 c3 b1", "b3"),
    "ignores a threat": ("tic-tac-toe", "a1 b2 c3 b1", "a3"),
    "misses a win": ("tic-tac-toe", "b2 b1", "b3"),
    "lets the opponent win": ("tic-tac-toe-wild", "c1o b2x a1o c3o", "a3o"),
    "lets a threat be blocked": ("connect-four", "4 1 2 2 4 1 2 1 1 5", "3"),
    "captures in either case": ("oware", "c b d", "f"),
}

CAPTURES = {
    "captures a house and its last seed": ("kalah", (0, 2, 0, 0, 1, 0), (0, 8, 2, 3, 3, 12), "b"),
    "captures its last seed alone": ("kalah", (1, 0, 0, 0, 0, 9), (0, 0, 0, 3, 0, 0), "a"),
    "captures one house": ("oware", (0, 0, 6, 0, 5, 1), (0, 4, 1, 0, 3, 7), "c"),
    "captures two houses": ("oware", (0, 0, 6, 0, 5, 1), (0, 1, 1, 0, 3, 7), "c"),
}

HOLDING_OUT = {
    "two moves as long as any": (8, 8, 6),
    "one move longest": (8, 6, 6),
    "one move of unknown length": (None, 8, 6),
}
"""Moves until a loss after each of the first columns."""


def list_sentences() -> Iterator[tuple[str, str]]:
    for case, (slug, names) in ADVICE.items():
        analysis = engine.analyse(state_after(engine.game(slug), names))
        yield f"{slug}: {case}", format_advice(ENGLISH, analysis)
    for case, (slug, names, name) in REMARKS.items():
        analysis = engine.analyse(state_after(engine.game(slug), names), depth=6)
        action = analysis.state.game.action_named(analysis.state, name)
        yield f"{slug}: {name} {case}", format_remarks(ENGLISH, analysis)[action]
    for case, (slug, own, theirs, name) in CAPTURES.items():
        yield f"{slug}: {name} {case}", format_capture(slug, own, theirs, name)
    for case, distances in HOLDING_OUT.items():
        yield f"connect-four: lost, {case}", format_advice(ENGLISH, lose_after(distances))
    yield "tic-tac-toe: a block that is the best by estimate", format_advice(ENGLISH, estimate_block())
    yield from list_endings()


def format_capture(slug: str, own: tuple[int, ...], theirs: tuple[int, ...], name: str) -> str:
    """Say a capture as advice, in a position with these seeds."""
    seeds = sum(own) + sum(theirs)
    stores = (48 - seeds) // 2, (49 - seeds) // 2
    is_kalah = slug == "kalah"
    state = (
        SlowKalah((own, theirs), stores, 0).state if is_kalah else SlowOware(own + theirs, stores, 0).state
    )
    action = state.game.action_named(state, name)
    capture = next(iter(engine.get_teacher(state.game).remarks(state, action)))
    places = find_places(ENGLISH, state, action, capture)
    return fill_phrase(ENGLISH, get_words(state.game).tellings[capture.kind].advice, capture, places)


def lose_after(distances: tuple[int | None, ...]) -> Analysis:
    """Return an analysis of the first position of Connect Four in which every move loses."""
    moves = (
        AnalysedMove(action, -1, distance or 4, exact=bool(distance), line=(action, action), proven=True)
        for action, distance in enumerate((*distances, 4, 4, 4, 4))
    )
    return Analysis.of(engine.game("connect-four").initial(), moves)


def estimate_block() -> Analysis:
    """Return an analysis of a position of tic-tac-toe in which a block is best, but nothing is proven."""
    state = state_after(engine.game("tic-tac-toe"), "a1 b1 a2")
    moves = (
        AnalysedMove(each, -0.3 - (each != 6) / 2, 1, exact=False, line=(each,)) for each in state.actions()
    )
    return Analysis.of(state, moves)


ONLY_MOVES = {
    "which loses": SlowKalah(((0, 0, 0, 0, 0, 2), (0, 3, 2, 0, 0, 0)), (9, 32), 0),
    "which keeps a draw": SlowKalah(((0, 0, 0, 0, 0, 1), (0, 3, 0, 0, 0, 1)), (23, 20), 0),
}

ENDINGS = {
    "won": (WON, (19, 19), 0),
    "won by one move": (WON, (17, 21), 0),
    "lost": ((0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 4, 2), (23, 16), 1),
}


def list_endings() -> Iterator[tuple[str, str]]:
    """Say endings of games with seeds."""
    for case, board in ONLY_MOVES.items():
        yield f"kalah: the only move, {case}", format_advice(ENGLISH, engine.analyse(board.state))
    only = analyse_oware((0, 0, 0, 0, 2, 0, 6, 3, 0, 1, 0, 0), (22, 14))
    yield "oware: the only move, which wins", format_advice(ENGLISH, only)
    lost = analyse_oware((0, 2, 1, 0, 0, 1, 0, 2, 1, 0, 0, 0), (18, 23))
    yield "oware: lost in the end", format_advice(ENGLISH, lost)
    [reply] = engine.remarks(lost)[1]
    yield "oware: b, which loses in the end", format_remark(ENGLISH, lost.state, 1, reply)
    for case, ending in ENDINGS.items():
        theme = engine.theme(analyse_oware(*ending))
        yield f"oware: a hint in an ending that is {case}", format_theme(ENGLISH, engine.game("oware"), theme)


def analyse_oware(houses: tuple[int, ...], stores: tuple[int, int], turn: int = 0) -> Analysis:
    """Analyse an ending of Oware with few polls."""
    return engine.analyse(SlowOware(houses, stores, turn).state, limit_polls(50))
