"""All that is stored about the positions of a match, joined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.models.matches import Match
from bot.models.moves import Finding
from engine import LEVELS, Analysis, proofs


@dataclass(frozen=True)
class Knowledge:
    """All that is stored about the positions of a match: by ply an analysis, and how long its search took.

    What is proven of one position is carried to those before and after it. None: nothing is known. The
    `thoughts` are the bot's own results before its moves, where it played at its best.
    """

    match: Match
    analyses: tuple[Analysis | None, ...]
    seconds: tuple[float, ...]
    thoughts: tuple[Analysis | None, ...] = ()

    @classmethod
    def of(cls, match: Match, findings: Iterable[Finding]) -> Knowledge:
        """Join the findings about a match; estimates come from the longest search."""
        analyses: list[Analysis | None] = [None] * (match.ply + 1)
        seconds = [0.0] * (match.ply + 1)
        there = [each for each in findings if each.ply <= match.ply]  # the match may have gone on since
        for each in sorted(there, key=lambda finding: finding.seconds):
            read, known = Analysis(match.state_at(each.ply), each.moves), analyses[each.ply]
            found = proofs.recounted(read)
            analyses[each.ply] = proofs.join(known, found) if known else found
            seconds[each.ply] = 0.0 if proofs.is_uncounted(read) else each.seconds
        carried = tuple(proofs.carry(analyses, match.actions))
        return cls(match, carried, tuple(seconds), _thoughts(match, there))

    def with_finding(self, found: Finding) -> Knowledge:
        """Return the knowledge with one more finding."""
        known = self.analyses[found.ply]
        analysis = Analysis(self.match.state_at(found.ply), found.moves)
        joined = proofs.join(known, analysis) if known else analysis
        analyses = (*self.analyses[: found.ply], joined, *self.analyses[found.ply + 1 :])
        seconds = (*self.seconds[: found.ply], found.seconds, *self.seconds[found.ply + 1 :])
        carried = tuple(proofs.carry(analyses, self.match.actions))
        return replace(self, analyses=carried, seconds=seconds)

    def suffices(self, ply: int, seconds: float) -> bool:
        """Return whether a search of so many seconds would find nothing new."""
        analysis = self.analyses[ply]
        return analysis is not None and (analysis.exact or self.seconds[ply] >= seconds > 0)


def _thoughts(match: Match, findings: Sequence[Finding]) -> tuple[Analysis | None, ...]:
    """Return the first result before each move of the bot at its best; the findings are in order."""
    thoughts: list[Analysis | None] = [None] * (match.ply + 1)
    for each in reversed(findings):
        state = match.state_at(each.ply)
        if each.ply < match.ply and match.players[state.to_move].level == LEVELS[-1]:
            thoughts[each.ply] = proofs.recounted(Analysis(state, each.moves))
    return tuple(thoughts)
