"""What `engine_speed` measures, each in a fresh process that loads nothing else."""

from importlib import import_module
from time import thread_time

import engine
from engine.learning.files import learnt
from engine.minimax import Minimax
from engine.solver import decoded


def solve_maxine() -> float:
    """Return the milliseconds for a table of every position's value and distance."""
    game = engine.game("tic-tac-toe")
    begun = thread_time()
    solver = Minimax(game)
    solver.score(game.start)
    table = dict(zip(solver.scores, map(decoded, solver.scores.values()), strict=True))
    taken = thread_time() - begun
    assert len(table) == 5_478
    return 1000 * taken


def solve_naive() -> float:
    """Return the milliseconds of a minimax over the same rules that remembers nothing."""
    game = engine.game("tic-tac-toe")

    def value(position: engine.Position) -> int:
        successors = game.successors(position)
        if not successors:
            return game.utility(position)
        return max(-value(successor) for successor in successors.values())

    begun = thread_time()
    assert value(game.start) == 0
    return 1000 * (thread_time() - begun)


def solve_easyai() -> float:
    """Return the milliseconds of easyAI's tic-tac-toe with Negamax and a transposition table."""
    easyai, rules = import_module("easyAI"), import_module("easyAI.games.TicTacToe")
    rules.TicTacToe.ttentry = lambda match: (*match.board, match.current_player)
    search = easyai.Negamax(9, tt=easyai.TranspositionTable())
    match = rules.TicTacToe([easyai.AI_Player(search), easyai.AI_Player(search)])
    begun = thread_time()
    search(match)
    return 1000 * (thread_time() - begun)


def solve_openspiel() -> float:
    """Return the milliseconds of OpenSpiel's tic-tac-toe, in C++, with its memoized minimax, in Python."""
    solver = import_module("open_spiel.python.algorithms.minimax_solver").MinimaxSolver("tic_tac_toe")
    begun = thread_time()
    solver.solve()
    return 1000 * (thread_time() - begun)


def value_by_network() -> float:
    """Return the milliseconds in which the network of Connect Four values the moves of a position."""
    game = engine.game("connect-four")
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
    states = running_states()
    engine.analyse(states[0])
    begun = thread_time()
    for state in states:
        engine.analyse(state)
    return 1_000_000 * (thread_time() - begun) / len(states)


def running_states() -> list[engine.State]:
    """Return the 4,520 states in which somebody is to move."""
    frontier = [engine.game("tic-tac-toe").initial()]
    found = dict.fromkeys(frontier)
    while frontier:
        frontier = list(
            dict.fromkeys(state.successor(action) for state in frontier for action in state.actions())
        )
        found |= dict.fromkeys(frontier)
    return [state for state in found if not state.is_terminal]
