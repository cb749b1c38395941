"""Every phrase that a reason may contain, and how one sees without the engine's help that it is true."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.engine import claims_of_oware, plain
from tests.engine.boards import cells

if TYPE_CHECKING:
    from collections.abc import Callable

    import engine
    from tests.engine.said import Said

NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def holds(said: Said, phrase: str) -> bool:
    """Whether the phrase is true; AssertionError if it is none of the known ones."""
    found = [(check, match) for pattern, check in CLAIMS.items() if (match := re.fullmatch(pattern, phrase))]
    assert len(found) == 1, phrase
    check, match = found[0]
    return check(said, *match.groups())


def wins_at_once(said: Said) -> bool:
    return plain.is_lost(said.after)


def loses_at_once(said: Said) -> bool:
    return said.after.is_terminal and said.after.utility == 1


def blocks(said: Said) -> bool:
    return said.action in plain.threats_of(said.state, 1 - said.mover)


def threatens(said: Said, names: str, old_names: str | None) -> bool:
    before, now = plain.threats_of(said.state, said.mover), plain.threats_of(said.after, said.mover)
    old = said.replies(old_names) if old_names else set()
    return (said.replies(names), old) == (now - before, now & before)


def makes_threats(said: Said, number: str, names: str, old_names: str | None) -> bool:
    return len(said.replies(names)) == NUMBERS.index(number) > 1 and threatens(said, names, old_names)


def lets_win(said: Said, names: str) -> bool:
    winning = plain.wins(said.after)
    is_new = bool(winning - plain.threats_of(said.state, 1 - said.mover)) or blocks(said)
    return said.replies(names) == winning and is_new and not every_move_loses_next(said)


def lets_win_in_ways(said: Said, number: str) -> bool:
    return len(plain.wins(said.after)) == NUMBERS.index(number) > 3 and not every_move_loses_next(said)


def ignores(said: Said, plural: str, names: str) -> bool:
    winning = said.replies(names)
    return (
        winning == plain.wins(said.after)
        and winning <= plain.threats_of(said.state, 1 - said.mover)
        and bool(plural) == (len(winning) > 1)
        and not every_move_loses_next(said)
    )


def still_wins(said: Said, names: str) -> bool:
    return said.replies(names) == plain.wins(said.after) and every_move_loses_next(said)


def still_wins_in_ways(said: Said, number: str) -> bool:
    return len(plain.wins(said.after)) == NUMBERS.index(number) > 3 and every_move_loses_next(said)


def every_move_loses_next(said: Said) -> bool:
    return not plain.safe(said.state)


def is_forked(said: Said, name: str) -> bool:
    (reply,) = said.replies(name)
    after = said.after.successor(reply)
    return len(plain.threats_of(after, 1 - said.mover)) > 1 and said.value == -1


def lets_fork(said: Said, name: str) -> bool:
    return is_forked(said, name) and not is_known_to_be_lost(said)


def cannot_stop_fork(said: Said, name: str) -> bool:
    return is_forked(said, name) and is_known_to_be_lost(said)


def lets_force(said: Said, name: str) -> bool:
    (reply,) = said.replies(name)
    is_winning = not plain.is_cheap(said.after) or plain.worth(said.after.successor(reply))[0] == -1
    return is_winning and said.value == -1 and not is_known_to_be_lost(said)


def is_known_to_be_lost(said: Said) -> bool:
    return len(said.worths) == len(said.state.actions()) and set(said.values) == {-1}


def only_legal(said: Said) -> bool:
    return said.state.actions() == (said.action,)


def only_winning(said: Said) -> bool:
    return said.value == 1 and said.values.count(1) == 1


def only_holding(said: Said) -> bool:
    return said.value == 0 == max(said.values) and said.values.count(0) == 1


def gives_away(said: Said, what: str) -> bool:
    best = max(worth[0] for worth in said.worths.values())
    return best == (1 if what == "win" else 0) and said.value < best


def delays(said: Said) -> dict[engine.Action, float]:
    """Return how long each move delays the loss; none if not all moves lose."""
    return {} if set(said.values) != {-1} else {a: distance for a, (_, distance) in said.worths.items()}


def holds_out_longest(said: Said) -> bool:
    delay = delays(said)
    return delay[said.action] == max(delay.values()) > min(delay.values())


def loses_sooner(said: Said) -> bool:
    delay = delays(said)
    return delay[said.action] < max(delay.values())


def every_move_loses(said: Said) -> bool:
    return len(set(delays(said).values())) == 1


def only_safe(said: Said) -> bool:
    return plain.safe(said.state) == {said.action} and len(said.state.actions()) > 1


def draws_at_once(said: Said) -> bool:
    return said.after.is_terminal and said.after.utility == 0


def leaves_no_safe_reply(said: Said) -> bool:
    return not said.after.is_terminal and not plain.safe(said.after)


def leaves_one_safe_reply(said: Said, name: str) -> bool:
    return plain.safe(said.after) == said.replies(name) and len(said.after.actions()) > 1


def opponent_ends_in_zugzwang(said: Said) -> bool:
    return said.value == 1 and _ends_in_zugzwang(said)


def ends_in_zugzwang(said: Said) -> bool:
    return said.value == -1 and _ends_in_zugzwang(said)


def _ends_in_zugzwang(said: Said) -> bool:
    """Whether the line leads to a loser who had no safe move left, though nothing was threatened."""
    states = [said.state]
    for action in said.line:
        states.append(states[-1].successor(action))
    last_choice = states[-3]
    threatened = plain.threats_of(last_choice, 1 - last_choice.to_move)
    return plain.is_lost(states[-1]) and not threatened and not plain.safe(last_choice)


def makes_waiting_threats(said: Said, places: str) -> bool:
    return all(_makes_waiting_threat(said, place) for place in places.split(" and "))


def _makes_waiting_threat(said: Said, place: str) -> bool:
    """Whether four are completed in the place now, but were not before, and it is out of reach."""
    match = re.fullmatch(r"an (odd|even) threat on row (\d) of column (\d)( that the opponent .*)?", place)
    assert match, place
    row, column = int(match[2]), int(match[3]) - 1
    cell = (6 - row) * 7 + column
    before, after = cells(said.state), cells(said.after)
    if (match[1] == "odd") != (row % 2 == 1) or after[cell] is not None or after[cell + 7] is not None:
        return False
    is_next = plain.landing(said.state, column, after) == cell + 7
    must_not = is_next and not plain.completes(said.state, after, cell + 7, 1 - said.mover)
    assert not must_not or plain.wins(said.after.successor(column)) >= {column}
    return (
        plain.completes(said.state, after, cell, said.mover)
        and not plain.completes(said.state, before, cell, said.mover)
        and must_not == bool(match[4])
    )


def uses_up_threat(said: Said) -> bool:
    before, column = cells(said.state), said.action
    above = plain.landing(said.state, column, before) - 7
    blocked = said.after.successor(column)
    return plain.completes(said.state, before, above, said.mover) and (
        blocked.is_terminal or not plain.wins(blocked)
    )


def forestalls(said: Said) -> bool:
    """Whether the opponent, who threatens nothing, had some mark that makes two threats, and has none now."""
    before, after, opponent = cells(said.state), cells(said.after), 1 - said.mover
    return (
        not plain.threats(said.state, before, opponent)
        and plain.has_fork(said.state, before, opponent)
        and not plain.has_fork(said.state, after, opponent)
    )


_NAMES = r"([^;]+?)"
_BESIDES = r"(?: besides ([^;]+))?"
_PLACE = r"an (?:odd|even) threat on row \d of column \d(?: that the opponent must not play under)?"

CLAIMS: dict[str, Callable[..., bool]] = {
    "wins at once": wins_at_once,
    "loses at once": loses_at_once,
    "blocks a win": blocks,
    f"threatens to win on {_NAMES}{_BESIDES}": threatens,
    rf"makes (\w+) threats, {_NAMES}{_BESIDES}": makes_threats,
    f"lets the opponent win with {_NAMES}": lets_win,
    r"lets the opponent win in (\w+) ways": lets_win_in_ways,
    f"ignores the threat(s?) on {_NAMES}": ignores,
    f"the opponent still wins with {_NAMES}": still_wins,
    r"the opponent still wins in (\w+) ways": still_wins_in_ways,
    f"lets the opponent make two threats with {_NAMES}": lets_fork,
    f"the opponent makes two threats with {_NAMES}": cannot_stop_fork,
    f"lets the opponent force a win, starting with {_NAMES}": lets_force,
    "only legal move": only_legal,
    "only move that wins": only_winning,
    "only move that holds": only_holding,
    "gives the (win|draw) away": gives_away,
    "holds out longest": holds_out_longest,
    "loses sooner": loses_sooner,
    "every move loses": every_move_loses,
    "only move that does not lose right away": only_safe,
    "ends the game in a draw": draws_at_once,
    "leaves no safe reply": leaves_no_safe_reply,
    f"leaves one safe reply, {_NAMES}": leaves_one_safe_reply,
    "the opponent runs out of safe moves in the end": opponent_ends_in_zugzwang,
    "runs out of safe moves in the end": ends_in_zugzwang,
    f"makes ({_PLACE}(?: and {_PLACE})*)": makes_waiting_threats,
    "uses up the threat above it": uses_up_threat,
    "keeps the opponent from making two threats at once": forestalls,
    **claims_of_oware.CLAIMS,
}
