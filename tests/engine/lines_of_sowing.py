"""What is seen along a line of a game of sowing, by its slow rules."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tests.engine import kalah_again, oware_again
from tests.engine.about import analysed

if TYPE_CHECKING:
    from collections.abc import Iterator

    import engine
    from tests.engine.about import About

SEEDS = {"oware": 7.7, "kalah": 8.5}
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


def captured(state: engine.State, action: engine.Action) -> int:
    return captured_on(slow_board(state), action)


def captured_on(board: oware_again.Slow | kalah_again.Slow, action: engine.Action) -> int:
    if isinstance(board, kalah_again.Slow):
        return board.captured(action)
    return board.play(action).stores[board.turn] - board.stores[board.turn]


def second_turn(about: About, found: Line) -> tuple[tuple[engine.Action, ...], int]:
    """Return the action with which the opponent begins a second turn in a line, and what it captures."""
    state = before_second_turn(about, found)
    begun = found.move.line[state.ply - about.state.ply :][:1]
    assert not begun or state.to_move != about.mover
    return begun, sum(captured(state, action) for action in begun)


def before_second_turn(about: About, found: Line) -> engine.State:
    """Return the state of a line in which the opponent begins a second turn, or the last one."""
    _, end = turns(found.boards)
    again, _ = turns(found.boards[end:])
    state = about.state
    for action in found.move.line[: end + again]:
        state = state.successor(action)
    return state


def best_line(about: About) -> Line:
    return line(about, analysed(about.state).moves[0].action)


def collected(found: Line) -> int:
    """Return by how much the player is further ahead when the opponent's turn begins."""
    begin, _ = turns(found.boards)
    mover = found.boards[0].turn
    return found.boards[begin].lead(mover) - found.boards[0].lead(mover)


def answered(found: Line) -> int:
    """Return what the opponent's first turn brings them."""
    begin, end = turns(found.boards)
    mover = found.boards[0].turn
    return found.boards[begin].lead(mover) - found.boards[end].lead(mover)


def is_answered_twice(found: Line) -> bool:
    begin, _ = turns(found.boards)
    after = found.boards[begin + 1 : begin + 2]
    return any(not board.is_over and board.turn != found.boards[0].turn for board in after)


def before_reply(found: Line, state: engine.State) -> engine.State:
    begin, _ = turns(found.boards)
    for action in found.move.line[:begin]:
        state = state.successor(action)
    return state


def is_theirs(about: About, state: engine.State) -> bool:
    """Whether all is known of what the opponent can do in a state of the line: it is their turn, or over."""
    return state.is_terminal or state.to_move != about.mover


@lru_cache(1 << 12)
def most_in_turn(state: engine.State, action: engine.Action) -> int:
    """Return what a turn that begins with an action can bring whoever is to move, by trying each."""
    if action not in playable(state):
        return 0
    (before, board), after = played(state, (action,)), state.successor(action)
    won = board.lead(before.turn) - before.lead(before.turn)
    return won + max(
        (most_in_turn(after, each) for each in playable(after) if board.turn == before.turn), default=0
    )


def playable(state: engine.State) -> list[engine.Action]:
    return [] if state.is_terminal else [*slow_board(state).actions()]


def within_turn(state: engine.State) -> Iterator[engine.State]:
    """Yield the state, and all to which whoever is to move can come before the other player is."""
    yield state
    for action in playable(state):
        if can_move_again(state, action):
            yield from within_turn(state.successor(action))


def can_move_again(state: engine.State, action: engine.Action) -> bool:
    if action not in playable(state):
        return False
    after = slow_board(state).play(action)
    return after.turn == state.to_move and bool(after.actions())


def capturable(state: engine.State, action: engine.Action) -> int:
    return captured(state, action) if action in playable(state) else 0


def threatened(found: Line, state: engine.State) -> tuple[tuple[engine.Action, ...], int]:
    """Return what the reply threatens to capture that could not be captured before, and with what."""
    return threat(before_reply(found, state), found.reply)


def threat(state: engine.State, reply: tuple[engine.Action, ...]) -> tuple[tuple[engine.Action, ...], int]:
    if not reply:
        return (), 0
    before = slow_board(state)
    after = before.play(*reply)
    if after.turn == before.turn or not after.actions():
        return (), 0
    again = after._replace(turn=before.turn)
    captures = {action: captured_on(again, action) for action in again.actions()}
    action = max(captures, key=captures.__getitem__, default=0)
    seeds = captures.get(action, 0)
    return ((action,), seeds) if seeds > max(most(before), 1) else ((), 0)


def most(board: oware_again.Slow | kalah_again.Slow) -> int:
    return max((captured_on(board, action) for action in board.actions()), default=0)


def saved(found: Line, state: engine.State) -> int:
    """Return how many seeds could be captured before the reply, if none can after it."""
    if not found.reply:
        return 0
    before = slow_board(before_reply(found, state))
    after, own = before.play(*found.reply), 1 if state.game.slug == "kalah" else 0  # the seed that captures
    is_over = not after.actions() or after.turn == before.turn
    return 0 if is_over or exposed(after) > own else max(most(before._replace(turn=1 - before.turn)) - own, 0)


def exposed(board: oware_again.Slow | kalah_again.Slow) -> int:
    """Return how many seeds a move captures at most in a turn, though others of it may come before."""
    afters = (board.play(house) for house in board.actions())
    return max((most(board), *(exposed(after) for after in afters if after.turn == board.turn)))
