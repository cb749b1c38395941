"""A match that is kept can be replayed, or it is said why not."""

import pytest

from bot.models import Ending
from bot.models.records import Flaw, Record
from bot.services.soundness import replay
from bot.start_errors import UnsoundMatchError
from engine import Outcome

WON = ((0, 0), (1, 3), (2, 1), (3, 4), (4, 2))
"""The first player takes the first row of tic-tac-toe."""


@pytest.mark.parametrize(
    ("record", "flaw"),
    [
        (Record(7, "chess", (), None), Flaw.UNKNOWN_GAME),
        (Record(7, "tic-tac-toe", WON[1:], None), Flaw.MISSING_MOVE),
        (Record(7, "tic-tac-toe", ((0, 0), (1, 0)), None), Flaw.ILLEGAL_MOVE),
        (Record(7, "tic-tac-toe", WON, None), Flaw.WRONG_RESULT),
        (Record(7, "tic-tac-toe", WON, Ending(Outcome.SECOND)), Flaw.WRONG_RESULT),
        (Record(7, "tic-tac-toe", WON[:3], Ending(Outcome.DRAW)), Flaw.WRONG_RESULT),
    ],
)
def test_flaw_is_named(record: Record, flaw: Flaw) -> None:
    with pytest.raises(UnsoundMatchError) as refused:
        replay([record])
    assert (refused.value.match_id, refused.value.flaw) == (7, flaw)
