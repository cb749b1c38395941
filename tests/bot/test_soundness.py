"""A match that is kept can be replayed, or it is said why not."""

import pytest

from bot.cli.copying import replay
from bot.start_errors import Flaw, UnsoundMatchError

WON = "0 0 1 3 2 1 3 4 4 2"
"""Plies and actions: the first player takes the first row of tic-tac-toe."""


@pytest.mark.parametrize(
    ("record", "flaw"),
    [
        (("chess", None, None, None), Flaw.UNKNOWN_GAME),
        (("tic-tac-toe", None, None, WON[4:]), Flaw.MISSING_MOVE),
        (("tic-tac-toe", None, None, "0 0 1 0"), Flaw.ILLEGAL_MOVE),
        (("tic-tac-toe", None, None, WON), Flaw.WRONG_RESULT),
        (("tic-tac-toe", "second", None, WON), Flaw.WRONG_RESULT),
        (("tic-tac-toe", "draw", None, WON[:11]), Flaw.WRONG_RESULT),
    ],
)
def test_flaw_is_named(record: tuple[str | None, ...], flaw: Flaw) -> None:
    with pytest.raises(UnsoundMatchError) as refused:
        replay([(7, *record)])
    assert (refused.value.match_id, refused.value.flaw) == (7, flaw)
