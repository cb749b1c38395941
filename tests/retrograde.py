"""Retrograde analysis: every position of a game, from the ends backwards and without recursion.

It shares nothing with `engine.minimax` but the rules, so each of the two can check the other.
"""

from collections import defaultdict

from engine.base import Game, Position


def solve(game: Game) -> dict[Position, tuple[int, int]]:
    """Return value and distance, for the player to move, of every position that can be reached."""
    graph = _explore(game)
    parents: dict[Position, list[Position]] = defaultdict(list)
    for position, successors in graph.items():
        for successor in successors:
            parents[successor].append(position)
    ends = {position: game.utility(position) for position, successors in graph.items() if not successors}
    solved = {position: (utility, 0) for position, utility in ends.items()}
    _settle_wins(game, solved, graph, parents)
    _settle_draws(solved, parents)
    return solved


def _explore(game: Game) -> dict[Position, list[Position]]:
    """Return the successors of every position, breadth first."""
    graph: dict[Position, list[Position]] = {}
    frontier = [game.start]
    while frontier:
        graph |= {position: list(game.successors(position).values()) for position in frontier}
        reached = dict.fromkeys(successor for position in frontier for successor in graph[position])
        frontier = [position for position in reached if position not in graph]
    return graph


def _settle_wins(
    game: Game,
    solved: dict[Position, tuple[int, int]],
    graph: dict[Position, list[Position]],
    parents: dict[Position, list[Position]],
) -> None:
    """Solve what is won or lost: one good successor wins; when all are bad, lost as late as the last."""
    escapes = {position: len(successors) for position, successors in graph.items()}
    queue = [position for position, (value, _) in solved.items() if value]
    for position in queue:
        value, distance = solved[position]
        for parent in parents[position]:
            worth = value if game.keeps_turn(parent, position) else -value
            escapes[parent] -= worth == -1
            if parent not in solved and (worth == 1 or not escapes[parent]):
                solved[parent] = worth, distance + 1
                queue.append(parent)


def _settle_draws(solved: dict[Position, tuple[int, int]], parents: dict[Position, list[Position]]) -> None:
    """Solve the rest: no player can win it, so it is as far from its end as the nearest drawn successor."""
    queue = [position for position, (value, _) in solved.items() if not value]
    for position in queue:
        distance = solved[position][1] + 1
        for parent in parents[position]:
            if parent not in solved:
                solved[parent] = 0, distance
                queue.append(parent)
