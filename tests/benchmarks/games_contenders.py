"""What `games` measures, each function in a fresh process."""

from collections.abc import Callable
from contextlib import suppress
from copy import copy
from importlib import import_module
from itertools import count
from random import Random
from time import perf_counter
from typing import Any

import engine
from engine import analysis
from engine.captures.solver import Captures
from engine.fours import Fours
from engine.fours.search import NODES_BETWEEN_POLLS
from engine.seeds.solver import Seeds
from engine.solver import StoppedError

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
    state = reached(slug, SHARE_PLAYED[stage])
    engine.analyse(state, stop=lambda: True, depth=1)  # load the book
    analysis._solvers.clear()
    begun = perf_counter()
    found = engine.analyse(state, stop=lambda: perf_counter() - begun > SECONDS)
    taken = perf_counter() - begun
    return f"{1000 * taken:,.1f} ms, {described(found)}"


def depth_maxine(slug: str) -> str:
    """Return how far the engine looks ahead from the start."""
    begun = perf_counter()
    found = engine.analyse(engine.game(slug).initial(), stop=lambda: perf_counter() - begun > SECONDS)
    return described(found)


def described(found: engine.Analysis) -> str:
    """Return that an analysis is exact or proves who wins, or the least number of plies it looked ahead."""
    if found.is_proven:
        return "exact" if found.exact else "proven"
    return f"depth {min(move.distance for move in found.moves if not move.is_proven)}"


def reached(slug: str, share: float) -> engine.State:
    """Return the state after a share of a match between two good but fallible players."""
    rng, states = Random(slug), [engine.game(slug).initial()]
    while not states[-1].is_terminal:
        found = engine.analyse(states[-1], depth=4)
        states.append(states[-1].successor(engine.choose(found, "hard", rng)))
    return states[int(share * (len(states) - 1))]


def visited(slug: str) -> str:
    """Return how many positions a second the engine visits, that is, asks for their moves, without a book."""
    game, visits = counting(engine.game(slug))
    solver = analysis._solver(game)
    asked = count()
    if isinstance(solver, Fours):  # it has rules of its own, and asks whether to stop after so many visits
        solver._book_name = None
        search = solver._search
        visits = lambda: next(asked) * NODES_BETWEEN_POLLS + search._visits  # noqa: E731 - two ways to count
    elif isinstance(solver, Captures):  # likewise, and it does not count those at the horizon
        visits = lambda: next(asked) * solver.nodes_between_polls  # noqa: E731 - the same
    begun = perf_counter()
    if isinstance(solver, Seeds):  # it proves by a search of its own, which counts
        with suppress(StoppedError):
            rows, goal = solver._kalah.rows(game.start), 2
            solver._search.narrowed(*rows, -48, 48, goal, lambda: perf_counter() - begun > SECONDS)
        return f"{int(solver._search.visited) / (perf_counter() - begun):,.0f}"
    solver.moves(game.start, lambda: next(asked) >= 0 and perf_counter() - begun > SECONDS)
    return f"{visits() / (perf_counter() - begun):,.0f}"


def counting(game: engine.Game) -> tuple[engine.Game, Callable[[], int]]:
    """Return the game and how often its rules have been asked for moves."""
    counted, asked, rules = copy(game), count(), game.successors

    def successors(position: engine.Position) -> dict[engine.Action, engine.Position]:
        next(asked)
        return rules(position)

    counted.successors = successors  # type: ignore[method-assign]
    return counted, lambda: next(asked)


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
    begun = perf_counter()
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
        if perf_counter() > Clock.ends:
            raise OutOfTimeError
        return function(*arguments)

    return in_time
