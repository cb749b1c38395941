"""What a remark may claim of seeds by the line of a move, and how one sees by slow rules that it is true."""

from __future__ import annotations

from functools import lru_cache
from math import log
from typing import TYPE_CHECKING, NamedTuple

import engine
from engine import Remark
from engine.games.sowing import SowingKind
from tests.engine import kalah_again, oware_again
from tests.engine.about import analysed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.engine.about import About

SEEDS = {"oware": 7, "kalah": 8.5}
"""How many seeds ahead are worth tanh(1)."""

FULL = 12
"""How many seeds go all the way round."""


class Seen(NamedTuple):
    """A state as players see it: the rows and stores of both, and whose turn it is."""

    rows: tuple[tuple[int, ...], tuple[int, ...]]
    stores: tuple[int, int]
    turn: int
    is_over: bool

    def lead(self, player: int) -> int:
        return self.stores[player] - self.stores[1 - player]


def seen(state: engine.State) -> Seen:
    """Return what there is to see by the packed position alone, with what is kept in the end."""
    size = 12 if state.game.slug == "oware" else len(kalah_again.seen(state).rows[0]) * 2
    houses = [state.position >> 6 * house & 63 for house in range(size)]
    rows = tuple(houses[: size // 2]), tuple(houses[size // 2 :])
    first, second = state.position >> 6 * size & 63, state.position >> 6 * size + 6 & 63
    is_over = state.is_terminal
    if state.game.slug == "oware" and is_over and max(first, second) < oware_again.ENOUGH:
        first, second = first + sum(rows[0]), second + sum(rows[1])
    return Seen(rows, (first, second), state.to_move, is_over)


def played(state: engine.State, line: tuple[engine.Action, ...]) -> list[Seen]:
    """Return what is seen along a line, and check each step by the slow rules."""
    boards = [seen(state)]
    for action in line:
        slow = slow_board(state).play(action)
        state = state.successor(action)
        boards.append(seen(state))
        assert state.is_terminal or slow.stores == boards[-1].stores
    return boards


def slow_board(state: engine.State) -> oware_again.Slow | kalah_again.Slow:
    if state.game.slug == "kalah":
        return kalah_again.seen(state)
    board = seen(state)
    return oware_again.Slow((*board.rows[0], *board.rows[1]), board.stores, board.turn)


def turns(boards: list[Seen]) -> tuple[int, int]:
    """Return before which move of a line the opponent's first turn begins, and before which it ends."""
    movers = [board.turn for board in boards[:-1]]
    begin = next((ply for ply, mover in enumerate(movers) if mover != movers[0]), len(movers))
    end = next((ply for ply in range(begin, len(movers)) if movers[ply] == movers[0]), len(movers))
    return begin, end


class Line(NamedTuple):
    """A move of an analysis with what is seen along its line."""

    move: engine.AnalysedMove
    boards: list[Seen]

    @property
    def gain(self) -> int:
        mover = self.boards[0].turn
        return self.boards[-1].lead(mover) - self.boards[0].lead(mover)

    @property
    def reply(self) -> tuple[engine.Action, ...]:
        begin, _ = turns(self.boards)
        return self.move.line[begin : begin + 1]


def line(about: About, action: engine.Action | None = None) -> Line:
    """Return the line of the move, or that of another."""
    return keep_line(about.state, about.action if action is None else action)


@lru_cache(64)
def keep_line(state: engine.State, action: engine.Action) -> Line:
    move = next(move for move in analysed(state).moves if move.action == action)
    return Line(move, played(state, move.line))


def collects(about: About, remark: Remark) -> bool:
    found = line(about)
    begin, _ = turns(found.boards)
    gain = found.boards[begin].lead(about.mover) - found.boards[0].lead(about.mover)
    return begin > 1 and gain > 0 and remark == Remark(remark.kind, (found.move.line[1],), gain)


def prepares(about: About, remark: Remark) -> bool:
    found = line(about)
    _, end = turns(found.boards)
    state = about.state
    for action in found.move.line[:end]:
        state = state.successor(action)
    seeds = captured(state, found.move.line[end])
    return seeds > 1 and remark == Remark(remark.kind, (found.move.line[end],), seeds)


def captured(state: engine.State, action: engine.Action) -> int:
    board = slow_board(state)
    if isinstance(board, kalah_again.Slow):
        return board.captured(action)
    return board.play(action).stores[board.turn] - board.stores[board.turn]


def captures_later(about: About, remark: Remark) -> bool:
    boards, state, own = played(about.state, about.line), about.state, []
    _, end = turns(boards)
    again, _ = turns(boards[end:])
    for place, action in enumerate(about.line):
        if state.to_move == about.mover and place >= end + again:
            own.append((captured(state, action), -place, action, state.ply + 1))
        state = state.successor(action)
    seeds, _, action, number = max(own)
    return seeds > 1 and remark == Remark(remark.kind, (action,), seeds, of=number)


def captures_fewer(about: About, remark: Remark) -> bool:
    best = analysed(about.state).moves[0].action
    fewer = captured(about.state, best) - captured(about.state, about.action)
    return fewer > 1 and remark == Remark(remark.kind, (), fewer, (best,))


def gains(about: About, remark: Remark) -> bool:
    more = line(about).gain - line(about, next_best(about)).gain
    return more > 0 and remark == Remark(remark.kind, (), more, (next_best(about),))


def next_best(about: About) -> engine.Action:
    """Return the first move that is not one of the best, which the one that is spoken of has to be."""
    analysis = analysed(about.state)
    assert about.action in analysis.best
    return analysis.moves[len(analysis.best)].action


def costs(about: About, remark: Remark) -> bool:
    analysis, found = analysed(about.state), line(about)
    ahead, behind = (in_seeds(about, value) for value in (analysis.value, found.move.value))
    return ahead > behind and remark == Remark(remark.kind, found.reply, ahead - behind)


def in_seeds(about: About, value: float) -> int:
    quarters = round(SEEDS[about.state.game.slug] * log((1 + value) / (1 - value)) * 2)
    return round(quarters / 4)


def lets_prepare(about: About, remark: Remark) -> bool:
    found = line(about)
    begin, _ = turns(found.boards)
    action, seeds = second_turn(about, found)
    return seeds > 1 and remark == Remark(remark.kind, action, seeds, found.move.line[begin : begin + 1])


def second_turn(about: About, found: Line) -> tuple[tuple[engine.Action, ...], int]:
    """Return the action with which the opponent begins a second turn in a line, and what it captures."""
    _, end = turns(found.boards)
    if end == len(found.move.line):
        return (), 0
    again, _ = turns(found.boards[end:])
    begun = found.move.line[end + again : end + again + 1]
    state = about.state
    for action in found.move.line[: end + again]:
        state = state.successor(action)
    assert not begun or state.to_move != about.mover
    return begun, sum(captured(state, action) for action in begun)


def avoids(about: About, remark: Remark) -> bool:
    action, lost = second_turn(about, line(about, next_best(about)))
    _, kept = second_turn(about, line(about))
    return 1 < lost > kept and remark == Remark(remark.kind, action, lost, (next_best(about),))


def lets_collect(about: About, remark: Remark) -> bool:
    found = line(about)
    begin, end = turns(found.boards)
    seeds = found.boards[begin].lead(about.mover) - found.boards[end].lead(about.mover)
    return seeds > 1 and remark == Remark(remark.kind, found.reply, seeds)


def replies(about: About, remark: Remark) -> bool:
    return remark == Remark(remark.kind, line(about).reply) and len(remark.actions) == 1


def ends_with(about: About, remark: Remark) -> bool:
    end = line(about).boards[-1]
    return end.is_over and remark == Remark(remark.kind, number=end.stores[about.mover])


def lets_reach(about: About, remark: Remark) -> bool:
    found = line(about)
    end = found.boards[-1]
    return end.is_over and remark == Remark(remark.kind, found.reply, end.stores[1 - about.mover])


def has_more(count: Callable[[Seen, int], int]) -> Callable[[About, Remark], bool]:
    """Return the claim that there is more of something where the line ends than with the next best."""

    def is_true(about: About, remark: Remark) -> bool:
        mine, theirs = line(about).boards[-1], line(about, next_best(about)).boards[-1]
        more = count(mine, about.mover) - count(theirs, about.mover)
        is_running = not mine.is_over and not theirs.is_over
        return is_running and more > 0 and remark == Remark(remark.kind, (), more, (next_best(about),))

    return is_true


def filled(row: tuple[int, ...]) -> int:
    return len(row) - row.count(0)


def thumb(about: About, remark: Remark) -> bool:
    number = filled(seen(about.after).rows[about.mover])
    return remark == Remark(remark.kind, number=number)


CLAIMS: Mapping[engine.Kind, Callable[[About, Remark], bool]] = {
    SowingKind.COLLECTS: collects,
    SowingKind.PREPARES: prepares,
    SowingKind.AVOIDS: avoids,
    SowingKind.CAPTURES_LATER: captures_later,
    SowingKind.CAPTURES_FEWER: captures_fewer,
    SowingKind.GAINS: gains,
    SowingKind.COSTS: costs,
    SowingKind.LETS_PREPARE: lets_prepare,
    SowingKind.LETS_COLLECT: lets_collect,
    SowingKind.REPLIES: replies,
    SowingKind.ENDS_WITH: ends_with,
    SowingKind.LETS_REACH: lets_reach,
    SowingKind.MORE_HOUSES: has_more(lambda board, player: filled(board.rows[player])),
    SowingKind.FEWER_HOUSES: has_more(lambda board, player: -filled(board.rows[1 - player])),
    SowingKind.KEEPS_SEEDS: has_more(lambda board, player: sum(board.rows[player])),
    SowingKind.LEAVES_SEEDS: has_more(lambda board, player: -sum(board.rows[1 - player])),
    SowingKind.SAFE_HOUSES: has_more(lambda board, player: sum(seeds > 2 for seeds in board.rows[player])),
    SowingKind.ROUND_HOUSES: has_more(
        lambda board, player: sum(seeds >= FULL for seeds in board.rows[player])
    ),
    SowingKind.MOVES_AGAIN_LATER: has_more(
        lambda board, player: sum(
            seeds == away for away, seeds in enumerate(reversed(board.rows[player]), start=1)
        )
    ),
    SowingKind.THUMB_HOUSES: thumb,
}
