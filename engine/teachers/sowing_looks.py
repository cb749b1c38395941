"""What players see of a move in a game of sowing seeds, as numbers that compare it with the others.

Each look returns a greater number for what is better, and sees no further than the opponent's next turn.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.base import Action, State
from engine.facts import Kind, Remark
from engine.rules.sowing import Sowing
from engine.teachers.sowing_kinds import SowingKind
from engine.teachers.sowing_lines import ends_of_turn, moves_again, states_of_turn

Look: TypeAlias = Callable[[Sowing, State, Action], int]
Row: TypeAlias = tuple[int, ...]


def win_in_turn(game: Sowing, state: State, action: Action) -> int:
    """Return by how many seeds the lead grows at most in a turn that begins with an action, 0 if illegal."""
    mover = state.to_move
    stores = [game.stores(each) for each in (state, *ends_of_turn(state, action))]
    before, *after = [both[mover] - both[1 - mover] for both in stores]
    return max(after, default=before) - before


def count_exposed(game: Sowing, state: State) -> int:
    """Return how many seeds a move of this turn captures at most, if any are the opponent's."""
    seeds = max(game.best_capture(each.position).seeds for each in states_of_turn(state))
    return seeds if seeds > game.own_seeds else 0


@lru_cache(maxsize=1 << 6)
def count_losses(game: Sowing, state: State) -> Mapping[Action, int]:
    """Return how many seeds the opponent can capture after each action that makes it their turn."""
    afters = ((action, state.successor(action)) for action in state.actions())
    replied = ((action, after) for action, after in afters if not after.is_terminal)
    return {action: count_exposed(game, after) for action, after in replied if after.to_move != state.to_move}


_MANY: Final = 100
"""More seeds than there are."""


class Exchange(NamedTuple):
    """How many seeds a turn wins, and how many of the opponent's next turn wins."""

    won: int
    lost: int


@lru_cache(maxsize=1 << 8)
def exchange(game: Sowing, state: State, action: Action) -> Exchange:
    """Return the exchange of the turn that begins with an action and comes out best, rather the quicker."""
    before = _lead(game, state, state.to_move)
    exchanges = (
        Exchange(_lead(game, end, state.to_move) - before, _count_answer(game, end, 1 - state.to_move))
        for end in ends_of_turn(state, action)
    )
    return max(exchanges, key=lambda each: (each.won - each.lost, -each.lost))


def _lead(game: Sowing, state: State, player: int) -> int:
    stores = game.stores(state)
    return stores[player] - stores[1 - player]


def _win_at_most(game: Sowing, state: State) -> int:
    """Return how many seeds a turn wins at most."""
    return max(win_in_turn(game, state, reply) for reply in state.actions())


def _count_answer(game: Sowing, state: State, opponent: int) -> int:
    """Return how many seeds the opponent's turn wins at most, 0 if the game is over."""
    return 0 if state.is_terminal or state.to_move != opponent else _win_at_most(game, state)


def exchange_best(game: Sowing, state: State, action: Action) -> int:
    """Return by how many seeds the turn comes out ahead after the opponent's next one."""
    won, lost = exchange(game, state, action)
    return won - lost


def leave_least(count: Callable[[Sowing, State], int]) -> Look:
    """Return a look at how little an action leaves to the opponent, nothing if they cannot move after it."""

    def look(game: Sowing, state: State, action: Action) -> int:
        after = state.successor(action)
        if not after.is_terminal and after.to_move == state.to_move:
            after = after._replace(position=game.passed(after.position))
        return -count(game, after) if not after.is_terminal and after.actions() else 0

    return look


_expose_least = leave_least(count_exposed)


def get_ready(game: Sowing, state: State, action: Action) -> int:
    """Return how many seeds a single move would capture next if the opponent passed."""
    after = state.successor(action)
    if after.is_terminal:
        return 0
    mine = after.position if after.to_move == state.to_move else game.passed(after.position)
    return game.best_capture(mine).seeds


def after_exchange(look: Look) -> Look:
    """Return a look at the moves that come out best in the exchange, which comes first."""
    return lambda game, state, action: _MANY * exchange_best(game, state, action) + look(game, state, action)


def make_sure(game: Sowing, state: State, action: Action) -> int:
    """Return how many seeds a single move captures next whatever the opponent replies."""
    after = state.successor(action)
    replies = [after.successor(reply) for reply in after.actions()]
    if any(reply.to_move != state.to_move for reply in replies):
        return 0  # the opponent may move again, and so much more may happen
    captures = (0 if each.is_terminal else game.best_capture(each.position).seeds for each in replies)
    return min(captures, default=0)


def win_by_move(game: Sowing, state: State, action: Action) -> int:
    """Return how many seeds an action alone brings into the store."""
    return game.gain(state, action)


def move_again(game: Sowing, state: State, action: Action) -> int:  # noqa: ARG001 - a look is told the game
    """Return whether the player moves again."""
    return moves_again(state, action)


def count_rows(count: Callable[[Row, Row], int]) -> Look:
    """Return a look at the player's row and the opponent's after an action."""

    def look(game: Sowing, state: State, action: Action) -> int:
        after = state.successor(action)
        return count(game.row(after, state.to_move), game.row(after, 1 - state.to_move))

    return look


def count_filled(row: Row) -> int:
    """Return how many houses of a row hold seeds."""
    return sum(seeds > 0 for seeds in row)


def prevent(game: Sowing, state: State, house: Action, seeds: int) -> tuple[Action, ...]:
    """Return the replies that begin a turn after which a house no longer captures so many seeds."""
    return tuple(
        reply
        for reply in state.actions()
        if any(count_captured(game, end, house) < seeds for end in ends_of_turn(state, reply))
    )


def count_captured(game: Sowing, state: State, house: Action) -> int:
    """Return how many seeds a house captures, 0 if that is not legal."""
    return game.captured(state, house) if house in state.actions() else 0


LOOKS: Final[Mapping[Kind, Look]] = {
    SowingKind.COLLECTS: win_in_turn,
    SowingKind.WINS_BACK_LEAST: exchange_best,
    SowingKind.STAYS_SAFE: _expose_least,
    SowingKind.LOSES_FEWEST: _expose_least,
    SowingKind.SAVES: _expose_least,
    SowingKind.AVOIDS_TURN: leave_least(_win_at_most),
    SowingKind.AVOIDS_MOVING_AGAIN: leave_least(
        lambda _, state: any(moves_again(state, reply) for reply in state.actions())
    ),
    SowingKind.THREATENS_CAPTURE: after_exchange(get_ready),
    SowingKind.SURE_CAPTURE: make_sure,
    SowingKind.LEAVES_ONE_MOVE: after_exchange(leave_least(lambda _, state: len(state.actions()))),
}
"""By what players see that a remark of a kind is true of one move more than of another."""


ADDED_LOOKS: Final[Mapping[SowingKind, Look]] = {SowingKind.LOSES_LESS: _expose_least}
"""What sets a move apart from those of which another remark is true as well."""


def pick_most(game: Sowing, state: State, actions: Iterable[Action], *looks: Look) -> tuple[Action, ...]:
    """Return those of some actions for which one look after the other shows most."""
    left = tuple(actions)
    for look in looks:
        seen = {action: look(game, state, action) for action in left}
        left = tuple(action for action in left if seen[action] == max(seen.values()))
    return left


class Choice(NamedTuple):
    """An action that is to be set apart from those that are not as good."""

    game: Sowing
    state: State
    action: Action
    good: frozenset[Action]

    def is_set_apart(self, *looks: Look) -> bool:
        """Whether one look after the other leaves no worse move than this one."""
        return self.action in {*pick_most(self.game, self.state, self.state.actions(), *looks)} <= self.good

    def compare(self, before: Look, looks: Mapping[SowingKind, Look]) -> list[Remark]:
        """Return by what it is ahead of all worse moves that are as good by the look `before`."""
        left = pick_most(self.game, self.state, self.state.actions(), before)
        rivals = tuple(each for each in left if each not in self.good)
        return [
            Remark(kind, (), abs(look(self.game, self.state, self.action)), rivals)
            for kind, look in looks.items()
            if self.action in left and rivals and self.is_set_apart(before, look)
        ]


def list_shared(
    game: Sowing, state: State, action: Action, merits: Iterable[Remark], looks: Mapping[Kind, Look]
) -> list[Remark]:
    """Return the merits that an action shares with few others, though worse ones are among them.

    A threat that many replies prevent is none, nor is what comes out best only by a count.
    """
    slight = {SowingKind.WINS_BACK_LEAST, SowingKind.THREATENS_CAPTURE}
    kept = (merit for merit in merits if merit.kind in looks and (merit.kind not in slight or merit.besides))
    looked = ((merit, looks[merit.kind]) for merit in kept)
    most = ((merit, pick_most(game, state, state.actions(), look)) for merit, look in looked)
    return [merit for merit, alike in most if action in alike and 2 * len(alike) <= len(state.actions())]
