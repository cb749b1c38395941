"""What a student looks for by what they have read: by the kind of a remark, or by words of a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.benchmarks.student import Told

PATTERNS: Mapping[str, str] = {
    "WINS": "win",
    "BLOCKS_WIN": "block",
    "THREATENS": "threat",
    "FORKS": "two threats",
    "FORCES": "threat",
    "TAKES_FORK": "fork's place",
    "TAKES_SERIES": "their series",
    "TAKES_PREPARED": "their forks",
    "FORESTALLS_FORK": "no fork",
    "PREPARES_FORK": "fork next",
    "ONLY_SAFE": "safe",
    "STAYS_SAFE": "safe",
    "LEAVES_NO_SAFE_REPLY": "few safe replies",
    "EVERY_REPLY_LOSES": "few safe replies",
    "LEAVES_ONE_SAFE_REPLY": "few safe replies",
    "LEAVES_FEW_SAFE_REPLIES": "few safe replies",
    "SAFE_CELLS": "no loss, safe cells",
    "WAITS": "safe cells",
    "ENDS_WAITING": "few last cells",
    "THUMB_FEWEST_LINES": "few lines",
    "MIRRORS": "mirror",
    "THUMB_LINES": "open lines",
    "THUMB_OWN_LINES": "open lines",
    "THUMB_THEIR_LINES": "close lines",
    "THUMB_CLOSES_LINES": "close lines",
    "THUMB_TAKES_LINES": "close lines",
    "CLOSES_LAST_LINE": "close lines",
    "NO_LINE_LEFT": "close lines",
    "NO_LINE_BEFORE": "close lines",
    "HOLE": "hole",
    "WAITING_THREATS": "hole",
    "LASTING_THREATS": "hole",
    "STACKS_THREATS": "stack",
    "PREVENTS_THREATS": "no holes",
    "PASSES": "pass",
    "CAPTURES": "capture",
    "COLLECTS": "turn",
    "GOES_ON_TO_CAPTURE": "turn",
    "MOVES_AGAIN": "again",
    "LOSES_FEWEST": "safe",
    "SAVES": "safe",
    "LOSES_LESS": "safe",
    "THREATENS_MOST": "threat",
    "AVOIDS_TURN": "their turn",
    "SURE_CAPTURE": "sure",
    "THREATENS_CAPTURE": "threat",
    "WINS_BACK_LEAST": "balance",
    "KEEPS_ROW": "turn",
    "AVOIDS_MOVING_AGAIN": "no second turn",
    "LEAVES_ONE_MOVE": "few replies",
    "MORE_HOUSES": "houses",
    "KEEPS_SEEDS": "seeds",
    "FEWER_HOUSES": "their houses",
    "READY_HOUSES": "ready houses",
    "NONE_READY": "no second turn",
    "SAFE_HOUSES": "full houses",
    "LEAVES_PREY": "prey",
    "ROUND_HOUSES": "gather",
    "GATHERS": "gather",
    "PAIRS": "pairs",
    "PAIRS_OR_ONES": "pairs till ones",
    "EVENS": "evens",
    "EVENS_OR_ONES": "evens till ones",
    "COPIED": "few of pairs",
    "STILL_PAIRED": "few of even",
    "STILL_EVEN": "few of even",
    "ODD_ONES": "odd ones",
    "OUT_OF_REACH": "out of reach",
    "KEEPS_SAFE": "safe",
    "AVOIDS_SURE": "no sure threat",
    "FAR_THREAT": "far threat",
    "PINS": "pin",
    "SHUTS_IN": "shut in",
    "THUMB_CENTRE": "centre",
    "THUMB_STEPS": "steps",
    "COMPLETES": "boxes",
    "GOES_ON": "boxes",
    "GIVES_NOTHING": "give least",
    "GIVES_FEWEST": "give least",
    "NO_SAFE_LINE": "last safe line",
    "LEAVES_TWO": "leave two",
    "SPLITS_PAIR": "split pair",
    "LAST_SAFE_LINE": "last safe line",
    "TAKES_CORNER": "corner",
    "SAVES_CORNER": "no corner",
    "KEEPS_CORNERS": "no corner",
    "FEWEST_REPLIES": "few replies",
    "QUIET": "quiet",
    "KEEPS_AWAY": "away",
    "GETS_CORNER": "sure corner",
    "SAFE_DISCS": "safe discs",
    "INSIDE": "inside",
    "MOST_CHOICES": "choices",
    "TURNS_FEWEST": "turn few",
    "TURNS_MOST": "turn most",
}
"""What a student looks for who has read a kind of remark, one after the other where there are two.

Of other kinds nothing is seen within two plies.
"""

COUNTED = (
    *("READY_HOUSES", "NONE_READY", "MORE_HOUSES", "FEWER_HOUSES", "KEEPS_SEEDS"),
    *("SAFE_HOUSES", "LEAVES_PREY", "ROUND_HOUSES", "THREATENS_CAPTURE", "LEAVES_ONE_MOVE"),
)

BY_WORDS: Mapping[str, Mapping[str, str]] = {
    "THUMB_LINES": {"can still be completed": "lines left", "still open": "lines left"},
    "PASSES": {"has no move": "few replies"},
    "MIRRORS": {"complete a line if you can": "win, mirror"},
    "FORCES": {"two threats": "threat, fork next"},
    **{kind: {"Winning and saving": f"balance, {PATTERNS[kind]}"} for kind in COUNTED},
}
"""What is looked for where sentences of one kind claim different things, by a word of the template."""

AMONG = "Of such moves "
"""How a sentence begins that compares the moves of which the sentence before is true."""

FIRST: Mapping[str, Told] = {
    "can you win": ("win", "block", "safe"),
    "win, block, this": ("win", "block"),
    "win, block, then this": ("win", "block"),
    "Corners come first": ("corner", "no corner"),
}
"""What comes before anything else once that is said, by words of the template."""

LAST: Mapping[str, Told] = {"else the cell in most lines": ("open lines",)}
"""What comes after anything else likewise."""
