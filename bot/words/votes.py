"""Votes about the next move: how one goes, what it was worth and why, and at the end who voted best."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import engine
from bot.models import Knowledge, Match, Tally, Together, Vote
from bot.words.language import Language, Plural
from bot.words.names import mention
from bot.words.remarks import format_remark
from bot.words.times import format_due
from engine import Action, Analysis, Judgement, Label

_UNITS: Final[Sequence[tuple[int, Plural]]] = (
    (
        24 * 3600,
        Plural("**Vote**: press the move that you want. It closes {number} [day|days] after the first vote."),
    ),
    (
        3600,
        Plural(
            "**Vote**: press the move that you want. It closes {number} [hour|hours] after the first vote."
        ),
    ),
    (
        60,
        Plural(
            "**Vote**: press the move that you want. It closes {number} [minute|minutes] after the first"
            " vote."
        ),
    ),
    (
        1,
        Plural(
            "**Vote**: press the move that you want. It closes {number} [second|seconds] after the first"
            " vote."
        ),
    ),
)

_CHOSEN = Plural("{number} of {count} chose {move}.")
_ONLY_LEGAL = Plural("{number} of {count} chose {move}, the only legal move.")
_KEPT: Final[Mapping[int, Plural]] = {
    1: Plural("{number} of {count} chose {move}, which keeps the win."),
    0: Plural("{number} of {count} chose {move}, which holds the draw."),
    -1: Plural("{number} of {count} chose {move}, and every move was losing."),
}
_TIME_LOST: Final[Mapping[bool, Plural]] = {
    True: Plural("{number} of {count} chose {move}, which keeps the win, but {best} wins sooner."),
    False: Plural("{number} of {count} chose {move}, which loses sooner than {best}."),
}
_MARGIN_LOST: Final[Mapping[bool, Plural]] = {
    True: Plural("{number} of {count} chose {move}, which keeps the win, but {best} wins by more."),
    False: Plural("{number} of {count} chose {move}, which loses by more than {best}."),
}
_VALUE_LOST: Final[Mapping[bool, Plural]] = {
    True: Plural("{number} of {count} chose {move}, which gives the win away; {best} would have kept it."),
    False: Plural("{number} of {count} chose {move}, which gives the draw away; {best} would have held it."),
}
_AS_GOOD = Plural("{number} of {count} chose {move}, and I see nothing better.")
_WEAKER = Plural("{number} of {count} chose {move}, which I think is weaker than {best}.")


def format_open(language: Language, match: Match, together: Together) -> str:
    """Say that the channel votes, how many have, and until when; for what, if that is to be shown."""
    tally = together.tally(match.ply)
    if not tally.total:
        pace = match.pace or 1
        length, unit = next((length, unit) for length, unit in _UNITS if pace % length == 0)
        return language.count(unit, pace // length)
    said = [language.count("**{number}** [has|have] voted.", tally.total)]
    if match.due_at is not None:
        said.append(language.say("The vote is open until {time}.", time=format_due(match)))
    if together.shows_votes:
        said.append(language.say("So far: {votes}.", votes=_list_votes(match, tally)))
    return " ".join(said)


def format_cast(language: Language, match: Match, action: Action) -> str:
    """Tell a person which move they have voted for."""
    return language.say(
        "Your vote: **{move}**. While the vote is open, until {time} at the latest, you can press another"
        " move instead.",
        move=match.state.name_of(action),
        time=format_due(match),
    )


def format_voter(language: Language, user_id: int) -> str:
    """Tell the channel that a person has voted, but not for which move."""
    return language.say("{player} has voted.", player=mention(user_id))


def _list_votes(match: Match, tally: Tally) -> str:
    names = ((match.state.name_of(action), number) for action, number in tally.counts.items())
    return ", ".join(f"{name} ({number})" for name, number in names)


def format_past(language: Language, match: Match, together: Together) -> str:
    """Say what came of the last vote, and once the match is over who voted best; a line for each."""
    known = Knowledge.of(match, together.findings).analyses
    ply = together.last_ply(match.ply)
    lines = [] if ply is None else [_format_vote(language, match, together, ply, known[ply])]
    if match.is_over:
        lines += _format_best(language, together, known)
    return "\n".join(lines)


def _format_vote(
    language: Language, match: Match, together: Together, ply: int, known: Analysis | None
) -> str:
    """Say how many chose each move and, if the channel wants explanations, what it was worth and why."""
    tally, state = together.tally(ply), match.state_at(ply)
    move = state.name_of(tally.chosen)
    places = {"count": tally.total, "move": move}
    number = tally.counts[tally.chosen]
    tie = language.say("As many wanted another move: the earlier vote decided.") if tally.is_tie else ""
    if known is None or not together.is_explained:
        return f"{language.count(_CHOSEN, number, **places)} {tie}".rstrip()
    judgement = engine.judge(known, tally.chosen)
    best = state.name_of(judgement.best.action)
    said = language.count(_verdict(judgement), number, best=best, **places)
    return " ".join(filter(None, (said, tie, _format_reason(language, judgement))))


def _verdict(judgement: Judgement) -> Plural:
    """Return what is to be said of what was chosen."""
    best, move, label = judgement.best, judgement.move, judgement.label
    if len(judgement.analysis.moves) == 1:
        return _ONLY_LEGAL
    if label is Label.UNPROVEN:
        return _CHOSEN
    if not judgement.is_error:
        return _KEPT[round(best.value)] if best.is_proven else _AS_GOOD
    if not (best.is_proven and move.is_proven):
        return _WEAKER
    lost = _TIME_LOST if move.margin is None else _MARGIN_LOST
    return (lost if best.value == move.value else _VALUE_LOST)[best.value > 0]


def _format_reason(language: Language, judgement: Judgement) -> str:
    """Say the first reason why a move is best: what was chosen, or what would have been better."""
    praised = judgement.best if judgement.is_error else judgement.move
    state, remarks = judgement.analysis.state, engine.remarks(judgement.analysis)[praised.action]
    if not remarks or judgement.label is Label.UNPROVEN:
        return ""
    return language.say(
        "Why {move}: {reason}.",
        move=state.name_of(praised.action),
        reason=format_remark(language, state, praised.action, remarks[0]),
    )


def _format_best(language: Language, together: Together, known: Sequence[Analysis | None]) -> Iterator[str]:
    """Yield who voted best, if that can be told of anybody."""
    kept = {vote: _keeps(known[vote.ply], vote) for vote in together.votes if known[vote.ply] is not None}
    best = [
        language.say(
            "{player} ({number} of {count})", player=mention(each.user_id), number=each.kept, count=each.total
        )
        for each in together.rank_voters(kept)
    ]
    if best:
        yield language.say("**Voted best**, giving nothing away: {players}.", players=", ".join(best))


def _keeps(analysis: Analysis | None, vote: Vote) -> bool:
    """Return whether what was voted for keeps what a position is worth."""
    label = analysis and engine.judge(analysis, vote.action).label
    return label not in {Label.MISTAKE, Label.BLUNDER}
