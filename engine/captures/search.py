"""Searches Oware so many plies ahead: the part that is worth compiling.

Scores are those of `engine.alphabeta` in parts of one, for the player to move. What is found is kept, three
words a position: its rows, and above them all that the score depends on beside: the seeds that the player to
move has captured, which boards end the game by coming again, where there are any whose turn it is, and the
number of the question, as what was found for another one is as good as nothing. So no two positions are ever
taken for each other. The third word has the bounds of the score, how far was looked and the best move.

A board is remembered while it may come again before the horizon. A number stands for those that are, in their
order, as a *way*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.captures.board import BOARD, ENOUGH, SEED, SEEDS
from engine.machine import TAKEN, Polling, find_heaviest, words
from engine.rows import HOUSES, ROW, mixed, seeds_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from librt.vecs import vec
    from mypy_extensions import i64

NODES_BETWEEN_POLLS: Final = 1 << 5
"""How many positions are visited between two polls of `stop()`, not counting those at the horizon.

As many polls have to find the same, compiled or not: then the same seed gives the same match.
"""

PART: Final = 1 << 11
"""The parts of one: more than any estimate, in which a seed counts for some."""

DEEPEST: Final = 100
"""More plies than are looked ahead."""

_WIN: Final = PART << 10
_FOUND: Final = _WIN >> 1
"""The score of a win that a table knows, which is less than that of any that was searched to its end."""

_MOST: Final = 2 * _WIN
"""More than any score; twice as many take 23 bits."""

_BITS: Final = 23
_SIZE: Final = 18
"""The size of the table, a power of two: 6 MB. Twice as many save two positions in a hundred at depth 16."""

_CYCLE: Final = 12
"""The fewest plies after which a board comes again: see `Game.cycle`."""

_COMPLETE: Final = 127
"""How far was looked where no line met the horizon."""

_FRESH: Final = -1
"""The way to a board right after a capture: it alone is looked up in the table of endings."""

_UNNUMBERED: Final = 1 << 16
"""The way to positions that are not kept, as so many others have numbers."""

_FIELDS: Final = 4
"""The words of a move yet to be searched: both rows, its house above what it captures, the lead after it."""

_FRAME: Final = HOUSES * _FIELDS
_ABOVE: Final = 36
_WAY: Final = 42
_CAPTURED: Final = 62
"""All bits of a house but that for a single seed; only that of two is set where there are two or three."""

_TWO: Final = 2
_MARKS: Final = 1023


class Search(Polling):
    """Scores positions, and keeps what it finds until it is cleared."""

    def __init__(self, size: i64 = _SIZE) -> None:
        super().__init__()
        self._board = BOARD
        self._places: i64 = (1 << size) - 2
        self._words: vec[i64] = words(3 << size)
        self._stack: vec[i64] = words(DEEPEST * _FRAME)
        self._question: i64 = 1
        self._endings = b""
        self._few: i64 = -1
        self._past: list[tuple[int, int]] = []
        self._marks: vec[i64] = words(_MARKS + 1)
        self._ways: dict[tuple[int, int, int], int] = {}
        self.has_met_horizon: bool = False

    def ask(self, stop: Callable[[], bool] | None, endings: bytes = b"", few: i64 = -1) -> None:
        """Begin another question without the results of earlier ones, with endings of so few seeds."""
        self._stop, self._endings, self._few = stop, endings, few
        self._visits = 0
        self._clear_results()

    def score(  # noqa: PLR0913, PLR0917 - a position, what was before it and what is asked
        self,
        mine: i64,
        theirs: i64,
        store: i64,
        others: i64,
        turn: i64,
        past: Sequence[tuple[int, int]],
        depth: i64,
        alpha: i64,
        beta: i64,
        *,
        is_fresh: bool,
    ) -> int:
        """Return the score if it lies between alpha and beta, else a bound of it on the same side.

        StoppedError if `stop()` is true first. Of what is past, the second row has the turn above it.
        """
        for one, other in self._past:
            self._marks[mixed(one, other & ROW) & _MARKS] = 0
        self._past = []
        if len(self._ways) >= _UNNUMBERED >> 1:
            self._clear_results()
        way: i64 = 0
        for one, other in past:
            way = self._remember_board(way, one, other)
        self.has_met_horizon = False
        return self._search_window(
            mine, theirs, store, others, turn, _FRESH if is_fresh else way, depth, alpha, beta
        )

    def _clear_results(self) -> None:
        self._question += 1
        self._ways = {}

    def _remember_board(self, way: i64, mine: i64, theirs: i64) -> i64:
        """Make a board end the game by coming again, and return the way that it lengthens."""
        self._past.append((mine, theirs))
        self._marks[mixed(mine, theirs & ROW) & _MARKS] += 1
        key = (int(way), int(mine), int(theirs))
        known = self._ways.get(key)
        if known is not None:
            return known
        if len(self._ways) + 1 >= _UNNUMBERED:
            return _UNNUMBERED
        self._ways[key] = len(self._ways) + 1
        return len(self._ways)

    def _has_been(self, mine: i64, theirs: i64) -> bool:
        return (int(mine), int(theirs)) in self._past

    def _search_window(  # noqa: C901, PLR0911, PLR0912, PLR0913, PLR0915, PLR0917 - a call would cost as much as all this
        self,
        mine: i64,
        theirs: i64,
        store: i64,
        others: i64,
        turn: i64,
        way: i64,
        depth: i64,
        alpha: i64,
        beta: i64,
    ) -> i64:
        """Return the score of a position within a window, as above."""
        few: i64 = self._few
        best: i64 = -_MOST
        if way == _FRESH:
            way = 0
            left: i64 = SEEDS - store - others
            if left <= few:
                sure: i64 = self._endings[self._board.place(mine, theirs, left)]
                low: i64 = _at_least(store + (sure >> 4))
                high: i64 = -_at_least(others + (sure & 15))
                if low >= beta or low == high:
                    return low
                if high <= alpha:
                    return high
                best = self._search_window(mine, theirs, store, others, turn, way, depth, alpha, beta)
                return max(low, min(best, high))
        place: i64 = 0
        first: i64 = 0
        number: i64 = 0
        if depth > 1 or way:
            number = mixed(mine, theirs)
            if way and self._marks[number & _MARKS] and self._has_been(mine, theirs | turn << _ABOVE):
                return _score_end(mine, theirs, store, others)
        one: i64 = 0
        two: i64 = 0
        if depth > 1:
            one = mine | store << _ABOVE | way << _WAY
            two = theirs | (self._question << 1 | (turn if way else 0)) << _ABOVE
            self._visits += 1
            if self._visits >= NODES_BETWEEN_POLLS:
                self._pause()
            place = (number & self._places) * 3
            if self._words[place] != one or self._words[place + 1] != two:
                place += 3
            if self._words[place] == one and self._words[place + 1] == two:
                known: i64 = self._words[place + 2]
                first = known & 7
                looked: i64 = known >> 3 & 127
                if looked >= depth:
                    upper: i64 = (known >> 10 & (1 << _BITS) - 1) - _MOST
                    lower: i64 = (known >> 10 + _BITS) - _MOST
                    if lower >= beta or upper <= alpha or lower == upper:
                        if looked < _COMPLETE:
                            self.has_met_horizon = True
                        return upper if upper <= alpha else lower
        board, stack = self._board, self._stack
        mine_of, theirs_of, worths = board.mine, board.theirs, board.worths
        base: i64 = depth * _FRAME
        above: i64 = base
        house: i64 = 0
        while house < HOUSES:
            sown: i64 = mine >> 6 * house & 63
            house += 1
            if not sown:
                continue
            at: i64 = house - 1 << 6 | sown
            own: i64 = mine + mine_of[at]
            packed: i64 = theirs_of[at]
            other: i64 = theirs + (packed & ROW)
            last: i64 = packed >> _ABOVE
            gain: i64 = 0
            if last < HOUSES and other >> 6 * last & _CAPTURED == _TWO:
                after: i64 = other
                while last >= 0 and after >> 6 * last & _CAPTURED == _TWO:
                    taken: i64 = after >> 6 * last & 63
                    gain += taken
                    after -= taken << 6 * last
                    last -= 1
                if after:
                    other = after
                else:
                    gain = 0
            if not theirs and not other:
                continue
            if store + gain >= ENOUGH:
                return _WIN - PART
            lead: i64 = (
                SEED * (store + gain - others)
                - worths[other & 4095]
                - worths[4096 | other >> 12 & 4095]
                - worths[8192 | other >> 24]
                + worths[own & 4095]
                + worths[4096 | own >> 12 & 4095]
                + worths[8192 | own >> 24]
            )
            if depth > 1:
                stack[above] = own
                stack[above + 1] = other
                stack[above + 2] = house << 6 | gain
                stack[above + 3] = lead if house != first else _WIN
            else:
                if gain and SEEDS - store - gain - others <= few:
                    lead = self._glance(own, other, store + gain, others, lead)
                if lead > best:
                    best = lead
                    if best >= beta:
                        break
            above += _FIELDS
        if above == base and best == -_MOST:
            return _score_end(mine, theirs, store, others)
        if depth == 1:
            if -PART < best < PART:
                self.has_met_horizon = True
            return best
        had_met_horizon = self.has_met_horizon
        has_met_horizon = False
        quiet: i64 = way
        if depth >= _CYCLE:
            quiet = self._remember_board(way, mine, theirs | turn << _ABOVE)
        # An end is a ply nearer to what follows than to the position, so a win's score there is one more,
        # and a bound of the window that is such a score has to be moved likewise, lest it cut off too much.
        low = -beta - PART if beta > PART else -beta
        top: i64 = alpha
        first = 0
        chosen: i64 = 0
        while (chosen := find_heaviest(stack, base, above, _FIELDS)) >= 0:
            own = stack[chosen]
            other = stack[chosen + 1]
            gain = stack[chosen + 2] & 63
            house = stack[chosen + 2] >> 6
            stack[chosen + 3] = TAKEN
            high = PART - top if top < -PART else -top
            # Whether a later move is better at all is asked first, by a window of nothing.
            tight: i64 = low if best == -_MOST or depth == 2 else high - 1  # noqa: PLR2004 - before the horizon
            after = _FRESH if gain else quiet
            self.has_met_horizon = False
            score: i64 = -self._search_window(
                other, own, others, store + gain, 1 - turn, after, depth - 1, tight, high
            )
            if low < tight and low < -score < high:
                self.has_met_horizon = False
                score = -self._search_window(
                    other, own, others, store + gain, 1 - turn, after, depth - 1, low, high
                )
            if score > PART:
                score -= PART
            elif score < -PART:
                score += PART
            if score > best:
                best = score
                first = house
                if score >= beta:
                    has_met_horizon = self.has_met_horizon
                    break  # which one move has proven, whatever the others are worth
                if score > top:  # noqa: PLR1730 - max() would box them
                    top = score
            if self.has_met_horizon:
                has_met_horizon = True
        if depth >= _CYCLE:
            self._past.pop()
            self._marks[number & _MARKS] -= 1
        self.has_met_horizon = had_met_horizon or has_met_horizon
        if way != _UNNUMBERED:
            # A score beyond the window is but a bound: the search broke off, or passed over what was better.
            lower = 0 if best <= alpha else best + _MOST
            upper = 2 * _MOST - 1 if best >= beta else best + _MOST
            looked = depth if has_met_horizon else _COMPLETE
            place = (number & self._places) * 3
            if (
                looked < self._words[place + 2] >> 3 & 127 < _COMPLETE
                and self._words[place + 1] >> _ABOVE + 1 == self._question
                and (self._words[place] != one or self._words[place + 1] != two)
            ):
                place += 3  # beside what was looked at further
            self._words[place] = one
            self._words[place + 1] = two
            self._words[place + 2] = (lower << _BITS | upper) << 10 | looked << 3 | first
        return best

    def _glance(self, mine: i64, theirs: i64, store: i64, others: i64, lead: i64) -> i64:
        """Return the score of a capture for its player, the table's or the lead within its bounds."""
        sure: i64 = self._endings[self._board.place(theirs, mine, SEEDS - store - others)]
        low: i64 = _at_least(store + (sure & 15))
        high: i64 = -_at_least(others + (sure >> 4))
        return max(low, min(lead, high))


def _at_least(seeds: i64) -> i64:
    """Return the least score of a player who is sure of so many seeds."""
    if seeds >= ENOUGH:
        return _FOUND
    return 0 if seeds == ENOUGH - 1 else -_MOST


def _score_end(mine: i64, theirs: i64, store: i64, others: i64) -> i64:
    """Return the score where the game has ended and the players keep the seeds of their own rows."""
    ahead: i64 = store + seeds_in(mine) - others - seeds_in(theirs)
    if ahead > 0:
        return _WIN
    return -_WIN if ahead < 0 else 0
