"""What each kind of remark claims, and how one sees without the engine's help that it is true."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Protocol, TypeAlias

import engine
from engine import General
from engine.base import find_nearest
from engine.rules.dots_and_boxes import DotsAndBoxes
from engine.rules.kalah import Kalah
from engine.rules.reversi import Reversi
from engine.rules.three_mens_morris import Morris
from engine.teachers.sowing_kinds import SowingKind
from engine.teachers.three_mens_morris import MorrisKind
from tests.engine import (
    boxes_again,
    claims_of_boxes,
    claims_of_connect_four,
    claims_of_kalah,
    claims_of_lines,
    claims_of_morris,
    claims_of_nim,
    claims_of_oware,
    claims_of_reversi,
    claims_of_sowing,
    claims_of_threats,
    kalah_again,
    plain,
    reversi_again,
)
from tests.engine.about import About
from tests.engine.boards import cells
from tests.engine.claims_of_threats import (
    actions,
    has_passed,
    is_bare,
    is_known_to_be_lost,
)

Claim: TypeAlias = Callable[[About, engine.Remark], bool]

_PLAYED_IN_A_ROW = {SowingKind.COLLECTS, MorrisKind.FAR_THREAT}


def holds(about: About, remark: engine.Remark) -> bool:
    """Whether the remark is true, and names each action once, but for those that are played in a row."""
    for named in (remark.actions, remark.besides):
        assert remark.kind in _PLAYED_IN_A_ROW or list(named) == sorted(set(named))
    return CLAIMS[remark.kind](about, remark)


def wins_at_once(about: About, remark: engine.Remark) -> bool:
    return shows_end(about, remark) and plain.has_won(about.after, about.mover)


def loses_at_once(about: About, remark: engine.Remark) -> bool:
    return shows_end(about, remark) and plain.has_won(about.after, 1 - about.mover)


def shows_end(about: About, remark: engine.Remark) -> bool:
    """Whether the remark carries the cells of the completed lines, and nothing else."""
    if isinstance(about.state.game, engine.Grid):
        line = claims_of_lines.complete(about.state, cells(about.after))
    else:
        line = claims_of_morris.row_of(about.after) if isinstance(about.state.game, Morris) else set()
    return is_bare(remark._replace(cells=())) and set(remark.cells) == line


def only_legal(about: About, remark: engine.Remark) -> bool:
    return is_bare(remark) and about.state.actions() == (about.action,)


def only_winning(about: About, remark: engine.Remark) -> bool:
    return is_bare(remark) and about.value == 1 and about.values.count(1) == 1


def only_holding(about: About, remark: engine.Remark) -> bool:
    is_best = about.value == 0 == max(about.values)
    return is_bare(remark) and is_best and about.values.count(0) == 1


def delays(about: About) -> dict[engine.Action, float]:
    """Return how long each move delays the loss, or by how much it loses; none if not all moves lose."""
    if about.state.game.margin(about.state.position) is not None:
        return {**margins(about)}
    return {} if set(about.values) != {-1} else {a: distance for a, (_, distance) in about.worths.items()}


def holds_out_longest(about: About, remark: engine.Remark) -> bool:
    delay = delays(about)
    return is_bare(remark) and delay[about.action] == max(delay.values()) > min(delay.values())


def loses_sooner(about: About, remark: engine.Remark) -> bool:
    delay = delays(about)
    return is_bare(remark) and delay[about.action] < max(delay.values())


def every_move_loses(about: About, remark: engine.Remark) -> bool:
    return is_bare(remark) and len(set(delays(about).values())) == 1


def only_safe(about: About, remark: engine.Remark) -> bool:
    safe = [action for action in about.state.actions() if not plain.loses_next(about.state, action)]
    return is_bare(remark) and safe == [about.action] and len(about.state.actions()) > 1


def draws_at_once(about: About, remark: engine.Remark) -> bool:
    return is_bare(remark) and about.after.is_terminal and about.after.utility == 0


def stays_safe(about: About, remark: engine.Remark) -> bool:
    others = [action for action in about.state.actions() if action != about.action]
    losing = [action for action in others if plain.loses_next(about.state, action)]
    is_safe = not plain.loses_next(about.state, about.action)
    return is_safe and (remark.number, remark.of) == (len(losing), len(others))


def leaves_few_safe_replies(about: About, remark: engine.Remark) -> bool:
    safe, replies = len(plain.safe(about.after)), len(about.after.actions())
    return has_passed(about) and (remark.number, remark.of) == (safe, replies) and 1 < safe <= replies / 2


def few_replies_hold(about: About, remark: engine.Remark) -> bool:
    replies = about.after.actions()
    holding = {reply for reply in replies if plain.worth(about.after.successor(reply))[0] < 1}
    told = holding if len(holding) <= 3 else set()
    is_counted = (remark.number, remark.of) == (len(holding), len(replies))
    return set(remark.actions) == told and is_counted and 1 <= len(holding) <= len(replies) / 2


def leaves_no_safe_reply(about: About, remark: engine.Remark) -> bool:
    return is_bare(remark) and has_no_safe_reply(about)


def has_no_safe_reply(about: About) -> bool:
    return has_passed(about) and not about.after.is_terminal and not plain.safe(about.after)


def leaves_one_safe_reply(about: About, remark: engine.Remark) -> bool:
    is_choice = has_passed(about) and len(about.after.actions()) > 1
    return is_choice and plain.safe(about.after) == actions(remark)


def opponent_ends_in_zugzwang(about: About, remark: engine.Remark) -> bool:
    if remark.number:
        is_counted = remark.number == (about.worths[about.action][1] + 1) // 2
        return about.value == 1 and is_counted and is_won_by_waiting(about)
    return is_bare(remark) and about.value == 1 and ends_in_zugzwang(about)


def mover_ends_in_zugzwang(about: About, remark: engine.Remark) -> bool:
    if remark.number:
        replies = about.after.actions()
        is_hopeless = all(plain.worth(about.after.successor(reply))[0] == -1 for reply in replies)
        named, number = (set(), len(replies)) if is_hopeless else (winning(about.after), 0)
        is_told = (set(remark.actions), remark.of) == (named, number)
        return about.value == -1 and is_won_by_waiting(about) and is_told
    return is_bare(remark) and about.value == -1 and ends_in_zugzwang(about)


def is_won_by_waiting(about: About) -> bool:
    """Whether nobody can win in the game but by what the other has to do."""
    return isinstance(about.state.game, engine.Grid) and not plain.shows_threats(about.state)


def winning(state: engine.State) -> set[engine.Action]:
    """Return the actions that win."""
    return {action for action in state.actions() if plain.worth(state.successor(action))[0] == -1}


def few_replies_win(about: About, remark: engine.Remark) -> bool:
    is_told = is_bare(remark._replace(actions=())) and 0 < len(remark.actions) <= 3
    is_all = not plain.is_cheap(about.state) or winning(about.after) == {*remark.actions}
    return is_told and is_all and is_known_to_be_lost(about)


def ends_in_zugzwang(about: About) -> bool:
    """Whether the line leads to a loser who had no safe move left, though nothing was threatened."""
    states = [about.state]
    for action in about.line:
        states.append(states[-1].successor(action))
    last_choice = states[-3]
    threatened = plain.threats_of(last_choice, 1 - last_choice.to_move)
    return (
        plain.has_won(states[-1], 1 - last_choice.to_move) and not threatened and not plain.safe(last_choice)
    )


def prevents_fork(about: About) -> bool:
    """Whether the opponent, who threatens nothing, had some mark that makes two threats, and has none now."""
    before, after, opponent = cells(about.state), cells(about.after), 1 - about.mover
    return (
        not plain.threats(about.state, before, opponent)
        and plain.has_fork(about.state, before, opponent)
        and not plain.has_fork(about.state, after, opponent)
    )


def waiting(about: About) -> tuple[int, ...]:
    """Return the cells that complete four now, but did not before, and have an empty one below them."""
    before, after = cells(about.state), cells(about.after)
    new = plain.completing(about.state, after, about.mover) - plain.completing(
        about.state, before, about.mover
    )
    return tuple(cell for cell in sorted(new) if cell < 35 and after[cell + 7] is None)


def is_due_by_seeds(about: About, remark: engine.Remark) -> bool:
    is_due = claims_of_oware.is_due if about.state.game.slug == "oware" else claims_of_kalah.is_due
    if remark.kind is SowingKind.THREATENS_CAPTURE and remark.of:
        is_promise = claims_of_sowing.names_preventing(about, remark)
        return is_promise and is_due(about, remark._replace(besides=(), of=0))
    return is_due(about, remark)


class Board(Protocol):
    """A board of a game that counts, by rules written a second time."""

    @property
    def turn(self) -> int: ...
    def play(self, action: engine.Action, /) -> Board: ...
    def lead(self) -> int: ...


def margins(about: About) -> dict[engine.Action, int]:
    """Return how far ahead each move leads in a game that counts; none if not all of them lose."""
    see = find_nearest(about.state.game, SEEN)
    assert see is not None
    leads = {}
    for action, line in about.lines.items():
        end = reduce(lambda board, each: board.play(each), line, see(about.state))
        leads[action] = end.lead() if end.turn == about.mover else -end.lead()
    return leads if max(leads.values()) < 0 else {}


SEEN: Mapping[type[engine.Game], Callable[[engine.State], Board]] = {
    DotsAndBoxes: boxes_again.seen,
    Kalah: kalah_again.seen,
    Reversi: reversi_again.seen,
}


def loses_by_least(about: About, remark: engine.Remark) -> bool:
    leads = margins(about)
    return is_bare(remark) and leads[about.action] == max(leads.values()) > min(leads.values())


def loses_by_more(about: About, remark: engine.Remark) -> bool:
    leads = margins(about)
    return is_bare(remark) and leads[about.action] < max(leads.values())


CLAIMS: Mapping[engine.Kind, Claim] = {
    General.WINS: wins_at_once,
    General.LOSES: loses_at_once,
    General.ONLY_LEGAL: only_legal,
    General.ONLY_WIN: only_winning,
    General.ONLY_DRAW: only_holding,
    General.ONLY_SAFE: only_safe,
    General.STAYS_SAFE: stays_safe,
    General.HOLDS_OUT_LONGEST: holds_out_longest,
    General.LOSES_SOONER: loses_sooner,
    General.EVERY_MOVE_LOSES: every_move_loses,
    General.DRAWS: draws_at_once,
    General.LEAVES_NO_SAFE_REPLY: leaves_no_safe_reply,
    General.LEAVES_ONE_SAFE_REPLY: leaves_one_safe_reply,
    General.LEAVES_FEW_SAFE_REPLIES: leaves_few_safe_replies,
    General.FEW_REPLIES_HOLD: few_replies_hold,
    General.FEW_REPLIES_WIN: few_replies_win,
    General.WINS_BY_ZUGZWANG: opponent_ends_in_zugzwang,
    General.LOSES_BY_LEAST: loses_by_least,
    General.LOSES_BY_MORE: loses_by_more,
    General.LOSES_BY_ZUGZWANG: mover_ends_in_zugzwang,
    **claims_of_threats.CLAIMS,
    **claims_of_boxes.CLAIMS,
    **claims_of_connect_four.CLAIMS,
    **claims_of_lines.CLAIMS,
    **claims_of_kalah.CLAIMS,
    **claims_of_morris.CLAIMS,
    **claims_of_nim.CLAIMS,
    **claims_of_oware.CLAIMS,
    **claims_of_reversi.CLAIMS,
    **dict.fromkeys(SowingKind, is_due_by_seeds),
    **claims_of_sowing.CLAIMS,
}
