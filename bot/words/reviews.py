"""Reviews of matches: their headings, the list of moves, and the errors."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

import engine
from bot.models import Match, Missed, Reviewed
from bot.words.advice import find_reason, format_reason
from bot.words.games import get_words
from bot.words.language import Language, Plural, Reader, template
from bot.words.matches import format_mover, format_status, format_verdict, is_comparable
from bot.words.names import format_game, format_opponent, format_side, format_theme_name
from bot.words.remarks import format_remark
from bot.words.times import format_clock
from bot.words.values import format_estimate, format_worth
from engine import AnalysedMove, Analysis, Judgement, Label

_LABELS: Final[Mapping[Label, str]] = {
    Label.BEST: template("best"),
    Label.GOOD: template("good"),
    Label.UNPROVEN: template("not proven"),
    Label.INACCURACY: template("inaccuracy"),
    Label.MISTAKE: template("mistake"),
    Label.BLUNDER: template("blunder"),
}
_COUNTS: Final[Mapping[Label, Plural]] = {
    Label.BEST: Plural("{number} best"),
    Label.GOOD: Plural("{number} good"),
    Label.UNPROVEN: Plural("{number} not proven"),
    Label.INACCURACY: Plural("{number} [inaccuracy|inaccuracies]"),
    Label.MISTAKE: Plural("{number} [mistake|mistakes]"),
    Label.BLUNDER: Plural("{number} [blunder|blunders]"),
}
_HER_DECISIONS: Final[Mapping[tuple[bool, int], str]] = {
    (True, 1): template("I was winning until move {number}."),
    (True, 0): template("I was holding the draw until move {number}."),
    (False, 1): template("By my estimate I was ahead until move {number}."),
    (False, 0): template("By my estimate it was even until my move {number}."),
    (False, -1): template("By my estimate I was behind already, and my move {number} cost most."),
}
_PLAYED = template("{player} played {move}: {reason}")
_I_PLAYED = template("I played {move}: {reason}")
_OWN_DECISIONS: Final[Mapping[tuple[bool, int], str]] = {
    (True, 1): template("You were winning until move {number}."),
    (True, 0): template("You were holding the draw until move {number}."),
    (False, 1): template("By my estimate you were ahead until move {number}."),
    (False, 0): template("By my estimate it was even until your move {number}."),
    (False, -1): template("By my estimate you were behind already, and your move {number} cost most."),
}
_DECISIONS: Final[Mapping[tuple[bool, int], str]] = {
    (True, 1): template("{player} was winning until move {number}."),
    (True, 0): template("{player} was holding the draw until move {number}."),
    (False, 1): template("By my estimate {player} was ahead until move {number}."),
    (False, 0): template("By my estimate it was even until move {number} of {player}."),
    (False, -1): template("By my estimate {player} was behind already, and their move {number} cost most."),
}
_FIRST_DECISIONS: Final[Mapping[tuple[bool, int], str]] = {
    (True, 1): template("Whoever begins can win, and move 1 gave that away."),
    (True, 0): template("Whoever begins can hold the draw, and move 1 gave that away."),
    (False, 1): template("By my estimate whoever begins is ahead, and move 1 gave that away."),
}
"""The sentences for the very first move, before which no player has moved."""

_EVEN = 0.15  # an estimate below which no player is called ahead
_SYMBOLS = {Label.INACCURACY: " ?!", Label.MISTAKE: " ?", Label.BLUNDER: " ??"}

_TOLD_MOST = 150  # characters of what is said of an error above its board
_WIDTH, _HEIGHT = 32, 27  # characters in a line on a phone, and lines of moves on a page
_NAMES_MOST = 4  # best moves named in a line

COURSE = template("Who was ahead")
"""The label of the button that shows the curve."""


def heading(reader: Reader, reviewed: Reviewed, shown: Judgement, until: float | None) -> str:
    """Say what decided a match, how well both played, and what was wrong with the error shown.

    More proofs are searched `until` that time (None: no search is running); the accuracy is said only then.
    """
    language = reader.language
    is_complete = reviewed.is_complete
    played = _format_accuracies(language, reviewed) if is_complete else _format_search(language, until)
    lines = [
        _format_title(language, reviewed),
        f"**{_format_resignation(language, reviewed) or _format_decision(reader, reviewed)}**",
        f"-# {played}",
        _format_mistake(language, reviewed, shown),
    ]
    return "\n".join(lines)


def tell_course(reader: Reader, reviewed: Reviewed, until: float | None) -> str:
    """Say how a match ended, what decided it, and how many moves of either player were good."""
    language = reader.language
    lines = [
        _format_title(language, reviewed),
        format_status(language, reviewed.match),
        f"**{_format_decision(reader, reviewed)}**",
        *(_format_accuracy(language, reviewed, seat) for seat in (0, 1)),
        *_list_review_notes(language, reviewed, until),
    ]
    return "\n".join(lines)


def _format_title(language: Language, reviewed: Reviewed) -> str:
    title = language.say("Review: {game}", game=format_game(language, reviewed.match.game_slug))
    return f"### {title}"


def _format_accuracies(language: Language, reviewed: Reviewed) -> str:
    """Say in one line how well both played."""
    pairs = zip(reviewed.match.players, reviewed.review.accuracies, strict=True)
    listed = [f"{player.name} **{accuracy:.0f}%**" for player, accuracy in pairs if accuracy is not None]
    return language.say("Accuracy: {players}", players=", ".join(listed))


def _format_decision(reader: Reader, reviewed: Reviewed) -> str:
    """Say in one sentence how long the player who let the match slip was not lost."""
    language, review = reader.language, reviewed.review
    if not review.judgements:
        return language.say("There is no move to review.")
    is_open = any(judgement.label is Label.UNPROVEN for judgement in review.judgements)
    if not any(judgement.is_error for judgement in review.judgements):
        if is_open:
            return language.say("No error by either player is proven.")
        return language.say("No errors by either player.")
    if review.turning_point is None and is_open:
        return language.say("It is not proven yet which mistake decided this match.")
    if review.turning_point is None:
        return language.say("No single mistake decided this match.")
    return _format_turning_point(reader, reviewed, reviewed.judgement(review.turning_point))


def _format_turning_point(reader: Reader, reviewed: Reviewed, decisive: Judgement) -> str:
    """Say how the player who erred there had stood, or what may be had with the very first move."""
    stood = decisive.is_proven, _stage(decisive)
    if decisive.ply == 0 and stood in _FIRST_DECISIONS:
        return reader.language.say(_FIRST_DECISIONS[stood])
    player = reviewed.match.players[decisive.seat]
    is_own = reader.user_id is not None and player.user_id == reader.user_id
    said = (_HER_DECISIONS if player.user_id is None else _OWN_DECISIONS if is_own else _DECISIONS)[stood]
    return reader.language.say(said, player=player.name, number=decisive.ply + 1)


def _stage(decisive: Judgement) -> int:
    """Return 1 if the player was winning before an error, 0 if neither was, -1 if the other player was."""
    value = decisive.best.value
    if decisive.is_proven:
        return round(value)
    return 0 if abs(value) < _EVEN else round(value / abs(value))


def _format_accuracy(language: Language, reviewed: Reviewed, seat: int) -> str:
    """Say how accurate a player was, and how many moves were how good."""
    accuracy = reviewed.review.accuracies[seat]
    player = format_opponent(language, reviewed.match, seat)
    if accuracy is None:
        return language.say("{player}: no move", player=player)
    judgements = reviewed.review.judgements
    counts = Counter(one.label for one in judgements if one.seat == seat)
    said = ", ".join(language.count(_COUNTS[label], counts[label]) for label in Label if counts[label])
    if not reviewed.is_complete:  # it may yet become much higher or lower
        return language.say("{player}: {counts}", player=player, counts=said)
    return language.say(
        "{player}: accuracy **{percent}%** ({counts})", player=player, percent=f"{accuracy:.0f}", counts=said
    )


def _list_review_notes(language: Language, reviewed: Reviewed, until: float | None) -> Iterator[str]:
    judgements = reviewed.review.judgements
    if said := _format_resignation(language, reviewed):
        yield said
    if not reviewed.is_complete:
        yield f"-# {_format_search(language, until)}"
    if estimated := sum(not judgement.is_proven for judgement in judgements):
        said = language.count(
            "Only estimated: {estimated} of {number} [move|moves].", len(judgements), estimated=estimated
        )
        yield f"-# {said}"


def _format_search(language: Language, until: float | None) -> str:
    """Say that a review is not complete; the sentence stays true if no process completes it."""
    if until is None:
        return language.say("There may be more proofs: I look for them when I am asked for the review again.")
    return language.say(
        "Proofs that I still find I put in here until {time}. Later, ask for the review again.",
        time=format_clock(until),
    )


def _format_resignation(language: Language, reviewed: Reviewed) -> str:
    """Remark on a resignation of what was not lost; nothing if there was none."""
    match, final = reviewed.match, reviewed.final
    if match.winner is None or final is None:
        return ""
    seat = 1 - match.players.index(match.winner)
    name, value = match.players[seat].name, final.value if final.state.to_move == seat else -final.value
    if value < 0:
        return ""
    if final.moves[0].exact:
        return " ".join(
            (
                language.say("{player} resigned, but was not lost.", player=name),
                format_mover(language, match, final),
                format_verdict(language, match, final),
            )
        )
    if counted := get_words(match.game).format_estimate(language, value):
        return language.say("{player} resigned, but by my estimate was {worth}.", player=name, worth=counted)
    return language.say(
        "{player} resigned, but by my estimate was not lost: it was worth {value} to them.",
        player=name,
        value=format_estimate(language, value),
    )


def list_pages(language: Language, reviewed: Reviewed) -> list[str]:
    """Say of each move how good it was, on pages that fit a phone."""
    pages, left = list[list[str]](), 0
    for judgement in reviewed.review.judgements:
        line = _format_move(language, reviewed.match, judgement)
        height = -(-len(line) // _WIDTH)
        if height > left:
            pages.append([_format_title(language, reviewed)])
            left = _HEIGHT
        pages[-1].append(line)
        left -= height
    return ["\n".join(page) for page in pages]


def _format_move(language: Language, match: Match, judgement: Judgement) -> str:
    """Say what was played, how good it was, what it gave away, and what was best."""
    state, label = judgement.analysis.state, language.say(_LABELS[judgement.label])
    side = format_side(language, match, state.to_move)
    name = f"{state.name_of(judgement.move.action)}{_SYMBOLS.get(judgement.label, '')}"
    parts = (f"**{judgement.ply + 1}.**", side, name, f"**{label}**" if judgement.is_error else label)
    line = " ".join(filter(None, parts))
    said = "" if judgement.label is Label.BEST else " ".join(_given_away(language, judgement))
    return f"{line} · {said}" if said else line


def _given_away(language: Language, judgement: Judgement) -> Iterator[str]:
    before, move = judgement.best, judgement.move
    state = judgement.analysis.state
    value_before, value = format_worth(language, state, before), format_worth(language, state, move)
    if judgement.label is Label.UNPROVEN and before.is_proven and move.is_proven and value_before != value:
        yield f"{value_before} → {value}."
        yield language.say("Nothing better was proven when it was played.")
        return
    if judgement.label is Label.UNPROVEN:
        yield f"{value}."
        yield language.say("It is not proven whether anything was better.")
        return
    if judgement.is_proven and not is_comparable(before, move):
        return
    if value_before != value:
        yield f"{value_before} → {value}."
    if judgement.is_proven:
        yield format_fault(language, before, move)
    yield best_moves(language, judgement.analysis)


_FAULTS: Final[Mapping[bool, tuple[str, str]]] = {
    True: (template("Not the largest win."), template("Not the smallest loss.")),
    False: (template("Not the fastest win."), template("Not the longest defence.")),
}
"""What is wrong with a move that wins or loses as the best one does, by whether the game counts."""


def format_fault(language: Language, best: AnalysedMove, move: AnalysedMove) -> str:
    """Say what is wrong with a move that is not best, where both values are proven."""
    if move.value < best.value:
        return language.say("Lost forced win.") if best.value > 0 else language.say("Lost the draw.")
    if best.value:
        return language.say(_FAULTS[best.margin is not None][best.value < 0])
    return language.say("A later draw.")


def best_moves(language: Language, analysis: Analysis) -> str:
    """Say which moves were best: `a1 and b2 were best.`."""
    state = analysis.state
    names = [state.name_of(action) for action in analysis.best]
    if len(names) <= _NAMES_MOST:
        return language.count("{moves} [was|were] best.", len(names), moves=language.listed(names))
    named = names[: _NAMES_MOST - 1]
    return language.count(
        "{moves} were best, and so [was {number} other|were {number} others].",
        len(names) - len(named),
        moves=language.listed(named),
    )


def _format_mistake(language: Language, reviewed: Reviewed, judgement: Judgement) -> str:
    """Say what was wrong with an error, which reply shows it, and what was better; if there is room, why."""
    match, state = reviewed.match, judgement.analysis.state
    label = language.say(_LABELS[judgement.label])
    title = language.say("Move {number}: {label}.", number=judgement.ply + 1, label=label)
    player = match.players[judgement.seat]
    played = language.say(
        _I_PLAYED if player.user_id is None else _PLAYED,
        player=player.name,
        move=state.name_of(judgement.move.action),
        reason=format_reason(language, judgement.analysis, judgement.move) or language.say("not the best."),
    )
    said = f"**{title}** {played}\n{_format_better(language, judgement)}"
    if len(said) <= _TOLD_MOST:
        return said
    return f"**{title}** {played} **{best_moves(language, judgement.analysis)}**"


def _format_better(language: Language, judgement: Judgement) -> str:
    """Say which moves were best instead, and what speaks for the first of them."""
    analysis, best = judgement.analysis, best_moves(language, judgement.analysis)
    move = engine.recommended(analysis)
    name, reason = (
        analysis.state.name_of(move.action),
        find_reason(analysis, move.action),
    )
    if reason is None:
        return f"**{best}**"
    said = format_remark(language, analysis.state, move.action, reason)
    return f"**{best}** {name}: {said}."


def format_missed(language: Language, missed: Missed) -> str:
    """Say which pattern a player missed most often of late, and how much of their play is known."""
    return language.count(
        "Missed most in your last [match|{number} matches] of {game}: **{theme}**"
        " ({counts}[[number>found? in the {found} reviewed]]).",
        missed.matches,
        game=format_game(language, missed.game_slug),
        theme=format_theme_name(language, missed.theme),
        counts=language.count("[once|{number} times]", missed.times),
        found=missed.known,
    )


def format_missed_here(language: Language, missed: Missed) -> str:
    """Say shortly which pattern a player missed most often of late in the game of a review."""
    theme = format_theme_name(language, missed.theme)
    counts = language.count("[once|{number} times]", missed.times)
    said = language.say("Missed most of late: **{theme}** ({counts})", theme=theme, counts=counts)
    return f"-# {said}"


def placeholder(language: Language) -> str:
    """Return what stands in the menu of errors before one is chosen."""
    return language.say("Jump to an error")


def option(language: Language, match: Match, judgement: Judgement) -> str:
    """Name an error in the menu, in which no person can be mentioned."""
    state = judgement.analysis.state
    return language.say(
        "Move {number}: {side} {move} ({label})",
        number=judgement.ply + 1,
        side=format_side(language, match, judgement.seat) or judgement.seat + 1,
        move=state.name_of(judgement.move.action),
        label=language.say(_LABELS[judgement.label]),
    )


def curve_alt_text(language: Language, reviewed: Reviewed) -> str:
    """Say what the curve of a match shows."""
    errors = [option(language, reviewed.match, each) for each in reviewed.review.judgements if each.is_error]
    said = language.say("Who was ahead after each move.")
    if not errors:
        return said
    listed = language.say("Errors: {errors}.", errors="; ".join(errors))
    return f"{said} {listed}"
