"""What a remark may claim of seeds by the line of a move, and how one sees by slow rules that it is true."""

from __future__ import annotations

import itertools
from math import atanh
from typing import TYPE_CHECKING

import engine
from engine import Remark
from engine.teachers.sowing_kinds import SowingKind
from tests.engine import kalah_again, oware_again
from tests.engine.about import analysed
from tests.engine.lines_of_sowing import (
    FULL,
    SEEDS,
    Line,
    Seen,
    answered,
    before_reply,
    best_line,
    can_move_again,
    capturable,
    captured,
    captured_on,
    collected,
    exposed,
    is_answered_twice,
    is_theirs,
    line,
    most,
    most_in_turn,
    playable,
    played,
    saved,
    second_turn,
    slow_board,
    threat,
    threatened,
    turns,
    within_turn,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tests.engine.about import About


def collects(about: About, remark: Remark) -> bool:
    found = line(about)
    begin, _ = turns(found.boards)
    gain = collected(found)
    return begin > 1 and gain > 0 and remark == Remark(remark.kind, found.move.line[1:begin], gain)


def prepares(about: About, remark: Remark) -> bool:
    action, seeds = next_capture(about, line(about))
    begin, end = turns(line(about).boards)
    reply = about.line[begin:end]
    return seeds > 1 and len(reply) == 1 and remark == Remark(remark.kind, action, seeds, reply)


def surely(boards: Sequence[oware_again.Slow | kalah_again.Slow], seeds: int) -> Remark:
    """Return what is to be said where so many seeds can be captured on each of these boards."""
    for house in range(6):
        if all(house in board.actions() and captured_on(board, house) >= seeds for board in boards):
            return Remark(SowingKind.SURE_CAPTURE, (house,), seeds)
    for pair in itertools.combinations(range(6), 2):
        if all(
            any(house in board.actions() and captured_on(board, house) >= seeds for house in pair)
            for board in boards
        ):
            return Remark(SowingKind.SURE_CAPTURE, pair, seeds)
    return Remark(SowingKind.SURE_CAPTURE, number=seeds)


def captures_fewer(about: About, remark: Remark) -> bool:
    best = analysed(about.state).moves[0].action
    most = captured(about.state, best)
    fewer = most - captured(about.state, about.action)
    return fewer > 1 and remark == Remark(remark.kind, (), fewer, (best,), of=most)


def next_best(about: About) -> engine.Action:
    """Return the first move that is not one of the best, which the one that is spoken of has to be."""
    analysis = analysed(about.state)
    assert about.action in analysis.best
    return analysis.moves[len(analysis.best)].action


def costs(about: About, remark: Remark) -> bool:
    analysis, found = analysed(about.state), line(about)
    ahead, behind = (worth_in_seeds(about, move) for move in (analysis.moves[0], found.move))
    return ahead > behind and remark == Remark(remark.kind, found.reply, ahead - behind)


def worth_in_seeds(about: About, move: engine.AnalysedMove) -> int:
    return in_seeds(about, move.value) if move.margin is None else move.margin


def in_seeds(about: About, value: float) -> int:
    return round(round(4 * SEEDS[about.state.game.slug] * atanh(value)) / 4)


def lets_prepare(about: About, remark: Remark) -> bool:
    found = line(about)
    begin, _ = turns(found.boards)
    action, seeds = second_turn(about, found)
    return seeds > 1 and remark == Remark(remark.kind, action, seeds, found.move.line[begin : begin + 1])


def avoids_turn(about: About, remark: Remark) -> bool:
    found, own = line(about, next_best(about)), line(about)
    begun = before_reply(own, about.state)
    is_more = answered(found) > max(answered(own), most_in_turn(begun, *found.reply), 1)
    others = [action for action in remark.besides if action != next_best(about)]
    are_alike = all(
        line(about, action).reply == found.reply and answered(line(about, action)) >= answered(found)
        for action in others
    )
    besides = tuple(sorted([next_best(about), *others]))
    said = Remark(remark.kind, found.reply, answered(found), besides)
    return is_theirs(about, begun) and is_more and are_alike and remark == said


def avoids_moving_again(about: About, remark: Remark) -> bool:
    found, own = line(about, next_best(about)), line(about)
    begun = before_reply(own, about.state)
    is_kept = not any(can_move_again(each, *found.reply) for each in within_turn(begun))
    is_so = is_answered_twice(found) and not is_answered_twice(own) and is_kept and is_theirs(about, begun)
    return is_so and remark == Remark(remark.kind, found.reply, besides=(next_best(about),))


def avoids_threat(about: About, remark: Remark) -> bool:
    action, seeds = threatened(line(about, next_best(about)), about.state)
    begun = before_reply(line(about), about.state)
    is_more = all(seeds > threat(begun, (reply,))[1] for reply in playable(begun))
    said = Remark(remark.kind, action, seeds, (next_best(about),))
    return is_theirs(about, begun) and is_more and remark == said


def collects_fewer(about: About, remark: Remark) -> bool:
    best, found = best_line(about), line(about)
    fewer = collected(best) - collected(found)
    is_turn = best.boards[1].turn == about.mover
    return is_turn and fewer > 0 and remark == Remark(remark.kind, (), fewer, best.move.line[:1])


def next_capture(about: About, found: Line) -> tuple[tuple[engine.Action, ...], int]:
    """Return what the player's second turn begins with, and what that captures."""
    _, end = turns(found.boards)
    begun, state = found.move.line[end : end + 1], before_next(about, found)
    return begun, sum(captured(state, action) for action in begun)


def before_next(about: About, found: Line) -> engine.State:
    """Return the state of a line in which the player's second turn begins, or the last one."""
    _, end = turns(found.boards)
    state = about.state
    for action in found.move.line[:end]:
        state = state.successor(action)
    return state


def forgoes(about: About, remark: Remark) -> bool:
    best = best_line(about)
    action, seeds = next_capture(about, best)
    own = before_next(about, line(about))
    is_known = own.is_terminal or own.to_move == about.mover
    had = captured(about.state, about.action)
    later = (capturable(state, each) for state in within_turn(own) for each in range(6))
    is_more = seeds > max(1, had, *later)
    return is_known and is_more and remark == Remark(remark.kind, action, seeds, best.move.line[:1])


def lets_move_again(about: About, remark: Remark) -> bool:
    found = line(about)
    is_so = is_answered_twice(found) and not is_answered_twice(best_line(about))
    return is_so and remark == Remark(remark.kind, found.reply)


def lets_threaten(about: About, remark: Remark) -> bool:
    found = line(about)
    action, seeds = threatened(found, about.state)
    is_more = seeds > threatened(best_line(about), about.state)[1]
    return is_more and remark == Remark(remark.kind, action, seeds, found.reply)


def lets_save(about: About, remark: Remark) -> bool:
    found = line(about)
    seeds = saved(found, about.state)
    is_more = seeds > max(saved(best_line(about), about.state), 1)
    return is_more and remark == Remark(remark.kind, found.reply, seeds)


def lets_keep(about: About, remark: Remark) -> bool:
    found, opponent, state = line(about), 1 - about.mover, about.state
    *before, last = found.move.line
    for action in before:
        state = state.successor(action)
    board, end = slow_board(state), found.boards[-1]
    sown = board.unshared(last) if isinstance(board, kalah_again.Slow) else board.play(last)
    seeds = end.stores[opponent] - sown.stores[opponent]
    return end.is_over and seeds > 1 and remark == Remark(remark.kind, found.reply, seeds)


def lets_collect(about: About, remark: Remark) -> bool:
    found = line(about)
    seeds = answered(found)
    return seeds > 1 and remark == Remark(remark.kind, found.reply, seeds)


def replies(about: About, remark: Remark) -> bool:
    return remark == Remark(remark.kind, line(about).reply) and len(remark.actions) == 1


def ends_with(about: About, remark: Remark) -> bool:
    end = line(about).boards[-1]
    told = Remark(remark.kind, (), end.stores[about.mover], of=end.stores[1 - about.mover])
    return end.is_over and remark == told


def lets_reach(about: About, remark: Remark) -> bool:
    found = line(about)
    end = found.boards[-1]
    told = Remark(remark.kind, found.reply, end.stores[1 - about.mover], of=end.stores[about.mover])
    return end.is_over and remark == told


def has_more(count: Callable[[Seen, int], int]) -> Callable[[About, Remark], bool]:
    """Return the claim that there is more of something right after the move than after certain worse ones."""

    def is_true(about: About, remark: Remark) -> bool:
        boards = {action: played(about.state, (action,))[-1] for action in playable(about.state)}
        number, *others = (count(boards[each], about.mover) for each in (about.action, *remark.besides))
        told = Remark(remark.kind, (), abs(number), remark.besides)
        return remark == told and are_worse(about, remark) and max(others) < number

    return is_true


def are_worse(about: About, remark: Remark) -> bool:
    """Whether the move is one of the best, and those besides are not, or are told to be worth less."""
    analysis = analysed(about.state)
    worth = {move.action: worth_in_seeds(about, move) for move in analysis.moves}
    are_less = all(worth[each] < worth[about.action] or each not in analysis.best for each in remark.besides)
    return about.action in analysis.best and bool(remark.besides) and are_less


def loses_less(about: About, remark: Remark) -> bool:
    number, *others = (left_to_capture(about.state, each) for each in (about.action, *remark.besides))
    told = Remark(remark.kind, (), number, remark.besides)
    return remark == told and are_worse(about, remark) and min(others) > number


def threatens_most(about: About, remark: Remark) -> bool:
    (house,) = remark.actions
    number, *others = (most_after_pass(about.state, each) for each in (about.action, *remark.besides))
    mine = slow_board(about.state).play(about.action)._replace(turn=about.mover)
    told = Remark(remark.kind, remark.actions, captured_on(mine, house), remark.besides)
    return remark == told and number == remark.number > max(others) and are_worse(about, remark)


def most_after_pass(state: engine.State, action: engine.Action) -> int:
    """Return how many seeds a single move would capture if the opponent passed."""
    after = slow_board(state).play(action)
    return 0 if state.successor(action).is_terminal else most(after._replace(turn=state.to_move))


def left_to_capture(state: engine.State, action: engine.Action) -> int:
    """Return how many seeds the opponent captures at most with one move of their turn, were it theirs."""
    before, own = slow_board(state), 1 if state.game.slug == "kalah" else 0
    after = before.play(action)
    if state.successor(action).is_terminal:
        return 0
    seeds = exposed(after._replace(turn=1 - before.turn))
    return seeds if seeds > own else 0


def wins_back_least(about: About, remark: Remark) -> bool:
    found = {action: exchange(about.state, action) for action in playable(about.state)}
    won, lost = found[about.action]
    most = max(won - lost for won, lost in found.values())
    return won > 0 and won - lost == most and remark == Remark(remark.kind, number=won, of=lost)


def exchange(state: engine.State, action: engine.Action) -> tuple[int, int]:
    """Return what the turn wins that comes out best after the opponent's next one, and what that wins."""
    (before, board), after = played(state, (action,)), state.successor(action)
    won = board.lead(state.to_move) - before.lead(state.to_move)
    if after.is_terminal or after.to_move != state.to_move:
        return won, max((most_in_turn(after, each) for each in playable(after)), default=0)
    ends = [exchange(after, each) for each in playable(after)]
    more, lost = max(ends, key=lambda each: (each[0] - each[1], -each[1]))
    return won + more, lost


def names_preventing(about: About, remark: Remark) -> bool:
    """Whether a threat to capture names all replies that may prevent it, of so many."""
    (house,), after = remark.actions, about.after
    preventing = tuple(
        reply
        for reply in playable(after)
        if any(capturable(end, house) < remark.number for end in ends_of_turn(after, reply))
    )
    return (preventing, len(playable(after))) == (remark.besides, remark.of)


def ends_of_turn(state: engine.State, action: engine.Action) -> Iterator[engine.State]:
    after = state.successor(action)
    if after.is_terminal or after.to_move != state.to_move:
        yield after
    else:
        yield from itertools.chain.from_iterable(ends_of_turn(after, each) for each in playable(after))


def found_ahead(about: About, remark: Remark) -> bool:
    return remark == Remark(remark.kind) and about.action in analysed(about.state).best


def ready(row: tuple[int, ...]) -> int:
    return sum(seeds == away for away, seeds in enumerate(reversed(row), start=1))


def filled(row: tuple[int, ...]) -> int:
    return len(row) - row.count(0)


CLAIMS: Mapping[engine.Kind, Callable[[About, Remark], bool]] = {
    SowingKind.LOSES_LESS: loses_less,
    SowingKind.THREATENS_MOST: threatens_most,
    SowingKind.WINS_BACK_LEAST: wins_back_least,
    SowingKind.FOUND_AHEAD: found_ahead,
    SowingKind.COLLECTS: collects,
    SowingKind.PREPARES: prepares,
    SowingKind.CAPTURES_FEWER: captures_fewer,
    SowingKind.AVOIDS_TURN: avoids_turn,
    SowingKind.AVOIDS_MOVING_AGAIN: avoids_moving_again,
    SowingKind.AVOIDS_THREAT: avoids_threat,
    SowingKind.COLLECTS_FEWER: collects_fewer,
    SowingKind.FORGOES: forgoes,
    SowingKind.LETS_MOVE_AGAIN: lets_move_again,
    SowingKind.LETS_THREATEN: lets_threaten,
    SowingKind.LETS_SAVE: lets_save,
    SowingKind.LETS_KEEP: lets_keep,
    SowingKind.COSTS: costs,
    SowingKind.LETS_PREPARE: lets_prepare,
    SowingKind.LETS_COLLECT: lets_collect,
    SowingKind.REPLIES: replies,
    SowingKind.ENDS_WITH: ends_with,
    SowingKind.LETS_REACH: lets_reach,
    SowingKind.READY_HOUSES: has_more(lambda board, player: ready(board.rows[player])),
    SowingKind.NONE_READY: has_more(lambda board, player: -(ready(board.rows[1 - player]) > 0)),
    SowingKind.MORE_HOUSES: has_more(lambda board, player: filled(board.rows[player])),
    SowingKind.FEWER_HOUSES: has_more(lambda board, player: -filled(board.rows[1 - player])),
    SowingKind.KEEPS_SEEDS: has_more(lambda board, player: sum(board.rows[player])),
    SowingKind.LEAVES_PREY: has_more(
        lambda board, player: sum(seeds in {1, 2} for seeds in board.rows[1 - player])
    ),
    SowingKind.SAFE_HOUSES: has_more(lambda board, player: sum(seeds > 2 for seeds in board.rows[player])),
    SowingKind.ROUND_HOUSES: has_more(
        lambda board, player: sum(seeds >= FULL for seeds in board.rows[player])
    ),
}
