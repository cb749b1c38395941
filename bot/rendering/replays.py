"""Matches seen again, in plain English."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING

from bot.rendering import words
from bot.rendering.worths import worths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.models import Match, Replay

_ALT_TEXT_MOST = 1_024  # characters


def step(replay: Replay) -> str:
    """Say which move was played last, what could be played then, and what was."""
    return "\n".join(_sentences(replay))


def _sentences(replay: Replay) -> Iterator[str]:
    match, ply, analysis = replay.match, replay.ply, replay.analysis
    yield f"**Move {ply} of {match.ply}**: {_reached(match, ply)}"
    if analysis is not None:
        mover = match.players[analysis.state.to_move].name
        yield f"With {mover} to move, {words.verdict(match, analysis)}."
        yield worths(analysis)
        if ply < match.ply:
            yield f"Then {words.judged(match, analysis, match.actions[ply])}"


def _reached(match: Match, ply: int) -> str:
    """Say how a position came about, of the last one how the match stands."""
    if ply == match.ply:
        return words.status(match)
    return words.played(match, ply - 1) if ply else "the match begins."


def film_caption(match: Match) -> str:
    """Say what the animated picture of a match is, for it looks like another board."""
    return "The whole match:" if match.is_over else "The match so far:"


def film_alt_text(match: Match) -> str:
    """Say which moves the animated picture of a match shows, as many as an alt text has room for."""
    moves = " ".join(
        f"{ply + 1}. {match.game.name_of(match.state_at(ply), action)}"
        for ply, action in enumerate(match.actions)
    )
    return shorten(f"{film_caption(match)} {moves}", _ALT_TEXT_MOST, placeholder=" …")
