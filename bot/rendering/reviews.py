"""Reviews of matches in plain English."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.rendering import words
from bot.rendering.views import format_title, get_view
from bot.rendering.worths import listed, worth
from bot.words.language import ENGLISH
from engine import Label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.models import Match, Reviewed
    from engine import Analysis, Judgement

_SYMBOLS = {Label.INACCURACY: " ?!", Label.MISTAKE: " ?", Label.BLUNDER: " ??"}
_PLURALS = {Label.INACCURACY: "inaccuracies", Label.MISTAKE: "mistakes", Label.BLUNDER: "blunders"}
_GRAVEST_FIRST = tuple(reversed(Label))

_MOST = 3_000  # characters for the moves, of the 4,000 in a message
_NAMES_MOST = 4  # best moves named in a line


def heading(reviewed: Reviewed) -> str:
    """Say which match it was, how it ended, and how well both played."""
    match = reviewed.match
    lines = [
        f"### Review: {format_title(ENGLISH, match.game)}",
        words.status(match),
        *(_player(reviewed, seat) for seat in (0, 1)),
        *_remarks(reviewed),
    ]
    return "\n".join(lines)


def _player(reviewed: Reviewed, seat: int) -> str:
    """Say how accurate a player was, and how many moves were how good."""
    match, accuracy = reviewed.match, reviewed.review.accuracies[seat]
    player = match.players[seat]
    name = f"{player.name}{words.side(match, seat, player.level)}"
    if accuracy is None:
        return f"{name}: no move"
    counts = Counter(each.label for each in reviewed.review.judgements if each.seat == seat)
    said = ", ".join(
        words.counted(counts[label], label, _PLURALS.get(label, label)) for label in Label if counts[label]
    )
    return f"{name}: accuracy **{accuracy:.0f}%** ({said})"


def _remarks(reviewed: Reviewed) -> Iterator[str]:
    judgements = reviewed.review.judgements
    if not judgements:
        yield "There is no move to review."
    elif not any(judgement.is_error for judgement in judgements):
        yield "**No errors** by either player."
    if reviewed.final is not None:
        yield from _resignation(reviewed.match, reviewed.final)
    if estimated := sum(not judgement.is_exact for judgement in judgements):
        scale = "`about +0.3` is on a scale from -1 (lost) to +1 (won)"
        yield f"-# Judged by estimates: {estimated} of {len(judgements)} moves; {scale}."


def _resignation(match: Match, final: Analysis) -> Iterator[str]:
    """Remark on a resignation of what was not lost."""
    if match.winner is None:
        return
    seat = 1 - match.players.index(match.winner)
    value = final.value if final.state.to_move == seat else -final.value
    if value < 0:
        return
    name, mover = match.players[seat].name, match.players[final.state.to_move].name
    if final.moves[0].exact:
        yield f"{name} resigned, but was not lost: with {mover} to move, {words.verdict(match, final)}."
    else:
        yield f"{name} resigned, but by my estimate was not lost: it was worth about {value:+z.1f} to them."


def moves(reviewed: Reviewed) -> str:
    """Say of each move how good it was; of errors alone, the gravest before others, if room is short."""
    match, judgements = reviewed.match, reviewed.review.judgements
    lines = {judgement.ply: _line(match, judgement) for judgement in judgements}
    if _length(lines.values()) <= _MOST:
        return "\n".join(lines.values())
    errors = [judgement for judgement in judgements if judgement.is_error]
    kept: dict[int, str] = {}
    for error in sorted(errors, key=lambda error: _GRAVEST_FIRST.index(error.label)):
        if _length([*kept.values(), lines[error.ply]]) <= _MOST:
            kept[error.ply] = lines[error.ply]
    others = "best or good" if len(kept) == len(errors) else "other"
    return "\n".join(
        [*(kept[ply] for ply in sorted(kept)), f"… and {len(lines) - len(kept)} {others} moves."]
    )


def _length(lines: Iterable[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _line(match: Match, judgement: Judgement) -> str:
    """Say what was played, how good it was, what it gave away, and what was best."""
    sides, state = get_view(match.game).sides, judgement.analysis.state
    side = f"{sides[state.to_move]} " if sides else ""
    label = f"**{judgement.label}**" if judgement.is_error else judgement.label
    name = state.game.name_of(state, judgement.move.action)
    line = f"**{judgement.ply + 1}.** {side}{name}{_SYMBOLS.get(judgement.label, '')} {label}"
    return line if judgement.label is Label.BEST else f"{line} · {' '.join(_given_away(judgement))}"


def _given_away(judgement: Judgement) -> Iterator[str]:
    before, move = judgement.analysis.moves[0], judgement.move
    if worth(before) != worth(move):
        yield f"{worth(before)} → {worth(move)}."
    if judgement.is_exact:
        yield fault(before.value, move.value)
    yield best(judgement.analysis)


def fault(before: float, after: float) -> str:
    """Say what is wrong with a move that is not best, where both values are proven."""
    if after < before:
        return "Lost forced win." if before > 0 else "Lost the draw."
    if before:
        return "Not the fastest win." if before > 0 else "Not the longest defence."
    return "A later draw."


def best(analysis: Analysis) -> str:
    """Say which moves were best: `a1 and b2 were best.`."""
    state = analysis.state
    names = [state.game.name_of(state, action) for action in analysis.best]
    if len(names) <= _NAMES_MOST:
        return f"{listed(names)} {'was' if len(names) == 1 else 'were'} best."
    named = names[: _NAMES_MOST - 1]  # so that two at least are left, which "others" suits
    return f"{listed(named)} were best, and so were {len(names) - len(named)} others."


def turning_point(match: Match, judgement: Judgement) -> str:
    """Say which move decided the match, and what was best instead."""
    said = words.judged(match, judgement.analysis, judgement.move.action)
    return f"**Turning point: move {judgement.ply + 1}.** {said} {best(judgement.analysis)}"


def lesson_label(match: Match, seat: int | None) -> str:
    """Return what is on the button for the errors of a player, None for the reader."""
    if seat is None:
        return "Learn from your mistakes"
    sides = get_view(match.game).sides or ("player 1", "player 2")
    return f"Learn from the mistakes of {sides[seat]}"
