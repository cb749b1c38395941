"""What the estimates of the mancala games are worth: games against one that counts the captured seeds alone.

Run `python -m tests.benchmarks.estimates` in the checkout; it takes some minutes. Both sides search with the
same program for the same time, and play each random opening twice, with sides changed.
"""

from __future__ import annotations

from random import Random
from time import process_time
from typing import TYPE_CHECKING

import engine
from engine.alphabeta import AlphaBeta
from engine.games import kalah, oware

if TYPE_CHECKING:
    from engine import Game, Position, State

OPENINGS, PLIES, SECONDS, LONGEST = 20, 4, 0.05, 200


class PlainOware(oware.Oware):
    """Counts captured seeds."""

    def glance(self, position: Position) -> float:
        """Return the utility, or the estimate by the seeds captured."""
        return oware._WORTHS[position >> oware._TURN & 1][oware._LEADS[position >> oware._STORES & 4095]]


class PlainKalah(kalah.Kalah):
    """Counts seeds in the stores."""

    def glance(self, position: Position) -> float:
        """Return the utility, or the estimate by the stores."""
        return kalah._WORTHS[self.turn(position)][self._leads[position >> self._stores & 4095]]


def main() -> None:
    """Print how the estimates fare."""
    print("| game | won | drawn | lost |\n|---|--:|--:|--:|")
    for game, plain in ((oware.Oware(), PlainOware()), (kalah.GAMES[0], PlainKalah("kalah"))):
        rng = Random(game.slug)
        results = [result for _ in range(OPENINGS) for result in played_twice(game, plain, rng)]
        print(f"| {game.slug} | {results.count(1)} | {results.count(0)} | {results.count(-1)} |", flush=True)


def played_twice(game: Game, plain: Game, rng: Random) -> tuple[int, int]:
    """Return the results for the game's own estimate, as the first player and as the second."""
    state = game.initial()
    for _ in range(PLIES):
        state = state.successor(rng.choice(state.actions()))
    return played(state, (game, plain)), -played(state, (plain, game))


def played(state: State, players: tuple[Game, Game]) -> int:
    """Return the result for the first player; a game that goes on and on is a draw."""
    while not state.is_terminal and state.ply < LONGEST:
        begun = process_time()
        solver = AlphaBeta(players[state.to_move])
        moves = solver.moves(state.position, lambda begun=begun: process_time() - begun > SECONDS)  # type: ignore[misc]
        state = state.successor(engine.Analysis.of(state, moves).best[0])
    return {engine.Outcome.FIRST: 1, engine.Outcome.SECOND: -1}.get(state.outcome or engine.Outcome.DRAW, 0)


if __name__ == "__main__":
    main()
