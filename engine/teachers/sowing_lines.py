"""Who gets which seeds along a line of play, and what is remarked on that."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from engine.base import Action, State
from engine.facts import Remark
from engine.rules.sowing import Sowing
from engine.teachers.sowing_kinds import SowingKind


class SowingLine(NamedTuple):
    """What becomes of the seeds along a line, for the player who begins it.

    They make the moves up to `own`, the opponent those from there up to `answer`, the first of which is
    `reply`, and they again those up to `again`. `leads` are by how many seeds the own store is ahead of the
    opponent's in each of the states.
    """

    states: tuple[State, ...]
    line: tuple[Action, ...]
    leads: tuple[int, ...]
    own: int
    answer: int
    again: int

    @property
    def collected(self) -> int:
        """By how many seeds the own store grows more than the opponent's until the opponent's turn."""
        return self.leads[self.own] - self.leads[0]

    @property
    def answered(self) -> int:
        """By how many the opponent's store grows more than the own in their first turn."""
        return self.leads[self.own] - self.leads[self.answer]

    @property
    def mover(self) -> int:
        """The player who begins the line."""
        return self.states[0].to_move

    @property
    def reply(self) -> Action | None:
        """What the opponent plays first, None if it is never their turn."""
        return self.line[self.own] if self.own < len(self.line) else None

    @property
    def is_answered_twice(self) -> bool:
        """Whether the reply lets the opponent move again."""
        return self.reply is not None and moves_again(self.states[self.own], self.reply)

    @property
    def end(self) -> State:
        """The last state of the line."""
        return self.states[-1]


def follow_line(game: Sowing, state: State, line: tuple[Action, ...]) -> SowingLine:
    """Play a line from a state, and count what is in the stores."""
    states, player = tuple(accumulate(line, State.successor, initial=state)), state.to_move
    leads = tuple(both[player] - both[1 - player] for both in map(game.stores, states))
    own = _end_of_turn(states, 0)
    answer = _end_of_turn(states, own)
    return SowingLine(states, line, leads, own, answer, _end_of_turn(states, answer))


def ends_of_turn(state: State, action: Action) -> Iterator[State]:
    """Yield each state in which a turn can end that begins with an action, none if that is not legal."""
    begun = {state.successor(action)} if action in state.actions() else set()
    return (after for after in _reached(state, begun) if not _goes_on(state, after))


def states_of_turn(state: State) -> Iterator[State]:
    """Yield the states that the player to move can reach before the turn ends, this one included."""
    yield state
    if state.game.turn(state.position) is not None:
        begun = {state.successor(action) for action in state.actions()}
        yield from (after for after in _reached(state, begun) if _goes_on(state, after))


def _reached(state: State, afters: set[State]) -> Iterator[State]:
    """Yield these states of a turn that begins in a state, and all to which it can lead from them."""
    while afters:
        yield from afters
        going_on = [after for after in afters if _goes_on(state, after)]
        afters = {after.successor(action) for after in going_on for action in after.actions()}


def moves_again(state: State, action: Action) -> bool:
    """Whether an action is legal and lets its player move again."""
    return action in state.actions() and _goes_on(state, state.successor(action))


def _goes_on(state: State, after: State) -> bool:
    return not after.is_terminal and after.to_move == state.to_move


def _end_of_turn(states: Sequence[State], start: int) -> int:
    """Return where the turn ends that goes on in one of the states."""
    mover, end = states[start].to_move, start
    while end < len(states) - 1 and states[end].to_move == mover:
        end += 1
    return end


def remark_on_answer(played: SowingLine, best: SowingLine, harms: Sequence[Remark]) -> Iterator[Remark]:
    """Tell what the opponent's turn brings them, if that is more than after the best move."""
    is_more = played.reply is not None and played.answered > max(best.answered, 1)
    if is_more and not is_remarked(played, harms):
        yield Remark(SowingKind.LETS_COLLECT, played.line[played.own : played.own + 1], played.answered)


def response(played: SowingLine, cost: int) -> Iterator[Remark]:
    """Tell which reply a move has, and what it costs compared with the best move."""
    if played.reply is not None:
        reply = (played.reply,)
        yield Remark(SowingKind.COSTS, reply, cost) if cost else Remark(SowingKind.REPLIES, reply)


def is_remarked(played: SowingLine, harms: Sequence[Remark]) -> bool:
    """Whether what the opponent's turn brings is no more than what is told of it already."""
    return any(harm.actions == (played.reply,) and harm.number >= played.answered for harm in harms)


def refutations(game: Sowing, played: SowingLine, harms: Sequence[Remark]) -> Iterator[Remark]:
    """Tell how a lost move is lost in the end, after what can be seen of it now."""
    yield from harms
    is_over, reply = played.end.is_terminal, () if played.reply is None else (played.reply,)
    if played.answered > 1 and not is_remarked(played, harms):
        yield Remark(SowingKind.LETS_COLLECT, reply, played.answered)
    if is_over and reply and (kept := game.kept(played.states[-2], played.line[-1])[1 - played.mover]) > 1:
        yield Remark(SowingKind.LETS_KEEP, reply, kept)
    if is_over and reply:
        end = remark_on_end(game, played)
        yield Remark(SowingKind.LETS_REACH, reply, end.of, of=end.number)
    elif is_over:
        yield remark_on_end(game, played)
    else:
        yield from [Remark(SowingKind.REPLIES, reply)] if reply else []


def remark_on_end(game: Sowing, played: SowingLine) -> Remark:
    """Tell how many seeds the players have where the line of a move ends the game."""
    stores = game.stores(played.end)
    return Remark(SowingKind.ENDS_WITH, (), stores[played.mover], of=stores[1 - played.mover])
