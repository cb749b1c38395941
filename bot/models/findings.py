"""What was found out about the positions of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import Analysis, proofs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.models.matches import Match
    from engine import AnalysedMove


@dataclass(frozen=True)
class Finding:
    """What every legal action is worth after the first `ply` moves of a match.

    So many `seconds` it was thought about, at most.
    """

    match_id: int
    ply: int
    seconds: float
    moves: tuple[AnalysedMove, ...]


@dataclass(frozen=True)
class Knowledge:
    """All that is known of the positions of a match: by ply an analysis, and how long was thought for it.

    What is proven of one position is carried to those before and after it. None: nothing is known.
    """

    match: Match
    analyses: tuple[Analysis | None, ...]
    seconds: tuple[float, ...]

    @classmethod
    def of(cls, match: Match, findings: Iterable[Finding]) -> Knowledge:
        """Join what was found out about a match; what was thought about the longest counts for estimates."""
        analyses: list[Analysis | None] = [None] * (match.ply + 1)
        seconds = [0.0] * (match.ply + 1)
        there = (
            finding for finding in findings if finding.ply <= match.ply
        )  # a match may have gone on since
        for each in sorted(there, key=lambda finding: finding.seconds):
            found, known = Analysis(match.state_at(each.ply), each.moves), analyses[each.ply]
            analyses[each.ply] = proofs.join(known, found) if known else found
            seconds[each.ply] = each.seconds
        return cls(match, tuple(proofs.carry(analyses, match.actions)), tuple(seconds))

    def with_finding(self, found: Finding) -> Knowledge:
        """Return what is known with one more finding."""
        known = self.analyses[found.ply]
        analysis = Analysis(self.match.state_at(found.ply), found.moves)
        joined = proofs.join(known, analysis) if known else analysis
        analyses = (*self.analyses[: found.ply], joined, *self.analyses[found.ply + 1 :])
        seconds = (*self.seconds[: found.ply], found.seconds, *self.seconds[found.ply + 1 :])
        return Knowledge(self.match, tuple(proofs.carry(analyses, self.match.actions)), seconds)

    def suffices(self, ply: int, seconds: float) -> bool:
        """Return whether so much thought about a position would tell nothing new."""
        analysis = self.analyses[ply]
        return analysis is not None and (analysis.exact or self.seconds[ply] >= seconds > 0)
