"""Checks that stored matches can be replayed by the rules."""

from collections.abc import Iterable

import engine
from bot.models import Ending, Flaw, Record
from bot.start_errors import UnsoundMatchError
from engine import IllegalActionError, Outcome, State


def replay(records: Iterable[Record]) -> None:
    """Replay every match; UnsoundMatchError at the first that breaks a rule."""
    for record in records:
        if (flaw := _find_flaw(record)) is not None:
            raise UnsoundMatchError(record.match_id, flaw)


def _find_flaw(record: Record) -> Flaw | None:
    if record.game_slug not in engine.game_slugs():
        return Flaw.UNKNOWN_GAME
    state = engine.get_game(record.game_slug).initial()
    for number, (ply, action) in enumerate(record.moves):
        if ply != number:
            return Flaw.MISSING_MOVE
        try:
            state = state.successor(action)
        except IllegalActionError:
            return Flaw.ILLEGAL_MOVE
    return None if _is_possible(state, record.ending) else Flaw.WRONG_RESULT


def _is_possible(state: State, ending: Ending | None) -> bool:
    """Return whether a match may have ended so: a draw before the end of the game must be agreed."""
    if state.is_terminal:
        return ending is not None and ending.outcome is state.outcome
    return ending is None or ending.outcome is not Outcome.DRAW or ending.manner == "agreement"
