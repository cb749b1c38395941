"""What `games` measures, each function in a fresh process."""

from collections.abc import Callable
from importlib import import_module
from itertools import count
from random import Random
from time import process_time
from typing import Any

import engine
from engine import analysis
from engine.books import Book
from engine.solvers import SolverPool

SECONDS = 1.0
SHARE_PLAYED = {"opening": 0.0, "middle": 0.4, "end": 0.75}
EASYAI = {"tic-tac-toe": "TicTacToe", "connect-four": "ConnectFour", "oware": "Awele"}
OPENSPIEL = {
    "tic-tac-toe": "tic_tac_toe",
    "tic-tac-toe-misere": "misere(game=tic_tac_toe())",
    "four-in-a-row-4x4": "mnk(m=4,n=4,k=4)",
    "four-in-a-row-5x5": "mnk(m=5,n=5,k=4)",
    "connect-four": "connect_four",
    "oware": "oware",
}
PLIES = {"tic-tac-toe": 9, "tic-tac-toe-misere": 9, "four-in-a-row-4x4": 16}
"""How long a game can last, where a search may come to its end."""


class OutOfTimeError(Exception):
    """The second is over."""


def analyse(slug: str, stage: str) -> str:
    """Return how long it takes to analyse a stage of a match, and that it is exact or how deep it looked."""
    state, hits = reached(slug, SHARE_PLAYED[stage]), count_book_hits()
    engine.analyse(state, stop=lambda: True, depth=1)  # load the book
    analysis.POOL = SolverPool()
    hits.clear()
    begun = process_time()
    found = engine.analyse(state, stop=lambda: process_time() - begun > SECONDS)
    taken = process_time() - begun
    return f"{1000 * taken:,.1f} ms, {described(found)}{', book' if hits else ''}"


def count_book_hits() -> list[int]:
    """Return a list of the scores that books have been asked for and had, which grows."""
    hits: list[int] = []
    look_up = Book.score

    def score(book: Book, key: int) -> int | None:
        found = look_up(book, key)
        hits.extend([] if found is None else [found])
        return found

    Book.score = score  # type: ignore[assignment, method-assign]
    return hits


def depth_maxine(slug: str) -> str:
    """Return how far the engine looks ahead from the start without a book, at every move."""
    Book.named = lambda _: Book()  # type: ignore[assignment, method-assign]  # empty
    state = engine.get_game(slug).initial()

    def search(depth: int) -> None:
        engine.analyse(state, timed(lambda: False), depth, has_lines=False)

    return deepest(search, slug)


def described(found: engine.Analysis) -> str:
    """Return that an analysis is exact or proves who wins, or the least number of plies it looked ahead."""
    if found.is_proven:
        return "exact" if found.exact else "proven"
    return f"depth {min(move.distance for move in found.moves if not move.is_proven)}"


def reached(slug: str, share: float) -> engine.State:
    """Return the state after a share of a match between two good but fallible players."""
    rng, states = Random(slug), [engine.get_game(slug).initial()]
    while not states[-1].is_terminal:
        found = engine.analyse(states[-1], depth=4)
        states.append(states[-1].successor(engine.choose(found, "hard", rng)))
    return states[int(share * (len(states) - 1))]


def depth_easyai(slug: str) -> str:
    """Return how far easyAI's Negamax with a transposition table looks ahead."""
    if slug not in EASYAI:
        return ""
    easyai, name = import_module("easyAI"), EASYAI[slug]
    rules: Any = getattr(import_module(f"easyAI.games.{name}"), name)
    rules.ttentry = lambda match: str((match.board, match.current_player))
    rules.is_over = timed(rules.is_over)

    def search(depth: int) -> None:
        table, scoring = easyai.TranspositionTable(), None if hasattr(rules, "scoring") else lead
        player = easyai.AI_Player(easyai.Negamax(depth, scoring=scoring, tt=table))
        player.AI_algo(rules([player, easyai.AI_Player(player.AI_algo)]))

    return deepest(search, slug)


def lead(match: Any) -> int:  # noqa: ANN401 - the library has no types
    """Return how many seeds the player to move has captured more than the opponent."""
    return int(match.player.score - match.opponent.score)


def depth_openspiel(slug: str) -> str:
    """Return how far OpenSpiel's alpha-beta search, in Python over states in C++, looks ahead."""
    if slug not in OPENSPIEL:
        return ""
    game = import_module("pyspiel").load_game(OPENSPIEL[slug])
    search_with = import_module("open_spiel.python.algorithms.minimax").alpha_beta_search

    def value(state: Any) -> float:  # noqa: ANN401 - the library has no types
        captured = state.observation_tensor(0)[-2:] if slug == "oware" else (0.0, 0.0)
        return float(captured[0] - captured[1])

    def search(depth: int) -> None:
        search_with(game, value_function=timed(value), maximum_depth=depth)

    return deepest(search, slug)


def deepest(search: Callable[[int], None], slug: str) -> str:
    """Return the depth of the last search that ends in time, each a ply deeper than the one before."""
    begun = process_time()
    Clock.ends = begun + SECONDS
    for depth in count(1):
        try:
            search(depth)
        except OutOfTimeError:
            return f"depth {depth - 1}"
        if depth == PLIES.get(slug):
            return "exact"
    raise AssertionError


class Clock:
    """When the second is over."""

    ends = float("inf")


def timed(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, made to raise when the time is over."""

    def in_time(*arguments: Any) -> Any:  # noqa: ANN401 - whatever the function takes
        if process_time() > Clock.ends:
            raise OutOfTimeError
        return function(*arguments)

    return in_time
