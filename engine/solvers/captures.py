"""The solver of Oware: alpha-beta in machine words that knows the endings.

Where so few seeds are left that a table has them, a result is known at once, though not how soon it comes.
The search asks the table right after a capture only: there nothing is remembered that could end the game, so
that the answer depends on the board alone, and so does all that the search keeps. Here such a position is
marked by the 1 that begins a memory. The position itself is looked up with all that it remembers.
"""

from functools import cached_property
from math import ceil, floor
from typing import Final

from engine import endings
from engine.alphabeta import WIN, AlphaBeta
from engine.alphabeta import Search as Lookahead
from engine.base import Action, Position
from engine.captures.search import NODES_BETWEEN_POLLS, PART, Search
from engine.rules.oware import MEMORY, Oware
from engine.solver import AnalysedMove, Stop, limit_polls

_NEAR: Final = 3 * endings.MOST
"""The most seeds from which a search may soon come to the endings."""

_FRESH: Final = 1 << MEMORY
_BOARD: Final = _FRESH - 1
_TURN: Final = 36
"""How far up the turn is above the second row of a board that is remembered."""

_SOMETIME: Final = 10_000
"""Plies to such a win: more than any ending takes."""

_RANKS: Final = 1 << 8
_SEEDS: Final = 48

_POLLS: Final = 1000
"""How often a search polls among the endings, where it finds which known results come soon, and little else.

With ten times as many it proved not one move more in thirty positions.
"""


class Captures(AlphaBeta, of=Oware):
    """Searches positions of Oware, and knows the endings."""

    nodes_between_polls = NODES_BETWEEN_POLLS

    _game: Oware

    def moves(
        self, position: Position, stop: Stop = None, depth: int | None = None, *, has_lines: bool = True
    ) -> list[AnalysedMove]:
        """Return every legal action of a running position with its value.

        With a `depth` only what is seen within so many plies counts, as if there were no table.
        """
        bounds = {} if depth is not None else endings.limits(self._game, position)
        is_known = bool(bounds) and all(least == most for least, most in bounds.values())
        asks_table = depth is None and not is_known and self._game.seeds_left(position) <= _NEAR
        patience = limit_polls(_POLLS, stop) if bounds else stop
        search = _ToEndings if asks_table else _Words
        found = self.deepened(search(self._game, position, patience, self._search), depth)
        moves = [self._apply_table(position, move, *bounds.get(move.action, (-1, 1))) for move in found]
        if depth is not None:
            return moves
        moves.sort(key=lambda move: -self._count_sure(position, move.action))  # the order of equal ones stays
        return [self._with_line(position, move) for move in moves] if has_lines else moves

    @cached_property
    def _search(self) -> Search:
        """The search, whose table is large and cleared between questions."""
        return Search()

    def _apply_table(self, position: Position, move: AnalysedMove, least: int, most: int) -> AnalysedMove:
        """Return a move with what the table says of it, if the search has not found more."""
        if not move.is_proven:
            value = max(float(least), min(float(most), self._game.worth(move.value * PART)))
            move = move._replace(value=value, proven=least == most)
        if move.exact or not move.is_proven or move.value < 1:
            return move
        return move._replace(distance=_SOMETIME + self._delay(position, move.action))

    def _delay(self, position: Position, action: Action) -> int:
        """Return a number that is the smaller, the more seeds the player gets and the nearer they are."""
        game, after = self._game, self._game.successors(position)[action]
        delay = _RANKS * (_SEEDS - self._count_sure(position, action))
        if not game.seeds_left(after) == game.seeds_left(position) <= endings.MOST:
            return delay
        board = game.split_history(after)[0]
        return delay + endings.rank_board(game, board, 1 - game.mover(board))

    def _count_sure(self, position: Position, action: Action) -> int:
        """Return how many seeds the player is sure of after an action, 0 if that is not known."""
        board = self._game.split_history(self._game.successors(position)[action])[0]
        if self._game.seeds_left(board) > endings.MOST:
            return 0
        return endings.sure(self._game, board)[1 - self._game.mover(board)]

    def _with_line(self, position: Position, move: AnalysedMove) -> AnalysedMove:
        """Return a move with a line to the end, if it is proven and the table knows one that proves it."""
        if move.exact or not move.is_proven:
            return move
        game, after = self._game, position
        for place, action in enumerate(move.line, 1):
            after = game.successors(after)[action]
            if game.seeds_left(after) <= endings.MOST:
                rest, end = endings.line(game, after)
                movers = {game.mover(game.split_history(each)[0]) for each in (position, end)}
                value = game.utility(end) * (1 if len(movers) == 1 else -1)
                is_whole = game.has_ended(end) and value == move.value
                return move._replace(line=move.line[:place] + rest) if is_whole else move
        return move


class _Words(Lookahead):
    """A search of which all but the first look and the lines is done in machine words."""

    _game: Oware

    def __init__(self, game: Oware, position: Position, stop: Stop, search: Search) -> None:
        self._game = game
        self._is_first_look = False
        self._way: list[Position] = []
        self._search = search
        self._begin_question(stop)
        super().__init__(game, position, 0, stop)
        self._successors_of = self._marked
        self.successors = self._marked(self._root)

    def first_look(self) -> dict[Action, AnalysedMove]:
        """Return the value of every action by a look one reply ahead, with no end overlooked."""
        self._is_first_look = True
        found = super().first_look()
        self._is_first_look = False
        return found

    def _begin_question(self, stop: Stop) -> None:
        self._search.ask(stop)

    def _marked(self, position: Position) -> dict[Action, Position]:
        """Return the successors of a board, with a mark if a capture leads there."""
        board, left_on = position & _BOARD, self._game.seeds_left
        return {
            action: after if left_on(after) == left_on(board) else after | _FRESH
            for action, after in self._game.successors(board).items()
        }

    def _search_score(self, position: Position, depth: int, alpha: float, beta: float) -> float:
        game, board = self._game, position & _BOARD
        if self._is_first_look:
            return super()._search_score(board, depth, alpha, beta)
        if game.has_ended(board):
            return game.utility(board) * WIN
        stores, turn, left = game.seeds_on(board)[0], game.mover(board), game.seeds_left(board)
        past = [self._remembered_rows(each) for each in self._way if game.seeds_left(each) == left]
        score = self._search.score(
            *game.rows(board),
            stores[turn],
            stores[1 - turn],
            turn,
            past,
            depth,
            floor(max(alpha, -WIN - 1) * PART),
            ceil(min(beta, WIN + 1) * PART),
            is_fresh=position != board,
        )
        self._has_met_horizon |= self._search.has_met_horizon
        return score / PART

    def _find_next_step(
        self, position: Position, depth: int, score: float, *, is_proven: bool
    ) -> Action | None:
        return super()._find_next_step(position & _BOARD, depth, score, is_proven=is_proven)

    def _poll(self) -> None:
        """Leave it to the search in words, which visits all that takes time."""

    def _inspect(self, position: Position) -> float:
        board = position & _BOARD
        has_ended = board in self._remembered or self._game.has_ended(board)
        return self._game.utility(board) if has_ended else self._game.lead(board) / PART

    def _set_remembered(self, positions: frozenset[Position]) -> None:
        super()._set_remembered(positions)
        known = [each for each in self._way if each in positions]
        self._way = known + sorted(positions.difference(known))

    def _remembered_rows(self, board: Position) -> tuple[int, int]:
        mine, theirs = self._game.rows(board)
        return mine, theirs | self._game.mover(board) << _TURN


class _ToEndings(_Words):
    """The same search, which looks up what follows a capture."""

    def is_settled(self, move: AnalysedMove) -> bool:
        """Whether the move is proven: how soon it wins or loses would take long to find."""
        return move.is_proven

    def _begin_question(self, stop: Stop) -> None:
        self._search.ask(stop, endings.load_table(), endings.MOST)

    def _is_enough(self, score: float) -> bool:
        return 1 <= abs(score) <= WIN / 2
