"""What is said of pictures to those who do not see them."""

import asyncio
from collections.abc import Iterator
from itertools import islice

import engine
from bot.words.explanations import tree_alt_text
from bot.words.games import get_words
from bot.words.language import ENGLISH
from bot.words.values import describe_picture
from engine.tree import Node, show_search, unfold
from tests.bot.test_pictures import position
from tests.bot.test_pictures_of_worth import estimated
from tests.bot.test_trees import tree_after
from tests.engine.boards import state_after

LATE, LATER = "b2 a1 c1 a3 a2", "b2 a1 c1 a3 a2 c2"
"""Moves of tic-tac-toe after which four and three cells are empty."""

POSITIONS = {
    "an empty board": ("tic-tac-toe", ""),
    "a line that wins": ("tic-tac-toe", "a1 b1 a2 b2 a3"),
    "a line that loses": ("tic-tac-toe-misere", "a1 b1 a2 b2 a3"),
    "a mark chosen last": ("tic-tac-toe-wild", "a1o b1x a2o"),
    "a side that moves again": ("kalah", "c"),
    "a side that has moved twice": ("kalah", "c a"),
}

SEARCHES = {
    "minimax, not begun": (LATER, "minimax", 0),
    "alpha-beta, half done": (LATER, "alphabeta", 20),
    "memo, done": (LATE, "memo", None),
}


def list_sentences() -> Iterator[tuple[str, str]]:
    for case, (slug, names) in POSITIONS.items():
        yield f"{slug}: {case}", describe_picture(ENGLISH, *position(slug, names), None)
    state, last = position("oware", "b f b e d a f c c")
    yield "oware: seen by North", get_words(state.game).describe(ENGLISH, state, last, seat=1)
    yield from list_worths()
    for case, search in SEARCHES.items():
        yield f"tree of a search: {case}", tree_alt_text(ENGLISH, show(*search))
    for case, names in {"a whole tree": LATER, "a pruned tree": ""}.items():
        yield f"tic-tac-toe: {case}", tree_alt_text(ENGLISH, asyncio.run(tree_after("tic-tac-toe", names)))


def list_worths() -> Iterator[tuple[str, str]]:
    """Describe pictures that show what moves are worth."""
    state, last = position("tic-tac-toe", "a1 b1 b2")
    yield (
        "tic-tac-toe: worth of moves, the best first",
        describe_picture(ENGLISH, state, last, engine.analyse(state)),
    )
    state, _ = position("tic-tac-toe-wild", "a1x b2o")
    yield (
        "tic-tac-toe-wild: worth of moves, wins and draws",
        describe_picture(ENGLISH, state, None, engine.analyse(state)),
    )
    start = engine.game("connect-four").initial()
    yield "connect-four: worth of moves by estimate", describe_picture(ENGLISH, start, None, estimated(start))


def show(names: str, method: str, number: int | None) -> Node:
    """Return the tree of a position of tic-tac-toe after so many steps of a search."""
    state = state_after(engine.game("tic-tac-toe"), names)
    return show_search(unfold(state), islice(engine.trace(state, method), number))
