"""What `engine_speed` measures, each in a fresh process that loads nothing else."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from time import thread_time
from typing import TypeAlias

import engine
from engine.learning.files import learnt
from engine.minimax import Minimax
from engine.solver import decoded
from tests.engine.conftest import reachable

Value: TypeAlias = Callable[[engine.Position], int]


def solve_maxine_memo() -> float:
    """Return the milliseconds of Maxine's minimax for every position's value and distance."""
    game = engine.get_game("tic-tac-toe")
    begun = thread_time()
    solver = Minimax(game)
    solver.score(game.start)
    table = dict(zip(solver.scores, map(decoded, solver.scores.values()), strict=True))
    taken = thread_time() - begun
    assert len(table) == 5_478
    return 1000 * taken


def solve_plain() -> float:
    """Return the milliseconds of a textbook minimax over the same rules."""
    return _time_textbook(lambda value: value)


def solve_memo() -> float:
    """Return the milliseconds of the same minimax with a memo."""
    return _time_textbook(cache)


def _time_textbook(remember: Callable[[Value], Value]) -> float:
    game = engine.get_game("tic-tac-toe")

    @remember
    def value(position: engine.Position) -> int:
        successors = game.successors(position)
        if not successors:
            return game.utility(position)
        return max(-value(successor) for successor in successors.values())

    begun = thread_time()
    assert value(game.start) == 0
    return 1000 * (thread_time() - begun)


def search_easyai_plain() -> float:
    """Return the milliseconds of easyAI's alpha-beta search of tic-tac-toe."""
    return _time_easyai(None)


def search_easyai_memo() -> float:
    """Return the milliseconds of the same search with a transposition table."""
    return _time_easyai(import_module("easyAI").TranspositionTable())


def _time_easyai(table: object) -> float:
    easyai, rules = import_module("easyAI"), import_module("easyAI.games.TicTacToe")
    rules.TicTacToe.ttentry = lambda match: (*match.board, match.current_player)
    search = easyai.Negamax(9, tt=table)
    match = rules.TicTacToe([easyai.AI_Player(search), easyai.AI_Player(search)])
    begun = thread_time()
    search(match)
    return 1000 * (thread_time() - begun)


def search_openspiel_plain() -> float:
    """Return the milliseconds of OpenSpiel's alpha-beta search, in Python over states in C++."""
    game = import_module("pyspiel").load_game("tic_tac_toe")
    search = import_module("open_spiel.python.algorithms.minimax").alpha_beta_search
    begun = thread_time()
    search(game)
    return 1000 * (thread_time() - begun)


def solve_openspiel_memo() -> float:
    """Return the milliseconds of OpenSpiel's minimax with a memo, in Python over states in C++."""
    solver = import_module("open_spiel.python.algorithms.minimax_solver").MinimaxSolver("tic_tac_toe")
    begun = thread_time()
    solver.solve()
    return 1000 * (thread_time() - begun)


def value_by_network() -> float:
    """Return the milliseconds in which the network of Connect Four values the moves of a position."""
    game = engine.get_game("connect-four")
    network, state = learnt("neural", game), game.initial()
    for name in "4443355566":
        state = state.successor(game.action_named(state, name))
    network.action_values(state.position)
    begun = thread_time()
    for _ in range(100):
        network.action_values(state.position)
    return 10 * (thread_time() - begun)


def analyse_warm() -> float:
    """Return the average microseconds of a whole analysis over every state with a move to make."""
    states = [state for state in reachable(engine.get_game("tic-tac-toe")) if not state.is_terminal]
    engine.analyse(states[0])
    begun = thread_time()
    for state in states:
        engine.analyse(state)
    return 1_000_000 * (thread_time() - begun) / len(states)
