"""Matches seen again."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from bot.words.matches import format_judgement, format_mover, format_ply, format_status, format_verdict
from bot.words.values import format_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.models import Match, Replay
    from bot.words.language import Language

_NAMED_MOST = 300
"""Moves that are named; an alternative text has no room for as many."""

_TAKEN_MOST = 500
"""Moves that a message has room for."""


def format_step(language: Language, replay: Replay) -> str:
    """Say which move was played last, what could be played then, and what was."""
    return "\n".join(_lines(language, replay))


def _lines(language: Language, replay: Replay) -> Iterator[str]:
    match, ply, analysis = replay.match, replay.ply, replay.analysis
    number = language.say("Move {number} of {count}", number=ply, count=match.ply)
    yield f"**{number}**: {_format_arrival(language, match, ply)}"
    if analysis is not None:
        verdict = format_verdict(language, match, analysis)
        yield f"{format_mover(language, match, analysis)} {verdict}"
        yield format_values(language, analysis)
        if ply < match.ply:
            judged = format_judgement(language, match, analysis, match.actions[ply])
            yield language.say("Next: {sentence}", sentence=judged)
    if match.is_over and 0 < ply == match.ply <= _TAKEN_MOST:
        yield language.say("To take elsewhere: `{moves}`", moves=" ".join(_names(match, 0)))


def _format_arrival(language: Language, match: Match, ply: int) -> str:
    """Say how a position came about, of the last one how the match stands."""
    if ply == match.ply:
        return format_status(language, match)
    begins = ply == match.first_ply
    return language.say("The match begins.") if begins else format_ply(language, match, ply - 1)


def film_caption(language: Language, match: Match, shown: int) -> str:
    """Say what the animated picture of so many moves is, for it looks like another board."""
    if shown < match.ply - match.first_ply:
        return language.say("The match in {number} steps:", number=shown)
    return language.say("The whole match:") if match.is_over else language.say("The match so far:")


def film_alt_text(match: Match, caption: str) -> str:
    """Say below its caption of which moves the animated picture of a match is."""
    names = islice(_names(match, match.first_ply), _NAMED_MOST)
    moves = " ".join(f"{number}. {name}" for number, name in enumerate(names, match.first_ply + 1))
    return f"{caption} {moves}"


def _names(match: Match, first_ply: int) -> Iterator[str]:
    """Yield what the moves from one on are called."""
    for ply in range(first_ply, match.ply):
        yield match.game.name_of(match.state_at(ply), match.actions[ply])
