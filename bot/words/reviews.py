"""Reviews of matches."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from bot.words.language import plural, template
from bot.words.matches import format_judgement, format_mover, format_status, format_verdict
from bot.words.names import format_game, format_opponent, format_side
from bot.words.values import format_estimate, format_value
from engine import Label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bot.models import Match, Reviewed
    from bot.words.language import Language, Plural
    from engine import Analysis, Judgement

_LABELS: Final[Mapping[Label, str]] = {
    Label.BEST: template("best"),
    Label.GOOD: template("good"),
    Label.UNPROVEN: template("not proven"),
    Label.INACCURACY: template("inaccuracy"),
    Label.MISTAKE: template("mistake"),
    Label.BLUNDER: template("blunder"),
}
_COUNTS: Final[Mapping[Label, Plural]] = {
    Label.BEST: plural("{number} best", "{number} best"),
    Label.GOOD: plural("{number} good", "{number} good"),
    Label.UNPROVEN: plural("{number} not proven", "{number} not proven"),
    Label.INACCURACY: plural("{number} inaccuracy", "{number} inaccuracies"),
    Label.MISTAKE: plural("{number} mistake", "{number} mistakes"),
    Label.BLUNDER: plural("{number} blunder", "{number} blunders"),
}
_SYMBOLS = {Label.INACCURACY: " ?!", Label.MISTAKE: " ?", Label.BLUNDER: " ??"}
_GRAVEST_FIRST = tuple(reversed(Label))

_MOST = 3_000  # characters for the moves, of the 4,000 in a message
_NAMES_MOST = 4  # best moves named in a line


def heading(language: Language, reviewed: Reviewed) -> str:
    """Say which match it was, how it ended, and how well both played."""
    match = reviewed.match
    title = language.say("Review: {game}", game=format_game(language, match.game_slug))
    lines = [
        f"### {title}",
        format_status(language, match),
        *(_format_accuracy(language, reviewed, seat) for seat in (0, 1)),
        *_remarks(language, reviewed),
    ]
    return "\n".join(lines)


def _format_accuracy(language: Language, reviewed: Reviewed, seat: int) -> str:
    """Say how accurate a player was, and how many moves were how good."""
    accuracy = reviewed.review.accuracies[seat]
    player = format_opponent(language, reviewed.match, seat)
    if accuracy is None:
        return language.say("{player}: no move", player=player)
    judgements = reviewed.review.judgements
    counts = Counter(one.label for one in judgements if one.seat == seat)
    said = (language.count(*_COUNTS[label], counts[label]) for label in Label if counts[label])
    return language.say(
        "{player}: accuracy **{percent}%** ({counts})",
        player=player,
        percent=f"{accuracy:.0f}",
        counts=", ".join(said),
    )


def _remarks(language: Language, reviewed: Reviewed) -> Iterator[str]:
    judgements = reviewed.review.judgements
    if not judgements:
        yield language.say("There is no move to review.")
    elif not any(judgement.is_error for judgement in judgements):
        yield language.say("**No errors** by either player.")
    if reviewed.final is not None:
        yield from _resignation(language, reviewed.match, reviewed.final)
    if estimated := sum(not judgement.is_proven for judgement in judgements):
        said = language.count(
            "Judged by estimates: {estimated} of {number} move;"
            " `about +0.3` is on a scale from -1 (lost) to +1 (won).",
            "Judged by estimates: {estimated} of {number} moves;"
            " `about +0.3` is on a scale from -1 (lost) to +1 (won).",
            len(judgements),
            estimated=estimated,
        )
        yield f"-# {said}"


def _resignation(language: Language, match: Match, final: Analysis) -> Iterator[str]:
    """Remark on a resignation of what was not lost."""
    if match.winner is None:
        return
    seat = 1 - match.players.index(match.winner)
    name, value = match.players[seat].name, final.value if final.state.to_move == seat else -final.value
    if value < 0:
        return
    if final.moves[0].exact:
        yield " ".join(
            (
                language.say("{player} resigned, but was not lost.", player=name),
                format_mover(language, match, final),
                format_verdict(language, match, final),
            )
        )
    else:
        yield language.say(
            "{player} resigned, but by my estimate was not lost: it was worth {value} to them.",
            player=name,
            value=format_estimate(language, value),
        )


def moves(language: Language, reviewed: Reviewed) -> str:
    """Say of each move how good it was; of errors alone, the gravest before others, if room is short."""
    judgements = reviewed.review.judgements
    lines = {one.ply: _format_move(language, reviewed.match, one) for one in judgements}
    if _length(lines.values()) <= _MOST:
        return "\n".join(lines.values())
    errors = [judgement for judgement in judgements if judgement.is_error]
    kept: dict[int, str] = {}
    for error in sorted(errors, key=lambda error: _GRAVEST_FIRST.index(error.label)):
        if _length([*kept.values(), lines[error.ply]]) <= _MOST:
            kept[error.ply] = lines[error.ply]
    left_out = len(lines) - len(kept)
    rest = (
        language.count("… and {number} best or good move.", "… and {number} best or good moves.", left_out)
        if len(kept) == len(errors)
        else language.count("… and {number} other move.", "… and {number} other moves.", left_out)
    )
    return "\n".join([*(kept[ply] for ply in sorted(kept)), rest])


def _length(lines: Iterable[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _format_move(language: Language, match: Match, judgement: Judgement) -> str:
    """Say what was played, how good it was, what it gave away, and what was best."""
    state, label = judgement.analysis.state, language.say(_LABELS[judgement.label])
    side = format_side(language, match, state.to_move)
    name = f"{state.game.name_of(state, judgement.move.action)}{_SYMBOLS.get(judgement.label, '')}"
    parts = (f"**{judgement.ply + 1}.**", side, name, f"**{label}**" if judgement.is_error else label)
    line = " ".join(filter(None, parts))
    if judgement.label is Label.BEST:
        return line
    return f"{line} · {' '.join(_given_away(language, judgement))}"


def _given_away(language: Language, judgement: Judgement) -> Iterator[str]:
    before, move = judgement.best, judgement.move
    value_before, value = format_value(language, before), format_value(language, move)
    if value_before != value:
        yield f"{value_before} → {value}."
    if judgement.is_proven:
        yield format_fault(language, before.value, move.value)
    yield best_moves(language, judgement.analysis)


def format_fault(language: Language, before: float, after: float) -> str:
    """Say what is wrong with a move that is not best, where both values are proven."""
    if after < before:
        return language.say("Lost forced win.") if before > 0 else language.say("Lost the draw.")
    if before:
        return (
            language.say("Not the fastest win.") if before > 0 else language.say("Not the longest defence.")
        )
    return language.say("A later draw.")


def best_moves(language: Language, analysis: Analysis) -> str:
    """Say which moves were best: `a1 and b2 were best.`."""
    state = analysis.state
    names = [state.game.name_of(state, action) for action in analysis.best]
    if len(names) <= _NAMES_MOST:
        return language.count(
            "{moves} was best.", "{moves} were best.", len(names), moves=language.listed(names)
        )
    named = names[: _NAMES_MOST - 1]
    return language.count(
        "{moves} were best, and so was {number} other.",
        "{moves} were best, and so were {number} others.",
        len(names) - len(named),
        moves=language.listed(named),
    )


def turning_point(language: Language, match: Match, judgement: Judgement) -> str:
    """Say which move decided the match, and what was best instead."""
    title = language.say("Turning point: move {number}.", number=judgement.ply + 1)
    judged = format_judgement(language, match, judgement.analysis, judgement.move.action)
    return f"**{title}** {judged} {best_moves(language, judgement.analysis)}"
